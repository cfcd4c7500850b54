"""Plain sections by the hundred: cut into words at once, and their moves kept in columns.

A section is taken like this if `read_plain` would read it, with nothing beside its moves; which of
its records are made, and when, makes no difference to them. Any other section is read as always.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress
from operator import itemgetter
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
from records.model import UNDECIDED, Record, Source
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

_TAG_LINES = 1 << 12
"""Lines of tags that are remembered; most occur in one game only, or in all."""


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


class Head(NamedTuple):
    """The tags of a section.

    Attributes:
        names: their names; an empty one for what is not a plain tag that keeps its name.
        values: their values.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]


class PlainSection(PlainGame):
    """A game that is a plain section of a text.

    Attributes:
        head: its tags.
        text: the section.
        line: the line on which it begins, from 1.
    """

    __slots__ = ("head", "line", "text")

    def __init__(self, among: PlainGames, number: int, head: Head, text: str) -> None:
        self.among, self.number, self.head, self.text = among, number, head, text
        self.path, self.line, self.game = "", 0, 0

    def record(self) -> Record:
        """Return the record, as `read_plain` does."""
        moves, words = self.among.moves(self.number), self.among.words
        columns = len(words.dialect.side_letters(self.among.variant))
        begins = self.text.index("\n\n") + 2
        return Record(
            moves=moves,
            game=words.dialect.game,
            variant=self.among.variant,
            dialect=words.dialect.name,
            tags=dict(zip(*self.tags(), strict=True)),
            result=self.among.results[self.number],
            source=Source(self.path, self.line, self.game),
            columns=unusual(min(columns, len(moves))),
            places=LazyPlaces(self.text, begins, self.line, moves),
        )

    def tags(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of the tags of the record, and their values."""
        places = _BESIDE_FIELDS[self.head.names]
        names, values = self.head
        return tuple([names[at] for at in places]), tuple([values[at] for at in places])


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

Candidate = tuple[int, Head, str, str]
"""The number of a section, its tags, the result that they name, and the body."""


def _by_kind(sections: Sequence[str], assumptions: Assumptions) -> dict[Alike, list[Candidate]]:
    """Return the sections with plain tags and without comments, by their kinds."""
    found: dict[Alike, list[Candidate]] = {}
    kinds = Memo[Values, Alike | None](partial(_kind, assumptions))
    for number, section in enumerate(sections):
        top, _, body = section.partition("\n\n")
        head = Head(*zip(*map(_TAGS.__getitem__, top.split("\n")), strict=True))
        fields = _FIELDS[head.names]
        if fields is None or "{" in body or len(section) > SECTION_LIMIT:
            continue
        named = fields((*head.values, None))
        if kind := kinds[named]:
            found.setdefault(kind, []).append((number, head, named[-1] or UNDECIDED, body))
    return found


def _tag(line: str) -> tuple[str, str]:
    """Return name and value of a line of tags; an empty name for any but a plain, usual one."""
    found = PLAIN_TAG.fullmatch(f"{line}\n")
    usual = found and is_usual_tag(found[1]) and line.isprintable() and not INVISIBLE.search(line)
    return (found[1], found[2]) if found and usual else ("", "")


def _fields(
    names: tuple[str, ...],
) -> Callable[[Sequence[str | None]], tuple[str | None, ...]] | None:
    """Return what takes the values of `FIELDS` from those of tags with such names and a None.

    There is none where a name occurs twice, or is empty.
    """
    if len({*names}) < len(names) or "" in names:
        return None
    return itemgetter(*(names.index(name) if name in names else -1 for name in FIELDS))


def _beside_fields(names: tuple[str, ...]) -> list[int]:
    """Return the places of tags that are no `FIELDS`."""
    return [place for place, name in enumerate(names) if name not in FIELDS]


_TAGS = Memo(_tag, _TAG_LINES)
_BESIDE_FIELDS = Memo(_beside_fields, _TAG_LINES)
_FIELDS = Memo(_fields, _TAG_LINES)


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
    split = tied(bodies, kind.inner).split()
    codes = np.fromiter(map(words.__getitem__, split), np.int32, len(split))
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
        kind.variant, words, codes[moves], lengths, list(compress(results, good.tolist()))
    )
    for number, (section, head, *_) in enumerate(compress(candidates, good.tolist())):
        yield section, PlainSection(among, number, head, sections[section])


def _result(stated: tuple[str, int]) -> str:
    """Return the result of a game from its tag and the code of its last word; empty for two."""
    named, ended = stated[0], RESULTS.get(stated[1], UNDECIDED)
    if ended in (UNDECIDED, named):
        return named
    return ended if named == UNDECIDED else ""


_RESULTS = Memo(_result, _TAG_LINES)


@lru_cache(maxsize=8)
def _pattern(columns: int) -> "Codes":
    """Return what stands at each place of numbered rows: the code of a number, or 1 for a move."""
    import numpy as np

    found = np.ones(ROWS * (columns + 1) + 1, np.int32)
    numbers = found[: -1 : columns + 1]
    numbers[:] = FIRST_ROW - np.arange(ROWS)
    found[-1] = FIRST_ROW - 2 * ROWS
    return found


def _words_of(dialect: AnyDialect) -> WordCodes:
    """Return the words of a dialect, new ones if those used so far are full."""
    words = _words(dialect)
    if words.is_full:
        _words.cache_clear()
        words = _words(dialect)
    return words


_words = lru_cache(maxsize=16)(WordCodes)
