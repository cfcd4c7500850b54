"""A session with scans: the recognised plies are matched with the plies of the text."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain

from analysis.batch import InputOptions
from analysis.editing.document import PlacedGame
from analysis.editing.history import TextHistory
from analysis.editing.lines import PlySpan
from analysis.editing.place import Caret, Json
from analysis.editing.session import Asked, TextSession, whole
from analysis.pages.transcribe.sheets import (
    DONE,
    PrintedPly,
    Reader,
    Scan,
    is_possible,
    matched,
)
from notation.printing import visible
from records.model import JsonObject


class ScanSession(TextSession):
    """The session of a text that is typed from scans.

    Args:
        name: the name of the text, whose ending may decide its format.
        history: the history of the text.
        reading: how its games are read and played.
        scans: the scans.

    Attributes:
        scans: the scans.
    """

    def __init__(
        self, name: str, history: TextHistory, reading: InputOptions, scans: Sequence[Scan] = ()
    ) -> None:
        super().__init__(name, history, reading)
        self._take_scans(scans)

    def _take_scans(self, scans: Sequence[Scan]) -> None:
        """Replace the scans by others, which have not been read yet."""
        self.scans, self._sure = tuple(scans), set[int]()
        self._reader = Reader(scans, self._reading)
        self.__dict__.pop("_numbers", None)

    @property
    def answers(self) -> dict[str, Callable[[Asked], Json]]:
        """The functions that answer requests, by name; each takes the parameters."""
        return super().answers | {
            "printed": lambda asked: self.printed_at(
                whole(asked, "page"), whole(asked, "x"), whole(asked, "y")
            ),
        }

    def state(self) -> Json:
        """Return the data that a page needs to begin."""
        return super().state() | {"scans": [visible(scan.path.name) for scan in self.scans]}

    def _status(self) -> Json:
        return super()._status() | {
            "reading": self._reader.state,
            "why": visible(self._reader.why),
            "printed": any(ply.box for ply in self._reader.found.plies),
        }

    def _keep(self) -> None:
        """Store the changed text as a new revision."""
        super()._keep()
        self.__dict__.pop("_numbers", None)

    def _known_of(self, game: PlacedGame) -> tuple[dict[int, JsonObject], Collection[int]]:
        """Return the scan's evidence for a game's plies, and the indices of confirmed ones."""
        known = {index: number for one, index, _, number in self._matched() if one is game}
        plies, moves = self._reader.found.plies, game.replay.record.moves
        evidence = {
            index: plies[number].evidence
            for index, number in known.items()
            if plies[number].text == moves[index]
        }
        return evidence, [index for index, number in known.items() if number in self._sure]

    def confirm(self, line: int, units: int) -> Json:
        """Mark a ply as confirmed."""
        column = self._document.lines.column(line, units)
        for span, number in self._printed():
            if span.line == line and span.start <= column <= span.stop:
                self._sure.add(number)
        return super().confirm(line, units)

    def place(self, caret: Caret) -> Json:
        """Return the board and the moves for a caret position, and the place on the scan."""
        return super().place(caret) | {"print": self._print_at(caret)}

    @cached_property
    def _numbers(self) -> list[int | None]:
        """For each ply of all games, the index of its ply on the scan; None if it has none."""
        moves = list(chain.from_iterable(game.replay.record.moves for game in self._games))
        return matched(self._reader.found.plies, moves) if self._reader.state == DONE else []

    def _printed(self) -> Iterator[tuple[PlySpan, int]]:
        """Yield the spans of the plies that were found on the scan, with their indices there."""
        for _, _, span, number in self._matched():
            yield span, number

    def _matched(self) -> Iterator[tuple[PlacedGame, int, PlySpan, int]]:
        """Yield the plies found on the scan: game, index, span, and index on the scan."""
        plies = ((game, index) for game in self._games for index in range(len(game.spans)))
        for (game, index), number in zip(plies, self._numbers, strict=False):
            span = game.spans[index]
            if span is not None and number is not None:
                yield game, index, span, number

    def _unsure(self) -> Iterator[Json]:
        """Yield the uncertain plies, as recognised or as changed by a repair."""
        for game, index, span, number in self._matched():
            ply = self._reader.found.plies[number]
            line = self._document.lines[span.line]
            as_read = line[span.start : span.stop] == ply.text
            if not (ply.unsure and as_read) or number in self._sure:
                continue
            choices = ply.choices
            if before := game.position_before(index):
                dialect = game.replay.dialect
                choices = tuple(one for one in choices if is_possible(before, dialect, one))
            if choices or index >= len(game.plies):
                yield self._doubt_json(span, choices, ply.share)
        yield from super()._unsure()

    def printed_at(self, page: int, x: int, y: int) -> Json:
        """Return the span of the ply at a point of a scan; None if there is none."""
        for span, number in self._printed():
            ply = self._reader.found.plies[number]
            left, top, right, bottom = ply.box or (0, 0, 0, 0)
            if ply.page == page and left <= x <= right and top <= y <= bottom:
                return {"where": self._span_json(span)}
        return {"where": None}

    def _print_at(self, caret: Caret) -> Json | None:
        """Return the box on the scan of the ply at the caret, and its row; None if unknown."""
        column = self._document.lines.column(caret.line, caret.units)
        before = [number for span, number in self._printed()
                  if (span.line, span.start) <= (caret.line, column)]  # fmt: skip
        plies = self._reader.found.plies
        ply = plies[before[-1]] if before else None
        if ply is None or ply.box is None:
            return None
        row = [one.box for one in plies if one.box and _in_row(ply, one)]
        left, top = (min(box[edge] for box in row) for edge in (0, 1))
        right, bottom = (max(box[edge] for box in row) for edge in (2, 3))
        return {"page": ply.page, "box": list(ply.box), "row": [left, top, right, bottom]}


def _in_row(ply: PrintedPly, other: PrintedPly) -> bool:
    """Whether a ply on the scan is in the row of another one."""
    if ply.page != other.page or ply.box is None or other.box is None:
        return False
    middle = (other.box[1] + other.box[3]) / 2
    return ply.box[1] <= middle <= ply.box[3]
