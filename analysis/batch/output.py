"""Output that is complete or absent, and the journal from which an interrupted batch continues.

While a batch runs, a hidden folder beside the output holds the fragments so far, the rejects so
far, and a journal with a line for each `Checkpoint`. A run that is killed leaves the folder
behind; one that ends removes it.
"""

import io
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, TypedDict, cast

from analysis.batch.checkpoint import Checkpoint
from analysis.batch.folder import make_work_folder, open_part
from analysis.batch.rejects import put_rejects
from analysis.version import __version__
from notation import LudographError
from records.format import Format
from records.jsontext import JsonFields
from records.model import JsonObject
from records.save import compressed
from records.target import is_written_through, replaceable, rights_of

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

State = Mapping[str, JsonObject]
"""What the caller of a batch keeps, by kind and name, as JSON."""


class _Entry(TypedDict):
    """A line of the journal: a checkpoint, and what had been written when it was reached."""

    mark: JsonFields
    state: State
    sizes: list[int]
    output: int
    rejects: int


class InUse(LudographError, BlockingIOError):
    """An output that another run is writing."""


class Output:
    """The file that a batch writes, and its rejects.

    Args:
        path: the file.
        container: its format.
        rejects: the file of what is rejected.
        key: what has to be the same in a run that resumes this one.
        resume: whether to continue an interrupted run.

    Attributes:
        marks: by number of the source, the last checkpoint in it, of the interrupted run.
        state: counts at the last of them; empty where there is none.

    Raises:
        InUse: another run is writing the file.
        LudographError: the interrupted run had another key.
    """

    def __init__(
        self, path: str, container: Format, rejects: str, key: Mapping[str, object], resume: bool
    ) -> None:
        self._path, self._rejects_path = Path(path), Path(rejects)
        self._container = container
        self._real = replaceable(path)
        self._rights = rights_of(self._real)
        if not is_written_through(rejects):
            replaceable(rejects)
        self._folder = self._real.with_name(f".{self._real.name}.ludograph")
        self._head = json.dumps({"key": {"ludograph": __version__, **key}}).encode()
        self.marks: dict[int, Checkpoint] = {}
        self.state: State = {}
        self._sizes: list[int] = []
        self._stack = ExitStack()
        self._keep = False
        self._open(resume)

    def _open(self, resume: bool) -> None:
        with self._named():
            make_work_folder(self._folder)
        self._journal = self._stack.enter_context(open_part(self._folder / "journal"))
        _lock(self._journal, self._path)
        done, rejected = self._recall() if resume else (0, 0)
        if not self.marks:
            self._journal.truncate(0)
            self._note(self._head)
        self._fragments = self._part("output", done)
        self._rejects = self._part("rejects", rejected)
        self._plain = not self._container.framed and not _is_packed(self._path)
        if not self._plain:
            out = self._part("complete", 0)
            self._packed = self._stack.enter_context(compressed(str(self._path), out))
            self._file = ClosableFile(self._packed)
            self._sink = self._container.writer(cast("IO[bytes]", self._file))
            for fragment in self._read_fragments():
                self._sink.append(fragment)

    def _recall(self) -> tuple[int, int]:
        """Read the journal; return how many bytes of fragments and of rejects are certain."""
        self._journal.seek(0)
        head, *lines = self._journal.read().split(b"\n")
        if head != self._head:
            if head or lines:
                raise LudographError(
                    f"cannot resume: the interrupted run had other files, options or another "
                    f"version; run it again without --resume, or remove {self._folder}"
                )
            return 0, 0
        done, end = (0, 0), len(head) + 1
        for line in lines:
            entry = _parsed(line)
            if entry is None:
                break
            mark = Checkpoint(**entry["mark"])
            self.marks[mark.stream] = mark
            self.state = entry["state"]
            self._sizes += entry["sizes"]
            done, end = (entry["output"], entry["rejects"]), end + len(line) + 1
        self._journal.truncate(end)
        return done

    def _part(self, name: str, size: int) -> IO[bytes]:
        """Open a file of the hidden folder, cut to the bytes that are certain."""
        part = self._stack.enter_context(open_part(self._folder / name))
        part.truncate(size)
        part.seek(size)
        return part

    def _read_fragments(self) -> Iterator[bytes]:
        self._fragments.seek(0)
        for size in self._sizes:
            yield self._fragments.read(size)
        self._sizes = []

    def append(self, fragment: bytes) -> None:
        """Add records to the file."""
        with self._named():
            self._fragments.write(fragment)
            if not self._plain:
                self._sizes.append(len(fragment))
                self._sink.append(fragment)

    def reject(self, text: bytes) -> None:
        """Add to the rejects."""
        with self._named():
            self._rejects.write(text)

    def reached(self, mark: Checkpoint, state: State) -> None:
        """Write a checkpoint to the journal, when all that came before it has been added."""
        with self._named():
            self._fragments.flush()
            self._rejects.flush()
            sizes, self._sizes = self._sizes, []
            parts = {"output": self._fragments.tell(), "rejects": self._rejects.tell()}
            entry = {"mark": asdict(mark), "state": state, "sizes": sizes, **parts}
            self._note(json.dumps(entry).encode())

    def _note(self, line: bytes) -> None:
        self._journal.write(line + b"\n")
        self._journal.flush()

    def complete(self) -> Path | None:
        """Name the files; return where an edited file of rejects was moved, if there was one."""
        with self._named():
            if not self._plain:
                self._sink.close()
            has_rejects = self._rejects.tell() > 0
            self._stack.close()
        rejects = self._folder / "rejects"
        aside = put_rejects(self._rejects_path, rejects if has_rejects else None)
        done = self._folder / ("output" if self._plain else "complete")
        with self._named():
            os.chmod(done, self._rights)
            os.replace(done, self._real)
        shutil.rmtree(self._folder)
        return aside

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Put the name of the output into errors of writing."""
        try:
            yield
        except LudographError:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def keep(self) -> None:
        """Keep the journal so that --resume can continue."""
        self._keep = True

    def __enter__(self) -> "Output":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None and not self._plain:
            # A writer of tables would add their end to the file, now or when it is collected.
            self._file.shut = True
            self._sink.close()
        try:
            self._stack.close()
        except OSError:
            if kind is None:
                raise
        if self._folder.exists() and not self._keep:
            shutil.rmtree(self._folder)


class ClosableFile(io.RawIOBase):
    """A file to write to that can be shut: what is written after that is discarded.

    Args:
        out: the file.

    Attributes:
        shut: whether it is shut.
    """

    def __init__(self, out: IO[bytes]) -> None:
        super().__init__()
        self._out = out
        self._written = 0
        self.shut = False

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, content: "ReadableBuffer") -> int:
        """Write; return the number of bytes."""
        size = len(memoryview(content).cast("B"))
        if not self.shut:
            self._out.write(content)
        self._written += size
        return size

    def tell(self) -> int:
        """Return the number of bytes written."""
        return self._written


def _is_packed(path: Path) -> bool:
    return path.suffix.lower() in (".gz", ".zst")


def _parsed(line: bytes) -> _Entry | None:
    """Return a line of the journal, None if it was never finished."""
    try:
        entry: _Entry = json.loads(line)
    except ValueError:
        return None
    return entry


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other runs from writing the same output. Not enforced on platforms without fcntl."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InUse(f"{path}: another ludograph is writing this") from None
