"""The data behind the pages of the explorer: a library opened for reading, and caches."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games import find
from analysis.games.arrays import Flags, Places
from analysis.games.position import AnyPosition
from analysis.library.games import TAG
from analysis.library.index import BoardKind
from analysis.library.library import LibraryFile
from analysis.library.packing import Table
from analysis.library.search import Query, search
from analysis.library.tree import find_visits
from analysis.pages.explore.filters import ANY, GameFilter
from analysis.replay import replay
from notation import UnknownName
from records.library import named_errors
from records.model import named_player

STARTS = 20
"""Maximum number of initial positions that are listed."""

KEPT = 16
"""Maximum number of filters whose games are cached."""

RATINGS = ("Elo", "Rating")
"""Suffixes of the tags for ratings; the side comes first."""

_RATING = re.compile(r"\d{1,5}", re.ASCII)


Facts = tuple[npt.NDArray[np.int32], Flags]
"""Facts of games, sorted by number: ratings of the players, in the shape (games, sides), 0 if
unknown; and for each game whether it ended on the board, not by resignation or on time."""


class KnownKind(NamedTuple):
    """A kind of boards in a library, with its games.

    Attributes:
        kind: game and variant.
        games: the explored games of this kind.
    """

    kind: BoardKind
    games: Table


class Explorer:
    """Reads a library for the requests of an explorer, and caches its data.

    Changes by an import appear in the next answer.

    Args:
        path: the library.
        question: the query for the games to explore.

    Attributes:
        kinds: the kinds of boards, those with most games first; `reading` updates the list.

    Raises:
        UnusableLibrary: the file is not a library, is damaged, or has another version.
        OSError: the file cannot be opened.
    """

    def __init__(self, path: str, question: Query) -> None:
        self.path = path
        self.library = LibraryFile(path)
        self._question = question
        self._version = -1
        self.kinds: list[KnownKind] = []
        self._chosen: dict[tuple[BoardKind, GameFilter], Table] = {}
        self._facts: dict[BoardKind, Facts] = {}

    def close(self) -> None:
        """Close the library."""
        self.library.close()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Return a context with a consistent state of the library, even during an import.

        Raises:
            UnusableLibrary: the library is damaged.
        """
        engine = self.library.engine
        with named_errors(self.path):
            engine.execute("BEGIN")
            try:
                engine.execute("SELECT count(*) FROM kinds").fetchone()
                version = engine.execute("PRAGMA data_version").fetchone()[0]
                if version != self._version:
                    self._forget()
                    self._version = version
                yield
            finally:
                if engine.in_transaction:
                    engine.execute("ROLLBACK")

    def _forget(self) -> None:
        self._chosen, self._facts, self.kinds = {}, {}, []
        wanted = self._found(self._question) if self._question.conditions else None
        for kind in self.library.boards.kinds().values():
            if not self._question.concerns(kind):
                continue
            games = self.library.boards.games(kind)
            if wanted is not None:
                games = games[np.isin(games["number"], wanted)]
            if len(games):
                self.kinds.append(KnownKind(kind, games))
        self.kinds.sort(key=lambda one: -len(one.games))

    def kind(self, game: str, variant: str) -> KnownKind:
        """Return the kind of a game and variant.

        Raises:
            UnknownName: the library has no games of this kind.
        """
        kind = BoardKind(game, variant)
        names = [" ".join(one.kind) for one in self.kinds]
        for one in self.kinds:
            if one.kind == kind:
                return one
        raise UnknownName.among("game and variant of the library", " ".join(kind), names)

    def players(self, kind: KnownKind) -> Iterator[str]:
        """Yield the players of a game: the values of all tags that are named after its sides."""
        for side in sides_of(kind.kind):
            found = self.library.terms.named(TAG + side.title())
            yield from filter(None, (named_player(value) for _, value in found))

    def facts(self, kind: KnownKind) -> Facts:
        """Return the ratings of the players of each game, and whether it ended on the board."""
        if kind.kind not in self._facts:
            sides = sides_of(kind.kind)
            ratings, on_board = list[list[int]](), list[bool]()
            for _, game in self.library.games(kind.games["number"].tolist()):
                ratings.append([rating_of(game.record.tags, side) for side in sides])
                on_board.append(game.outcome is not None)
            table = np.array(ratings, np.int32).reshape(len(ratings), len(sides))
            self._facts[kind.kind] = table, np.array(on_board, np.bool_)
        return self._facts[kind.kind]

    def chosen(self, kind: KnownKind, wanted: GameFilter) -> Table:
        """Return the games of a kind that a filter keeps."""
        if wanted == ANY:
            return kind.games
        key = kind.kind, wanted
        if key not in self._chosen:
            if len(self._chosen) >= KEPT:
                del self._chosen[next(iter(self._chosen))]
            kept = wanted.has_result(kind.games, sides_of(kind.kind))
            if wanted.conditions:
                question = Query(wanted.conditions, game=kind.kind.game, variant=kind.kind.variant)
                kept &= np.isin(kind.games["number"], self._found(question))
            self._chosen[key] = kind.games[kept]
        return self._chosen[key]

    def _found(self, question: Query) -> Places:
        """Return the numbers of the games that a query finds."""
        return np.fromiter((hit.number for hit in search(self.library, question)), np.int64)

    def starts(self, kind: KnownKind) -> list[tuple[AnyPosition, int]]:
        """Return first positions other than the variant's start, each with its number of games.

        Rotated and mirrored images of a position count as one. The positions with most games come
        first, at most `STARTS` of them.
        """
        firsts = kind.games["start"]
        keys, examples, counts = np.unique(firsts, return_index=True, return_counts=True)
        usual = min(find(kind.kind.game).start(kind.kind.variant).keys())
        order = [at for at in np.argsort(-counts, kind="stable").tolist() if keys[at] != usual]
        number_of = {int(kind.games["number"][examples[at]]): at for at in order[:STARTS]}
        found = []
        for record in self.library.records(number_of):
            position = replay(record).start
            if position is not None:
                found.append((position, int(counts[number_of[record.source.game]])))
        return found

    def visits(
        self, kind: KnownKind, position: AnyPosition, wanted: GameFilter, fold: bool
    ) -> Table:
        """Return the first visit of each chosen game to a position, as rows of `VISIT`.

        ``fold``: whether rotated and mirrored images of the position count as well.
        """
        return find_visits(self.library, position, self.chosen(kind, wanted), fold=fold)


def sides_of(kind: BoardKind) -> tuple[str, ...]:
    """Return the names of the sides of a game, in the order in which they move."""
    return find(kind.game).variant(kind.variant).sides


def rating_of(tags: Mapping[str, str], side: str) -> int:
    """Return the rating of the player of a side; 0 if there is none."""
    found = (tags.get(f"{side.title()}{name}", "").strip() for name in RATINGS)
    return next((int(text) for text in found if _RATING.fullmatch(text)), 0)
