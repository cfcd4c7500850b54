"""The sections of the page, other than the games."""

from collections.abc import Iterable, Iterator, Sequence

from analysis.games import find
from analysis.openings.lines import OpeningNode, OpeningTree
from analysis.report.collect import ReportCounts
from analysis.report.html import Child, Markup, element, from_record, join
from analysis.report.page import Picture, file_link, table, with_code
from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.players import RatingPool
from analysis.statistics.summaries import Summary
from analysis.text import plural
from notation.catalogue import explain

PLAYERS = 40
"""Most players of a game on the page."""

MOVES = 10
"""Most first moves under one position on the page."""

FILES = {
    "findings.csv": "findings (CSV)",
    "findings.jsonl": "verdicts (JSON lines)",
    "games.csv": "games (CSV)",
    "plies.csv": "plies (CSV)",
    "openings.csv": "openings (CSV)",
    "statistics.json": "statistics (JSON)",
    "tables/games/part-00000.parquet": "games (Parquet)",
    "tables/plies/part-00000.parquet": "plies (Parquet)",
}
"""The files of the report, each with the text of its link."""

Summaries = Sequence[Summary]


def summary(counts: ReportCounts, summaries: Summaries) -> Markup:
    """Return the numbers of games and findings, and links to the files."""
    wrong = counts.games - counts.valid
    tiles = [
        _tile(counts.games, "games read"),
        _tile(counts.valid, "valid", "good"),
        _tile(wrong, "with errors", "bad" if wrong else None),
        _tile(counts.plies, "plies played"),
        _tile(counts.notes, "notes"),
    ]
    if counts.accepted:
        tiles.append(_tile(len(counts.accepted), "of these played as recorded", "bad"))
        tiles.append(_tile(sum(counts.accepted), "illegal moves accepted", "bad"))
    if counts.empty:
        tiles.append(_tile(counts.empty, "files without a game", "bad"))
    if counts.unreadable:
        tiles.append(_tile(counts.unreadable, "files not read", "bad"))
    links = [element("li", file_link(name, words)) for name, words in FILES.items()]
    return join(
        [
            element("ul", tiles, class_="tiles"),
            _kinds(summaries) if summaries else element("p", NOTHING),
            element("h3", "Files"),
            element("ul", links, class_="files"),
        ]
    )


NOTHING = "These files contain no games."


def _tile(number: int, words: str, kind: str | None = None) -> Markup:
    return element("li", element("b", number, class_=kind), element("span", words))


def _kinds(summaries: Summaries) -> Markup:
    heads = ("game", "variant", "records", "valid", "broken", "plies", "median length")
    rows = [
        (
            title(one),
            element("code", one.keys["variant"] or ""),
            one.records,
            one.valid,
            one.broken,
            one.plies,
            number(one.length.median),
        )
        for one in summaries
    ]
    return table("Kinds of games", heads, rows, range(2, 7))


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
    rows = [
        (
            element("code", name),
            element("span", "error", class_="bad") if code.violation else "note",
            code.times,
            code.records,
            with_code(explain(name, games)),
            [from_record(code.example), element("br"), element("span", code.place, class_="soft")],
        )
        for name, code in codes
    ]
    heads = ("code", "kind", "times", "records", "meaning", "first example")
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


def measures(summaries: Summaries) -> Markup:
    """Return results, endings and measures of each kind of game."""
    heads = ("game", "variant", "finished", "first player wins", "95 % interval", "draws")
    spreads = ("captured pieces", "first capture", "lead changes", "drama", "coverage")
    rows = [
        (
            title(one),
            element("code", one.keys["variant"] or ""),
            one.draws.of,
            percent(one.wins[0]),
            interval(one.wins[0]),
            percent(one.draws),
        )
        for one in summaries
    ]
    spread = [
        (
            title(one),
            element("code", one.keys["variant"] or ""),
            _mean(one.length),
            *(_mean(one.spreads[name]) for name in spreads),
        )
        for one in summaries
    ]
    ways = [
        (title(one), element("code", one.keys["variant"] or ""), with_code(f"`{way}`"), share.count,
         percent(share))
        for one in summaries
        for way, share in one.endings.items()
    ]  # fmt: skip
    return join(
        [
            table("Results", heads, rows, range(2, 6)),
            table(
                "Measures of games, as mean and standard deviation",
                ("game", "variant", "length in plies", *spreads),
                spread,
                range(2, 8),
            ),
            table("Endings", ("game", "variant", "ending", "games", "share"), ways, (3, 4)),
            element("p", "All values are in ", file_link("statistics.json"), "."),
        ]
    )


def openings(trees: Iterable[OpeningTree]) -> Markup:
    """Return the most played first moves, with their scores."""
    tables = [
        _first_moves(tree.game, tree.variant, root)
        for tree in trees
        for root in tree.roots
        if root.replies
    ]
    if not tables:
        return element("p", "No moves were played.")
    about = (
        "Symmetrical positions count as one, and so do transpositions. The score is that of the "
        "side that moves. Further plies are in "
    )
    return join([element("p", about, file_link("openings.csv"), "."), *tables])


def _first_moves(game: str, variant: str, root: OpeningNode) -> Markup:
    moves = root.replies[:MOVES]
    rows = [
        (
            element("code", move.move),
            move.times,
            f"{100 * move.share:.0f} %",
            "" if move.score is None else f"{100 * move.score:.0f} %",
            _between(move.interval) if move.results.decided else "",
            f"{move.mean_plies:.0f}",
            element("code", ", ".join(reply.move for reply in move.replies[:3])),
        )
        for move in moves
    ]
    more = len(root.replies) - len(moves)
    rest = f", the {MOVES} most frequent of {len(root.replies):,}" if more else ""
    caption = f"{find(game).title}, {variant}: first moves of {plural(root.times, 'game')}{rest}"
    heads = ("move", "games", "share", "score", "95 % interval", "mean plies", "usual replies")
    return table(caption, heads, rows, range(1, 6))


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
    if pool.alike:
        names = [element("li", from_record(" / ".join(same))) for same in pool.alike]
        yield element("p", "Names that may be of the same player:")
        yield element("ul", names)


def plots(pictures: Iterable[Picture]) -> Markup:
    """Return the plots, with links to their files for print."""
    return element("div", map(_plot, pictures), class_="plots")


def _plot(picture: Picture) -> Child:
    if not picture.files:
        return element("p", f"{picture.title} Not drawn: {picture.lacking}.")
    source = next(file for file in picture.files if file.endswith(".svg"))
    links = [[file_link(file, file.rpartition(".")[2].upper()), " "] for file in picture.files]
    return element(
        "figure",
        element("img", src=source, alt=f"{picture.title}. {picture.caption}", loading="lazy"),
        element("figcaption", links),
    )


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
    return f"{value:,.0f}" if value.is_integer() or abs(value) >= 100 else f"{value:,.2g}"


def _mean(spread: Distribution) -> str:
    """Return mean and standard deviation; of a single value only the mean."""
    if spread.mean is None:
        return ""
    digits = 2 if abs(spread.mean) < 1 else 1
    deviation = "" if spread.deviation is None else f" ± {spread.deviation:,.{digits}f}"
    return f"{spread.mean:,.{digits}f}{deviation}"
