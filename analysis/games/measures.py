"""What is measured of a ply, one file per game, all of one shape: see `Measures`."""

from typing import Any, NamedTuple, Protocol


class Measured(NamedTuple):
    """What one ply did, and what stands on the board after it.

    Attributes:
        captured: names of the points where enemy pieces were taken.
        scores: standing of each side, in the game's own unit: who has more is ahead.
        occupied: bit set of the points where pieces stand.
        values: the measures that `Measures.COLUMNS` names, in that order.
    """

    captured: tuple[str, ...]
    scores: tuple[int, ...]
    occupied: int
    values: tuple[Any, ...]


class Measures(Protocol):
    """What the module of a game offers, ``analysis/measures/<game>.py``."""

    COLUMNS: tuple[str, ...]
    """Columns of `analysis.tables.schema.PLY_COLUMNS` that the game fills, besides those all do."""

    def measure(self, before: Any, move: Any, after: Any) -> Measured:
        """Measure a ply.

        Args:
            before: the position that it was played in.
            move: the complete move; None for an illegal one carried out as recorded, of which
                only what stands on the board is measured.
            after: the position that it led to.
        """

    def standing(self, position: Any) -> tuple[int, ...]:
        """Return the scores of a position."""

    def occupied(self, position: Any) -> int:
        """Return the bit set of the points where pieces stand."""

    def size(self, position: Any) -> int:
        """Return how many points the board has for pieces."""
