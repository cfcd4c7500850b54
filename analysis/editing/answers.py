"""Questions about doubtful plies, and usable answers applied to a game.

The least certain edit of a repair is asked about first, in the position after the edits before it.
`ludograph repair --interactive` asks the questions in a terminal; an editor and the workbench offer
the same proposals (`ways_of`).
"""

from collections.abc import Iterator
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
    WHOLE,
    WRONG,
)
from analysis.repair.result import Alternative, Edit, Repair
from analysis.replay.replay import Replay, replay
from analysis.replay.setup import AS_RECORDED
from notation import Finding, InvalidVariant
from records import Record
from records.model import CHOICES, UNDECIDED

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
        standing: the text at the ply before the answer; None if it is not known.
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
        variant: variant string that overrides the record's own.
        as_recorded: whether illegal moves are played as they are written, if they can be.
        settled: indices of the plies that are known to be right.
        assumed: edits proposed for other plies, in the order of the record; an answer is judged in
            the position after those before its ply.
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
        """Return the text that an answer would replace; None if there is none."""
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
        """Return the indices of the plies that are known to be right after an answer."""
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
        """Return the reason why an answer cannot be used; None if it can."""
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
        """Return the rule that the game breaks at the place of an answer; None if there is none."""
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


def ways_of(edit: Edit) -> tuple[Alternative, ...]:
    """Return the alternatives for the ply of an edit, beginning with the edit itself."""
    return (Alternative(edit.kind, edit.meant, edit.confidence), *edit.alternatives)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one ply.

    Attributes:
        draft: the game so far.
        found: the repair that was found for it.
        edit: the edit asked about.
        ways: the proposals that break no rule, the likeliest first.
        weighed: whether the shares of the proposals are known.
        left: number of questions left, this one included, if each is answered as proposed.
    """

    draft: Draft
    found: Repair
    edit: Edit
    ways: tuple[Alternative, ...]
    weighed: bool
    left: int = 1

    @classmethod
    def about(cls, draft: Draft, found: Repair) -> "Question | None":
        """Return the next question about a game; None where there is nothing to ask."""
        weighed = bool(found.solutions)
        if found.edits:
            edit = _first_asked(found) if weighed else found.edits[0]
            draft = replace(draft, assumed=found.edits if weighed else ())
            ways = _usable(draft, edit, ways_of(edit))
            return cls(draft, found, edit, ways, weighed, len(found.edits))
        edited = _unconfirmed(draft, found) or _broken_off(draft)
        if edited is None:
            return None
        edit, ways = edited
        return cls(draft, found, edit, _usable(draft, edit, ways), weighed)

    @property
    def index(self) -> int:
        """The index of the ply asked about."""
        return min(self.edit.ply, len(self.draft.record.moves)) - 1

    @property
    def before(self) -> Replay:
        """The replay of the game up to the ply, with the edits proposed before it."""
        return self.draft.replay_before(self.edit.ply)

    @property
    def rule(self) -> str:
        """The rule that the ply breaks as written; empty if it breaks none."""
        draft, ply = self.draft.reaching(self.edit.ply)
        if self.edit.kind == RESULT:
            found: list[Finding] = [one for one in draft.replay().violations if not one.ply]
        else:
            moves = draft.record.moves[:ply]
            found = [one for one in draft.replay(moves).violations if one.ply == len(moves)]
        return found[0].message if found else ""

    @property
    def choices(self) -> list[tuple[str, float]]:
        """The alternative readings of a scan for the ply, with probabilities."""
        return list(self.draft.record.details.get(self.index, {}).get(CHOICES, ()))

    def proposals(self) -> Iterator[str]:
        """Yield the proposals in words, with their shares if they are known."""
        here = self.draft.record.moves[self.index : self.index + 1]
        written = self.edit.written or "".join(here)  # Of a missing ply it is the one behind.
        for number, way in enumerate(self.ways):
            edit = replace(self.edit, kind=way.kind, written=written, meant=way.meant)
            # Rounded down but for the first, so that they never add up to more than 100%.
            part = int(100 * way.confidence) if number else round(100 * way.confidence)
            share = f" ({f'{part}%' if part else 'under 1%'})" if self.weighed else ""
            yield f"{edit.sentence()}{share}"


def _first_asked(found: Repair) -> Edit:
    """Return the edit to ask about first: of the whole game, else the least certain."""
    return min(found.edits, key=lambda one: (one.kind not in FIRST, one.confidence, one.ply))


FIRST = (*WHOLE, COLUMNS)
"""Kinds of edits on which all others of a repair depend."""


def _usable(draft: Draft, edit: Edit, ways: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    return tuple(one for one in ways if draft.is_legal(Answer(edit.ply, one.kind, one.meant)))


Asked = tuple[Edit, tuple[Alternative, ...]]
"""An edit in question, and the proposals."""


def _unconfirmed(draft: Draft, found: Repair) -> Asked | None:
    """Return the first illegal ply that was carried out and that no answer has confirmed."""
    for one in () if draft.as_recorded else found.accepted:
        ply = one.ply or 1
        if ply - 1 not in draft.settled:
            text = draft.record.moves[ply - 1]
            edit = Edit(ply, OVERLOOKED, text, text, 0.0, 0.0)
            return edit, (Alternative(OVERLOOKED, text, 0.0),)
    return None


def _broken_off(draft: Draft) -> Asked | None:
    """Return the edit to ask about where a game breaks off, and proposals near the text there."""
    verdict, moves = draft.replay(), draft.record.moves
    if verdict.start is None or not moves or verdict.playable:
        return None
    if verdict.played == len(moves):
        return Edit(len(moves), RESULT, draft.record.result, "", 0.0, 0.0), ()
    at = verdict.played
    near = [text for one in verdict.violations if one.ply == at + 1 for text in one.suggestions]
    ways = tuple(Alternative(WRONG, text, 0.0) for text in near)
    return Edit(at + 1, WRONG, moves[at], near[0] if near else "", 0.0, 0.0), ways
