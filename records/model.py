"""Record: one game as written, with its tags, start, move texts, result and place in a source.

Move texts are kept as written. Details of a move (a comment, ``!``, a count) are rare, so they are
kept apart, by ply; so are the places in the source, which are worked out when first asked for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from notation import Finding
from notation.findings import violation
from notation.pattern import lazy_pattern
from records.sites import sides_of

USUAL = 2
"""Moves that a row has in most games."""


def unusual(columns: int) -> int:
    """Return how many columns of moves there are if that is more than usual, else 0."""
    return columns if columns > USUAL else 0


UNDECIDED = "*"
"""The result of a game that has none yet, or whose record names none."""

JsonObject: TypeAlias = Mapping[str, Any]
"""An object of JSON: what stands beside a move, or a whole record."""

Place = tuple[int, int]
"""Line and column in a source, both from 1."""


BOX = "box"
"""The detail of a move that holds its page on a scan, from 1, and its box there: left, top, right
and bottom edge in pixels."""

CHOICES = "choices"
"""The detail of a move that holds what else it may be: lists of a text and a probability, likeliest
first."""

CORRECTION = "correction"
"""The detail of a move that holds the move which a transcriber put for it."""

PAGE = "page"
"""The detail of a move that holds the name of its file, where pages of a sheet are files of one
game."""

EVIDENCE = frozenset({BOX, CHOICES, PAGE})
"""The details of a move that come from a scan, and are no part of the game."""

GAPS = frozenset({"missing-moves", "move-number"})
"""The codes of notes on moves that the record may lack, with no ply for them, or have too many."""


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

    def to_json(self) -> dict[str, str | int]:
        """Return the JSON object of the documented interface."""
        return {"path": self.path, "line": self.line, "game": self.game}


@dataclass(frozen=True, slots=True)
class Diagram:
    """A text diagram that stands with the moves of a record.

    Attributes:
        text: the lines of the diagram.
        line: the line on which it begins.
        ply: number of plies that stand before it.
    """

    text: str
    line: int
    ply: int


@dataclass(frozen=True, slots=True)
class Record:
    """One game as it was written down.

    Attributes:
        moves: move texts in the order played, as written.
        game: name of the game; None where the record leaves it open.
        variant: variant string; None where the record names none.
        dialect: name of the dialect of the move texts; None where the record leaves it open.
        tags: properties of the game as a whole (players, event, date ...), in the order written.
        start: position string of the first position; None for the variant's own.
        result: ``1-0``, ``0-1``, ``1/2-1/2``, ``*``, or the number of the winning player.
        comment: the comment before the first move.
        details: by index into ``moves``, from 0: what stands beside a move (``comment``,
            ``marks`` and whatever else a format keeps).
        source: where it was read.
        places: line and column of each move text; empty where there are none.
        findings: what was unusual or wrong in the text, and how it was read.
        columns: moves that a numbered row has, where that is more than the two of most games;
            else 0.
        first: the number of its first row, where that is above 1.
        extra: properties of the game that the format has and a record has no field for, by key.
        guess: why its game is taken, a sentence for a note; empty where the record or the caller
            names the game.
        diagrams: text diagrams among the moves, which the board reads.
    """

    moves: tuple[str, ...] = ()
    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    start: str | None = None
    result: str = UNDECIDED
    comment: str = ""
    details: Mapping[int, JsonObject] = field(default_factory=dict)
    source: Source = Source("")
    places: Sequence[Place] = ()
    findings: tuple[Finding, ...] = ()
    columns: int = 0
    first: int = field(default=1, compare=False)
    extra: JsonObject = field(default_factory=dict)
    guess: str = field(default="", compare=False)
    diagrams: tuple[Diagram, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.moves, tuple):
            kind = type(self.moves).__name__
            raise TypeError(f"moves must be a tuple of texts, not {kind}")

    def __repr__(self) -> str:
        """Return one line: game, players, number of moves, result and source."""
        sides = sides_of(self.game, self.variant)
        players = [self.tags[side] for side in sides if self.tags.get(side)]
        count = len(self.moves)
        parts = [
            self.game or "unknown game",
            " - ".join(players),
            f"{count} move{'' if count == 1 else 's'}",
            self.result,
            str(self.source) if self.source.path else "",
        ]
        return f"<Record: {', '.join(filter(None, parts))}>"

    def place(self, index: int) -> tuple[int | None, int | None]:
        """Return the line and column of a move text; of the record where it has none."""
        if 0 <= index < len(self.places):
            return self.places[index]
        return (self.source.line or None), None

    def without_evidence(self) -> "Record":
        """Return the record without the details that come from a scan."""
        if all(map(EVIDENCE.isdisjoint, self.details.values())):
            return self
        details = {
            index: {name: value for name, value in detail.items() if name not in EVIDENCE}
            for index, detail in self.details.items()
        }
        return replace(self, details={index: one for index, one in details.items() if one})

    def with_findings(self, *findings: Finding) -> "Record":
        """Return the record with more findings."""
        return replace(self, findings=(*self.findings, *findings))


EMPTY_FILE = violation("empty-file", "there is nothing in it").at(line=1, column=1)
"""The finding on a source without text."""


def without_games(path: str, *findings: Finding) -> Record:
    """Return the record without moves that stands for a source in which no game was read."""
    return Record(source=Source(path, findings[0].line or 1, 0), findings=findings)


def player_of(tags: Mapping[str, str], side: str) -> str | None:
    """Return the name of a side's player from the tag with the side's name.

    Args:
        tags: the tags of a record.
        side: name of the side, such as ``"white"``.

    Returns:
        The name; None where there is none, or only signs for an unknown one, such as ``?``.
    """
    return named_player(tags.get(side.title(), ""))


def named_player(value: str) -> str | None:
    """Return the name in the tag of a player; None for only signs for an unknown one."""
    name = value.strip()
    return name if name.isalnum() or any(map(str.isalnum, name)) else None


_DATE = lazy_pattern(r"(\d{4})(?:[-./](\d\d?))?(?:[-./](\d\d?))?(?!\d)", re.ASCII)


def played_on(tags: Mapping[str, str]) -> str:
    """Return the tag ``Date`` as ``2004-05-17``, ``2004-05`` or ``2004``; empty if there is none.

    Dates that begin with the year are read, with hyphens, dots or slashes; a part that is not a
    number, such as ``??``, is unknown. Dates in this form sort in the order of time.
    """
    found = _DATE.match(tags.get("Date", "").strip())
    if found is None:
        return ""
    year, *rest = (part for part in found.groups() if part)
    return "-".join([year, *(part.zfill(2) for part in rest)])
