"""``ludograph check``: verdicts, exit statuses, the JSON object, and what people see."""

import pytest

from tests.records.samples import DEMONSTRATION, ROW, rows

CLASSIC = "classic:epaminondas-demonstration"
CLEAN = f'[Game "epaminondas"]\n[Variant "standard"]\n\n{rows(DEMONSTRATION)}*\n'
BROKEN = f'[Game "epaminondas"] [Variant "standard"]\n\n{rows([*DEMONSTRATION[:4], "2.8.1N2"])}'


@pytest.fixture
def files(tmp_path):
    def write(**texts: str) -> None:
        for name, text in texts.items():
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")

    return write


def test_an_unreadable_move_is_marked_where_reading_stopped(ludograph, files):
    files(broken='[Game "epaminondas"] [Variant "standard"]\n\n1. 2.7.2Q2 11.6.2SE2\n')
    lines = ludograph("check", "broken.txt").out.split("\n")
    assert lines[:4] == [
        "broken.txt:3:9: error: move 1, White: expected a compass direction (N, NE, E,",
        "      SE, S, SW, W, NW), found 'Q2' [unreadable]",
        "   3 | 1. 2.7.2Q2 11.6.2SE2",
        "     |         ^",
    ]


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


def test_carets_stay_under_the_move_far_down_a_file(ludograph, files):
    files(broken="\n" * 12_000 + "1. 2.7.2N3 11.6.2SE2\n")
    out = ludograph("check", "broken.txt", "-q").out
    assert "12001 | 1. 2.7.2N3 11.6.2SE2\n      |    ^^^^^^^\n" in out


def test_suggestions_are_wrapped_below_each_other(ludograph, files, monkeypatch):
    monkeypatch.setenv("COLUMNS", "46")
    files(broken='[Dialect "span"]\n\n1. g1,g2-g5\n')
    out = ludograph("check", "broken.txt", "-q").out
    assert "     = did you mean g1,g2-g3 (49%), g1,g2-g4\n       (49%), g2-g3," in out


def test_notes_of_a_kind_are_counted_unless_all_are_asked_for(ludograph, files):
    moves = [move.replace(".", ",") for move in DEMONSTRATION[:6]]
    files(sloppy=f'[Game "epaminondas"]\n[Variant "standard"]\n\n{rows(moves)}')
    brief, verbose = ludograph("check", "sloppy.txt"), ludograph("check", "-v", "sloppy.txt")
    assert brief.status == verbose.status == 0
    assert brief.out.count("[separator]") == 2
    assert "      note: 4 more separator in this game; -v prints them all\n" in brief.out
    assert verbose.out.count("[separator]") == 6
    assert "6 plies, 6 notes" in brief.out
    quiet = ludograph("check", "-q", "sloppy.txt")
    assert quiet.out == "1 game read: 1 valid, 0 with errors; 6 plies, 6 notes\n"


def test_the_board_at_the_error_is_printed_when_asked_for(ludograph, files):
    files(broken=BROKEN)
    out = ludograph("check", "-v", "broken.txt").out
    assert "\n      12 b b b b . b . b b b b b b b\n" in out
    assert "\n       2 w w w . w w w w w w w w w w\n" in out


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


def test_options_count_for_more_than_the_text(ludograph, files):
    files(short='[Start "6/1w4/6/6/4b1 w"]\n\n1. 4.2.1N1 1.5.1E1\n')
    assert ludograph("check", "short.txt").status == 1
    run = ludograph("check", "short.txt", "--variant", "standard+symmetry=off", "--json")
    assert (run.status, run.objects[0]["variant"]) == (
        0,
        "standard+columns=6+rows=5+symmetry=off",
    )


FILES = {
    "blank lines": (b"\n \n\t\n", "empty-file"),
    "a table of Excel": (b"PK\3\4\x14", "binary-file"),
    "a text of Word": (rb"{\rtf1\ansi 1. D3 B4\par}", "binary-file"),
    "half a UTF-16 letter": (CLEAN.encode("utf-16")[:-1], "encoding"),
}


@pytest.mark.parametrize(("content", "code"), FILES.values(), ids=FILES)
def test_a_bad_file_is_an_error_and_the_others_are_checked(ludograph, tmp_path, content, code):
    (tmp_path / "bad.txt").write_bytes(content)
    (tmp_path / "good.txt").write_text(CLEAN, encoding="utf-8")
    run = ludograph("check", "--json", "bad.txt", "good.txt")
    *_, bad, good = run.objects
    assert (run.status, bad["plies"], good["valid"]) == (1, 0, True)
    assert [one["code"] for one in bad["violations"]] == [code]
    people = ludograph("check", "bad.txt", "good.txt")
    assert f"[{code}]" in people.out
    assert "1 file without a game" in people.out.replace("\n      ", " ")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_the_line_under_an_error_is_read_in_the_encoding_of_the_file(ludograph, tmp_path, encoding):
    named = ["--encoding", encoding] if encoding == "utf-16-le" else []
    (tmp_path / "bad.txt").write_text("{Léa} 1. 2.7.2N3 11.6.2SE2\n", encoding=encoding)
    out = ludograph("check", "-q", "bad.txt", *named).out
    assert "   1 | {Léa} 1. 2.7.2N3 11.6.2SE2\n     |          ^^^^^^^\n" in out
    (tmp_path / "bad.jsonl").write_text('{"moves":["2.7\n', encoding="utf-8")
    out = ludograph("check", "bad.jsonl").out
    assert '   1 | {"moves":["2.7\n     |           ^\n' in out
