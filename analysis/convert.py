"""Records in another notation: read, replay, write."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analysis.games.position import write_unambiguously
from analysis.replay import Ply, Replay
from analysis.replay.setup import AS_RECORDED
from notation import Dialect, LudographError, UnwritableMove, dialects, find_dialect
from notation.findings import Finding, violation
from records import Record


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted record, or why there is none.

    Attributes:
        record: the record in the other notation; None where it could not be converted.
        violations: the reasons.
        accepted: the violations of illegal moves that were carried out as recorded.
    """

    record: Record | None
    violations: tuple[Finding, ...] = ()
    accepted: tuple[Finding, ...] = ()


def convert(game: Replay, dialect: str | None = None, *, counts: bool = False) -> Conversion:
    """Write a record canonically in a dialect, exactly: only a game that was played is converted.

    That is a valid one, or one whose only violations are moves that were carried out as recorded:
    these are listed in the tag ``AsRecorded``, with which they are played again.

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
    if not game.playable or game.game is None or game.dialect is None:
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
    record = with_accepted(game.record, game.accepted)
    record = replace(
        record, moves=moves, variant=variant, dialect=target.name, places=(), findings=notes
    )
    return Conversion(record, accepted=game.accepted)


def with_accepted(record: Record, accepted: Sequence[Finding]) -> Record:
    """Return a record with the tag that lists illegal moves and has them played as they stand."""
    if not accepted:
        return record
    listed = ", ".join(f"ply {finding.ply} {finding.code}" for finding in accepted)
    return replace(record, tags={**record.tags, AS_RECORDED: listed})


def _texts(game: Replay, target: Dialect[object], counts: bool) -> list[str]:
    roomy = [one.name for one in dialects(target.game) if one.counts]
    if counts and roomy and not target.counts:
        raise UnwritableMove(f"it has no room for counts; {' and '.join(roomy)} have")
    if game.is_canonical and not counts:
        return game.rewritten(target)
    return [_text(ply, target, counts) for ply in game.plies()]


def _text(ply: Ply, target: Dialect[object], counts: bool) -> str:
    move = ply.before.with_counts(ply.carried_out) if counts else ply.carried_out
    if ply.move is not None:
        return write_unambiguously(ply.before, move, target)
    text = target.write(move)
    claims = target.read(text).moves
    legal = any(ply.before.completions(claim) for claim in claims)
    if legal or ply.before.as_recorded(claims[0]) != ply.after:
        message = (
            f"ply {ply.index}, which was played as recorded, would be another move as {text!r}"
        )
        raise UnwritableMove(message)
    return text
