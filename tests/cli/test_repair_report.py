"""What ``ludograph repair`` prints: places that are found on a sheet, and what rivals differ in."""

from dataclasses import replace

import click
import pytest

import records
from analysis.cli.printer import Printer
from analysis.cli.repair_report import print_repair
from analysis.repair.edits import DIALECT, VARIANT
from analysis.repair.result import Edit, Repair, Solution
from records import Record

SLIP = "classic:epaminondas-slip"


def test_a_ply_of_a_scan_is_found_by_page_move_and_side(ludograph, tmp_path):
    (record,) = records.read(SLIP)
    boxed = replace(record, details={6: {"box": (2, 10, 20, 90, 35)}})
    records.save([boxed], str(tmp_path / "scan.jsonl"))
    run = ludograph("repair", "scan.jsonl")
    assert "page 2, move 4, White, ply 7: 4.7.4N3x3, not 4.7.3N3x3" in run.out
    assert "line" not in run.out


def edit(ply, meant, kind="wrong-ply"):
    return Edit(ply, kind, f"{meant}?", meant, 1.0, 0.8)


def printed(best, other, capsys):
    solutions = (Solution(tuple(best), (), 2.0, 0.6), Solution(tuple(other), (), 3.0, 0.1))
    click.echo("")
    print_repair(Printer(False, False), Repair(Record(("a",)), False, None, solutions))
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("best", "other", "sentence"),
    [
        ([1, 2], [1, 3], "runner-up, confidence 0.10: ply 3: n3, not n3?, with 1 of the 2 edits"),
        ([1], [1, 3], "runner-up, confidence 0.10: ply 3: n3, not n3?, with all edits above"),
        ([1, 2], [2], "runner-up, confidence 0.10: only 1 of the 2 edits above"),
        ([1], [2], "runner-up, confidence 0.10: ply 2: n2, not n2?"),
    ],
    ids=["another", "more", "fewer", "unlike"],
)
def test_a_runner_up_names_what_it_differs_in(best, other, sentence, capsys):
    out = printed([edit(ply, f"n{ply}") for ply in best], [edit(p, f"n{p}") for p in other], capsys)
    assert sentence in out


@pytest.mark.parametrize("kind", [VARIANT, DIALECT])
def test_an_edit_of_the_whole_game_has_no_place(kind, capsys):
    out = printed([edit(1, "tournament", kind)], [edit(2, "n2")], capsys)
    assert "1: " not in out.partition("0.60.")[2].partition("runner-up")[0]
