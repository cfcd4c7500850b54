"""Tidy sections of a text: tags and rows of canonical moves, read in bulk."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, repeat

from notation.dialect import INNER_BLANK
from notation.memo import Memo
from records.assumptions import Assumptions
from records.model import UNDECIDED, Record, Source, unusual
from records.sites import is_variant_string
from records.sources.decode import has_long_line
from records.text.plain import LazyPlaces, goes_on, read_plain, tied
from records.text.titles import EXTRA, FIELDS, is_usual_tag
from records.tidy import END, TidyGame, TidyGames, TidyKind, TidyRecords, tidy_games
from records.which_game import possible_dialects

AT_ONCE = 128
"""Number of sections whose words are split at once, so that they fit into the processor's cache."""


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
    return TidyRecords(found, others, sections.record, sections.game)


class _Sections:
    """The sections of a text: their tags without the first bracket, a blank line, their moves."""

    def __init__(self, text: str, before: Source, assumptions: Assumptions) -> None:
        self.parts = [part.partition("\n\n") for part in text[1:].split("\n\n[")]
        self._heads = [head.split('"') for head, _, _ in self.parts]
        self._beside = dict[int, list[tuple[str, int]]]()
        self._before, self._assumptions = before, assumptions

    def tidy(self) -> Sequence[TidyGames]:
        """Return the tidy games, one group for each kind."""
        alike = defaultdict[tuple[str, ...], list[int]](list)
        for number, head in enumerate(self._heads):
            alike[tuple(head[::2])].append(number)
        found, kinds = defaultdict[TidyKind, dict[int, str]](dict), Memo(self._kind)
        for between, numbers in alike.items():
            if not (names := _names[between]):
                continue
            beside = [(one, 2 * at + 1) for at, one in enumerate(names) if one not in FIELDS]
            self._beside |= dict.fromkeys(numbers, beside)
            values = list(zip(*map(self._heads.__getitem__, numbers), strict=True))[1::2]
            get = dict(zip(names, values, strict=True)).get
            named = (get(name, repeat(None)) for name in ("Game", "Variant", "Dialect"))
            of_kind = map(kinds.__getitem__, zip(repeat(names), *named, strict=False))
            results, tidy = get("Result", repeat(UNDECIDED)), _are_tidy(values)
            for number, result, kind, is_tidy in zip(numbers, results, of_kind, tidy, strict=False):
                if kind and is_tidy:
                    found[kind][number] = result
        for kind, every in found.items():
            if kind.dialect.inner_blanks is None:
                # A move may be split over two lines.
                for number in [one for one in every if goes_on(self.parts[one][2])]:
                    del every[number]
        return [
            tidy_games(kind, self._words(kind, [*every]), [*every], [*every.values()])
            for kind, every in found.items()
            if every
        ]

    def _words(self, kind: TidyKind, numbers: Sequence[int]) -> Iterator[list[str]]:
        """Yield the words of some sections, `AT_ONCE` at a time, with `END` after those of each."""
        for at in range(0, len(numbers), AT_ONCE):
            bodies = [self.parts[number][2] for number in numbers[at : at + AT_ONCE]]
            yield tied(f"\n{END}\n".join([*bodies, ""]), kind.dialect.inner_blanks).split()

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
        return TidyKind(possible[0], variant, len(possible[0].side_letters(variant)))

    def text(self, number: int) -> str:
        end = "\n\n" if number + 1 < len(self.parts) else ""
        return f"[{''.join(self.parts[number])}{end}"

    def source(self, number: int) -> Source:
        before = self._before
        return Source(before.path, before.line + self._lines[number], before.game + number + 1)

    @cached_property
    def _lines(self) -> list[int]:
        """The first line of each section in the text, from 1, and the line after the last one."""
        return list(accumulate(("".join(part).count("\n") + 2 for part in self.parts), initial=1))

    def game(self, number: int, kind: TidyKind, result: str) -> TidyGame:
        """Return a tidy section without its moves."""
        head = self._heads[number]
        tags = {name: head[at] for name, at in self._beside[number]}
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


def _names_between(between: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of tags, given the texts between their values; none if they are not tidy."""
    names = tuple(one.removeprefix("]\n[").removesuffix(" ") for one in between[:-1])
    tidy = "".join(f"]\n[{name} " for name in names) + "]"
    return names if f"]\n[{''.join(between)}" == tidy and len({*names}) == len(names) else ()


_names = Memo(_names_between, limit=1 << 12)
"""Cache of the names of tags."""


def _are_tidy(values: Sequence[Sequence[str]]) -> Iterable[bool]:
    """Whether the tags of each section are tidy, given the values of each tag in all sections."""
    if _is_tidy("".join(chain.from_iterable(values))):
        return repeat(True)
    return [_is_tidy("".join(one)) for one in zip(*values, strict=True)]


def _is_tidy(text: str) -> bool:
    return text.isprintable() and not any(mark in text for mark in "\\[]")


_UNTIDY = frozenset({EXTRA, "Start", "PlyCount"})
