"""Formats of files of records: what each does, what it cannot hold, and how its texts are cut.

A *fragment* is some records in a format's own form. Fragments are made anywhere and in any order;
the one *writer* of a file takes them in the order in which they are to stand there.
"""

from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from typing import IO, ClassVar, Literal, NamedTuple, Protocol

from notation import Finding, LudographError
from notation.findings import note, violation
from records.assumptions import Assumptions
from records.model import Record, without_games

LEFT_OUT = "left-out"
"""The code of the note on what writing left out."""


class CannotWrite(LudographError):
    """A record with something in it that the format cannot hold."""


class Reduced(NamedTuple):
    """A record as a format can hold it.

    Attributes:
        record: what remains of the record.
        losses: what had to go, each a phrase that completes "the format cannot hold".
    """

    record: Record
    losses: tuple[str, ...] = ()


class FileWriter:
    """Puts fragments together into one file, with a frame round them where need be.

    The file itself is left open. Nothing is written before the first fragment comes, or the end.

    Args:
        out: the file.
        before: what the file begins with, with records or without.
        between: what separates a fragment from the next.
        after: what the file ends with.
    """

    def __init__(
        self, out: IO[bytes], before: bytes = b"", between: bytes = b"", after: bytes = b""
    ) -> None:
        self._out, self._next = out, before
        self._between, self._after = between, after
        self._empty = True

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment; an empty one adds nothing."""
        if not fragment:
            return
        self._out.write(self._next)
        self._next, self._empty = self._between, False
        self._out.write(fragment)

    def close(self) -> None:
        """Write what the file ends with."""
        self._out.write((self._next if self._empty else b"") + self._after)


class PieceReader(Protocol):
    """Reads the records of a text piece by piece."""

    @property
    def games(self) -> int:
        """Records that the whole text has had so far."""

    @property
    def settled(self) -> bool:
        """Whether the next piece can be read without what has been read so far."""

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the records that are complete, of text that ends where a line ends.

        Args:
            blocks: the text.
            complete: whether it ends where it may be cut, or nothing follows.
        """

    def flush(self) -> Iterator[Record]:
        """Yield the records that are complete if a new piece begins here."""

    def end(self) -> Iterator[Record]:
        """Yield the last records, with the findings on the text as a whole."""


def _first_line(record: Record) -> int:
    return record.source.line


class Splitting(NamedTuple):
    """How a format's texts are cut into pieces that can be read apart.

    Attributes:
        cut: returns where in a text a piece may begin: the last place that leaves no more than so
            many characters before it, else the first; 0 where there is none.
        open: begins reading, given the name of the source, the assumptions, and how many lines
            and records of the source come before.
        count: returns how many records a text seems to have.
        start_line: returns the line on which the text of a record begins.
    """

    cut: Callable[[str, int], int]
    open: Callable[[str, Assumptions, int, int], PieceReader]
    count: Callable[[str], int]
    start_line: Callable[[Record], int] = _first_line


class Format:
    """A format for records.

    One record is written by `write`. A file of many is made of fragments: `pack` makes them, in
    any process, and a `writer` puts them together::

        writer = form.writer(out)
        for batch in batches:
            writer.append(form.pack(batch))
        writer.close()

    Attributes:
        name: as the command line takes it.
        is_written: whether records can be written in it.
        suffixes: endings of the names of such files.
        binary: whether such files are bytes, not text.
        lossless: whether every record fits.
        keeps_evidence: whether moves keep what comes from a scan; it is no part of a game, so that
            leaving it out is a note, not an error.
        surrogates: how lone surrogates are written, for which UTF-8 has no bytes, as in
            `str.encode`.
        split: how such texts are cut into pieces; None if they cannot be.
    """

    binary: ClassVar[bool] = False
    lossless: ClassVar[bool] = False
    keeps_evidence: ClassVar[bool] = True
    surrogates: ClassVar[Literal["strict", "backslashreplace"]] = "strict"
    split: ClassVar[Splitting | None] = None

    def __init__(self, name: str, suffixes: tuple[str, ...]) -> None:
        self.name = name
        self.suffixes = suffixes
        self.is_written = True

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text; of a format that is bytes, only why there are none.

        Args:
            blocks: the text, cut anywhere.
            path: name of the source.
            assumptions: what the caller knows of the games; it overrides what they state.
        """
        if self.split:
            reader = self.split.open(path, assumptions, 0, 0)
            yield from reader.feed(blocks)
            yield from reader.end()
            return
        message = f"{self.name} is bytes, and this was opened as text"
        yield without_games(path, violation("binary-file", message).at(line=1))

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a file that can be sought in; of a text, which has to be UTF-8.

        Args:
            file: the file, open for reading bytes.
            path: name of the source.
            assumptions: what the caller knows of the games.
        """
        lines = TextIOWrapper(file, "utf-8", "replace")
        yield from self.read(lines, path, assumptions)
        lines.detach()

    def write(self, record: Record) -> str:
        """Return one record as text.

        Raises:
            CannotWrite: something in the record would be lost, or the format is only read, or
                bytes.
        """
        self._check_written()
        family = self.name.partition("-")[0]
        raise CannotWrite(f"{family} is not text: records.save writes whole files")

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return some records as a fragment of a file.

        Raises:
            CannotWrite: as for `write`.
        """
        return self.encoded("".join(map(self.write, records)))

    def encoded(self, text: str) -> bytes:
        """Return a text as UTF-8.

        Raises:
            CannotWrite: it has a lone surrogate, and the format has no escape for those.
        """
        try:
            return text.encode("utf-8", self.surrogates)
        except UnicodeEncodeError as error:
            odd = text[error.start]
            raise CannotWrite(f"UTF-8 has no bytes for half a character, {odd!r}") from None

    def writer(self, out: IO[bytes]) -> FileWriter:
        """Return what puts fragments together into a file that is open for writing bytes.

        Raises:
            CannotWrite: the format is only read.
        """
        self._check_written()
        return FileWriter(out)

    def _check_written(self) -> None:
        if not self.is_written:
            raise CannotWrite(f"{self.name} is only read, not written")

    def reduce(self, record: Record) -> Reduced:
        """Return what the format can hold of a record, and what it cannot.

        Raises:
            CannotWrite: a move itself cannot be held.
        """
        return Reduced(record)

    def safe_csv(self) -> "Format":
        """Return the format with no cell that a spreadsheet takes for a formula.

        Raises:
            CannotWrite: its files are no tables for spreadsheets.
        """
        raise CannotWrite(f"--safe-csv is for tables in CSV, not for {self.name}")

    def formulas(self, record: Record) -> int:
        """Return how many cells of a record a spreadsheet takes for formulas."""
        return 0

    def fit(self, record: Record, lossy: bool = False) -> tuple[Record, tuple[Finding, ...]]:
        """Return a record as the format can hold it, with a note for each thing left out.

        What comes from a scan may be left out in any case.

        Raises:
            CannotWrite: something would be left out, and ``lossy`` does not allow that.
        """
        evidence: list[str] = []
        if not self.keeps_evidence and (bare := record.without_evidence()) is not record:
            evidence, record = ["where moves stand on a scan, and what else they may be"], bare
        held, losses = self.reduce(record)
        if losses and not lossy:
            more = f" (and {len(losses) - 1} more)" if len(losses) > 1 else ""
            raise CannotWrite(f"{self.name} cannot hold {losses[0]}{more}")
        place = record.source.line or None
        return held, tuple(
            note(LEFT_OUT, f"{self.name} cannot hold {loss}").at(line=place)
            for loss in (*evidence, *losses)
        )
