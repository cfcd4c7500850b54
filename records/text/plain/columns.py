"""Plain sections by the hundred: cut into words at once, and their moves kept in columns.

A section is taken like this if `read_plain` would read it, with nothing beside its moves; which of
its records are made, and when, makes no difference to them. Any other section is read as always.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from notation.dialect import INNER_BLANK, AnyDialect
from notation.memo import Memo
from records.assumptions import Assumptions
from records.columns import (
    END,
    ENDED,
    FIRST_ROW,
    RESULTS,
    PlainGame,
    PlainGames,
    WordCodes,
)
from records.model import UNDECIDED, Place, Record, Source, unusual
from records.results import CANONICAL
from records.sites import is_variant_string
from records.sources.decode import has_long_line
from records.text.naming import FIELDS, possible_dialects
from records.text.plain.section import PLAIN_TAG, LazyPlaces, layout_of
from records.text.plain.sections import SECTION_LIMIT, begins_with_tag
from records.text.reader import TextReader

if TYPE_CHECKING:
    from records.text.plain.heads import TagLines
    from records.text.plain.words import CodedWords, Places


class Alike(NamedTuple):
    """What sections have in common that are cut into words together.

    Attributes:
        dialect: the dialect.
        variant: the variant string; None where they name none.
        inner: what moves have blanks in.
        columns: moves that a row has.
    """

    dialect: AnyDialect
    variant: str | None
    inner: tuple[str, ...]
    columns: int


class CutPiece:
    """A piece of text in sections, cut as `Sections` cuts it where none is too long.

    Attributes:
        text: the piece.
        parts: the sections without the bracket that each but the first begins with, and without
            the line ends that each but the last ends with.
        lines: number of lines of each section.
    """

    def __init__(self, text: str) -> None:
        import numpy as np

        self.text = text
        self.parts = text.split("\n\n[")
        starts = np.cumsum([0, *map(len, self.parts)]) + 3 * np.arange(len(self.parts) + 1) - 1
        starts[0], starts[-1] = 0, len(text)
        self._starts: list[int] = starts.tolist()
        self.lines = self._count_lines(starts)

    def _count_lines(self, starts: "Places") -> list[int]:
        import numpy as np

        if self.text.isascii():
            raw = np.frombuffer(self.text.encode(), np.uint8)
            ends = np.flatnonzero(raw == ord("\n"))
            lines: list[int] = np.diff(np.searchsorted(ends, starts)).tolist()
            return lines
        return [self[number].count("\n") for number in range(len(self.parts))]

    def __getitem__(self, number: int) -> str:
        return self.text[self._starts[number] : self._starts[number + 1]]


class PlainSection(PlainGame):
    """A game that is a plain section of a text."""

    __slots__ = ("_place", "_sections")

    def __init__(self, among: PlainGames, number: int, sections: CutPiece, place: int) -> None:
        self.among, self.number, self._sections, self._place = among, number, sections, place
        self.path, self.line, self.game = "", 0, 0

    @property
    def text(self) -> str:
        """The section."""
        return self._sections[self._place]

    def record(self) -> Record:
        """Return the record, as `read_plain` does."""
        moves = self.among.moves(self.number)
        text = self.text
        places = LazyPlaces(text, text.index("\n\n") + 2, self.line, moves)
        return self._record(moves, self.among.words.dialect, places)

    def rewritten(self, moves: tuple[str, ...], dialect: AnyDialect) -> Record:
        """Return the record with its moves in another dialect."""
        return self._record(moves, dialect, ())

    def _record(
        self, moves: tuple[str, ...], dialect: AnyDialect, places: Sequence[Place]
    ) -> Record:
        among = self.among
        columns = len(among.words.dialect.side_letters(among.variant))
        return Record(
            moves=moves,
            game=dialect.game,
            variant=among.variant,
            dialect=dialect.name,
            tags=self.own_tags(),
            result=among.results[self.number],
            source=self.source,
            columns=unusual(min(columns, len(moves))),
            places=places,
        )

    @property
    def source(self) -> Source:
        """Where the record is."""
        return Source(self.path, self.line, self.game)

    def tag(self, name: str) -> str:
        """Return the value of a tag of the record, empty if it has none."""
        text = self.text
        written = text.find(f"[{name} ", 0, text.index("\n\n")) >= 0
        return self.own_tags().get(name, "") if written else ""

    def own_tags(self) -> dict[str, str]:
        """Return the tags of the record."""
        tags = PLAIN_TAG.findall(f"{self._head}\n")
        return {name: value for name, value in tags if name not in FIELDS}

    @property
    def _head(self) -> str:
        """The lines of the tags."""
        head, *_ = self._sections.parts[self._place].partition("\n\n")
        return f"[{head}" if self._place else head

    @staticmethod
    def tags_as_json(games: Sequence[PlainGame]) -> list[str]:
        """Return the tags of each of some games, as `json_line` writes them."""
        # Loaded here: it needs numpy.
        from records.text.plain.heads import heads_as_json

        heads = [game._head for game in games if isinstance(game, PlainSection)]
        return heads_as_json(heads) or PlainGame.tags_as_json(games)


class ColumnReader(TextReader):
    """Reads a piece of a text as `TextReader` does, plain sections many at a time."""

    _held: "PlainSection | None" = None

    def entries(self, text: str) -> Iterator[Record | PlainGame]:
        """Yield the games of a piece that are complete, of which most are not made yet.

        What `rest` yields comes after them.

        Args:
            text: the piece, up to where a tag block follows after a blank line, or nothing.
        """
        sections = CutPiece(text)
        reader = self._reader
        plain = plain_sections(sections, reader.assumptions)
        held: PlainSection | None = None
        odd: list[str] = []
        for number, (game, lines) in enumerate(zip(plain, sections.lines, strict=True)):
            if game and odd:
                yield from self._read_odd(odd)
                reader = self._reader
            if game is None or (held is None and self._is_busy):
                if held:
                    reader.finished, held = held.record(), None
                odd.append(sections[number])
                continue
            if before := held or reader.finished:
                yield before
            reader.games += 1
            game.path, game.line, game.game = reader.path, reader.line + 1, reader.games
            reader.line += lines
            reader.finished, held = None, game
        if odd:
            yield from self._handed_over().feed(["".join(odd)])
        self._held = held

    def _read_odd(self, sections: list[str]) -> Iterator[Record]:
        """Yield the games of sections that are not plain, of which a plain one is the next."""
        reader = self._handed_over()
        yield from reader.feed(["".join(sections)])
        yield from reader.make_way()
        sections.clear()

    @property
    def _is_busy(self) -> bool:
        """Whether what follows depends on what was read before."""
        return self._lines is not None and self._lines.is_busy()

    @property
    def settled(self) -> bool:
        """Whether a tag block that follows can be read without what has been read so far."""
        return self._held is not None or super().settled

    def rest(self, last: bool) -> Iterator[Record | PlainGame]:
        """Yield the games that `entries` has kept, as `end` does after the last piece.

        Args:
            last: whether nothing follows the piece; else a tag block does.
        """
        if self._held:
            yield self._held
        else:
            yield from self.end() if last else self.flush()

    def flush(self) -> Iterator[Record]:
        """Yield the games that are complete if a tag block follows, all as records."""
        self._release()
        return super().flush()

    def end(self) -> Iterator[Record]:
        """Yield the last games as records; a source without any yields one with findings."""
        self._release()
        return super().end()

    def _release(self) -> None:
        if self._held:
            self._reader.finished, self._held = self._held.record(), None


def plain_sections(sections: CutPiece, assumptions: Assumptions) -> list[PlainSection | None]:
    """Return those of the sections of a text that are plain, None for others."""
    found: list[PlainSection | None] = [None] * len(sections.parts)
    if END in sections.text or INNER_BLANK in sections.text or has_long_line(sections.text):
        return found
    for kind, candidates in _by_kind(sections, assumptions).items():
        among, places = _in_columns(kind, candidates)
        for number, place in enumerate(places):
            found[place] = PlainSection(among, number, sections, place)
    others = [place for place, game in enumerate(found) if place and game is None]
    for place in others:
        if found[place - 1] and not begins_with_tag(sections[place]):
            found[place - 1] = None
    return found


Candidate = tuple[int, str, int, str]
"""The place of a section, the result and number of plies that its tags name, and the body."""


def _by_kind(sections: CutPiece, assumptions: Assumptions) -> dict[Alike, list[Candidate]]:
    """Return the sections with plain tags and without comments, by their kinds."""
    parts = [part.partition("\n\n") for part in sections.parts]
    tops = [top for top, *_ in parts]
    tops[0] = tops[0][1:] if tops[0].startswith("[") else ""
    lines = _tag_lines()
    heads = lines.heads(tops)
    named = {values: tuple(map(lines.value, values)) for values in {*heads.values}}
    found: dict[Alike, list[Candidate]] = {}
    # By the lines of tags, the sections of their kind and the result that they name.
    kinds = {
        values: (found.setdefault(kind, []), texts[-1] or UNDECIDED)
        for values, texts in named.items()
        if (kind := _kind(assumptions, texts))
    }
    has_comments, is_long = "{" in sections.text, len(sections.text) > SECTION_LIMIT
    for place in heads.plain:
        body = parts[place][2]
        if (has_comments and "{" in body) or (is_long and len(sections[place]) > SECTION_LIMIT):
            continue
        if of_kind := kinds.get(heads.values[place]):
            candidates, result = of_kind
            candidates.append((place, result, heads.plies[place], body))
    return {kind: some for kind, some in found.items() if some}


def _kind(assumptions: Assumptions, values: Sequence[str | None]) -> Alike | None:
    """Return the kind of sections with some values of `FIELDS`; None for a closer look."""
    named = {name: value for name, value in zip(FIELDS, values, strict=True) if value is not None}
    if named.get("Start") or named.get("Result", UNDECIDED) not in CANONICAL:
        return None
    if not assumptions.game and "Game" not in named:
        return None
    if assumptions.game and named.get("Game", assumptions.game).lower() != assumptions.game:
        return None
    variant = assumptions.variant or named.get("Variant") or None
    possible = possible_dialects(assumptions, named)
    if len(possible) != 1 or (variant and not is_variant_string(possible[0].game, variant)):
        return None
    layout = layout_of(possible[0], variant)
    return Alike(possible[0], variant, *layout) if layout else None


def _in_columns(kind: Alike, candidates: Sequence[Candidate]) -> tuple[PlainGames, list[int]]:
    """Return those of some sections that are rows of canonical moves, and their places."""
    import numpy as np

    words = _words_of(kind.dialect)
    bodies = f"\n{END}\n".join([*(body for *_, body in candidates), ""])
    codes = words.of(bodies, kind.inner)
    ends = np.flatnonzero(codes == ENDED)
    starts = np.concatenate(([0], ends[:-1] + 1))
    last = codes[np.maximum(ends - 1, starts)]
    sizes = ends - starts - ((last < ENDED) & (last > FIRST_ROW))
    step = kind.columns + 1
    rows = -(-sizes // step)
    numbers, moves = np.flatnonzero(codes <= FIRST_ROW), np.flatnonzero(codes > 0)
    numbered = np.diff(np.searchsorted(numbers, ends), prepend=0)
    lengths = np.diff(np.searchsorted(moves, ends), prepend=0)
    # Numbers stand where each row begins; all else are moves.
    good = (numbered == rows) & (lengths == sizes - rows) & (sizes % step != 1) & (sizes > 0)
    before = np.cumsum(numbered) - numbered
    row = np.arange(len(numbers)) - np.repeat(before, numbered)
    misplaced = numbers != np.repeat(starts, numbered) + step * row
    misplaced |= codes[numbers] != FIRST_ROW - row
    good[np.searchsorted(ends, numbers[misplaced])] = False
    stated = np.array([one[2] for one in candidates])
    good &= (stated == -1) | (stated == lengths)
    named = [one[1] for one in candidates]
    results = list(map(_RESULTS.__getitem__, zip(named, last.tolist(), strict=True)))
    good &= np.fromiter(map(bool, results), np.bool_, len(results))
    if not good.all():
        moves = moves[np.repeat(good, lengths)]
    among = PlainGames(
        kind.variant,
        words.codes,
        codes[moves],
        lengths[good].astype(np.int32),
        list(compress(results, good.tolist())),
    )
    return among, [candidates[number][0] for number in np.flatnonzero(good).tolist()]


def _result(stated: tuple[str, int]) -> str:
    """Return the result of a game from its tag and the code of its last word; empty for two."""
    named, ended = stated[0], RESULTS.get(stated[1], UNDECIDED)
    if ended in (UNDECIDED, named):
        return named
    return ended if named == UNDECIDED else ""


_RESULTS = Memo(_result)


@lru_cache(maxsize=1)
def _all_tag_lines() -> "TagLines":
    # Loaded here: it needs numpy.
    from records.text.plain.heads import TagLines

    return TagLines()


def _tag_lines() -> "TagLines":
    """Return the lines of tags, new ones if those used so far are full."""
    if _all_tag_lines().is_full:
        _all_tag_lines.cache_clear()
    return _all_tag_lines()


def _words_of(dialect: AnyDialect) -> "CodedWords":
    """Return the words of a dialect, new ones if those used so far are full."""
    words = _words(dialect)
    if words.codes.is_full:
        _words.cache_clear()
        words = _words(dialect)
    return words


@lru_cache(maxsize=16)
def _words(dialect: AnyDialect) -> "CodedWords":
    # Loaded here: it needs numpy.
    from records.text.plain.words import CodedWords

    return CodedWords(WordCodes(dialect))
