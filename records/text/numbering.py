"""Move numbers, and what they show of plies that were lost in copying."""

from dataclasses import dataclass, field

from records.model import USUAL, Place, unusual
from records.text.rows.gaps import NumberedRow


@dataclass(slots=True)
class MoveNumbers:
    """Follows the move numbers, which show when a ply was lost in copying."""

    last: int | None = None
    width: int | None = None
    plies: int = 0
    rows: list[NumberedRow] = field(default_factory=list)

    def begins_anew(self, number: int) -> bool:
        """Whether a number starts the next game of the file."""
        # A game may be numbered from 0.
        return number == 1 and bool(self.last) and (self.last != 1 or self.plies > 1)

    @property
    def first(self) -> int:
        """The first number, 1 where there is none."""
        return self.rows[0].number if self.rows else 1

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
        if not self.plies and self.rows:
            self.rows[-1] = self.rows[-1]._replace(opening=1)
        self.plies = max(self.plies, 1)

    def take(self, number: int, before: int, place: Place, is_apart: bool = False) -> None:
        """Take the next move number.

        Args:
            number: the number.
            before: how many moves of the game come before it.
            place: where it stands.
            is_apart: whether a result stands right before it.
        """
        if number == self.last:
            return
        if self.last is not None and number == self.last + 1 and self.width is None:
            self.width = self.plies
        self.rows.append(NumberedRow(number, before, place, is_apart))
        self.last, self.plies = number, 0
