"""Common options: every command that reads games has the same options for reading and selecting.

The laws: the options are the same everywhere, any number of jobs gives the same bytes, and every
command selects the same games as ``check``.
"""

import re

import click
import pytest

from tests.cases import each_case
from tests.cli.groups import every_command
from tests.records.samples import DEMONSTRATION, rows

FAMILY = {
    *("--where", "--position", "--any-symmetry", "--dedupe", "--jobs", "--cluster"),
    *("--game", "--variant", "--dialect", "--format", "--encoding", "--limit", "--layout"),
    *("--as-recorded", "--player", "--side", "--since", "--until"),
}

GAMES = "".join(
    f'[Game "megiddo"]\n[Red "Player {number % 3}"]\n[Blue "Other"]\n[Round "{number}"]\n\n'
    f"1. C6 {'C6' if number % 5 == 4 else 'B4'}\n2. D5 A1\n\n"
    for number in range(30)
)

MIXED = f'{GAMES}[Game "epaminondas"]\n[Red "Player 1"]\n\n{rows(DEMONSTRATION[:6])}\n\n'

MATCH = GAMES.replace("B4\n2. D5 A1", "B4").replace("C6 C6\n2. D5 A1", "C6 B5")


def readers() -> list[str]:
    """Return the commands that take sources of games."""
    return [
        name
        for name, command in every_command()
        if {one.name for one in command.params if isinstance(one, click.Argument)}
        & {"file", "files"}
    ]


@each_case("name", readers())
def test_every_command_that_reads_games_has_the_options(name):
    command = dict(every_command())[name]
    assert {option for one in command.params for option in one.opts} >= FAMILY


CALLS = {
    "check": ["check", "in.txt"],
    "convert": ["convert", "in.txt", "-o", "out.txt"],
    "stats": ["stats", "in.txt", "--json"],
    "players": ["players", "in.txt"],
    "plot": ["plot", "openings", "in.txt", "-o", "out.svg"],
    "openings": ["openings", "in.txt"],
    "report": ["report", "in.txt", "--diagrams", "1", "-o", "out"],
    "repair": ["repair", "in.txt", "-o", "out.jsonl"],
    "score": ["score", "match.txt"],
    "show": ["show", "in.txt", "--nth", "3", "--ply", "2"],
    "view": ["view", "in.txt", "-o", "out.html"],
}

SELECTING = ["--where", 'Red = "Player 1"', "--dedupe", "position"]

MORE = (
    "check in.txt -v --dedupe contained",
    "show in.txt -o drawn/",
    "check in.txt --output-format sarif",
    "convert in.txt --to jsonl -o out --dedupe contained",
    "convert in.txt -o out.parquet",
    "convert in.txt --to text:span -o out.gz --dedupe moves",
)
"""Further command lines, of which two jobs give what one gives."""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A folder with two archives of several pieces; plots are replaced by their tables."""
    monkeypatch.setattr("records.pieces.PIECE", 700)
    monkeypatch.setattr("analysis.report.draw_plots", lambda *_: iter(()))
    monkeypatch.setattr("analysis.plots.Plot.draw", lambda plot, table, width, remark: table)
    monkeypatch.setattr("analysis.plots.save", lambda table, kind: repr(table).encode())
    (tmp_path / "in.txt").write_text(MIXED)
    (tmp_path / "match.txt").write_text(MATCH)
    return tmp_path


def written(folder):
    """Return the files that a command wrote, by name."""
    return {
        str(path): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("in.txt", "match.txt")
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        *([*call, *SELECTING[: 2 if name == "show" else None]] for name, call in CALLS.items()),
        *map(str.split, MORE),
    ],
    ids=" ".join,
)
def test_two_jobs_give_what_one_gives(ludograph, small, call):
    runs = []
    for jobs in ("1", "2"):
        run = ludograph(*call, "--jobs", jobs)
        files = written(small)
        runs.append((run.status, run.raw, run.err, files))
        assert run.raw or files
        for path in small.glob("*rejects*"):  # others than its own would be moved aside
            path.unlink()
        assert run.status < 2, run.err
    assert runs[0] == runs[1]


def test_what_is_read_is_written_rejected_or_filtered(ludograph, small):
    for options in ([], ["--where", 'Red = "Player 2"'], ["--dedupe", "contained"]):
        run = ludograph("convert", "in.txt", "-o", "out.jsonl", *options)
        counts = [int(number) for number in re.findall(r"(\d+) (?:read|written|rej|filt)", run.err)]
        assert counts[0] == sum(counts[1:]) == 31
        assert len(counts) == (4 if options else 3)
        assert len((small / "out.jsonl").read_text().splitlines()) == counts[1]


@pytest.mark.slow
def test_what_is_selected_is_what_a_check_selects(ludograph, small):
    where = ["--where", 'Red = "Player 1" and not valid']
    checked = ludograph("check", "in.txt", "--json", *where).objects
    wanted = [one["source"] for one in checked]
    assert 1 < len(wanted) < 11
    mended = ludograph("repair", "in.txt", "--json", *where).objects
    assert [one["source"] for one in mended] == wanted
    assert f"{31 - len(wanted)} filtered" in ludograph("repair", "in.txt", *where).out
    (match,) = ludograph("score", "in.txt", "--json", *where).objects
    assert [one["source"] for one in match["games"]] == wanted
    run = ludograph("show", "in.txt", "--nth", str(len(wanted)), *where)
    assert f"in.txt:{wanted[-1]['line'] + 5}:" in run.err
    run = ludograph("show", "in.txt", "--nth", str(len(wanted) + 1), *where)
    assert f": it has {len(wanted)} selected games" in run.err
    run = ludograph("report", "in.txt", "--diagrams", "0", "-o", "out", *where)
    assert f"{len(wanted)} games read: 0 valid" in run.out
    assert f"{31 - len(wanted)} filtered" in run.out
    run = ludograph("openings", "in.txt", *where)
    assert f"{len(wanted)} records with errors" in run.err
