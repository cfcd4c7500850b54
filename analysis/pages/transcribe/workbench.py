"""The workbench: a text under edit, saved at each change, with the scans that it is typed from."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from urllib.parse import quote

from analysis.batch import InputOptions
from analysis.editing.document import PlacedGame
from analysis.editing.history import TextHistory
from analysis.editing.lines import PlySpan
from analysis.editing.place import Caret, Json
from analysis.editing.session import Asked, TextSession, UnusableText, whole
from analysis.pages.transcribe.saved import SavedText
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
from records.target import rights_of

_FOREIGN = "another program has changed the file"


class Workbench(TextSession):
    """A text under edit.

    Args:
        path: the file that it is saved to.
        scans: the scans that it is typed from.
        reading: how its games are read and played.

    Attributes:
        scans: the scans.
        notes: what was noticed while it was opened, a sentence each.

    Raises:
        UnusableText: the file is no text that can be edited.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: str, scans: Sequence[Scan], reading: InputOptions) -> None:
        self._saved = SavedText(path)
        place, text = self._saved.beside, self._saved.text
        journal = place.with_name(f"{place.name}.undo.jsonl")
        history = TextHistory(journal, text, rights_of(place), is_new=self._saved.is_new)
        super().__init__(quote(place.name), history, reading)
        self.scans, self._is_saved = tuple(scans), True
        self._reader, self._sure = Reader(scans, reading), set[int]()
        self._waits = not self._text.strip()
        self.notes: list[str] = []
        if history.is_foreign:
            self.notes.append("A file of another kind has the name of the journal: no steps of "
                              "an earlier session can be undone.")  # fmt: skip
        if history.is_restored:
            self._saved.write(self._text)
            self.notes.append("What was typed last, and not saved, came back from the journal.")

    @property
    def answers(self) -> dict[str, Callable[[Asked], Json]]:
        """What can be asked, by name; each takes the parameters."""
        return super().answers | {
            "news": lambda asked: self.news(
                whole(asked, "revision"), str(asked.get("reading", ""))
            ),
            "printed": lambda asked: self.printed_at(
                whole(asked, "page"), whole(asked, "x"), whole(asked, "y")
            ),
            "resolve": lambda asked: self.resolve(asked.get("keep") is True),
        }

    def start(self) -> None:
        """Begin to read the scans; without any, begin the text with what is known of the games."""
        self._reader.start()
        self._take_recognised()

    def close(self) -> None:
        """End the work; what is saved needs no journal any more."""
        if self._is_saved:
            self._history.remove()

    @property
    def name(self) -> str:
        """The name of the file."""
        return Path(self._saved.path).name

    @property
    def why(self) -> str:
        """Why nothing is read from a scan; empty where something is."""
        return self._reader.why

    def state(self) -> Json:
        """Return all that a page needs to begin."""
        self._take_recognised()
        pages = [visible(scan.path.name) for scan in self.scans]
        name = visible(self._saved.path)
        return super().state() | {"name": name, "scans": pages, "notes": self.notes}

    def news(self, revision: int, reading: str) -> Json:
        """Return what has changed without the page: the file, or what was read from the scan.

        Args:
            revision: the text that the page shows.
            reading: the state of the recognition that it shows.
        """
        self._take_recognised()
        if not self._is_saved:
            self._save()
        if (revision, reading) == (self.revision, self._reader.state):
            return self._status()
        return self._answer() | self._whole_text()

    def _known_of(self, game: PlacedGame) -> tuple[dict[int, JsonObject], Collection[int]]:
        """Return what the scans say of the plies of a game, and which of them are confirmed."""
        known = {index: number for one, index, _, number in self._matched() if one is game}
        plies, moves = self._reader.found.plies, game.replay.record.moves
        evidence = {
            index: plies[number].evidence
            for index, number in known.items()
            if plies[number].text == moves[index]
        }
        return evidence, [index for index, number in known.items() if number in self._sure]

    def resolve(self, keep: bool) -> Json:
        """Overwrite what another program has written, or take it over as a step.

        Args:
            keep: whether the text of the page is kept.
        """
        if keep:
            self._saved.forget()
            self._save()
        else:
            text = self._saved.reread()
            self._is_saved = True
            self._change(text, False)
        return self._answer() | {"text": self._text}

    def confirm(self, line: int, units: int) -> Json:
        """Take a ply for right as it stands."""
        column = self._document.lines.column(line, units)
        for span, number in self._printed():
            if span.line == line and span.start <= column <= span.stop:
                self._sure.add(number)
        return super().confirm(line, units)

    def place(self, caret: Caret) -> Json:
        """Return what is shown for a place of the text."""
        return super().place(caret) | {"print": self._print_at(caret)}

    def _keep(self) -> None:
        """Take over the text that stands now, and save it."""
        super()._keep()
        self._is_saved, self._waits = False, False
        self.__dict__.pop("_numbers", None)
        self._save()

    def _save(self) -> None:
        """Save the text, unless another program has changed the file."""
        if self._saved.changed():
            self._unsaved = _FOREIGN
            return
        try:
            self._saved.write(self._text)
            self._is_saved, self._unsaved = True, ""
        except (OSError, UnusableText) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self._unsaved = str(why)

    def _take_recognised(self) -> None:
        """Begin with what was recognised, once that is known, unless something is typed."""
        if self._waits and self._reader.state == DONE:
            self._change(self._reader.found.text, False)
        elif self._waits and self._reader.why:
            self._begin_text()

    def _begin_text(self) -> None:
        """Begin with the tags of what is known of the games; without a game with nothing."""
        self._waits = False
        known = {"Game": self._reading.game, "Variant": self._reading.variant,
                 "Dialect": self._reading.dialect}  # fmt: skip
        if self._reading.game:
            tags = "".join(f'[{name} "{value}"]\n' for name, value in known.items() if value)
            self._change(f"{tags}\n1. ", False)

    def _status(self) -> Json:
        changed = self._saved.changed()
        return super()._status() | {
            "unsaved": _FOREIGN if changed else visible(self._unsaved),
            "conflict": changed,
            "removed": changed and not self._saved.beside.exists(),
            "reading": self._reader.state,
            "why": visible(self._reader.why),
            "printed": any(ply.box for ply in self._reader.found.plies),
        }

    @cached_property
    def _numbers(self) -> list[int | None]:
        """For each ply of all games which ply of the print it is."""
        moves = list(chain.from_iterable(game.replay.record.moves for game in self._games))
        return matched(self._reader.found.plies, moves) if self._reader.state == DONE else []

    def _printed(self) -> Iterator[tuple[PlySpan, int]]:
        """Yield where the plies that stand on the scan are written, and which they are."""
        for _, _, span, number in self._matched():
            yield span, number

    def _matched(self) -> Iterator[tuple[PlacedGame, int, PlySpan, int]]:
        """Yield the plies that stand on the scan: game, index, place, and which ply of the scan."""
        plies = ((game, index) for game in self._games for index in range(len(game.spans)))
        for (game, index), number in zip(plies, self._numbers, strict=False):
            span = game.spans[index]
            if span is not None and number is not None:
                yield game, index, span, number

    def _unsure(self) -> Iterator[Json]:
        """Yield the plies that may be others, as recognised or as a repair has put them."""
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
                yield {"where": self._span_json(span), "choices": list(map(visible, choices))}
        yield from super()._unsure()

    def printed_at(self, page: int, x: int, y: int) -> Json:
        """Return where in the text the ply is that stands at a point of a scan; None for none."""
        for span, number in self._printed():
            ply = self._reader.found.plies[number]
            left, top, right, bottom = ply.box or (0, 0, 0, 0)
            if ply.page == page and left <= x <= right and top <= y <= bottom:
                return {"where": self._span_json(span)}
        return {"where": None}

    def _print_at(self, caret: Caret) -> Json | None:
        """Return where on the scan the ply at a place stands, and its row; None if not known."""
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
    """Whether a ply of the print stands in the row of another."""
    if ply.page != other.page or ply.box is None or other.box is None:
        return False
    middle = (other.box[1] + other.box[3]) / 2
    return ply.box[1] <= middle <= ply.box[3]
