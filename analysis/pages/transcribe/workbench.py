"""The workbench: a text under edit, saved at each change, with its findings and its scan."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from urllib.parse import quote

from analysis.batch import InputOptions
from analysis.games import GAMES, title_of
from analysis.language_server.editing.document import LARGEST, Document, PlacedGame
from analysis.language_server.editing.findings import ShownFinding, shown_findings
from analysis.language_server.editing.fixing import fix_text
from analysis.language_server.editing.lines import WrittenLines
from analysis.language_server.editing.places import PlySpan
from analysis.pages.transcribe.history import TextHistory
from analysis.pages.transcribe.place import Caret, Json, end_json, place_json
from analysis.pages.transcribe.repairing import proposed
from analysis.pages.transcribe.saved import SavedText, UnusableText
from analysis.pages.transcribe.sheets import (
    DONE,
    PrintedPly,
    Reader,
    Scan,
    is_possible,
    matched,
)
from notation.printing import visible
from records.target import rights_of

_FOREIGN = "another program has changed the file"

_UNBEGUN = {"empty-file", "no-moves"}
"""Codes of what is wrong with any text that is only begun."""

SHOWN_SUGGESTIONS = 6
"""Suggestions of a finding that are shown."""


class Workbench:
    """A text under edit.

    Args:
        path: the file that it is saved to.
        scans: the scans that it is typed from.
        reading: how its games are read and played.

    Attributes:
        scans: the scans.
        revision: the number of the text, one more at each change.
        notes: what was noticed while it was opened, a sentence each.

    Raises:
        UnusableText: the file is no text that can be edited.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: str, scans: Sequence[Scan], reading: InputOptions) -> None:
        self.scans, self.revision = tuple(scans), 0
        self.notes: list[str] = []
        self._reading, self._saved = reading, SavedText(path)
        place, text = self._saved.beside, self._saved.text
        journal = place.with_name(f"{place.name}.undo.jsonl")
        self._history = TextHistory(journal, text, rights_of(place), is_new=self._saved.is_new)
        self._is_saved, self._unsaved = True, ""
        if self._history.is_foreign:
            self.notes.append("A file of another kind has the name of the journal: no steps of "
                              "an earlier session can be undone.")  # fmt: skip
        if self._history.is_restored:
            self._saved.write(self._text)
            self.notes.append("What was typed last, and not saved, came back from the journal.")
        self._document = Document(quote(place.name), WrittenLines(self._text), 0, reading)
        self._reader, self._sure = Reader(scans, reading), set[int]()
        self._put: dict[tuple[int, int], tuple[str, str]] = {}
        self._waits = not self._text.strip()

    @property
    def _text(self) -> str:
        return self._history.text

    def start(self) -> None:
        """Begin to read the scans; without any, begin the text with what is known of the games."""
        self._reader.start()
        self._take_recognised()

    def close(self) -> None:
        """End the work; what is saved needs no journal any more."""
        self._history.close(remove=self._is_saved)

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
        return self._answer() | {"name": visible(self._saved.path), "scans": pages,
                                 "notes": self.notes, "text": self._text,
                                 "end": end_json(self._document),
                                 "kinds": [[name, title_of(name)] for name in GAMES]}  # fmt: skip

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
        return self._answer() | {"text": self._text, "end": end_json(self._document)}

    def edit(self, revision: int, text: str, is_typed: bool) -> Json:
        """Take over a text from the page.

        Args:
            revision: that of the text which the page has changed.
            text: the text.
            is_typed: whether it was typed character by character.
        """
        if revision != self.revision:
            return {"stale": True, "text": self._text, "revision": self.revision}
        if len(text) > LARGEST:
            raise UnusableText(f"more than {LARGEST:,} characters are not edited here")
        self._change(text, is_typed)
        return self._answer()

    def undo(self, back: bool) -> Json:
        """Undo a step, or make again what was undone."""
        with self._journalling():
            changed = self._history.move(-1 if back else 1)
        if changed is None:
            return self._answer()
        self._keep()
        text = self._text
        stop = _word_end(text, changed.stop)
        lines = text[:stop].split("\n")
        caret = [len(lines) - 1, self._document.lines.units(len(lines) - 1, len(lines[-1]))]
        return self._answer() | {"text": text, "caret": caret}

    def mend(self) -> Json:
        """Mend all that is certain."""
        fixed = fix_text(self._text, self._document.path, self._reading)
        if fixed.text != self._text:
            self._change(fixed.text, False)
        return self._answer() | {"text": self._text, "mended": len(fixed.fixes)}

    def repair(self, line: int) -> Json:
        """Put the likeliest repair of the game on a line into the text, its plies as unsure."""
        game = self._document.game_at(line)
        if game is None:
            return self._answer() | {"text": self._text, "said": "There is no game here."}
        known = {
            index: number for one, index, _, number in self._matched() if one is game
        }  # fmt: skip
        plies = self._reader.found.plies
        moves = game.replay.record.moves
        evidence = {
            index: plies[number].evidence
            for index, number in known.items()
            if plies[number].text == moves[index]
        }
        settled = [index for index, number in known.items() if number in self._sure]
        found = proposed(self._document, game, evidence, settled)
        if found.lines is not None:
            self._change("\n".join(found.lines), False)
            self._put |= {(game.number, index): both for index, both in found.put.items()}
        return self._answer() | {"text": self._text, "said": found.said}

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
        """Take a ply for surely recognised."""
        column = self._document.lines.column(line, units)
        for span, number in self._printed():
            if span.line == line and span.start <= column <= span.stop:
                self._sure.add(number)
        for game in self._games:
            index = game.ply_at(line, column)
            if index is not None:
                self._put.pop((game.number, index), None)
        return self._answer()

    def place(self, caret: Caret) -> Json:
        """Return what is shown for a place of the text."""
        found = place_json(self._document, caret) | {"revision": self.revision}
        return found | {"print": self._print_at(caret)}

    def _change(self, text: str, is_typed: bool) -> None:
        if text != self._text:
            with self._journalling():
                self._history.add(text, is_typed)
            self._keep()

    @contextmanager
    def _journalling(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._unsaved = f"the journal cannot be written: {error.strerror}"

    def _keep(self) -> None:
        """Take over the text that stands now, and save it."""
        self._is_saved, self._waits = False, False
        self.revision += 1
        self._document = self._document.changed(WrittenLines(self._text), self.revision)
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
        return {
            "revision": self.revision,
            "unsaved": _FOREIGN if changed else visible(self._unsaved),
            "conflict": changed,
            "removed": changed and not self._saved.beside.exists(),
            "reading": self._reader.state,
            "why": visible(self._reader.why),
            "printed": any(ply.box for ply in self._reader.found.plies),
        }

    def _answer(self) -> Json:
        """Return what is known of the text."""
        return self._status() | {
            "undo": self._history.can_undo,
            "redo": self._history.can_redo,
            "findings": [
                self._finding_json(one)
                for one in shown_findings(self._document)
                if one.finding is None or one.finding.code not in _UNBEGUN
            ],
            "unsure": [*self._unsure(), *self._repaired()],
            "games": sum(bool(game.number) for game in self._document.games),
        }

    def _finding_json(self, shown: ShownFinding) -> Json:
        finding = shown.finding
        suggestions = finding.suggestions[:SHOWN_SUGGESTIONS] if finding and shown.ply else ()
        return {
            "where": self._span_json(shown.span) if shown.span else None,
            "message": shown.message,
            "code": finding.code if finding else "",
            "wrong": finding is None or finding.violation,
            "suggestions": list(suggestions),
            "replace": self._span_json(shown.ply) if shown.ply else None,
        }

    def _span_json(self, span: PlySpan) -> list[int]:
        units = self._document.lines.units
        return [span.line, units(span.line, span.start), units(span.line, span.stop)]

    @property
    def _games(self) -> list[PlacedGame]:
        return [game for game in self._document.games if game.number]

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

    def _repaired(self) -> Iterator[Json]:
        """Yield the plies that stand as a repair has put them."""
        for game in self._games:
            for index, (span, text) in enumerate(
                zip(game.spans, game.replay.record.moves, strict=True)
            ):
                new, old = self._put.get((game.number, index), ("", ""))
                if span is not None and text == new:
                    where = self._span_json(span)
                    yield {"where": where, "choices": [visible(old)], "repaired": True}

    def _unsure(self) -> Iterator[Json]:
        """Yield the plies that stand as they were recognised, and may be others."""
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


def _word_end(text: str, place: int) -> int:
    """Return where the word ends in which a place lies, or the place between words."""
    if place and not text[place - 1].isspace():
        while place < len(text) and not text[place].isspace():
            place += 1
    return place


def _in_row(ply: PrintedPly, other: PrintedPly) -> bool:
    """Whether a ply of the print stands in the row of another."""
    if ply.page != other.page or ply.box is None or other.box is None:
        return False
    middle = (other.box[1] + other.box[3]) / 2
    return ply.box[1] <= middle <= ply.box[3]
