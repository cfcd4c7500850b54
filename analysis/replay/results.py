"""Compare the recorded result with the final position."""

from collections.abc import Iterator, Sequence

from analysis.games.position import AnyPosition, Outcome
from notation import Finding
from notation.findings import note, violation
from records import Record
from records.results import DRAW, winner_index, won_by


def agrees_with(stated: str, outcome: Outcome, sides: Sequence[str]) -> bool:
    """Whether a stated result is the outcome on the board."""
    winner = winner_index(stated)
    if winner is None:
        return stated == DRAW and outcome.winner is None
    return winner < len(sides) and sides[winner] == outcome.winner


def result_of(winner: str | None, sides: Sequence[str]) -> str:
    """Return the result that records write for a winner, or for None a draw."""
    return DRAW if winner is None else won_by(sides.index(winner), len(sides))


def judge(record: Record, start: AnyPosition, outcome: Outcome | None) -> Iterator[Finding]:
    """Yield the finding on the stated result of a record that was played to its end, if any.

    Args:
        record: the record.
        start: the first position.
        outcome: the outcome on the board; None while the game goes on.
    """
    stated = record.result
    place = {"line": record.place(len(record.moves) - 1)[0], "text": stated}
    if outcome is None and winners(stated, None, start.sides) is None:
        message = (
            f"{stated!r} is no result of a game of {len(start.sides)} sides: it counts for none"
        )
        yield note("unclear-result", message).at(**place)
    elif outcome is None:
        ended = record.tags.get("Termination")
        message = f"{stated} was not decided on the board" + (f": {ended}" if ended else "")
        yield note("not-decided-on-board", message).at(**place)
    elif not agrees_with(stated, outcome, start.sides):
        won = f"{outcome.winner.title()} has won" if outcome.winner else "it is a draw"
        message = f"the result in the record is {stated}, but on the board {won}: {outcome.message}"
        yield violation("result-mismatch", message).at(**place)


def too_many_columns(columns: int, start: AnyPosition) -> Finding:
    """Return the note that a record's rows have more moves than there are sides."""
    message = f"the rows have {columns} moves, and {len(start.sides)} sides play {start.variant}"
    return note("wide-rows", message)


def winners(result: str, outcome: Outcome | None, sides: Sequence[str]) -> tuple[int, ...] | None:
    """Return the indices of the sides that won on the board, or else by the stated result.

    All of them in a draw, None where neither decides.
    """
    everyone = tuple(range(len(sides)))
    if outcome:
        return (sides.index(outcome.winner),) if outcome.winner else everyone
    winner = winner_index(result)
    if winner is None:
        return everyone if result == DRAW else None
    return (winner,) if winner < len(sides) else None
