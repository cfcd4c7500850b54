"""The session of a text that is edited in a browser. A server or a worker of the page answers.

Requests have a name and parameters, and answers are JSON objects (`TextSession.answers`). Places in
them are lines from 0 and offsets in UTF-16 units, as in a text field.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from analysis.batch import InputOptions
from analysis.editing.document import LARGEST, Document, PlacedGame, ShownFinding, shown_findings
from analysis.editing.fixing import fix_text
from analysis.editing.history import TextHistory
from analysis.editing.lines import PlySpan, WrittenLines
from analysis.editing.repairs import SECONDS, NoRepair, ProposedRepair, edit_words, proposals
from analysis.games import GAMES, title_of
from analysis.pages.transcribe.place import Caret, Json, end_json, place_json
from analysis.pages.transcribe.sheets import (
    DONE,
    PrintedPly,
    Reader,
    Scan,
    is_possible,
    matched,
)
from notation import LudographError
from notation.numbers import plural
from notation.printing import visible
from records.model import JsonObject

SHOWN_SUGGESTIONS = 6
"""Maximum number of suggestions that are shown for a finding."""

LISTED = 6
"""Maximum number of edits that are listed for a repair."""

DIGITS = 9
"""Maximum number of digits of a number in a request."""

READS = ("state", "place")
"""The requests that change nothing."""

Asked = Mapping[str, object]
"""The parameters of a request: from JSON, or texts from an address."""

_UNBEGUN = {"empty-file", "no-moves"}
"""Codes of findings that every new text has, and which are not shown."""


class InvalidRequest(LudographError):
    """A request that the page never makes."""


class UnusableText(LudographError):
    """A file that cannot be edited, or a text that cannot be saved."""


PutPly = tuple[int, int, str, Collection[str], float]
"""A ply that a repair changes: game, index, new text, alternatives, and the confidence in the new
text."""


class FoundRepair(NamedTuple):
    """A repair found by `TextSession.seek`.

    Attributes:
        said: the repair as text, or the reason why there is none.
        text: the text with the repair; None where there is none.
        plies: the plies that it changes; empty if it inserts or removes plies.
    """

    said: str
    text: str | None = None
    plies: Sequence[PutPly] = ()


class TextSession:
    """The session of a text under edit.

    Args:
        name: the name of the text, whose ending may decide its format.
        text: the text at the beginning.
        reading: how its games are read and played.
        scans: the scans that it is typed from.

    Attributes:
        revision: the number of the current text, increased at each change.
        scans: the scans.
    """

    def __init__(
        self, name: str, text: str, reading: InputOptions, scans: Sequence[Scan] = ()
    ) -> None:
        self.revision = 0
        self._name, self._history, self._reading = name, TextHistory(text), reading
        self._document = Document(name, WrittenLines(text), 0, reading)
        self._repaired: dict[tuple[int, int], tuple[str, list[str], float]] = {}
        self._take_scans(scans)

    def _take_scans(self, scans: Sequence[Scan]) -> None:
        """Replace the scans; the new ones are not read yet."""
        self.scans, self._sure = tuple(scans), set[int]()
        self._reader = Reader(scans, self._reading)
        self.__dict__.pop("_numbers", None)

    @property
    def answers(self) -> dict[str, Callable[[Asked], Json]]:
        """Name of a request -> function of the parameters that returns the answer.

        Raises:
            LudographError: the parameters are invalid, or the request cannot be answered.
        """
        return {
            "state": lambda _: self.state(),
            "place": lambda asked: self.place(_caret(asked)),
            "edit": lambda asked: self.edit(
                whole(asked, "revision"), _text(asked), asked.get("typed") is True
            ),
            "undo": lambda _: self.undo(True),
            "redo": lambda _: self.undo(False),
            "mend": lambda _: self.mend(),
            "repair": lambda asked: self.repair(whole(asked, "line")),
            "confirm": lambda asked: self.confirm(whole(asked, "line"), whole(asked, "units")),
            "printed": lambda asked: self.printed_at(
                whole(asked, "page"), whole(asked, "x"), whole(asked, "y")
            ),
        }

    def state(self) -> Json:
        """Return the data with which a page starts."""
        begun = {
            "name": visible(self._name),
            "scans": [visible(scan.path.name) for scan in self.scans],
            "notes": [],
            "kinds": [[name, title_of(name)] for name in GAMES],
        }
        return self._answer() | begun | self._whole_text()

    def _whole_text(self) -> Json:
        return {"text": self._text, "end": end_json(self._document)}

    def edit(self, revision: int, text: str, is_typed: bool) -> Json:
        """Replace the text by the text of the page.

        Args:
            revision: the revision that the page has changed.
            text: the text.
            is_typed: whether it was typed character by character.

        Raises:
            UnusableText: the text is too long.
        """
        if revision != self.revision:
            return {"stale": True, "text": self._text, "revision": self.revision}
        if len(text) > LARGEST:
            raise UnusableText(f"more than {LARGEST:,} characters are not edited here")
        self._change(text, is_typed)
        return self._answer()

    def undo(self, back: bool) -> Json:
        """Undo a step, or redo it."""
        changed = self._history.move(-1 if back else 1)
        if changed is None:
            return self._answer()
        self._keep()
        stop = _word_end(self._text, changed.stop)
        lines = self._text[:stop].split("\n")
        caret = [len(lines) - 1, self._document.lines.units(len(lines) - 1, len(lines[-1]))]
        return self._answer() | {"text": self._text, "caret": caret}

    def mend(self) -> Json:
        """Apply all automatic fixes; see `analysis.editing.fixing`."""
        fixed = fix_text(self._text, self._document.path, self._reading)
        self._change(fixed.text, False)
        return self._answer() | {"text": self._text, "mended": len(fixed.fixes)}

    def repair(self, line: int) -> Json:
        """Apply the likeliest repair of the game at a line; changed plies become uncertain."""
        return self.adopt(self.seek(line))

    def seek(self, line: int, seconds: float = SECONDS) -> "FoundRepair":
        """Return the likeliest repair of the game at a line, which `adopt` can apply.

        Args:
            line: index of the line, from 0.
            seconds: processor time for the search.
        """
        game = self._document.game_at(line)
        evidence, settled = self._known_of(game) if game else ({}, ())
        try:
            repair, *_ = proposals(self._document, game, evidence, settled, seconds)
        except NoRepair as error:
            return FoundRepair(str(error))
        text = self._document.lines.changed(repair.edits).written
        plies = list(_put_plies(game, repair)) if game else ()
        return FoundRepair(_repair_words(repair), text, plies)

    def adopt(self, repair: "FoundRepair") -> Json:
        """Apply a repair that `seek` has found; changed plies become uncertain."""
        if repair.text is not None:
            self._change(repair.text, False)
            for number, at, text, others, confidence in repair.plies:
                self._repaired[number, at] = text, list(others), confidence
        return self._answer() | {"text": self._text, "said": repair.said}

    def _known_of(self, game: PlacedGame) -> tuple[dict[int, JsonObject], Collection[int]]:
        """Return the readings of a game's plies, by index, and the indices of confirmed plies."""
        known = {index: number for one, index, _, number in self._matched() if one is game}
        plies, moves = self._reader.plies, game.replay.record.moves
        evidence = {
            index: plies[number].evidence
            for index, number in known.items()
            if plies[number].text == moves[index]
        }
        return evidence, [index for index, number in known.items() if number in self._sure]

    def confirm(self, line: int, units: int) -> Json:
        """Mark the ply at a line, from 0, and a UTF-16 offset in it as confirmed."""
        column = self._document.lines.column(line, units)
        for _, _, span, number in self._matched():
            if span.line == line and span.start <= column <= span.stop:
                self._sure.add(number)
        for game in self._games:
            index = game.ply_at(line, column)
            if index is not None:
                self._repaired.pop((game.number, index), None)
        return self._answer()

    def place(self, caret: Caret) -> Json:
        """Return the board and the moves for a caret position, and the place on the scan."""
        found = place_json(self._document, caret)
        return found | {"revision": self.revision, "print": self._print_at(caret)}

    @property
    def _text(self) -> str:
        return self._history.text

    @property
    def _games(self) -> list[PlacedGame]:
        return [game for game in self._document.games if game.number]

    def _change(self, text: str, is_typed: bool) -> None:
        if text != self._text:
            self._history.add(text, is_typed)
            self._keep()

    def _keep(self) -> None:
        """Store the changed text as a new revision."""
        self.revision += 1
        self._document = self._document.changed(WrittenLines(self._text), self.revision)
        self.__dict__.pop("_numbers", None)

    def _status(self) -> Json:
        """Return the state of saving, and of reading the scans."""
        return {
            "revision": self.revision,
            "unsaved": "",
            "conflict": False,
            "reading": self._reader.state,
            "why": visible(self._reader.why),
            "printed": any(ply.box for ply in self._reader.plies),
        }

    def _answer(self) -> Json:
        """Return the state of the text: saving, undo and redo, findings, uncertain plies."""
        return self._status() | {
            "undo": self._history.can_undo,
            "redo": self._history.can_redo,
            "findings": [
                self._finding_json(one)
                for one in shown_findings(self._document)
                if one.finding is None or one.finding.code not in _UNBEGUN
            ],
            "unsure": sorted(self._unsure(), key=itemgetter("share")),
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
            "shares": [round(100 * one) for one in finding.shares] if finding else [],
            "replace": self._span_json(shown.ply) if shown.ply else None,
        }

    def _span_json(self, span: PlySpan) -> list[int]:
        units = self._document.lines.units
        return [span.line, units(span.line, span.start), units(span.line, span.stop)]

    def _unsure(self) -> Iterator[Json]:
        """Yield the plies that are uncertain in the scan or after a repair, and not confirmed."""
        for game, index, span, number in self._matched():
            ply = self._reader.plies[number]
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
        for game in self._games:
            placed = zip(game.spans, game.replay.record.moves, strict=True)
            for index, (where, text) in enumerate(placed):
                new, others, sure = self._repaired.get((game.number, index), ("", [], 1.0))
                if where is not None and text == new:
                    shown = others[: SHOWN_SUGGESTIONS + 1]
                    yield self._doubt_json(where, shown, sure) | {"repaired": True}

    def _doubt_json(self, span: PlySpan, choices: Sequence[str], share: float) -> Json:
        """Return an uncertain ply as JSON: its span, its alternatives, and its probability."""
        listed = list(map(visible, choices))
        return {"where": self._span_json(span), "choices": listed, "share": round(100 * share)}

    @cached_property
    def _numbers(self) -> list[int | None]:
        """For each ply of all games, the index of the ply on the scan; None if it is not there."""
        moves = list(chain.from_iterable(game.replay.record.moves for game in self._games))
        return matched(self._reader.plies, moves) if self._reader.state == DONE else []

    def _matched(self) -> Iterator[tuple[PlacedGame, int, PlySpan, int]]:
        """Yield the plies found on the scan: game, index, span, and index on the scan."""
        plies = ((game, index) for game in self._games for index in range(len(game.spans)))
        for (game, index), number in zip(plies, self._numbers, strict=False):
            span = game.spans[index]
            if span is not None and number is not None:
                yield game, index, span, number

    def printed_at(self, page: int, x: int, y: int) -> Json:
        """Return the span of the ply at a pixel of a scan (index from 0); None if there is none."""
        for _, _, span, number in self._matched():
            ply = self._reader.plies[number]
            left, top, right, bottom = ply.box or (0, 0, 0, 0)
            if ply.page == page and left <= x <= right and top <= y <= bottom:
                return {"where": self._span_json(span)}
        return {"where": None}

    def _print_at(self, caret: Caret) -> Json | None:
        """Return boxes on the scan: of the ply at the caret, and of its row; None if unknown."""
        column = self._document.lines.column(caret.line, caret.units)
        before = [number for _, _, span, number in self._matched()
                  if (span.line, span.start) <= (caret.line, column)]  # fmt: skip
        plies = self._reader.plies
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


def _put_plies(game: PlacedGame, repair: ProposedRepair) -> Iterator[PutPly]:
    old, new = game.replay.record.moves, repair.solution.moves
    edits = {edit.ply - 1: edit for edit in repair.solution.edits}
    for at, (written, put) in enumerate(zip(old, new, strict=False)):
        if len(old) == len(new) and written != put:
            edit = edits.get(at)
            ways = [one.meant for one in edit.ways if one.kind == edit.kind] if edit else []
            others = [one for one in dict.fromkeys((written, *ways)) if one != put]
            sure = edit.confidence if edit else repair.solution.confidence
            yield game.number, at, put, others, sure


def _repair_words(repair: ProposedRepair) -> str:
    edits = plural(len(repair.solution.edits), "edit")
    sure = f"the repair is right with a probability of {repair.solution.confidence:.0%}"
    listed = edit_words(repair.solution, LISTED)
    return visible(f"{edits}, and {sure}: compare with the sheet. {listed}.")


def _word_end(text: str, place: int) -> int:
    """Return the end of the word at a place; between words, the place itself."""
    if place and not text[place - 1].isspace():
        while place < len(text) and not text[place].isspace():
            place += 1
    return place


def whole(asked: Asked, name: str) -> int:
    """Return a parameter of a request as a whole number.

    Raises:
        InvalidRequest: the parameter is missing or not a number.
    """
    found = asked.get(name)
    text = found if isinstance(found, str) else repr(found)
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise InvalidRequest(f"{name} is not a number: {found!r:.40}")
    return int(text)


def _text(asked: Asked) -> str:
    text = asked.get("text")
    if not isinstance(text, str):
        raise InvalidRequest("a text is missing")
    return text


def _caret(asked: Asked) -> Caret:
    flags = (bool(asked.get(name)) for name in ("flip", "other"))
    return Caret(whole(asked, "line"), whole(asked, "units"), *flags)
