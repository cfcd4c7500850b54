"""The summary of a report: sentences, numbers and files."""

from collections.abc import Iterator, Sequence

from analysis.games import find
from analysis.pages.html import Child, Markup, element, join
from analysis.report.collect import ReportCounts
from analysis.report.measures import adjusted_evenness
from analysis.report.page import GAMES_TABLE, file_link, rules_of, table
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.groups import rules_title
from analysis.statistics.significance import stands
from analysis.statistics.summaries import Summary
from analysis.statistics.wording import chance, median_range, number
from notation.numbers import plural

SINGLE = 3
"""Least number of variants of one game that have a sentence together."""

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
    "These variants are pooled, as was asked for: their figures describe none of them alone. "
    "Openings are by variant."
)

CONFIDENCE = (
    "In brackets are intervals of 95 %. The games count as independent of each other, which those "
    "of few players or of one program are not."
)


MANY = (
    "Of many p-values some are small by chance: the adjusted ones are corrected for that, by "
    "Benjamini and Hochberg."
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
            _kinds_in_words(summaries) if summaries else element("p", NOTHING),
            element("ul", _tiles(counts), class_="tiles"),
            _kinds(summaries) if summaries else None,
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


def _kinds_in_words(summaries: Sequence[Summary]) -> Markup:
    single = [one for one in summaries if one.records == 1]
    shown = [one for one in summaries if len(single) < SINGLE or one.records > 1]
    adjusted = adjusted_evenness(shown)
    items = [
        element("li", element("b", _name(one)), ": ", _sentence(one, adjusted.get(place)))
        for place, one in enumerate(shown)
    ]
    if len(shown) < len(summaries):
        names = "; ".join(map(_name, single))
        words = f"{len(single):,} variants of one game each"
        items.append(element("li", element("b", words), f" are nothing to estimate from: {names}."))
    about = " ".join(_apart(summaries))
    tested = sum(one.evenness.of >= ENOUGH for one in summaries)
    parts = [about or None, CONFIDENCE if tested else None, MANY if tested > 1 else None]
    remark = " ".join(filter(None, parts))
    return join(
        [element("ul", items, class_="lead"), element("p", remark, class_="soft") if remark else ""]
    )


def _apart(summaries: Sequence[Summary]) -> Iterator[str]:
    """Yield sentences on variants that are counted apart or pooled."""
    pooled = [one for one in summaries if one.variants > 1]
    for one in pooled:
        yield f"{_name(one)}: {', '.join(one.rules)}."
    if pooled:
        yield POOLED
    elif len(summaries) > 1:
        yield APART


def _name(one: Summary) -> str:
    words = rules_title(one.rules, one.sides)
    return ", ".join(filter(None, [find(one.keys["game"] or "").title, words]))


def _sentence(one: Summary, adjusted: float | None) -> str:
    """Return the summary of one variant as a sentence, with the adjusted p-value of its test."""
    parts = [plural(one.records, "game")]
    if one.broken == 1:
        which = "which" if one.records == 1 else "one of which"
        parts.append(f"{which} breaks off at an error and does not count")
    elif one.broken:
        parts.append(f"{one.broken:,} of which break off at an error and do not count")
    if one.records == 1:
        return f"{', '.join(parts)}{_ending(one)}; one game is nothing to estimate from."
    return f"{', '.join([*parts, *_length(one)])}. {' '.join(_winners(one, adjusted))}"


def _ending(one: Summary) -> str:
    """Return how a single game ended."""
    if one.broken:
        return ""
    if not one.draws.of:
        how = "without a result"
    elif one.draws.count:
        how = "drawn"
    else:
        place = next(number for number, share in enumerate(one.wins) if share.count)
        how = f"won by the {('first', 'second', 'third')[place]} player"
    return f" of {plural(one.plies, 'ply')}, {how}"


def _length(one: Summary) -> Iterator[str]:
    half = one.survival
    if half.median is not None and half.finished >= ENOUGH:
        yield f"of {number(half.median)} plies in the median ({median_range(half)})"


def _winners(one: Summary, adjusted: float | None) -> Iterator[str]:
    """Yield the sentences on who won."""
    even, drawn = one.evenness, int(one.draws.count)
    if not one.draws.of:
        yield "None has a result: there is nothing to estimate."
        return
    if even.of < ENOUGH:
        yield f"The first player won {even.count} of {even.of} decided games"
        yield "(too few for an estimate)."
    else:
        share, low, high = (f"{100 * (end or 0):.1f}" for end in (even.share, even.low, even.high))
        won = f"The first player won {share} % ({low}-{high} %) of {even.of:,} decided games"
        yield f"{won}{_verdict(even.p, adjusted)}."
    if drawn:
        yield f"{plural(drawn, 'game')} {'was' if drawn == 1 else 'were'} drawn."
    if one.unfinished:
        yield f"{plural(one.unfinished, 'game')} without a result {_is(one.unfinished)} left out."


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _verdict(p: float | None, adjusted: float | None) -> str:
    """Return the result of a test against an even game as words."""
    if p is None or adjusted is None:
        return ""
    value = f"p {chance(p)}" + ("" if adjusted == p else f", adjusted {chance(adjusted)}")
    if stands(adjusted):
        return f"; an even game would hardly give that ({value})"
    return f"; an even game may give that as well ({value})"


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
    """Return a number with its words, or with those for one and for several."""
    text = words if isinstance(words, str) else words[number != 1]
    return element("li", element("b", number, class_=kind), element("span", text))


def _kinds(summaries: Sequence[Summary]) -> Markup:
    heads = ("game", "variant", "records", "valid", "broken", "plies", "finished")
    rows = [
        (
            find(one.keys["game"] or "").title,
            rules_of(one),
            one.records,
            one.valid,
            one.broken,
            one.plies,
            one.draws.of,
        )
        for one in summaries
    ]
    return table("Kinds of games", heads, rows, range(2, 7))
