"""What a command is told of the sources that it reads."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import records
from records import Record
from records.assumptions import Assumptions
from records.sources.archives import UNPACKED_LIMIT


@dataclass(frozen=True, slots=True)
class InputOptions:
    """What a command is told of the sources that it reads.

    Attributes:
        game: name of the game; None to tell it from each record.
        variant: variant string of all records; None to believe each record.
        dialect: name of the dialect of all moves; None to tell it for each record.
        container: name of the format; None to tell it from each text.
        encoding: encoding of the files; None to tell it for each.
        limit: bytes that a compressed file or a member may unpack to.
    """

    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    container: str | None = None
    encoding: str | None = None
    limit: int = UNPACKED_LIMIT

    @property
    def hints(self) -> Assumptions:
        """What readers are told."""
        return Assumptions(self.game, self.variant, self.dialect)

    def check(self) -> None:
        """Make sure that the names are known, before a thousand sources are opened.

        Raises:
            UnknownName: there is no such game, dialect, format or encoding.
        """
        self.records(())

    def records(self, names: str | Iterable[str]) -> Iterator[Record]:
        """Yield the records of sources, as `records.read` does; a missing file is a finding."""
        return records.read(
            [names] if isinstance(names, str) else names,
            format=self.container,
            game=self.game,
            variant=self.variant,
            dialect=self.dialect,
            encoding=self.encoding,
            limit=self.limit,
        )
