"""``ludograph check``: its output for people and programs, ``--fix`` and ``--watch``."""

import gzip
import json
import stat
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import watchfiles

from analysis.cli import formats
from analysis.cli.printer import SourceLines
from analysis.version import __version__
from notation.printing import HIDDEN
from records.sources.decode import LINE_LIMIT
from tests.editing.texts import LENIENT, SHORT
from tests.records.samples import DEMONSTRATION, ROW, rows

CLASSIC = "classic:epaminondas-demonstration"

BROKEN = f'[Game "epaminondas"] [Variant "standard"]\n\n{rows([*DEMONSTRATION[:4], "2.8.1N2"])}'


@pytest.fixture
def files(tmp_path):
    def write(**texts: str) -> None:
        for name, text in texts.items():
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")

    return write


def test_long_source_lines_are_cut_around_the_move(ludograph, files):
    files(
        broken=f"{'{much to say about this} ' * 9}1. 2.7.2N2\t11.6.2SE2 2. 5.5.1N1 {{{'x' * 99}}}"
    )
    out = ludograph("check", "broken.txt", "-q").out.split("\n")
    excerpt, marks = next(
        (line, out[index + 1]) for index, line in enumerate(out) if line.startswith("   1 | ")
    )
    assert len(excerpt) == 80
    assert [excerpt[index] for index, mark in enumerate(marks) if mark == "^"] == list("5.5.1N1")
    assert "\t" not in excerpt


def test_no_line_is_wider_than_the_terminal(ludograph, files):
    texts = {
        f"broken{index}": text
        for index, text in enumerate(
            [
                BROKEN,
                rows(["11.6.2SE2", "2.7.2N2"]),
                '[Start "6/1w4/6/6/4b1 w"]\n[Result "1-0"]\n\n1. 4.2.1N1 1.5.1E1\n',
                '[Start "6/1w4/6/6/4b1/6 w"]\n[Result "0-1"]\n\n1. 5.2.1N1 2.5.1E1\n',
                '[Variant "standard+size=enormous+and=so+on"]\n\n' + ROW,
                "1. g1,g2-g3 g12,g11-g10 2. a1,a2-a3 a12,a11-a10 3. b1,b2-b3 q\n",
            ]
        )
    }
    files(**texts, prose="Nothing to see here. " * 10)
    run = ludograph("check", "-v", CLASSIC, ".", "missing.txt")
    assert "Traceback" not in run.err
    assert max(len(line) for line in run.out.split("\n")) <= 80
    assert run.out.count(" error: ") >= len(texts)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_the_line_under_an_error_is_read_in_the_encoding_of_the_file(ludograph, tmp_path, encoding):
    named = ["--encoding", encoding] if encoding == "utf-16-le" else []
    (tmp_path / "bad.txt").write_text("{Léa} 1. 2.7.2N3 11.6.2SE2\n", encoding=encoding)
    out = ludograph("check", "-q", "bad.txt", *named).out
    assert "   1 | {Léa} 1. 2.7.2N3 11.6.2SE2\n     |          ^^^^^^^\n" in out
    (tmp_path / "bad.jsonl").write_text('{"moves":["2.7\n', encoding="utf-8")
    out = ludograph("check", "bad.jsonl").out
    assert '   1 | {"moves":["2.7\n     |           ^\n' in out


HERE = Path(__file__).parent

GAMES = ["classic:epaminondas-slip", "classic:crossings-answered", "odd"]

HOSTILE = "a,b:c %0A]]>&<x>\N{RIGHT-TO-LEFT OVERRIDE}.txt"
"""The name of a file whose texts, too, would end commands, tags and strings."""


@pytest.mark.parametrize("style", formats.FORMATS)
def test_every_style_of_output_is_kept(ludograph, tmp_path, kept, style):
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / HOSTILE).write_text(
        '[Game "gipf"]\n[White "::error::<b>%0A"]\n\n1. i5-g5 \x1b[31mi1-g9::%0A"\n2. <&> b2\n'
    )
    assert ludograph("check", GAMES[1], "--output-format", style).status == 0
    run = ludograph("check", *GAMES, "--output-format", style)
    text = run.out
    if style == "sarif":
        parsed = json.loads(text.replace(__version__, "VERSION"))
        rules = parsed["runs"][0]["tool"]["driver"].pop("rules")
        results = parsed["runs"][0].pop("results")
        assert {one["ruleId"] for one in results} <= {one["id"] for one in rules}
        docs = (HERE.parents[1] / "docs/findings.md").read_text(encoding="utf-8")
        assert all(f'<a id="{one["helpUri"].partition("#")[2]}">' in docs for one in rules)
        text = "".join(f"{json.dumps(one)}\n" for one in (parsed, *results))
    elif style == "junit":
        ElementTree.fromstring(text)
    assert run.status == 1
    assert not HIDDEN.search(text.replace("\n", ""))
    kept(text, HERE / "formats" / f"{style}.txt")


def test_a_fingerprint_is_that_of_the_finding_wherever_its_game_stands(ludograph, tmp_path):
    slip = "\n".join(('[Game "megiddo"]', '[Variant "base"]', "", "1. C4 B4", "2. C4 A4", ""))
    other = slip.replace("B4", "D1")
    found = []
    for text in (slip, f"{other}\n{slip}", slip.replace("A4", "A5")):
        (tmp_path / "games.txt").write_text(text)
        printed = ludograph("check", "games.txt", "--output-format", "sarif").out
        found.append(
            [
                one["partialFingerprints"]["ludograph/v1"]
                for one in json.loads(printed)["runs"][0]["results"]
            ]
        )
    (alone,), (first, second), (edited,) = found
    assert alone == second == edited != first
    assert len(alone) == 32


FIXED = SHORT.replace("F4", "F4 (A4, B4)")


def test_a_file_is_mended_and_then_checked(ludograph, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbf" + SHORT.replace("\n", "\r\n").encode())
    (tmp_path / "a.txt").chmod(0o640)
    run = ludograph("check", "--fix", "a.txt")
    assert run.out.startswith("a.txt: 1 ply of 1 game mended\n")
    assert (run.status, "missing-captures" in run.out) == (0, False)
    content = (tmp_path / "a.txt").read_bytes()
    assert content == b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode()
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640
    before = (tmp_path / "a.txt").stat().st_mtime_ns
    assert "mended" not in ludograph("check", "--fix", "a.txt").out
    assert (tmp_path / "a.txt").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", SHORT.replace('"R"', '"Ren\xe9"').encode("cp1252")),
        ("a.txt.gz", gzip.compress(SHORT.encode())),
        ("a.txt", b"\0" + SHORT.encode()),
    ],
    ids=["cp1252", "gz", "null"],
)
def test_what_is_no_certain_text_is_named_and_left(ludograph, tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    run = ludograph("check", "--fix", name)
    assert f"{name}: not mended: it is not a text in UTF-8" in run.out
    assert (tmp_path / name).read_bytes() == content


def test_a_check_is_repeated_after_a_change_until_it_is_interrupted(
    ludograph, tmp_path, monkeypatch
):
    (tmp_path / "a.txt").write_text(SHORT)
    watched: list[str] = []

    def changes(*roots, watch_filter, **options):
        watched.extend(roots)
        path = str(tmp_path / "a.txt")
        assert watch_filter(None, path)
        assert not watch_filter(None, str(tmp_path / "b.txt"))
        (tmp_path / "a.txt").write_text(SHORT.replace("C1", "C4"))
        yield {(1, path)}
        (tmp_path / "a.txt").unlink()
        yield {(1, path)}
        (tmp_path / "a.txt").write_text(LENIENT)
        yield {(1, path)}
        raise KeyboardInterrupt

    monkeypatch.setattr(watchfiles, "watch", changes)
    run = ludograph("check", "--watch", "--quiet", "a.txt")
    summaries = [line for line in run.out.splitlines() if " valid, " in line]
    assert [line.partition(";")[0] for line in summaries] == [
        "1 game read: 1 valid, 0 with errors",
        "1 game read: 0 valid, 1 with errors",
        "0 games read: 0 valid, 0 with errors",
        "1 game read: 1 valid, 0 with errors",
    ]
    assert run.status == 0
    assert run.err.count("Waiting for changes; Ctrl-C ends.") == 4
    assert watched == [str(tmp_path)]


@pytest.mark.parametrize(
    ("name", "root", "counted"),
    [
        ("in/a.txt", "in", {"in/a.txt"}),
        ("in", "in", {"in/a.txt", "in/b.csv"}),
        ("in/*.txt", "in", {"in/a.txt"}),
        ("*.txt", "", {"other.txt"}),
        ("@other.txt", "", {"in/a.txt", "other.txt"}),
    ],
)
def test_what_is_watched_of_a_source(ludograph, tmp_path, monkeypatch, name, root, counted):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text(SHORT)
    (tmp_path / "in/b.csv").touch()
    (tmp_path / "other.txt").write_text("in/a.txt\n")

    def changes(*roots, watch_filter, **options):
        assert roots == (str(tmp_path / root),)
        paths = {"in/a.txt", "in/b.csv", "other.txt", "crops/a.png"}
        assert {one for one in paths if watch_filter(None, str(tmp_path / one))} == counted
        raise KeyboardInterrupt

    monkeypatch.setattr(watchfiles, "watch", changes)
    run = ludograph("check", "--watch", "--crops", "crops", name)
    assert "Waiting for changes; Ctrl-C ends." in run.err


def test_of_a_line_that_is_too_long_only_the_beginning_is_held(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text(f"{'a' * 5 * LINE_LIMIT}\nb\n")
    lines = SourceLines(None)
    first = lines.line(str(path), 1)
    assert first is not None
    assert LINE_LIMIT < len(first) < 3 * LINE_LIMIT
    assert lines.line(str(path), 2) == "b"
