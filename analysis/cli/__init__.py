"""The command line, ``ludograph``: `main` runs it, and `analysis.cli.group` has the commands."""

import gc
import io
import os
import sys
import warnings
from _thread import interrupt_main
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any

from analysis.cli.streams import INTERRUPTED, open_streams

if TYPE_CHECKING:
    from pathlib import Path
    from sys import UnraisableHookArgs

    from analysis.cli.group import COMMANDS as COMMANDS
    from analysis.cli.group import cli as cli


SOON = 0.05
"""Delay in seconds after which a lost interrupt is raised again."""


GARBAGE, GENERATIONS = 100_000, 20
"""Thresholds of the garbage collector: number of new objects, and of collections per generation."""

_PYTHON_SHOWS = warnings.showwarning


class HiddenPandas:
    """An import finder that hides pandas, which no command uses.

    pyarrow would import pandas for its first array, which takes 33 MB and as long as a command.
    """

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise `ModuleNotFoundError` for pandas."""
        if name == "pandas":
            raise ModuleNotFoundError("pandas is hidden from commands; numpy and pyarrow are not")


def main() -> None:
    """Run the command line; every error is one line, ``ludograph: what went wrong``."""
    # Only ratings solve equations, and few: numpy would start a thread on each processor, which
    # takes longer than loading numpy itself.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.meta_path.insert(0, hidden := HiddenPandas())
    warnings.showwarning = _show_warning
    # Modules and records create many objects, but hardly any reference cycles.
    gc.set_threshold(GARBAGE, GENERATIONS)
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _raise_again
    try:
        open_streams()
        status = _run()
    except KeyboardInterrupt:
        # Printed here, because the modules that print errors may be only partly loaded.
        with suppress(OSError):
            print("ludograph: interrupted", file=sys.stderr, flush=True)
        status = INTERRUPTED
    except BaseException as error:
        # Imported here, so that --version and --help start without the grammars of the games.
        from analysis.cli.errors import report

        status = report(error)
    finally:
        sys.meta_path.remove(hidden)
    # Otherwise the interpreter would search all modules for garbage at exit.
    gc.freeze()
    sys.exit(status)


def _run() -> int:
    """Run the command given in `sys.argv`; return the exit status."""
    if sys.argv[1:] == ["--version"]:
        # Handled here, because loading click takes three times as long as starting the interpreter.
        from analysis.version import __version__

        print(f"ludograph {__version__}", flush=True)
        return 0
    from analysis.cli.group import cli

    status: int = cli.main(prog_name="ludograph", standalone_mode=False)
    return status


def _show_warning(
    message: Warning | str, category: type[Warning], *place: Any, **more: Any
) -> None:
    """Print a warning of the class `GameLeftOut` like an error, any other one as Python does."""
    from analysis.cli.errors import complain
    from notation.errors import GameLeftOut

    if issubclass(category, GameLeftOut):
        complain(str(message))
    else:
        _PYTHON_SHOWS(message, category, *place, **more)


def _raise_again(lost: "UnraisableHookArgs") -> None:
    """Interrupt the main thread after a Ctrl-C in a callback, which Python would only print."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    import signal
    from threading import Timer, get_ident

    # A signal ends the system call in which the main thread waits.
    kill = getattr(signal, "pthread_kill", None)
    again = Timer(SOON, *((kill, (get_ident(), signal.SIGINT)) if kill else (interrupt_main,)))
    again.daemon = True
    again.start()


def captured(words: Sequence[str], folder: "Path") -> dict[str, object]:
    """Run a command in this process, with the folder as the working folder.

    Returns:
        The exit status as ``status``, and the texts of both output streams as ``out`` and ``err``.
    """
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


def __getattr__(name: str) -> object:
    if name not in ("COMMANDS", "cli"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from analysis.cli import group

    return getattr(group, name)
