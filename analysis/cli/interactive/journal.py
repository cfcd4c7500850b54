"""The journal of answers: a line for each answer, which may be edited by hand.

Damaged lines are findings, and are kept in the file unchanged.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analysis.editing.answers import KINDS, Answer
from analysis.editing.history import LineJournal
from notation.findings import Finding, violation
from records import Record

DAMAGED = "journal"
"""Code of the finding on a line of a journal that is no usable answer."""

LONGEST = 120
"""Characters of a damaged line that its finding shows."""


@dataclass(slots=True)
class JournalLine:
    """A line of a journal; ``game`` is empty, and ``answer`` None, for a damaged one."""

    raw: bytes
    game: str = ""
    answer: Answer | None = None
    used: bool = False


class Journal:
    """A journal file of answers; one that does not exist is empty.

    Attributes:
        findings: errors in its lines that have not been printed.
        complained: number of findings printed.
        added: number of answers added since it was read.
    """

    def __init__(self, path: Path) -> None:
        """Read a journal; one that does not exist is empty.

        Raises:
            OSError: the file cannot be read.
        """
        self.path = path
        self.findings: list[Finding] = []
        self._lines: list[JournalLine] = []
        self._of_game: defaultdict[str, list[JournalLine]] = defaultdict(list)
        self.added = self.complained = 0
        self._file = LineJournal(path)
        for number, raw in enumerate(self._file.lines, start=1):
            self._take(raw, number)

    def _take(self, raw: bytes, number: int) -> None:
        line = JournalLine(raw)
        try:
            if raw.strip():
                line.game, line.answer = _read(raw.decode("utf-8-sig"))
        except ValueError as error:
            self._complain(number, raw.decode(errors="backslashreplace"), str(error))
        self._append(line)

    def _append(self, line: JournalLine) -> None:
        self._lines.append(line)
        if line.answer:
            self._of_game[line.game].append(line)

    def _complain(self, number: int, text: str, why: str) -> None:
        finding = violation(DAMAGED, f"this answer is left out: {why}")
        self.findings.append(finding.at(line=number, text=text[:LONGEST]))

    def given(self, record: Record) -> Iterator[JournalLine]:
        """Yield the journal lines with answers on a game, in order."""
        for line in self._of_game[name_of(record)]:
            line.used = True
            yield line

    def refuse(self, line: JournalLine, why: str) -> None:
        """Reject an answer that does not fit its game; its line is kept in the file."""
        number = next(at for at, one in enumerate(self._lines, start=1) if one is line)
        self._complain(number, line.raw.decode(errors="backslashreplace"), why)
        self._of_game[line.game].remove(line)

    def add(self, record: Record, answer: Answer) -> JournalLine:
        """Append an answer to the file, and return its line."""
        entry: dict[str, object] = {
            "game": name_of(record),
            "ply": answer.ply,
            "kind": answer.kind,
            **({} if answer.standing is None else {"from": answer.standing}),
            "to": answer.meant,
        }
        line = JournalLine(self._file.add(entry), name_of(record), answer, used=True)
        self.added += 1
        self._append(line)
        return line

    def take_back(self, record: Record) -> None:
        """Remove the last answer on a game from the file."""
        last = self._of_game[name_of(record)].pop()
        self._lines = [line for line in self._lines if line is not last]
        self._file.rewrite(line.raw for line in self._lines)

    @property
    def count(self) -> int:
        """Number of the answers."""
        return sum(map(len, self._of_game.values()))

    def unused(self) -> int:
        """Return the number of answers about games that were not read."""
        return sum(line.answer is not None and not line.used for line in self._lines)


def name_of(record: Record) -> str:
    """Return the name of a game in journals: its source and number."""
    return f"{record.source.path}#{record.source.game}"


def _read(text: str) -> tuple[str, Answer]:
    """Return the game and the answer of a line; a `ValueError` describes what is wrong with it."""
    try:
        entry = json.loads(text)
    except ValueError:
        raise ValueError("the line is not JSON") from None
    except RecursionError:
        raise ValueError("the line is nested too deeply") from None
    if not isinstance(entry, dict):
        raise ValueError("the line is not a JSON object")
    for key in ("game", "kind", "to", "from"):
        if not isinstance(entry.get(key, "" if key == "from" else None), str):
            raise ValueError(f"{key!r} is {entry.get(key)!r}, and has to be a text")
    ply = entry.get("ply")
    if not isinstance(ply, int) or isinstance(ply, bool) or ply < 1:
        raise ValueError(f"'ply' is {ply!r}, and has to be a number from 1")
    if entry["kind"] not in KINDS:
        raise ValueError(f"there is no kind {entry['kind']!r}; there are {', '.join(KINDS)}")
    return entry["game"], Answer(ply, entry["kind"], entry["to"], entry.get("from"))
