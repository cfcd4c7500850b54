"""Faults during batches: kills, full disks, bad archives, missing files."""

import io
import os
import re
import resource
import signal
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
from pathlib import Path

import pytest

from analysis.cli import main
from tests.cli.batches import GAME, archive, finish, start, until_gone, until_written


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "convert"])
def test_a_batch_that_is_killed_leaves_the_file_before_and_no_worker(tmp_path, command):
    archive(tmp_path / "in.txt", range(8000))
    (tmp_path / "out").write_text("precious")
    options = ["-o", "out", "--to", "jsonl"] if command == "convert" else ["--json"]
    process = start(tmp_path, command, "in.txt", *options, "--jobs", "2")
    if command == "check":
        assert process.stdout is not None
        process.stdout.read(100_000)
    else:
        until_written(tmp_path)
    process.kill()
    process.communicate()
    until_gone(process.pid)
    assert (tmp_path / "out").read_text() == "precious"
    assert not (tmp_path / "out-rejects.txt").exists()


INTERRUPTED = {
    "convert": ("convert", "in.txt", "--to", "jsonl", "-o", "out"),
    "convert in two": ("convert", "in.txt", "--to", "jsonl", "-o", "out", "--jobs", "2"),
    "check in two": ("check", "in.txt", "--json", "--jobs", "2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("command", INTERRUPTED.values(), ids=INTERRUPTED)
def test_an_interrupted_batch_stops_cleanly(tmp_path, command):
    archive(tmp_path / "in.txt", range(8000))
    process = start(tmp_path, *command)
    if command[0] == "check":
        assert process.stdout is not None
        process.stdout.read(100_000)
    else:
        until_written(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    until_gone(process.pid)
    assert (process.returncode, err.decode()[-24:]) == (130, "ludograph: interrupted\n")
    assert "Traceback" not in err.decode()
    assert names(tmp_path) == ["in.txt"]


FULL = {
    "convert": (("convert", "in.txt", "--to", "jsonl", "-o"), 5_000),
    "report": (("report", "in.txt", "-o"), 50_000),
}
"""Commands that write, and the bytes that a file can have."""


@pytest.mark.slow
@pytest.mark.parametrize(("command", "size"), FULL.values(), ids=FULL)
def test_a_full_disk_is_told_with_the_file_and_nothing_is_left(tmp_path, command, size):
    archive(tmp_path / "in.txt", range(100))
    is_file = command[0] == "convert"
    if is_file:
        (tmp_path / "out").write_text("precious")
    full = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
    status, _, err = finish(tmp_path, *command, "out", preexec_fn=full)
    assert status == 2
    # Of the output and its rejects, whichever grows faster.
    assert re.match(r"ludograph: out(-rejects\.txt)?:", err.splitlines()[-1])
    assert names(tmp_path) == (["in.txt", "out"] if is_file else ["in.txt"])
    assert not is_file or (tmp_path / "out").read_text() == "precious"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_device_is_told_with_its_name(ludograph, tmp_path):
    (tmp_path / "in.txt").write_text(GAME.format(1))
    run = ludograph("view", "in.txt", "-o", "/dev/full")
    assert (run.status, run.err) == (2, "ludograph: /dev/full: No space left on device\n")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("command", [["check"], ["convert", "--to", "jsonl"]], ids=lambda it: it[0])
def test_output_that_cannot_be_written_is_told(tmp_path, command):
    (tmp_path / "in.txt").write_text(GAME.format(1))
    with open("/dev/full", "wb") as full:
        status, _, err = finish(tmp_path, *command, "in.txt", stdout=full)
    assert (status, err.splitlines()[-1]) == (2, "ludograph: No space left on device")


@pytest.mark.slow
def test_a_worker_that_is_killed_is_told(tmp_path):
    archive(tmp_path / "in.txt", range(8000))
    process = start(tmp_path, "convert", "in.txt", "--to", "jsonl", "-o", "out", "--jobs", "2")
    until_written(tmp_path)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode == 2
    assert "ludograph: a worker process was killed" in err.decode()
    assert not (tmp_path / "out").exists()


def test_a_member_that_leads_out_of_its_archive_is_only_read(ludograph, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    with zipfile.ZipFile(inner / "games.zip", "w") as zipped:
        zipped.writestr("../evil.txt", GAME.format(1))
    with tarfile.open(inner / "games.tar.gz", "w:gz") as packed:
        for name in ("/evil.txt", "good.txt"):
            member = tarfile.TarInfo(name)
            member.size = len(GAME.format(1))
            packed.addfile(member, io.BytesIO(GAME.format(1).encode()))
    run = ludograph("check", "inner", "--json")
    assert run.status == 0
    assert [game["source"]["path"] for game in run.objects] == [
        "inner/games.tar.gz:/evil.txt",
        "inner/games.tar.gz:good.txt",
        "inner/games.zip:../evil.txt",
    ]
    assert names(tmp_path) == ["inner"]
    assert not Path("/evil.txt").exists()


@pytest.mark.slow
def test_a_line_without_an_end_is_told_in_bounded_memory(tmp_path):
    pour = "import sys\nwhile True: sys.stdout.write('1. 2.7.2N2 ' * 10000)"
    endless = subprocess.Popen(
        [sys.executable, "-c", pour], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    process = start(tmp_path, "check", "-", stdin=endless.stdout, before="", report=True)
    assert endless.stdout is not None
    endless.stdout.close()
    try:
        out, err = process.communicate()
    finally:
        for one in (process, endless):
            one.kill()
            one.wait()
    assert process.returncode == 2
    text = " ".join(out.decode().split())
    assert "-:1:1: error: a line of more than 1,048,576 characters" in text
    assert int(err) < 100 << 10


def test_a_folder_that_cannot_be_read_is_told(ludograph, tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.txt").write_text(GAME.format(1))
    (tmp_path / "b").chmod(0)
    listdir = os.listdir

    def guarded(path):
        # Root may read everything: for it, too, this folder is shut.
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", str(path))
        return listdir(path)

    monkeypatch.setattr(os, "listdir", guarded)
    run = ludograph("check", ".", "--json")
    (tmp_path / "b").chmod(0o700)
    assert run.status == 2
    assert [(game["source"]["path"], game["valid"]) for game in run.objects] == [
        ("a/game.txt", True),
        ("b", False),
        ("c/game.txt", True),
    ]
    assert "Permission denied" in run.objects[1]["violations"][0]["message"]


def test_a_file_that_vanishes_is_told(ludograph, tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(GAME.format(1))
    listdir = os.listdir

    def vanishing(path):
        found = listdir(path)
        (tmp_path / "b.txt").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(os, "listdir", vanishing)
    run = ludograph("convert", ".", "--to", "jsonl", "-o", "out.jsonl")
    assert run.status == 2
    assert "b.txt: error: cannot be read: No such file or directory" in run.err
    assert run.err.endswith("2 read, 2 written, 0 rejected; 1 file could not be read\n")


def test_an_interruption_while_the_program_is_loaded_is_one_line(monkeypatch, capsys):
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("analysis.cli._run", interrupted)
    monkeypatch.setitem(sys.modules, "analysis.cli.errors", None)
    with pytest.raises(SystemExit) as stop:
        main()
    assert (stop.value.code, capsys.readouterr().err) == (130, "ludograph: interrupted\n")


LOST = """
import analysis.cli, signal, time
class Callback:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
def run():
    Callback()
    time.sleep(20)
analysis.cli._run = run
"""


@pytest.mark.slow
def test_an_interrupt_in_a_callback_is_not_lost(tmp_path):
    """Python only prints exceptions that are raised in callbacks."""
    assert finish(tmp_path, "check", before=LOST) == (130, "", "ludograph: interrupted\n")
