"""The sections of the page: summary, findings, measures, players, openings and games."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from analysis.games import find
from analysis.openings.lines import adjusted_apart
from analysis.openings.lines import section as moves_section
from analysis.openings.nodes import OpeningTree
from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.report.collect import LISTED, WRONG, FindingSummary, ReportCounts
from analysis.report.games import HEADS
from analysis.report.page import (
    GAMES_TABLE,
    file_link,
    fold,
    section,
    stepping_address,
    table,
    with_code,
)
from analysis.statistics.games import MEASURES
from analysis.statistics.players import RatingPool, standings
from analysis.statistics.section import against_even
from analysis.statistics.summaries import Summary, details, kinds_of_games
from notation.catalogue import explain
from notation.numbers import plural

OPEN = 4
"""Number of kinds of games whose measures, and number of records of each game whose key positions
are shown at once; the others are folded."""

MOVES = 10
"""Maximum number of first moves listed under one position."""

FILES = {
    "findings.csv": "findings (CSV)",
    "findings.jsonl": "verdicts (JSON lines)",
    "openings.csv": "openings (CSV)",
    "statistics.json": "statistics (JSON)",
    GAMES_TABLE: "games (Parquet)",
    "tables/plies/part-00000.parquet": "plies (Parquet)",
}
"""The files of the report, each with the text of its link."""

CSV_FILES = {"games.csv": "games (CSV)", "plies.csv": "plies (CSV)"}
"""Further files, on request."""

NO_GAMES = "These files contain no games: there is nothing to estimate."

APART = (
    "Games with different rules, or on boards of different size, are counted apart; figures of all "
    "together would describe none of them."
)

POOLED = (
    "These variants are pooled, as requested: their figures describe none of them alone. "
    "Openings are by variant."
)

CONFIDENCE = (
    "Brackets hold 95 % intervals. They assume independent games; games of few players, or of "
    "one program, are not independent."
)


def summary(counts: ReportCounts, summaries: Sequence[Summary], csv: bool = False) -> Markup:
    """Return the summary: sentences, numbers, kinds of games, and links to the files."""
    files = FILES | CSV_FILES if csv else FILES
    links = [element("li", file_link(name, words)) for name, words in files.items()]
    return join(
        [
            element("p", _checked(counts), class_="lead"),
            element("ul", _tiles(counts), class_="tiles"),
            _kinds(summaries) if summaries else element("p", NO_GAMES),
            element("h3", "Files"),
            element("ul", links, class_="files"),
        ]
    )


def _checked(counts: ReportCounts) -> Child:
    """Return the numbers of games and errors as a sentence."""
    if not counts.games:
        return "No game was found."
    wrong = counts.games - counts.valid
    read = f"{plural(counts.games, 'game')}, {plural(counts.plies, 'ply')}. "
    if not wrong:
        return f"{read}No game has an error."
    share = (
        f"{wrong:,} of them ({100 * wrong / counts.games:.1f} %)" if wrong > 1 else "One of them"
    )
    link = element("a", "what is wrong", href="#findings")
    return [f"{read}{share} {'has' if wrong == 1 else 'have'} errors: ", link, "."]


def _kinds(summaries: Sequence[Summary]) -> Markup:
    """Return the table of the kinds of games, and a sentence on each that has several games."""
    found = kinds_of_games(summaries)
    items = [
        element("li", element("b", one.heading), "; ", against_even(one.first_player))
        for one in summaries
        if one.games > 1
    ]
    tested = any(one.first_player.p is not None for one in summaries)
    remarks = [*_apart(summaries), *([CONFIDENCE] if tested else [])]
    return fold(
        element("h3", found.title),
        section(found._replace(title="")),
        element("ul", items, class_="lead") if items else None,
        element("p", " ".join(remarks), class_="soft") if remarks else None,
    )


def _apart(summaries: Sequence[Summary]) -> Iterator[str]:
    """Yield sentences that name the pooled variants, or say that variants are kept separate."""
    pooled = [one for one in summaries if one.variants > 1]
    for one in pooled:
        yield f"{one.title}: {', '.join(one.rules)}."
    if pooled:
        yield POOLED
    elif len(summaries) > 1:
        yield APART


def _tiles(counts: ReportCounts) -> Iterator[Markup]:
    wrong = counts.games - counts.valid
    yield _tile(counts.games, ("game read", "games read"))
    yield _tile(counts.valid, "valid", "good")
    yield _tile(wrong, "with errors", "bad" if wrong else None)
    yield _tile(counts.plies, ("ply played", "plies played"))
    yield _tile(counts.notes, ("note", "notes"))
    if counts.accepted:
        yield _tile(len(counts.accepted), "of these played as recorded", "bad")
        moves = ("illegal move accepted", "illegal moves accepted")
        yield _tile(sum(counts.accepted), moves, "bad")
    if counts.empty:
        yield _tile(counts.empty, ("file without a game", "files without a game"), "bad")
    if counts.unreadable:
        yield _tile(counts.unreadable, ("file not read", "files not read"), "bad")


def _tile(number: int, words: str | tuple[str, str], kind: str | None = None) -> Markup:
    """Return a number with its unit, as an element of a list.

    ``words`` is the unit, or its singular and plural. ``kind`` is the CSS class of the number.
    """
    text = words if isinstance(words, str) else words[number != 1]
    return element("li", element("b", number, class_=kind), element("span", text))


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
                "An error is a broken rule; a note is what the reader tolerated or assumed. A game "
                "with an error is counted up to the last legal ply. All findings are in ",
                file_link("findings.csv"),
                ".",
            ),
            table("Findings by code", heads, rows, (2, 3)),
        ]
    )


def _links(code: FindingSummary, viewed: Collection[int]) -> list[Child]:
    """Return links to the first games with a finding: to the board, else to the list of games."""
    links: list[Child] = []
    for number, ply in code.games.items():
        address = stepping_address(number, ply) if number in viewed else f"#record-{number}"
        links += [element("a", f"{number:,}", href=address), " "]
    return [*links, "..."] if code.records > len(code.games) else links


def openings(tables: Sequence[Markup], tests: Sequence[int]) -> Markup:
    """Return the most played first moves, with their scores.

    Args:
        tables: the tables of all trees of openings, from `first_moves`.
        tests: the number of statistical tests of scores in each tree.
    """
    if not tables:
        about = "No position was reached by two games: there is nothing to compare. Moves are in "
        return element("p", about, file_link("openings.csv"), ".")
    about = (
        "Symmetrical positions count as one, and so do transpositions. The score is that of the "
        "side that moves, in percent, from the finished games. Further plies are in "
    )
    together = adjusted_apart(tests)
    more = element("p", together, class_="soft") if together else None
    return join([element("p", about, file_link("openings.csv"), "."), *tables, more])


def first_moves(tree: OpeningTree) -> Iterator[Markup]:
    """Yield the tables of the first moves of a tree; none if it has only one game."""
    for root in tree.roots:
        if not root.replies or root.times < 2:
            continue
        moves = [(1, move) for move in root.replies[:MOVES]]
        every = len(root.replies) + root.rare[0]
        rest = f", the {MOVES} most frequent of {every:,}" if every > MOVES else ""
        games = plural(root.times, "game")
        title = f"{find(tree.game).title}, {tree.variant}: first moves of {games}{rest}"
        yield section(moves_section(title, root, moves, replies=True))


def measures(summaries: Sequence[Summary]) -> Markup:
    """Return the results, endings and measures of each kind of games."""
    if not summaries:
        return element("p", "Without games there is nothing to measure.")
    about = (
        "Shares are of the finished games, with Wilson's interval. The test of even chances is "
        "exact; it and its interval, also Wilson's, use the decided games. P-values are adjusted "
        "for the tests of all kinds of games by Benjamini and Hochberg's method. Where games are "
        "unfinished or cut off, lengths are estimated by Kaplan and Meier's method. "
    )
    *some, last = (one.title.partition(",")[0] for one in MEASURES if one.branching)
    about += f"{', '.join(some)} and {last} need the option ".capitalize()
    return join(
        [
            element("p", about, element("code", "--branching"), ". All values are in ",
                    file_link("statistics.json"), "."),
            *(_measured(one, place < OPEN) for place, one in enumerate(summaries)),
        ]
    )  # fmt: skip


def _measured(one: Summary, is_open: bool) -> Markup:
    first, *rest = details(one)
    parts = (section(part) for part in (first._replace(title=""), *rest))
    return fold(element("h3", first.title), *parts, is_open=is_open)


def players(pools: Iterable[RatingPool]) -> Markup:
    """Return the players of each game, sorted by rating."""
    rated = [pool for pool in pools if pool.standings]
    several = [pool for pool in rated if pool.games > 1]
    if not rated:
        return element("p", "No game has a result and a name for each side.")
    single = "; ".join(pool.title for pool in rated if pool.games == 1)
    alone = f"A single game with names and a result does not allow an estimate: {single}."
    remark = element("p", alone, class_="soft") if single else None
    about = (
        "Ratings are from the Bradley-Terry model on the Elo scale; the mean of these players is "
        "1500. Different spellings count as different players."
    )
    parts = [section(one) for pool in several for one in standings(pool, "statistics.json has all")]
    return join([element("p", about) if several else None, *parts, remark])


def games(counts: ReportCounts, diagrams: int) -> Markup:
    """Return the list of games, and the games with diagrams, at most ``diagrams`` of each kind."""
    if not counts.rows:
        return element("p", "There are no games.")
    return join([*_list(counts), *_drawn(counts, diagrams)])


def _list(counts: ReportCounts) -> Iterator[Markup]:
    """Yield the list of games, and the number of those that are not listed."""
    left = counts.records - len(counts.rows)
    if left:
        yield element(
            "p",
            f"{len(counts.rows):,} records are listed: the first {LISTED:,}, and of the others "
            f"those with errors (at most {WRONG:,}) or named among the findings. All "
            f"{counts.records:,} are in ",
            file_link(GAMES_TABLE, "the table of games"),
            ".",
        )
    ids = [f"record-{number}" for number in counts.rows]
    yield table("List of games", HEADS, counts.rows.values(), (0, 6), ids=ids)


def _drawn(counts: ReportCounts, diagrams: int) -> Iterator[Markup]:
    """Yield the games with diagrams."""
    if not counts.entries:
        return
    left = sum(counts.played.values()) - len(counts.entries)
    about: list[Child] = [
        "The key positions of a game are those after the first capture, after the ply from which "
        "the winner led to the end, and after the last ply."
    ]
    if left:
        about += [
            f" Shown: the first {plural(diagrams, 'record')} of each game; ",
            f"the {left:,} others are in ",
            file_link(GAMES_TABLE, "the table of games"),
            ".",
        ]
    yield element("h3", "Key positions")
    yield element("p", about)
    seen, shown, folded = Counter[str](), list[Markup](), list[Markup]()
    for game, entry in counts.entries:
        (shown if seen[game] < OPEN else folded).append(entry)
        seen[game] += 1
    yield element("div", shown, class_="entries")
    if folded:
        further = element("summary", f"Key positions of {plural(len(folded), 'more record')}")
        entries = element("div", folded, class_="entries")
        yield element("details", further, entries, class_="further")
