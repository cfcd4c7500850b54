"""Searching a library: which games, and where in them, answer a question."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, reduce
from typing import NamedTuple

import numpy as np

from analysis.batch.executors import SerialExecutor, Workers, in_order
from analysis.games import find
from analysis.games.arrays import Flags, Places
from analysis.games.position import canonical_key
from analysis.library.boards import BoardBlock
from analysis.library.described import LibraryGame
from analysis.library.indexing import BoardKind
from analysis.library.library import GameRange, Library
from analysis.library.material import InvalidMaterial, Material
from analysis.library.narrowing import Narrowing
from analysis.library.pattern import Laid, PiecePattern, Signs, fits, in_chunks
from analysis.select.condition import Condition
from analysis.select.position import TargetPosition
from notation import InvalidPosition, LudographError
from records.library import named_errors

SHARE = 4
"""Part of the games up to which those that the index leaves are asked for by their numbers."""

THREADS = min(os.cpu_count() or 1, 8)
"""Threads that look at boards."""


class Hit(NamedTuple):
    """A game that answers a question, and where in it.

    Attributes:
        number: the number of the game in its library.
        ply: number of plies before the position; 0 where only the game is asked for.
        game: the game.
    """

    number: int
    ply: int
    game: LibraryGame

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of the documented interface."""
        ended = self.game.outcome
        return {
            "id": self.number,
            "game": self.game.record.game,
            "variant": self.game.variant,
            "ply": self.ply,
            "result": self.game.record.result,
            "outcome": {
                "winner": ended.winner if ended else None,
                "reason": ended.reason if ended else None,
            },
            "source": self.game.source,
            "tags": dict(self.game.record.tags),
        }


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of games, and of positions in them; all of it has to be true.

    Attributes:
        conditions: conditions on the game.
        targets: positions, one of which has to be reached.
        pattern: a pattern that has to lie on the board.
        fold: whether images of the pattern count as it; each target has its own word for that.
        material: what the numbers of pieces on the board have to be.
        game: name of the game, None for any.
        variant: the variant string, None for any.
        after: only plies after this one; None for all.
        before: only plies before this one; None for all.
    """

    conditions: tuple[Condition, ...] = ()
    targets: tuple[TargetPosition, ...] = ()
    pattern: PiecePattern | None = None
    fold: bool = False
    material: Material | None = None
    game: str | None = None
    variant: str | None = None
    after: int | None = None
    before: int | None = None

    @property
    def of_boards(self) -> bool:
        """Whether anything is asked of positions."""
        return bool(self.targets or self.pattern or self.material)

    def accepts(self, ply: Places) -> Flags:
        """Return which plies are neither too early nor too late."""
        after = -1 if self.after is None else self.after
        before = np.iinfo(np.int64).max if self.before is None else self.before
        found: Flags = (ply > after) & (ply < before)
        return found

    @property
    def begins_before_end(self) -> bool:
        """Whether any ply is neither too early nor too late."""
        return self.before is None or self.before > (-1 if self.after is None else self.after) + 1

    def concerns(self, kind: BoardKind) -> bool:
        """Return whether boards of a kind can answer."""
        return (self.game is None or kind.game == self.game) and (
            self.variant is None or kind.variant == self.variant
        )

    def keeps(self, game: LibraryGame) -> bool:
        """Return whether a game passes what is asked of games."""
        named = self.game is None or game.record.game == self.game
        fitting = self.variant is None or game.variant == self.variant
        return named and fitting and all(one.holds(game) for one in self.conditions)


def search(library: Library, question: Query, workers: Workers | None = None) -> Iterator[Hit]:
    """Yield the answers of a library, one a game and ply, in the order of these.

    Args:
        library: the library.
        question: what is asked.
        workers: where games and boards are looked at; None for threads of this process.

    Raises:
        InvalidPattern: no board of the library has such a pattern.
        InvalidMaterial: no board of the library has such pieces.
        UnusableLibrary: it is damaged.
    """
    with named_errors(library.path):
        if question.of_boards:
            yield from _positions(library, question, workers)
            return
        if not question.begins_before_end:
            return
        few = Narrowing(library).of_all(question.conditions)
        if few is not None and len(few) * SHARE <= library.counter("game"):
            yield from _hits(question, library.games(few.tolist()))
            return
        work = partial(_games, question)
        for found in in_order(workers or Workers(SerialExecutor()), work, library.parts()):
            yield from found


def _games(question: Query, part: GameRange) -> list[Hit]:
    """Return the games of a part that answer."""
    return list(_hits(question, part.games()))


def _hits(question: Query, games: Iterable[tuple[int, LibraryGame]]) -> Iterator[Hit]:
    """Yield the games that answer, with the first ply that is asked for."""
    first = 0 if question.after is None else question.after + 1
    for number, game in games:
        if first <= game.played and question.keeps(game):
            yield Hit(number, first, game)


def _positions(library: Library, question: Query, workers: Workers | None) -> Iterator[Hit]:
    """Yield the positions that answer."""
    numbers, plies = library.places(matching_rows(library, question, workers))
    wanted = (numbers > 0) & question.accepts(plies)
    numbers, plies = numbers[wanted], plies[wanted]
    order = np.lexsort((plies, numbers))
    numbers, plies = numbers[order], plies[order]
    different, starts = np.unique(numbers, return_index=True)
    parts = np.split(plies, starts[1:])
    hits = dict(zip(different.tolist(), parts, strict=True)) if len(different) else {}
    for number, game in library.games(hits):
        if question.keeps(game):
            yield from (Hit(number, ply, game) for ply in hits[number].tolist())


def matching_rows(library: Library, question: Query, workers: Workers | None = None) -> Places:
    """Return the rows of the positions that answer a question, in order; see `search`.

    Raises:
        InvalidPattern: no board of the library has such a pattern.
        InvalidMaterial: no board of the library has such pieces.
    """
    kinds = {number: one for number, one in library.kinds().items() if question.concerns(one)}
    found = None
    if question.targets:
        found = _rows_of_targets(library, question.targets, kinds)
    if question.pattern or question.material:
        boards = _rows_of_boards(library, question, kinds, found, workers)
        found = boards if found is None else np.intersect1d(found, boards)
    return np.zeros(0, np.int64) if found is None else found


def _rows_of_targets(
    library: Library, targets: Iterable[TargetPosition], kinds: dict[int, BoardKind]
) -> Places:
    """Return the rows of all positions that count as one of some, in order."""
    parts = [np.zeros(0, np.int64)]
    for target in targets:
        alike = {number: kind for number, kind in kinds.items() if kind.game == target.game}
        parts += (_rows_of_target(library, target, *one, len(alike)) for one in alike.items())
    return np.unique(np.concatenate(parts))


def _rows_of_target(
    library: Library, target: TargetPosition, number: int, kind: BoardKind, kinds: int
) -> Places:
    """Return the rows of a kind that count as a position."""
    try:
        position = find(kind.game).position(target.position, kind.variant)
    except InvalidPosition:
        return np.zeros(0, np.int64)
    key, symmetry = canonical_key(position)
    found = library.rows_of_key(key)
    if not target.fold:
        image = position.variant.symmetries.index(symmetry)
        found = found.some(found.images == image)
    if kinds == 1:
        return found.rows
    # Variants share keys, and their symmetries may differ.
    numbers, _ = library.places(found.rows, number)
    return found.rows[numbers > 0]


def _rows_of_boards(
    library: Library,
    question: Query,
    kinds: dict[int, BoardKind],
    among: Places | None,
    workers: Workers | None,
) -> Places:
    """Return the rows of the boards that have a pattern and numbers of pieces, in order.

    Raises:
        InvalidPattern: no board of the library has such a pattern.
        InvalidMaterial: no board of the library has such pieces.
    """
    tests = _tests(question, kinds)
    parts = [np.zeros(0, np.int64)]
    with _board_workers(workers) as pool:
        for number, test in tests.items():
            work = partial(_rows_in_block, kinds[number], test)
            parts += in_order(pool, work, _pieces(library.blocks(number), among))
    return np.sort(np.concatenate(parts))


@contextmanager
def _board_workers(workers: Workers | None) -> Iterator[Workers]:
    """Open threads where there are no workers: unpacking and comparing let other threads run."""
    if workers is not None:
        yield workers
        return
    with ThreadPoolExecutor(THREADS) as pool:
        yield Workers(pool, 2 * THREADS)


def _pieces(
    blocks: Iterable[BoardBlock], among: Places | None
) -> Iterator[tuple[BoardBlock, Places | None]]:
    """Yield blocks, each with those of some rows that may be in it; None where all are meant."""
    for block in blocks:
        if among is None:
            yield block, None
        elif len(some := among[slice(*np.searchsorted(among, block.span))]):
            yield block, some


def _rows_in_block(
    kind: BoardKind, test: "BoardTest", piece: tuple[BoardBlock, Places | None]
) -> Places:
    """Return the rows of a block whose boards are as a test wants them."""
    block, among = piece
    games = block.games
    parts = [np.zeros(0, np.int64)]
    if among is None or np.isin(among, games.rows, assume_unique=True).any():
        chunks = in_chunks(kind, block.words(games.count), games.count)
        parts += [np.flatnonzero(test(signs)) + some.start for some, signs in chunks]
    return games.rows_at(np.concatenate(parts))


def _tests(question: Query, kinds: dict[int, BoardKind]) -> dict[int, "BoardTest"]:
    """Return what is asked of the boards of each kind that can answer.

    Raises:
        InvalidPattern: none can have the pattern.
        InvalidMaterial: none has such pieces.
    """
    found: dict[int, BoardTest] = {}
    failures: list[tuple[BoardKind, LudographError]] = []
    for number, kind in kinds.items():
        try:
            laid = question.pattern.laid(kind, question.fold) if question.pattern else None
            _check_letters(question.material, kind)
        except LudographError as failure:  # an installed game may be installed no longer
            failures.append((kind, failure))
            continue
        found[number] = BoardTest(laid, question.material)
    if failures and not found:
        kind, why = failures[0]
        others = f" (nor on {len(failures) - 1} other kinds of boards)" if failures[1:] else ""
        raise type(why)(f"{kind.game} {kind.variant}: {why}{others}")
    return found


class BoardTest(NamedTuple):
    """What is asked of the boards of a kind."""

    laid: Sequence[Laid] | None
    material: Material | None

    def __call__(self, signs: Signs) -> Flags:
        """Return on which boards it is true, given where each sign is."""
        tests = [fits(self.laid, signs)] if self.laid is not None else []
        tests += [self.material.holds(signs)] if self.material else []
        found: Flags = reduce(np.logical_and, tests)
        return found


def _check_letters(material: Material | None, kind: BoardKind) -> None:
    """Check that boards of a kind have the pieces that are counted.

    Raises:
        InvalidMaterial: they have not.
    """
    from analysis.library.pattern import drawn_board

    letters = drawn_board(kind, False).letters
    if material and (unknown := material.letters - set(letters)):
        known = ", ".join(letters) or "none that can be counted"
        raise InvalidMaterial(f"no piece {', '.join(sorted(unknown))}; pieces are {known}")
