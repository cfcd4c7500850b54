"""Interactive repair: the questions, the use of answers, and that no answer is lost."""

import builtins
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import records
from analysis.cli import cli
from analysis.cli.answers import KEPT, Draft, Question
from analysis.cli.asking import question_lines
from analysis.cli.interactive import Journal
from analysis.cli.printer import Printer
from analysis.repair.edits import EXCHANGED, MISSING, OVERLOOKED, SPLIT, SUPERFLUOUS, WRONG
from analysis.repair.repair import repair
from analysis.repair.result import Edit, Repair, Solution
from records import Record
from records.model import Source
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION, rows

SLIP = "classic:epaminondas-slip"

PROMPT = "Number, move"

HEAD = '[Game "epaminondas"]\n[Variant "standard"]\n\n'

JOURNAL = "out.jsonl.answers.jsonl"

GOOD = list(DEMONSTRATION[:8])

DRAFT = Draft(Record(tuple(GOOD), "epaminondas", "standard", "abbott"))


def with_slips(*slips: tuple[int, str]) -> str:
    """Return a game with these texts in place of some plies."""
    moves = dict(slips)
    texts = [moves.get(ply, text) for ply, text in enumerate(GOOD, start=1)]
    return f"{HEAD}{rows(texts)}*\n\n"


KNOWN: dict[object, Repair] = {}
"""Repairs found by tests before, which ask about the same games again and again."""


def searched_once(record: Record, **options: Any) -> Repair:
    """Return the repair of a game, cached across tests."""
    key = record.moves, record.start, tuple(sorted(options.items()))
    if key not in KNOWN:
        KNOWN[key] = repair(record, **options)
    return replace(KNOWN[key], record=record)


BOTH = with_slips((2, "11.6.2SX2"), (7, "4.7.3N3x3"))

TWO = with_slips((7, "4.7.3N3x3")) + with_slips() + with_slips((5, "2.8.1SX1"))


@pytest.fixture
def sit(monkeypatch, tmp_path):
    """Return a function that repairs a text with the given answers, and returns the run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analysis.cli.repair.repair", searched_once)

    def answer(answers: str, text: str | None = None, *options: str, output: str = "out.jsonl"):
        name = SLIP
        if text is not None:
            (tmp_path / "in.txt").write_text(text, encoding="utf-8")
            name = "in.txt"
        arguments = ["repair", name, "-o", output, "-i", *options]
        run = CliRunner().invoke(cli, arguments, input=answers)
        assert run.exception is None or isinstance(run.exception, SystemExit)
        return run

    return answer


def moves(path: str) -> list[tuple[str, ...]]:
    return [record.moves for record in records.read(path)]


def journal(path: str = JOURNAL) -> list[dict[str, object]]:
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.slow
def test_an_answer_is_followed_by_a_new_search_with_that_ply_fixed(sit):
    run = sit("\n\n", BOTH)
    assert run.output.count(PROMPT) == 2
    assert "line 7, column 4" in run.output
    assert moves("out.jsonl") == [tuple(GOOD)]


def test_a_legal_ply_is_doubted_for_where_the_game_breaks_off_with_it():
    record = replace(DRAFT.record, moves=(*GOOD[:4], "2.8.1N1", *GOOD[5:]))
    edits = (Edit(5, WRONG, "2.8.1N1", GOOD[4]),)
    (broken,) = (one for one in Draft(record).replay().violations if one.ply)
    best = Solution(edits, tuple(GOOD), 1.0, 0.9)
    question = Question.about(Draft(record), Repair(record, valid=False, solutions=(best,)))
    assert question is not None
    assert question.doubt == (
        f"the game breaks off at ply {broken.ply}, {broken.text}: {broken.message}"
    )


@pytest.mark.slow
def test_the_least_sure_edit_is_asked_about_first_on_the_board_before_it():
    record = replace(DRAFT.record, moves=("2.7.2N?", *GOOD[1:6], "4.7.3N3x3", GOOD[7]))
    found = searched_once(record)
    first, second = (
        replace(edit, confidence=part) for edit, part in zip(found.edits, (0.9, 0.6), strict=True)
    )
    best = replace(found.solutions[0], edits=(first, second))
    question = Question.about(Draft(record), replace(found, solutions=(best,)))
    assert question is not None
    assert (question.edit, question.left) == (second, 2)
    for edit in found.edits:
        draft = replace(Draft(record), assumed=found.edits)
        assert draft.objection(edit) is None
        assert draft.replay_before(edit.ply).played == edit.ply - 1
    assert question.draft.objection(Edit(7, WRONG, "", "4.7.3N3x3"))
    assert "2 questions left" in "\n".join(question_lines(question))


@pytest.mark.slow
def test_back_takes_an_answer_back_for_good(sit):
    run = sit("1\nb\nq\n", BOTH)
    assert run.output.count(PROMPT) == 3
    assert [one["kind"] for one in journal()] == ["wrong-ply", "back"]
    again = sit("1\n1\n", BOTH)
    assert again.output.count(PROMPT) == 2
    assert moves("out.jsonl") == [tuple(GOOD)]


def test_ctrl_c_keeps_the_answers_and_the_old_output(sit, monkeypatch, tmp_path):
    (tmp_path / "out.jsonl").write_text("the old output\n")
    typed = iter(["1"])

    def read(prompt: str) -> str:
        for text in typed:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", read)
    run = sit("", TWO)
    assert run.exit_code == 1
    shown = " ".join(run.output.split())
    assert f"1 answer kept in {JOURNAL}; the same command continues" in shown
    assert (tmp_path / "out.jsonl").read_text() == "the old output\n"
    assert [one["to"] for one in journal()] == ["4.7.4N3x3"]


DAMAGED = {
    "no JSON": ("{", "the line is not JSON"),
    "a list": ("[1]", "the line is not a JSON object"),
    "deep": ("[" * 100_000, "the line is nested too deeply"),
    "no ply": ('{"game": "in.txt#1", "kind": "skip", "to": ""}', "'ply' is None"),
    "ply as text": ('{"game": "in.txt#1", "ply": "7", "kind": "skip", "to": ""}', "'ply' is '7'"),
    "true": ('{"game": "in.txt#1", "ply": true, "kind": "skip", "to": ""}', "'ply' is True"),
    "kind": ('{"game": "in.txt#1", "ply": 7, "kind": "typo", "to": ""}', "no kind 'typo'"),
    "illegal": (
        '{"game": "in.txt#1", "ply": 7, "kind": "wrong-ply", "to": "4.7.3N3x3"}',
        "takes at most 2",
    ),
    "elsewhere": (
        '{"game": "in.txt#1", "ply": 7, "kind": "wrong-ply", "from": "e4", "to": "4.7.4N3x3"}',
        "ply 7 is '4.7.3N3x3', where it was 'e4'",
    ),
    "too far": ('{"game": "in.txt#1", "ply": 70, "kind": "kept", "to": ""}', "the game has 8"),
}


@each_case(("line", "why"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_line_of_the_journal_is_a_finding_and_stays(line, why, sit, tmp_path):
    good = '{"game": "in.txt#3", "ply": 5, "kind": "wrong-ply", "to": "2.8.1SW1"}'
    (tmp_path / JOURNAL).write_text(f"{good}\n{line}", encoding="utf-8")
    run = sit("1\n", TWO)
    shown = " ".join(run.output.split())
    assert f"{JOURNAL}:2: error: this answer is left out: " in shown
    assert why in shown
    assert run.exit_code == 1
    assert run.output.count(PROMPT) == 1
    assert moves("out.jsonl") == [tuple(GOOD)] * 3
    kept = (tmp_path / JOURNAL).read_text(encoding="utf-8").splitlines()
    assert kept[:2] == [good, line]
    assert json.loads(kept[2])["to"] == "4.7.4N3x3"


def test_a_file_whose_name_is_no_text_is_gone_on_with(tmp_path):
    game = Record(("e4",), source=Source("\udcff.txt"))
    printer = Printer(False, False)
    Journal(tmp_path / "own.jsonl", printer).add(game, Edit(1, KEPT, "e4", "e4"))
    (line,) = Journal(tmp_path / "own.jsonl", printer).given(game)
    assert line.answer == Edit(1, KEPT, "e4", "e4")


TRANSCRIPT = re.compile(
    r"^```text\n\$ ludograph (?P<command>.* -i)\n(?P<shown>.*?)^```$", re.M | re.S
)


def test_the_documented_sitting_is_what_happens(monkeypatch, tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "repair.md").read_text(encoding="utf-8")
    (found,) = TRANSCRIPT.finditer(text)
    typed = re.findall(rf"^{PROMPT}.*\]: (.*)$", found["shown"], re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    run = CliRunner().invoke(cli, shlex.split(found["command"]), input="\n".join(typed) + "\n")
    assert run.output == found["shown"]


def all_of(terminal: int) -> Iterator[str]:
    """Yield the output on a terminal until its last process has ended."""
    with suppress(OSError):
        while found := os.read(terminal, 4096):
            yield found.decode()


@pytest.mark.slow
def test_a_terminal_shows_the_question_and_takes_the_answer(tmp_path):
    """The only test with a terminal, whose line discipline processes the typed text."""
    pty = pytest.importorskip("pty")
    arguments = [sys.executable, "-m", "analysis", "repair", SLIP, "-o", "out.jsonl", "-i"]
    mine, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "dumb"}
    os.write(mine, b"4.7.3N3x3\n1\n")
    process = subprocess.Popen(
        arguments, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment
    )
    os.close(theirs)
    shown = "".join(all_of(mine))
    os.close(mine)
    process.wait(20)
    assert process.returncode == 0
    assert "takes at most 2" in shown
    assert "mended: by 1 answer." in shown
    assert (tmp_path / "out.jsonl").exists()


def test_without_a_repair_the_moves_near_the_text_are_proposed():
    (record,) = records.read(SLIP)
    (finding,) = Draft(record).replay().violations
    question = Question.about(Draft(record), Repair(record, valid=False, reached=6))
    assert question is not None
    assert [one.meant for one in question.ways] == list(finding.suggestions)
    assert next(question.proposals()) == "4.7.4N3x3, not 4.7.3N3x3"
    nothing = Record(("a",))
    assert Question.about(Draft(nothing), Repair(nothing, valid=False)) is None


USABLE = {
    "a ply that is right": (Edit(7, KEPT, "", ""), True),
    "no such ply": (Edit(9, KEPT, "", ""), False),
    "ply 0": (Edit(0, WRONG, "", GOOD[0]), False),
    "another move": (Edit(7, WRONG, "", "4.7.1N1"), True),
    "a missing ply that the side cannot play": (Edit(7, MISSING, "", GOOD[7]), False),
    "too many": (Edit(8, SUPERFLUOUS, "", ""), True),
    "halves of which one is lacking": (Edit(8, SPLIT, "", GOOD[7]), False),
    "exchanged, and illegal so": (Edit(7, EXCHANGED, "", GOOD[7]), False),
    "exchanged with nothing": (Edit(8, EXCHANGED, "", ""), False),
}


@each_case(("answer", "usable"), USABLE.values(), ids=USABLE)
def test_what_can_be_answered(answer, usable):
    assert (DRAFT.objection(answer) is None) is usable


SETTLED = {
    WRONG: {2, 4, 6},
    KEPT: {2, 4, 6},
    OVERLOOKED: {2, 4, 6},
    MISSING: {2, 4, 7},
    SUPERFLUOUS: {2, 5},
    SPLIT: {2, 4, 5},
    EXCHANGED: {2, 4, 5, 6},
}


@each_case(("kind", "settled"), SETTLED.items(), ids=SETTLED)
def test_the_plies_known_to_be_right_move_with_the_game(kind, settled):
    draft = Draft(DRAFT.record, settled=frozenset({2, 6}))
    assert draft.after(Edit(5, kind, "", GOOD[4])).settled == frozenset(settled)
