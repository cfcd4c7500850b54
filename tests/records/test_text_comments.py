"""The text reader: comments in braces, results in words, and what contradicts itself."""

import pytest

from tests.records.samples import ROW, codes, messages, read_all, read_one

MOVES = ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3")

COMMENTS = {
    "in a row": ("1. {} {{a plan}} {}\n2. {} {}\n", {0: "a plan"}),
    "without blanks": ("1. {}{{a plan}}{}\n2. {} {}\n", {0: "a plan"}),
    "after the number": ("1. {} {}\n2. {{a plan}} {} {}\n", {1: "a plan"}),
    "on a line of its own": ("1. {} {}\n{{a plan}}\n2. {} {}\n", {1: "a plan"}),
    "two for one move": ("1. {} {{a}} {{plan}} {}\n2. {} {}\n", {0: "a plan"}),
    "over lines": ("1. {} {{a plan,\nmy plan\n}} {}\n2. {} {}\n", {0: "a plan,\nmy plan"}),
    "over a blank line": ("1. {} {{a\n\nplan}} {}\n2. {} {}\n", {0: "a\n\nplan"}),
    "two over lines": ("1. {} {{a\nb}} {} {{c\nd}}\n2. {} {}\n", {0: "a\nb", 1: "c\nd"}),
    "a brace inside": ("1. {} {{a \\}} b}} {}\n2. {} {}\n", {0: "a } b"}),
    "a backslash inside": ("1. {} {{a \\\\}} {}\n2. {} {}\n", {0: "a \\"}),
    "an opening brace inside": ("1. {} {{a {{ b}} {}\n2. {} {}\n", {0: "a { b"}),
    "a bar, not a table of a wiki": ("1. {} {}\n{{|}}\n2. {} {}\n", {1: "|"}),
    "a folder": ("1. {} {{C:\\games\\\\new\\}}}} {}\n2. {} {}\n", {0: "C:\\games\\new}"}),
    "a spelled-out line end": ("1. {} {{a\\nb}} {}\n2. {} {}\n", {0: "a\nb"}),
    "a move inside": ("1. {} {{2.7.2N2 1-0}} {}\n2. {} {}\n", {0: "2.7.2N2 1-0"}),
    "another row inside": ("1. {} {}\n{{or\n2. 2.1.1N1\n}}\n2. {} {}\n", {1: "or\n2. 2.1.1N1"}),
    "at the end": ("1. {} {}\n2. {} {} {{the end}}\n", {3: "the end"}),
}


@pytest.mark.parametrize(("shape", "comments"), COMMENTS.values(), ids=COMMENTS)
def test_comments_stand_beside_their_moves(shape, comments):
    text = shape.format(*MOVES)
    record = read_one(text)
    assert record.moves == MOVES
    assert {index: one["comment"] for index, one in record.details.items()} == comments
    assert not record.findings
    lines = text.split("\n")
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


BEFORE = {
    "after tags": '[White "A"]\n\n{{a quiet game}}\n{}',
    "after tags, over lines": '[White "A"]\n\n{{a quiet\ngame}}\n\n{}',
    "in the first row": "{{a quiet game}} {}",
    "after the first number": "1. {{a quiet game}} 2.7.2N2 11.6.2SE2\n{}",
}


@pytest.mark.parametrize("shape", BEFORE.values(), ids=BEFORE)
def test_a_comment_before_the_first_move_belongs_to_the_game(shape):
    record = read_one(shape.format("" if "1." in shape else ROW))
    assert record.comment.split() == ["a", "quiet", "game"]
    assert (record.moves, dict(record.details)) == (MOVES[:2], {})
    assert not record.findings


def test_a_game_begins_with_its_first_line_though_a_comment_runs_on():
    assert read_one("\n1. 2.7.2N2 {a\nquiet\nmove} 11.6.2SE2\n").source.line == 2


UNCLOSED = {
    "at the end": ("1. {} {}\n2. {} {} {{alas\n", 2, {3: "alas"}, 1),
    "without a line end": ("1. {} {}\n2. {} {} {{alas", 2, {3: "alas"}, 1),
    "before more moves": ("1. {} {} {{alas\n2. {} {}\n", 1, {1: "alas"}, 1),
    "twice": ("1. {} {} {{alas\n2. {} {} {{alack\n", 1, {1: "alas", 3: "alack"}, 1),
    "before the next game": (
        '1. {} {}\n2. {} {} {{alas\n\n[White "B"]\n\n1. 2.8.2N2 11.5.2S1\n',
        2,
        {3: "alas"},
        2,
    ),
}


@pytest.mark.parametrize(("shape", "line", "comments", "games"), UNCLOSED.values(), ids=UNCLOSED)
def test_a_comment_that_never_closes_ends_with_its_line(shape, line, comments, games):
    found = read_all(shape.format(*MOVES))
    record = found[0]
    assert record.moves == MOVES
    assert {index: one["comment"] for index, one in record.details.items()} == comments
    assert next(one.line for one in record.findings if one.code == "unclosed-comment") == line
    assert record.places == ((1, 4), (1, 12), (2, 4), (2, 12))
    assert len(found) == games


@pytest.mark.slow
def test_a_comment_may_not_swallow_a_file():
    rows = "".join(f"{number}. {MOVES[2]} {MOVES[3]}\n" for number in range(2, 602))
    record = read_one(f"1. {MOVES[0]} {{alas {MOVES[1]}\n{rows}")
    assert (record.moves[:2], len(record.moves)) == ((MOVES[0], "?"), 1202)
    assert codes(record)[0] == "unclosed-comment"
    assert "lost-ply" in codes(record)


RESULTS = {
    "1-0": ("1-0", None),
    "0-1": ("0-1", None),
    "1/2-1/2": ("1/2-1/2", None),
    "*": ("*", None),
    "1 - 0": ("1-0", None),
    "1–0": ("1-0", None),
    "0 – 1": ("0-1", None),
    "½-½": ("1/2-1/2", None),
    "½": ("1/2-1/2", None),
    "White wins": ("1-0", None),
    "White won.": ("1-0", None),
    "BLACK WINS": ("0-1", None),
    "Black won": ("0-1", None),
    "White resigns": ("0-1", "resignation"),
    "Black resigned.": ("1-0", "resignation"),
    "resigns": ("1-0", "resignation"),
    "draw": ("1/2-1/2", None),
    "Drawn": ("1/2-1/2", None),
    "Les blancs gagnent": ("1-0", None),
    "blanc gagne": ("1-0", None),
    "Les noirs abandonnent": ("1-0", "resignation"),
    "blanc abandonne": ("0-1", "resignation"),
    "abandon": ("1-0", "resignation"),
    "partie nulle": ("1/2-1/2", None),
    "nulle": ("1/2-1/2", None),
    "Weiß gewinnt": ("1-0", None),
    "Weiss gibt auf": ("0-1", "resignation"),
    "Schwarz gewinnt": ("0-1", None),
    "Schwarz gibt auf.": ("1-0", "resignation"),
    "Remis": ("1/2-1/2", None),
}


@pytest.mark.parametrize("joint", [" ", "\n", "\n\n"], ids=["same line", "next line", "apart"])
@pytest.mark.parametrize(("words", "meant"), RESULTS.items(), ids=RESULTS)
def test_results_in_words(words, meant, joint):
    record = read_one(f"1. {MOVES[0]} {MOVES[1]}\n2. {MOVES[2]}{joint}{words}\n")
    assert record.moves == MOVES[:3]
    assert (record.result, record.tags.get("Termination")) == meant
    told = [] if words in ("1-0", "0-1", "1/2-1/2", "*") else [f"{words!r} is read as {meant[0]}"]
    if meant[1]:
        told = [f"{told[0]}, by {meant[1]}"]
    assert [one.message for one in record.findings] == told


@pytest.mark.parametrize(("moves", "result"), [(MOVES, "0-1"), (MOVES[:3], "1-0")])
def test_who_resigns_unnamed_is_the_side_to_move(moves, result):
    assert read_one(f"{' '.join(moves)} resigns\n").result == result


def test_a_line_about_the_result_is_no_result():
    record = read_one(f"{ROW}White wins because Black has no answer.\n")
    assert record.result == "*"
    assert codes(record) == ["skipped-text"]


TAG_AND_END = {
    "same": ("1-0", "1-0", "1-0", []),
    "only the tag": ("0-1", "", "0-1", []),
    "undecided end": ("0-1", "*", "0-1", []),
    "undecided tag": ("*", "0-1", "0-1", []),
    "contradiction": ("1-0", "0-1", "0-1", ["repeated-result"]),
    "words in the tag": ("White wins", "1-0", "1-0", ["result-words"]),
    "no result in the tag": ("adjourned", "", "adjourned", ["result-words"]),
    "a winner's number": ("2", "", "2", []),
    "two ends": ("", "1-0 0-1", "0-1", ["repeated-result"]),
}


@pytest.mark.parametrize(("tag", "end", "result", "told"), TAG_AND_END.values(), ids=TAG_AND_END)
def test_the_result_tag_against_the_end_of_the_moves(tag, end, result, told):
    block = f'[Result "{tag}"]\n\n' if tag else ""
    record = read_one(f"{block}{ROW.strip()} {end}\n")
    assert (record.result, codes(record)) == (result, told)
    if tag == "1-0" and told:
        assert messages(record) == "the tag has 1-0, the end of the moves 0-1: the end counts"
