"""Records in another notation: read, replay, write."""

from dataclasses import dataclass, replace

from analysis.games.position import write_unambiguously
from analysis.replay import Replay
from notation import Dialect, LudographError, UnwritableMove, dialects, find_dialect
from notation.findings import Finding, violation
from records import Record


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted record, or why there is none.

    Attributes:
        record: the record in the other notation; None where it could not be converted.
        violations: the reasons.
    """

    record: Record | None
    violations: tuple[Finding, ...] = ()


def convert(game: Replay, dialect: str | None = None, *, counts: bool = False) -> Conversion:
    """Write a record canonically in a dialect, exactly: only a valid game is converted.

    A variant that was guessed, and is not the default one, is written: it may not be guessed from
    the texts of another dialect.

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
        refused = violation("cannot-convert", f"{target.name} cannot express this: {error}")
        return Conversion(None, (refused.at(line=game.record.source.line),))
    variant = game.record.variant
    if game.guessed and game.variant != game.game.variant():
        variant = str(game.variant)
    # Notes concern the container, not how the moves are written.
    notes = tuple(finding for finding in game.record.findings if not finding.violation)
    record = replace(
        game.record, moves=moves, variant=variant, dialect=target.name, places=(), findings=notes
    )
    return Conversion(record)


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
