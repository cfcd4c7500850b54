"""Fast reading of tidy games: rows that have only moves are split at blanks.

Most programs write a tag block, numbered rows of canonical moves, comments in braces and a result.
Such games are read without tokens; the records are the same as those made of tokens.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, overload

from notation import Dialect
from notation.characters import INVISIBLE, fold
from notation.dialect import INNER_BLANK
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.model import UNDECIDED, Place, Record, Source, unusual
from records.results import CANONICAL, agreed_result
from records.sites import is_variant_string
from records.text.layout import WIDEST
from records.text.lines import COMMENT_LINES, unescape
from records.text.titles import EXTRA, FIELDS, PLAIN_TAGS, is_usual_tag
from records.which_game import possible_dialects, which_game
from records.words import game_named

_TAG_BLOCK = lazy_pattern(r'(?:\[[A-Za-z]\w* "(?:[^"\\\n\[\]]|\\["\\])*"\]\n)+\n')
_PLAIN_TAG = lazy_pattern(r'\[([A-Za-z]\w*) "((?:[^"\\\n\[\]]|\\["\\])*)"\]\n')
_COMMENT = lazy_pattern(r"(?<!\S)\{([^{}\\]*)\}(?!\S)")
_COMMENT_FIRST = lazy_pattern(r"(?m)^[ \t]*\{[^{}\n]*\}[ \t]*\S")
_ODD_LINES = lazy_pattern("[\\[\\]()#]|\n\\s*[\\d\\-=_~*\N{EN DASH}\N{EM DASH}]")
_WORD = lazy_pattern(r"\S+")
_SINGLE_BLANK = lazy_pattern(r"(?<=[^\s.]) (?=\S)")
_GOES_ON = lazy_pattern(
    rf"(?m)^[ \t]*+(?!\d+\.|(?:{'|'.join(map(re.escape, CANONICAL))})[ \t]*$)\S"
)
_ASIDE = "\1"
"""Placeholder of a comment while the rows are split at blanks."""


class Rows(NamedTuple):
    """The moves of a game in numbered rows, and its result.

    Attributes:
        words: the moves in order of play, with `INNER_BLANK` for the blanks in them.
        numbered: number of rows.
        width: number of moves in a row.
        result: the result at the end, an empty text if there is none.
    """

    words: list[str]
    numbered: int
    width: int
    result: str

    def are_of(self, sides: int) -> bool:
        """Whether each row has one move a side; if there is only one row, it may have fewer."""
        return self.width == sides or (self.numbered == 1 and self.width < sides)


def split_rows(words: list[str]) -> Rows | None:
    """Return the numbered rows among words; None if rows are not numbered ``1.``, ``2.`` and so on.

    Args:
        words: row numbers and moves, perhaps with a result at the end; the list is changed.
    """
    result = words.pop() if words and words[-1] in CANONICAL else ""
    if not words or words[0] != "1.":
        return None
    if words[2:3] == ["1..."]:
        replies = words[2::4]
        if replies != [f"{number}..." for number in range(1, len(replies) + 1)]:
            return None
        del words[2::4]
    width = (words.index("2.", 1) if "2." in words[1:WIDEST] else len(words)) - 1
    numbers = words[:: width + 1]
    if numbers != _NUMBERS[: len(numbers)] or width < 1 or len(words) % (width + 1) == 1:
        return None
    del words[:: width + 1]
    return Rows(words, len(numbers), width, result)


_NUMBERS = [f"{number}." for number in range(1, 10_000)]
"""The texts of row numbers, up to those of the longest games."""


def tied(text: str, inner: tuple[str, ...] | None) -> str:
    """Return a text with `INNER_BLANK` for the blanks inside moves.

    Args:
        text: rows of moves.
        inner: the blanks inside moves, as in `Dialect.inner_blanks`; None for all single blanks.
    """
    if inner is None:
        return _SINGLE_BLANK.sub(INNER_BLANK, text)
    for blank in inner:
        text = text.replace(blank, blank.replace(" ", INNER_BLANK))
    return text


def goes_on(body: str) -> bool:
    """Whether a line may begin inside a move, since it begins with no row number or result."""
    return _GOES_ON.search(body) is not None


def read_plain(section: str, source: Source, assumptions: Assumptions) -> Record | None:
    """Return the record of a game with tags and canonical moves; None if it has other content."""
    block = _TAG_BLOCK.match(section)
    tags = _plain_tags(block[0]) if block and INNER_BLANK not in section else None
    if block is None or tags is None or len(tags) != block[0].count("\n") - 1:
        return None
    written = section[block.end() :]
    comments = _comments(written) if "{" in written else []
    if comments is None:
        return None
    marked = _COMMENT.sub(_ASIDE, written) if comments else written
    if assumptions.game and tags.get("Game", assumptions.game).lower() != assumptions.game:
        return None
    variant = assumptions.variant or tags.get("Variant") or None
    if variant is None and "Title" in tags and game_named(tags["Title"]):
        return None  # The title may name the variant.
    possible = possible_dialects(assumptions, tags)
    dialect, moves, rows = vouching(possible, marked.replace(_ASIDE, " ") if comments else marked)
    why = ""
    if dialect and not assumptions.game and "Game" not in tags:
        found = which_game(moves, possible)
        if found is None or len(found.alike) > 1:
            return None
        why = found.why
        dialect = next(
            one for one in possible if (one.game, one.name) == (found.game, found.dialect)
        )
    if (
        dialect is None
        or rows is None
        or (variant and not is_variant_string(dialect.game, variant))
    ):
        return None
    result = agreed_result(tags.get("Result", UNDECIDED), rows.result)
    width = len(dialect.side_letters(variant))
    if result is None or not rows.are_of(width):
        return None
    beside = _beside(marked, comments, dialect.inner_blanks, width) if comments else {}
    if tags.get("PlyCount", str(len(moves))) != str(len(moves)):
        return None  # Moves may be missing.
    if len(moves) - 1 in beside and "Result" not in tags and not rows.result:
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
        comment=beside.pop(-1, ""),
        details={ply: {"comment": text} for ply, text in beside.items()},
        source=source,
        columns=unusual(min(width, len(moves))),
        places=LazyPlaces(section, block.end(), source.line, moves),
        guess=why,
    )


def _plain_tags(head: str) -> dict[str, str] | None:
    """Return the tags of a block; None if it has to be read line by line."""
    if not head.isascii() and INVISIBLE.search(head):
        return None
    tags = dict(_PLAIN_TAG.findall(head))
    if "\\" in head:
        tags = {name: unescape(value) for name, value in tags.items()}
    is_plain = EXTRA not in tags and (tags.keys() <= PLAIN_TAGS or all(map(is_usual_tag, tags)))
    return tags if is_plain else None


def _comments(body: str) -> list[str] | None:
    """Return the comments of a body; None if it has to be read line by line."""
    found = _COMMENT.findall(body)
    if " to move" in body or "..." in body or _ASIDE in body or _COMMENT_FIRST.search(body):
        return None
    for comment in found:
        if "\n" in comment and (_ODD_LINES.search(comment) or comment.count("\n") > COMMENT_LINES):
            return None
    return found if fold("".join(found)) is None else None


def _beside(
    marked: str, comments: Sequence[str], inner: tuple[str, ...] | None, columns: int
) -> dict[int, str]:
    """Return the comments: index of the move before them -> comments; -1 before the first move.

    Args:
        marked: the rows, with `_ASIDE` in place of each comment.
        inner: the blanks inside moves, as for `tied`.
        columns: number of moves that a row has.
    """
    before, texts = 0, dict[int, str]()
    for part, comment in zip(tied(marked, inner).split(_ASIDE), comments, strict=False):
        before += len([word for word in part.split() if word not in CANONICAL])
        if text := comment.strip():
            ply = before + -before // (columns + 1) - 1
            texts[ply] = f"{texts[ply]} {text}" if ply in texts else text
    return texts


def vouching(
    dialects: Sequence[Dialect[object]], body: str
) -> tuple[Dialect[object] | None, tuple[str, ...], Rows | None]:
    """Return the first dialect that reads a text as rows of canonical moves.

    Returns:
        The dialect, the moves and the rows; ``(None, (), None)`` without such a dialect.
    """
    split: dict[tuple[str, ...] | None, Rows | None] = {}
    for dialect in dialects:
        inner = dialect.inner_blanks
        if inner is None and goes_on(body):
            continue
        if inner not in split:
            split[inner] = split_rows(tied(body, inner).split())
        rows = split[inner]
        if rows and (moves := dialect.canonical(rows.words)):
            return dialect, moves, rows
    return None, (), None


class LazyPlaces(Sequence[Place]):
    """Line and column of each move of a section, computed on first use."""

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
        places, end, text = [], self._offset, self._section
        text = text[:end] + _COMMENT.sub(lambda one: _WORD.sub(_blank, one[0]), text[end:])
        line, before = self._line, 0
        for move in self._moves:
            # Nothing but blanks and numbers is left between, and no move has a stop and a blank.
            start = text.index(move, end)
            line, before = line + text.count("\n", before, start), start
            places.append((line, start - text.rfind("\n", 0, start)))
            end = start + len(move)
        return places


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
