"""What a record is: tags, a start, move texts, a result, and where all that was read.

Move texts are kept as written. What stands beside a move (a comment, ``!``, a count) is rare, so
it is kept apart, by ply; so are the places in the source, which are worked out when first asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from notation import Finding

UNDECIDED = "*"
"""The result of a game that has none yet, or whose record does not say."""

Place = tuple[int, int]
"""Line and column in a source, both from 1."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record was read.

    Attributes:
        path: the file as it was named, ``-`` for standard input; members of archives follow a
            colon.
        line: the line on which the record begins, from 1.
        game: which game of its file it is, from 1.
    """

    path: str
    line: int = 1
    game: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the documented interface."""
        return {"path": self.path, "line": self.line, "game": self.game}


@dataclass(frozen=True, slots=True)
class Record:
    """One game as somebody wrote it down.

    Attributes:
        moves: move texts in the order played, as written.
        game: name of the game; None where it could not be told.
        variant: variant string; None where the record names none.
        dialect: name of the dialect of the move texts; None where it could not be told.
        tags: everything said of the game as a whole, in the order written.
        start: position string of the first position; None for the variant's own.
        result: ``1-0``, ``0-1``, ``1/2-1/2``, ``*``, or the number of the winning player.
        comment: what is said before the first move.
        details: by index into ``moves``, from 0: what stands beside a move (``comment``,
            ``marks`` and whatever else a container keeps).
        source: where it was read.
        places: line and column of each move text; empty where there are none.
        findings: what reading the container had to forgive or could not make sense of.
        columns: moves that a numbered row has, where that is more than the two of most games; 0
            where the rows do not tell.
        extra: what a container said of the game under keys that are not ours.
    """

    moves: tuple[str, ...] = ()
    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    start: str | None = None
    result: str = UNDECIDED
    comment: str = ""
    details: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    source: Source = Source("")
    places: Sequence[Place] = ()
    findings: tuple[Finding, ...] = ()
    columns: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)

    def place(self, index: int) -> tuple[int | None, int | None]:
        """Return the line and column of a move text; of the record where it has none."""
        if 0 <= index < len(self.places):
            return self.places[index]
        return (self.source.line or None), None

    def with_findings(self, *findings: Finding) -> "Record":
        """Return the record with more findings."""
        return replace(self, findings=(*self.findings, *findings))
