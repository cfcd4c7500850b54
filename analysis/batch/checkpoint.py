"""Files that take their names when they are complete, and a journal to go on from if they do not.

Beside the output stands, while a batch runs, a hidden folder with all that has been done: the
fragments so far, the rejects so far, and a line for each point from which the batch can go on. A
run that is killed leaves it behind; one that ends removes it.
"""

import io
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, cast

from analysis.batch.marks import Checkpoint
from analysis.batch.rejects import put_rejects
from analysis.version import __version__
from notation import LudographError
from records.format import Format
from records.save import compressed


class InUse(LudographError):
    """An output that another run is writing."""


class Output:
    """The file that a batch writes, and its rejects.

    Args:
        path: the file.
        container: its format.
        rejects: the file of what is rejected.
        key: what has to be the same in a run that goes on with this one.
        resume: whether to go on with what a run that was broken off has left.

    Attributes:
        marks: by number of the source, the last point that was reached in it before.
        state: what the caller remembered at the last of them; None where there is none.
    """

    def __init__(
        self, path: str, container: Format, rejects: str, key: Mapping[str, Any], resume: bool
    ) -> None:
        self._path, self._rejects_path = Path(path), Path(rejects)
        self._container = container
        self._folder = self._path.with_name(f".{self._path.name}.ludograph")
        self._key = json.loads(json.dumps({"ludograph": __version__, **key}))
        self.marks: dict[int, Checkpoint] = {}
        self.state: Any = None
        self._sizes: list[int] = []
        self._stack = ExitStack()
        self._keep = False
        self._open(resume)

    def _open(self, resume: bool) -> None:
        if not self._path.parent.is_dir():
            # Told in the words of the file that was to be written.
            open(self._path, "rb").close()
        self._folder.mkdir(exist_ok=True)
        self._journal = self._stack.enter_context(
            open(self._folder / "journal", "a+b")  # noqa: SIM115
        )
        _lock(self._journal, self._path)
        done, rejected = self._recall() if resume else (0, 0)
        if not self.marks:
            self._journal.truncate(0)
            self._note({"key": self._key})
        self._fragments = self._part("output", done)
        self._rejects = self._part("rejects", rejected)
        self._plain = not self._container.framed and not _is_packed(self._path)
        if not self._plain:
            out = self._stack.enter_context(open(self._folder / "complete", "wb"))  # noqa: SIM115
            self._packed = self._stack.enter_context(compressed(str(self._path), out))
            self._tap = ClosableFile(self._packed)
            self._sink = self._container.writer(cast("IO[bytes]", self._tap))
            for fragment in self._read_fragments():
                self._sink.append(fragment)

    def _recall(self) -> tuple[int, int]:
        """Read the journal; return how much of the fragments and of the rejects it vouches for."""
        self._journal.seek(0)
        lines = self._journal.read().split(b"\n")
        if not lines or _parsed(lines[0]) != {"key": self._key}:
            if lines != [b""]:
                raise LudographError(
                    f"what was broken off was not this: other files, options or version; run it "
                    f"again without --resume, or remove {self._folder}"
                )
            return 0, 0
        done, end = (0, 0), len(lines[0]) + 1
        for line in lines[1:]:
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
        """Open a part of what has been done, cut to what is vouched for."""
        part = self._stack.enter_context(open(self._folder / name, "a+b"))  # noqa: SIM115
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

    def reached(self, mark: Checkpoint, state: Any) -> None:
        """Take note of a point that has been reached, all that came before being added."""
        with self._named():
            self._fragments.flush()
            self._rejects.flush()
            sizes, self._sizes = self._sizes, []
            parts = {"output": self._fragments.tell(), "rejects": self._rejects.tell()}
            self._note({"mark": asdict(mark), "state": state, "sizes": sizes, **parts})

    def _note(self, entry: Mapping[str, Any]) -> None:
        self._journal.write(json.dumps(entry).encode() + b"\n")
        self._journal.flush()

    def complete(self) -> Path | None:
        """Give the files their names; return where a file was moved that had the rejects' name."""
        with self._named():
            if not self._plain:
                self._sink.close()
            has_rejects = self._rejects.tell() > 0
            self._stack.close()
        rejects = self._folder / "rejects"
        aside = put_rejects(self._rejects_path, rejects if has_rejects else None)
        os.replace(self._folder / ("output" if self._plain else "complete"), self._path)
        shutil.rmtree(self._folder)
        return aside

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Have a failure to write name the file that the user knows."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def keep(self) -> None:
        """Leave what has been done for a run that goes on with it."""
        self._keep = True

    def __enter__(self) -> "Output":
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is not None and not self._plain:
            # A writer of tables would add their end to the file, now or when it is thrown away.
            self._tap.shut = True
            self._sink.close()
        try:
            self._stack.close()
        except OSError:
            if error[0] is None:
                raise
        if self._folder.exists() and not self._keep:
            shutil.rmtree(self._folder)


class ClosableFile(io.RawIOBase):
    """A file to write to that can be shut: what is written then goes nowhere.

    Args:
        out: the file.

    Attributes:
        shut: whether it is.
    """

    def __init__(self, out: IO[bytes]) -> None:
        super().__init__()
        self._out = out
        self._written = 0
        self.shut = False

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, content: Any) -> int:
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


def _parsed(line: bytes) -> Any:
    """Return what a line of the journal says, None if it was never finished."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other runs from writing the same output; where there are no locks, hope for the best."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InUse(f"{path}: another ludograph is writing this") from None
