"""A progress line, on terminals only."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from analysis.cli.terminal import Printable, echo, is_dumb
from notation.numbers import plural
from records.sources.names import total_size

DELAY_BEFORE_PROGRESS = 1.0
"""Delay in seconds before the progress is shown."""

INTERVAL = 0.2
"""Time between two updates, in seconds."""

BAR = 20
"""Width of the bar in columns."""


class Progress:
    """A line on standard error that is overwritten as the work goes on.

    The time left is estimated from the size of the sources.
    """

    def __init__(self, sources: Iterable[str], shown: bool = True) -> None:
        self._shown = shown and sys.stderr.isatty() and not is_dumb()
        self._total = total_size(sources) if self._shown else None
        self._started = self._updated = time.monotonic()
        self._width = 0

    def update(self, games: int, plies: int, bytes_read: int) -> None:
        """Show the games, plies and bytes read so far, if the line is due for an update."""
        if self._shown and self._is_due():
            self._show(self._line(games, plies, bytes_read))

    def _is_due(self) -> bool:
        now = time.monotonic()
        if now - self._started <= DELAY_BEFORE_PROGRESS or now - self._updated <= INTERVAL:
            return False
        self._updated = now
        return True

    def _line(self, games: int, plies: int, bytes_read: int) -> str:
        seconds = self._updated - self._started
        line = f"{plural(games, 'game')}, {plies / seconds:,.0f} plies/s"
        if not self._total or not bytes_read:
            return line
        share = min(bytes_read / self._total, 1.0)
        left = round(seconds / share - seconds)
        bar = ("#" * round(share * BAR)).ljust(BAR, ".")
        return f"[{bar}] {share:4.0%}  {line}, {_clock(left)} left"

    def _show(self, line: str) -> None:
        echo(Printable(f"\r{line.ljust(self._width)}"), nl=False, err=True)
        self._width = len(line)

    def clear(self) -> None:
        """Clear the line before other output."""
        if self._width:
            echo(Printable("\r" + " " * self._width + "\r"), nl=False, err=True)
            self._width = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show a line on a terminal while waiting."""
    shown = sys.stderr.isatty() and not is_dumb()
    if shown:
        echo(Printable(f"\r{text}"), nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            echo(Printable(f"\r{' ' * len(text)}\r"), nl=False, err=True)


def _clock(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
