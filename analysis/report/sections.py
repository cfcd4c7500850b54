"""The sections of the page between the summary and the games."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from analysis.games import find
from analysis.openings.caveats import MARK, adjusted_apart, caveat
from analysis.openings.lines import OpeningTree
from analysis.openings.nodes import OpeningNode
from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.report.collect import FindingSummary, ReportCounts
from analysis.report.page import file_link, rules_of, stepping_address, table, with_code
from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.players import RatingPool
from analysis.statistics.significance import LEVEL
from analysis.statistics.summaries import Summary
from analysis.statistics.survival import Survival
from analysis.text import plural
from notation.catalogue import explain

PLAYERS = 40
"""Most players of a game on the page."""

MOVES = 10
"""Most first moves under one position on the page."""

Summaries = Sequence[Summary]


def title(one: Summary) -> str:
    """Return the title of a group's game."""
    return find(one.keys["game"] or "").title


def findings(counts: ReportCounts) -> Markup:
    """Return the findings by code, errors first."""
    if not counts.codes:
        return element("p", "There are no findings: no errors and no notes.")
    games = tuple(counts.played)
    codes = sorted(
        counts.codes.items(), key=lambda pair: (not pair[1].violation, -pair[1].times, pair[0])
    )
    rows: list[Sequence[Child]] = [
        (
            element("code", name),
            element("span", "error", class_="bad") if code.violation else "note",
            code.times,
            code.records,
            with_code(explain(name, games)),
            [from_record(code.example), element("br"), element("span", code.place, class_="soft")],
            _links(code, counts.viewed),
        )
        for name, code in codes
    ]
    heads = ("code", "kind", "times", "records", "meaning", "first example", "in the games")
    return join(
        [
            element(
                "p",
                "An error is a broken rule; a note is a leniency of the reader. A game with an "
                "error is counted up to the last legal ply. All findings are in ",
                file_link("findings.csv"),
                ".",
            ),
            table("Findings by code", heads, rows, (2, 3)),
        ]
    )


def _links(code: FindingSummary, viewed: Collection[int]) -> list[Child]:
    """Return links to the first games with a finding: to its board, or else to the list."""
    links: list[Child] = []
    for number, ply in code.games.items():
        address = stepping_address(number, ply) if number in viewed else f"#record-{number}"
        links += [element("a", f"{number:,}", href=address), " "]
    return [*links, "..."] if code.records > len(code.games) else links


SPREADS = (
    *("captured pieces", "first capture", "lead changes", "drama", "decisiveness", "stability"),
    *("coverage", "branching", "tree"),
)
"""The measures of single games on the page."""


def measures(summaries: Summaries) -> Markup:
    """Return results, endings and measures of each kind of game."""
    if not summaries:
        return element("p", "Without games there is nothing to measure.")
    spread: list[Sequence[Child]] = [
        (
            title(one),
            rules_of(one),
            one.length.count,
            "" if one.state_space is None else f"{one.state_space:.0f}",
            _quartiles(one.length),
            *(_quartiles(one.spreads[name]) for name in SPREADS),
        )
        for one in summaries
    ]
    ways = [
        (title(one), rules_of(one), with_code(f"`{way}`"), share.count,
         percent(share))
        for one in summaries
        for way, share in one.endings.items()
    ]  # fmt: skip
    return join(
        [
            _results(summaries),
            table(
                "Measures of games: median, and the middle half in brackets",
                ("game", "variant", "games", "state space, log10", "length in plies", *SPREADS),
                spread,
                range(2, 5 + len(SPREADS)),
            ),
            table("Endings", ("game", "variant", "ending", "games", "share"), ways, (3, 4)),
            element(
                "p",
                "A measure without a value has no game to be measured in, or was not counted "
                "(branching needs the option ",
                element("code", "--branching"),
                "). All values, means and deviations too, are in ",
                file_link("statistics.json"),
                ".",
            ),
        ]
    )


def _results(summaries: Summaries) -> Markup:
    """Return the results, tested against those of an even game."""
    heads = (
        *("game", "variant", "finished", "unfinished", "first player wins", "95 % interval"),
        *("draws", "decided", "p of an even game", "median length", "95 % interval of it"),
        *("balance", "completion"),
    )
    rows = [
        (
            title(one),
            rules_of(one),
            one.draws.of,
            one.unfinished,
            percent(one.wins[0]),
            interval(one.wins[0]),
            percent(one.draws),
            one.evenness.of,
            probability(one.evenness.p),
            number(one.survival.median),
            _ends(one.survival),
            number(one.measures["balance"]),
            number(one.measures["completion"]),
        )
        for one in summaries
    ]
    about = (
        "Shares are of the finished games, with Wilson's interval; the summary has that of Clopper "
        "and Pearson, of the decided games, which fits the test. The test is exact, of the decided "
        "games against equal chances. The median length is that of Kaplan and Meier, which takes "
        "games that are not complete (unfinished, or cut off) for longer than what is known of "
        "them."
    )
    return join([table("Results", heads, rows, range(2, 13)), element("p", about, class_="soft")])


def _ends(found: Survival) -> str:
    """Return the interval of a median length; empty where neither end is reached."""
    if found.low is None and found.high is None:
        return ""
    return " to ".join(f"{end:g}" if end is not None else "?" for end in (found.low, found.high))


def probability(p: float | None) -> str:
    """Return a p-value with two significant digits; empty without a test."""
    return "" if p is None else "< 0.001" if p < 0.001 else f"{p:.2g}"


def openings(trees: Sequence[OpeningTree]) -> Markup:
    """Return the most played first moves, with their scores."""
    tables = [
        part
        for tree in trees
        for root in tree.roots
        if root.replies and root.times > 1
        for part in _first_moves(tree.game, tree.variant, root)
    ]
    if not tables:
        about = "No position was reached by two games: there is nothing to compare. Moves are in "
        return element("p", about, file_link("openings.csv"), ".")
    about = (
        "Symmetrical positions count as one, and so do transpositions. The score is that of the "
        "side that moves, from the finished games. The p-value is that of an even score, adjusted "
        "by Benjamini and Hochberg for all positions of the tree, since among many tests some are "
        f"small by chance; below {LEVEL:g} it is marked with {MARK}. Further plies are in "
    )
    together = adjusted_apart(root for tree in trees for root in tree.roots)
    more = element("p", together, class_="soft") if together else None
    return join([element("p", about, file_link("openings.csv"), "."), *tables, more])


def _first_moves(game: str, variant: str, root: OpeningNode) -> Iterator[Markup]:
    moves = root.replies[:MOVES]
    rows = [
        (
            element("code", move.move),
            move.times,
            f"{100 * move.share:.0f} %",
            "" if move.score is None else f"{100 * move.score:.0f} %",
            _between(move.interval) if move.results.decided else "",
            move.results.decided,
            _marked(move.p_adjusted),
            f"{move.mean_plies:.0f}",
            element("code", ", ".join(reply.move for reply in move.replies[:3])),
        )
        for move in moves
    ]
    more = len(root.replies) - len(moves)
    rest = f", the {MOVES} most frequent of {len(root.replies):,}" if more else ""
    caption = f"{find(game).title}, {variant}: first moves of {plural(root.times, 'game')}{rest}"
    heads = (
        *("move", "games", "share", "score", "95 % interval", "finished", "adjusted p"),
        *("mean plies", "usual replies"),
    )
    yield table(caption, heads, rows, range(1, 8))
    about = caveat(root, moves)
    if about:
        yield element("p", about, class_="soft")


def _marked(p: float | None) -> str:
    """Return an adjusted p-value, marked where it is small."""
    return f"{probability(p)} {MARK}" if p is not None and p < LEVEL else probability(p)


def players(pools: Iterable[RatingPool]) -> Markup:
    """Return the players of each game, the highest rated first."""
    tables = [part for pool in pools if pool.standings for part in _standings(pool)]
    if not tables:
        return element("p", "No game has a result and a name for each side.")
    about = (
        "Ratings are from the Bradley-Terry model on the Elo scale; the mean of these players is "
        "1500. Different spellings count as different players."
    )
    return join([element("p", about), *tables])


def _standings(pool: RatingPool) -> Iterator[Markup]:
    rows = [
        (
            from_record(one.name),
            one.games,
            one.wins,
            one.draws,
            one.losses,
            percent(one.score),
            f"{one.rating.value:.0f} ± {one.rating.error:.0f}",
        )
        for one in pool.standings[:PLAYERS]
    ]
    more = len(pool.standings) - len(rows)
    rest = f", the {len(rows)} highest rated of {len(pool.standings):,}" if more > 0 else ""
    caption = f"{pool.title}: players in {plural(pool.games, 'game')}{rest}"
    heads = ("player", "games", "won", "drawn", "lost", "score", "rating ± standard error")
    yield table(caption, heads, rows, range(1, 7))
    yield element("p", " ".join(_borne_out(pool)), class_="soft")
    if pool.alike:
        names = [element("li", from_record(" / ".join(same))) for same in pool.alike]
        yield element("p", "Names that may be of the same player:")
        yield element("ul", names)


def _borne_out(pool: RatingPool) -> Iterator[str]:
    """Yield sentences on what the ratings of a pool are worth."""
    if pool.left_out:
        left = plural(pool.left_out, "game")
        alone = f", {pool.self_play:,} with one name for several sides" if pool.self_play else ""
        are = "is" if pool.left_out == 1 else "are"
        yield f"{left} without a result or a name for each side{alone} {are} left out."
    if len(pool.components) > 1:
        yield (
            f"The players fall into {len(pool.components):,} sets that have not taken points from "
            "each other: ratings of different sets are not comparable by games."
        )
    if pool.fit is None:
        yield "No two players took points from each other: the ratings rest on the prior alone."
        return
    first, p = pool.fit.first, probability(pool.fit.first_p)
    yield (
        f"The first move is worth {round(first.value)} ± {round(first.error)} points "
        f"(p {_equals(p)})"
        f"{', which the ratings include.' if pool.fit.has_advantage else ': not in the ratings.'}"
    )
    if pool.fit.deviance_p is not None:
        yield f"Fit of the model to the pairs: p {_equals(probability(pool.fit.deviance_p))}."


def _equals(p: str) -> str:
    return p if p.startswith("<") else f"= {p}"


def percent(share: Proportion) -> str:
    """Return a proportion in percent; empty without cases."""
    return "" if share.value is None else f"{100 * share.value:.0f} %"


def interval(share: Proportion) -> str:
    """Return the interval of a proportion in percent; empty without cases."""
    return "" if share.interval is None else _between(share.interval)


def _between(ends: tuple[float, float]) -> str:
    return f"{100 * ends[0]:.0f} to {100 * ends[1]:.0f} %"


def number(value: float | None) -> str:
    """Return a number with two significant digits; empty for None."""
    if value is None:
        return ""
    if value.is_integer() or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2g}"


def _quartiles(spread: Distribution) -> str:
    """Return the median with the quartiles; of a single value only that, empty for none."""
    if spread.median is None:
        return ""
    if spread.count == 1 or spread.low_quartile is None or spread.high_quartile is None:
        return number(spread.median)
    return (
        f"{number(spread.median)} ({number(spread.low_quartile)} to {number(spread.high_quartile)})"
    )
