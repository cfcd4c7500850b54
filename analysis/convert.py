"""Records in another notation: read, replay, write."""

from dataclasses import dataclass, replace

from analysis.games.position import write_unambiguously
from analysis.replay.replay import Replay
from notation import Dialect, LudographError, UnwritableMove, dialects, find_dialect
from notation.findings import Finding, violation
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


def convert(game: Replay, dialect: str | None = None, *, counts: bool = False) -> Conversion:
    """Write a record canonically in a dialect, exactly: only a valid game is converted.

    A variant that was guessed, and is not the usual one, is written: the texts that it was guessed
    from need not tell it in another dialect.

    Args:
        game: the replay of the record.
        dialect: name of the dialect to write; None keeps the record's own.
        counts: whether to write, beside every move, the running count that the game's notation has
            room for, such as pieces in reserve; else those that the record states are kept.

    Raises:
        UnknownName: the game has no such dialect.
    """
    if not game.valid or game.game is None or game.dialect is None:
        return Conversion(None, tuple(game.violations))
    target = find_dialect(game.game.name, dialect) if dialect else game.dialect
    try:
        moves = tuple(_texts(game, target, counts))
    except LudographError as error:
        refused = violation("cannot-convert", f"{target.name} cannot say this: {error}")
        return Conversion(None, (refused.at(line=game.record.source.line),))
    variant = game.record.variant
    if game.guessed and game.variant != game.game.variant():
        variant = str(game.variant)
    findings, name = tuple(_remaining(game)), target.name
    return Conversion(
        replace(
            game.record, moves=moves, variant=variant, dialect=name, places=(), findings=findings
        )
    )


def _texts(game: Replay, target: Dialect[object], counts: bool) -> list[str]:
    roomy = [one.name for one in dialects(target.game) if one.counts]
    if counts and roomy and not target.counts:
        raise UnwritableMove(f"it has no room for counts; {' and '.join(roomy)} have")
    if game.is_canonical and not counts:
        return game.rewritten(target)
    return [
        write_unambiguously(
            ply.before, ply.before.with_counts(ply.move) if counts else ply.move, target
        )
        for ply in game.plies()
    ]


def _remaining(game: Replay) -> list[Finding]:
    """Return the notes that concern the container, not the spelling of moves."""
    return [finding for finding in game.record.findings if not finding.violation]
