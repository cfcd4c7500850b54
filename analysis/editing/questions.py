"""Questions about doubtful plies: what was read, what it may be, and which rule it breaks.

The least sure edit of a repair is asked about first, on the board to which the edits before it
lead. Questions are what `ludograph repair --interactive` asks in a terminal. Their proposals are
those of any repair: an editor and the workbench offer the same ones (`ways_of`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analysis.editing.answers import Answer, Draft
from analysis.repair.edits import COLUMNS, OVERLOOKED, RESULT, WHOLE, WRONG
from analysis.repair.result import Alternative, Edit, Repair
from analysis.replay.replay import Replay
from notation import Finding
from records.model import CHOICES


def ways_of(edit: Edit) -> tuple[Alternative, ...]:
    """Return what may be meant at the ply of an edit: the edit, and what else is probable."""
    return (Alternative(edit.kind, edit.meant, edit.confidence), *edit.alternatives)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one ply.

    Attributes:
        draft: the game so far.
        found: what was found for it.
        edit: the edit in question; its ply is the one asked about.
        ways: the proposals, those that break no rule; the likeliest first.
        weighed: whether their shares are known.
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
        """What a scan may be read as at the ply, with probabilities."""
        return list(self.draft.record.details.get(self.index, {}).get(CHOICES, ()))

    def proposals(self) -> Iterator[str]:
        """Yield the proposals in words, with their shares where these are known."""
        here = self.draft.record.moves[self.index : self.index + 1]
        written = self.edit.written or "".join(here)  # Of a missing ply it is the one behind.
        for number, way in enumerate(self.ways):
            edit = replace(self.edit, kind=way.kind, written=written, meant=way.meant)
            # Rounded down but for the first, so that they never add up to more than 100%.
            part = int(100 * way.confidence) if number else round(100 * way.confidence)
            share = f" ({f'{part}%' if part else 'under 1%'})" if self.weighed else ""
            yield f"{edit.sentence()}{share}"


def _first_asked(found: Repair) -> Edit:
    """Return the least sure edit; before all others what changes how the others are counted."""
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
    """Return the place at which a game breaks off, with what is close to its text."""
    verdict, moves = draft.replay(), draft.record.moves
    if verdict.start is None or not moves or verdict.playable:
        return None
    if verdict.played == len(moves):
        return Edit(len(moves), RESULT, draft.record.result, "", 0.0, 0.0), ()
    at = verdict.played
    near = [text for one in verdict.violations if one.ply == at + 1 for text in one.suggestions]
    ways = tuple(Alternative(WRONG, text, 0.0) for text in near)
    return Edit(at + 1, WRONG, moves[at], near[0] if near else "", 0.0, 0.0), ways
