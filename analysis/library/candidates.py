"""The games of a library that may reach a position, for commands to which it is a source."""

import os
from collections.abc import Iterator
from contextlib import ExitStack

from analysis.batch.work import InputOptions, LeftOut, Shortlist
from analysis.library.library import Library
from analysis.library.search import Query, search
from analysis.select.position import TargetPosition
from notation import LudographError
from records import Record
from records.format import Format
from records.library import named_errors
from records.sources.decode import Stream


class IndexedSources:
    """Libraries among sources: of those, only games that may reach a position are read.

    Args:
        target: the position.
        reading: how the sources are read.
    """

    def __init__(self, target: TargetPosition, reading: InputOptions) -> None:
        self._target, self._reading = target, reading
        self._paths: list[str] = []

    def candidates(self, stream: Stream, form: Format) -> Shortlist | None:
        """Return the games of a source that may reach the position; None to read them all.

        These are the games of which the index knows it, and those that were not played to their
        end: played in other ways, they may come further.
        """
        path = stream.path
        if form.name != "library" or not os.path.exists(path) or self._is_read_otherwise:
            return None
        with ExitStack() as stack:
            try:
                library = stack.enter_context(Library(path))
                found = {hit.number for hit in search(library, Query(targets=(self._target,)))}
                numbers = sorted(found | set(library.unfinished()))
                left_out = _left_out(library, numbers)
            except (LudographError, OSError):
                return None  # reading all of it names what is wrong
            opened = stack.pop_all()
        if not left_out.games:
            opened.close()
            return None
        self._paths.append(path)
        return Shortlist(self._records(library, numbers, opened), left_out)

    @property
    def _is_read_otherwise(self) -> bool:
        """Whether the records are read with assumptions that can change their positions."""
        reading = self._reading
        return not (reading.variant is reading.dialect is None) or (
            reading.game not in (None, self._target.game)
        )

    def _records(self, library: Library, numbers: list[int], opened: ExitStack) -> Iterator[Record]:
        with opened:
            yield from library.records(numbers, self._reading.assumptions)

    def tags(self) -> set[str]:
        """Return the names of all tags in the libraries."""
        found = set[str]()
        for path in self._paths:
            with Library(path) as library, named_errors(path):
                found |= library.terms.tags()
        return found


def _left_out(library: Library, numbers: list[int]) -> LeftOut:
    """Return what all games but some have."""
    games, plies, moves = library.totals()
    some = [game for _, game in library.games(numbers)]
    return LeftOut(
        games - len(some),
        plies - sum(one.played for one in some),
        moves - sum(one.moves for one in some),
    )
