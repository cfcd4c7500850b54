"""The sections of the page on findings, players and openings."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from analysis.games import find
from analysis.openings.lines import MARK, adjusted_apart, caveat
from analysis.openings.nodes import OpeningNode, OpeningTree
from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.report.collect import FindingSummary, ReportCounts
from analysis.report.figures import between, marked, percent, probability
from analysis.report.page import file_link, stepping_address, table, with_code
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.players import RatingPool
from analysis.statistics.significance import LEVEL
from notation.catalogue import explain
from notation.numbers import plural

PLAYERS = 40
"""Most players of a game on the page, where there is one table of them."""

LEAST_PLAYERS = 10
"""As many of each game have room in any case."""

MOVES = 10
"""Most first moves under one position on the page."""


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
            between(move.interval) if move.interval else "",
            move.results.decided,
            marked(move.p_adjusted, move.p_adjusted),
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


def players(pools: Iterable[RatingPool]) -> Markup:
    """Return the players of each game, the highest rated first."""
    rated = [pool for pool in pools if pool.standings]
    several = [pool for pool in rated if pool.games > 1]
    if not rated:
        return element("p", "No game has a result and a name for each side.")
    single = "; ".join(pool.title for pool in rated if pool.games == 1)
    alone = f"One game with names and a result is nothing to estimate from: {single}."
    remark = element("p", alone, class_="soft") if single else None
    if not several:
        return remark or element("p")
    most = max(PLAYERS // len(several), LEAST_PLAYERS)
    tables = [part for pool in several for part in _standings(pool, most)]
    about = (
        "Ratings are from the Bradley-Terry model on the Elo scale; the mean of these players is "
        "1500. Different spellings count as different players."
    )
    return join([element("p", about), *tables, remark])


def _standings(pool: RatingPool, most: int) -> Iterator[Markup]:
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
        for one in pool.standings[:most]
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
    if pool.differing is None:
        yield f"Fewer than {ENOUGH} games: too few to tell whether the players differ."
    elif not pool.differing.is_shown:
        yield (
            "The order is no ranking: the points of the players vary like those of equal players "
            f"(p {_equals(probability(pool.differing.p))}, shuffles of the results)."
        )
    if pool.fit is None:
        yield "No two players took points from each other: the ratings rest on the prior alone."
        return
    first, p = pool.fit.first, probability(pool.fit.first_p)
    if pool.fit.separable:
        has = ", which the ratings include." if pool.fit.has_advantage else ": not in the ratings."
        worth = f"{round(first.value)} ± {round(first.error)} points (p {_equals(p)})"
        yield f"The first move is worth {worth}{has}"
    else:
        yield (
            "What the first move is worth cannot be separated from the strength of the players, "
            "for the same ones moved first."
        )
    if pool.fit.deviance_p is not None:
        yield f"Fit of the model to the pairs: p {_equals(probability(pool.fit.deviance_p))}."


def _equals(p: str) -> str:
    return p if p.startswith("<") else f"= {p}"
