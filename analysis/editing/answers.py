"""Answers to questions about plies, carried out on a game once they are known to be usable."""

from dataclasses import dataclass, replace

from analysis.repair.apply import applied
from analysis.repair.edits import (
    COLUMNS,
    DOUBLED,
    EXCHANGED,
    MISSING,
    OVERLOOKED,
    RESULT,
    SPLIT,
    SUPERFLUOUS,
    VARIANT,
    WRONG,
)
from analysis.repair.result import Edit
from analysis.replay.replay import Replay, replay
from analysis.replay.setup import AS_RECORDED
from notation import Finding, InvalidVariant
from records import Record
from records.model import UNDECIDED

SKIP, KEPT = "skip", "kept"
"""Kinds of answers that are no edits: a game is left as it is; a ply is right as written."""

TAKEN_OUT = (DOUBLED, SUPERFLUOUS)
"""Kinds of answers that take a ply out of a game."""

IN_PLACE = (WRONG, KEPT, OVERLOOKED, *TAKEN_OUT)
KINDS = (*IN_PLACE, SKIP, MISSING, SPLIT, EXCHANGED, COLUMNS, RESULT, VARIANT)
"""The kinds of answers."""

PAIRED = {SPLIT: 2, EXCHANGED: 2, COLUMNS: 2}
"""How many plies an answer concerns, where that is more than one."""

SHIFTS = {MISSING: 1, SPLIT: -1, DOUBLED: -1, SUPERFLUOUS: -1}
"""By how much the numbers of later plies change."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    Attributes:
        ply: number of the ply, from 1; of the one before which a ply is missing.
        kind: kind of edit, `SKIP` or `KEPT`.
        meant: the text that was meant.
        standing: the text that stands at the ply; None where that is not known.
    """

    ply: int
    kind: str
    meant: str
    standing: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A game with the answers given so far.

    Attributes:
        record: the game.
        variant: variant string that counts for more than the record's own.
        as_recorded: whether illegal moves are played as they stand wherever they can be.
        settled: indices of the plies that are known to be right.
        assumed: edits proposed for other plies, in the order of the record; an answer is judged on
            the board to which those before its ply lead.
    """

    record: Record
    variant: str | None = None
    as_recorded: bool = False
    settled: frozenset[int] = frozenset()
    assumed: tuple[Edit, ...] = ()

    def reaching(self, ply: int) -> tuple["Draft", int]:
        """Return the game with the assumed edits before a ply, and the ply's number in it."""
        draft, number = replace(self, assumed=()), ply
        for edit in reversed([one for one in self.assumed if one.ply < ply]):
            draft = draft.after(Answer(edit.ply, edit.kind, edit.meant))
            number += SHIFTS.get(edit.kind, 0)
        return draft, number

    def replay_before(self, ply: int) -> Replay:
        """Return the replay of the game up to a ply, with the assumed edits before it."""
        draft, number = self.reaching(ply)
        return draft.replay(draft.record.moves[: number - 1])

    def replay(self, moves: tuple[str, ...] | None = None) -> Replay:
        """Return the replay of the game, or of other moves in its place."""
        record = self.record
        if moves is not None:
            record = replace(record, moves=moves, result=UNDECIDED)
        return replay(record, variant=self.variant, as_recorded=self.as_recorded)

    def standing(self, answer: Answer) -> str | None:
        """Return the text that stands where an answer belongs; None where there is none."""
        if answer.kind in (SKIP, VARIANT):
            return None
        if answer.kind == RESULT:
            return self.record.result
        moves, at = self.record.moves, answer.ply - 1
        return moves[at] if at < len(moves) else ""

    def after(self, answer: Answer) -> "Draft":
        """Return the game with one more answer."""
        kind, at = answer.kind, answer.ply - 1
        if kind == SKIP:
            return self
        if kind == OVERLOOKED:
            tags = {**self.record.tags, AS_RECORDED: f"ply {answer.ply}"}
            record = replace(self.record, tags=tags)
        elif kind == KEPT:
            record = self.record
        else:
            record = applied(self.record, kind, answer.ply, answer.meant)
        return replace(self, record=record, settled=self._settled(kind, at), assumed=())

    def _settled(self, kind: str, at: int) -> frozenset[int]:
        """Return the indices of the plies that are right after an answer."""
        if kind in (RESULT, VARIANT):
            return self.settled
        if kind == COLUMNS:
            return frozenset(one for one in self.settled if one < at)
        if kind == EXCHANGED:
            return self.settled | {at, at + 1}
        shift = SHIFTS.get(kind, 0)
        moved = frozenset(one + shift if one >= at else one for one in self.settled)
        return moved if kind in TAKEN_OUT else moved | {at}

    def objection(self, answer: Answer) -> str | None:
        """Return why an answer cannot be used; None if it can."""
        kind, count = answer.kind, len(self.record.moves)
        if kind == SKIP:
            return None
        if kind not in KINDS:
            return f"there is no kind of answer {kind!r}; there are {', '.join(KINDS)}"
        last = count + 1 if kind in (MISSING, RESULT) else count - PAIRED.get(kind, 1) + 1
        if not 1 <= answer.ply <= last:
            return f"there is no ply {answer.ply} to which this applies: the game has {count}"
        standing = self.standing(answer)
        if None not in (answer.standing, standing) and answer.standing != standing:
            return f"ply {answer.ply} is {standing!r}, where it was {answer.standing!r}"
        return self._broken_rule(answer)

    def _broken_rule(self, answer: Answer) -> str | None:
        """Return the rule that a game with an answer breaks at its place; None if it breaks none"""
        kind = answer.kind
        if kind in TAKEN_OUT:
            return None if len(self.record.moves) > 1 else "without this ply there is no game"
        reaching, ply = self.reaching(answer.ply)
        at = ply - 1
        try:
            draft = reaching.after(replace(answer, ply=ply))
        except InvalidVariant as error:
            return str(error)
        if kind == RESULT:
            found = [one for one in draft.replay().violations if one.ply is None]
        elif kind == VARIANT:
            found = [one for one in draft.replay(()).violations if one.code == "bad-variant"]
        else:
            found = _wrong_at(draft, at)
        if found and found[0].code == "unreadable":
            return f"{found[0].text} is no move in this notation: {found[0].message}"
        return found[0].message if found else None

    def is_legal(self, answer: Answer) -> bool:
        """Whether an answer can be used."""
        return self.objection(answer) is None


def _wrong_at(draft: Draft, at: int) -> list[Finding]:
    """Return the violations of a ply; none where the game breaks off before it."""
    verdict = draft.replay(draft.record.moves[: at + 1])
    accepted = {one.ply for one in verdict.accepted}
    found = [one for one in verdict.violations if one.ply not in accepted]
    return found if all((one.ply or 0) > at for one in found) else []
