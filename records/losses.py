"""What a container has no room for: said before it is lost, and dropped only on demand."""

from dataclasses import dataclass

from notation import Finding, LudographError
from notation.findings import note
from records.model import Record

LEFT_OUT = "left-out"
"""The code of the note that says what writing left out."""


class CannotWrite(LudographError):
    """A record that says something which the container cannot hold."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """A record as a container can hold it.

    Attributes:
        record: what remains of the record.
        losses: what had to go, each a phrase that completes "the container cannot hold".
    """

    record: Record
    losses: tuple[str, ...] = ()

    def notes(self, container: str) -> tuple[Finding, ...]:
        """Return the losses as notes on the record, in the container's name."""
        place = self.record.source.line or None
        return tuple(
            note(LEFT_OUT, f"{container} cannot hold {loss}").at(line=place) for loss in self.losses
        )

    def strict(self, container: str) -> Record:
        """Return the record if nothing had to go.

        Raises:
            CannotWrite: something had to.
        """
        if self.losses:
            more = f" (and {len(self.losses) - 1} more)" if len(self.losses) > 1 else ""
            raise CannotWrite(f"{container} cannot hold {self.losses[0]}{more}")
        return self.record


def holds_all(record: Record) -> Reduced:
    """Fit a record into a container that loses nothing."""
    return Reduced(record)
