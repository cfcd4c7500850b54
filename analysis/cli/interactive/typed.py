"""Parsing typed answers: keys, numbers of proposals, and moves in any notation."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.editing.answers import KEPT, SKIP, Answer, Draft
from analysis.games.position import AnyPosition
from analysis.repair.edits import MISSING, OVERLOOKED, RESULT, SPLIT, SUPERFLUOUS, VARIANT, WRONG
from analysis.repair.result import Edit
from notation import Dialect, LudographError, UnreadableMove, UnwritableMove, dialects
from notation.pattern import lazy_pattern

HELP, BACK, QUIT, LEAVE, KEEP = "?", "b", "q", "s", "k"
KEYS = {
    **dict.fromkeys((HELP, "h", "help"), HELP),
    **dict.fromkeys((BACK, "back"), BACK),
    **dict.fromkeys((QUIT, "quit"), QUIT),
    **dict.fromkeys((LEAVE, "skip"), LEAVE),
    **dict.fromkeys((KEEP, "keep"), KEEP),
}
"""What is done, by the keys typed."""

LONGEST = 200
"""Characters of the longest text that is tried as a move."""

_ELSEWHERE = lazy_pattern(r"(\d{1,6})\s*:\s*(\S.*)")
_EDITED = lazy_pattern(r"([+-])\s*(.*)")

Way = tuple[str, str]
"""A way to answer a question: the kind of an edit, and the text meant."""


class UnusableAnswer(LudographError):
    """An answer that cannot be used; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A usable answer, and a remark on its notation, if any."""

    answer: Answer
    remark: str = ""


def answer_to(text: str, draft: Draft, edit: Edit, ways: Sequence[Way]) -> Typed:
    """Parse a typed answer, and check that it can be used.

    ``ways`` are the numbered proposals.

    Raises:
        UnusableAnswer: the text is no answer, or the answer breaks a rule.
    """
    key = KEYS.get(text.lower())
    if key == LEAVE:
        return Typed(Answer(edit.ply, SKIP, ""))
    if key == KEEP:
        return _checked(draft, _kept(draft, edit))
    if text.isdecimal() and len(text) <= len(str(len(ways))) + 1:
        if not 1 <= int(text) <= len(ways):
            raise UnusableAnswer(_choice(len(ways)))
        return _checked(draft, Answer(edit.ply, *ways[int(text) - 1]))
    if len(text) > LONGEST:
        raise UnusableAnswer(f"{len(text)} characters are no move")
    try:
        return _move(text, draft, edit.ply, _usual(edit))
    except UnusableAnswer:
        elsewhere = _ELSEWHERE.fullmatch(text)
        if elsewhere:
            return _edited(elsewhere[2], draft, int(elsewhere[1]), WRONG)
        if _EDITED.fullmatch(text):
            return _edited(text, draft, edit.ply, WRONG)
        raise


def _choice(count: int) -> str:
    if not count:
        return "nothing is proposed here: type the move, or ? for help"
    return f"there are proposals 1 to {count}" if count > 1 else "there is one proposal, 1"


def _usual(edit: Edit) -> str:
    """Return the kind of answer that a text without a sign stands for."""
    return edit.kind if edit.kind in (MISSING, SPLIT, RESULT, VARIANT) else WRONG


def _kept(draft: Draft, edit: Edit) -> Answer:
    """Return the answer that the questioned ply, result or variant is right as written."""
    if edit.kind == VARIANT:
        return Answer(edit.ply, VARIANT, edit.written)
    if edit.kind == OVERLOOKED:
        return Answer(edit.ply, OVERLOOKED, edit.meant)
    if edit.kind == RESULT:
        return Answer(edit.ply, RESULT, edit.written)
    return Answer(edit.ply, KEPT, draft.standing(Answer(edit.ply, KEPT, "")) or "")


def _edited(text: str, draft: Draft, ply: int, kind: str) -> Typed:
    """Return the answer of a text: ``+`` begins a missing ply, ``-`` marks a superfluous one."""
    sign = _EDITED.fullmatch(text)
    if sign and sign[1] == "-" and not sign[2]:
        return _checked(draft, Answer(ply, SUPERFLUOUS, ""))
    if sign and sign[1] == "+" and sign[2]:
        return _move(sign[2], draft, ply, MISSING)
    return _move(text, draft, ply, kind)


def _checked(draft: Draft, answer: Answer, remark: str = "") -> Typed:
    if why := draft.objection(answer):
        raise UnusableAnswer(why)
    answer = Answer(answer.ply, answer.kind, answer.meant, draft.standing(answer))
    return Typed(answer, remark)


def _move(text: str, draft: Draft, ply: int, kind: str) -> Typed:
    """Return the answer of a move text, in the record's notation or else in another one."""
    if kind in (RESULT, VARIANT):
        return _checked(draft, Answer(ply, kind, text))
    verdict = draft.replay_before(ply)
    dialect, position = verdict.dialect, verdict.position
    try:
        found = _checked(draft, Answer(ply, kind, text))
    except UnusableAnswer:
        if dialect is None or position is None or ply > len(draft.record.moves) + 1:
            raise
        others = [one for one in dialects(dialect.game) if one.name != dialect.name]
        meant = {
            way: one.name
            for one in reversed(others)
            for way in readings(text, one, position, dialect)
        }
        if not meant:
            raise
        return _checked(draft, Answer(ply, kind, _only(text, meant)), _remark(text, meant))
    if dialect is None or position is None:
        return found
    ways = readings(text, dialect, position, dialect)
    if not ways or text in ways:
        return found
    return _checked(draft, Answer(ply, kind, _only(text, ways)), _remark(text, ways))


def _only(text: str, meant: dict[str, str]) -> str:
    if len(meant) > 1:
        raise UnusableAnswer(f"{text} may be {' or '.join(sorted(meant))}: type one of them")
    return next(iter(meant))


def _remark(text: str, meant: dict[str, str]) -> str:
    (way, name), *_ = meant.items()
    return f"{text} ({name}) is {way}"


def readings(
    text: str, dialect: Dialect[object], position: AnyPosition, target: Dialect[object]
) -> dict[str, str]:
    """Return the legal moves that a text may stand for, written in the target dialect.

    The keys are the texts, the values the name of the dialect in which the text was read.
    """
    try:
        claims = dialect.read(text).moves
    except UnreadableMove:
        return {}
    found: dict[str, str] = {}
    for claim in claims:
        for candidate in position.completions(claim) or position.supplied(claim):
            if any(finding.violation for finding in candidate.findings):
                continue
            counted = position.with_counts(candidate.move)
            try:
                ways = {target.write(candidate.move), target.write(counted)}
            except UnwritableMove:
                continue
            way = text if text in ways else target.write(candidate.move)
            found.setdefault(way, dialect.name)
    return found
