"""The public interface, ``import ludograph``: complete, lazy, equal for records and paths."""

import dataclasses
import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import ludograph
from analysis.cli.group import cli
from tests.cases import each_case

SLIP, GOOD = "classic:epaminondas-slip", "classic:epaminondas-demonstration"

GAME = '[Game "epaminondas"]\n[White "<b>A & B</b>"]\n\n1. 2.7.2N2 11.6.2SE2\n'

NAMES = (
    *("read", "read_text", "parse", "replay", "check", "convert", "repair", "plies", "games"),
    *("draw", "save", "Record", "Replay", "Position", "LudographError"),
)


@pytest.fixture
def record():
    (one,) = ludograph.read(SLIP)
    return one


def test_dir_shows_the_public_names_and_nothing_else():
    assert dir(ludograph) == sorted(ludograph.__all__)
    assert not [name for name in dir(ludograph) if name.startswith("_")]
    assert set(NAMES) <= set(ludograph.__all__)


@each_case("name", ludograph.__all__)
def test_every_name_resolves_and_is_documented(name):
    assert getattr(ludograph, name).__doc__


def test_exceptions_are_of_one_kind():
    kinds = [getattr(ludograph, name) for name in ludograph.__all__]
    kinds = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) > 7
    assert all(issubclass(kind, ludograph.LudographError) for kind in kinds)


def test_the_first_example_shows_what_happens():
    assert doctest.testmod(ludograph).attempted > 1
    assert doctest.testmod(ludograph).failed == 0


MISSING = {
    "read": ludograph.read,
    "replay": ludograph.replay,
    "check": ludograph.check,
    "convert": ludograph.convert,
    "repair": ludograph.repair,
    "plies": ludograph.plies,
    "games": ludograph.games,
    "draw": ludograph.draw,
    "save": lambda path: ludograph.save(path, "out.txt"),
}


@each_case("function", MISSING.values(), ids=MISSING)
@each_case("path", ["missing.txt", "missing/*.txt", "@missing.txt", Path("missing")])
def test_a_path_that_does_not_exist_raises_at_once(function, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError) as caught:
        function(path)
    assert isinstance(caught.value, ludograph.LudographError)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value.filename) in str(caught.value)
    assert list(tmp_path.iterdir()) == []


ALIKE = {
    "replay": (ludograph.replay, lambda one: (str(one.position), one.played)),
    "check": (ludograph.check, lambda one: (one.valid, one.findings)),
    "convert": (ludograph.convert, lambda one: one),
    "repair": (ludograph.repair, lambda one: one.to_json()),
}


@pytest.mark.parametrize(("function", "essence"), ALIKE.values(), ids=ALIKE)
def test_a_record_and_a_path_are_taken_alike(function, essence, record):
    single = essence(function(record))
    assert [essence(one) for one in function(SLIP)] == [single]
    assert [essence(one) for one in function([record, SLIP])] == [single, single]
    assert essence(function(ludograph.replay(record))) == single


@pytest.mark.parametrize("function", [ludograph.plies, ludograph.games], ids=["plies", "games"])
def test_tables_of_a_record_a_path_and_records(function, record):
    single = function(record)
    assert function(SLIP).equals(single)
    assert function([record]).equals(single)
    assert len(function([record, SLIP])) == 2 * len(single) > 0


@pytest.mark.parametrize("text", [GAME, GAME.encode()], ids=["str", "bytes"])
def test_a_text_is_read_as_a_file_is(text, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    (found,), (written,) = ludograph.read_text(text), ludograph.read(tmp_path / "game.txt")
    assert (found.moves, found.tags) == (written.moves, written.tags)


def test_conversion_to_a_format_and_a_dialect(tmp_path):
    done = [one.record for one in ludograph.convert(GOOD, "sgf:span") if one.record]
    ludograph.save(done, tmp_path / "game.sgf")
    (found,) = ludograph.check(tmp_path / "game.sgf")
    assert found.valid
    assert found.dialect == "span"
    assert found.played == 23


def test_a_conversion_that_loses_something_is_refused_unless_allowed():
    (found,) = ludograph.read_text(GAME.replace("SE2", "SE2 {a comment}"))
    refused = ludograph.convert(found, "abstractplay-json")
    assert refused.record is None
    assert [one.code for one in refused.violations] == ["cannot-write"]
    assert ludograph.convert(found, "abstractplay-json", lossy=True).record is not None


def test_a_dialect_of_another_game_is_a_violation_and_one_of_none_an_error(record):
    (good,) = ludograph.read_text(GAME)
    assert [one.code for one in ludograph.convert(good, dialect="pbem").violations] == [
        "cannot-convert"
    ]
    with pytest.raises(ludograph.UnknownName):
        ludograph.convert(record, dialect="wrong")
    with pytest.raises(ludograph.UnknownName):
        ludograph.convert(record, "wrong")


def test_pictures_as_text(record):
    verdict = ludograph.replay(record)
    text = ludograph.draw(verdict, "text", ply=1)
    assert text.endswith(f"# 1. {record.moves[0]} (White, ply 1)")
    assert ludograph.draw(record, "text", ply=0, caption="").startswith("12 b b b")
    assert "# " not in ludograph.draw(verdict.start, "text")
    assert ludograph.draw(verdict.start).startswith("<svg")
    assert ludograph.draw(verdict.start, "text", flip=True).startswith(" 1 w w")
    assert ludograph.draw(SLIP, "text") == ludograph.draw(verdict, "text", ply=6)


ASKED = {
    "theme": ({"theme": "print"}, ["--theme", "print"]),
    "size": ({"size": "12cm"}, ["--size", "12cm"]),
    "pixels": ({"size": 300}, ["--size", "300"]),
    "labels": ({"labels": "numbers", "flip": True}, ["--labels", "numbers", "--flip"]),
    "bare": ({"labels": "none"}, ["--labels", "none"]),
    "pointers": (
        {"arrows": ["a1-a3", ("b1", "b4")], "marks": "d4,e5"},
        ["--arrow", "a1-a3,b1-b4", "--mark", "d4", "--mark", "e5"],
    ),
    "tex": ({"kind": "tex", "size": "8cm"}, ["--as", "tex", "--size", "8cm"]),
    "legend": ({"kind": "text", "legend": True}, ["--as", "text", "--legend"]),
    "text": ({"kind": "text", "marks": ["d4"]}, ["--as", "text", "--mark", "d4"]),
    "png": (
        {"kind": "png", "dpi": 40, "size": "5cm"},
        ["--as", "png", "--dpi", "40", "--size", "5cm"],
    ),
}
"""Options of `ludograph.draw`, and the same of the command."""


@pytest.mark.parametrize(("options", "words"), ASKED.values(), ids=ASKED)
def test_a_picture_is_that_of_the_command_with_the_same_options(options, words, tmp_path):
    file = tmp_path / "picture"
    kind = [] if "--as" in words else ["--as", "svg"]
    run = CliRunner().invoke(cli, ["show", GOOD, "--ply", "3", *kind, *words, "-o", str(file)])
    assert run.exit_code == 0, run.output
    drawn = ludograph.draw(GOOD, ply=3, **options)
    if isinstance(drawn, bytes):
        assert drawn == file.read_bytes()
    else:
        assert drawn.rstrip("\n") == file.read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "sepia"}, "theme 'sepia'"),
        ({"size": float("nan")}, "'nan' is not a width"),
        ({"kind": "png", "dpi": float("nan")}, "nan is not from 20 to 1200 dots"),
        ({"dpi": 96}, "dpi applies to PNG"),
        ({"arrows": [("a1", "z99")]}, "no point 'z99'"),
        ({"marks": ["d4", ""]}, "a point is missing"),
        ({"kind": "bmp"}, "kind of picture 'bmp'"),
    ],
    ids=str,
)
def test_options_that_a_picture_cannot_have_are_named(options, message):
    with pytest.raises(ludograph.LudographError, match=message):
        ludograph.draw(GOOD, ply=3, **options)


@pytest.mark.parametrize("ply", [-1, 7])
def test_a_ply_that_was_not_played_cannot_be_drawn(record, ply):
    with pytest.raises(ludograph.LudographError, match=f"6 plies were played.* after {ply}"):
        ludograph.draw(record, ply=ply)


def test_a_record_without_a_position_cannot_be_drawn():
    with pytest.raises(ludograph.LudographError, match=r"no position to draw: .*'wrong'"):
        ludograph.draw(ludograph.Record(moves=("a",), game="wrong"))


def test_reprs_take_a_line(record):
    verdict, mended = ludograph.replay(record), ludograph.repair(record)
    place = str(record.source)
    assert repr(verdict) == f"<Game of {place}: epaminondas standard, 6 of 8 plies, 1 error>"
    assert repr(mended) == f"<Repair of {place}: mended, 1 edit, confidence 0.97>"
    assert repr(ludograph.replay(ludograph.Record())) == "<Game of :1: not played>"


def elements(shown: Any) -> tuple[list[str], str]:
    """Return the elements, checked to be nested, and the text of a notebook's display."""
    root = ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>")
    return [one.tag for one in root.iter()], "".join(root.itertext())


def test_a_replay_shows_itself_in_a_notebook(record):
    html = ludograph.replay(record)._repr_html_()
    seen, text = elements(ludograph.replay(record))
    assert "iframe" in seen
    assert "&lt;svg" in html
    assert 'sandbox="allow-scripts"' in html
    assert "6 of 8" in text
    assert "a phalanx of 3 takes at most 2" in text


def test_a_repair_shows_itself_in_a_notebook(record):
    seen, text = elements(ludograph.repair(record))
    assert seen.count("tr") == 2
    assert "4.7.4N3x3" in text


def test_what_a_record_has_is_escaped_in_notebooks():
    (found,) = ludograph.read_text(GAME.replace("SE2", "SE9"))
    without_start = dataclasses.replace(found, game=None)
    for shown in (map(ludograph.replay, (found, without_start)), [ludograph.repair(found)]):
        assert not any("b" in elements(one)[0] for one in shown)
    assert "<b>A & B</b>" in elements(ludograph.replay(found))[1]


@pytest.mark.slow
def test_the_board_needs_no_numpy():
    program = (
        "import sys, ludograph\n"
        "ludograph.start('gipf').play('a1-b2').diagram()\n"
        "next(ludograph.check('classic:megiddo-match')).plies\n"
        "print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert not {"numpy", "pandas", "matplotlib"} & set(run.stdout.split())


FACE: Any = ludograph
"""The face without its types."""


def test_the_pages_list_the_public_names():
    docs = Path(__file__).parent.parent / "docs"
    table = (docs / "stability.md").read_text("utf-8").partition("## The names of Python")[2]
    assert sorted(re.findall(r"`(\w+)`", table)) == ludograph.__all__
    described = re.findall(r"ludograph\.(\w+)(?!\.|\w)", (docs / "api.md").read_text("utf-8"))
    assert set(described) - {"testing"} == set(ludograph.__all__)


WRONG_TYPES = {
    "read": (lambda: FACE.read(3), "source must be a path"),
    "path": (lambda: FACE.read([3]), "source must be str or PathLike, not int"),
    "check": (lambda: FACE.check(3), "source must be a record"),
    "among": (lambda: list(FACE.check([3])), "source must hold records or paths, not int"),
    "variant": (lambda: FACE.check(GOOD, variant=3), "variant must be str or None, not int"),
    "start": (lambda: FACE.start(3), "game must be str, not int"),
    "position": (lambda: FACE.position(b"6/6"), "text must be str, not bytes"),
    "depth": (lambda: FACE.perft(FACE.start("gipf"), True), "depth must be int"),
    "play": (lambda: FACE.start("gipf").play(3), "move must be str or Move, not int"),
    "point": (lambda: FACE.start("gipf")[3], "point must be str, not int"),
    "draw": (lambda: FACE.draw(3), "source must be .*, not int"),
    "theme": (lambda: FACE.draw(GOOD, theme=3), "theme must be str, not int"),
    "option": (lambda: FACE.draw(GOOD, colour="red"), "colour"),
    "seconds": (lambda: FACE.repair(GOOD, seconds="1"), "seconds must be float, not str"),
    "game": (lambda: FACE.Game("game.txt"), "record must be Record, not str"),
    "record": (lambda: FACE.Record("gipf"), "moves must be a tuple of texts, not str"),
    "library": (lambda: FACE.library(3), "path must be str or PathLike, not int"),
    "plot": (lambda: FACE.plot(GOOD, "lengths", depth=3), "no option depth"),
}


@each_case(("call", "message"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_a_wrong_type_names_the_argument(call, message):
    with pytest.raises(TypeError, match=message):
        call()


OUT_OF_RANGE = {
    "depth": (lambda: FACE.perft(FACE.start("gipf"), -1), "depth must be from 0 to 100"),
    "confidence": (lambda: FACE.repair(GOOD, min_confidence=2), "must be from 0 to 1, not 2"),
    "seconds": (lambda: FACE.repair(GOOD, seconds=float("nan")), "seconds must be"),
    "delay": (lambda: FACE.draw(GOOD, "gif", delay=0.0), "delay must be from 0.02"),
    "step": (lambda: FACE.draw(GOOD, step=-1.0), "step must be from 1"),
    "width": (lambda: FACE.plot(GOOD, "lengths", width=1.0), "width must be from 50"),
    "tree": (lambda: FACE.openings(GOOD, depth=0), "depth must be from 1"),
    "mode": (lambda: FACE.library("a.ludo", "a"), "mode must be 'r' or 'w'"),
}


@each_case(("call", "message"), OUT_OF_RANGE.values(), ids=OUT_OF_RANGE)
def test_a_number_out_of_range_names_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_repair_is_saved_as_it_is(record, tmp_path):
    done = ludograph.repair(record)
    for name, source in (("repair.txt", done), ("record.txt", done.repaired)):
        assert ludograph.save(source, tmp_path / name) == ()
        (game,) = ludograph.check(tmp_path / name)
        assert game.valid
        assert "written: 4.7.3N3x3" in (tmp_path / name).read_text()


def test_a_conversion_without_a_record_is_not_saved(record, tmp_path):
    with pytest.raises(ludograph.CannotWrite, match="could not be converted: a phalanx of 3"):
        ludograph.save(ludograph.convert(record), tmp_path / "game.txt")
    assert list(tmp_path.iterdir()) == []
