"""Tidy sections of a text: tags and rows of canonical moves, read in bulk."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, compress
from typing import NamedTuple

from notation.dialect import INNER_BLANK
from notation.memo import Memo
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.model import UNDECIDED, Record, Source, unusual
from records.sites import is_variant_string
from records.sources.decode import has_long_line
from records.text.plain import LazyPlaces, goes_on, read_plain, tied
from records.text.titles import EXTRA, FIELDS, is_usual_tag
from records.tidy import END, TidyGame, TidyGames, TidyKind, TidyRecords, tidy_games
from records.which_game import possible_dialects


def read_sections(
    text: str, path: str, assumptions: Assumptions, line: int, games: int
) -> TidyRecords | None:
    """Return the records of a text; None if lines of it have to be read one by one.

    Args:
        text: the text up to a tag block after a blank line, or to the end of the source.
        line: number of lines of the source before the text.
        games: number of records of the source before the text.
    """
    if text[:1] != "[" or has_long_line(text) or INNER_BLANK in text or END in text:
        return None
    sections = _Sections(text, Source(path, line, games), assumptions)
    found = sections.tidy()
    left = set(range(len(sections.parts))).difference(*(one.numbers for one in found))
    others = dict[int, Record]()
    for number in sorted(left):
        try:
            record = read_plain(sections.text(number), sections.source(number), assumptions)
        except Exception:
            return None  # The reader of lines has a finding on the fault.
        if record is None or record.guess:
            return None
        others[number] = record
    tags = sections.tags.union(*(one.tags for one in others.values()))
    return TidyRecords(found, others, sections.record, tags, sections.game)


class _Candidates(NamedTuple):
    """Sections of one kind: their indices, the results in their tags, the texts below the tags."""

    numbers: list[int]
    results: list[str]
    bodies: list[str]


class _Sections:
    """The sections of a text; each lacks its first bracket and the blank line at its end."""

    def __init__(self, text: str, before: Source, assumptions: Assumptions) -> None:
        self.parts = text[1:].split("\n\n[")
        self.tags = frozenset[str]()
        self._tags: dict[int, dict[str, str]] = {}
        self._before, self._assumptions = before, assumptions

    def tidy(self) -> Sequence[TidyGames]:
        """Return the tidy games, one group for each kind."""
        found: dict[TidyKind, _Candidates] = {}
        kinds = Memo(self._kind)
        for number, part in enumerate(self.parts):
            head, _, body = part.partition("\n\n")
            listed = list(map(_tags.__getitem__, head[:-1].split("]\n[")))
            tags = dict(one for one in listed if one)
            if len(tags) != len(listed) or not head.endswith("]"):
                continue
            get = tags.get
            kind = kinds[tuple(tags), get("Game"), get("Variant"), get("Dialect")]
            if kind:
                self._tags[number] = tags
                of_kind = found.get(kind) or found.setdefault(kind, _Candidates([], [], []))
                of_kind.numbers.append(number)
                of_kind.results.append(get("Result", UNDECIDED))
                of_kind.bodies.append(body)
        return [
            tidy_games(kind, _words(kind, some.bodies), some.numbers, some.results)
            for kind, every in found.items()
            if (some := _in_whole_rows(kind, every)).numbers
        ]

    def _kind(
        self, named: tuple[tuple[str, ...], str | None, str | None, str | None]
    ) -> TidyKind | None:
        """Return the kind of a game; None if it is not tidy.

        Args:
            named: the names of its tags, and the values of ``Game``, ``Variant`` and ``Dialect``.
        """
        names, game, variant, dialect = named
        known = self._assumptions
        tags = {"Game": game or "", "Dialect": dialect or ""}
        possible = possible_dialects(known, tags) if game or known.game else ()
        variant = known.variant or variant
        if (
            len(possible) != 1
            or not variant
            or not is_variant_string(possible[0].game, variant)
            or not (known.game in (None, possible[0].game) and _UNTIDY.isdisjoint(names))
            or not all(name.isidentifier() and is_usual_tag(name) for name in names)
            or (known.game and game and game.lower() != known.game)
        ):
            return None
        self.tags = self.tags.union(names)
        return TidyKind(possible[0], variant, len(possible[0].side_letters(variant)))

    def text(self, number: int) -> str:
        return (
            f"[{self.parts[number]}\n\n"
            if number + 1 < len(self.parts)
            else f"[{self.parts[number]}"
        )

    def source(self, number: int) -> Source:
        before = self._before
        return Source(before.path, before.line + self._lines[number], before.game + number + 1)

    @cached_property
    def _lines(self) -> list[int]:
        """The first line of each section in the text, from 1, and the line after the last one."""
        return list(accumulate((part.count("\n") + 2 for part in self.parts), initial=1))

    def game(self, number: int, kind: TidyKind, result: str) -> TidyGame:
        """Return a tidy section without its moves."""
        tags = {name: one for name, one in self._tags[number].items() if name not in FIELDS}
        return TidyGame(kind, tags, result, self.source(number))

    def record(self, number: int, kind: TidyKind, moves: tuple[str, ...], result: str) -> Record:
        """Return the record of a tidy section, as `read_plain` does."""
        text, (_, tags, _, source) = self.text(number), self.game(number, kind, result)
        return Record(
            moves=moves,
            game=kind.dialect.game,
            variant=kind.variant,
            dialect=kind.dialect.name,
            tags=tags,
            result=result,
            source=source,
            columns=unusual(min(kind.columns, len(moves))),
            places=LazyPlaces(text, text.find("\n\n") + 2, source.line, moves),
        )


_TAG = lazy_pattern(r'([^\s"\\\[\]]+) "([^"\\\[\]\n]*)"')


def _tag(text: str) -> tuple[str, str] | None:
    """Return the name and value of a tag, given without its brackets; None if it is not tidy."""
    found = _TAG.fullmatch(text) if text.isprintable() else None
    return (found[1], found[2]) if found else None


_tags = Memo(_tag, limit=1 << 12)
"""Cache of tags by their texts."""

_UNTIDY = frozenset({EXTRA, "Start", "PlyCount"})


def _in_whole_rows(kind: TidyKind, every: _Candidates) -> _Candidates:
    """Return the sections in which no move can be split over two lines."""
    if kind.dialect.inner_blanks is not None:
        return every
    kept = [not goes_on(body) for body in every.bodies]
    return _Candidates(
        list(compress(every.numbers, kept)),
        list(compress(every.results, kept)),
        list(compress(every.bodies, kept)),
    )


def _words(kind: TidyKind, bodies: Sequence[str]) -> list[str]:
    """Return the words of some texts, with `END` after those of each."""
    return tied(f"\n{END}\n".join([*bodies, ""]), kind.dialect.inner_blanks).split()
