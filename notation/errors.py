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

from errno import ENOENT
from os import strerror

from notation.findings import Finding as Finding
from notation.findings import note as note  # until every floor asks notation.findings
from notation.findings import violation as violation


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

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[Finding]]:
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
