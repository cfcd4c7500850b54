"""Commands run inside another program, with their output returned."""

import io
import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path


def captured(words: Sequence[str], folder: Path) -> dict[str, object]:
    """Run a command line in a folder; return its ``status``, ``out`` and ``err``."""
    # Imported here, so that the caller is ready before the commands are loaded.
    from analysis.cli.errors import report
    from analysis.cli.group import cli

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    before = os.getcwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = cli.main(list(words), "ludograph", standalone_mode=False)
            except Exception as error:
                status = report(error)
    finally:
        os.chdir(before)
    return {"status": status, "out": _printed(out), "err": _printed(err)}


def _printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
