"""Batches of tidy games: their moves as codes of texts, and their records on request.

A game is tidy if its record names its game, variant and dialect, has the usual start and canonical
moves, and needs no note. Where many games are judged at once, most of them never need a record.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, overload

from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT, Memo
from records.model import Record, Source
from records.results import CANONICAL, agreed_result

if TYPE_CHECKING:
    # Not loaded here: single games are read without numpy.
    import numpy as np
    import numpy.typing as npt

    Codes: TypeAlias = npt.NDArray[np.int32]

END = "\1"
"""The word after the words of each game."""

LAST_ROW, RESULT, ENDED, ODD = -9999, -10_000, -10_100, -10_200
"""Codes of words that are no moves. The row number n has the code -n, down to `LAST_ROW`; results
have codes from `RESULT` downwards; then come `END` and all other words."""

RESULTS = {RESULT - number: result for number, result in enumerate(CANONICAL)}
"""The results by their codes."""


class CodedWords:
    """The words of a dialect as codes: canonical texts from 0, other words below 0.

    Attributes:
        texts: the canonical texts by their codes.
    """

    def __init__(self, dialect: AnyDialect) -> None:
        self.texts: list[str] = []
        self._canonical = dialect.canonical_text
        self._known = {END: ENDED} | {result: code for code, result in RESULTS.items()}
        self._known |= {f"{number}.": -number for number in range(1, 1 - LAST_ROW)}
        self._codes: Memo[str, int] = Memo(self._code)

    def codes(self, words: Sequence[str]) -> "Codes":
        """Return the codes of words, in which `INNER_BLANK` may stand for blanks."""
        import numpy as np

        return np.fromiter(map(self._codes.__getitem__, words), np.int32, len(words))

    def _code(self, word: str) -> int:
        if word in self._known:
            return self._known[word]
        text = self._canonical(word)
        if text is None:
            return ODD
        self.texts.append(text)
        return len(self.texts) - 1


_words = lru_cache(maxsize=16)(CodedWords)


def words_of(dialect: AnyDialect) -> CodedWords:
    """Return the codes of a dialect, which are cached; the cache is emptied when it is full."""
    if len(_words(dialect).texts) > MEMO_LIMIT:
        _words.cache_clear()
    return _words(dialect)


class TidyKind(NamedTuple):
    """What the games of a group have in common, so that they are judged together.

    Attributes:
        dialect: the dialect.
        variant: the variant string.
        columns: moves of a row; 0 where they are not in rows.
    """

    dialect: AnyDialect
    variant: str
    columns: int = 0


def are_tidy(tags: Mapping[str, str]) -> bool:
    """Whether the tags of a game need no notes."""
    return "".join(chain(tags, tags.values())).isprintable()


class TidyGame(NamedTuple):
    """A tidy game without its moves.

    Attributes:
        kind: its kind.
        tags: its tags, without those that are fields of a record; printable, without quotation
            marks and backslashes.
        result: its result.
        source: its place.
    """

    kind: TidyKind
    tags: Mapping[str, str]
    result: str
    source: Source

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.kind.dialect.game

    @property
    def variant(self) -> str:
        """Its variant string."""
        return self.kind.variant

    @property
    def dialect(self) -> str:
        """The name of its dialect."""
        return self.kind.dialect.name


class TidyGames(NamedTuple):
    """Tidy games of a kind.

    Attributes:
        kind: the kind.
        words: the words of the dialect.
        numbers: the indices of the games among all records.
        codes: the codes of their moves, one game after the other.
        lengths: number of moves of each game.
        results: the result of each game.
    """

    kind: TidyKind
    words: CodedWords
    numbers: list[int]
    codes: "Codes"
    lengths: "Codes"
    results: list[str]

    @property
    def first(self) -> tuple[str, ...]:
        """The moves of the first game."""
        return self.moves(int(self.lengths[0]), int(self.lengths[0]))

    def moves(self, stop: int, length: int) -> tuple[str, ...]:
        """Return the texts of the ``length`` moves before the index ``stop`` in `codes`."""
        codes = self.codes[stop - length : stop].tolist()
        return tuple(map(self.words.texts.__getitem__, codes))


def tidy_games(
    kind: TidyKind, words: Iterable[Sequence[str]], numbers: list[int], named: list[str]
) -> TidyGames:
    """Return the tidy games among games of one kind.

    Args:
        kind: the kind of the games.
        words: the words of all games in parts, each game followed by `END`.
        numbers: the indices of the games among all records.
        named: the result that a tag or key of each game states; results among the words have to
            agree.
    """
    import numpy as np

    known = words_of(kind.dialect)
    codes = np.concatenate([known.codes(some) for some in words])
    others = np.flatnonzero(codes < 0)
    of_others = codes[others]
    is_end = of_others == ENDED
    ends = others[is_end]
    starts = np.concatenate(([0], ends[:-1] + 1))
    last = codes[np.maximum(ends - 1, 0)]
    has_result = (last <= RESULT) & (last > ENDED) & (kind.columns > 0)
    sizes = ends - starts - has_result
    rows = -(-sizes // (kind.columns + 1)) if kind.columns else np.zeros_like(sizes)
    # Each row has its number at its place, and nothing else stands between the moves.
    games = np.cumsum(is_end) - is_end
    places = others - starts[games]
    inside = places < sizes[games]
    numbered = inside & (places == ~of_others * (kind.columns + 1))
    counted = [np.bincount(games[which], minlength=len(ends)) for which in (inside, numbered)]
    tidy = (counted[0] == rows) & (counted[1] == rows) & (sizes > 0)
    if kind.columns:
        tidy &= sizes % (kind.columns + 1) != 1  # A number without a move.
    ended = last.tolist() if kind.columns else [0] * len(last)
    results = list(map(_AGREED.__getitem__, zip(named, ended, strict=True)))
    tidy &= np.array(results, np.bool_)
    every = tidy.all()
    kept = codes >= 0 if every else (codes >= 0) & np.repeat(tidy, ends - starts + 1)
    return TidyGames(
        kind,
        known,
        numbers if every else [numbers[at] for at in np.flatnonzero(tidy)],
        codes[kept],
        (sizes - rows)[tidy].astype(np.int32),
        results if every else [results[at] for at in np.flatnonzero(tidy)],
    )


_AGREED = Memo[tuple[str, int], str](
    lambda both: agreed_result(both[0], RESULTS.get(both[1], "")) or ""
)


class TidyRecords(Sequence[Record]):
    """The records of a piece of text; most of them are made on demand.

    Args:
        groups: the tidy games.
        others: the other records by their indices.
        make: returns the record of a tidy game, given its index, kind, moves and result.
        about: returns the data of a tidy game besides its moves, given its index, kind and
            result; None if the games have data that only records can hold.

    Attributes:
        groups: the tidy games.
        others: the other records by their indices.
        lengths: number of moves of each record.
    """

    def __init__(
        self,
        groups: Sequence[TidyGames],
        others: Mapping[int, Record],
        make: Callable[[int, TidyKind, tuple[str, ...], str], Record],
        about: Callable[[int, TidyKind, str], TidyGame] | None = None,
    ) -> None:
        self._about = about
        self.groups, self.others = groups, others
        self._made, self._make = dict(others), make
        lengths = {number: len(record.moves) for number, record in others.items()}
        for one in groups:
            lengths.update(zip(one.numbers, one.lengths.tolist(), strict=True))
        self.lengths = list(map(lengths.__getitem__, range(len(lengths))))

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if index < 0:
            return self[range(len(self))[index]]
        if (made := self._made.get(index)) is None:
            if index >= len(self):
                raise IndexError(index)
            one, place, stop = self._places[index]
            moves = one.moves(stop, self.lengths[index])
            made = self._made[index] = self._make(index, one.kind, moves, one.results[place])
        return made

    def is_tidy(self, index: int) -> bool:
        """Whether a record is that of a tidy game."""
        return index not in self.others

    def game(self, index: int) -> TidyGame | None:
        """Return a tidy game without its moves; None if the game needs its record."""
        if self._about is None or not self.is_tidy(index):
            return None
        one, place, _ = self._places[index]
        return self._about(index, one.kind, one.results[place])

    @cached_property
    def _places(self) -> dict[int, tuple[TidyGames, int, int]]:
        """The places of the tidy games, by the index of the record.

        A place is the group, the index of the game in the group, and the end of its moves in
        ``codes``.
        """
        return {
            number: (one, place, stop)
            for one in self.groups
            for place, (number, stop) in enumerate(
                zip(one.numbers, one.lengths.cumsum().tolist(), strict=True)
            )
        }
