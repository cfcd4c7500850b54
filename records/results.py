"""Results as scores and in words of several languages, and their canonical forms."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from notation.numbers import DIGITS, to_int
from notation.pattern import lazy_pattern
from records.model import UNDECIDED
from records.words import (
    colour,
    folded,
    game_named,
    meaning,
    plain,
    spellings_in,
    words_pattern,
)

FIRST_WINS, SECOND_WINS, DRAW = "1-0", "0-1", "1/2-1/2"

CANONICAL = (FIRST_WINS, SECOND_WINS, DRAW, UNDECIDED)

MOVER_LOSES = "mover-loses"
"""The result "resigns" without a name: the side to move loses."""

SIDES = (("White", "Black"), ("Red", "Blue"), ("Red", "Blue", "Green"))
"""The sides that an unknown game may have, in the order of moving."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result found in a text.

    Attributes:
        value: the canonical result, or `MOVER_LOSES`.
        termination: the value of the tag ``Termination``; empty if it is unknown.
        written: the part of the text that states the result.
        colour: the side named, as in tags, or its first letter; empty if there is none.
        lost: whether the side named has lost.
        scored: whether there is a score beside the side, which may contradict it.
    """

    value: str
    termination: str
    written: str
    colour: str = ""
    lost: bool = False
    scored: bool = False

    def among(self, sides: Sequence[str]) -> str:
        """Return the canonical result in a game of these sides, named as in tags.

        It is ``*`` if only the loser is known and there are more than two sides, or if a score
        contradicts the side named.
        """
        if not self.colour:
            return self.value if self.value != MOVER_LOSES or len(sides) == 2 else UNDECIDED
        named = [side for side, name in enumerate(sides) if self.names(name)]
        if len(named) != 1 or (self.lost and len(sides) != 2):
            return UNDECIDED
        winner = won_by(1 - named[0] if self.lost else named[0], len(sides))
        return winner if not self.scored or winner == self.value else UNDECIDED

    def value_after(self, plies: int, sides: Sequence[str]) -> str:
        """Return the canonical result of a game of these sides that ends after some plies."""
        value = self.among(sides)
        return mover_loses(plies) if value == MOVER_LOSES else value

    def names(self, side: str) -> bool:
        """Whether the result names this side, in full or by its first letter."""
        return side == self.colour or (len(self.colour) == 1 and side.startswith(self.colour))


_DASH = r"[ ]?(?:--|[-:\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}])[ ]?"
_HALF = r"(?:1[/\N{FRACTION SLASH}]2|\N{VULGAR FRACTION ONE HALF}|0[.,]5)"

_SCORES = (
    (rf"1{_DASH}0", FIRST_WINS),
    (rf"0{_DASH}1", SECOND_WINS),
    (rf"{_HALF}{_DASH}{_HALF}|(?!0){_HALF}", DRAW),
    (r"\*", UNDECIDED),
)

_SCORE = lazy_pattern(rf"(?:{'|'.join(f'({one})' for one, _ in _SCORES)})(?![\w/:\-])[.]?")

_BESIDE_SCORE = lazy_pattern(r"[ ,;:]{0,3}\(([^()\n]{2,60})\)[.!]?(?=[ \t]*(?:$|\{))", re.MULTILINE)
"""A bracket between a score and the end of its line."""

_POINTS = lazy_pattern(rf"(\d{{1,3}})({_DASH})(\d{{1,3}}|nil)[.!]*[ \t]*$", re.MULTILINE)
"""The points of two sides at the end of a line."""

_POINTS_FOR = lazy_pattern(rf"(\d{{1,3}})({_DASH})(\d{{1,3}})[,;:.]?[ \t]+(?=\(?[^\W\d_])")
"""The points of two sides before a word."""

_BEHIND_WORDS = lazy_pattern(r"(?<!\w)[^\W\d_]+[.:]?[ \t]+(\d\S*(?:[ ]\S[ ]\d+\.?)?)\s*$")

_LETTER = lazy_pattern(r"(?P<side>[WBRG])\+(?:(?P<way>R|T|F)[a-z]*|\d+(?:[.,]5)?)?(?![^\s.,;)])\.?")
"""A result as in Go: the first letter of the winner, and the way or the margin."""

_WAYS = {"R": "resignation", "T": "time", "F": "forfeit"}

_CLOCK = lazy_pattern(r"\d+:\d\d")
"""A time: points have no leading zero."""

_WORD = lazy_pattern(r"\S+")
_WORD_IN = lazy_pattern(r"[^\s,;|:]+")
_LETTERS = lazy_pattern(r"\w+")
_COMBINING = lazy_pattern("[\u0300-\u036f]")

LONGEST = 120
"""Maximum length of a result in words, in characters."""

_WINS = "wins"
"""The name of the list of words for a win in ``words.toml``; the other lists are losses."""

_ENDED = {"resigns": "resignation", "time": "time", "forfeit": "forfeit"}
"""Values of the tag ``Termination``, by the names of lists of words."""

# Expressions for results in words. `{table.list}` stands for the words of a list in ``words.toml``.

_ARTICLES = r"(?:{fillers.articles}\b'?\s*)*"
_PLAYER = r"(?:{fillers.players}\s+)?"
_SIDE = rf"{_ARTICLES}{_PLAYER}(?P<side>{{colours}}\b)"
_AGAINST = r"\s*(?:[-:–—]|{moments.against}(?=\s))\s*"
_RESULT = "{tags.Result|fillers.final}"

_WAY = rf"(?:\s*[(,]?\s*(?:{{fillers.by}}\s+{_ARTICLES}|(?<=\())(?P<way>[^\W\d_]{{2,20}})\b\)?)?"
_SCORED = (
    r"(?:\s*[,:]?\s*(?:{fillers.by}\s+)?\(?"
    rf"(?![01]{_AGAINST}[01]\b)\d{{1,3}}{_AGAINST}(?:\d{{1,3}}|nil)\b\)?)?"
)
"""Points; 1:0 is a score."""
_WHEN = rf"\s+{{moments.at}}\s+{_ARTICLES}(?:{{moments.move}}\s+)?\d+[^\s.!]*[.]?(?:\s+[^\W\d_]+)?"
_STOP = r"(?:[.!]|(?=\s*(?:[,;)\]({\[]|$|\d)))"
"""A statement ends where its line, sentence or bracket does, or where a comment begins."""
_TAIL = rf"(?:{_WHEN}|{_SCORED}{_WAY}{_SCORED}){_STOP}"

_FORMS = [
    ("draws", rf"{{alone.draws}}\b(?:\s*[,(:]?\s*{{alone.agreed}}\b\)?)?{_TAIL}"),
    *(
        (role, rf"{_SIDE}(?:\s+{_PLAYER})?\s*[:,]?\s*{{verbs.{role}}}\b{_TAIL}")
        for role in ("wins", "loses", "resigns", "time", "forfeit")
    ),
    *(
        (role, rf"{_ARTICLES}{{nouns.{role}}}\b\s*:?\s*{_SIDE}{_TAIL}")
        for role in ("wins", "loses", "resigns", "forfeit")
    ),
    (_WINS, rf"{_SIDE}\s+{{beats}}\s+{_ARTICLES}{_PLAYER}{{colours}}\b{_TAIL}"),
    ("alone", rf"{{alone.resigns}}\b{_STOP}"),
]
_STATEMENTS = [(role, words_pattern(form, re.MULTILINE)) for role, form in _FORMS]
_LABELLED_STATEMENTS = [(_WINS, words_pattern(f"{_SIDE}{_TAIL}", re.MULTILINE)), *_STATEMENTS]

_LABEL = words_pattern(rf"{_RESULT}(?:\s*/\s*{_RESULT})?\s*(?:[:=]\s*|[,;|\s]+)")
"""The label of a result."""

_LABELLED_POINTS = words_pattern(rf"(\d{{1,3}})({_AGAINST})(\d{{1,3}}|nil)\.?[ \t]*$", re.MULTILINE)
"""The points of two sides after a label, to the end of the line."""

_BEHIND_SCORE = words_pattern(
    r"\s*[,;:(]?\s*(?:(?:{fillers.by}\s+)?(?:{fillers.articles}\s+)*"
    r"(?P<way>{endings}|{beside})|(?P<side>{colours}))\b\)?[.!]?(?=\s*(?:$|[{]))",
    re.MULTILINE,
)
"""The winner after a score, or the ending of the game."""

_BY_WORD = words_pattern(
    r"\(?(?P<by>{fillers.by}\s+)?(?P<way>[^\W\d_]+)\)?[.!]*[ \t]*$", re.MULTILINE
)
"""One word after points, to the end of the line: ``durch Megiddo``."""

_FOR_SIDE = words_pattern(
    r"(?:{fillers.articles}\b'?\s*)+(?P<side>{colours})\b[.!]?[ \t]*$", re.MULTILINE
)
"""The winner after points, to the end of the line: ``für Rot``."""

_TALLY = words_pattern(
    r"(?P<side>{colours})\s*[:=]?\s*(?P<points>\d{1,3})(?:\s+{points})?"
    r"\s*(?:[,;/|–-]|{fillers.and}(?=\s)|(?<=\s))\s*"
    r"(?P<other>{colours})\s*[:=]?\s*(?P<fewer>\d{1,3})(?:\s+{points})?[.!]?[ \t]*$",
    re.MULTILINE,
)
"""A line with the points of each side: ``Rot 12, Blau 0``."""

_DRAW, _AGREED = (words_pattern(rf"(?<!\w){{alone.{one}}}\b") for one in ("draws", "agreed"))
_DOUBTS = words_pattern(r"(?<!\w){doubts}(?!\w)|n['’]t\b")
_COLOUR = words_pattern(r"(?<!\w){colours}\b")

_ALTOGETHER = r"(?=\W*(?:$|{fillers.by}\b|{moments.at}\b|\d))"
"""What follows a win or loss of the game: a side may also win or lose a piece."""
_DEEDS = [
    (role, words_pattern(rf"(?<!\w){{colours}}\b.*(?<!\w){{verbs.{role}}}\b{after}"))
    for role, after in (
        *(("time", ""), ("forfeit", ""), ("resigns", "")),
        *(("loses", _ALTOGETHER), (_WINS, _ALTOGETHER)),
    )
]
"""The kinds of verbs after a side."""


def match_result(text: str, start: int = 0) -> Result | None:
    """Return the result at an offset of a text; None if there is none.

    A result is a score, the letter of the winner, or a statement. A statement says that a side
    wins, loses, resigns or beats another, or that the game is a draw; the way, the points and the
    move may follow.
    """
    sign = text[start : start + 1]
    if not sign.isalpha():
        score = _SCORE.match(text, start) if sign in "01*\N{VULGAR FRACTION ONE HALF}" else None
        return _scored(text, start, score) if score else _pointed(text, start)
    if text[start + 1 : start + 2] == "+" and (won := _LETTER.match(text, start)):
        return Result(UNDECIDED, _WAYS.get(won["way"] or "", ""), won[0], won["side"])
    word = _WORD.match(text, start, start + LONGEST)
    # A letter and a digit are a point of a board: the words are not looked up for moves.
    if word is None or word[0][1:2].isdigit() or not _begins_statement(word[0]):
        return None
    words, ends = _without_marks(folded(text[start : start + LONGEST]))
    labelled = _LABEL.match(words)
    begin = labelled.end() if labelled else 0
    if labelled:
        if score := _SCORE.match(text, start + begin):
            found = _scored(text, score.start(), score)
            return replace(found, written=text[start : score.start()] + found.written)
        if (points := _LABELLED_POINTS.match(words, begin)) and (value := _winner(points)):
            return Result(value, "", text[start : start + ends[points.end()]].rstrip())
    if tally := _TALLY.match(words, begin):
        return _tallied(tally, text[start : start + ends[tally.end()]].rstrip())
    if not (labelled or _states(words)):
        return None
    for role, form in _LABELLED_STATEMENTS if labelled else _STATEMENTS:
        if match := form.match(words, begin):
            return _stated(role, match, text[start : start + ends[match.end()]])
    return None


def whole_result(text: str) -> Result | None:
    """Return the result that is the whole of a text; None for other texts."""
    found = match_result(text)
    return found if found and found.written == text else None


def stated(text: str) -> Result | None:
    """Return the result if it is the whole of a text except full stops; else None.

    A text such as ``0:30`` is taken for a time, not for points.
    """
    found = None if _CLOCK.fullmatch(text.strip()) else match_result(text)
    return found if found and found.written.strip(" .!") == text.strip(" .!") else None


def stated_in_tag(tag: str) -> Result | None:
    """Return the result in the value of a tag: a score, a winner or a statement; None for others.

    Text in brackets after a score is ignored.
    """
    text = tag.strip()
    if _CLOCK.fullmatch(text):
        return None
    if found := stated(text) or stated(f"Result: {text}"):
        return replace(found, written=text)
    score = _SCORE.match(text)
    rest = text[score.end() :].strip() if score else ""
    if not score or rest[:1] not in ("(", "[", ",", ";"):
        return None
    beside = match_result(rest.strip(" ()[],;"))
    return Result(_value(score), beside.termination if beside else "", text)


def ending_named(text: str) -> str | None:
    """Return the value of the tag ``Termination`` for words such as ``Aufgabe``, else None."""
    return meaning("endings", text) or meaning("beside", text)


def result_in(text: str) -> tuple[int, Result] | None:
    """Return the offset and the result in a short text with other words, ``ok, I resign``.

    None if there is no result.
    """
    for word in _WORD.finditer(text) if len(text) < LONGEST / 2 else ():
        found = match_result(text, word.start())
        if found and found.value != UNDECIDED:
            return word.start(), found
    return None


def told(text: str) -> Result | None:
    """Return the result that sentences tell, such as ``and here White resigned``; else None.

    At least one sentence has to be a statement, or to name a single side and what it did. Sentences
    about what might have happened are ignored.
    """
    sentences = re.split(r"(?<=[.!?;:])(?:\s+|$)", text) if len(text) < 4 * LONGEST else ()
    for sentence in sentences:
        words = _without_marks(folded(sentence))[0]
        if is_doubtful(words):
            continue
        if _DRAW.search(words) and _AGREED.search(words):
            return Result(DRAW, "agreement", sentence.strip())
        for clause in re.split(r"[.!?;:,]+(?=\s|$)", words):
            if found := stated(clause.strip()):
                return replace(found, written=sentence.strip())
            sides = {colour(one[0]) for one in _COLOUR.finditer(clause)}
            role = next((role for role, form in _DEEDS if form.search(clause)), None)
            if role and len(sides) == 1:
                side, ended = sides.pop() or "", _ENDED.get(role, "")
                found = Result(UNDECIDED, ended, sentence.strip(), side, lost=role != _WINS)
                return replace(found, value=found.among(next(one for one in SIDES if side in one)))
    return None


def is_doubtful(text: str) -> bool:
    """Whether a text has a word for what did not happen, such as ``would``."""
    return _DOUBTS.search(folded(text)) is not None


def _value(score: re.Match[str]) -> str:
    return _SCORES[(score.lastindex or 1) - 1][1]


def _pointed(text: str, start: int) -> Result | None:
    """Return the result of points on a line of their own, such as ``12-0``; None for a time.

    ``0:12`` are points, ``5:12`` may be a time.
    """
    is_first = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    if not is_first or not text[start : start + 1].isdecimal():
        return None
    if found := _POINTS.match(text, start):
        value = None if _is_time(found) else _winner(found)
        return Result(value, "", found[0].rstrip()) if value else None
    found = _POINTS_FOR.match(text, start)
    value = _winner(found) if found else None
    if found is None or value is None:
        return None
    if stated := _stated_behind(text, start, found):
        return stated
    if value == DRAW:
        return None
    words, ends = _without_marks(folded(text[found.end() : found.end() + LONGEST]))
    named = _FOR_SIDE.match(words)
    if named is None:
        return None if _is_time(found) else _ended_behind(text, start, found, words, ends)
    # The winner's points stand first or are in the order of the sides.
    written = text[start : found.end() + ends[named.end()]]
    return Result(UNDECIDED, "", written.rstrip(), colour(named["side"]) or "")


def _stated_behind(text: str, start: int, points: re.Match[str]) -> Result | None:
    """Return the result of points followed by a statement: ``12-0 Red wins``, ``7:7 Remis``."""
    stop = text.find("\n", points.end())
    rest = text[points.end() : stop if stop >= 0 else len(text)]
    bare = rest.rstrip(" \t.!)")
    stated = match_result(bare) if bare[:1].isalpha() else None
    if stated is None or stated.written.rstrip(".!") != bare:
        return None
    written = text[start : points.end() + len(rest.rstrip())]
    if _is_time(points):
        return replace(stated, written=written)
    if not stated.colour and stated.value != _winner(points):
        return None
    return replace(stated, value=_winner(points) or "", written=written, scored=True)


def _ended_behind(
    text: str, start: int, points: re.Match[str], words: str, ends: Sequence[int]
) -> Result | None:
    """Return the result of points followed by the kind of win, such as ``12:0, Megiddo``.

    None for other words, such as a name.
    """
    way = _BEHIND_SCORE.match(words) or _BY_WORD.match(words)
    if way is None:
        return None
    found = way.groupdict()
    named, ended = found.get("side") or "", found["way"] or ""
    is_way = "side" in found or found["by"] or game_named(ended)
    if not is_way:
        return None
    ended = ending_named(ended) or plain(ended)
    written = text[start : points.end() + ends[way.end()]]
    side = (colour(named) or "") if named else ""
    return Result(_winner(points) or "", ended, written.rstrip(), side, scored=bool(side))


def _is_time(points: re.Match[str]) -> bool:
    """Whether a match of `_POINTS` may be a time."""
    is_nothing = points[1] == "0" and points[3][0] != "0"
    return ":" in points[2] and len(points[3]) > 1 and not is_nothing


def _winner(points: re.Match[str]) -> str | None:
    """Return the result for the points of two sides; None if neither has any.

    Args:
        points: a match with the points in its groups 1 and 3.
    """
    first, second = to_int(points[1]), 0 if points[3] == "nil" else to_int(points[3])
    if not (first or second):
        return None
    return DRAW if first == second else FIRST_WINS if first > second else SECOND_WINS


def _scored(text: str, start: int, score: re.Match[str]) -> Result:
    """Return the result of a score, including the winner or ending that follows it."""
    value, end = _value(score), score.end()
    if value == UNDECIDED or not text[end : end + 4].lstrip(" ,;:(")[:1].isalpha():
        return Result(value, "", score[0])
    if (beside := _BESIDE_SCORE.match(text, end)) and (inner := stated(beside[1])):
        return replace(inner, value=value, written=text[start : beside.end()], scored=True)
    words, ends = _without_marks(folded(text[end : end + LONGEST]))
    found = _BEHIND_SCORE.match(words)
    if found is None:
        return Result(value, "", score[0])
    named, way = found["side"] or "", found["way"] or ""
    ended = ending_named(way) or ""
    written = text[start : end + ends[found.end()]]
    return Result(value, ended, written, (colour(named) or "") if named else "", scored=True)


def _without_marks(words: str) -> tuple[str, Sequence[int]]:
    """Return a text without combining accents, and the offset of each character in the original."""
    if words.isascii() or not _COMBINING.search(words):
        return words, range(len(words) + 1)
    starts = [at for at, one in enumerate(words) if not _COMBINING.match(one)]
    return "".join(words[at] for at in starts), [*starts, len(words)]


@lru_cache(maxsize=1 << 12)
def _begins_statement(word: str) -> bool:
    """Whether a word may begin a result in words."""
    first = _WORD_IN.match(_without_marks(folded(word))[0])
    return first is not None and first[0].rstrip(".:!)") in _first_words()


@cache
def _first_words() -> frozenset[str]:
    ways = spellings_in("colours|nouns|alone|fillers|tags.Result")
    return frozenset(way.split()[0] for way in ways)


def may_state(text: str) -> bool:
    """Whether a text has a word that states a result."""
    return _states(_without_marks(folded(text))[0])


def ends_in_points(text: str) -> bool:
    """Whether a text ends with the points of two sides after words, as in ``Endstand 12:0``."""
    found = _BEHIND_WORDS.search(text)
    points = _POINTS.match(text, found.start(1)) if found else None
    return points is not None and not _is_time(points)


def _states(words: str) -> bool:
    """Whether a folded text has a word that states a result."""
    words = " ".join(words.split())
    first = _statement_ways()
    return any(
        re.search(rf"(?<!\w){re.escape(way)}(?!\w)", words)
        for word in dict.fromkeys(_LETTERS.findall(words))
        for way in first.get(word, ())
        if way in words
    )


@cache
def _statement_ways() -> Mapping[str, Sequence[str]]:
    """Return the phrases that state a result, by their first word."""
    found = dict[str, list[str]]()
    for way in spellings_in("verbs|nouns|alone|beats|hints"):
        found.setdefault(_LETTERS.findall(way)[0], []).append(way)
    return found


def _tallied(tally: re.Match[str], written: str) -> Result | None:
    """Return the result, given the points of each side; None if no side has any."""
    one, other = colour(tally["side"]) or "", colour(tally["other"]) or ""
    first, second = to_int(tally["points"]), to_int(tally["fewer"])
    if one == other or not (first or second):
        return None
    if first == second:
        return Result(DRAW, "", written)
    return Result(UNDECIDED, "", written, one if first > second else other)


def _stated(role: str, match: re.Match[str], written: str) -> Result:
    """Return the result of a statement."""
    if role == "alone":
        return Result(MOVER_LOSES, "resignation", written)
    way = match["way"] or ""
    ended = (meaning("endings", way) or plain(way)) if way else ""
    if role == "draws":
        is_agreed = _AGREED.search(_without_marks(folded(written))[0]) is not None
        return Result(DRAW, "agreement" if is_agreed else ended, written)
    ended = _ENDED.get(role, ended)
    named = colour(match["side"]) or ""
    result = Result(UNDECIDED, ended, written, named, lost=role != _WINS)
    sides = next(one for one in SIDES if named in one)
    return replace(result, value=result.among(sides))


def mover_loses(ply_count: int) -> str:
    """Return the result of a two-sided game in which the side to move resigns."""
    return FIRST_WINS if ply_count % 2 else SECOND_WINS


def won_by(side: int, sides: int) -> str:
    """Return the result of a win. `side` counts from 0; `sides` is the number of sides."""
    return (FIRST_WINS, SECOND_WINS)[side] if sides == 2 else str(side + 1)


def won_by_name(winner: str, tags: Mapping[str, str], sides: Sequence[str]) -> str | None:
    """Return the result, given the name or the colour of the winner; None if it names no side."""
    named = [
        index
        for index, side in enumerate(sides)
        if winner and (winner == tags.get(side) or colour(winner) == side)
    ]
    return won_by(named[0], len(sides)) if len(named) == 1 else None


def winner_index(result: str) -> int | None:
    """Return the index of the winning side; None for a draw or no result."""
    if result in (FIRST_WINS, SECOND_WINS):
        return 0 if result == FIRST_WINS else 1
    is_number = result.isdecimal() and len(result) <= DIGITS
    return to_int(result) - 1 if is_number and to_int(result) else None


def agreed_result(named: str, ended: str) -> str | None:
    """Return the result on which a tag and the end of the moves agree; None if they differ.

    ``*`` agrees with every result.

    Args:
        named: the text of the tag, which has to be canonical.
        ended: the result after the moves, an empty text if there is none.
    """
    result = named if ended in ("", UNDECIDED) else ended
    return result if named in CANONICAL and named in (result, UNDECIDED) else None
