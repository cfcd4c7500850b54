"""Doubts about a record that its moves settle: the game, the start, and diagrams beside moves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from analysis.games import Game
from analysis.games.position import AnyPosition
from notation import (
    Dialect,
    Finding,
    InvalidPosition,
    InvalidVariant,
    UnknownName,
    dialects,
    find_dialect,
)
from notation.findings import note
from records import Record
from records.model import Diagram

GUESSED = "guessed-game"
"""Code of the notes on what a game was guessed from."""
OPENING = 24
"""Moves from the beginning that are played in each game."""
MORE = 2
"""Moves that another game has to have more of; twice as many besides, if not all are legal."""


def is_guessed(record: Record) -> bool:
    """Whether nothing but the moves decided which game a record is of."""
    return bool(record.guess) or any(one.code == GUESSED for one in record.findings)


def in_legal_game(record: Record, played: Callable[[Record], int]) -> Record:
    """Return a record in the game and dialect in which most of its first moves are legal.

    Args:
        record: a record that names no game, with the game that its texts fit best.
        played: returns the number of legal moves of a record before the first illegal one.
    """
    others = _as_readable(record) if record.game and record.dialect else []
    if not others:
        return record
    opening = replace(record, moves=record.moves[:OPENING], result="*", guess="", findings=())
    count, own = len(opening.moves), played(opening)
    if own == count:
        return record
    ways = [replace(opening, game=one.game, dialect=one.name) for one in others]
    legal, best = max(((played(way), way) for way in ways), key=lambda way: way[0])
    if legal < (own if legal == count else 2 * own) + MORE:
        return record
    game = best.game if best.game != record.game else f"{best.game} in the dialect {best.dialect}"
    why = (
        f"the record names no game: read as {game}, for {legal} of the first {count} moves are "
        f"legal so, {own} as {record.game} in the dialect {record.dialect}"
    )
    left = tuple(one for one in record.findings if one.code != GUESSED)
    return replace(record, game=best.game, dialect=best.dialect, guess=why, findings=left)


def _as_readable(record: Record) -> list[Dialect[object]]:
    """Return the other dialects that can read as many moves of a record as its own dialect."""
    least = _readable(find_dialect(record.game or "", record.dialect), record.moves)
    return [
        one
        for one in dialects()
        if (one.game, one.name) != (record.game, record.dialect)
        and _readable(one, record.moves) >= least
    ]


def _readable(dialect: Dialect[object], moves: Sequence[str]) -> int:
    # Loaded here: nearly all games are named, or guessed right.
    from records.text.layout import NOTHING

    return sum(
        dialect.lenient_pattern.fullmatch(move) is not None for move in moves if move != NOTHING
    )


NAMED = 8
"""Points that a finding on two boards names at most."""


class Played(Protocol):
    """The attributes of a replay that `compared` needs; see `analysis.replay.replay.Replay`."""

    record: Record
    game: Game | None
    named_variant: str | None
    start: AnyPosition | None

    @property
    def played(self) -> int:
        """Number of plies played."""

    @property
    def position(self) -> AnyPosition | None:
        """The position after the last ply played."""

    def positions(self) -> Iterator[AnyPosition]:
        """Yield the start, and the position after each ply."""


def settle_start(record: Record, play: Callable[[Record], Played]) -> Record:
    """Return a record whose start is the diagram before its moves, if the moves begin there.

    The diagram is not taken if the record or its variant has this start anyway, or if the game is
    legal to its end from the usual start only. A note says what the diagram was taken for.

    Args:
        record: the record.
        play: returns the replay of a record.
    """
    above = [one for one in record.diagrams if not one.ply]
    usual = play(replace(record, diagrams=())) if above else None
    if usual is None or usual.start is None:
        return record
    rest = tuple(one for one in record.diagrams if one.ply)
    if len({one.text for one in above}) > 1:
        return _with_note(record, rest, above[0], "is left out: several stand before the moves")
    shown = _read(above[0], usual)
    if isinstance(shown, str):
        return _with_note(record, rest, above[0], f"is left out: {shown}")
    if str(shown) == str(usual.start):
        return _with_note(record, rest, above[0], "shows the start position of the game")
    if record.start:
        differs = _differs(above[0], shown, usual.start, "the record's start")
        return replace(record, diagrams=rest).with_findings(differs)
    if usual.position and str(shown) == str(usual.position) and usual.played == len(record.moves):
        return _with_note(record, rest, above[0], "shows the position after the last move")
    begun = replace(record, start=str(shown), diagrams=rest)
    other = play(begun)
    if other.played < usual.played:
        plies = f"{usual.played} plies are legal from the usual start, {other.played} from it"
        why = f"is left out: {plies}"
        return _with_note(record, rest, above[0], why)
    also = " (they are legal from the usual start, too)" if usual.played == other.played else ""
    message = f"is read as the start position of the moves below it{also}: {shown}"
    return _with_note(begun, rest, above[0], message)


def compared(game: Played) -> Iterator[Finding]:
    """Yield a finding for each diagram among or after the moves of a game."""
    positions = list(game.positions()) if game.record.diagrams else []
    for one in game.record.diagrams:
        number = f"ply {one.ply}" if one.ply else "the start"
        if one.ply >= len(positions):
            yield _note(one, f"is not compared: the game breaks off before {number}")
            continue
        shown = _read(one, game)
        if isinstance(shown, str):
            yield _note(one, f"is left out: {shown}")
        elif str(shown) == str(positions[one.ply]):
            yield _note(one, f"shows the position after {number}")
        else:
            yield _differs(one, shown, positions[one.ply], f"the position after {number}")


def _read(diagram: Diagram, game: Played) -> AnyPosition | str:
    """Return the position that a diagram shows, or why it cannot be read."""
    if game.game is None:
        return "the game is unknown"
    try:
        shown: AnyPosition = game.game.diagram().read_text(diagram.text, game.named_variant)
    except (InvalidPosition, InvalidVariant, UnknownName) as error:
        return str(error)
    return shown


def _differs(diagram: Diagram, shown: AnyPosition, reached: AnyPosition, where: str) -> Finding:
    """Return the finding on a diagram that shows another position than the one reached there."""
    here, there = shown.pieces(), reached.pieces()
    points = [name for name in there if here.get(name) != there[name]]
    parts = [f"{name} has {here.get(name)} for {there[name]}" for name in points[:NAMED]]
    more = len(points) - len(parts)
    parts += [f"{more} more points"] if more > 0 else []
    if shown.turn != reached.turn:
        parts.append(f"{shown.sides[shown.turn].title()} is to move in it")
    what = ", ".join(parts) or f"it is {shown}, not {reached}"
    message = f"the diagram differs from {where}: {what}"
    return note("diagram-differs", message).at(line=diagram.line, column=1)


def _with_note(record: Record, rest: tuple[Diagram, ...], diagram: Diagram, what: str) -> Record:
    return replace(record, diagrams=rest).with_findings(_note(diagram, what))


def _note(diagram: Diagram, what: str) -> Finding:
    return note("diagram", f"the diagram {what}").at(line=diagram.line, column=1)
