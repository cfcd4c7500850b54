"""The exceptions that the project raises on purpose, all of them drawn here.

Every one is a `LudographError`, so a ``ValueError``, and besides what a caller expects who does not
know the project (in brackets). A test compares the drawing with the classes::

    LudographError (ValueError)
    ├── UnreadableMove                       no dialect can read the text
    ├── UnwritableMove                       a dialect cannot express the move
    ├── IllegalMove                          the move may not be played here
    ├── AmbiguousMove                        several legal moves fit the text
    ├── InvalidPosition                      a position string or diagram of no position
    ├── InvalidVariant                       a variant string of no rules
    ├── UnknownName (LookupError)            a game, dialect, format, bundled game ...
    │   └── NoSuchGroup                      a word to group by
    ├── MissingFile (FileNotFoundError)      a path that does not exist
    ├── UnreadableFile (OSError)             a file that cannot be opened or is no text
    ├── TooLong (OSError)                    a file that unpacks to more than the limit
    ├── UnreadableCommand                    a command of a site's log
    ├── CannotWrite                          a format cannot hold the record
    ├── InvalidCondition                     a condition for selecting games
    ├── InvalidSlipModel                     a file of slips and their costs
    ├── InvalidOpeningNames                  a file of names of openings
    ├── NoScoreSheet (LookupError)           a game without matches
    ├── NothingToPlot                        records without what the plot shows
    ├── OccupiedFolder (FileExistsError)     a folder that holds something else
    ├── InUse (BlockingIOError)              an output that another run writes
    ├── SourceChanged (RuntimeError)         a source changed since the interrupted run
    ├── WorkerLost (RuntimeError)            a worker process ended before its work
    ├── NoCluster (ConnectionError)          a Dask cluster that cannot be used
    └── FileNotShared (FileNotFoundError)    a file that a worker of the cluster lacks
"""

from errno import ENOENT
from os import strerror

from notation.findings import Finding


class LudographError(ValueError):
    """The root of the exceptions that the project raises on purpose."""


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
    """A move that a dialect cannot express, or not without leaving out what matters."""


class IllegalMove(LudographError):
    """A move that breaks a rule in the position it was played in.

    Attributes:
        finding: the rule that it breaks.
    """

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


class UnknownName(LudographError, LookupError):
    """A name that stands for nothing; the message lists the names that there are."""


class MissingFile(LudographError, FileNotFoundError):
    """A path that does not exist.

    Attributes:
        filename: the path.
    """

    def __init__(self, path: str) -> None:
        FileNotFoundError.__init__(self, ENOENT, strerror(ENOENT), path)
        self.errno, self.strerror, self.filename = ENOENT, strerror(ENOENT), path

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"

    def __reduce__(self) -> tuple[type["MissingFile"], tuple[str]]:
        return type(self), (self.filename,)
