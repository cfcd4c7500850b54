"""What can go wrong, as exceptions for callers of one function and as values for whole games.

The exceptions, all of them ``ValueError``::

    LudographError
    ├── UnreadableMove    no dialect makes sense of the text
    ├── UnwritableMove    a move that a dialect has no words for
    ├── IllegalMove       a move, but not one that may be played here
    ├── AmbiguousMove     several legal moves fit the text
    ├── InvalidPosition   a position string or diagram that describes no position
    ├── InvalidVariant    a variant string that names no rules
    ├── UnknownName       a game, dialect, container or bundled game that does not exist
    └── MissingFile       a path that does not exist; a ``FileNotFoundError`` as well
"""

from dataclasses import dataclass, replace
from errno import ENOENT
from os import strerror
from typing import Any


class LudographError(ValueError):
    """The root of everything that this project raises on purpose."""


class UnreadableMove(LudographError):
    """A text that is no move.

    Attributes:
        text: the whole text that was read.
        column: where reading stopped, counted from 0 in ``text``.
        reason: what was expected there and what stands there.
    """

    def __init__(self, text: str, column: int, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")
        self.text = text
        self.column = column
        self.reason = reason

    def __reduce__(self) -> tuple[type["UnreadableMove"], tuple[str, int, str]]:
        return type(self), (self.text, self.column, self.reason)


class UnwritableMove(LudographError):
    """A move that a dialect cannot say, or not without leaving out what matters."""


class IllegalMove(LudographError):
    """A move that breaks a rule in the position it was played in; ``finding`` says which."""

    def __init__(self, finding: "Finding") -> None:
        super().__init__(finding.message)
        self.finding = finding

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple["Finding"]]:
        return type(self), (self.finding,)


class AmbiguousMove(LudographError):
    """A text that several legal moves fit."""


class InvalidPosition(LudographError):
    """A position string or a text diagram that cannot be read.

    Attributes:
        code: kebab-case name of the rule that the position breaks, None where no rule is meant.
    """

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


class InvalidVariant(LudographError):
    """A variant string that cannot be read."""


class UnknownName(LudographError):
    """A name that is not in the registry asked; the message lists those that are."""


class MissingFile(LudographError, FileNotFoundError):
    """A path that does not exist; ``filename`` has it."""

    def __init__(self, path: str) -> None:
        FileNotFoundError.__init__(self, ENOENT, strerror(ENOENT), path)
        self.errno, self.strerror, self.filename = ENOENT, strerror(ENOENT), path

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"

    def __reduce__(self) -> tuple[type["MissingFile"], tuple[str]]:
        return type(self), (self.filename,)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth telling about a record: a broken rule, or a leniency that was used.

    Attributes:
        code: kebab-case name of the kind of finding, fixed for scripts.
        message: one sentence for people, with the rule and its numbers.
        violation: True for a broken rule, False for a note.
        ply: number of the ply, from 1; None where the whole record is meant.
        number: move number as printed in score sheets, from 1.
        side: name of the side that moved, such as ``"white"``.
        text: the text concerned, as written.
        line: line in the source, from 1.
        column: column in that line, from 1. Before a finding is placed in a file it is
            the column within ``text``.
        suggestions: texts of legal moves that the writer may have meant, best first.
    """

    code: str
    message: str
    violation: bool = False
    ply: int | None = None
    number: int | None = None
    side: str | None = None
    text: str | None = None
    line: int | None = None
    column: int | None = None
    suggestions: tuple[str, ...] = ()

    def at(self, **place: Any) -> "Finding":
        """Return the finding with some of its fields replaced."""
        return replace(self, **place)

    def to_json(self) -> dict[str, Any]:
        """Return the finding as the JSON object of the documented interface."""
        if self.violation:
            return {
                "ply": self.ply,
                "number": self.number,
                "side": self.side,
                "text": self.text,
                "code": self.code,
                "message": self.message,
                "line": self.line,
                "column": self.column,
                "suggestions": list(self.suggestions),
            }
        note: dict[str, Any] = {"line": self.line, "column": self.column}
        if self.ply is not None:
            note["ply"] = self.ply
        return note | {"code": self.code, "message": self.message}


def note(code: str, message: str, column: int | None = None) -> Finding:
    """Return a finding that breaks no rule; ``column`` counts from 1 within the move text."""
    return Finding(code, message, column=column)


def violation(code: str, message: str, column: int | None = None) -> Finding:
    """Return a finding that breaks a rule; ``column`` counts from 1 within the move text."""
    return Finding(code, message, violation=True, column=column)
