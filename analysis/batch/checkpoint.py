"""Checkpoints: points in the sources from which an interrupted batch can continue."""

import os
from dataclasses import dataclass

from notation import LudographError
from records.sources.decode import Stream


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A point from which an interrupted batch can continue.

    Attributes:
        stream: number of the source, from 0.
        path: its name.
        size: bytes of the file that it is in; -1 where there is none.
        changed: when that file was last changed, in nanoseconds since the epoch.
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


class SourceChanged(LudographError, RuntimeError):
    """A source that has changed since the interrupted batch read it."""


def identity(stream: Stream) -> tuple[int, int]:
    """Return the size of the file that a stream is in and when it was last changed."""
    try:
        found = os.stat(stream.file.name) if stream.file else None
    except OSError:
        found = None
    return (found.st_size, found.st_mtime_ns) if found else (-1, 0)
