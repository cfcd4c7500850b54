"""Conversion of records to another notation, by a replay."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analysis.games.position import write_unambiguously
from analysis.games.variant import Evidence
from analysis.replay import PlayedPly, Replay, replay
from analysis.replay.setup import AS_RECORDED, with_counts_in_texts
from analysis.replay.verdict import finding_words
from notation import Dialect, LudographError, UnwritableMove, dialects, find_dialect
from notation.findings import Finding, note, violation
from records import Record
from records.format import LEFT_OUT


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted record, or the reasons why a record could not be converted.

    Attributes:
        record: the record in the other notation; None where it could not be converted.
        violations: the reasons; empty for a converted record.
        accepted: the violations of illegal moves that were carried out as recorded.
        notes: notes on what the notation cannot express, one for each place.
    """

    record: Record | None
    violations: tuple[Finding, ...] = ()
    accepted: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()


def convert(game: Replay, dialect: str | None = None, *, counts: bool = False) -> Conversion:
    """Write a record canonically in a dialect; only moves that were played are converted.

    The game has to be valid, except for illegal moves that were played as recorded. These are
    listed in the tag ``AsRecorded``, so that a replay plays them again.

    The converted record is a valid game with the same last position. It is replayed to check this,
    unless the texts alone guarantee it. The variant is written if it could not be guessed from the
    new texts. Counts beside the moves become part of the texts if the dialect can write them.

    Args:
        game: the replay of the record.
        dialect: name of the dialect to write; None keeps the record's own.
        counts: whether to write a running count, such as pieces in reserve, with every move.
            Otherwise the counts of the record are kept, with a note where the dialect cannot write
            them.

    Raises:
        UnknownName: the game has no such dialect.
    """
    if not game.playable or game.game is None or game.dialect is None:
        return Conversion(
            None, tuple(game.violations) or (_refusal(game, "no known game fits it"),)
        )
    target = find_dialect(game.game.name, dialect) if dialect else game.dialect
    try:
        record = _written(game, target)
        if counts:
            record = replace(record, moves=_counted(game, target))
    except LudographError as error:
        return Conversion(None, (_refusal(game, f"{target.name} cannot express this: {error}"),))
    return Conversion(record, accepted=game.accepted, notes=tuple(_left_out(game, target)))


def _refusal(game: Replay, message: str) -> Finding:
    return violation("cannot-convert", message).at(line=game.record.source.line)


def _left_out(game: Replay, target: Dialect[object]) -> Iterator[Finding]:
    """Yield a note for each count in the texts of a game that a dialect cannot write."""
    pattern = game.dialect.counts if game.dialect and not target.counts else None
    message = f"{target.name} cannot write a count beside a move"
    for index, text in enumerate(game.record.moves if pattern else ()):
        if pattern and pattern.search(text):
            line, column = game.record.place(index)
            yield note(LEFT_OUT, message).at(ply=index + 1, text=text, line=line, column=column)


def with_accepted(record: Record, accepted: Sequence[Finding]) -> Record:
    """Return a record with the tag ``AsRecorded``, which lists its accepted illegal moves."""
    if not accepted:
        return record
    listed = ", ".join(f"ply {finding.ply} {finding.code}" for finding in accepted)
    return replace(record, tags={**record.tags, AS_RECORDED: listed})


class CannotConvert(LudographError):
    """The converted record would be another game than the record."""


def check_conversion(game: Replay, record: Record) -> None:
    """Check the converted record of a game by a replay.

    Raises:
        CannotConvert: the converted record breaks a rule that the game did not break, or ends in
            another position.
    """
    again = replay(record)
    broken = next((one for one in again.violations if not again.playable), None)
    if broken:
        raise CannotConvert(f"the converted game would be wrong: {finding_words(broken)}")
    if again.position != game.position:
        reached = f"{again.position}, not {game.position}"
        raise CannotConvert(f"the converted game would end in {reached}")


def _written(game: Replay, target: Dialect[object]) -> Record:
    """Return the record in a dialect.

    Raises:
        LudographError: a move cannot be written, or the converted record would be another game.
    """
    if game.is_canonical and game.compiled and game.start:
        texts = tuple(game.compiled.rewritten(game.record.moves, game.start, target))
    else:
        texts = tuple(_text(ply, target, counts=False) for ply in game.plies())
    # Notes concern the file, not the notation.
    notes = tuple(finding for finding in game.record.findings if not finding.violation)
    record = with_accepted(game.record, game.accepted)
    record = replace(record, moves=texts, dialect=target.name, places=(), findings=notes)
    if record.details:
        record = with_counts_in_texts(record, target.counts)
    record = replace(record, variant=_variant(game, record.moves))
    if not game.is_canonical or record.moves != texts:
        check_conversion(game, record)
    return record


def _variant(game: Replay, texts: tuple[str, ...]) -> str | None:
    """Return the variant to write; None if it is guessed from the texts."""
    record = game.record
    if game.named_variant or game.game is None:
        return game.named_variant
    if game.variant == game.game.variant():
        evidence = Evidence(texts, record.columns, record.tags)
        if texts == record.moves or game.game.guess(evidence) == game.game.default:
            return None
    return str(game.variant)


def _counted(game: Replay, target: Dialect[object]) -> tuple[str, ...]:
    """Return the moves in a dialect with their counts.

    Raises:
        UnwritableMove: the dialect cannot write counts.
    """
    roomy = [one.name for one in dialects(target.game) if one.counts]
    if roomy and not target.counts:
        raise UnwritableMove(f"it has no room for counts; {' and '.join(roomy)} have")
    return tuple(_text(ply, target, counts=True) for ply in game.plies())


def _text(ply: PlayedPly, target: Dialect[object], *, counts: bool) -> str:
    """Return a move in a dialect, unambiguous in its position."""
    move = ply.before.with_counts(ply.carried_out) if counts else ply.carried_out
    if ply.move is not None:
        return write_unambiguously(ply.before, move, target)
    text = target.write(move)
    claims = target.read(text).moves
    legal = any(ply.before.completions(claim) for claim in claims)
    if legal or ply.before.as_recorded(claims[0]) != ply.after:
        message = f"ply {ply.index}, played as recorded, would be another move if written {text!r}"
        raise UnwritableMove(message)
    return text
