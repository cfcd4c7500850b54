"""Groups of games of one variant, judged at once on arrays of boards, or replayed one by one."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from threading import Lock
from typing import cast

import numpy as np

from analysis.games import GAMES
from analysis.games.arrays import (
    AnyArrayRules,
    AnyBoards,
    Coded,
    Codes,
    PositionBoards,
    distinct,
)
from analysis.games.position import AnyPosition, Outcome, write_unambiguously
from analysis.replay.compiled import CompiledTexts
from analysis.replay.findings import judge, winners
from analysis.replay.replay import Replay
from analysis.replay.verdict import Judgement
from notation import UnwritableMove
from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT, Memo
from records import Record
from records.model import UNDECIDED
from records.tidy import CodedWords, TidyGames

MOST_OTHERS = 32
"""Maximum number of other legal readings that are played to the end for a game judged on arrays."""

AT_ONCE = 256
"""Number of other readings that are played at once. After a reading that reaches the end of its
game, no further readings of the game are played."""


class JudgedGroup:
    """The good games of one variant in one dialect, judged at once.

    A game is good if the first legal reading of each text leads to its end, and the only notes of a
    replay would be that other readings are also legal.

    Args:
        texts: the coded texts; also an attribute.
        tidy: tidy games.
        others: the moves of other games, by the indices of the games in their batch.

    Attributes:
        start: the position that the games start from.
        numbers: the indices of the good games in their batch.
        notes: number of notes on each good game, without those on its result.
        boards: the boards of their plies.
    """

    def __init__(
        self, texts: "CodedTexts", tidy: Sequence[TidyGames], others: Mapping[int, Sequence[str]]
    ) -> None:
        self.texts, self.start = texts, texts.compiled.start
        numbers = [*chain.from_iterable(one.numbers for one in tidy), *others]
        codes, lengths = texts.coded(tidy, others.values())
        boards = texts.judge(codes.copy(), lengths)
        ambiguous = self._ambiguous(boards, codes)
        boards.good[list(ambiguous)] = True
        good = boards.good.nonzero()[0].tolist()
        self.numbers = [numbers[at] for at in good]
        self.notes = [ambiguous.get(at, 0) for at in good]
        self.boards: AnyBoards = boards if boards.good.all() else boards.good_ones()

    def _ambiguous(self, boards: AnyBoards, codes: Codes) -> dict[int, int]:
        """Return the number of notes (0 or 1) on each game with 1 to `MOST_OTHERS` other readings.

        A game has a note if it can be played to its end in another way: with another legal reading
        of one text, and the first legal reading of each text after it.

        Args:
            boards: the boards of all games; the keys of the result are indices of games in them.
            codes: the codes of their texts.
        """
        others, counts = boards.others, np.bincount(boards.others.games)
        found = dict.fromkeys(np.flatnonzero((counts > 0) & (counts <= MOST_OTHERS)).tolist(), 0)
        # The last reading of each game comes first: it is the likeliest to reach the end.
        by_game = np.lexsort((-others.plies, others.games))
        rank = np.arange(len(by_game)) - (np.cumsum(counts) - counts)[others.games[by_game]]
        order = by_game[np.argsort(rank, kind="stable")]
        last_first = zip(*(one[order].tolist() for one in others), strict=True)
        firsts, stops = boards.plies.firsts, boards.plies.lasts + 1
        untried = (one for one in last_first if not found.get(one[0], 1))
        while some := list(islice(untried, AT_ONCE)):
            lines = list[Codes]()
            for game, ply, code in some:
                first, stop = firsts[game], stops[game]
                lines.append(np.concatenate((boards.codes[first:ply], codes[ply:stop])))
                lines[-1][ply - first] = code
            lengths = boards.plies.lengths[[game for game, _, _ in some]]
            carried = self.texts.judge(np.concatenate(lines), lengths)
            carried.good[carried.others.games] = True
            found |= {some[at][0]: 1 for at in np.flatnonzero(carried.good).tolist()}
        return found

    @cached_property
    def outcomes(self) -> Sequence[Outcome | None]:
        """How each game ended on the board; None where it goes on."""
        return self.boards.outcomes(self.boards.plies.lasts)

    def judgements(self, results: Mapping[int, str]) -> Iterator[tuple[int, int, Judgement]]:
        """Yield the index, number of plies and judgement of each game in ``results``.

        Games that ended alike share a judgement. ``results`` maps indices of games to the results
        in their records.
        """
        alike = Memo(self._judgement)
        lengths = self.boards.plies.lengths.tolist()
        for place, number in enumerate(self.numbers):
            if (result := results.get(number)) is not None:
                ended = self.outcomes[place], self.notes[place], result
                yield number, lengths[place], alike[ended]

    def _judgement(self, ended: tuple[Outcome | None, int, str]) -> Judgement:
        """Return the judgement for an outcome, a number of notes, and the result in a record."""
        outcome, notes, result = ended
        is_open = result == UNDECIDED
        found = [] if is_open else list(judge(Record(result=result), self.start, outcome))
        codes = ("ambiguous",) * notes + tuple(one.code for one in found)
        valid = not any(one.violation for one in found)
        return Judgement(valid, outcome, winners(result, outcome, self.start.sides), 0, codes)

    def settle(self, game: Replay, place: int) -> None:
        """Store the end of a game in its replay; ``place`` is the index of the game in the group.

        Nothing is stored if the board has to decide between several moves of a text.
        """
        steps = self.texts.compiled.steps
        if not (self.texts.has_choices and None in map(steps.__getitem__, game.record.moves)):
            ended = self._positions[place], self.outcomes[place]
            game.end_in(*ended, self.boards, self._plies[place])

    @cached_property
    def _positions(self) -> Sequence[AnyPosition]:
        return list(self.boards.positions(self.boards.plies.lasts))

    @cached_property
    def _plies(self) -> list[slice]:
        plies = self.boards.plies
        return list(map(slice, plies.firsts.tolist(), (plies.lasts + 1).tolist()))

    def written(self) -> Coded:
        """Return the move texts of the records."""
        return Coded(self.texts.texts, self.boards.codes)

    def moves(self) -> Coded:
        """Return the complete moves, written in the dialect."""
        dialect = self.texts.compiled.dialect
        return self.texts.written(self.boards, dialect, lambda _, move: dialect.write(move))

    def rewritten(self, target: AnyDialect) -> Iterator[tuple[str, ...] | None]:
        """Yield the moves of each game in a dialect; None if one cannot be written.

        All are None if a text has characters that formats escape; see `records.tidy.TidyGame`.
        """
        write = partial(write_unambiguously, dialect=target)
        written = self.texts.written(self.boards, target, write)
        every = "".join(text for text in written.values if isinstance(text, str))
        if not every.isprintable() or '"' in every or "\\" in every:
            yield from (None for _ in self.numbers)
            return
        texts = np.array(written.values, np.object_)[written.codes].tolist()
        fails = None in written.values
        for plies in self._plies:
            found = tuple(texts[plies])
            yield None if fails and None in found else cast("tuple[str, ...]", found)


class ReplayedGroup:
    """Replayed games, all with the same first position: arrays cannot judge them.

    Args:
        start: the first position; also an attribute.
        numbers: the indices of the games in their batch; also an attribute.
        games: the replays of the games.

    Attributes:
        boards: the boards of all plies.
    """

    def __init__(self, start: AnyPosition, numbers: Sequence[int], games: Sequence[Replay]) -> None:
        self.start, self.numbers = start, numbers
        played = [list(game.plies()) for game in games]
        self._plies = [(game, ply) for game, plies in zip(games, played, strict=True)
                       for ply in plies]  # fmt: skip
        home = GAMES[start.GAME]
        self.boards: AnyBoards = PositionBoards(
            start,
            np.array(list(map(len, played)), np.int32),
            [ply.carried_out for _, ply in self._plies],
            [ply.after for _, ply in self._plies],
            home.measures(),
            home.arrays()(start) if home.arrays else None,
        )

    def written(self) -> Coded:
        """Return the move texts of the records."""
        return self._each([ply.text for _, ply in self._plies])

    def moves(self) -> Coded:
        """Return the complete moves, written in the games' dialects; None for illegal moves."""
        return self._each(
            [game.dialect.write(ply.move) if game.dialect and ply.move else None
             for game, ply in self._plies]
        )  # fmt: skip

    def _each(self, values: Sequence[str | None]) -> Coded:
        return Coded(values, np.arange(len(values), dtype=np.int32))


_NEW = np.iinfo(np.int32).min
"""Placeholder for the code of a word that has not been compiled."""


class CodedTexts:
    """Integer codes of the move texts of a dialect, for `ArrayRules.judge`.

    A text that may stand for several moves has a code for each; the board decides between them.

    Args:
        compiled: the compiled texts of a variant that has rules on arrays. It is an attribute, too.

    Attributes:
        texts: the text of each code; code 0 stands for all texts that only a replay can play.
        has_choices: whether any text may stand for several moves.
    """

    def __init__(self, compiled: CompiledTexts) -> None:
        self.compiled = compiled
        self.texts = [""]
        self.has_choices = False
        self._rules: AnyArrayRules = _rules(compiled)(compiled.start)
        self._codes: Memo[str, int] = Memo(self._code)
        self._words: CodedWords | None = None
        self._of_words: Codes
        self._rewrites: dict[AnyDialect, tuple[list[str | None], list[bool]]] = {}
        self._lock = Lock()  # workers of a cluster may be threads

    def _code(self, text: str) -> int:
        """Return the code of a text; a negative number if it may stand for several moves."""
        claims = self.compiled.candidates(text)
        if not self.has_choices:
            read = self.compiled.dialect.read
            self.has_choices = len(claims) != 1 or claims[0] != read(text).moves[0]
        codes = tuple(filter(None, map(self._rules.code, claims)))
        self.texts += [text] * len(codes)
        return self._rules.choice(codes) if len(codes) > 1 else sum(codes)

    def coded(
        self, tidy: Sequence[TidyGames], others: Collection[Sequence[str]]
    ) -> tuple[Codes, Codes]:
        """Return the codes of all moves, those of tidy games first, and the lengths of games."""
        with self._lock:
            found = [self._of_tidy(one.words, one.codes) for one in tidy]
            texts = map(self._codes.__getitem__, chain.from_iterable(others))
            sizes = np.fromiter(map(len, others), np.int32)
            codes = np.concatenate([*found, np.fromiter(texts, np.int32)])
            return codes, np.concatenate([*(one.lengths for one in tidy), sizes])

    def _of_tidy(self, words: CodedWords, codes: Codes) -> Codes:
        """Convert codes of ``words``, as tidy games have them, to the codes of this object."""
        if self._words is not words:
            self._words, self._of_words = words, np.zeros(0, np.int32)
        added = np.full(len(words.texts) - len(self._of_words), _NEW, np.int32)
        self._of_words = np.concatenate((self._of_words, added))
        # Words that only occur in games of other variants are not compiled.
        new, _ = distinct(codes[self._of_words[codes] == _NEW])
        self._of_words[new] = [self._codes[words.texts[code]] for code in new]
        return self._of_words[codes]

    def judge(self, codes: Codes, lengths: Codes) -> AnyBoards:
        """Play games, given by the codes of their texts; return the boards."""
        with self._lock:
            boards = self._rules.judge(codes, lengths)
            added = self._rules.origins[len(self.texts) :]
            self.texts += [self.texts[origin] for origin in added]
            return boards

    def written(
        self, boards: AnyBoards, target: AnyDialect, write: Callable[[AnyPosition, object], str]
    ) -> Coded:
        """Return the moves of games in a dialect; None for a move that the dialect cannot write.

        ``write`` is called for a move that depends on the board, with the position before it. The
        result is also None for a move with a count if the dialect cannot write counts.
        """
        counts = None if target.counts else self.compiled.dialect.counts
        with self._lock:
            known, is_open = self._rewrites.setdefault(target, ([], []))
            for code in range(len(known), len(self.texts)):
                is_lost = bool(counts and counts.search(self.texts[code]))
                move = None if is_lost else self._rules.sole_move(code)
                known.append(None if move is None else self.compiled.written(move, target))
                is_open.append(known[-1] is None and not is_lost)
        open_, written = np.flatnonzero(np.array(is_open)[boards.codes]), list[str | None]()
        claims = map(self._rules.claim, boards.codes[open_].tolist())
        for before, claim in zip(boards.positions_before(open_), claims, strict=True):
            try:
                written.append(write(before, before.complete(claim)))
            except UnwritableMove:
                written.append(None)
        return Coded(known, boards.codes).replaced(open_, written)


def coded_texts(compiled: CompiledTexts) -> CodedTexts | None:
    """Return the coded texts of a dialect; None where the variant has no rules on arrays."""
    if not _rules(compiled).covers(compiled.start):
        return None
    if len(_coded(compiled).texts) > MEMO_LIMIT:
        _coded.cache_clear()
    return _coded(compiled)


_coded = lru_cache(maxsize=64)(CodedTexts)


def _rules(compiled: CompiledTexts) -> type[AnyArrayRules]:
    arrays = GAMES[compiled.start.GAME].arrays
    assert arrays is not None
    return arrays()
