"""Questions in a terminal: the board, the written text, the proposals, and typed answers.

A question is answered by a key, by the number of a proposal, or by a move in any notation.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from analysis.cli.answers import KEPT, SKIP, Draft, Question
from analysis.diagrams import text as diagram
from analysis.games.position import AnyPosition
from analysis.games.typed import typed_moves
from analysis.repair.edits import MISSING, OVERLOOKED, RESULT, SPLIT, SUPERFLUOUS, VARIANT, WRONG
from analysis.repair.result import Edit
from notation import LudographError, UnwritableMove, dialects
from notation.dialect import AnyDialect
from notation.numbers import plural
from notation.pattern import lazy_pattern
from records.model import BOX, CHOICES

AROUND = 2
"""Number of plies shown before and after the questioned one."""

READ = 5
"""Maximum number of alternative readings that are listed for a scanned word."""

KEYS = (
    ("a number", "takes that proposal; Enter takes the first"),
    ("a move", "is the move of this ply, in any notation of the game"),
    ("+ move", "the move is missing before this ply"),
    ("-", "this ply is too many"),
    ("12: move", "the move at ply 12; also 12: + move and 12: -"),
    ("k", "keeps the ply as it is written"),
    ("s", "leaves the whole game as written, and continues with the next"),
    ("b", "goes back to the previous answer"),
    ("q", "quits; the answers are kept, and the same command continues here"),
)
"""The keys, and the action of each."""


def question_lines(question: Question) -> Iterator[str]:
    """Yield the question, paragraph by paragraph."""
    record, edit, before = question.draft.record, question.edit, question.before
    place = []
    if before.position is not None:
        labels = before.dialect.label_style if before.dialect else "letters"
        yield from diagram(before.position, labels=labels).splitlines()
        side = before.position.sides[before.position.turn].title()
        place = [f"move {before.number(len(before.record.moves))}, {side}"]
    written = repr(edit.written) if edit.written else "nothing"
    yield f"{record.source}, ply {edit.ply}: the text has {written}"
    yield f"  {plural(question.left, 'question')} left in this game, the least certain first"
    line, column = record.place(question.index)
    place += [f"line {line}, column {column}"] if column else []
    yield f"  {'; '.join([*place, _plies_around(question)])}"
    beside = record.details.get(question.index, {})
    if box := beside.get(BOX):
        page, left, top, right, bottom = box
        where = f"{left} to {right} from the left, {top} to {bottom} from the top"
        yield f"  in the scan: page {page}, pixels {where}"
    if read := [f"{text} ({100 * share:.3g}%)" for text, share in beside.get(CHOICES, ())][:READ]:
        yield f"  the scan may be read as {', '.join(read)}"
    if doubt := question.doubt:
        yield f"  as written, {doubt}"
    for number, words in enumerate(question.proposals(), start=1):
        yield f"  {number}  {words}"
    if not question.ways:
        yield "  nothing is proposed: type the move, or ? for help"


def _plies_around(question: Question) -> str:
    """Return the texts of the plies around the ply in question, which is in brackets."""
    at = question.index
    first, moves = max(0, at - AROUND), question.draft.record.moves
    mark = "[?] {}" if question.edit.kind == MISSING else "[{}]"
    texts = [mark.format(moves[at]), *moves[at + 1 : at + AROUND + 1]]
    return " ".join((*("...",) * (first > 0), *moves[first:at], *texts))


def help_lines(question: Question) -> Iterator[str]:
    """Yield an explanation of the proposals, and the keys."""
    found = question.found
    if found.solutions:
        plies = plural(len(question.draft.record.moves), "ply")
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
    yield "Answers:"
    for key, what in KEYS:
        yield f"  {key:9} {what}"


HELP, BACK, QUIT, LEAVE, KEEP = "?", "b", "q", "s", "k"
COMMANDS = {
    "h": HELP, "help": HELP, "back": BACK, "quit": QUIT, "skip": LEAVE, "keep": KEEP,
    **{key: key for key in (HELP, BACK, QUIT, LEAVE, KEEP)},
}  # fmt: skip
"""Typed word -> action."""

LONGEST = 200
"""Longest text that is tried as a move, in characters."""

_TYPED = lazy_pattern(
    r"(?:(?P<ply>\d{1,6})\s*:\s*(?=\S))?(?:(?P<out>-)|(?P<missing>\+(?=\s*\S))?\s*(?P<move>.+))"
)


class UnusableAnswer(LudographError):
    """An answer that cannot be used; the message gives the reason."""


Typed = tuple[Edit, str]
"""A valid answer, and a remark on its notation, if any."""


def answer_to(text: str, question: Question) -> Typed:
    """Return the typed answer to a question, if it fits the game.

    Raises:
        UnusableAnswer: the text is not an answer, or the answer breaks a rule.
    """
    draft, edit, ways = question.draft, question.edit, question.ways
    key = COMMANDS.get(text.lower())
    if key == LEAVE:
        return Edit(edit.ply, SKIP, "", ""), ""
    if key == KEEP:
        return _checked(draft, _kept(draft, edit)), ""
    if text.isdecimal() and len(text) <= len(str(len(ways))) + 1:
        if not 1 <= int(text) <= len(ways):
            raise UnusableAnswer(_choice(len(ways)))
        return _checked(draft, ways[int(text) - 1]), ""
    found = _TYPED.fullmatch(text)
    if found is None or len(text) > LONGEST:
        raise UnusableAnswer(f"{len(text)} characters are too many for a move")
    ply = int(found["ply"] or edit.ply)
    if found["out"]:
        return _checked(draft, Edit(ply, SUPERFLUOUS, "", "")), ""
    # Without a ply number, the text answers a question about a result, a variant and so on.
    is_usual = not found["ply"] and edit.kind in (MISSING, SPLIT, RESULT, VARIANT)
    kind = MISSING if found["missing"] else edit.kind if is_usual else WRONG
    return _move(found["move"], draft, ply, kind)


def _choice(count: int) -> str:
    if not count:
        return "nothing is proposed here: type the move, or ? for help"
    return f"there are proposals 1 to {count}" if count > 1 else "there is only one proposal, 1"


def _kept(draft: Draft, edit: Edit) -> Edit:
    """Return the answer that confirms the ply, result or variant as written."""
    if edit.kind == OVERLOOKED:
        return edit
    if edit.kind in (VARIANT, RESULT):
        return replace(edit, meant=edit.written)
    return replace(edit, kind=KEPT, meant=draft.standing(edit) or "")


def _checked(draft: Draft, answer: Edit) -> Edit:
    if why := draft.objection(answer):
        raise UnusableAnswer(why)
    return replace(answer, written=draft.standing(answer) or "")


def _move(text: str, draft: Draft, ply: int, kind: str) -> Typed:
    """Return the answer for a typed move, read in the record's dialect or else in another one."""
    answer, verdict = Edit(ply, kind, "", text), draft.replay_before(ply)
    dialect, position = verdict.dialect, verdict.position
    if kind in (RESULT, VARIANT) or dialect is None or position is None:
        return _checked(draft, answer), ""
    meant = typed_moves(position, text, [dialect])
    if why := draft.objection(answer):
        others = [one for one in dialects(dialect.game) if one.name != dialect.name]
        meant = typed_moves(position, text, others)
        if not meant or ply > len(draft.record.moves) + 1:
            raise UnusableAnswer(why)
    texts = {
        way: one.dialect.name
        for one in meant
        if (way := _written(one.move, text, dialect, position))
    }
    if not texts or text in texts:
        return _checked(draft, answer), ""
    if len(texts) > 1:
        raise UnusableAnswer(f"{text} may be {' or '.join(sorted(texts))}: type one of them")
    ((way, name),) = texts.items()
    return _checked(draft, replace(answer, meant=way)), f"{text} ({name}) is {way}"


def _written(move: Any, text: str, dialect: AnyDialect, position: AnyPosition) -> str:
    """Return the text of a move in a dialect; empty if the dialect cannot express the move.

    A typed text is kept if the dialect writes the move in this way, with or without counts.
    """
    try:
        ways = [dialect.write(one) for one in (move, position.with_counts(move))]
    except UnwritableMove:
        return ""
    return text if text in ways else ways[0]
