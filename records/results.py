"""Results in scores and in words of several languages, and the canonical results they stand for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from notation.numbers import DIGITS, to_int
from notation.pattern import lazy_pattern
from records.model import UNDECIDED

FIRST_WINS, SECOND_WINS, DRAW = "1-0", "0-1", "1/2-1/2"

CANONICAL = (FIRST_WINS, SECOND_WINS, DRAW, UNDECIDED)

MOVER_LOSES = "mover-loses"
"""Stands for "resigns" without a name: the side to move gives up."""

SIDES = (("White", "Black"), ("Red", "Blue"), ("Red", "Blue", "Green"))
"""The colours that play together, in the order of moving, where the game is unknown."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result found in a text.

    Attributes:
        value: the canonical result, or `MOVER_LOSES`.
        termination: how it came about, as for the tag ``Termination``; empty if unknown.
        written: the words themselves.
        colour: the side that the words name, as tags name it, or its first letter; empty where they
            name none.
        lost: whether the side that the words name has lost.
        scored: whether a score stands with the side, which may contradict it.
    """

    value: str
    termination: str
    written: str
    colour: str = ""
    lost: bool = False
    scored: bool = False

    def among(self, sides: Sequence[str]) -> str:
        """Return the canonical result in a game of these sides, as tags name them.

        One side's loss is a result between two sides only, and so is a resignation.
        """
        if not self.colour:
            return self.value if self.value != MOVER_LOSES or len(sides) == 2 else UNDECIDED
        named = [side for side, name in enumerate(sides) if self.names(name)]
        if len(named) != 1 or (self.lost and len(sides) != 2):
            return UNDECIDED
        winner = won_by(1 - named[0] if self.lost else named[0], len(sides))
        return winner if not self.scored or winner == self.value else UNDECIDED

    def names(self, side: str) -> bool:
        """Whether the words name a side, as tags name it."""
        return side == self.colour or (len(self.colour) == 1 and side.startswith(self.colour))


_HYPHEN = r"[ ]?[-:\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}][ ]?"
_HALF = r"(?:1[/\N{FRACTION SLASH}]2|\N{VULGAR FRACTION ONE HALF}|0[.,]5)"

_SCORES = (
    (rf"1{_HYPHEN}0", FIRST_WINS),
    (rf"0{_HYPHEN}1", SECOND_WINS),
    (rf"{_HALF}{_HYPHEN}{_HALF}|(?!0){_HALF}", DRAW),
    (r"\*", UNDECIDED),
)

_SCORE = lazy_pattern(rf"(?:{'|'.join(f'({one})' for one, _ in _SCORES)})(?![\w/:\-])[.]?")

_SCORE_SIGNS = "01*\N{VULGAR FRACTION ONE HALF}"
"""Characters that a score may begin with."""

_MARGIN = r"\(?(?![01]\s*[-:–—]\s*[01]\b)\d{1,3}\s*[-:–—]\s*\d{1,3}\b\)?"
"""What a side has won by; one to nothing is a score of its own."""

_WORD = lazy_pattern(r"\S+")
_LETTER = lazy_pattern(r"(?P<side>[WBRG])\+(?:(?P<way>R|T|F)[a-z]*|\d+(?:[.,]5)?)?(?![^\s.,;)])\.?")
"""A result as Go writes it: the first letter of the winner, and how or by how much."""

_WAYS = {"R": "resignation", "T": "time", "F": "forfeit"}

_COMBINING = lazy_pattern("[\u0300-\u036f]")

LONGEST = 120
"""Characters that a result in words may have."""

_WINS = "wins"
"""The role of words for a win in ``words.toml``; others are ways of losing."""


def match_result(text: str, start: int = 0) -> Result | None:
    """Return the result that the text states at a place, None if it states none there."""
    sign = text[start : start + 1]
    if not sign.isalpha():
        score = _SCORE.match(text, start) if sign in _SCORE_SIGNS else None
        return _score(text, start, score) if score else None
    if text[start + 1 : start + 2] == "+" and (won := _LETTER.match(text, start)):
        return Result(UNDECIDED, _WAYS.get(won["way"] or "", ""), won[0], won["side"])
    word = _WORD.match(text, start, start + LONGEST)
    # A letter and a digit are a point of a board: the words are not looked up for moves.
    if word is None or word[0][1:2].isdigit() or not _begins_statement(word[0]):
        return None
    from records.words import folded

    words, ends = _without_marks(folded(text[start : start + LONGEST]))
    labelled = _label().match(words)
    scored = words.startswith(_sides()) and any(map(str.isnumeric, words))
    if not (labelled or scored or _states(words)):
        return None
    alone, forms = _statements()
    begin = labelled.end() if labelled else 0
    if labelled and (score := _SCORE.match(text, start + begin)):
        return Result(_SCORES[(score.lastindex or 1) - 1][1], "", text[start : score.end()])
    if labelled and (match := alone.match(words, begin)):
        return _stated(_WINS, match, text[start : start + ends[match.end()]])
    for role, form in forms:
        if match := form.match(words, begin):
            return _stated(role, match, text[start : start + ends[match.end()]])
    return None


@lru_cache(maxsize=1 << 12)
def _begins_statement(word: str) -> bool:
    """Whether a result in words may begin with a word."""
    from records.words import folded

    return _without_marks(folded(word))[0].split(maxsplit=1)[0].rstrip(".,:;!)") in _first_words()


def _without_marks(words: str) -> tuple[str, Sequence[int]]:
    """Return folded text without combining accents, and the offset behind each of its parts."""
    if words.isascii() or not _COMBINING.search(words):
        return words, range(len(words) + 1)
    starts = [at for at, one in enumerate(words) if not _COMBINING.match(one)]
    return "".join(words[at] for at in starts), [*starts, len(words)]


def _score(text: str, start: int, score: re.Match[str]) -> Result:
    """Return the result of a score, and of the words behind it for a winner or a way to win."""
    value, end = _SCORES[(score.lastindex or 1) - 1][1], score.end()
    following = text[end : end + 4].lstrip(" ,;:(")
    if value == UNDECIDED or not following[:1].isalpha():
        return Result(value, "", score[0])
    from records.words import colour, folded, meaning

    words, ends = _without_marks(folded(text[end : end + LONGEST]))
    found = _behind_score().match(words)
    if found is None:
        return Result(value, "", score[0])
    named, way = found["side"] or "", found["way"] or ""
    ended = meaning("endings", way) or meaning("beside", way) or ""
    written = text[start : end + ends[found.end()]]
    return Result(value, ended, written, (colour(named) or "") if named else "", scored=True)


@cache
def _behind_score() -> re.Pattern[str]:
    """Return what may stand behind a score: the winner, or how the game ended."""
    from records.words import any_of, tables

    table = tables()
    by = rf"(?:{any_of(table['fillers']['by'])}\s+)?(?:{any_of(table['fillers']['articles'])}\s+)*"
    ways = any_of(
        word for part in ("endings", "beside") for words in table[part].values() for word in words
    )
    sides = any_of(word for words in table["colours"].values() for word in words)
    return re.compile(
        rf"\s*[,;:(]?\s*(?:{by}(?P<way>{ways})|(?P<side>{sides}))\b\)?[.!]?(?=\s*(?:$|[{{]))",
        re.MULTILINE,
    )


@cache
def _first_words() -> frozenset[str]:
    """Return the words that a result in words may begin with, folded."""
    from records.words import spellings, tables

    table = tables()
    parts = [*table["colours"].values(), *table["nouns"].values(), *table["alone"].values()]
    parts += [table["tags"]["Result"], *table["fillers"].values()]
    return frozenset(way.split()[0] for words in parts for word in words for way in spellings(word))


@cache
def _sides() -> tuple[str, ...]:
    """Return the words for sides, folded, behind which their scores may stand."""
    from records.words import spellings, tables

    words = (word for listed in tables()["colours"].values() for word in listed)
    return tuple(way for word in words for way in spellings(word))


@cache
def _label() -> re.Pattern[str]:
    """Return what may stand before a result."""
    from records.words import any_of, tables

    return re.compile(rf"{any_of(tables()['tags']['Result'])}\s*(?:[:=]\s*|\s)")


@cache
def _statements() -> tuple[re.Pattern[str], tuple[tuple[str, re.Pattern[str]], ...]]:
    """Return the winner as it stands behind a label, and forms of results by role."""
    from records.words import any_of, tables

    table = tables()
    verbs, nouns, alone, fillers = (table[name] for name in ("verbs", "nouns", "alone", "fillers"))
    articles = rf"(?:{any_of(fillers['articles'])}\b'?\s*)*"
    player = rf"(?:{any_of(fillers['players'])}\s+)?"
    side = rf"(?P<side>{any_of(word for words in table['colours'].values() for word in words)})\b"
    by = rf"{any_of(fillers['by'])}\s+{articles}"
    # A statement ends where its line, sentence or bracket does, or where a comment begins.
    end = r"(?:[.!]|(?=\s*(?:[,;)\]({\[]|$|\d)))"
    way = rf"\s*[(,]?\s*(?:{by}|(?<=\())(?P<way>[^\W\d_]{{2,20}})\b{end}\)?"
    at, move = any_of(table["moments"]["at"]), any_of(table["moments"]["move"])
    when = rf"\s+{at}\s+{articles}(?:{move}\s+)?\d+[^\s.!]*[.]?(?:\s+[^\W\d_]+)?{end}"
    margin = rf"\s*,?\s*(?:{by})?{_MARGIN}{end}"
    tail = rf"(?:{margin}|{when}|{way}|{end})"
    forms = [
        (role, rf"{articles}{player}{side}(?:\s+{player})?\s*[:,]?\s*{any_of(words)}\b{tail}")
        for role, words in verbs.items()
    ]
    forms += [
        (role, rf"{any_of(words)}\b\s*:?\s*{articles}{player}{side}{tail}")
        for role, words in nouns.items()
    ]
    agreed = rf"(?P<agreed>\s*[,(:]?\s*{any_of(alone['agreed'])}\b\)?)?"
    other = side.replace("?P<side>", "")
    beats = any_of(table["beats"]["wins"])
    forms.append(("wins", rf"{articles}{player}{side}\s+{beats}\s+{articles}{player}{other}{tail}"))
    forms += _scores_by_side(side, other, end)
    forms.append(("draws", rf"{any_of(alone['draws'])}\b(?:{when}|{way}|{agreed}{end})"))
    forms.append(("alone", rf"{any_of(alone['resigns'])}\b{end}"))
    winner = re.compile(f"{articles}{player}{side}{tail}", re.MULTILINE)
    return winner, tuple((role, re.compile(form, re.MULTILINE)) for role, form in forms)


def _scores_by_side(side: str, other: str, end: str) -> list[tuple[str, str]]:
    """Return the forms of scores between the sides, or behind each, by the role of the first."""
    dash, half = r"\s*[-–—:,;/]?\s*", r"(?:1/2|½|0[.,]5)"
    points = (("wins", "1", "0"), ("loses", "0", "1"), ("halves", half, half))
    return [
        (role, form)
        for role, own, theirs in points
        for form in (
            rf"{side}\s*[:=]?\s*{own}{dash}{other}\s*[:=]?\s*{theirs}(?P<way>(?!)x)?{end}",
            rf"{side}\s*{own}\s*[-–—:]\s*{theirs}\s*{other}(?P<way>(?!)x)?{end}",
        )
    ]


def _stated(role: str, match: re.Match[str], written: str) -> Result:
    """Return the result that a statement of a role makes."""
    from records.words import colour

    if role == "halves":
        return Result(DRAW, "", written)
    if role == "draws":
        return Result(DRAW, "agreement" if match["agreed"] else _ending(match["way"]), written)
    if role == "alone":
        return Result(MOVER_LOSES, "resignation", written)
    termination = _ending(match["way"])
    if role not in (_WINS, "loses"):
        termination = {"resigns": "resignation"}.get(role, role)
    named = colour(match["side"]) or ""
    result = Result(UNDECIDED, termination, written, named, lost=role != _WINS)
    sides = next(one for one in SIDES if named in one)
    return replace(result, value=result.among(sides))


def _ending(way: str | None) -> str:
    """Return how a game ended, as for the tag ``Termination``."""
    from records.words import meaning, plain

    return (meaning("endings", way) or plain(way)) if way else ""


def may_state(text: str) -> bool:
    """Whether a word of a text is one that states results."""
    from records.words import folded

    return _states(_without_marks(folded(text))[0])


def _states(words: str) -> bool:
    """Whether a folded text has a word that states results."""
    words = " ".join(words.split())
    return any(
        way in words and re.search(rf"(?<!\w){re.escape(way)}(?!\w)", words) for way in _roles()
    )


@cache
def _roles() -> frozenset[str]:
    """Return the words that state results, whoever has won, as they may be spelled."""
    from records.words import spellings, tables

    parts = [tables()[name] for name in ("verbs", "nouns", "alone", "beats", "hints")]
    words = {word for part in parts for listed in part.values() for word in listed}
    return frozenset(way for word in words for way in spellings(word))


def mover_loses(ply_count: int) -> str:
    """Return the result of a two-sided game in which the side to move gives up."""
    return FIRST_WINS if ply_count % 2 else SECOND_WINS


def won_by(side: int, sides: int) -> str:
    """Return the result of a game that a side has won, counted from 0, of so many sides."""
    return (FIRST_WINS, SECOND_WINS)[side] if sides == 2 else str(side + 1)


def winner_index(result: str) -> int | None:
    """Return which side a result gives the game to, from 0; None for a draw or no result."""
    if result in (FIRST_WINS, SECOND_WINS):
        return 0 if result == FIRST_WINS else 1
    is_number = result.isdecimal() and len(result) <= DIGITS
    return to_int(result) - 1 if is_number and to_int(result) else None
