"""Move numbers, and what they show of plies that were lost in copying."""

from notation.values import mutable

USUAL = 2
"""Moves that a row has in most games."""


def unusual(columns: int) -> int:
    """Return how many columns of moves there are if that is more than usual, else 0."""
    return columns if columns > USUAL else 0


@mutable
class MoveNumbers:
    """Follows the move numbers, which show when a ply was lost in copying."""

    last: int | None = None
    width: int | None = None
    plies: int = 0

    def begins_anew(self, number: int) -> bool:
        """Whether a number starts the next game of the file."""
        return number == 1 and self.last is not None and (self.last > 1 or self.plies > 1)

    @property
    def columns(self) -> int:
        """How many moves a row has, 0 if no more than two or there are no numbers."""
        return unusual(self.width or self.plies) if self.last is not None else 0

    def is_due(self, number: int) -> bool:
        """Whether the row is full, and a number the one that comes next."""
        return (
            self.last is not None
            and number == self.last + 1
            and self.plies == (self.width or USUAL)
        )

    def leave_gap(self) -> None:
        """Take the dots before a ply: those before it in the row are not here, or were before."""
        self.plies = max(self.plies, 1)

    def take(self, number: int) -> str | None:
        """Take the next move number; return what is wrong with it, or with the move before."""
        last, plies = self.last, self.plies
        if last is None:
            self.last, self.plies = number, 0
            return None
        if number == last:
            return None
        self.last, self.plies = number, 0
        if number != last + 1:
            return f"move {number} follows move {last}: moves may be missing"
        if self.width is None:
            self.width = plies
        elif plies != self.width:
            return f"move {last} has {plies} of {self.width} plies: one may be missing, or too many"
        return None
