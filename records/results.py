"""Results as scores and in words of several languages, and their canonical forms."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from notation.numbers import DIGITS, to_int
from notation.pattern import lazy_pattern
from records.model import UNDECIDED
from records.words import any_of, colour, folded, game_named, meaning, plain, spellings, tables

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
    labelled = _label().match(words)
    begin = labelled.end() if labelled else 0
    if labelled:
        if score := _SCORE.match(text, start + begin):
            found = _scored(text, score.start(), score)
            return replace(found, written=text[start : score.start()] + found.written)
        if (points := _points().match(words, begin)) and (value := _winner(points)):
            return Result(value, "", text[start : start + ends[points.end()]].rstrip())
    if tally := _tally().match(words, begin):
        return _tallied(tally, text[start : start + ends[tally.end()]].rstrip())
    if not (labelled or _states(words)):
        return None
    winner, forms = _statements()
    for role, form in ([(_WINS, winner)] if labelled else []) + forms:
        if match := form.match(words, begin):
            return _stated(role, match, text[start : start + ends[match.end()]])
    return None


def whole_result(text: str) -> Result | None:
    """Return the result that is the whole of a text; None for other texts."""
    found = match_result(text)
    return found if found and found.written == text else None


def stated(text: str) -> Result | None:
    """Return the result if it is the whole of a text except full stops; else None.

    A time such as ``0:30`` is no result: points stand on lines of their own.
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

    One of them has to be a statement, or to name a single side and what it did. Sentences about
    what might have happened are ignored.
    """
    sentences = re.split(r"(?<=[.!?;:])(?:\s+|$)", text) if len(text) < 4 * LONGEST else ()
    for sentence in sentences:
        words = _without_marks(folded(sentence))[0]
        if is_doubtful(words):
            continue
        if all(form.search(words) for form in _agreed_draw()):
            return Result(DRAW, "agreement", sentence.strip())
        for clause in re.split(r"[.!?;:,]+(?=\s|$)", words):
            if found := stated(clause.strip()):
                return replace(found, written=sentence.strip())
            sides = {colour(one[0]) for one in _colours().finditer(clause)}
            role = next((role for role, form in _deeds() if form.search(clause)), None)
            if role and len(sides) == 1:
                side, ended = sides.pop() or "", _ENDED.get(role, role)
                found = Result(UNDECIDED, ended, sentence.strip(), side, lost=role != _WINS)
                return replace(found, value=found.among(next(one for one in SIDES if side in one)))
    return None


_ENDED = {"wins": "", "loses": "", "resigns": "resignation"}
"""Values of the tag ``Termination`` for the roles of `_deeds` that have another name."""


@cache
def _agreed_draw() -> tuple[re.Pattern[str], ...]:
    parts = (_any("alone", meant) for meant in ("draws", "agreed"))
    return tuple(re.compile(rf"(?<!\w){words}\b") for words in parts)


@cache
def _colours() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_any('colours')}\b")


@cache
def _deeds() -> list[tuple[str, re.Pattern[str]]]:
    """Return the kinds of verbs, such as ``resigns``, each with a pattern for a side and a verb."""
    side = rf"(?<!\w){_any('colours')}\b"
    # A side may win or lose a piece.
    how = rf"(?=\W*(?:$|{_any('fillers', 'by')}\b|{_any('moments', 'at')}\b|\d))"
    after = {"loses": how, _WINS: how}
    return [
        (role, re.compile(rf"{side}.*(?<!\w){_any('verbs', role)}\b{after.get(role, '')}"))
        for role in ("time", "forfeit", "resigns", "loses", _WINS)
    ]


def is_doubtful(text: str) -> bool:
    """Whether a text has a word for what did not happen, such as ``would``."""
    return _doubts().search(folded(text)) is not None


@cache
def _doubts() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_any('doubts')}(?!\w)|n['’]t\b")


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
    named = _for_side().match(words)
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
    way = _behind_score().match(words) or _by_word().match(words)
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


@cache
def _by_word() -> re.Pattern[str]:
    """Return the pattern of one word after points, to the end of the line: ``durch Megiddo``."""
    return re.compile(
        rf"\(?(?P<by>{_any('fillers', 'by')}\s+)?(?P<way>[^\W\d_]+)\)?[.!]*[ \t]*$", re.MULTILINE
    )


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
    found = _behind_score().match(words)
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
    ways = _spellings("colours", "nouns", "alone", "fillers", "tags")
    return frozenset(way.split()[0] for way in ways)


@cache
def _spellings(*parts: str) -> frozenset[str]:
    """Return the folded spellings of the words in some tables of ``words.toml``.

    Of the table ``tags``, only the words for ``Result`` are taken.
    """
    listed = [
        words
        for part in parts
        for meant, words in tables()[part].items()
        if part != "tags" or meant == "Result"
    ]
    return frozenset(way for words in listed for word in words for way in spellings(word))


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
    for way in _spellings("verbs", "nouns", "alone", "beats", "hints"):
        found.setdefault(_LETTERS.findall(way)[0], []).append(way)
    return found


def _any(part: str, *meanings: str) -> str:
    """Return a pattern for the words of the table ``part`` of ``words.toml``.

    With meanings, such as ``wins``, only for the words that have one of them.
    """
    table = tables()[part]
    return any_of(word for one in meanings or table for word in table[one])


@cache
def _behind_score() -> re.Pattern[str]:
    """Return the pattern for text after a score: the winner, or the ending of the game."""
    by = rf"(?:{_any('fillers', 'by')}\s+)?(?:{_any('fillers', 'articles')}\s+)*"
    way = rf"{by}(?P<way>{_any('endings')}|{_any('beside')})"
    return re.compile(
        rf"\s*[,;:(]?\s*(?:{way}|(?P<side>{_any('colours')}))\b\)?[.!]?(?=\s*(?:$|[{{]))",
        re.MULTILINE,
    )


@cache
def _label() -> re.Pattern[str]:
    """Return the pattern for the label of a result."""
    name = any_of([*tables()["tags"]["Result"], *tables()["fillers"]["final"]])
    return re.compile(rf"{name}(?:\s*/\s*{name})?\s*(?:[:=]\s*|[,;|\s]+)")


@cache
def _against() -> str:
    """Return the pattern for the text between the points of two sides."""
    return rf"\s*(?:[-:–—]|{_any('moments', 'against')}(?=\s))\s*"


@cache
def _points() -> re.Pattern[str]:
    """Return the pattern for the points of two sides after a label, to the end of the line."""
    return re.compile(rf"(\d{{1,3}})({_against()})(\d{{1,3}}|nil)\.?[ \t]*$", re.MULTILINE)


@cache
def _for_side() -> re.Pattern[str]:
    """Return the pattern of the winner after points, to the end of the line: ``für Rot``."""
    articles = rf"(?:{_any('fillers', 'articles')}\b'?\s*)+"
    return re.compile(rf"{articles}(?P<side>{_any('colours')})\b[.!]?[ \t]*$", re.MULTILINE)


@cache
def _tally() -> re.Pattern[str]:
    """Return the pattern of a line with the points of each side: ``Rot 12, Blau 0``."""
    one, other = (
        rf"(?P<{side}>{_any('colours')})\s*[:=]?\s*(?P<{points}>\d{{1,3}})(?:\s+{_any('points')})?"
        for side, points in (("side", "points"), ("other", "fewer"))
    )
    between = rf"\s*(?:[,;/|–-]|{_any('fillers', 'and')}(?=\s)|(?<=\s))\s*"
    return re.compile(rf"{one}{between}{other}[.!]?[ \t]*$", re.MULTILINE)


def _tallied(tally: re.Match[str], written: str) -> Result | None:
    """Return the result, given the points of each side; None if no side has any."""
    one, other = colour(tally["side"]) or "", colour(tally["other"]) or ""
    first, second = to_int(tally["points"]), to_int(tally["fewer"])
    if one == other or not (first or second):
        return None
    if first == second:
        return Result(DRAW, "", written)
    return Result(UNDECIDED, "", written, one if first > second else other)


@cache
def _statements() -> tuple[re.Pattern[str], list[tuple[str, re.Pattern[str]]]]:
    """Return the pattern of a winner after a label, and a pattern for each kind of statement."""
    by, articles = _any("fillers", "by"), rf"(?:{_any('fillers', 'articles')}\b'?\s*)*"
    player = rf"(?:{_any('fillers', 'players')}\s+)?"
    other = rf"{_any('colours')}\b"
    side = rf"{articles}{player}(?P<side>{other})"
    # A statement ends where its line, sentence or bracket does, or where a comment begins.
    end = r"(?:[.!]|(?=\s*(?:[,;)\]({\[]|$|\d)))"
    way = rf"(?:\s*[(,]?\s*(?:{by}\s+{articles}|(?<=\())(?P<way>[^\W\d_]{{2,20}})\b\)?)?"
    dash = _against()
    # 1:0 is a score, and not points.
    two = rf"(?![01]{dash}[01]\b)\d{{1,3}}{dash}(?:\d{{1,3}}|nil)\b"
    points = rf"(?:\s*[,:]?\s*(?:{by}\s+)?\(?{two}\)?)?"
    at, move = _any("moments", "at"), _any("moments", "move")
    when = rf"\s+{at}\s+{articles}(?:{move}\s+)?\d+[^\s.!]*[.]?(?:\s+[^\W\d_]+)?"
    tail = rf"(?:{when}|{points}{way}{points}){end}"
    agreed = rf"(?:\s*[,(:]?\s*{_any('alone', 'agreed')}\b\)?)?"
    forms = [("draws", rf"{_any('alone', 'draws')}\b{agreed}{tail}")]
    forms += [
        (role, rf"{side}(?:\s+{player})?\s*[:,]?\s*{_any('verbs', role)}\b{tail}")
        for role in ("wins", "loses", "resigns", "time", "forfeit")
    ]
    forms += [
        (role, rf"{articles}{_any('nouns', role)}\b\s*:?\s*{side}{tail}")
        for role in ("wins", "loses", "resigns", "forfeit")
    ]
    forms.append((_WINS, rf"{side}\s+{_any('beats')}\s+{articles}{player}{other}{tail}"))
    forms.append(("alone", rf"{_any('alone', 'resigns')}\b{end}"))
    winner = re.compile(f"{side}{tail}", re.MULTILINE)
    return winner, [(role, re.compile(form, re.MULTILINE)) for role, form in forms]


def _stated(role: str, match: re.Match[str], written: str) -> Result:
    """Return the result of a statement."""
    if role == "alone":
        return Result(MOVER_LOSES, "resignation", written)
    way = match["way"] or ""
    ended = (meaning("endings", way) or plain(way)) if way else ""
    if role == "draws":
        is_agreed = _agreed_draw()[1].search(_without_marks(folded(written))[0]) is not None
        return Result(DRAW, "agreement" if is_agreed else ended, written)
    if role not in (_WINS, "loses"):
        ended = {"resigns": "resignation"}.get(role, role)
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
