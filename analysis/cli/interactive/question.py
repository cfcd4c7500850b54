"""A question about a doubtful ply: the board, what was read, the proposals and their reasons."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analysis.cli.interactive.answers import Answer, Draft
from analysis.diagrams import text as diagram
from analysis.repair.edits import MISSING, OVERLOOKED, RESULT, WRONG
from analysis.repair.result import Alternative, Edit, Repair
from analysis.replay.replay import Replay
from notation import Finding
from notation.numbers import plural
from records.model import BOX, CHOICES

AROUND = 2
"""How many plies before and after the one in question are shown."""

READ = 5
"""How many readings of a scanned word are listed."""

KEYS = (
    ("a number", "takes that proposal; Enter takes the first"),
    ("a move", "in any of the game's notations, stands at this ply"),
    ("+ move", "the move is missing before this ply"),
    ("-", "this ply is too many"),
    ("12: move", "the move stands at ply 12; also 12: + move and 12: -"),
    ("k", "keeps the ply as it is written"),
    ("s", "leaves the whole game as it is written, and goes on to the next"),
    ("b", "goes back to the answer before"),
    ("q", "leaves; all answers are kept, and the next call goes on from here"),
)
"""What may be typed, and what it does."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one ply.

    Attributes:
        draft: the game so far.
        found: what was found for it.
        edit: the edit in question; its ply is the one asked about.
        ways: the proposals, those that break no rule; the likeliest first.
        weighed: whether their shares are known.
    """

    draft: Draft
    found: Repair
    edit: Edit
    ways: tuple[Alternative, ...]
    weighed: bool

    @classmethod
    def about(cls, draft: Draft, found: Repair) -> "Question | None":
        """Return the next question about a game; None where there is nothing to ask."""
        weighed = bool(found.solutions)
        if found.edits:
            edit = found.edits[0]
            first = Alternative(edit.kind, edit.meant, edit.confidence)
            return cls(
                draft, found, edit, _usable(draft, edit, (first, *edit.alternatives)), weighed
            )
        edited = _unconfirmed(draft, found) or _broken_off(draft)
        if edited is None:
            return None
        edit, ways = edited
        return cls(draft, found, edit, _usable(draft, edit, ways), weighed)

    @property
    def index(self) -> int:
        """The index of the ply asked about."""
        return min(self.edit.ply, len(self.draft.record.moves)) - 1

    def lines(self) -> Iterator[str]:
        """Yield the question, paragraph by paragraph."""
        before = self._before()
        if before.position is not None:
            labels = before.dialect.label_style if before.dialect else "letters"
            yield from diagram(before.position, labels=labels).splitlines()
        written = repr(self.edit.written) if self.edit.written else "nothing"
        yield f"{self.draft.record.source}, ply {self.edit.ply}: written is {written}"
        yield f"  {self._place(before)}"
        yield from self._in_scan()
        if rule := self._rule():
            yield f"  as written, {rule}"
        yield from self._proposals()

    def help(self) -> Iterator[str]:
        """Yield what is in doubt, what the proposals rest on, and the keys."""
        record, found = self.draft.record, self.found
        read = [f"{text} ({100 * share:.3g}%)" for text, share in self._choices()][:READ]
        if read:
            yield f"The scan may be read as {', '.join(read)}."
        yield from self._doubt()
        if self.weighed:
            plies = plural(len(record.moves), "ply")
            yield (
                f"With the first proposal at each doubtful place all of {plies} are legal; "
                f"confidence in all of them together {found.confidence:.2f}. A share is how "
                "probable a proposal is; the rest of 100% is for what is not listed."
            )
        elif self.ways:
            reach, why = plural(found.reached, "ply"), found.reason or "nothing was searched"
            yield (
                f"No repair of the whole game was found: {why}. With the proposals {reach} can be "
                "played; their shares are not known."
            )
        position = self._before().position
        if position is not None:
            side = position.sides[position.turn].title()
            yield f"{side} has {plural(position.count_moves(), 'legal move')} here."
        yield "What may be typed:"
        for key, what in KEYS:
            yield f"  {key:9} {what}"

    def _doubt(self) -> Iterator[str]:
        """Yield why the place is in doubt."""
        at, verdict = self.index, self.draft.replay()
        if verdict.played <= at and self._rule():
            return
        broken = [one for one in verdict.violations if one.ply and one.ply > at]
        if broken and self.edit.kind != OVERLOOKED:
            text = self.draft.record.moves[at]
            yield (
                f"Ply {at + 1}, {text}, is legal as written, but so the game breaks off at ply "
                f"{broken[0].ply}, {broken[0].text}: {broken[0].message}."
            )

    def _before(self) -> Replay:
        return self.draft.replay(self.draft.record.moves[: self.edit.ply - 1])

    def _rule(self) -> str:
        """Return the rule that the ply breaks as written; empty if it breaks none."""
        if self.edit.kind == RESULT:
            found: list[Finding] = [one for one in self.draft.replay().violations if not one.ply]
        else:
            moves = self.draft.record.moves[: self.index + 1]
            found = [one for one in self.draft.replay(moves).violations if one.ply == len(moves)]
        return found[0].message if found else ""

    def _place(self, before: Replay) -> str:
        """Return the place of the ply, with the plies around it."""
        record, at = self.draft.record, self.index
        position, parts = before.position, list[str]()
        if position is not None:
            side = position.sides[position.turn].title()
            parts.append(f"move {before.number(self.edit.ply - 1)}, {side}")
        line, column = record.place(at)
        if column:
            parts.append(f"line {line}, column {column}")
        first = max(0, at - AROUND)
        texts = list(record.moves[first : at + AROUND + 1])
        if texts:
            here = texts[at - first]
            texts[at - first] = f"[?] {here}" if self.edit.kind == MISSING else f"[{here}]"
            parts.append(" ".join(("..." if first else "", *texts)).strip())
        return "; ".join(parts)

    def _in_scan(self) -> Iterator[str]:
        box = self.draft.record.details.get(self.index, {}).get(BOX)
        if box:
            page, left, top, right, bottom = box
            where = f"{left} to {right} from the left, {top} to {bottom} from the top"
            yield f"  in the scan: page {page}, pixels {where}"

    def _choices(self) -> list[tuple[str, float]]:
        return list(self.draft.record.details.get(self.index, {}).get(CHOICES, ()))

    def _proposals(self) -> Iterator[str]:
        here = self.draft.record.moves[self.index : self.index + 1]
        written = self.edit.written or "".join(here)  # Of a missing ply it is the one behind.
        for number, way in enumerate(self.ways, start=1):
            edit = replace(self.edit, kind=way.kind, written=written, meant=way.meant)
            # Rounded down but for the first, so that they never add up to more than 100%.
            part = round(100 * way.confidence) if number == 1 else int(100 * way.confidence)
            share = f" ({f'{part}%' if part else 'under 1%'})" if self.weighed else ""
            yield f"  {number}  {edit.sentence()}{share}"
        if not self.ways:
            yield "  nothing is proposed: type the move, or ? for help"


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
