"""Where output cannot go: closed streams, readers that leave, no folders, old terminals."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from analysis.cli import main
from tests.cli.batches import start
from tests.cli.test_hostile_texts import ODD, raw
from tests.records.samples import DEMONSTRATION, rows

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
