"""The record of a game: tags, start, move texts as written, result, and its place in a source.

Details of a move (a comment, ``!``, a count) are rare and stored by ply. Places of moves may be
computed on first use.
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
"""Usual number of moves in a row."""


def unusual(columns: int) -> int:
    """Return the number of moves in a row if it is more than `USUAL`, else 0."""
    return columns if columns > USUAL else 0


NOTHING = "?"
"""The text of a lost ply."""

UNDECIDED = "*"
"""The result of an unfinished game, or of a record without a result."""

JsonObject: TypeAlias = Mapping[str, Any]
"""A JSON object: the details of a move, or a whole record."""

Place = tuple[int, int]
"""Line and column in a source, both from 1."""


BOX = "box"
"""The detail with the place of a move on a scan: page, from 1, and left, top, right and bottom edge
in pixels."""

CHOICES = "choices"
"""The detail with the alternatives of a move: lists of a text and its probability, likeliest
first."""

CORRECTION = "correction"
"""The detail for a transcriber's correction of a move."""

PAGE = "page"
"""The detail with the name of the file that has the move, if the pages of a game are in several
files."""

EVIDENCE = frozenset({BOX, CHOICES, PAGE})
"""The details of a move that come from a scan and do not belong to the game."""

GAPS = frozenset({"missing-moves", "move-number"})
"""The codes of notes that moves may be missing (without a placeholder) or superfluous."""


@dataclass(frozen=True, slots=True)
class Source:
    """The place of a record.

    Attributes:
        path: the name of the file, ``-`` for standard input; for a member of an archive, the name
            of the archive, a colon and the name of the member.
        line: the first line of the record, from 1.
        game: the number of the game in its file, from 1; 0 for a file without games.
    """

    path: str
    line: int = 1
    game: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"

    def __reduce__(self) -> tuple[type["Source"], tuple[str, int, int]]:
        """Return the parts to pickle, which is faster than the default of a frozen data class."""
        return Source, (self.path, self.line, self.game)

    def to_json(self) -> dict[str, str | int]:
        """Return the source as a JSON object with the keys ``path``, ``line`` and ``game``."""
        return {"path": self.path, "line": self.line, "game": self.game}


@dataclass(frozen=True, slots=True)
class Diagram:
    """A text diagram among the moves of a record.

    Attributes:
        text: the lines of the diagram.
        line: its first line in the source.
        ply: number of plies before it.
    """

    text: str
    line: int
    ply: int


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written.

    Attributes:
        moves: move texts in the order played, as written.
        game: name of the game; None if it is unknown.
        variant: variant string; None if the record names none.
        dialect: name of the dialect of the move texts; None if it is unknown.
        tags: properties of the game as a whole (players, event, date ...), in the order written.
        start: position string of the first position; None for the variant's own.
        result: ``1-0``, ``0-1``, ``1/2-1/2``, ``*``, or the number of the winning player.
        comment: the comment before the first move.
        details: the details of moves by index into ``moves``, from 0: ``comment``, ``marks`` and
            other data of the format.
        source: the file, line and number of the record.
        places: line and column of each move text, from 1; empty if they are unknown.
        findings: errors in the text, and notes on how it was read.
        columns: moves in a numbered row if there are more than two, else 0.
        first: the number of the first row, as written.
        extra: other properties of the game by key.
        guess: the reason for a guessed game, a sentence for a note; empty if the record or the
            caller names the game.
        diagrams: text diagrams among the moves.
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
        """Return the line and column of a move; if they are unknown, the record's line and None."""
        if 0 <= index < len(self.places):
            return self.places[index]
        return (self.source.line or None), None

    def without_evidence(self) -> "Record":
        """Return the record without the data of a scan."""
        if all(map(EVIDENCE.isdisjoint, self.details.values())):
            return self
        details = {
            index: {name: value for name, value in detail.items() if name not in EVIDENCE}
            for index, detail in self.details.items()
        }
        return replace(self, details={index: one for index, one in details.items() if one})

    def with_findings(self, *findings: Finding) -> "Record":
        """Return the record with further findings."""
        return replace(self, findings=(*self.findings, *findings))


EMPTY_FILE = violation("empty-file", "the file is empty").at(line=1, column=1)
"""The finding on an empty source."""


def without_games(path: str, *findings: Finding) -> Record:
    """Return the record that represents a source without games."""
    return Record(source=Source(path, findings[0].line or 1, 0), findings=findings)


def player_of(tags: Mapping[str, str], side: str) -> str | None:
    """Return the name of a side's player; None if it is missing or unknown (``?``).

    Args:
        tags: the tags of a record.
        side: name of the side, such as ``"white"``.
    """
    return named_player(tags.get(side.title(), ""))


def named_player(value: str) -> str | None:
    """Return the name in a player's tag; None if it has no letter or digit, such as ``?``."""
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
