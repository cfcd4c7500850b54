"""The summary of a report: sentences, numbers and files."""

from collections.abc import Iterator, Sequence

from analysis.pages.html import Child, Markup, element, join
from analysis.report.collect import ReportCounts
from analysis.report.page import GAMES_TABLE, file_link, fold, section
from analysis.statistics.section import against_even
from analysis.statistics.summaries import Summary, kinds_of_games
from notation.numbers import plural

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

NOTHING = "These files contain no games: there is nothing to estimate."

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


def summary_section(
    counts: ReportCounts, summaries: Sequence[Summary], csv: bool = False
) -> Markup:
    """Return the summary: sentences, numbers, kinds of games, and links to the files."""
    files = FILES | CSV_FILES if csv else FILES
    links = [element("li", file_link(name, words)) for name, words in files.items()]
    return join(
        [
            element("p", _checked(counts), class_="lead"),
            element("ul", _tiles(counts), class_="tiles"),
            _kinds(summaries) if summaries else element("p", NOTHING),
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
    """Yield sentences on which variants are kept separate or pooled."""
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
    """Return a number with its unit; ``words`` may have the singular and the plural."""
    text = words if isinstance(words, str) else words[number != 1]
    return element("li", element("b", number, class_=kind), element("span", text))
