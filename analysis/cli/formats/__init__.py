"""Formats of findings for other programs: annotations, SARIF and JUnit.

A format is a document that is written game by game, so that memory does not grow with the games.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from typing import cast

from analysis.replay.replay import Replay
from notation import Finding

FULL, JSON = "full", "json"
"""The formats that ``check`` writes itself."""

HOMES = {"concise": "lines", "github": "lines", "sarif": "sarif", "junit": "junit"}
"""The rooms of the others, each loaded when it is asked for."""

NAMES = (FULL, "concise", JSON, "github", "sarif", "junit")


class FindingFormat(ABC):
    """A format of findings.

    Attributes:
        head, foot: what stands before the first item and after the last.
        between, after: what stands between items, and after each.
    """

    head = foot = between = ""
    after = "\n"

    @abstractmethod
    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield the items of a game, each of them safe to print.

        Args:
            game: the game, played.
            findings: those of its findings that are wanted.
        """


def find(name: str) -> FindingFormat:
    """Return a format by its name, one of `HOMES`."""
    room = import_module(f"analysis.cli.formats.{HOMES[name]}")
    return cast(FindingFormat, room.FORMATS[name])
