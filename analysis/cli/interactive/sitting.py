"""Sittings: games, the questions about them, and the answers, each saved as it is given."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from analysis.cli.interactive.journal import Journal
from analysis.cli.interactive.question import help_lines, question_lines
from analysis.cli.interactive.typed import BACK, HELP, KEYS, QUIT, Typed, UnusableAnswer, answer_to
from analysis.cli.printer import INDENT, Printer
from analysis.cli.progress import waiting
from analysis.cli.terminal import echo
from analysis.editing.answers import SKIP, Answer, Draft, Question
from analysis.repair.result import Repair
from analysis.replay.setup import AS_RECORDED
from records import Record

PROMPT = "Number, move, k, s, b, q, or ? for help"

HELD = 500
"""Games after the last one with an answer that are kept back, so that the answer can be changed."""

LEFT_AS_IT_IS, OPEN = "left as it is", "with open questions"
"""Why a game is not mended: it was skipped; the sitting was over before all was asked."""

Repairer = Callable[[Record, frozenset[int]], Repair]
"""Repairs a record; the indices are those of plies known to be right."""

Show = Callable[[Repair, int], None]
"""Prints the verdict on a game, and after how many answers."""


class _Command(Enum):
    """A command typed in place of an answer."""

    BACK = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Discussed:
    """A game after its questions.

    Attributes:
        record: the game as written.
        done: its repair, with the answers applied; that of the game as written if it is not legal
            yet.
        answers: number of answers.
        asked: whether its questions were asked before the sitting ended.
    """

    record: Record
    done: Repair
    answers: int
    asked: bool = True


class Sitting:
    """Asks questions about games, one game after the other.

    Args:
        repairer: repairs a game.
        journal: the answers given so far.
        printer: prints errors in answers.
        variant, as_recorded: how games are played, as in `InputOptions`.
        crop: returns the path of the picture of a ply, an empty text if there is none.
    """

    def __init__(
        self,
        repairer: Repairer,
        journal: Journal,
        printer: Printer,
        variant: str | None = None,
        as_recorded: bool = False,
        crop: Callable[[Record, int], str] | None = None,
    ) -> None:
        self._repairer = repairer
        self._journal = journal
        self._printer = printer
        self._variant = variant
        self._as_recorded = as_recorded
        self._crop = crop
        self._over = False
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="backslashreplace")

    def over(self, records: Iterable[Record], show: Show) -> Iterator[Discussed]:
        """Yield games after their questions, and call ``show`` with the verdict on each.

        A game is yielded once the next one has an answer; until then its own answers can be
        changed.
        """
        held: list[Discussed] = []
        for record in records:
            todo = deque([record])
            while todo:
                one = todo.popleft()
                back = next((at for at in range(len(held)) if held[at].answers), None)
                found = self._discuss(one, back is not None)
                if found is None and back is not None:
                    again = [game.record for game in held[back:]]
                    self._journal.take_back(again[0])
                    todo.extendleft(reversed([*again, one]))
                    del held[back:]
                elif found is not None:
                    show(found.done, found.answers)
                    if found.answers or len(held) >= HELD:
                        yield from held
                        held = []
                    held.append(found)
        yield from held

    def _discuss(self, record: Record, earlier: bool) -> Discussed | None:
        """Ask about a game until it is legal or left; return None to go back to the game before.

        ``earlier``: whether there are answers on games before it.
        """
        answers = self._given(record)
        known: dict[int, Repair] = {}
        while True:
            draft = self._draft(record, answers)
            if answers and answers[-1].kind == SKIP:
                return self._left(record, len(answers), LEFT_AS_IT_IS)
            if self._over and not (answers and draft.replay().valid):
                return self._unasked(record, len(answers))
            found = known.get(len(answers)) or self._search(draft)
            known[len(answers)] = found
            question = None if found.valid else Question.about(draft, found)
            if question is None:
                return self._ended(record, found, len(answers))
            reply = self._ask(question, earlier or bool(answers))
            if reply is _Command.QUIT:
                self._over = True
            elif reply is _Command.BACK:
                if not answers:
                    return None
                answers.pop()
                self._journal.take_back(record)
            elif isinstance(reply, Answer):
                self._journal.add(record, reply)
                answers.append(reply)
                known = {at: one for at, one in known.items() if at < len(answers)}

    def _given(self, record: Record) -> list[Answer]:
        """Return the answers in the journal that fit a game; print why the others do not fit."""
        draft, usable = self._draft(record, []), list[Answer]()
        for line in list(self._journal.given(record)):
            if line.answer is None:
                continue
            if why := draft.objection(line.answer):
                self._journal.refuse(line, why)
                continue
            usable.append(line.answer)
            draft = draft.after(line.answer)
        self.complain()
        return usable

    def complain(self) -> None:
        """Print the errors in the journal that have not been printed yet."""
        self._printer.findings(str(self._journal.path), self._journal.findings)
        self._journal.complained += len(self._journal.findings)
        self._journal.findings.clear()

    def _draft(self, record: Record, answers: Iterable[Answer]) -> Draft:
        draft = Draft(record, self._variant, self._as_recorded)
        for answer in answers:
            draft = draft.after(answer)
        return draft

    def _search(self, draft: Draft) -> Repair:
        with waiting("looking for what was meant ..."):
            return self._repairer(draft.record, draft.settled)

    def _left(self, record: Record, answers: int, why: str) -> Discussed:
        done = Repair(record, valid=False, reached=0, reason=why)
        return Discussed(record, done, answers, why != OPEN)

    def _unasked(self, record: Record, answers: int) -> Discussed:
        """Return a game that comes after the end of the sitting, as written."""
        if not answers and self._draft(record, ()).replay().valid:
            return Discussed(record, Repair(record, valid=True, reached=len(record.moves)), 0)
        return self._left(record, answers, OPEN)

    def _ended(self, record: Record, found: Repair, answers: int) -> Discussed:
        """Return a game about which nothing is left to ask."""
        if not (found.valid or found.playable):
            return Discussed(record, replace(found, record=record), answers)
        current = found.record
        if AS_RECORDED not in record.tags and not found.accepted:
            tags = {name: one for name, one in current.tags.items() if name != AS_RECORDED}
            found = replace(found, record=replace(current, tags=tags))
        return Discussed(record, found, answers)

    def _ask(self, question: Question, earlier: bool) -> Answer | _Command:
        """Print a question; return the first usable answer, or a command typed in its place."""
        echo("")
        self._print(question_lines(question))
        if self._crop and (path := self._crop(question.draft.record, question.index)):
            self._print([f"  its picture: {path}"])
        usual = "1" if question.ways else ""
        while True:
            text = self._read(usual)
            if text is None:
                return _Command.QUIT
            key = KEYS.get(text.lower())
            if key == QUIT:
                return _Command.QUIT
            if key == BACK and earlier:
                return _Command.BACK
            if key == BACK:
                echo(f"No answer before this can be changed here, only in {self._journal.path}.")
            elif key == HELP:
                self._print(help_lines(question))
            elif text and (typed := self._usable(text, question)):
                if typed.remark:
                    self._printer.paragraph(INDENT, typed.remark)
                return typed.answer

    def _usable(self, text: str, question: Question) -> Typed | None:
        """Return the typed answer; print the reason if it cannot be used."""
        ways = [(one.kind, one.meant) for one in question.ways]
        try:
            return answer_to(text, question.draft, question.edit, ways)
        except UnusableAnswer as error:
            self._printer.paragraph("Not used: ", f"{error}.")
            return None

    def _read(self, usual: str) -> str | None:
        """Return a typed line, ``usual`` for an empty one; None at the end of the input."""
        try:
            text = input(f"{PROMPT}{f' [{usual}]' if usual else ''}: ")
        except EOFError:
            echo("")
            return None
        if not sys.stdin.isatty():
            echo(text)  # A terminal shows what is typed.
        return text.strip() or usual

    def _print(self, lines: Iterable[str]) -> None:
        """Print lines; those that are not part of a board are wrapped."""
        for line in lines:
            indent = line[: len(line) - len(line.lstrip())]
            if len(line) > self._printer.width:
                self._printer.paragraph(indent, line.strip())
            else:
                echo(line)
