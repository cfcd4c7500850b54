"""What a record says of itself, held against the board: its result, and who plays."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.games.position import AnyPosition, Outcome
from notation import Finding
from notation.findings import note, violation
from records.results import DRAW, winner_index

if TYPE_CHECKING:
    from analysis.replay.replay import Replay


def agrees_with(stated: str, outcome: Outcome, sides: tuple[str, ...]) -> bool:
    """Tell whether a result that a record states is what came about on the board."""
    winner = winner_index(stated)
    if winner is None:
        return stated == DRAW and outcome.winner is None
    return winner < len(sides) and sides[winner] == outcome.winner


def judge_result(game: "Replay") -> Finding | None:
    """Return what there is to say of a stated result; nothing where the game broke off."""
    moves, stated = game.record.moves, game.record.result
    if game.start is None or game.played < len(moves):
        return None
    place = {"line": game.record.place(len(moves) - 1)[0], "text": stated}
    outcome = game.outcome
    if outcome is None:
        ended = game.record.tags.get("Termination")
        message = f"{stated} was not decided on the board" + (f": {ended}" if ended else "")
        return note("not-decided-on-board", message).at(**place)
    if agrees_with(stated, outcome, game.start.sides):
        return None
    won = f"{outcome.winner.title()} has won" if outcome.winner else "nobody has won"
    message = f"the record says {stated}, but on the board {won}: {outcome.message}"
    return violation("result-mismatch", message).at(**place)


def too_many_columns(columns: int, start: AnyPosition | None) -> Iterator[Finding]:
    """Yield a note if a record's rows have more moves than there are sides."""
    if start is not None and columns > len(start.sides):
        sides = len(start.sides)
        message = f"the rows have {columns} moves, and {sides} sides play {start.variant}"
        yield note("wide-rows", message)


def winners(game: "Replay") -> tuple[int, ...] | None:
    """Return the sides that won, from 0, as the board says, or else the record.

    All of them where the game was drawn, None where neither tells.
    """
    if game.start is None:
        return None
    sides, outcome = game.start.sides, game.outcome
    if outcome:
        return (sides.index(outcome.winner),) if outcome.winner else tuple(range(len(sides)))
    winner = winner_index(game.record.result)
    if winner is None:
        return tuple(range(len(sides))) if game.record.result == DRAW else None
    return (winner,) if winner < len(sides) else None
