"""How far long work has come, told to a terminal and to nobody else."""

import sys
import time
from collections.abc import Iterable
from types import TracebackType

import click

from analysis.text import plural
from records.sources.names import total_size

PATIENCE = 1.0
"""Seconds of work before anything is shown."""

PAUSE = 0.2
"""Seconds between two looks."""

BAR = 20
"""Columns of the bar."""


class Progress:
    """A line on standard error that is written over as the work goes on.

    Args:
        sources: names of all that is read, for telling how much is left.
        shown: whether there is anything to be shown to anybody.
    """

    def __init__(self, sources: Iterable[str], shown: bool = True) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._total = total_size(sources) if self._shown else None
        self._started = self._told = time.monotonic()
        self._games = self._plies = self._width = 0

    def add(self, games: int, plies: int, bytes_read: int) -> None:
        """Take note of work that is done.

        Args:
            games: games since the last time.
            plies: their plies.
            bytes_read: bytes of the sources read, from the beginning.
        """
        self._games += games
        self._plies += plies
        now = time.monotonic()
        if self._shown and now - self._started > PATIENCE and now - self._told > PAUSE:
            self._told = now
            self._show(self._line(now - self._started, bytes_read))

    def _line(self, seconds: float, bytes_read: int) -> str:
        speed = f"{self._plies / seconds:,.0f} plies/s"
        line = f"{plural(self._games, 'game')}, {speed}"
        if not self._total or not bytes_read:
            return line
        share = min(bytes_read / self._total, 1.0)
        left = round(seconds / share - seconds)
        bar = ("#" * round(share * BAR)).ljust(BAR, ".")
        return f"[{bar}] {share:4.0%}  {line}, {_clock(left)} left"

    def _show(self, line: str) -> None:
        click.echo(f"\r{line.ljust(self._width)}", nl=False, err=True)
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away, for something else to be written."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
            self._width = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()


def _clock(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
