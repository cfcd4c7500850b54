"""A question in a terminal: the board, the text read, the proposals and their reasons."""

from collections.abc import Iterator

from analysis.diagrams import text as diagram
from analysis.editing.answers import Question
from analysis.repair.edits import MISSING, OVERLOOKED
from analysis.replay.replay import Replay
from notation.numbers import plural
from records.model import BOX

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


def question_lines(question: Question) -> Iterator[str]:
    """Yield the question, paragraph by paragraph."""
    before = question.before
    if before.position is not None:
        labels = before.dialect.label_style if before.dialect else "letters"
        yield from diagram(before.position, labels=labels).splitlines()
    written = repr(question.edit.written) if question.edit.written else "nothing"
    yield f"{question.draft.record.source}, ply {question.edit.ply}: written is {written}"
    yield f"  {plural(question.left, 'question')} left in this game, the least sure first"
    yield f"  {_place(question, before)}"
    yield from _in_scan(question)
    if rule := question.rule:
        yield f"  as written, {rule}"
    for number, words in enumerate(question.proposals(), start=1):
        yield f"  {number}  {words}"
    if not question.ways:
        yield "  nothing is proposed: type the move, or ? for help"


def help_lines(question: Question) -> Iterator[str]:
    """Yield an explanation of the doubt, the evidence for the proposals, and the keys."""
    record, found = question.draft.record, question.found
    read = [f"{text} ({100 * share:.3g}%)" for text, share in question.choices][:READ]
    if read:
        yield f"The scan may be read as {', '.join(read)}."
    yield from _doubt(question)
    if question.weighed:
        plies = plural(len(record.moves), "ply")
        yield (
            f"With the first proposal at each doubtful place all of {plies} are legal; "
            f"confidence in all of them together {found.confidence:.2f}. A share is how "
            "probable a proposal is; the rest of 100% is for what is not listed."
        )
    elif question.ways:
        reach, why = plural(found.reached, "ply"), found.reason or "nothing was searched"
        yield (
            f"No repair of the whole game was found: {why}. With the proposals {reach} can be "
            "played; their shares are not known."
        )
    position = question.before.position
    if position is not None:
        side = position.sides[position.turn].title()
        yield f"{side} has {plural(position.count_moves(), 'legal move')} here."
    yield "What may be typed:"
    for key, what in KEYS:
        yield f"  {key:9} {what}"


def _doubt(question: Question) -> Iterator[str]:
    """Yield the reasons for the doubt about the place."""
    draft, ply = question.draft.reaching(question.edit.ply)
    at, verdict = min(ply, len(draft.record.moves)) - 1, draft.replay()
    if verdict.played <= at and question.rule:
        return
    broken = [one for one in verdict.violations if one.ply and one.ply > at]
    if broken and question.edit.kind != OVERLOOKED:
        text = draft.record.moves[at]
        yield (
            f"Ply {at + 1}, {text}, is legal as written, but so the game breaks off at ply "
            f"{broken[0].ply}, {broken[0].text}: {broken[0].message}."
        )


def _place(question: Question, before: Replay) -> str:
    """Return the place of the ply, with the plies around it."""
    record, at = question.draft.record, question.index
    position, parts = before.position, list[str]()
    if position is not None:
        side = position.sides[position.turn].title()
        parts.append(f"move {before.number(len(before.record.moves))}, {side}")
    line, column = record.place(at)
    if column:
        parts.append(f"line {line}, column {column}")
    first = max(0, at - AROUND)
    texts = list(record.moves[first : at + AROUND + 1])
    if texts:
        here = texts[at - first]
        texts[at - first] = f"[?] {here}" if question.edit.kind == MISSING else f"[{here}]"
        parts.append(" ".join(("..." if first else "", *texts)).strip())
    return "; ".join(parts)


def _in_scan(question: Question) -> Iterator[str]:
    box = question.draft.record.details.get(question.index, {}).get(BOX)
    if box:
        page, left, top, right, bottom = box
        where = f"{left} to {right} from the left, {top} to {bottom} from the top"
        yield f"  in the scan: page {page}, pixels {where}"
