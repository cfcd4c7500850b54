"""Plain sections by the hundred: cut into words at once, and their moves kept in columns.

A section is taken like this if `read_plain` would read it, with nothing beside its moves; which of
its records are made, and when, makes no difference to them. Any other section is read as always.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from notation.characters import INVISIBLE
from notation.dialect import INNER_BLANK, AnyDialect
from notation.memo import Memo
from records.assumptions import Assumptions
from records.columns import (
    END,
    ENDED,
    FIRST_ROW,
    RESULTS,
    ROWS,
    PlainGame,
    PlainGames,
    WordCodes,
)
from records.model import UNDECIDED, Place, Record, Source
from records.results import CANONICAL
from records.sites import is_variant_string
from records.sources.decode import has_long_line
from records.text.naming import FIELDS, is_usual_tag, possible_dialects
from records.text.numbering import unusual
from records.text.plain.section import (
    PLAIN_TAG,
    SECTION_LIMIT,
    LazyPlaces,
    begins_with_tag,
    layout_of,
    tied,
)
from records.text.reader import TextReader

if TYPE_CHECKING:
    from records.columns import Codes
    from records.text.plain.words import CodedWords

_TAG_LINES = 1 << 12
"""Lines of tags that are remembered; most occur in one game only, or in all."""

Tag = tuple[str, str]
"""A name and a value."""

Tags = Mapping[str, str]
"""Values by name."""


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


class PlainSection(PlainGame):
    """A game that is a plain section of a text.

    Attributes:
        tags: its tags, those of `FIELDS`, too.
        text: the section.
        line: the line on which it begins, from 1.
    """

    __slots__ = ("line", "tags", "text")

    def __init__(self, among: PlainGames, number: int, tags: Tags, text: str) -> None:
        self.among, self.number, self.tags, self.text = among, number, tags, text
        self.path, self.line, self.game = "", 0, 0

    def record(self) -> Record:
        """Return the record, as `read_plain` does."""
        moves = self.among.moves(self.number)
        begins = self.text.index("\n\n") + 2
        places = LazyPlaces(self.text, begins, self.line, moves)
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
        return self.tags.get(name, "")

    def own_tags(self) -> dict[str, str]:
        """Return the tags of the record."""
        return {name: value for name, value in self.tags.items() if name not in FIELDS}


class ColumnReader(TextReader):
    """Reads a piece of a text as `TextReader` does, plain sections many at a time."""

    def entries(self, text: str) -> Iterator[Record | PlainGame]:
        """Yield the games of a piece that are complete, of which most are not made yet.

        What `flush` and `end` yield comes after them.

        Args:
            text: the piece, up to where a tag block follows after a blank line, or nothing.
        """
        sections = cut(text)
        plain = plain_sections(text, sections, self.assumptions)
        held: PlainSection | None = None
        odd: list[str] = []
        for number, section in enumerate(sections):
            game = plain.get(number)
            if game and odd:
                yield from self.feed(["".join(odd)])
                yield from self._make_way()
                odd.clear()
            if game is None or (held is None and self._is_busy()):
                if held:
                    self.finished, held = held.record(), None
                odd.append(section)
                continue
            if before := held or self.finished:
                yield before
            self.games += 1
            game.path, game.line, game.game = self.path, self.line + 1, self.games
            self.line += section.count("\n")
            self.finished, held = None, game
        if odd:
            yield from self.feed(["".join(odd)])
        elif held:
            self.finished = held.record()

    def _make_way(self) -> Iterator[Record]:
        """Close the game in progress if a tag block ends it."""
        if self.game and self.game.moves and not self.comment:
            yield from self._finish()


def cut(text: str) -> list[str]:
    """Return the sections of a text, as `Sections` cuts it where none of them is too long."""
    first, *others = text.split("\n\n[")
    sections = [first, *(f"[{part}" for part in others)]
    return [*(f"{section}\n\n" for section in sections[:-1]), *sections[-1:]]


def plain_sections(
    text: str, sections: Sequence[str], assumptions: Assumptions
) -> dict[int, PlainSection]:
    """Return those of the sections of a text that are plain, by their numbers."""
    if END in text or INNER_BLANK in text or has_long_line(text):
        return {}
    found: dict[int, PlainSection] = {}
    for kind, candidates in _by_kind(sections, assumptions).items():
        found.update(_in_columns(kind, candidates, sections))
    after = [*sections[1:], ""]
    return {
        number: game
        for number, game in found.items()
        if number + 1 in found or not after[number] or begins_with_tag(after[number])
    }


Values = tuple[str | None, ...]
"""The values of `FIELDS`; None for a tag that is not there."""

Candidate = tuple[int, Tags, str, str]
"""The number of a section, its tags, the result that they name, and the body."""


def _by_kind(sections: Sequence[str], assumptions: Assumptions) -> dict[Alike, list[Candidate]]:
    """Return the sections with plain tags and without comments, by their kinds."""
    found: dict[Alike, list[Candidate]] = {}
    kinds = Memo[Values, Alike | None](partial(_kind, assumptions))
    parts = [section.partition("\n\n") for section in sections]
    heads = _heads([top for top, *_ in parts])
    for number, (tags, (top, _, body)) in enumerate(zip(heads, parts, strict=True)):
        if not tags or "{" in body or len(top) + len(body) > SECTION_LIMIT - 2:
            continue
        named = tuple(map(tags.get, FIELDS))
        if kind := kinds[named]:
            found.setdefault(kind, []).append((number, tags, named[-1] or UNDECIDED, body))
    return found


def _heads(tops: Sequence[str]) -> Iterator[Tags | None]:
    """Yield the tags of each of some blocks; None for one with any but plain and usual ones."""
    lines = "\n".join(tops).split("\n")
    if len(_TAGS) > _TAG_LINES:
        _TAGS.clear()
    unknown = list({*lines}.difference(_TAGS))
    _TAGS.update(zip(unknown, _tags(unknown), strict=True))
    tags = list(map(_TAGS.__getitem__, lines))
    stop = 0
    for top in tops:
        start, stop = stop, stop + top.count("\n") + 1
        block = dict(tags[start:stop])
        yield block if len(block) == stop - start and "" not in block else None


def _tags(lines: Sequence[str]) -> list[Tag]:
    """Return name and value of each of some lines; empty ones for what is no plain, usual tag."""
    together = "\n".join(lines)
    tags: list[Tag] = PLAIN_TAG.findall(f"{together}\n")
    names = {name for name, _ in tags}
    if len(tags) == len(lines) and _is_visible(together) and all(map(is_usual_tag, names)):
        return tags
    return [_tags([line])[0] for line in lines] if len(lines) > 1 else [("", "")] * len(lines)


_TAGS: dict[str, Tag] = {}
"""Tags by their lines."""


def _is_visible(tops: str) -> bool:
    """Whether blocks of tags have no characters that cannot be seen."""
    visible = tops.replace("\n", "").isprintable()
    return visible and (tops.isascii() or not INVISIBLE.search(tops))


def _kind(assumptions: Assumptions, values: Values) -> Alike | None:
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


def _in_columns(
    kind: Alike, candidates: Sequence[Candidate], sections: Sequence[str]
) -> Iterator[tuple[int, PlainSection]]:
    """Yield those of some sections that are rows of canonical moves, and their numbers."""
    import numpy as np

    words = _words_of(kind.dialect)
    bodies = "".join([f"{body}\n{END}\n" for *_, body in candidates])
    codes = words.of(tied(bodies, kind.inner))
    ends = np.flatnonzero(codes == ENDED)
    starts = np.concatenate(([0], ends[:-1] + 1))
    last = codes[np.maximum(ends - 1, starts)]
    has_result = (last < ENDED) & (last > FIRST_ROW)
    sizes = ends - starts - has_result
    place = np.arange(len(codes), dtype=np.int32)
    place -= np.repeat(starts, ends + 1 - starts).astype(np.int32)
    right = np.minimum(codes, 1) == _pattern(kind.columns).take(place, mode="clip")
    right[ends] = True
    right[(ends - 1)[has_result]] = True
    good = np.logical_and.reduceat(right, starts)
    good &= (sizes % (kind.columns + 1) != 1) & (sizes > 0)
    named = [result for _, _, result, _ in candidates]
    results = list(map(_RESULTS.__getitem__, zip(named, last.tolist(), strict=True)))
    good &= np.fromiter(map(bool, results), np.bool_, len(results))
    moves = (codes > 0) & np.repeat(good, ends + 1 - starts)
    lengths = (sizes - -(-sizes // (kind.columns + 1)))[good].astype(np.int32)
    among = PlainGames(
        kind.variant, words.codes, codes[moves], lengths, list(compress(results, good.tolist()))
    )
    for number, (section, tags, *_) in enumerate(compress(candidates, good.tolist())):
        yield section, PlainSection(among, number, tags, sections[section])


def _result(stated: tuple[str, int]) -> str:
    """Return the result of a game from its tag and the code of its last word; empty for two."""
    named, ended = stated[0], RESULTS.get(stated[1], UNDECIDED)
    if ended in (UNDECIDED, named):
        return named
    return ended if named == UNDECIDED else ""


_RESULTS = Memo(_result)


@lru_cache(maxsize=8)
def _pattern(columns: int) -> "Codes":
    """Return what stands at each place of numbered rows: the code of a number, or 1 for a move."""
    import numpy as np

    found = np.ones(ROWS * (columns + 1) + 1, np.int32)
    numbers = found[: -1 : columns + 1]
    numbers[:] = FIRST_ROW - np.arange(ROWS)
    found[-1] = FIRST_ROW - 2 * ROWS
    return found


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
