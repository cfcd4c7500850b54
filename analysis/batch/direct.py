"""Output that is written as it comes: to standard output, a device or a pipe."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

from analysis.batch.checkpoint import Checkpoint
from analysis.batch.output import State
from analysis.batch.rejects import put_rejects
from records.format import Format
from records.save import compressed
from records.target import is_written_through, open_through, replaceable


class DirectOutput:
    """What is written through, in place of a file.

    Args:
        path: the device or pipe; None for standard output.
        container: the format.
        rejects: the file of what is rejected; None where there is none.
        show: called with what is rejected where no file is named.
    """

    def __init__(
        self,
        path: str | None,
        container: Format,
        rejects: str | None,
        show: Callable[[bytes], None],
    ) -> None:
        self._stack = ExitStack()
        self._show = show
        self._rejects = Path(rejects) if rejects else None
        self._body: IO[bytes] | None = None
        if self._rejects and not is_written_through(self._rejects):
            replaceable(self._rejects)
        out = sys.stdout.buffer
        if path is not None:
            opened = self._stack.enter_context(open_through(path))
            out = self._stack.enter_context(compressed(path, opened))
        self._sink = container.writer(out)

    def append(self, fragment: bytes) -> None:
        """Write records."""
        self._sink.append(fragment)

    def reject(self, text: bytes) -> None:
        """Add to the rejects."""
        if self._rejects is None:
            self._show(text)
            return
        if self._body is None:
            from tempfile import NamedTemporaryFile

            made = NamedTemporaryFile("wb", prefix="ludograph-")  # noqa: SIM115
            self._body = cast("IO[bytes]", self._stack.enter_context(made))
        self._body.write(text)

    def reached(self, mark: Checkpoint, state: State) -> None:
        """Do nothing: what is written through cannot be resumed."""

    def complete(self) -> Path | None:
        """End the output and place the rejects; without any, an earlier file of them stays."""
        self._sink.close()
        sys.stdout.flush()
        if self._rejects is None or self._body is None:
            return None
        self._body.flush()
        return put_rejects(self._rejects, Path(self._body.name))

    def __enter__(self) -> "DirectOutput":
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()
