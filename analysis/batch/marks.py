"""Results, and the points from which a batch that was broken off can go on."""

import os
from dataclasses import dataclass
from typing import Generic

from analysis.batch.work import Value
from notation import LudographError
from records.sources.decode import Stream


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A point that a batch has come to, from which it can go on.

    Attributes:
        stream: number of the source, from 0.
        path: its name.
        size: bytes of the file that it is in; -1 where there is none.
        changed: when that was last changed, in nanoseconds.
        piece: number of the last piece that is done.
        games: games of the source that are done.
        ended: whether the source is done.
    """

    stream: int
    path: str
    size: int
    changed: int
    piece: int
    games: int
    ended: bool


@dataclass(frozen=True, slots=True)
class TaskResult(Generic[Value]):
    """A result.

    Attributes:
        value: what the task returned.
        mark: the point that is reached with it; None in the middle of a text that is read in one.
    """

    value: Value
    mark: Checkpoint | None


class SourceChanged(LudographError):
    """A source that is not what it was when the batch to be resumed was broken off."""


def identity(stream: Stream) -> tuple[int, int]:
    """Return the size of the file that a stream is in and when it was last changed."""
    try:
        found = os.stat(stream.file.name) if stream.file else None
    except OSError:
        found = None
    return (found.st_size, found.st_mtime_ns) if found else (-1, 0)
