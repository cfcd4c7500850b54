"""The games of a batch, judged at once on arrays.

Only games that start as their variant does and in which everything is as it should be are settled
here; the others are left to their replays. Few games are not worth loading numpy for.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, compress
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from analysis.games import GAMES
from analysis.replay.compiled import CompiledTexts, compiled_game
from analysis.replay.replay import Replay, replay
from notation import InvalidVariant, UnknownName
from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT, Memo
from records import Record

if TYPE_CHECKING:
    from analysis.games.array_rules import AnyArrayRules
    from analysis.games.arrays import AnyBoards, Codes
    from records.columns import PlainGames, WordCodes

MANY = 40_000
"""Plies of a variant in this process from which on it takes less time to load numpy, and to make
rows of numbers of the texts, than that saves. The handicap of a game multiplies it."""

ENOUGH = 3_000
"""Plies of a variant in a batch from which on arrays are quicker than `Position.advance`."""

FEW = 8
"""Part of `ENOUGH` plies from which on arrays give measures and keys of positions sooner."""


class JudgedGames(NamedTuple):
    """Games of one variant in one dialect, judged at once.

    Attributes:
        games: the games.
        codes: the codes of their move texts, one game after the other.
        boards: the boards of all their plies.
        texts: the texts that the codes stand for.
    """

    games: Sequence[Replay]
    codes: "Codes"
    boards: "AnyBoards"
    texts: "CodedTexts"

    def good(self) -> "JudgedGames":
        """Return the good games only."""
        good = self.boards.good
        if good.all():
            return self
        codes = self.codes[good.repeat(self.boards.plies.lengths)]
        games = list(compress(self.games, good.tolist()))
        return JudgedGames(games, codes, self.boards.good_ones(), self.texts)


def replays(
    records: Iterable[Record], as_recorded: bool = False, measured: bool = False
) -> list[Replay]:
    """Return the replays of some records; see `replay` and `judge_at_once`."""
    games = [replay(record, as_recorded=as_recorded) for record in records]
    judge_at_once(games, measured)
    return games


def judge_at_once(games: Iterable[Replay], measured: bool = False) -> list[JudgedGames]:
    """Give all good games their last positions; return the games that were judged for that.

    Args:
        games: replays; nothing of them has been played yet.
        measured: whether more is asked of the boards than the last positions, which takes less
            time than asking it of the positions of each ply, handicap or not.
    """
    return [
        _judged(texts, some)
        for compiled, some in _alike(games).items()
        if (texts := _texts_worth_it(compiled, some, measured))
    ]


def _alike(games: Iterable[Replay]) -> dict[CompiledTexts, list[Replay]]:
    """Return the games that begin as their variant does, by the compiled texts of their moves."""
    alike: dict[CompiledTexts, list[Replay]] = {}
    for game in games:
        if game.compiled and game.start is game.compiled.start and game.record.moves:
            alike.setdefault(game.compiled, []).append(game)
    return alike


def beginnings(games: Iterable[Replay], plies: int | None) -> list[JudgedGames]:
    """Return what canonical games begin with, up to a number of plies, those alike together.

    None are returned where numpy is not loaded, or too few plies are alike.
    """
    found = []
    for compiled, same in _alike(games if "numpy" in sys.modules else ()).items():
        some = [game for game in same if game.is_canonical]
        enough = FEW * sum(len(game.record.moves[:plies]) for game in some) >= ENOUGH
        texts = _coded_texts(compiled) if enough else None
        if texts:
            judged = texts.judge(some, plies)
            found.append(judged.good())
    return found


def _texts_worth_it(
    compiled: CompiledTexts, games: Sequence[Replay], measured: bool
) -> "CodedTexts | None":
    """Return the coded texts of games where it takes less time to judge them at once."""
    home, plies = GAMES[compiled.start.GAME], sum(len(game.record.moves) for game in games)
    if home.arrays is None:
        return None
    compiled.played += plies
    many = MANY * (1 if measured else home.arrays_handicap)
    loaded = measured and "numpy" in sys.modules
    enough = ENOUGH // FEW if measured else ENOUGH
    if plies < enough or (compiled.played < many and not loaded):
        return None
    texts = _coded_texts(compiled) if has_numpy() else None
    return texts if texts and (measured or plies >= ENOUGH * texts.handicap) else None


@cache
def has_numpy() -> bool:
    """Whether numpy is installed, which an extra brings."""
    try:
        import numpy  # noqa: F401  # needed next
    except ModuleNotFoundError:
        return False
    return True


def _judged(texts: "CodedTexts", games: list[Replay]) -> JudgedGames:
    judged = texts.judge(games)
    boards = judged.boards
    good = boards.good.nonzero()[0]
    firsts, lasts = boards.plies.firsts[good], boards.plies.lasts[good]
    plies = map(slice, firsts.tolist(), (lasts + 1).tolist())
    positions = boards.positions(lasts)
    for number, position, own in zip(good.tolist(), positions, plies, strict=True):
        games[number].end_in(position, boards, own)
    return judged


class CodedTexts:
    """The move texts of a dialect as codes of the rules of a variant on arrays.

    Attributes:
        compiled: the compiled texts.
        texts: the texts by their codes; the first stands for all that only the replay can play.
        written: by text its complete move as the dialect writes it; None where that depends on the
            board.
        handicap: how many times `ENOUGH` plies have to be played; see `ArrayRules.HANDICAP`.
    """

    def __init__(self, compiled: CompiledTexts, rules: "AnyArrayRules") -> None:
        """Begin with the compiled texts and the rules."""
        self.compiled = compiled
        self.texts = [""]
        self.written: Memo[str, str | None] = Memo(self._written)
        self._rules = rules
        self._codes: Memo[str, int] = Memo(self._code)
        self._codes[""] = 0
        self._of_words: tuple[WordCodes, Codes] | None = None
        self._rewrites: tuple[WordCodes, dict[AnyDialect, Rewrites]] | None = None
        self.handicap = rules.HANDICAP
        self._lock = Lock()  # workers of a cluster may be threads

    def _code(self, text: str) -> int:
        claim = self.compiled.claim(text)
        code = 0 if claim is None else self._rules.code(claim)
        if code:
            self.texts.append(text)
        return code

    def _written(self, text: str) -> str | None:
        move = self.compiled.moves[text]
        return None if move is None else self.compiled.dialect.write(move)

    @property
    def is_full(self) -> bool:
        """Whether there are so many texts that it is time to begin anew."""
        return len(self.texts) > MEMO_LIMIT

    def judge(self, games: Sequence[Replay], plies: int | None = None) -> JudgedGames:
        """Judge games by their move texts, up to a number of plies."""
        import numpy as np

        moves = [game.record.moves[:plies] for game in games]
        with self._lock:
            lengths = np.fromiter(map(len, moves), np.int32, len(moves))
            texts = chain.from_iterable(moves)
            codes = np.fromiter(map(self._codes.__getitem__, texts), np.int32, lengths.sum())
            boards = self._rules.judge(codes, lengths)
        return JudgedGames(games, codes, boards, self)

    def judge_columns(self, games: "PlainGames") -> "JudgedColumns":
        """Judge games in columns by the codes of their words."""
        with self._lock:
            codes = self._codes_of(games.words)[games.codes]
            return JudgedColumns(codes, self._rules.judge(codes, games.lengths), self)

    def rewrites(self, words: "WordCodes", target: AnyDialect, codes: "Codes") -> "Rewrites":
        """Return how words are written in a dialect, with those of some codes learned."""
        with self._lock:
            if self._rewrites is None or self._rewrites[0] is not words:
                self._rewrites = words, {}
            dialects = self._rewrites[1]
            found = dialects.get(target) or Rewrites(words, self.compiled, target)
            dialects[target] = found
            found.learn(codes)
            return found

    def _codes_of(self, words: "WordCodes") -> "Codes":
        """Return the codes of rules by those of words; words of which there are more are added."""
        import numpy as np

        known = np.empty(0, np.int32)
        if self._of_words and self._of_words[0] is words:
            known = self._of_words[1]
        if len(known) < len(words.texts):
            texts = words.texts[len(known) :]
            known = np.concatenate((known, np.array([self._codes[one] for one in texts], np.int32)))
            self._of_words = words, known
        return known


class Rewrites:
    """The texts of moves in a dialect, by the codes of words.

    Args:
        words: the words.
        compiled: their compiled texts.
        target: the dialect.

    Attributes:
        texts: the texts; None where one depends on the board, or has a count that the dialect has
            no room for, and where it was not learned.
        known: which texts there are for every board.
    """

    def __init__(self, words: "WordCodes", compiled: CompiledTexts, target: AnyDialect) -> None:
        import numpy as np

        self.texts: list[str | None] = []
        self.known, self._learned = np.zeros((2, 0), np.bool_)
        self._words, self._compiled, self._target = words, compiled, target
        self._counts = None if target.counts else words.dialect.counts

    def learn(self, codes: "Codes") -> None:
        """Write the moves of some codes, which are of good games."""
        import numpy as np

        more = len(self._words.texts) - len(self.texts)
        self.texts += [None] * more
        self.known, self._learned = np.pad((self.known, self._learned), ((0, 0), (0, more)))
        used = np.zeros_like(self.known)
        used[codes] = True
        for code in np.flatnonzero(used & ~self._learned).tolist():
            text = self._words.texts[code]
            if not (self._counts and self._counts.search(text)):
                self.texts[code] = found = self._compiled.rewrite(text, self._target)
                self.known[code] = found is not None
        self._learned |= used


class JudgedColumns(NamedTuple):
    """Games in columns, judged at once.

    Attributes:
        codes: the codes of their move texts, one game after the other.
        boards: the boards of all their plies.
        texts: the texts that the codes stand for.
    """

    codes: "Codes"
    boards: "AnyBoards"
    texts: CodedTexts

    def only(self, games: Sequence[int]) -> "JudgedColumns":
        """Return some of the games, which are good, by their numbers."""
        import numpy as np

        boards = self.boards
        wanted = np.zeros(len(boards.good), np.bool_)
        wanted[games] = True
        codes = self.codes[wanted.repeat(boards.plies.lengths)]
        return JudgedColumns(codes, boards.only(wanted), self.texts)


def judge_columns(games: "PlainGames", measured: bool = False) -> JudgedColumns | None:
    """Return games in columns, judged at once; None where only their replays can play them.

    Args:
        games: the games.
        measured: as for `judge_at_once`.
    """
    dialect = games.words.dialect
    if games.variant is None or dialect.game not in GAMES or not len(games.codes):
        return None
    try:
        compiled = compiled_game(dialect.game, games.variant, dialect.name)
    except (InvalidVariant, UnknownName):
        return None
    enough = ENOUGH // FEW if measured else ENOUGH
    if GAMES[dialect.game].arrays is None or len(games.codes) < enough:
        return None
    compiled.played += len(games.codes)
    texts = _coded_texts(compiled)
    return texts.judge_columns(games) if texts else None


def _coded_texts(compiled: CompiledTexts) -> CodedTexts | None:
    """Return the coded texts of a dialect; None where the variant has no rules on arrays."""
    texts = _cached_texts(compiled)
    if texts and texts.is_full:
        _cached_texts.cache_clear()
        texts = _cached_texts(compiled)
    return texts


@lru_cache(maxsize=64)
def _cached_texts(compiled: CompiledTexts) -> CodedTexts | None:
    arrays = GAMES[compiled.start.GAME].arrays
    rules = arrays()(compiled.start) if arrays else None
    return CodedTexts(compiled, rules) if rules else None
