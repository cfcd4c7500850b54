"""What a library answers, in one file or spread over many."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, Self

from analysis.games.arrays import Places
from analysis.library.described import DescribedGame
from analysis.library.indexing import BoardKind
from records import Record
from records.assumptions import Assumptions

if TYPE_CHECKING:
    from analysis.library.boards import BoardBlock, StoredGameRows
    from analysis.library.keys import KeyRows


class GamePart(Protocol):
    """Some of the games of a library, which any process can read."""

    def games(self) -> Iterator[tuple[int, DescribedGame]]:
        """Yield the descriptions of the games with their numbers, in order."""


class BlockPlace(Protocol):
    """Where a block of boards is stored, which any process can read."""

    @property
    def span(self) -> tuple[int, int]:
        """The first row, and the one after the last."""

    def load(self) -> "BoardBlock":
        """Return the block."""


class GameRowsPlace(Protocol):
    """Where the rows of some games are stored, which any process can read."""

    def load(self) -> "StoredGameRows":
        """Return the rows."""


class StoredLibrary(ABC):
    """A library that is open.

    Attributes:
        path: the file or folder.
    """

    path: str

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close it."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of games."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of its bytes."""

    @abstractmethod
    def totals(self) -> tuple[int, int, int]:
        """Return the numbers of games, of their plies, and of their move texts."""

    @abstractmethod
    def unfinished(self) -> list[int]:
        """Return the numbers of games that were not played to their end by the rules."""

    @abstractmethod
    def parts(self) -> Iterator[GamePart]:
        """Yield all games, some thousands at a time."""

    @abstractmethod
    def numbers(self) -> list[int]:
        """Return the numbers of all games, in order."""

    @abstractmethod
    def games(self, numbers: Iterable[int] | None = None) -> Iterator[tuple[int, DescribedGame]]:
        """Yield descriptions of games with their numbers.

        Args:
            numbers: the numbers, in the order in which to yield them, None for all games. A number
                that no game has is passed over.
        """

    @abstractmethod
    def records(
        self, numbers: Iterable[int], assumptions: Assumptions | None = None
    ) -> Iterator[Record]:
        """Yield the records of games by their numbers, as `records.read` does."""

    @abstractmethod
    def kinds(self) -> dict[int, BoardKind]:
        """Return the kinds of boards by their numbers."""

    @abstractmethod
    def rows_of_key(self, key: int) -> "KeyRows":
        """Return the rows of positions whose images have a least key."""

    @abstractmethod
    def places(self, rows: Places, kind: int | None = None) -> tuple[Places, Places]:
        """Return the game of each of some rows, and its ply there; 0 for a row of no game.

        Args:
            rows: the rows.
            kind: the kind of the boards; rows of another are of no game. None for any.
        """

    @abstractmethod
    def blocks(self, kind: int) -> Iterator[BlockPlace]:
        """Yield the boards of a kind, by its number."""

    @abstractmethod
    def game_rows(self, kind: int) -> Iterator[GameRowsPlace]:
        """Yield the rows of the games of a kind, by its number."""
