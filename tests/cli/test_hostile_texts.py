"""Texts of records, file names and arguments are printed so that none acts on a terminal."""

import csv
import io
import json
import os

import pytest

import records
from notation.printing import HIDDEN, json_line, visible
from records import Record
from records.tabular.csv import is_formula
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
    """Return the hidden characters in a text, line feeds aside."""
    return [found for found in HIDDEN.findall(text) if found != "\n"]


@pytest.mark.parametrize(("text", "printed"), SPELLED_OUT.items(), ids=SPELLED_OUT.values())
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

CALLS = {
    "check": ["check", "-v"],
    "check as JSON": ["check", "--json"],
    "check as recorded": ["check", "--as-recorded"],
    **{
        f"convert to {name}": ["convert", "--to", name]
        for name in ("text", "jsonl", "csv", "csv-games", "sgf", "abstractplay-json")
    },
    "openings": ["openings"],
    "openings as CSV": ["openings", "--csv"],
    "openings as JSON": ["openings", "--json"],
    "players": ["players"],
    "players as JSON": ["players", "--json"],
    "repair": ["repair", "--time", "0.1"],
    "repair as JSON": ["repair", "--json", "--time", "0.1"],
    "stats": ["stats", "--by", "player"],
    "stats by event": ["stats", "--by", "event"],
    "stats compared": ["stats", "--compare", "event"],
    "stats compared as CSV": ["stats", "--compare", "player", "--csv"],
    "stats as JSON": ["stats", "--by", "event", "--json"],
}


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_command_prints_a_hidden_character(ludograph, tmp_path, call):
    folder = tmp_path / f"in{ODD.replace('/', '')}"
    folder.mkdir()
    for name, text in GAMES.items():
        (folder / name).write_text(text, encoding="utf-8")
    os.link(folder / "good.txt", os.fsencode(folder) + b"/\xff.txt")
    run = ludograph(*call, folder.name)
    assert run.status in (0, 1)
    assert (raw(run.out), raw(run.err)) == ([], [])


@pytest.mark.parametrize("form", ["text", "jsonl", "csv", "csv-games", "sgf"])
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


@pytest.mark.parametrize(
    "call",
    [["show", "--ply", "3"], ["show", "--as", "svg"], ["plot", "openings", "--as", "svg"]],
    ids=" ".join,
)
def test_pictures_have_no_hidden_character(ludograph, tmp_path, call):
    (tmp_path / "in.txt").write_text(GAMES["good.txt"], encoding="utf-8")
    run = ludograph(*call, "in.txt")
    assert (run.status, raw(run.out), raw(run.err)) == (0, [], [])


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


def test_a_list_with_names_that_no_file_has(ludograph, tmp_path):
    (tmp_path / "list").write_bytes(b"a\0b\n\xff\n")
    run = ludograph("check", "@list")
    assert (run.status, raw(run.out)) == (2, [])
    assert r"a\x00b: error: cannot be read: no file has a null in its name" in run.out
    assert "2 files could not be read" in run.out.replace("\n      ", " ")
