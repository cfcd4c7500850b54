"""Searches of a library for games and positions.

Conditions on tags, players and dates are first tested once for each different value. This narrows
the search to few games, which are then tested against the whole query.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import NamedTuple, TypeGuard

import numpy as np

from analysis.batch.executors import Workers, in_order
from analysis.games import find
from analysis.games.arrays import Places
from analysis.games.position import canonical_key
from analysis.library.games import DATE_TAG, TAG, LibraryGame, Terms
from analysis.library.index import PLY, BoardBlock, BoardKind, places_of
from analysis.library.library import LibraryFile
from analysis.library.pattern import (
    Laid,
    PiecePattern,
    fits,
    in_chunks,
)
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
        ended = self.found.outcome
        return {
            "id": self.number,
            "game": self.game,
            "variant": self.variant,
            "ply": self.ply,
            "plies": self.found.played,
            "valid": self.found.valid,
            "result": self.found.record.result,
            "outcome": {
                "winner": ended.winner if ended else None,
                "reason": ended.reason if ended else None,
            },
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
        fold: whether images of the pattern under the board's symmetries match as well; a target has
            a setting of its own.
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
        return (self.game is None or kind.game == self.game) and (
            self.variant is None or kind.variant == self.variant
        )

    def keeps(self, game: LibraryGame) -> bool:
        """Return whether a game has the query's game and variant, and meets its conditions."""
        named = self.game is None or game.record.game == self.game
        fitting = self.variant is None or game.variant == self.variant
        return named and fitting and all(one.holds(game) for one in self.conditions)


def search(library: LibraryFile, question: Query) -> Iterator[Hit]:
    """Yield the hits in a library, sorted by game and ply.

    If the query has no conditions on positions, a game is found once.

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
    places = matching_places(library, question)
    plies = places & (1 << PLY) - 1
    places = places[(plies >= question.plies.start) & (plies < question.plies.stop)]
    numbers, starts = np.unique(places >> PLY, return_index=True)
    parts = np.split(places & (1 << PLY) - 1, starts[1:])
    hits = dict(zip(numbers.tolist(), parts, strict=False))
    for number, game in library.games(hits):
        if question.keeps(game):
            yield from (Hit(number, ply, game) for ply in hits[number].tolist())


def matching_places(library: LibraryFile, question: Query) -> Places:
    """Return the places of the positions that match the targets and the pattern of a query, sorted.

    The conditions on games are not tested, and places in games of other variants may be included.

    Raises:
        InvalidPattern: the pattern fits no board of the library.
    """
    kinds = {
        number: one for number, one in library.boards.kinds().items() if question.concerns(one)
    }
    found = None
    if question.targets:
        found = _places_of_targets(library, question.targets, kinds.values())
    if question.pattern:
        boards = _places_of_boards(library, question.pattern, question.fold, kinds, found)
        found = boards if found is None else np.intersect1d(found, boards)
    return np.zeros(0, np.int64) if found is None else found


def _places_of_targets(
    library: LibraryFile, targets: Iterable[TargetPosition], kinds: Iterable[BoardKind]
) -> Places:
    """Return the places of all positions that match a target, sorted."""
    parts = [np.zeros(0, np.int64)]
    for target in targets:
        alike = [kind for kind in kinds if kind.game == target.game]
        parts += (_places_of_target(library, target, kind, len(alike) == 1) for kind in alike)
    return np.unique(np.concatenate(parts))


def _places_of_target(
    library: LibraryFile, target: TargetPosition, kind: BoardKind, is_only: bool
) -> Places:
    """Return the places of the positions with a kind of board that match a target.

    Args:
        library: the library.
        target: the target.
        kind: the kind of board.
        is_only: whether no other variant of the game is searched. Games of all variants that have
            the same key are then returned.
    """
    try:
        position = find(kind.game).position(target.position, kind.variant)
    except InvalidPosition:
        return np.zeros(0, np.int64)
    key, symmetry = canonical_key(position)
    found = library.keys.find(key)
    if not target.fold:
        found = found[found["image"] == position.variant.symmetries.index(symmetry)]
    places: Places = found["place"]
    if is_only:
        return places
    # Variants share keys, but may differ in their symmetries.
    numbers = places >> PLY
    return places[np.isin(numbers, library.of_kind(np.unique(numbers).tolist(), kind))]


def _places_of_boards(
    library: LibraryFile,
    pattern: PiecePattern,
    fold: bool,
    kinds: dict[int, BoardKind],
    among: Places | None,
) -> Places:
    """Return the places of the boards that match a pattern, sorted.

    Args:
        fold: whether images of the pattern match as well.
        kinds: the kinds of board to search, by their numbers.
        among: places whose games are searched; None for all games.

    Raises:
        InvalidPattern: the pattern fits no board of the library.
    """
    laid = _laid(pattern, fold, kinds)
    parts = [np.zeros(0, np.int64)]
    # Unpacking and comparing release the GIL.
    with ThreadPoolExecutor(THREADS) as pool:
        workers = Workers.of(pool, 2 * THREADS)
        for number, placed in laid.items():
            blocks = _blocks(library, number, among)
            look = partial(_places_in_block, kinds[number], placed)
            parts += in_order(workers, look, blocks)
    return np.sort(np.concatenate(parts))


def _blocks(library: LibraryFile, kind: int, among: Places | None) -> Iterator[BoardBlock]:
    """Yield the blocks of a kind of board that have a game of ``among``; all blocks for None."""
    numbers = None if among is None else np.unique(among >> PLY)
    for block in library.boards.blocks(kind):
        if numbers is None or np.isin(block.games()["number"], numbers).any():
            yield block


def _places_in_block(kind: BoardKind, laid: Sequence[Laid], block: BoardBlock) -> Places:
    """Return the places of the boards of a block that match a placed pattern."""
    places = places_of(block.games())
    kept = [np.zeros(0, np.bool_)]
    kept += (fits(laid, signs) for signs in in_chunks(kind, block.words(len(places))))
    found: Places = places[np.concatenate(kept)]
    return found


def _laid(
    pattern: PiecePattern, fold: bool, kinds: dict[int, BoardKind]
) -> dict[int, Sequence[Laid]]:
    """Return the placements of a pattern on each kind of board that it fits.

    Raises:
        LudographError: it fits none; the error is that of the first kind.
    """
    found: dict[int, Sequence[Laid]] = {}
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
    """Whether `narrowed` returns exactly the games that meet a condition, because it tests only
    dates and tags."""
    if isinstance(condition, And | Or):
        return all(map(_is_of_tags, condition.conditions))
    return (
        isinstance(condition, Comparison)
        and (condition.field == DATE or condition.field.startswith(TAG))
        and condition.operation in {"=", *BOUNDS}
    )


def narrowed(terms: Terms, condition: Condition) -> Places | None:
    """Return the numbers of all games that may meet a condition, sorted; None for all games."""
    if isinstance(condition, And | Or):
        is_and = isinstance(condition, And)
        of_date = list(filter(_is_of_date, condition.conditions if is_and else ()))
        parts = [narrowed(terms, one) for one in condition.conditions if one not in of_date]
        if of_date:  # a game has one date
            parts.append(terms.games(_dated(terms, of_date)))
        known = [one for one in parts if one is not None]
        if not known or (not is_and and len(known) < len(parts)):
            return None
        return reduce(np.intersect1d if is_and else np.union1d, known)
    passing = _tags_passing(terms, condition)
    return None if passing is None else terms.games(passing)


def _is_of_date(condition: Condition) -> TypeGuard[Comparison]:
    return (
        isinstance(condition, Comparison)
        and condition.field == DATE
        and condition.operation in BOUNDS
    )


def _tags_passing(terms: Terms, condition: Condition) -> list[int] | None:
    """Return the numbers of the tags that meet a condition: only games with one of them meet it.

    None if games without such a tag may meet it as well, or if no tag is tested.
    """
    if not isinstance(condition, Comparison) or condition.operation.startswith("!"):
        return None
    try:
        return _terms_of(terms, condition)
    except SlowCondition:
        return None  # the error names the game where the value is tested


def _terms_of(terms: Terms, test: Comparison) -> list[int] | None:
    """Return the numbers of the tags that pass a test; None for a test of another field."""
    if test.field == DATE:
        names, tests = [DATE_TAG], [test]
    elif test.field in PLAYERS:
        names = [side.title() for side in terms.sides()]
        tests = [replace(test, field=TAG + name) for name in names]
    elif test.field.startswith(TAG):
        names, tests = [test.field.removeprefix(TAG)], [test]
    else:
        return None
    if _is_of_date(test):
        return _dated(terms, [test])
    is_equal = test.operation == "=" and test.field != DATE
    return [
        number
        for name, one in zip(names, tests, strict=True)
        for number in _passing(
            one,
            name,
            terms.equal(TAG + name, test.value) if is_equal else terms.named(TAG + name),
        )
    ]


def _dated(terms: Terms, tests: Iterable[Comparison]) -> list[int]:
    """Return the numbers of the dates that pass all tests."""
    return terms.dated((one.operation, one.value) for one in tests)


def _passing(test: Comparison, name: str, values: Iterable[tuple[int, str]]) -> Iterator[int]:
    """Yield the numbers of those ``values`` of a tag that pass a test.

    Args:
        name: name of the tag.
        values: pairs of number and value.
    """
    tags: dict[str, str] = {}
    game = GameFacts(Record(tags=tags), None, (), 0, Judgement(True, None, None, 0, ()))
    for number, value in values:
        tags[name] = value
        if test.holds(game):
            yield number
