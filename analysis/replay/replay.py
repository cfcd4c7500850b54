"""The replay: a record's move texts played on a board, ply by ply.

Everything that looks at games is a loop over this: checking, converting, drawing, tables. A replay
is lazy, keeps the good part of a broken game, and tells what it found as values.

Most games are legal to the end and canonically written. `Position.advance` settles those at once;
only a game in which something needs a closer look is walked ply by ply.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analysis.games import GAMES, Game
from analysis.games.position import AnyPosition, Outcome
from analysis.games.variant import Evidence, Variant
from analysis.replay import settled
from analysis.replay.branching import Choice, search
from analysis.replay.compiled import CompiledTexts, compiled_texts, game_setup
from analysis.replay.counts import Placeholder, placeholder_count, with_counts_in_texts
from analysis.replay.diagnosis import broken_law, diagnose, open_choices, search_ended, uncounted
from analysis.replay.results import judge_result, too_many_columns, winners
from analysis.text import html_table, plural
from notation import (
    Dialect,
    Finding,
    InvalidPosition,
    InvalidVariant,
    Reading,
    UnknownName,
    UnreadableMove,
    find_dialect,
)
from notation.findings import note, violation
from records import Record
from records.model import UNDECIDED


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a game, with the positions around it.

    Attributes:
        index: number of the ply, from 1.
        number: move number as printed in score sheets, from 1.
        side: name of the side that moved.
        text: the move as written.
        move: the move; None for an illegal one that was carried out as recorded.
        before: the position that it was played in.
        after: the position that it led to.
        findings: notes and violations, placed in the source.
    """

    index: int
    number: int
    side: str
    text: str
    move: Any
    before: AnyPosition
    after: AnyPosition
    findings: tuple[Finding, ...] = ()


def replay(record: Record, *, variant: str | None = None, as_recorded: bool = False) -> "Replay":
    """Return the replay of a record; nothing is played before it is asked for.

    Args:
        record: the game.
        variant: variant string that counts for more than the record's own.
        as_recorded: go on after an illegal move wherever it could be carried out, and accept
            what the players overlooked.
    """
    return Replay(record, variant, as_recorded)


class Replay:
    """A record on the board.

    Attributes:
        record: the record, with counts that were kept beside its moves in their texts.
        as_recorded: whether the position follows the record past illegal moves.
        game: the game; None where it could not be told.
        dialect: the dialect of the move texts.
        rules: the rules; None where the variant could not be read.
        start: the first position; None where there are no rules, or it could not be read.
        guessed: whether nobody named the variant.
        book: the texts of the dialect, compiled for the rules; None where there are none.
    """

    def __init__(self, record: Record, variant: str | None, as_recorded: bool) -> None:
        self.record = record
        self.as_recorded = as_recorded
        self.game: Game | None = GAMES.get(record.game or "")
        self.dialect: Dialect[Any] | None = None
        self.variant: Variant | None = None
        self.start: AnyPosition | None = None
        self._variant = variant or record.variant
        self.guessed = self._variant is None
        self._setup: list[Finding] = []
        self.book: CompiledTexts | None = None
        self._tried = self._branched = False
        self._ending: AnyPosition | None = None
        self._walked: list[Ply] | None = None
        self._given_up: int | None = None
        self._findings: tuple[Finding, ...] | None = None
        if self.game:
            self._set_up(self.game)
        elif record.moves and not any(finding.violation for finding in record.findings):
            message = f"game {record.game!r} is not one that ludograph knows"
            if record.game is None:
                message = "no game is named, and no known dialect reads these moves"
            self._complain(violation("unknown-game", message))

    def _set_up(self, game: Game) -> None:
        record = self.record
        try:
            self.dialect = find_dialect(game.name, record.dialect)
            if record.details:
                self.record = record = with_counts_in_texts(record, self.dialect.counts)
            variant = self._variant
            if variant is None:
                variant = game.guess(Evidence(record.moves, record.columns, record.tags))
            scene = game_setup(game.name, variant, record.dialect)
            self.start, self.variant, self.book = scene.start, scene.start.variant, scene.book
            if record.start:
                self._set_start(game.position(record.start, self._variant))
        except UnknownName as error:
            self._complain(violation("unknown-dialect", str(error)))
        except InvalidVariant as error:
            self._complain(violation("bad-variant", str(error)))
        except InvalidPosition as error:
            self.start = None
            self._complain(violation(error.code or "bad-start", str(error)))
        for finding in too_many_columns(record.columns, self.start):
            self._complain(finding)
        if self.guessed and record.moves:
            message = f"the record names no variant: read as {self.variant or game.default}"
            self._complain(note("guessed-variant", message))

    def _set_start(self, position: AnyPosition) -> None:
        """Start from a given position; its rules may be others than the variant's."""
        self.start, self.variant = position, position.variant
        self.book = compiled_texts(position, self.dialect) if self.dialect else None

    def _complain(self, finding: Finding) -> None:
        self._setup.append(finding.at(line=self.record.source.line, column=1))

    def __repr__(self) -> str:
        place = f"<Replay of {self.record.source}:"
        if self.game is None or self.start is None:
            return f"{place} not played>"
        plies = f"{self.played} of {plural(len(self.record.moves), 'ply')}"
        return f"{place} {self.game.name} {self.variant}, {plies}, {self._word}>"

    @property
    def _word(self) -> str:
        return "valid" if self.valid else plural(len(self.violations), "error")

    def _repr_html_(self) -> str:
        """Return the head of the game, its verdict and the last position, for notebooks."""
        record = self.record
        rows: list[tuple[str, object]] = [("source", record.source), *record.tags.items()]
        rows += [("game", self.game.name if self.game else "unknown")]
        rows += [("variant", self.variant)] if self.variant else []
        rows += [("result", record.result), ("plies", f"{self.played} of {len(record.moves)}")]
        rows += [("verdict", self._word), *(("error", one.message) for one in self.violations)]
        picture = self.position._repr_svg_() if self.position else ""
        return f"{html_table(rows)}{picture}"

    @property
    def played(self) -> int:
        """Number of plies played."""
        return len(self.record.moves) if self._final_position else len(self._plies)

    @property
    def position(self) -> AnyPosition | None:
        """The position after the last ply played."""
        if self._final_position:
            return self._final_position
        return self._plies[-1].after if self._plies else self.start

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None if it did not, or broke off."""
        whole = self.position and self.played == len(self.record.moves)
        return self.position.outcome() if whole and self.position else None

    @property
    def verdict(self) -> tuple[int, ...] | None:
        """The sides that won, from 0, as the board says, or else the record; all of them in a draw.

        None where neither tells.
        """
        return winners(self)

    @property
    def is_canonical(self) -> bool:
        """Whether every text is canonical, means one move only, and that move is legal."""
        return self._final_position is not None

    @property
    def moves(self) -> list[Any]:
        """The complete moves of the plies played."""
        return settled.moves(self) if self.is_canonical else [ply.move for ply in self.plies()]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, in the order of the record: of the file, the plies, the result."""
        if self._findings is None:
            self._findings = (*self.record.findings, *self._setup, *self._judge())
        return self._findings

    def _judge(self) -> Iterator[Finding]:
        """Yield what is found when the moves are played, and what there is to say of the result."""
        if self.start and not self._final_position:
            if self._placeholder:
                yield uncounted(self.record, self._placeholder)
            for ply in self._plies:
                yield from ply.findings
            yield from self._closing_findings(self._plies)
        if self.record.result != UNDECIDED and (finding := judge_result(self)):
            yield finding

    @property
    def violations(self) -> list[Finding]:
        """The findings that break a rule."""
        return [finding for finding in self.findings if finding.violation]

    @property
    def notes(self) -> list[Finding]:
        """The findings that break none."""
        return [finding for finding in self.findings if not finding.violation]

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""
        return not (self.findings and self.violations)

    def under(self, variant: str) -> "Replay":
        """Return the replay of the same record under another variant."""
        return Replay(self.record, variant, self.as_recorded)

    def of(self, record: Record) -> "Replay":
        """Return the replay of another record under the same rules."""
        return Replay(record, str(self.variant) if self.variant else None, self.as_recorded)

    def plies(self) -> Iterator[Ply]:
        """Yield the plies, as they are played, for as long as the game is good."""
        if self._walked is None:
            return self._play()
        return iter(self._walked)

    def positions(self) -> Iterator[AnyPosition]:
        """Yield the start, and the position after each ply that `plies` would yield.

        Much quicker than `plies` for games that need no closer look.
        """
        position = self.start
        if position is None or self.book is None:
            return
        yield position
        if self.is_canonical:
            yield from settled.positions(self)
        else:
            yield from (ply.after for ply in self.plies())

    @property
    def _final_position(self) -> AnyPosition | None:
        """The last position of a game that needs no closer look; None where it takes that."""
        if not self._tried:
            self._tried = True
            if self.start is not None and self.book is not None:
                steps = map(self.book.__getitem__, self.record.moves)
                position, played = self.start.advance(steps)
                self._ending = position if played == len(self.record.moves) else None
        return self._ending

    @property
    def _plies(self) -> list[Ply]:
        if self._walked is None:
            self._walked = list(self._play())
        return self._walked

    def _play(self) -> Iterator[Ply]:
        """Walk the game; a ply that can be read in several ways is decided by what follows."""
        position = self.start
        decided: Iterator[Choice] = iter(())
        if position is None:
            return
        for index in range(len(self.record.moves)):
            choice: Choice | None = next(decided, None)
            if choice is None and (ply := self._canonical_ply(index, position)):
                yield ply
                position = ply.after
                continue
            if choice is None:
                options = self.options(position, index)
                if len(options) > 1:
                    self._branched = True
                    end = len(self.record.moves)
                    line = search(position, index, end, self.options)
                    if line.exhausted and self._given_up is None:
                        self._given_up = index
                    decided = iter(line.choices)
                    options = [next(decided)]
                if not options:
                    return
                choice = options[0]
            yield self._ply(index, position, choice)
            position = choice.after

    def _canonical_ply(self, index: int, before: AnyPosition) -> Ply | None:
        """Play a text that says all of a legal move; None for any other.

        Nothing is resolved or checked again, which takes most of the time otherwise.
        """
        text = self.record.moves[index]
        if self.book is None or self._placeholder:
            return None
        after, played = before.advance((self.book[text],))
        if not played:
            return None
        move = self.book.moves[text]
        if move is None:
            move = settled.complete_move(self, index, before)
        side = before.sides[before.turn]
        return Ply(index + 1, self._number(index), side, text, move, before, after)

    def _closing_findings(self, walk: list[Ply]) -> Iterator[Finding]:
        """Yield why the game broke off, or else what was left open in it."""
        if self._given_up is not None:
            yield search_ended(self, walk[self._given_up])
        if len(walk) < len(self.record.moves):
            position = walk[-1].after if walk else self.start
            if position is not None:
                yield diagnose(self, len(walk), position)
        elif self._branched:
            yield from open_choices(self, walk)

    def options(self, position: AnyPosition, index: int) -> list[Choice]:
        """Return the ways of reading a ply that can be played, likeliest first."""
        try:
            reading = self.read(index)
        except UnreadableMove:
            return []
        options = []
        for claim in reading.moves:
            for candidate in position.completions(claim):
                findings = (*reading.notes, *candidate.findings)
                options.append(Choice(candidate, findings, position.after(candidate.move)))
        if options or not self.as_recorded:
            return options
        carried_out = position.as_recorded(reading.moves[0])
        if carried_out is None:
            return []
        return [Choice(None, (*reading.notes, broken_law(self, index, position)), carried_out)]

    def read(self, index: int) -> Reading[Any]:
        """Read the text of a ply.

        Raises:
            UnreadableMove: the text is no move.
        """
        if self.dialect is None:
            raise ValueError("a record without a dialect has no readings")
        text = self.record.moves[index]
        if self._placeholder and self.dialect.counts:
            text = self.dialect.counts.sub("", text)
        return self.dialect.read(text)

    @cached_property
    def _placeholder(self) -> Placeholder | None:
        """The number that the record has in place of counts, if it has one."""
        counts = self.dialect.counts if self.dialect else None
        return placeholder_count(self.record.moves, counts)

    def _ply(self, index: int, before: AnyPosition, choice: Choice) -> Ply:
        return Ply(
            index=index + 1,
            number=self._number(index),
            side=before.sides[before.turn],
            text=self.record.moves[index],
            move=choice.candidate.move if choice.candidate else None,
            before=before,
            after=choice.after,
            findings=tuple(self.located(finding, index, before) for finding in choice.findings),
        )

    def _number(self, index: int) -> int:
        if self.start is None:
            return index + 1
        return (index + self.start.turn) // len(self.start.sides) + 1

    def located(self, finding: Finding, index: int, position: AnyPosition) -> Finding:
        """Place a finding about a ply in the source."""
        line, column = self.record.place(index)
        if column is not None:
            column += (finding.column or 1) - 1
        return finding.at(
            ply=index + 1,
            number=self._number(index),
            side=position.sides[position.turn],
            text=self.record.moves[index],
            line=line,
            column=column,
        )
