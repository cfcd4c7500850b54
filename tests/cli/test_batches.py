"""Commands on collections: any number of jobs, selections, and sums that add up."""

import json
import re

import pytest

import records
from tests.records.samples import DEMONSTRATION, rows

GAMES = "".join(
    f'[White "Player {number % 4}"]\n[Round "{number}"]\n\n'
    f"{rows(DEMONSTRATION[: 6 + number % 9])}*\n\n"
    if number % 6
    else f'[Round "{number}"]\n\n1. 2.7.2N2 11.6.2SE2 2. 2.6.3E4 {{so\n\nand so}}\n\n'
    for number in range(120)
)
MIXED = f'{GAMES}[Game "gipf"]\n\n1. b3\n\n'


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.setattr("records.pieces.PIECE", 1500)
    (tmp_path / "in.txt").write_text(MIXED)
    return tmp_path


CHECKS = {
    "in words": [],
    "every note": ["-v"],
    "as JSON": ["--json"],
    "some games": ["--where", "plies < 10"],
    "each once": ["--dedupe", "moves", "--json"],
    "none that is part of another": ["--dedupe", "contained"],
    "with diagrams": ["--diagrams", "drawn", "-q"],
}


@pytest.mark.slow
@pytest.mark.parametrize("options", CHECKS.values(), ids=CHECKS)
def test_a_check_by_two_says_what_one_says(ludograph, small, options):
    one = ludograph("check", "in.txt", *options)
    two = ludograph("check", "in.txt", *options, "--jobs", "2")
    assert (one.status, one.raw, one.err) == (two.status, two.raw, two.err)
    assert one.status == 1


CONVERSIONS = {
    "JSON lines": ["jsonl"],
    "another notation": ["text:span"],
    "Parquet": ["parquet"],
    "CSV, packed": ["csv", "packed"],
    "some games": ["jsonl", "--where", 'White = "Player 2"'],
    "each once": ["text", "--dedupe", "moves"],
    "none that is part of another": ["jsonl", "--dedupe", "contained"],
}


@pytest.mark.slow
@pytest.mark.parametrize("options", CONVERSIONS.values(), ids=CONVERSIONS)
def test_a_conversion_by_two_writes_what_one_writes(ludograph, small, options):
    to, *options = options
    name = "out.csv.gz" if options == ["packed"] else "out"
    options = [] if options == ["packed"] else options
    written = []
    for jobs in ("1", "2"):
        run = ludograph("convert", "in.txt", "--to", to, "-o", name, *options, "--jobs", jobs)
        rejects = [path for path in small.iterdir() if "rejects" in path.name]
        contents = [path.read_bytes() for path in (small / name, *rejects)]
        written.append((run.status, run.err, contents))
        for path in rejects:
            path.unlink()
    assert written[0] == written[1]
    counts = [int(number) for number in re.findall(r"(\d+) (?:read|written|rej|filt)", run.err)]
    assert counts[0] == sum(counts[1:]) == 121
    assert len(counts) == (4 if options else 3)
    found = [one for one in records.read(small / name) if one.source.game]
    assert len(found) == counts[1]


def test_the_sums_as_json(ludograph, small):
    (small / "empty.txt").touch()
    names = ("in.txt", "empty.txt", "missing.txt")
    options = ("--to", "text:span", "-o", "out.txt", "--where", "plies > 2", "--json")
    run = ludograph("convert", *names, *options)
    assert run.status == 2
    (counts,) = run.objects
    assert counts.pop("rejects") == "out-rejects.txt" or counts["rejected"] == 0
    assert (counts["without-game"], counts["unreadable"]) == (1, 1)
    assert counts["read"] == counts["written"] + counts["rejected"] + counts["filtered"]


def test_a_game_without_the_notation_asked_for_is_rejected(ludograph, small):
    (small / "two.txt").write_text('[Game "gipf"]\n\n1. b3\n---\n' + rows(DEMONSTRATION))
    run = ludograph("convert", "two.txt", "--to", "jsonl:span", "-o", "out")
    assert (run.status, run.err) == (
        1,
        "2 read, 1 written, 1 rejected (see out-rejects.txt)\n",
    )
    (rejected,) = map(json.loads, (small / "out-rejects.txt").read_text().splitlines())
    assert [one["code"] for one in rejected["violations"]] == ["cannot-convert"]


def test_what_a_format_cannot_hold_is_left_out_only_when_told(ludograph, small):
    line = {"game": "epaminondas", "moves": ["2.7.2N2", {"move": "11.6.2SE2", "seconds": 9}]}
    (small / "in.jsonl").write_text(json.dumps(line))
    command = ("convert", "in.jsonl", "--to", "text", "-o", "out.txt")
    assert ludograph(*command).err.startswith("1 read, 0 written, 1 rejected")
    run = ludograph(*command, "--lossy")
    assert (run.status, run.err.splitlines()[-1]) == (0, "1 read, 1 written, 0 rejected")
    assert "left out of 1 game: text cannot hold" in run.err


SIZES = {"500": 500, "64K": 64 << 10, "1.5M": 3 << 19, "2 GB": None, "16GiB": 16 << 30, "0": None}


@pytest.mark.parametrize(("text", "size"), SIZES.items(), ids=SIZES)
def test_sizes(text, size):
    import click

    from analysis.cli.options import ByteSize

    if size is None and text == "0":
        with pytest.raises(click.BadParameter):
            ByteSize().convert(text, None, None)
    else:
        assert ByteSize().convert(text, None, None) == (size or 2 << 30)
