"""A game with the answers given so far, and the next question about it.

An answer is an `Edit`, whose kind may also be `SKIP` or `KEPT`. The first question is about the
least certain edit of a repair, and shows the position before it, after all earlier edits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analysis.repair.apply import applied
from analysis.repair.edits import (
    COLUMNS,
    EXCHANGED,
    MISSING,
    OVERLOOKED,
    RESULT,
    SPLIT,
    TAKEN_OUT,
    VARIANT,
    WHOLE,
    WRONG,
)
from analysis.repair.result import Alternative, Edit, Repair
from analysis.replay.replay import Replay, replay
from analysis.replay.setup import AS_RECORDED
from notation import Finding, InvalidVariant
from notation.findings import UNREADABLE
from records import Record
from records.model import UNDECIDED

SKIP, KEPT = "skip", "kept"
"""Kinds of answers that change nothing: leave the game unrepaired; keep the ply as written."""

PAIRED = (SPLIT, EXCHANGED, COLUMNS)
"""Kinds of answers about two plies."""

KINDS = (WRONG, KEPT, OVERLOOKED, *TAKEN_OUT, SKIP, MISSING, *PAIRED, RESULT, VARIANT)
"""The kinds of answers."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A game under repair, with the answers of the user so far.

    Attributes:
        record: the game.
        variant: variant string that overrides the one in the record.
        as_recorded: whether illegal moves are played as they are written, if they can be.
        settled: indices of the plies that are known to be right.
        assumed: edits proposed for plies other than the one in question, in the order of the
            record. An answer is judged after the assumed edits of earlier plies are applied.
    """

    record: Record
    variant: str | None = None
    as_recorded: bool = False
    settled: frozenset[int] = frozenset()
    assumed: tuple[Edit, ...] = ()

    def made(self, edits: Sequence[Edit]) -> "Draft":
        """Return the game after some edits, which must be in the order of the record."""
        draft = replace(self, assumed=())
        for edit in reversed(edits):
            draft = draft.after(edit)
        return draft

    def reaching(self, ply: int) -> tuple["Draft", int]:
        """Return the game after the assumed edits before a ply, and the ply's new number."""
        draft = self.made([one for one in self.assumed if one.ply < ply])
        return draft, ply + len(draft.record.moves) - len(self.record.moves)

    def replay_before(self, ply: int) -> Replay:
        """Return the replay of the plies before a ply (from 1), after their assumed edits."""
        draft, number = self.reaching(ply)
        return draft.replay(number - 1)

    def replay(self, plies: int | None = None) -> Replay:
        """Return the replay of the game, or of its first ``plies`` plies."""
        record = self.record
        if plies is not None:
            record = replace(record, moves=record.moves[:plies], result=UNDECIDED)
        return replay(record, variant=self.variant, as_recorded=self.as_recorded)

    def standing(self, answer: Edit) -> str | None:
        """Return the text that an answer would replace; None if there is none."""
        if answer.kind in (SKIP, VARIANT):
            return None
        if answer.kind == RESULT:
            return self.record.result
        return "".join(self.record.moves[answer.ply - 1 : answer.ply])

    def after(self, answer: Edit) -> "Draft":
        """Return the game with one more answer."""
        kind, at, record = answer.kind, answer.ply - 1, self.record
        if kind == SKIP:
            return self
        if kind == OVERLOOKED:
            record = replace(record, tags={**record.tags, AS_RECORDED: f"ply {answer.ply}"})
        elif kind != KEPT:
            record = applied(record, kind, answer.ply, answer.meant)
        settled, added = self.settled, len(record.moves) - len(self.record.moves)
        if kind == COLUMNS:
            settled = frozenset(one for one in settled if one < at)
        elif kind not in (RESULT, VARIANT):
            right = () if kind in TAKEN_OUT else (at, at + 1) if kind == EXCHANGED else (at,)
            settled = frozenset(one + added if one >= at else one for one in settled).union(right)
        return replace(self, record=record, settled=settled, assumed=())

    def objection(self, answer: Edit, standing: str | None = None) -> str | None:
        """Return the reason why an answer cannot be used; None if it can.

        Args:
            answer: the answer.
            standing: the text that the answer replaced when it was given; None if unknown.
        """
        kind, count = answer.kind, len(self.record.moves)
        if kind == SKIP:
            return None
        last = count + 1 if kind in (MISSING, RESULT) else count - (kind in PAIRED)
        if not 1 <= answer.ply <= last:
            return f"there is no ply {answer.ply} to which this applies: the game has {count}"
        here = self.standing(answer)
        if None not in (standing, here) and standing != here:
            return f"ply {answer.ply} is {here!r}, where it was {standing!r}"
        if kind in TAKEN_OUT:
            return None if count > 1 else "without this ply there is no game"
        try:
            found = self._broken_rules(answer)
        except InvalidVariant as error:
            return str(error)
        if found and found[0].code == UNREADABLE:
            return f"{found[0].text} is not a move in this notation: {found[0].message}"
        return found[0].message if found else None

    def _broken_rules(self, answer: Edit) -> list[Finding]:
        """Return the violations that an answer leaves at its own ply, result or variant."""
        reaching, ply = self.reaching(answer.ply)
        draft = reaching.after(replace(answer, ply=ply))
        if answer.kind == RESULT:
            return [one for one in draft.replay().violations if one.ply is None]
        if answer.kind == VARIANT:
            return [one for one in draft.replay(0).violations if one.code == "bad-variant"]
        verdict = draft.replay(ply)
        accepted = {one.ply for one in verdict.accepted}
        found = [one for one in verdict.violations if one.ply not in accepted]
        # If an earlier move cannot be played, nothing is known about this ply.
        return found if all((one.ply or 0) >= ply for one in found) else []


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one ply.

    Attributes:
        draft: the game so far.
        found: the repair found for the game so far.
        edit: the edit in question.
        ways: the proposed answers that break no rule, the likeliest first.
        left: number of questions left, including this one, if each is answered as proposed.
    """

    draft: Draft
    found: Repair
    edit: Edit
    ways: tuple[Edit, ...]
    left: int = 1

    @classmethod
    def about(cls, draft: Draft, found: Repair) -> "Question | None":
        """Return the next question about a game; None if there are no more questions."""
        edit: Edit | None
        if not found.edits:
            edit = _unconfirmed(draft, found) or _broken_off(draft)
        elif found.solutions:
            # Edits that concern the whole game come first, since the others depend on them.
            order = [(one.kind not in (*WHOLE, COLUMNS), one.confidence) for one in found.edits]
            edit = found.edits[order.index(min(order))]
            draft = replace(draft, assumed=found.edits)
        else:
            edit = found.edits[0]
        if edit is None:
            return None
        is_proposed = edit.meant or edit.kind in TAKEN_OUT
        ways = tuple(one for one in edit.ways if is_proposed and draft.objection(one) is None)
        return cls(draft, found, edit, ways, len(found.edits) or 1)

    @property
    def index(self) -> int:
        """The index of the ply in question, from 0."""
        return min(self.edit.ply, len(self.draft.record.moves)) - 1

    @property
    def before(self) -> Replay:
        """The replay of the plies before the ply in question, after the edits proposed for them."""
        return self.draft.replay_before(self.edit.ply)

    @property
    def doubt(self) -> str:
        """The first violation from this ply on if every other edit is made; empty if none."""
        _, ply = self.draft.reaching(self.edit.ply)
        others = [one for one in self.draft.assumed if one is not self.edit]
        verdict = self.draft.made(others).replay()
        accepted = {one.ply for one in verdict.accepted}
        for one in verdict.violations:
            if one.ply in (None, ply):
                return one.message
            if one.ply > ply and one.ply not in accepted:
                return f"the game breaks off at ply {one.ply}, {one.text}: {one.message}"
        return ""

    def proposals(self) -> Iterator[str]:
        """Yield the proposals as sentences, with their probabilities if known."""
        here = self.draft.record.moves[self.index : self.index + 1]
        written = self.edit.written or "".join(here)  # for a missing ply, the text of the next one
        for number, way in enumerate(self.ways):
            # All but the first are rounded down, so that they never sum to more than 100%.
            part = int(100 * way.confidence) if number else round(100 * way.confidence)
            share = f" ({f'{part}%' if part else 'under 1%'})" if self.found.solutions else ""
            yield f"{replace(way, written=written).sentence()}{share}"


def _unconfirmed(draft: Draft, found: Repair) -> Edit | None:
    """Return an edit for the first illegal ply that was played as recorded but not confirmed."""
    for one in () if draft.as_recorded else found.accepted:
        ply = one.ply or 1
        if ply - 1 not in draft.settled:
            text = draft.record.moves[ply - 1]
            return Edit(ply, OVERLOOKED, text, text)
    return None


def _broken_off(draft: Draft) -> Edit | None:
    """Return an edit for the first ply that cannot be played, with similar moves as proposals.

    If all plies can be played but the game still breaks a rule, the edit is about the result.
    """
    verdict, moves = draft.replay(), draft.record.moves
    if verdict.start is None or not moves or verdict.playable:
        return None
    at = verdict.played
    if at == len(moves):
        return Edit(at, RESULT, draft.record.result, "")
    near = [text for one in verdict.violations if one.ply == at + 1 for text in one.suggestions]
    others = tuple(Alternative(WRONG, text, 0.0) for text in near[1:])
    return Edit(at + 1, WRONG, moves[at], near[0] if near else "", alternatives=others)
