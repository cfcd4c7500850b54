"""Records in another notation: read, replay, write."""

from dataclasses import dataclass, replace

from analysis.replaying import Replay
from analysis.rules.position import spelled
from notation import Dialect, LudographError, find_dialect
from notation.errors import Finding, violation
from records import Record


@dataclass(frozen=True, slots=True)
class Conversion:
    """What came of converting a record.

    Attributes:
        record: the record in the other notation; None where it could not be converted.
        violations: why not.
    """

    record: Record | None
    violations: tuple[Finding, ...] = ()


def convert(game: Replay, dialect: str | None = None) -> Conversion:
    """Write a record canonically in a dialect, exactly: only a valid game is converted.

    Args:
        game: the replay of the record.
        dialect: name of the dialect to write; None keeps the record's own.

    Raises:
        UnknownName: the game has no such dialect.
    """
    if not game.valid or game.game is None or game.dialect is None:
        return Conversion(None, tuple(game.violations))
    target = find_dialect(game.game.name, dialect) if dialect else game.dialect
    try:
        moves = tuple(_texts(game, target))
    except LudographError as error:
        refused = violation("cannot-convert", f"{target.name} cannot say this: {error}")
        return Conversion(None, (refused.at(line=game.record.source.line),))
    record = replace(game.record, moves=moves, dialect=target.name, places=())
    return Conversion(replace(record, findings=tuple(_remaining(game))))


def _texts(game: Replay, target: Dialect[object]) -> list[str]:
    return [spelled(ply.before, ply.move, target) for ply in game.plies()]


def _remaining(game: Replay) -> list[Finding]:
    """Return the notes that concern the container, not the spelling of moves."""
    return [finding for finding in game.record.findings if not finding.violation]
