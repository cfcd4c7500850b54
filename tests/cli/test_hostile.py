"""Hostile texts, and output that cannot be written."""

import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import records
from analysis.cli import main
from notation.printing import HIDDEN, json_line, visible
from records import Record
from records.tabular.csv import is_formula
from tests.cases import each_case
from tests.cli.batches import start
from tests.records.samples import DEMONSTRATION, rows

ODD = "\x1b[31mred\x07\x9b2J\x7f\u202etxt\u2066.\u2028x\x85"
"""ECMA-48 sequences, controls of both sets, bidirectional overrides and line separators."""

PERSIAN = "Zoë\N{NO-BREAK SPACE}: می\u200cخواهم"

SPELLED_OUT = {
    "\x1b[2J": r"\x1b[2J",
    "a\tb\r\n": r"a\tb\r\n",
    "\x9b\x7f": r"\x9b\x7f",
    "\u202egnp.exe": r"\u202egnp.exe",
    "\u2028": r"\u2028",
    "\udcff": r"\udcff",
    "2.7\u200b.2N2\xad": r"2.7\u200b.2N2\xad",
    "\U000e0041": r"\U000e0041",
    PERSIAN: PERSIAN,
}


def raw(text: str) -> list[str]:
    """Return the hidden characters in a text, except line feeds."""
    return [found for found in HIDDEN.findall(text) if found != "\n"]


@each_case(("text", "printed"), SPELLED_OUT.items(), ids=SPELLED_OUT.values())
def test_hidden_characters_are_spelled_out(text, printed):
    assert visible(text) == printed


def test_json_has_escapes_and_means_the_same():
    for code in (*range(0x300), 0x2028, 0x202E, 0xDC80, 0xE0041):
        line = json_line({"a": chr(code)})
        assert not HIDDEN.search(line)
        assert json.loads(line) == {"a": chr(code)}


def odd_game(*moves: str) -> str:
    tags = "".join(f'[{name} "{ODD}"]\n' for name in ("White", "Date", "Event"))
    return f'[Variant "standard"]\n{tags}[Black "B"]\n\n{rows(moves)}{{{ODD}}} 1-0\n'


GAMES = {
    "good.txt": odd_game(*DEMONSTRATION),
    "bad.txt": odd_game(*DEMONSTRATION[:4], "4.7.3N3x3"),
    "odd-move.txt": odd_game(*DEMONSTRATION[:4], f"4.7.3{ODD}N3"),
    "odd-words.txt": "".join(f'[{name} "{ODD}"]\n' for name in ("Game", "Variant", "Start", ODD))
    + f"\n1. {ODD}\n",
    "odd.jsonl": "".join(
        f"{line}\n"
        for line in (
            json.dumps({"game": ODD, "moves": [ODD]}),
            json.dumps({"moves": ["2.7.2N2", ODD], "variant": ODD}),
            "{" + ODD,
        )
    ),
    "odd.sgf": f"(;GM[{ODD}]PW[{ODD}];B[{ODD}])",
    "odd.csv": f"game_id,ply,move,tags\n1,1,{ODD},x\n",
}

CALLS = (
    *("check -v", "check --json", "check --as-recorded", "convert --to abstractplay-json"),
    *("openings", "openings --csv", "players", "repair --time 0.1", "stats --by player"),
    *("stats --compare event", "stats --compare player --csv"),
)
"""Commands, and ways of each to print; what formats write has a test of its own."""


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_no_command_prints_a_hidden_character(ludograph, tmp_path, call):
    folder = tmp_path / f"in{ODD.replace('/', '')}"
    folder.mkdir()
    for name, text in GAMES.items():
        (folder / name).write_text(text, encoding="utf-8")
    os.link(folder / "good.txt", os.fsencode(folder) + b"/\xff.txt")
    run = ludograph(*call.split(), folder.name)
    assert run.status in (0, 1)
    assert (raw(run.out), raw(run.err)) == ([], [])


@each_case("form", ["text", "jsonl", "csv", "csv-games", "sgf"])
def test_a_format_spells_controls_out_and_reads_them_back(form):
    odd = Record(
        DEMONSTRATION,
        "epaminondas",
        "standard",
        tags={"White": ODD, "Event": f"{ODD}\\u001b"},
        comment=f"{ODD} \\{ODD}.",
        details={1: {"comment": f"{{{ODD}}}"}},
        extra={"by": ODD},
    )
    out = io.BytesIO()
    records.save(odd, out, form)
    written = out.getvalue().decode()
    assert raw(written) == []
    (back,) = records.read(io.BytesIO(out.getvalue()), format=form)
    assert (back.tags, back.comment, back.extra["by"]) == (odd.tags, odd.comment, ODD)
    assert back.details == odd.details


@pytest.mark.slow
def test_a_report_has_no_hidden_character_and_no_link_of_a_record(ludograph, tmp_path):
    folder = tmp_path / "in\x1b[1m"
    folder.mkdir()
    linked = GAMES["good.txt"].replace('[Black "B"]', '[Black "<a href=javascript:x>"]')
    (folder / "=1+1.txt").write_text(linked, encoding="utf-8")
    bad = GAMES["bad.txt"].replace('"B"', '"=2+2"')
    (folder / "bad.txt").write_text(bad, encoding="utf-8")
    run = ludograph("report", folder.name, "-o", "report", "--csv", "--safe-csv")
    assert (run.status, raw(run.out), raw(run.err)) == (1, [], [])
    texts = [path for path in (tmp_path / "report").rglob("*.*") if path.suffix in TEXTUAL]
    assert len(texts) > 5
    assert {path.name: raw(path.read_text("utf-8")) for path in texts} == {
        path.name: [] for path in texts
    }
    page = (tmp_path / "report" / "index.html").read_text("utf-8")
    assert "&lt;a href=javascript:x&gt;" in page
    assert "<a href=javascript" not in page
    tables = [path.read_text("utf-8") for path in texts if path.suffix == ".csv"]
    found = [cell for table in tables for row in csv.reader(io.StringIO(table)) for cell in row]
    assert not any(map(is_formula, found))
    assert any(cell.startswith("'=2+2") for cell in found)
    assert "made harmless" in run.err


TEXTUAL = {".html", ".svg", ".csv", ".json", ".jsonl"}

GAME = f'[Variant "standard"]\n\n{rows(DEMONSTRATION)}\n'

CLASSIC = "classic:epaminondas-demonstration"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirected", "status", "error"),
    [
        (f"check {CLASSIC} >&-", 2, "ludograph: a standard stream that is needed is closed\n"),
        (f"check -q {CLASSIC} 2>&-", 0, ""),
        (f"convert {CLASSIC} --to jsonl -o out.jsonl >&-", 0, "1 read, 1 written, 0 rejected\n"),
        ("check - <&- >out", 2, ""),
        ("check - <&- >&- 2>&-", 2, ""),
    ],
)
def test_closed_streams(tmp_path, redirected, status, error):
    line = f'exec "{sys.executable}" -m analysis {redirected}'
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=environment, capture_output=True)
    assert (run.returncode, run.stderr.decode()) == (status, error)


@pytest.mark.slow
def test_a_reader_that_goes_away_ends_the_command(tmp_path):
    (tmp_path / "in.txt").write_text(GAME * 400)
    process = start(tmp_path, "check", "--json", "in.txt")
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert (process.stderr.read(), process.wait(20)) == (b"", 141)
    process.stderr.close()


def test_a_stream_that_lacks_a_character_gets_an_escape(monkeypatch, tmp_path):
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    (tmp_path / "in.txt").write_text('[Variant "Łódź"]\n1. 2.7.2N2 *\n')
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "argv", ["ludograph", "check", str(tmp_path / "in.txt")])
    with pytest.raises(SystemExit):
        main()
    assert rb"'\u0141\xf3d\u017a'".replace(rb"\xf3", b"\xf3") in out.buffer.getvalue()


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
    ],
    ids=str,
)
def test_colours_are_for_terminals_that_want_them(monkeypatch, environment, coloured):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    out = Terminal(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "argv", ["ludograph", "check", CLASSIC])
    with pytest.raises(SystemExit):
        main()
    assert (b"\x1b[" in out.buffer.getvalue()) == coloured  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["x" * 5000, "é" * 200, ODD, '..<>:"|?*', "a" * 240 + ODD])
def test_a_diagram_has_a_file_name_that_every_system_takes(ludograph, tmp_path, name):
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr(f"{name}.txt", GAME)
        archive.writestr(f"folder/{name}.txt", GAME)
    run = ludograph("show", "in.zip", "-o", "drawn/")
    assert run.status == 0
    written = sorted(path.name for path in (tmp_path / "drawn").iterdir())
    assert len(written) == 2
    assert all(raw(one) == [] and len(one.encode()) < 200 for one in written)
    assert raw(run.out) == []
