"""A game on the page: its row in the list of games, and its key positions."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from analysis.diagrams import compose, ply_diagram
from analysis.drawing.svg import UNIT, paint
from analysis.games import title_of
from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.replay import PlayedPly, Replay
from analysis.replay.verdict import finding_words, verdict_words
from analysis.report.page import comment, fold, rules, stepping_address
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

FOLDER = "diagrams"
"""The folder of the pictures of key positions."""

HEADS = ("no.", "game", "variant", "players", "event", "result", "plies", "verdict",
         "first finding", "place")  # fmt: skip
"""Heads of the list of games."""


def row_of(number: int, game: Replay, drawn: bool, viewed: bool) -> tuple[Child, ...]:
    """Return the row of a record in the list of games.

    Args:
        number: its number among all records, from 1.
        game: the game.
        drawn: whether the page has its key positions.
        viewed: whether it can be stepped through.
    """
    tags, source, (verdict, _) = game.record.tags, game.record.source, verdict_words(game)
    event, date = (from_record(_short(tags[tag])) if tags.get(tag) else ""
                   for tag in ("Event", "Date"))  # fmt: skip
    when = element("span", date, class_="date") if date and len(tags["Date"]) <= DATE else date
    undecided = game.record.result in ("", UNDECIDED)
    first, finding = Markup(), next(iter([*game.violations, *game.notes]), None)
    if finding:
        words, ply = from_record(_short(finding_words(finding))), finding.ply or 0
        first = _stepped(number, ply, words, viewed and bool(ply))
    return (
        element("a", number, href=f"#game-{number}") if drawn else number,
        game.game.title if game.game else "",
        rules(game.record.variant),
        _named(tags),
        join([event, ", " if event and date else "", when]),
        _won(game) if undecided else from_record(_short(game.record.result)),
        game.played,
        _stepped(number, 0, element("span", verdict, class_=_kind(verdict)), viewed),
        first,
        from_record(":".join(str(part) for part in (source.path, source.line) if part)),
    )


def _won(game: Replay) -> str:
    """Return the result on the board in words."""
    if game.outcome is None:
        return ""
    return f"{game.outcome.winner.capitalize()} won" if game.outcome.winner else "draw"


def _kind(verdict: str) -> str:
    return "good" if verdict == "valid" else "bad"


def _stepped(number: int, ply: int, words: Markup, viewed: bool) -> Markup:
    """Return ``words``, as a link to the board after a ply if the record can be stepped through."""
    return element("a", words, href=stepping_address(number, ply)) if viewed else words


def _short(text: str) -> str:
    """Return a text of at most `CELL` letters."""
    return text if len(text) <= CELL else f"{text[:CELL]}…"


def entry_of(number: int, game: Replay, key_positions: Iterable[Markup]) -> Markup:
    """Return the key positions of a game, given as pictures, with its players and findings."""
    record, (verdict, sentence) = game.record, verdict_words(game)
    source = f"{record.source.path}, game {record.source.game}, line {record.source.line}"
    findings = [from_record(finding_words(found)) for found in game.violations[:QUOTED]]
    result = _entry("Result", record.result) if record.result != UNDECIDED else None
    link = element("a", "step through", href=stepping_address(number))
    return element(
        "article",
        fold(
            element("h4", f"{number:,}. ", _players(record)),
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
            element("div", key_positions, class_="moments"),
        ),
        class_="game",
        id=f"game-{number}",
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


def key_plies(game: Replay, first_capture: int | None, decisive: int | None) -> dict[int, str]:
    """Return the numbers of a game's key plies, each with a heading.

    Args:
        game: the game.
        first_capture: number of the first ply that captures; None if there is none.
        decisive: number of the ply at which the winner took the lead for the rest of the game, or
            of the last ply if the winner never led; None without a winner.
    """
    headings: dict[int, list[str]] = {}

    def add(ply: int | None, heading: str) -> None:
        if ply is not None:
            headings.setdefault(ply, []).append(heading)

    add(first_capture, "first capture")
    add(decisive, "the winner leads to the end")
    whole = game.played == len(game.record.moves)
    add(game.played, "final position" if whole else "last legal position")
    return {ply: ", ".join(headings[ply]).capitalize() for ply in sorted(headings)}


def draw_key_positions(
    game: Replay, plies: Mapping[int, str], folder: Path, number: int
) -> Iterator[Markup]:
    """Draw the key positions of a game, and yield them as elements of the page.

    Args:
        game: the game, with a start.
        plies: the numbers of its key plies, with their headings.
        folder: the folder of the report.
        number: the number of the game in the names of the files.
    """
    played: list[PlayedPly | None] = [None, *game.plies()]
    (folder / FOLDER).mkdir(exist_ok=True)
    for ply, heading in plies.items():
        position, caption, options = ply_diagram(game, played[ply])
        scene = compose(position, **options)
        file = f"{FOLDER}/game-{number:04}-ply-{ply:03}.svg"
        (folder / file).write_text(paint(scene, adaptive=True), encoding="utf-8")
        words = str(game.record.details.get(ply - 1, {}).get("comment", ""))
        yield element(
            "figure",
            element("img", src=file, alt=scene.title, loading="lazy",
                    width=round(UNIT * scene.width), height=round(UNIT * scene.height)),
            element("figcaption", element("b", heading), caption, comment(words)),
        )  # fmt: skip
