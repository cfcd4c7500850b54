"""Setting up records on a board: game, variant, dialect, first position, and readings of texts."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from analysis.games import GameDefinition, find
from analysis.games.position import AnyPosition
from analysis.games.variant import Evidence, Variant
from analysis.replay.compiled import CompiledTexts, Playthrough, compiled_game, compiled_texts
from analysis.replay.findings import notes_on_record
from notation import (
    Dialect,
    Finding,
    InvalidPosition,
    InvalidVariant,
    Reading,
    UnknownName,
    find_dialect,
)
from notation.errors import did_you_mean
from notation.findings import note, violation
from notation.registry import games
from records import Record
from records.model import UNDECIDED

MIN_COUNTS = 6
"""Minimum number of counts for a placeholder to be recognised: three of each side."""

MIN_SHARE = 0.9
"""Minimum share of the placeholder in all counts. Real counts seldom repeat, because a turn changes
the count of its side."""


def with_counts_in_texts(record: Record, pattern: re.Pattern[str] | None) -> Record:
    """Return a record with its counts as part of the move texts.

    Formats such as JSON keep a count as a number beside the move. ``pattern`` is
    `notation.Dialect.counts`, which finds the count in a text.
    """
    name = next(iter(pattern.groupindex), "") if pattern else ""
    moves, details = list(record.moves), dict(record.details)
    for index, detail in record.details.items():
        count = detail.get(name)
        if pattern and isinstance(count, int) and not pattern.search(moves[index]):
            moves[index] = f"{moves[index]} ({count})"
            details[index] = {key: value for key, value in detail.items() if key != name}
    return replace(record, moves=tuple(moves), details=details)


def placeholder_note(record: Record, pattern: re.Pattern[str] | None) -> Finding | None:
    """Return a note on the number that a record repeats in place of counts; None if there is none.

    ``pattern`` finds the count in a text; see `with_counts_in_texts`.
    """
    found = enumerate(map(pattern.search, record.moves)) if pattern else ()
    counts = {index: int(count[1]) for index, count in found if count}
    if len(counts) < MIN_COUNTS:
        return None
    ((number, stated),) = Counter(counts.values()).most_common(1)
    if stated < MIN_SHARE * len(counts):
        return None
    first = next(index for index, count in counts.items() if count == number)
    line, column = record.place(first)
    where = f"{stated} of {len(counts)} moves with a count"
    message = f"({number}) stands on {where}: it is a placeholder, and no count was checked"
    return note("placeholder-counts", message).at(ply=first + 1, line=line, column=column)


SUGGESTED = 5
"""Maximum number of suggestions."""

AS_RECORDED = "AsRecorded"
"""The tag of a record whose illegal moves are played as recorded; its value lists them."""


class Choice(NamedTuple):
    """One reading of one ply.

    Attributes:
        move: the legal move; None for an illegal move carried out as recorded.
        findings: the notes and violations of the reading.
        after: the position after the move.
        illegal: the illegal move carried out as recorded; None for a legal move.
    """

    move: Any
    findings: tuple[Finding, ...]
    after: AnyPosition
    illegal: object = None

    @property
    def violations(self) -> int:
        """Number of violations of the reading."""
        return sum(finding.violation for finding in self.findings)


@dataclass(frozen=True, slots=True)
class PlayedPly:
    """One move of a game, with the positions before and after it.

    Attributes:
        index: number of the ply, from 1.
        number: move number as printed in score sheets, from 1.
        side: name of the side that moved.
        text: the move as written.
        move: the move; None for an illegal move carried out as recorded.
        before: the position before the move.
        after: the position after the move.
        findings: notes and violations, placed in the source.
        illegal: the illegal move carried out as recorded; None for a legal move.
    """

    index: int
    number: int
    side: str
    text: str
    move: Any
    before: AnyPosition
    after: AnyPosition
    findings: tuple[Finding, ...] = ()
    illegal: object = None

    @property
    def carried_out(self) -> object:
        """The move that was carried out, legal or not."""
        return self.illegal if self.move is None else self.move


class Setup:
    """A record set up on a board, before any move is played.

    Attributes:
        record: the record; counts beside its moves are part of the move texts.
        as_recorded: whether illegal moves are carried out where they can be, by request or by the
            record's tag `AS_RECORDED`.
        game: the game; None where it is unknown.
        dialect: the dialect of the move texts.
        variant: the variant; None where it could not be read.
        start: the first position; None where the variant or the start could not be read.
        named_variant: the variant string requested or recorded; None where there is none.
        guessed: whether the variant was guessed.
        compiled: the texts of the dialect, compiled for the variant; None without a variant.
        remarks: the findings on the record, which do not depend on its plies.
    """

    def __init__(
        self, record: Record, variant: str | None = None, as_recorded: bool = False
    ) -> None:
        self.record = record
        self.as_recorded = as_recorded or bool(record.tags.get(AS_RECORDED))
        self.game, why_none = _game_of(record)
        self.dialect: Dialect[object] | None = None
        self.variant: Variant | None = None
        self.start: AnyPosition | None = None
        self.compiled: CompiledTexts | None = None
        self.named_variant = variant or record.variant
        self.guessed = self.named_variant is None
        self.remarks = list(record.findings)
        if self.game:
            self._set_up(self.game)
        if any(finding.violation for finding in record.findings):
            return
        if not self.game:
            self._complain(violation("unknown-game", why_none))
        elif not record.moves and not record.start and record.result == UNDECIDED:
            message = "a game without moves: no start and no result is recorded either"
            self._complain(violation("no-moves", message))

    def _set_up(self, game: GameDefinition) -> None:
        record = self.record
        try:
            self.dialect = find_dialect(game.name, record.dialect)
            if record.details:
                self.record = record = with_counts_in_texts(record, self.dialect.counts)
            variant = self.named_variant
            if variant is None:
                variant = game.guess(Evidence(record.moves, record.columns, record.tags))
            self.compiled = compiled_game(game.name, variant, record.dialect)
            self.start, self.variant = self.compiled.start, self.compiled.start.variant
            if record.start:
                # The variant of a position string may differ from the requested one.
                self.start = game.position(record.start, self.named_variant)
                self.variant = self.start.variant
                self.compiled = compiled_texts(type(self.start), self.variant, self.dialect)
                if len(record.start.split()) < len(str(self.start).split()):
                    message = f"the position string leaves out a field: read as {self.start}"
                    self._complain(note("short-position", message))
        except UnknownName as error:
            self._complain(violation("unknown-dialect", str(error)))
        except InvalidVariant as error:
            self._complain(violation("bad-variant", str(error)))
        except InvalidPosition as error:
            self.start = None
            self._complain(violation(error.code or "bad-start", str(error)))
        if self.start is not None and record.columns > len(self.start.variant.seats):
            seats = f"{len(self.start.sides)} sides play {self.start.variant}"
            message = f"the rows have {record.columns} moves, and {seats}"
            self._complain(note("wide-rows", message))
        if record.guess:
            self._complain(note("guessed-game", record.guess))
        if self.guessed and record.moves:
            known = self.compiled.variant if self.compiled else game.default
            message = f"the record names no variant: read as {known}"
            self._complain(note("guessed-variant", message))
        if self.start is not None:
            self.remarks += notes_on_record(record)

    def _complain(self, finding: Finding) -> None:
        self.remarks.append(finding.at(line=self.record.source.line, column=1))

    @cached_property
    def placeholder(self) -> Finding | None:
        """A note on the number that stands in place of counts; None if the counts are real."""
        return placeholder_note(self.record, self.dialect.counts if self.dialect else None)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The move texts; placeholders of counts are left out."""
        counts = self.dialect.counts if self.dialect and self.placeholder else None
        moves = self.record.moves
        return tuple(counts.sub("", text) for text in moves) if counts else moves

    @cached_property
    def settled(self) -> Dialect[object] | None:
        """The dialect, restricted to the language in which the texts are written."""
        return self.dialect and self.dialect.settled(self.record.moves)

    @cached_property
    def playthrough(self) -> Playthrough:
        """A `Playthrough` for edited plies of the record; there has to be a start."""
        assert self.start is not None
        assert self.settled is not None
        return Playthrough(self.start, self.settled)

    def reading(self, index: int) -> Reading[object] | None:
        """Return the reading of the text of a ply; None if it cannot be read."""
        return self.settled.try_read(self.texts[index]) if self.settled else None

    def readable_until(self, index: int) -> int:
        """Return the index of the first unreadable ply from ``index`` on, or else of the end."""
        assert self.compiled is not None
        for at, text in enumerate(self.texts[index:], start=index):
            if self.compiled.steps[text] is None and self.reading(at) is None:
                return at
        return len(self.texts)

    def options(self, position: AnyPosition, index: int) -> list[Choice]:
        """Return the readings of a ply that can be played, likeliest first."""
        assert self.compiled is not None
        text, canonical = self.texts[index], list[Choice]()
        for move, step in self.compiled.choices[text]:
            after, played = position.advance((step,))
            if played:
                move = self.compiled.complete_move(text, position) if move is None else move
                canonical.append(Choice(move, (), after))
        reading = None if canonical else self.reading(index)
        if reading is None:
            return canonical
        for complete in (position.completions, position.supplied)[: 2 - self.as_recorded]:
            options = [
                Choice(one.move, (*reading.notes, *one.findings), position.after(one.move))
                for claim in reading.moves
                for one in complete(claim)
            ]
            if options:
                return options
        return self._recorded(position, index, reading) if self.as_recorded else []

    def _recorded(
        self, position: AnyPosition, index: int, reading: Reading[object]
    ) -> list[Choice]:
        """Return the illegal move that a ply states, if it can be carried out."""
        illegal = position.recorded(reading.moves[0])
        after = position.as_recorded(reading.moves[0])
        if illegal is None or after is None:
            return []
        findings = (*reading.notes, self.violation_of(position, index), *illegal.findings)
        return [Choice(None, findings, after, illegal.move)]

    def violation_of(self, position: AnyPosition, index: int) -> Finding:
        """Return the violation of an illegal ply, with corrections that the rules suggest.

        Raises:
            UnreadableMove: the text is not a move.
        """
        assert self.settled is not None
        claim = self.settled.read(self.texts[index]).moves[0]
        suggestions = tuple(self.corrections(position, index))
        return position.violation_of(claim).at(suggestions=suggestions)

    def corrections(self, position: AnyPosition, index: int) -> dict[str, object]:
        """Return text -> move for the moves that the rules suggest in place of an illegal ply."""
        reading = self.reading(index)
        if reading is None or self.dialect is None:
            return {}
        moves = islice(position.corrections(reading.moves[0]), SUGGESTED)
        return {self.dialect.write(move): move for move in moves}

    def number(self, index: int) -> int:
        """Return the move number of a ply as score sheets print it, from 1."""
        first, sides = (self.start.turn, len(self.start.sides)) if self.start else (0, 1)
        return (index + first) // sides + 1

    def place(self, finding: Finding, index: int, position: AnyPosition) -> Finding:
        """Return a finding on a ply, with the place, side and text of the ply."""
        line, column = self.record.place(index)
        if column is not None:
            column += (finding.column or 1) - 1
        ply, side, text = index + 1, position.sides[position.turn], self.record.moves[index]
        number = self.number(index)
        return finding.at(ply=ply, number=number, side=side, text=text, line=line, column=column)


def _game_of(record: Record) -> tuple[GameDefinition | None, str]:
    """Return the game of a record; None and the reason if it names no game that can be loaded."""
    if record.game is None:
        if record.moves:
            return None, "no game is named, and no known dialect reads these moves"
        return None, "no game is named, and there are no moves to detect it from"
    try:
        return find(record.game), ""
    except UnknownName as error:
        if record.game in games():
            return None, str(error)
        meant = did_you_mean(record.game, games())
        return None, f"game {record.game!r}{meant} is not one that ludograph knows"
