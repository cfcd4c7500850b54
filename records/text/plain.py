"""Plain sections of a text: a tag block, numbered rows of canonical moves, comments, a result.

Nearly all that programs write is like this, and archives are large. So such a section is split in
one go; the games that it holds are what reading it line by line would make of it.
"""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, overload

from notation import Dialect
from notation.characters import INVISIBLE, fold
from notation.dialect import INNER_BLANK
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.model import UNDECIDED, Place, Record, Source, unusual
from records.results import CANONICAL
from records.sites import is_variant_string
from records.text.ink import TextLine, unescape
from records.text.titles import EXTRA, FIELDS, PLAIN_TAGS, is_usual_tag
from records.which_game import possible_dialects, which_game
from records.words import side_named

_NUMBERS = [f"{number}." for number in range(1, 2000)]

_TAG_BLOCK = lazy_pattern(r'(?:\[[A-Za-z]\w* "(?:[^"\\\n\[\]]|\\["\\])*"\]\n)+\n')
_COMMENT = lazy_pattern(r"(?<!\S)\{([^{}\\]*)\}(?!\S)")
_COMMENT_FIRST = lazy_pattern(r"(?m)^[ \t]*\{[^{}\n]*\}[ \t]*\S")
_ODD_LINES = lazy_pattern("[\\[\\]()#]|\n\\s*[\\d\\-=_~*\N{EN DASH}\N{EM DASH}]")
_INK = lazy_pattern(r"\S")
_WORD = lazy_pattern(r"\S+")
_ROW_NUMBER = lazy_pattern(r"\d{1,4}([.):]?)")
_ASIDE = "\1"
"""Replaces the comments while a row of moves is split at blanks."""

MOST_LINES = 100
"""Lines that a comment may run over in a plain section."""

Layout = tuple[tuple[str, ...] | None, int]
"""What moves have blanks in, None for single blanks; and how many moves stand in a row."""

_SINGLE_BLANK = lazy_pattern(r"(?<=[^\s.]) (?=\S)")
"""A blank inside a move, in a dialect whose moves are several words."""

_GOES_ON = lazy_pattern(
    rf"(?m)^[ \t]*+(?!\d+\.|(?:{'|'.join(map(re.escape, CANONICAL))})[ \t]*$)\S"
)
"""A line that begins with a move: it may belong to the move before it."""

PLAIN_TAG = lazy_pattern(r'\[([A-Za-z]\w*) "((?:[^"\\\n\[\]]|\\["\\])*)"\]\n')
"""A tag in a plain section: its name and value."""


def read_plain(section: str, source: Source, assumptions: Assumptions) -> Record | None:
    """Read a section of canonical moves at once, None if there is anything else in it.

    Args:
        section: the text.
        source: where it begins.
        assumptions: what the caller knows of the games.
    """
    block = _TAG_BLOCK.match(section)
    tags = _plain_tags(block[0]) if block and INNER_BLANK not in section else None
    if block is None or tags is None:
        return None
    written = section[block.end() :]
    found = _comments(written) if "{" in written else []
    if found is None:
        return None
    marked = _COMMENT.sub(_ASIDE, written) if found else written
    body = marked.replace(_ASIDE, " ") if found else written
    ended = _result(body)
    result = _agreed_result(tags.get("Result", UNDECIDED), ended)
    if result is None:
        return None
    if assumptions.game and tags.get("Game", assumptions.game).lower() != assumptions.game:
        return None
    variant = assumptions.variant or tags.get("Variant") or None
    possible = possible_dialects(assumptions, tags)
    dialect, moves = _vouching(possible, variant, body)
    why = ""
    if dialect and not assumptions.game and "Game" not in tags:
        dialect, why = _guessed(moves, possible)
    if variant and dialect and not is_variant_string(dialect.game, variant):
        return None
    if dialect is None or len(tags) != block[0].count("\n") - 1:
        return None
    layout = layout_of(dialect, variant)
    comment, details = _beside(marked, found, layout, len(moves)) if found else ("", {})
    if tags.get("PlyCount", str(len(moves))) != str(len(moves)):
        return None  # Moves may be missing.
    if len(moves) - 1 in details and "Result" not in tags and not ended:
        return None  # The comment may state the result.
    start = tags.get("Start") or None
    for field in FIELDS:
        tags.pop(field, None)
    return Record(
        moves=moves,
        game=dialect.game,
        variant=variant,
        dialect=dialect.name,
        tags=tags,
        start=start,
        result=result,
        comment=comment,
        details=details,
        source=source,
        columns=unusual(min(layout[1], len(moves))),
        places=LazyPlaces(section, block.end(), source.line, moves),
        guess=why,
    )


def _plain_tags(head: str) -> dict[str, str] | None:
    """Return the tags of a block; None if any needs to be read line by line."""
    if not head.isascii() and INVISIBLE.search(head):
        return None
    tags = dict(PLAIN_TAG.findall(head))
    if "\\" in head:
        tags = {name: unescape(value) for name, value in tags.items()}
    is_plain = EXTRA not in tags and (tags.keys() <= PLAIN_TAGS or all(map(is_usual_tag, tags)))
    return tags if is_plain else None


def _agreed_result(named: str, ended: str) -> str | None:
    """Return the result of a tag and of the end of the moves; None where they disagree."""
    result = named if ended in ("", UNDECIDED) else ended
    return result if named in CANONICAL and named in (result, UNDECIDED) else None


def _guessed(
    moves: Sequence[str], possible: Sequence[Dialect[object]]
) -> tuple[Dialect[object] | None, str]:
    """Return the dialect that moves fit best, and why; None where several games are as likely."""
    found = which_game(moves, possible)
    if found is None or len(found.alike) > 1:
        return None, ""
    dialect = next(one for one in possible if (one.game, one.name) == (found.game, found.dialect))
    return dialect, found.why


def _result(body: str) -> str:
    """Return the result that a body ends with, an empty text for none."""
    last = body.rsplit(maxsplit=1)[-1:]
    return last[0] if last and last[0] in CANONICAL else ""


def _comments(body: str) -> list[str] | None:
    """Return the comments of a body; None if any needs to be read line by line."""
    found = _COMMENT.findall(body)
    if " to move" in body or _ASIDE in body or _COMMENT_FIRST.search(body):
        return None
    for comment in found:
        if "\n" in comment and (_ODD_LINES.search(comment) or comment.count("\n") > MOST_LINES):
            return None
    return found if fold("".join(found)) is None else None


def _beside(
    marked: str, comments: Sequence[str], layout: Layout, plies: int
) -> tuple[str, dict[int, dict[str, object]]]:
    """Return the comments before the first move, and those of each ply.

    Args:
        marked: the rows, with a mark for each comment.
        comments: the comments.
        layout: what moves have blanks in, and how many stand in a row.
        plies: how many moves there are.
    """
    inner, columns = layout
    before, texts = 0, dict[int, list[str]]()
    for part, comment in zip(tied(marked, inner).split(_ASIDE), comments, strict=False):
        before += len(part.split())
        if text := comment.strip():
            ply = min(before + -before // (columns + 1), plies) - 1
            texts.setdefault(ply, []).append(text)
    above = " ".join(texts.pop(-1, ()))
    return above, {ply: {"comment": " ".join(some)} for ply, some in texts.items()}


def _vouching(
    dialects: Sequence[Dialect[object]], variant: str | None, body: str
) -> tuple[Dialect[object] | None, tuple[str, ...]]:
    """Return the first dialect that reads all of a body as canonical rows, and its moves."""
    split: dict[Layout, list[str]] = {}
    for dialect in dialects:
        layout = layout_of(dialect, variant)
        if layout not in split:
            split[layout] = _words(body, *layout)
        if split[layout] and (moves := dialect.canonical(split[layout])):
            return dialect, moves
    return None, ()


@lru_cache(maxsize=256)
def layout_of(dialect: Dialect[object], variant: str | None) -> Layout:
    """Return how rows of moves of a dialect are laid out."""
    return dialect.inner_blanks, len(dialect.side_letters(variant))


def _words(body: str, inner: tuple[str, ...] | None, columns: int) -> list[str]:
    """Return the moves of numbered rows, none if the rows are not numbered 1, 2, and so on.

    Args:
        body: the rows, and perhaps a result.
        inner: what the moves have blanks in; these are tied.
        columns: moves a row; the last row may have fewer.
    """
    if inner is None and _GOES_ON.search(body):
        return []
    words = tied(body, inner).split()
    if words and words[-1] in CANONICAL:
        words.pop()
    step = columns + 1
    numbers = words[::step]
    if numbers != _NUMBERS[: len(numbers)] or len(words) % step == 1:
        return []
    del words[::step]
    return words


class PlainRows(NamedTuple):
    """Rows of a game with nothing but moves, perhaps numbered, and a result.

    Attributes:
        words: the moves, with `INNER_BLANK` for the blanks in them.
        places: where they stand.
        rows: how many rows are numbered, 0 where none is.
        width: how many moves a row has.
        sign: the sign behind the numbers.
        number: where the first number stands.
        result: the result at the end, an empty text for none, and where it stands.
        marks: how many commas and semicolons part the moves, and where the first of each stands.
        speaker: the side named before the first move, and where; None where none is.
    """

    words: list[str]
    places: list[Place]
    rows: int
    width: int
    sign: str
    number: Place
    result: str
    end: Place
    marks: dict[str, tuple[int, Place]]
    speaker: tuple[str, Place] | None = None


def read_rows(lines: Sequence[TextLine], inner: tuple[str, ...]) -> PlainRows | None:
    """Return the rows of lines; None if they have comments, or are not numbered 1, 2, and so on.

    Args:
        lines: the lines of a game, cleaned, without what stands beside its moves.
        inner: the blanks inside moves.
    """
    words: list[str] = []
    places: list[Place] = []
    marks: dict[str, tuple[int, Place]] = {}
    turns = 0
    speaker: tuple[str, Place] | None = None
    for line in lines:
        if line.comments:
            return None
        number, folded, before = line.number, line.folded, len(words)
        text = tied(line.text, inner) if inner else line.text
        start = 0
        if (mover := line.mover or line.speaker) is not None:
            if mover[0] != before % mover[1]:
                return None  # Out of turn.
            turns += 1
            if line.speaker:
                start = line.speaker[2]
                label = text[:start].lstrip()
                if (side := side_named(label)) is None:
                    return None
                speaker = speaker or (side, line.place(start - len(label)))
        for one in _WORD.finditer(text, start):
            words.append(one[0])
            places.append((number, one.start() + 1))
        if mover is not None and len(words) != before + 1:
            return None
        if folded:
            places[before:] = [line.place(column - 1) for _, column in places[before:]]
        if ("," in text or ";" in text) and not _without_marks(words, places, before, marks):
            return None
    if turns not in (0, len(words)) or not words:
        return None
    result, end = "", places[-1]
    if words[-1] in CANONICAL:
        result = words.pop()
        places.pop()
    found = _ROW_NUMBER.fullmatch(words[0]) if words else None
    if found is None or turns:
        return PlainRows(words, places, 0, 0, "", end, result, end, marks, speaker)
    sign = found[1]
    if words[2:3] == ["1..."]:
        replies = words[2::4]
        if replies != [f"{number}..." for number in range(1, len(replies) + 1)]:
            return None
        del words[2::4], places[2::4]
    width = next((at for at in range(1, len(words)) if words[at] == f"2{sign}"), len(words)) - 1
    numbers, first = words[:: width + 1], places[0]
    if numbers != [f"{number}{sign}" for number in range(1, len(numbers) + 1)]:
        return None
    if width < 1 or len(words) % (width + 1) == 1:
        return None
    del words[:: width + 1], places[:: width + 1]
    return PlainRows(words, places, len(numbers), width, sign, first, result, end, marks)


def _without_marks(
    words: list[str], places: list[Place], start: int, marks: dict[str, tuple[int, Place]]
) -> bool:
    """Count and cut off the commas and semicolons behind the words of a line from an index on.

    Returns:
        Whether each semicolon stands at the end or behind the first move: others begin a comment.
    """
    first = start + bool(len(words) > start and _ROW_NUMBER.fullmatch(words[start]))
    for at in range(start, len(words)):
        sign = words[at][-1]
        if sign in ",;" and len(words[at]) > 1:
            if sign == ";" and at not in (first, len(words) - 1):
                return False
            words[at] = words[at][:-1]
            line, column = places[at]
            times, place = marks.get(sign, (0, (line, column + len(words[at]))))
            marks[sign] = times + 1, place
    return True


def tied(body: str, inner: tuple[str, ...] | None) -> str:
    """Return rows with the blanks inside moves replaced."""
    if inner is None:
        return _SINGLE_BLANK.sub(INNER_BLANK, body)
    for blank in inner:
        body = body.replace(blank, blank.replace(" ", INNER_BLANK))
    return body


class LazyPlaces(Sequence[Place]):
    """The places of the moves of a plain section, worked out when first asked."""

    def __init__(self, section: str, offset: int, line: int, moves: Sequence[str]) -> None:
        self._section, self._offset, self._line, self._moves = section, offset, line, moves

    def __len__(self) -> int:
        return len(self._moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, index: int) -> Place: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...
    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        return self._places[index]

    @cached_property
    def _places(self) -> list[Place]:
        places, end = [], self._offset
        text = self._section
        text = text[:end] + _COMMENT.sub(lambda found: _INK.sub(" ", found[0]), text[end:])
        for move in self._moves:
            # Nothing but blanks and numbers is left between, and no move has a stop and a blank.
            start = text.index(move, end)
            places.append(place_in(self._section, self._line, start + 1))
            end = start + len(move)
        return places


def place_in(text: str, first: int, column: int) -> Place:
    """Return the line and column of a column counted over several joined lines.

    Args:
        text: the lines.
        first: number of the first of them.
        column: the column, from 1.
    """
    before = text[: column - 1]
    return first + before.count("\n"), column - (before.rfind("\n") + 1)
