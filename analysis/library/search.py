"""Searches of a library for games and positions.

Conditions on tags, players and dates are first tested once for each different value. This narrows
the search to few games, which are then tested against the whole query.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from typing import NamedTuple, TypeGuard

import numpy as np

from analysis.batch.executors import Workers, in_order
from analysis.games import find
from analysis.games.arrays import Places
from analysis.library.games import DATE_TAG, TAG, LibraryGame, Terms
from analysis.library.index import PLY, BoardBlock, BoardKind, places_of
from analysis.library.library import LibraryFile
from analysis.library.pattern import PiecePattern, Placements, matching
from analysis.replay.verdict import GameFacts, Judgement
from analysis.select.condition import (
    BOUNDS,
    DATE,
    PLAYERS,
    And,
    Comparison,
    Condition,
    Or,
    SlowCondition,
)
from analysis.select.position import TargetPosition
from notation import InvalidPosition, LudographError
from notation.numbers import plural
from records import Record
from records.library import named_errors

THREADS = min(os.cpu_count() or 1, 8)
"""Number of threads that compare boards."""


class Hit(NamedTuple):
    """A game found by a search of a library, and the ply at which it matches.

    Attributes:
        number: number of the game in the library.
        ply: number of plies before the position; if the query has no conditions on positions, the
            first ply of its range.
        found: the stored game; it is not part of the public interface.
    """

    number: int
    ply: int
    found: LibraryGame

    @property
    def game(self) -> str | None:
        """Name of the game; None for an unknown game."""
        return self.found.record.game

    @property
    def variant(self) -> str | None:
        """The variant string; None for an unknown variant."""
        return self.found.variant

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the game."""
        return self.found.record.tags

    @property
    def path(self) -> str:
        """Path of the file from which the game was first read."""
        return str(self.found.source["path"])

    def to_json(self) -> dict[str, object]:
        """Return the hit as a JSON object; see ``docs/json.md``."""
        winner, reason = self.found.outcome[:2] if self.found.outcome else (None, None)
        return {
            "id": self.number,
            "game": self.game,
            "variant": self.variant,
            "ply": self.ply,
            "plies": self.found.played,
            "valid": self.found.valid,
            "result": self.found.record.result,
            "outcome": {"winner": winner, "reason": reason},
            "source": self.found.source,
            "tags": dict(self.tags),
        }


@dataclass(frozen=True, slots=True)
class Query:
    """A query for games, or for positions in them. All conditions have to hold.

    Attributes:
        conditions: conditions on the game.
        targets: positions; the game has to reach one of them.
        pattern: a pattern that the board has to match.
        fold: whether images of the pattern under the board's symmetries match as well; for a target
            see `TargetPosition.fold`.
        game: name of the game; None for any game.
        variant: the variant string; None for any variant.
        after: search only later plies; None for no limit.
        before: search only earlier plies; None for no limit.
    """

    conditions: tuple[Condition, ...] = ()
    targets: tuple[TargetPosition, ...] = ()
    pattern: PiecePattern | None = None
    fold: bool = False
    game: str | None = None
    variant: str | None = None
    after: int | None = None
    before: int | None = None

    @property
    def of_boards(self) -> bool:
        """Whether the query has conditions on positions."""
        return bool(self.targets or self.pattern)

    @property
    def plies(self) -> range:
        """The range of plies to search."""
        first = 0 if self.after is None else self.after + 1
        return range(first, 1 << PLY if self.before is None else self.before)

    def concerns(self, kind: BoardKind) -> bool:
        """Return whether the query's game and variant allow a kind of board."""
        return self.game in (None, kind.game) and self.variant in (None, kind.variant)

    def keeps(self, game: LibraryGame) -> bool:
        """Return whether a game has the query's game and variant, and meets its conditions."""
        if self.game is not None and self.game != game.record.game:
            return False
        if self.variant is not None and self.variant != game.variant:
            return False
        return all(one.holds(game) for one in self.conditions)


def search(library: LibraryFile, question: Query) -> Iterator[Hit]:
    """Yield the hits in a library, sorted by game and ply.

    If the query has no conditions on positions, there is one hit for each game.

    Args:
        library: the library.
        question: the query.

    Raises:
        InvalidPattern: the pattern fits no board of the library.
        UnusableLibrary: the library is damaged.
    """
    with named_errors(library.path):
        if question.of_boards:
            yield from _positions(library, question)
            return
        if not question.plies:
            return
        first = question.plies.start
        numbers = narrowed(library.terms, And(question.conditions))
        for number, game in library.games(None if numbers is None else numbers.tolist()):
            if first <= game.played and question.keeps(game):
                yield Hit(number, first, game)


def _positions(library: LibraryFile, question: Query) -> Iterator[Hit]:
    """Yield the hits of a query with conditions on positions."""
    found, none = dict[BoardKind, dict[int, Places]](), np.zeros(0, np.int64)
    for kind, places in _places(library, question):
        plies = places & (1 << PLY) - 1
        places = places[(plies >= question.plies.start) & (plies < question.plies.stop)]
        numbers, starts = np.unique(places >> PLY, return_index=True)
        parts = np.split(places & (1 << PLY) - 1, starts[1:])
        found[kind] = dict(zip(numbers.tolist(), parts, strict=False))
    for number, game in library.games(sorted({*chain.from_iterable(found.values())})):
        if game.kind and question.keeps(game):
            # Variants share keys of positions, but may differ in their symmetries.
            plies = found.get(game.kind, {}).get(number, none)
            yield from (Hit(number, ply, game) for ply in plies.tolist())


def _places(library: LibraryFile, question: Query) -> Iterator[tuple[BoardKind, Places]]:
    """Yield each kind of board with the sorted places that match a query's targets and pattern.

    Some of the places may be in games with other kinds of board.
    """
    kinds = library.boards.kinds()
    kinds = {number: kind for number, kind in kinds.items() if question.concerns(kind)}
    laid = _laid(question.pattern, question.fold, kinds) if question.pattern else {}
    for number, kind in kinds.items():
        found = None
        if question.targets:
            parts = [np.zeros(0, np.int64)]
            for target in (one for one in question.targets if one.game == kind.game):
                with suppress(InvalidPosition):  # the variant does not have the position
                    position = find(kind.game).position(target.position, kind.variant)
                    parts.append(library.reached(position, target.fold)["place"])
            found = np.unique(np.concatenate(parts))
        if question.pattern:
            placed = laid.get(number, {})
            boards = _places_of_boards(library, number, kind, placed, found)
            found = boards if found is None else np.intersect1d(found, boards)
        if found is not None:
            yield kind, found


def _laid(pattern: PiecePattern, fold: bool, kinds: dict[int, BoardKind]) -> dict[int, Placements]:
    """Return the placements of a pattern on each kind of board; raise the first error if it fits
    none."""
    found: dict[int, Placements] = {}
    failures: list[tuple[BoardKind, LudographError]] = []
    for number, kind in kinds.items():
        try:
            found[number] = pattern.laid(kind, fold)
        except LudographError as failure:  # the package of a game may not be installed
            failures.append((kind, failure))
    if failures and not found:
        kind, why = failures[0]
        others = f" (nor on {plural(len(failures) - 1, 'other board')})" if failures[1:] else ""
        raise type(why)(f"{kind.game} {kind.variant}: {why}{others}")
    return found


def _places_of_boards(
    library: LibraryFile,
    number: int,
    kind: BoardKind,
    placements: Placements,
    among: Places | None,
) -> Places:
    """Return the sorted places of the boards that match a pattern; ``number`` is that of ``kind``.

    Only games with a place in ``among`` are searched, or all games if it is None.
    """
    games = None if among is None else np.unique(among >> PLY)
    blocks = (
        block
        for block in library.boards.blocks("kind = ?", (number,))
        if games is None or np.isin(block.games["number"], games).any()
    )

    def places(block: BoardBlock) -> Places:
        found: Places = places_of(block.games)[matching(kind, placements, block.words())]
        return found

    # Unpacking and comparing release the GIL.
    with ThreadPoolExecutor(THREADS) as pool:
        workers = Workers(lambda *call: pool.submit(*call).result, 2 * THREADS)
        parts = in_order(workers, places, blocks if placements else ())
        return np.sort(np.concatenate([np.zeros(0, np.int64), *parts]))


def matching_games(library: LibraryFile, conditions: Sequence[Condition]) -> Places:
    """Return the numbers of the games that meet conditions, sorted.

    Descriptions of games are read only if a condition tests more than dates and tags.
    """
    every = And(tuple(conditions))
    found = narrowed(library.terms, every) if _is_of_tags(every) else None
    if found is None:
        hits = (hit.number for hit in search(library, Query(every.conditions)))
        return np.fromiter(hits, np.int64)
    return found


def _is_of_tags(condition: Condition) -> bool:
    """Whether a condition tests only dates and tags, so that `narrowed` returns just its games."""
    if isinstance(condition, And | Or):
        return all(map(_is_of_tags, condition.conditions))
    return (
        isinstance(condition, Comparison)
        and (condition.field == DATE or condition.field.startswith(TAG))
        and condition.operation in {"=", *BOUNDS}
    )


def narrowed(terms: Terms, condition: Condition) -> Places | None:
    """Return the numbers of all games that may meet a condition, sorted; None for all games."""
    if isinstance(condition, Or):
        parts = [narrowed(terms, one) for one in condition.conditions]
        known = [one for one in parts if one is not None]
        return reduce(np.union1d, known) if known and len(known) == len(parts) else None
    if isinstance(condition, And):
        bounds = list(filter(_is_bound_of_date, condition.conditions))
        parts = [narrowed(terms, one) for one in condition.conditions if one not in bounds]
        if bounds:  # a game has one date
            parts.append(terms.games(terms.dated(bounds)))
        known = [one for one in parts if one is not None]
        return reduce(np.intersect1d, known) if known else None
    passing = _passing(terms, condition) if isinstance(condition, Comparison) else None
    return None if passing is None else terms.games(passing)


def _is_bound_of_date(condition: Condition) -> TypeGuard[Comparison]:
    return (
        isinstance(condition, Comparison)
        and condition.field == DATE
        and condition.operation in BOUNDS
    )


def _passing(terms: Terms, test: Comparison) -> list[int] | None:
    """Return the numbers of the tags that pass a test, so that only games with one of them pass it.

    None if games without these tags may pass it as well.
    """
    if test.operation.startswith("!"):
        return None
    if _is_bound_of_date(test):
        return terms.dated([test])
    if test.field == DATE:
        tests = {DATE_TAG: test}
    elif test.field in PLAYERS:
        names = [side.title() for side in terms.sides()]
        tests = {name: replace(test, field=TAG + name) for name in names}
    elif test.field.startswith(TAG):
        tests = {test.field.removeprefix(TAG): test}
    else:
        return None
    found, is_equal = list[int](), test.operation == "=" and test.field != DATE
    for name, one in tests.items():
        tags = dict[str, str]()
        game = GameFacts(Record(tags=tags), None, (), 0, Judgement(True, None, None, 0, ()))
        named = TAG + name
        for number, value in terms.equal(named, test.value) if is_equal else terms.named(named):
            tags[name] = value
            try:
                if one.holds(game):
                    found.append(number)
            except SlowCondition:
                return None  # the error names the game where the value is tested
    return found
