"""Interactive repair: questions, answers, and the journal of answers.

Every answer is written to a journal as soon as it is given, so that an interrupted session
continues where it stopped. The journal is a file of JSON lines, one an answer.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from analysis.cli.terminal import echo
from analysis.diagrams import text as diagram
from analysis.repair.apply import applied
from analysis.repair.edits import COLUMNS, EXCHANGED, MISSING, RESULT, VARIANT, WRONG
from analysis.repair.result import Edit, Repair
from analysis.replay.replay import replay
from records import Record

SKIP = "skip"
"""The kind of an answer that leaves a game unchanged."""

Repairer = Callable[[Record, frozenset[int]], Repair]
"""Repairs a record; the indices are those of plies known to be right."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    Attributes:
        ply: number of the ply, as in the edit.
        kind: kind of edit, or `SKIP`.
        meant: the text that was meant.
    """

    ply: int
    kind: str
    meant: str

    def settles(self, settled: frozenset[int]) -> frozenset[int]:
        """Return the indices of the plies known to be right after this answer is applied."""
        if self.kind in (RESULT, VARIANT, SKIP):
            return settled
        at = self.ply - 1
        if self.kind == COLUMNS:
            return frozenset(one for one in settled if one < at)
        if self.kind in (WRONG, EXCHANGED):
            return settled | {at}
        shift = 1 if self.kind == MISSING else -1
        moved = {one + shift if one >= at else one for one in settled}
        return frozenset(moved | {at} if self.kind == MISSING else moved)


class Journal:
    """The answers given so far, by game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._given: defaultdict[str, list[Answer]] = defaultdict(list)
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                answer = Answer(int(entry["ply"]), str(entry["kind"]), str(entry["to"]))
                self._given[str(entry["game"])].append(answer)

    def given(self, record: Record) -> list[Answer]:
        """Return the answers given on a game, in order."""
        return self._given[_name(record)]

    def add(self, record: Record, answer: Answer) -> None:
        """Append an answer to the file."""
        entry = {"game": _name(record), "ply": answer.ply, "kind": answer.kind, "to": answer.meant}
        with self.path.open("a", encoding="utf-8", newline="\n") as out:
            out.write(json.dumps(entry, ensure_ascii=False) + "\n")
        self._given[_name(record)].append(answer)


def _name(record: Record) -> str:
    return f"{record.source.path}#{record.source.game}"


def discuss(record: Record, repairer: Repairer, journal: Journal) -> Repair:
    """Ask about a broken game until it is legal, or no edit is left to propose.

    Returns:
        The repair of the record with all answers applied; valid if the game is legal now.
    """
    current, settled, skipped = record, frozenset[int](), False
    for answer in journal.given(record):
        skipped = skipped or answer.kind == SKIP
        current, settled = _applied(current, settled, answer)
    while True:
        found = repairer(current, settled)
        if skipped and not found.valid:
            return Repair(current, valid=False, reached=found.reached, reason="left as it is")
        if found.valid or not found.edits:
            return found
        given = _asked(current, found)
        journal.add(record, given)
        skipped = given.kind == SKIP
        current, settled = _applied(current, settled, given)


def _applied(
    record: Record, settled: frozenset[int], answer: Answer
) -> tuple[Record, frozenset[int]]:
    if answer.kind == SKIP:
        return record, settled
    done = applied(record, answer.kind, answer.ply, answer.meant)
    return done, answer.settles(settled)


def _asked(record: Record, found: Repair) -> Answer:
    """Ask about the first edit and return the answer."""
    edit = found.edits[0]
    for line in _question(record, found, edit):
        echo(line)
    ways = [(edit.kind, edit.meant), *((one.kind, one.meant) for one in edit.alternatives)]
    while True:
        text = click.prompt("Number, a move, or s to skip the game", default="1").strip()
        if text == "s":
            return Answer(edit.ply, SKIP, "")
        if text.isdecimal() and 1 <= int(text) <= len(ways):
            return Answer(edit.ply, *ways[int(text) - 1])
        if text and not text.isdecimal():
            return Answer(edit.ply, WRONG, text)
        echo(f"There are {len(ways)} ways to choose from.")


def _question(record: Record, found: Repair, edit: Edit) -> Iterator[str]:
    yield ""
    yield from _board(record, edit.ply, bool(found.accepted))
    written = repr(edit.written) if edit.written else "nothing"
    yield f"{record.source}, ply {edit.ply}: written is {written}"
    yield f"  1  {edit.sentence()} ({edit.confidence:.0%})"
    for number, one in enumerate(edit.alternatives, start=2):
        other = Edit(edit.ply, one.kind, edit.written, one.meant, 0.0, one.confidence)
        yield f"  {number}  {other.sentence()} ({one.confidence:.0%})"


def _board(record: Record, ply: int, as_recorded: bool) -> list[str]:
    """Return the diagram of the position before a ply, or of the last one that is reached."""
    verdict = replay(record, as_recorded=as_recorded)
    position = verdict.start
    for played in verdict.plies():
        if played.index >= ply:
            break
        position = played.after
    if position is None:
        return []
    labels = verdict.dialect.label_style if verdict.dialect else "letters"
    return diagram(position, labels=labels).splitlines()
