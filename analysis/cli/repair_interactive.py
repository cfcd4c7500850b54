"""Repairing a game hand in hand with whoever has the original: what is asked, and what is kept.

Every answer is written to a journal as soon as it is given, so that an interrupted sitting is gone
on with where it stopped. The journal is a file of JSON lines, one for each answer.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from analysis.diagrams import text as diagram
from analysis.repair.apply import applied
from analysis.repair.edits import COLUMNS, EXCHANGED, MISSING, RESULT, WRONG
from analysis.repair.result import VARIANT, Edit, Repair
from analysis.replay.replay import replay
from records import Record

SKIP = "skip"
"""The answer that leaves a game as it is."""

Repairer = Callable[[Record, frozenset[int]], Repair]
"""Repairs a record, some plies of which are known to be right."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to one question.

    Attributes:
        ply: number of the ply asked about, as the edit has it.
        kind: kind of edit, or `SKIP`.
        meant: what should stand there.
    """

    ply: int
    kind: str
    meant: str

    def settles(self, settled: frozenset[int]) -> frozenset[int]:
        """Return the indices of plies known to be right once the answer has been carried out."""
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
                told = json.loads(line)
                answer = Answer(int(told["ply"]), str(told["kind"]), str(told["to"]))
                self._given[str(told["game"])].append(answer)

    def given(self, record: Record) -> list[Answer]:
        """Return the answers given on a game, in order."""
        return self._given[_name(record)]

    def add(self, record: Record, answer: Answer) -> None:
        """Keep an answer."""
        told: dict[str, Any] = {"game": _name(record), "ply": answer.ply}
        told |= {"kind": answer.kind, "to": answer.meant}
        with self.path.open("a", encoding="utf-8", newline="\n") as out:
            out.write(json.dumps(told, ensure_ascii=False) + "\n")
        self._given[_name(record)].append(answer)


def _name(record: Record) -> str:
    return f"{record.source.path}#{record.source.game}"


def discuss(record: Record, repairer: Repairer, journal: Journal) -> Repair:
    """Ask about a broken game until it is legal, or there is nothing more to propose.

    Returns:
        The last repair: of the record with all answers carried out. It is valid if all is well.
    """
    current, settled, skipped = record, frozenset[int](), False
    for answer in journal.given(record):
        skipped = skipped or answer.kind == SKIP
        current, settled = _carried_out(current, settled, answer)
    while True:
        found = repairer(current, settled)
        if skipped and not found.valid:
            return Repair(current, valid=False, reached=found.reached, reason="left as it is")
        if found.valid or not found.edits:
            return found
        given = _asked(current, found)
        journal.add(record, given)
        skipped = given.kind == SKIP
        current, settled = _carried_out(current, settled, given)


def _carried_out(
    record: Record, settled: frozenset[int], answer: Answer
) -> tuple[Record, frozenset[int]]:
    if answer.kind == SKIP:
        return record, settled
    done = applied(record, answer.kind, answer.ply, answer.meant)
    return done, answer.settles(settled)


def _asked(record: Record, found: Repair) -> Answer:
    """Put a question about the first edit that is proposed, and return the answer."""
    edit = found.edits[0]
    for line in _question(record, found, edit):
        click.echo(line)
    ways = [(edit.kind, edit.meant), *((one.kind, one.meant) for one in edit.alternatives)]
    while True:
        said = click.prompt("Number, a move, or s to skip the game", default="1").strip()
        if said == "s":
            return Answer(edit.ply, SKIP, "")
        if said.isdecimal() and 1 <= int(said) <= len(ways):
            return Answer(edit.ply, *ways[int(said) - 1])
        if said and not said.isdecimal():
            return Answer(edit.ply, WRONG, said)
        click.echo(f"There are {len(ways)} ways to choose from.")


def _question(record: Record, found: Repair, edit: Edit) -> Iterator[str]:
    yield ""
    yield from _board(record, edit.ply)
    written = repr(edit.written) if edit.written else "nothing"
    yield f"{record.source}, ply {edit.ply}: written is {written}"
    yield f"  1  {edit.sentence()} ({edit.confidence:.0%})"
    for number, one in enumerate(edit.alternatives, start=2):
        other = Edit(edit.ply, one.kind, edit.written, one.meant, 0.0, one.confidence)
        yield f"  {number}  {other.sentence()} ({one.confidence:.0%})"


def _board(record: Record, ply: int) -> list[str]:
    """Return the diagram of the position before a ply, as far as it can be reached."""
    verdict = replay(record)
    position = verdict.start
    for played in verdict.plies():
        if played.index >= ply:
            break
        position = played.after
    if position is None:
        return []
    labels = verdict.dialect.label_style if verdict.dialect else "letters"
    return diagram(position, labels=labels).splitlines()
