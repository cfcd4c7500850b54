"""Interactive repair: games, questions about them, and a journal of the answers.

The journal has a line for each answer. Lines are only appended, but the file may be edited by hand.
A damaged line is reported as a finding, and stays in the file.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from analysis.batch import InputOptions
from analysis.cli.answers import KINDS, SKIP, Draft, Question
from analysis.cli.asking import (
    BACK,
    COMMANDS,
    HELP,
    QUIT,
    UnusableAnswer,
    answer_to,
    help_lines,
    question_lines,
)
from analysis.cli.printer import INDENT, Printer
from analysis.cli.progress import waiting
from analysis.cli.terminal import echo
from analysis.repair.edits import VARIANT
from analysis.repair.result import Edit, Repair
from analysis.replay.setup import AS_RECORDED
from notation.findings import violation
from records import Record

PROMPT = "Number, move, k, s, b, q, or ? for help"

LEFT_AS_IT_IS, OPEN = "left as it is", "with open questions"
"""Reasons why a game is not mended: it was skipped, or the session ended too early."""

Repairer = Callable[[Record, frozenset[int]], Repair]
"""Repairs a record, given the indices of plies that are known to be right."""

DAMAGED = "journal"
"""Code of the finding on a line of a journal that is not a usable answer."""

TAKEN_BACK = "back"
"""Kind of the line that revokes the previous answer on the same game."""


class JournalLine(NamedTuple):
    """An answer in a journal.

    Attributes:
        number: the number of its line.
        answer: the answer.
        standing: the text that the answer replaced; None if the line does not state it.
    """

    number: int
    answer: Edit
    standing: str | None


class Journal:
    """A journal file of answers; a file that does not exist is an empty journal.

    Args:
        path: the file.
        printer: prints errors in its lines.

    Attributes:
        complained: number of errors in its lines.
        count: number of usable answers.
        added: number of answers added since the file was read.

    Raises:
        OSError: the file cannot be read.
    """

    def __init__(self, path: Path, printer: Printer) -> None:
        self.path, self._printer = path, printer
        self.added = self.complained = 0
        self._of_game = defaultdict[str, list[JournalLine]](list)
        content = path.read_bytes() if path.exists() else b""
        self._is_whole = content.endswith(b"\n") or not content
        for number, raw in enumerate(content.splitlines(), start=1):
            text = raw.decode("utf-8-sig", "backslashreplace")
            try:
                game, line = _read(number, text)
            except ValueError as error:
                if text.strip():
                    self._complain(number, str(error))
                continue
            if line.answer.kind == TAKEN_BACK:
                del self._of_game[game][-1:]
            else:
                self._of_game[game].append(line)
        self._unread = set(self._of_game)
        self.count = sum(map(len, self._of_game.values()))

    def _complain(self, number: int, why: str) -> None:
        finding = violation(DAMAGED, f"this answer is left out: {why}").at(line=number)
        self._printer.findings(str(self.path), [finding])
        self.complained += 1

    def given(self, record: Record) -> list[JournalLine]:
        """Return the answers about a game, in the order of the file."""
        self._unread.discard(name_of(record))
        return self._of_game[name_of(record)]

    def refuse(self, line: JournalLine, why: str) -> None:
        """Ignore an answer that does not fit its game; keep its line in the file."""
        self._complain(line.number, why)
        self.count -= 1

    def add(self, record: Record, answer: Edit) -> None:
        """Append an answer to the file."""
        self._write(record, answer)
        self.added, self.count = self.added + 1, self.count + 1

    def take_back(self, record: Record) -> None:
        """Revoke the last answer on a game."""
        self._write(record, Edit(1, TAKEN_BACK, "", ""))
        self.count -= 1

    def _write(self, record: Record, answer: Edit) -> None:
        entry = {"game": name_of(record), "ply": answer.ply, "kind": answer.kind}
        if answer.kind not in (SKIP, VARIANT, TAKEN_BACK):
            entry["from"] = answer.written
        # File names may have bytes that are not text; they are written as JSON escapes.
        line = json.dumps(entry | {"to": answer.meant}, ensure_ascii=False)
        data = line.encode(errors="backslashreplace")
        with self.path.open("ab") as out:
            out.write((b"" if self._is_whole else b"\n") + data + b"\n")
        self._is_whole = True

    def unused(self) -> int:
        """Return the number of answers about games for which `given` was never called."""
        return sum(len(self._of_game[game]) for game in self._unread)


def name_of(record: Record) -> str:
    """Return the name of a game in journals: its source and number."""
    return f"{record.source.path}#{record.source.game}"


def _read(number: int, text: str) -> tuple[str, JournalLine]:
    """Return the name of the game and the answer in a line.

    Raises:
        ValueError: the line is damaged; the message gives the reason.
    """
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
            raise ValueError(f"{key!r} is {entry.get(key)!r}, but must be a text")
    ply = entry.get("ply")
    if not isinstance(ply, int) or isinstance(ply, bool) or ply < 1:
        raise ValueError(f"'ply' is {ply!r}, but must be a number from 1")
    if entry["kind"] not in (*KINDS, TAKEN_BACK):
        raise ValueError(f"there is no kind {entry['kind']!r}; there are {', '.join(KINDS)}")
    answer = Edit(ply, entry["kind"], entry.get("from", ""), entry["to"])
    return entry["game"], JournalLine(number, answer, entry.get("from"))


class Discussed(NamedTuple):
    """A game after its questions.

    Attributes:
        done: the repair of the game after its answers; a failed repair of the game as written if
            the user skipped the game or quit.
        answers: number of answers.
        asked: False if the session ended with open questions.
    """

    done: Repair
    answers: int = 0
    asked: bool = True


class RepairSession:
    """Asks questions about games, one game after the other.

    Args:
        repairer: repairs a game.
        journal: the answers given so far.
        printer: prints errors in answers.
        reading: options for reading and playing games.
        crop: returns the path of a picture of the ply with an index, from 0; empty if it has none.
    """

    def __init__(
        self,
        repairer: Repairer,
        journal: Journal,
        printer: Printer,
        reading: InputOptions,
        crop: Callable[[Record, int], str] | None = None,
    ) -> None:
        self._repairer, self._crop = repairer, crop
        self._journal, self._printer = journal, printer
        self._reading, self._over = reading, False
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="backslashreplace")

    def discuss(self, record: Record) -> Discussed:
        """Ask questions about a game until it is legal, or until the user skips it or quits."""
        drafts = [Draft(record, self._reading.variant, self._reading.as_recorded)]
        kind = ""
        for line in self._journal.given(record):
            if why := drafts[-1].objection(line.answer, line.standing):
                self._journal.refuse(line, why)
                continue
            drafts.append(drafts[-1].after(line.answer))
            kind = line.answer.kind
        known: list[Repair | None] = [None] * len(drafts)
        """The repairs found for each draft, so that going back needs no new search."""
        while kind != SKIP and not (self._over and not drafts[-1].replay().valid):
            found = known[-1] = known[-1] or self._search(drafts[-1])
            question = None if found.valid else Question.about(drafts[-1], found)
            if question is None:
                return Discussed(_ended(record, found), len(drafts) - 1)
            reply = self._ask(question, len(drafts) > 1)
            if isinstance(reply, Edit):
                self._journal.add(record, reply)
                drafts.append(drafts[-1].after(reply))
                known.append(None)
                kind = reply.kind
            elif reply == BACK:
                self._journal.take_back(record)
                del drafts[-1], known[-1]
            else:
                self._over = True
        why = LEFT_AS_IT_IS if kind == SKIP else OPEN
        done = Repair(record, valid=False, reached=0, reason=why)
        return Discussed(done, len(drafts) - 1, why != OPEN)

    def _search(self, draft: Draft) -> Repair:
        with waiting("searching for repairs ..."):
            return self._repairer(draft.record, draft.settled)

    def _ask(self, question: Question, has_answers: bool) -> Edit | str:
        """Print a question; return a usable answer, `QUIT`, or `BACK` if there are answers."""
        echo("")
        self._print(question_lines(question))
        if self._crop and (path := self._crop(question.draft.record, question.index)):
            self._print([f"  its picture: {path}"])
        usual = "1" if question.ways else ""
        while True:
            text = self._read(usual)
            key = QUIT if text is None else COMMANDS.get(text.lower())
            if key == QUIT or (key == BACK and has_answers):
                return key
            if key == BACK:
                echo(f"Earlier answers can be changed only in {self._journal.path}.")
            elif key == HELP:
                self._print(help_lines(question))
            elif text:
                try:
                    answer, remark = answer_to(text, question)
                except UnusableAnswer as error:
                    self._printer.paragraph("Not used: ", f"{error}.")
                    continue
                if remark:
                    self._printer.paragraph(INDENT, remark)
                return answer

    def _read(self, usual: str) -> str | None:
        """Return the typed line, or ``usual`` if it is empty; None at the end of the input."""
        try:
            text = input(f"{PROMPT}{f' [{usual}]' if usual else ''}: ")
        except EOFError:
            echo("")
            return None
        if not sys.stdin.isatty():
            echo(text)  # A terminal echoes what is typed.
        return text.strip() or usual

    def _print(self, lines: Iterable[str]) -> None:
        """Print lines; those that are not part of a board are wrapped."""
        for line in lines:
            indent = line[: len(line) - len(line.lstrip())]
            if len(line) > self._printer.width:
                self._printer.paragraph(indent, line.strip())
            else:
                echo(line)


def _ended(record: Record, found: Repair) -> Repair:
    """Return the final repair of a game; if it failed, with the record as it was read."""
    if not (found.valid or found.playable):
        return replace(found, record=record)
    current = found.record
    if AS_RECORDED not in record.tags and not found.accepted:
        tags = {name: one for name, one in current.tags.items() if name != AS_RECORDED}
        found = replace(found, record=replace(current, tags=tags))
    return found
