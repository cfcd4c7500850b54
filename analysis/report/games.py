"""The games on the page: the list of games, and some of them with diagrams."""

from collections import Counter
from collections.abc import Iterator, Mapping

from analysis.games import find, title_of
from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.replay.verdict import finding_words, verdict_words
from analysis.report.collect import LISTED, WRONG, GameEntry, GameRow, ReportCounts
from analysis.report.page import (
    GAMES_TABLE,
    comment,
    file_link,
    fold,
    rules,
    stepping_address,
    table,
)
from notation.numbers import plural
from records import Record
from records.model import UNDECIDED, player_of

IN_HEADING = ("White", "Black", "Red", "Blue", "Green")
"""Tags that name players."""

UNSHOWN = frozenset({"Game", "Variant", "Dialect", "Result", *IN_HEADING})
"""Tags that are not listed, because the page shows them elsewhere."""

QUOTED = 6
"""Maximum number of findings of one game on the page."""

CELL = 120
"""Maximum number of letters in a cell of the list of games."""

DATE = 10
"""Maximum number of letters of a date that is not broken across lines."""

TAGS = 12
"""Maximum number of tags of one game on the page."""

OPEN = 4
"""Number of records of each game whose diagrams are shown at once; the others are folded."""


def games_section(counts: ReportCounts, diagrams: int) -> Markup:
    """Return the list of games, and the games with diagrams."""
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
    heads = ("no.", "game", "variant", "players", "event", "result", "plies", "verdict",
             "first finding", "place")  # fmt: skip
    shown = {one.number for one in counts.entries}
    rows = [_row(one, one.number in shown, one.number in counts.viewed) for one in counts.rows]
    ids = [f"record-{one.number}" for one in counts.rows]
    yield table("List of games", heads, rows, (0, 6), ids=ids)


def _row(one: GameRow, drawn: bool, viewed: bool) -> tuple[Child, ...]:
    event, date = (from_record(_short(one.tags[tag])) if one.tags.get(tag) else ""
                   for tag in ("Event", "Date"))  # fmt: skip
    when = element("span", date, class_="date") if date and len(one.tags["Date"]) <= DATE else date
    return (
        element("a", one.number, href=f"#game-{one.number}") if drawn else one.number,
        find(one.game).title if one.game else "",
        rules(one.variant),
        _named(one.tags),
        join([event, ", " if event and date else "", when]),
        one.won if one.result in ("", UNDECIDED) else from_record(_short(one.result)),
        one.plies,
        _stepped(one.number, 0, element("span", one.verdict, class_=_kind(one.verdict)), viewed),
        one.finding
        and _stepped(
            one.number, one.ply, from_record(_short(one.finding)), viewed and bool(one.ply)
        ),
        from_record(":".join(str(part) for part in (one.source.path, one.source.line) if part)),
    )


def _kind(verdict: str) -> str:
    return "good" if verdict == "valid" else "bad"


def _stepped(number: int, ply: int, words: Markup, viewed: bool) -> Markup:
    """Return ``words``, as a link to the board after a ply if the record can be stepped through."""
    return element("a", words, href=stepping_address(number, ply)) if viewed else words


def _short(text: str) -> str:
    """Return a text of at most `CELL` letters."""
    return text if len(text) <= CELL else f"{text[:CELL]}…"


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
    seen, shown, folded = Counter[str | None](), list[GameEntry](), list[GameEntry]()
    for one in counts.entries:
        game = one.game.record.game
        (shown if seen[game] < OPEN else folded).append(one)
        seen[game] += 1
    yield element("div", map(_game, shown), class_="entries")
    if folded:
        further = element("summary", f"Key positions of {plural(len(folded), 'more record')}")
        entries = element("div", map(_game, folded), class_="entries")
        yield element("details", further, entries, class_="further")


def _game(one: GameEntry) -> Markup:
    record, (verdict, sentence) = one.game.record, verdict_words(one.game)
    source = f"{record.source.path}, game {record.source.game}, line {record.source.line}"
    findings = [from_record(finding_words(found)) for found in one.game.violations[:QUOTED]]
    result = _entry("Result", record.result) if record.result != UNDECIDED else None
    link = element("a", "step through", href=stepping_address(one.number))
    return element(
        "article",
        fold(
            element("h4", f"{one.number:,}. ", _players(record)),
            element(
                "p",
                element("b", verdict, class_=_kind(verdict)),
                ": ",
                from_record(sentence),
                " ",
                link,
            ),
            element("ul", (element("li", text) for text in findings)) if findings else None,
            element("dl", _entry("Record", source), result, _tags(record.tags)),
            comment(record.comment),
            element("div", one.key_positions, class_="moments"),
        ),
        class_="game",
        id=f"game-{one.number}",
    )


def _players(record: Record) -> Child:
    """Return the title of the game, and the players in the order of their tags."""
    title, names = title_of(record.game or ""), _named(record.tags)
    return [title, ": ", *names] if names else title


def _named(tags: Mapping[str, str]) -> list[Child]:
    """Return the players, separated by dashes."""
    names = list(filter(None, (player_of(tags, tag) for tag in IN_HEADING)))
    return [[" – " if index else "", from_record(_short(name))] for index, name in enumerate(names)]


def _tags(tags: Mapping[str, str]) -> Child:
    listed = [(name, text) for name, text in tags.items() if name not in UNSHOWN and text]
    return [_entry(name, text) for name, text in listed[:TAGS]]


def _entry(name: str, text: str) -> Markup:
    return element("div", element("dt", from_record(name)), element("dd", from_record(text)))
