"""The base class of file formats.

A *fragment* is the encoded text or table of a batch of records. Fragments can be made in any
process and in any order; the one *writer* of a file takes them in the order of the file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import IO, TYPE_CHECKING, ClassVar, Literal, NamedTuple

from notation import Finding, LudographError
from notation.findings import note, violation
from records.assumptions import Assumptions
from records.model import EMPTY_FILE, Record, without_games

if TYPE_CHECKING:
    # Not loaded here: it needs numpy.
    from records.tidy import TidyGame, TidyRecords

LEFT_OUT = "left-out"
"""The code of the note on data that was left out in writing."""


class CannotWrite(LudographError):
    """A record with data that the format cannot hold."""


class FileWriter:
    """Writes fragments to an open file, and nothing before the first of them.

    Args:
        out: the file.
        before: the beginning of the file, which is written even without records.
        between: the separator of fragments.
        after: the end of the file.
    """

    def __init__(
        self, out: IO[bytes], before: bytes = b"", between: bytes = b"", after: bytes = b""
    ) -> None:
        self._out, self._next = out, before
        self._between, self._after = between, after
        self._empty = True

    def append(self, fragment: bytes) -> None:
        """Add a fragment, which may be empty."""
        if fragment:
            self._out.write(self._next + fragment)
            self._next, self._empty = self._between, False

    def close(self) -> None:
        """Write the end of the file."""
        self._out.write((self._next if self._empty else b"") + self._after)


class PieceReader:
    """Reads the records of a text piece by piece.

    Args:
        line, games: numbers of lines and records of the source before the text.

    Attributes:
        line, games: numbers of lines and records of the source so far.
    """

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        self.path, self.assumptions = path, assumptions
        self.line, self.games = line, games

    @property
    def settled(self) -> bool:
        """Whether the next piece can be read independently of the text so far."""
        return self.games > 0

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the complete records of a text in whole lines.

        Args:
            blocks: the text.
            complete: whether the text seems to end with a complete record.
        """
        raise NotImplementedError

    def flush(self) -> Iterator[Record]:
        """Yield the records held back so far, given that the next piece begins with a record."""
        return iter(())

    def end(self) -> Iterator[Record]:
        """Yield the last records, with the findings on the whole text."""
        if not self.games:
            yield without_games(self.path, EMPTY_FILE)


class Splitting(NamedTuple):
    """Cuts the texts of a format into pieces that can be read independently.

    Attributes:
        cut: returns the last offset up to a size at which a piece may begin, or else the first one
            after that size; 0 without either.
        open: returns a reader, given the name of the source, the assumptions, and the numbers of
            lines and records of the source before the piece.
        count: estimates the number of records of a text.
        start_line: returns the first line of a record, with its tags.
        tidy: returns the records of a piece, given the piece and the arguments of `open`, or None
            if only a reader can split it. Records of tidy games are created on first use. Calling
            it needs numpy.
    """

    cut: Callable[[str, int], int]
    open: Callable[[str, Assumptions, int, int], PieceReader]
    count: Callable[[str], int]
    start_line: Callable[[Record], int] = attrgetter("source.line")
    tidy: "Callable[[str, str, Assumptions, int, int], TidyRecords | None] | None" = None


class Format:
    """A file format.

    `write` returns one record as text. A file is made of fragments::

        writer = form.writer(out)
        for batch in batches:
            writer.append(form.pack(batch))
        writer.close()

    Attributes:
        name: the name of the format, as the command line takes it.
        is_written: whether the format can be written.
        suffixes: the endings of file names.
        binary: whether files are bytes, not text.
        lossless: whether every record fits.
        keeps_evidence: whether moves keep their data from a scan. Since this data is no part of a
            game, losing it is a note, not an error.
        surrogates: the error handler of `str.encode` for lone surrogates.
        around: the text before, between and after the records of a file.
        split: cuts texts into pieces; None if they cannot be cut.
        writes_tidy: whether `write_tidy` can write the games of `records.tidy` without records.
    """

    binary: ClassVar[bool] = False
    lossless: ClassVar[bool] = False
    keeps_evidence: ClassVar[bool] = True
    surrogates: ClassVar[Literal["strict", "backslashreplace"]] = "strict"
    around: ClassVar[tuple[str, str, str]] = ("", "", "")
    split: ClassVar[Splitting | None] = None
    writes_tidy: ClassVar[bool] = False

    def __init__(self, name: str, suffixes: tuple[str, ...]) -> None:
        self.name = name
        self.suffixes = suffixes
        self.is_written = True

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text; a binary format yields only a finding.

        Args:
            blocks: the text, cut anywhere.
            assumptions: what the caller knows about the games; it overrides the text.
        """
        if self.split:
            reader = self.split.open(path, assumptions, 0, 0)
            yield from reader.feed(blocks)
            yield from reader.end()
            return
        message = f"{self.name} is bytes, and this was opened as text"
        yield without_games(path, violation("binary-file", message).at(line=1))

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a seekable file in a binary format. Arguments as for `read`."""
        raise NotImplementedError

    def write(self, record: Record) -> str:
        """Return one record as text.

        Raises:
            CannotWrite: data would be lost, or the format is binary or only read.
        """
        self._check_written()
        family = self.name.partition("-")[0]
        raise CannotWrite(f"{family} is not text: records.save writes whole files")

    def write_tidy(self, game: "TidyGame", dialect: str, moves: Sequence[str]) -> str:
        """Return a tidy game as text, equal to that of `write` for its record.

        Args:
            dialect: name of the dialect of the moves.
            moves: the moves; printable, without quotation marks and backslashes.
        """
        raise NotImplementedError

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return some records as a fragment.

        Raises:
            CannotWrite: as for `write`.
        """
        return self.fragment(map(self.write, records))

    def fragment(self, texts: Iterable[str]) -> bytes:
        """Return the texts of some records as a fragment; see `encoded`."""
        return self.encoded(self.around[1].join(texts))

    def encoded(self, text: str) -> bytes:
        """Return a text as UTF-8.

        Raises:
            CannotWrite: it has a lone surrogate, and the format has no escape for it.
        """
        try:
            return text.encode("utf-8", self.surrogates)
        except UnicodeEncodeError as error:
            odd = text[error.start]
            raise CannotWrite(f"UTF-8 has no bytes for half a character, {odd!r}") from None

    def writer(self, out: IO[bytes]) -> FileWriter:
        """Return the writer of a file that is open for writing bytes.

        Raises:
            CannotWrite: the format is only read.
        """
        self._check_written()
        return FileWriter(out, *map(str.encode, self.around))

    def _check_written(self) -> None:
        if not self.is_written:
            raise CannotWrite(f"{self.name} can be read, but not written")

    def reduce(self, record: Record) -> tuple[Record, Sequence[str]]:
        """Return a record without the data that the format cannot hold, and phrases on that data.

        Each phrase completes the sentence "the format cannot hold".

        Raises:
            CannotWrite: the format cannot hold a move.
        """
        return record, ()

    def safe_csv(self) -> "Format":
        """Return a variant of the format that writes no cell like a formula of a spreadsheet.

        Raises:
            CannotWrite: the format is not CSV.
        """
        raise CannotWrite(f"--safe-csv is for tables in CSV, not for {self.name}")

    def formulas(self, record: Record) -> int:
        """Return the number of cells for a record that look like formulas to a spreadsheet."""
        return 0

    def fit(self, record: Record, lossy: bool = False) -> tuple[Record, tuple[Finding, ...]]:
        """Return a record as the format can hold it, with a note for each loss.

        The data of a scan may be lost in any case.

        Raises:
            CannotWrite: data that is not from a scan would be lost, and ``lossy`` is false.
        """
        evidence: list[str] = []
        if not self.keeps_evidence and (bare := record.without_evidence()) is not record:
            evidence, record = ["the places of moves on a scan, and their alternatives"], bare
        held, losses = self.reduce(record)
        if losses and not lossy:
            more = f" (and {len(losses) - 1} more)" if len(losses) > 1 else ""
            raise CannotWrite(f"{self.name} cannot hold {losses[0]}{more}")
        place = record.source.line or None
        return held, tuple(
            note(LEFT_OUT, f"{self.name} cannot hold {loss}").at(line=place)
            for loss in (*evidence, *losses)
        )
