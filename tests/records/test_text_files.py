"""The text reader: several games in a file, their tags and titles, and the prose around them."""

import pytest

from analysis import replay
from tests.records.samples import (
    DATA,
    FINAL,
    PRINTED_MOVES,
    ROW,
    codes,
    messages,
    read_all,
    read_one,
)

SECOND = "1. 2.8.2N2 11.5.2S1\n"
MOVES = [("2.7.2N2", "11.6.2SE2"), ("2.8.2N2", "11.5.2S1")]

SEPARATED = {
    "tag blocks": f'[White "A"]\n\n{ROW}\n[White "B"]\n\n{SECOND}',
    "tag blocks without blank lines": f'[White "A"]\n{ROW}[White "B"]\n{SECOND}',
    "number 1 again": f"{ROW}{SECOND}",
    "number 1 again after a blank line": f"{ROW}\n\n{SECOND}",
    "number 1 again in the same line": f"{ROW.strip()} {SECOND}",
    "dashes": "2.7.2N2 11.6.2SE2\n---\n2.8.2N2 11.5.2S1\n",
    "long dashes": "2.7.2N2 11.6.2SE2\n— — — —\n2.8.2N2 11.5.2S1\n",
    "stars": "2.7.2N2 11.6.2SE2\n\n* * *\n\n2.8.2N2 11.5.2S1\n",
    "double lines around": f"=====\n{ROW}=====\n=====\n{SECOND}=====\n",
    "results and numbers": f"{ROW.strip()} 1-0\n{SECOND.strip()} *\n",
}


@pytest.mark.parametrize("text", SEPARATED.values(), ids=SEPARATED)
def test_where_the_next_game_begins(text):
    games = read_all(text)
    assert [record.moves for record in games] == MOVES
    assert [record.source.game for record in games] == [1, 2]
    assert not any(record.findings for record in games)
    lines = text.split("\n")
    for record in games:
        first = lines[record.source.line - 1]
        assert first.startswith("[") or record.moves[0] in first


def test_games_of_one_ply_each_are_told_apart_by_their_results():
    games = read_all("1. 2.7.2N2 1-0\n1. 2.8.2N2 0-1\n")
    assert [(record.moves, record.result) for record in games] == [
        (("2.7.2N2",), "1-0"),
        (("2.8.2N2",), "0-1"),
    ]


def test_dots_after_number_1_do_not_begin_a_game():
    assert read_one("1. 2.7.2N2\n1... 11.6.2SE2\n").moves == MOVES[0]


def test_tags_come_with_their_escapes_undone():
    text = (
        '[White "The \\"Fox\\""]\n[Path "C:\\\\games"]\n[Event "Cup [final]; 1/2"]\n[Empty ""]\n'
        f'[ Site  "Lyon" ] [Date "1975.??.??"]\n[Élo "1 200"]\n\n{ROW}'
    )
    record = read_one(text)
    assert dict(record.tags) == {
        "White": 'The "Fox"',
        "Path": "C:\\games",
        "Event": "Cup [final]; 1/2",
        "Empty": "",
        "Site": "Lyon",
        "Date": "1975.??.??",
        "Élo": "1 200",
    }
    assert not record.findings


def test_tags_that_have_a_field_of_their_own():
    text = (
        '[Game "Epaminondas"]\n[Variant "standard+symmetry=off"]\n[Dialect "Span"]\n'
        '[Start "6/1w4/6/6/4b1/6 w"]\n[Result "0-1"]\n[White "A"]\n\n1. b5-b6 e2-f2\n'
    )
    record = read_one(text)
    assert (record.game, record.variant) == ("epaminondas", "standard+symmetry=off")
    assert (record.dialect, record.start) == ("span", "6/1w4/6/6/4b1/6 w")
    assert (record.result, dict(record.tags)) == ("0-1", {"White": "A"})


def test_a_tag_block_split_by_blank_lines_is_one_block():
    text = f'[White "A"]\n\n[Black "B"]\n\n\n[Round "3"]\n\n{ROW}\n[White "C"]\n\n{SECOND}'
    first, second = read_all(text)
    assert dict(first.tags) == {"White": "A", "Black": "B", "Round": "3"}
    assert (first.moves, second.moves) == tuple(MOVES)
    assert dict(second.tags) == {"White": "C"}


def test_a_tag_given_twice_keeps_its_first_value():
    record = read_one(f'[White "A"]\n[White "B"]\n[White "A"]\n\n{ROW}')
    assert record.tags["White"] == "A"
    assert [(one.code, one.line) for one in record.findings] == [("repeated-tag", 2)]
    assert "'B'" in messages(record)


def test_moves_may_follow_a_tag_in_its_line():
    record = read_one(f'[White "A"] [Black "B"] {ROW}')
    assert record.moves == MOVES[0]
    assert record.places[0] == (1, 28)
    assert dict(record.tags) == {"White": "A", "Black": "B"}


def test_a_line_under_the_headings_does_not_cut_the_tags_off():
    record = read_one(f'[White "A"]\n\nWhite    Black\n-----    -----\n{ROW}')
    assert (dict(record.tags), record.moves) == ({"White": "A"}, MOVES[0])


TAGS_ALONE = {
    "at the end": (f'{ROW}\n[White "B"]\n', 1),
    "before a game": (f'[White "B"]\n\n[White "C"]\n\n{ROW}', 0),
    "before a game with more tags": (
        f'[White "B"]\n\n[Event "Cup"]\n[White "C"]\n[Black "D"]\n\n{ROW}',
        0,
    ),
    "before dashes and a game": (f'[White "B"]\n\n---\n\n[White "C"]\n\n{ROW}', 0),
    "alone": ('[White "B"]\n[Black "C"]\n', 0),
}


@pytest.mark.parametrize(("text", "index"), TAGS_ALONE.values(), ids=TAGS_ALONE)
def test_tags_without_moves_are_a_game_without_moves(text, index):
    record = read_all(text)[index]
    assert (record.tags["White"], record.moves) == ("B", ())
    (finding,) = record.findings
    assert (finding.code, finding.violation) == ("no-moves", True)
    assert finding.line == record.source.line
    lines = text.split("\n")
    for other in read_all(text):
        assert lines[other.source.line - 1].startswith("[") == bool(other.tags)


def test_a_game_without_moves_that_has_a_result_is_none_of_our_business():
    record = read_one('[White "A"]\n\n1-0\n')
    assert (record.moves, record.result, record.findings) == ((), "1-0", ())


TITLES = {
    "one line": (f"Final in Lyon\n\n{ROW}", "Final in Lyon"),
    "two lines": (f"Final\nGame 2\n{ROW}", "Final Game 2"),
    "underlined": (f"Final in Lyon\n=============\n{ROW}", "Final in Lyon"),
    "above the headings": (f"Final in Lyon\n\nWhite Black\n{ROW}", "Final in Lyon"),
    "above tags": (f'Final in Lyon\n\n[White "A"]\n\n{ROW}', "Final in Lyon"),
    "below prose": (f"A text about games.\n\nFinal\n{ROW}", "Final"),
}


@pytest.mark.parametrize(("text", "title"), TITLES.values(), ids=TITLES)
def test_a_line_above_a_game_is_its_title(text, title):
    record = read_one(text)
    assert record.tags["Title"] == title
    assert f"taken for the title: {title!r}" in messages(record)
    assert record.moves == MOVES[0]


UNTITLED = {
    "a sentence": "It began like this:",
    "a paragraph": "One\ntwo\nthree",
    "a long line": "word " * 20,
    "a comment sign": "# rejected",
    "a broken tag": '[White "A',
    "a comment in braces": "{a comment}",
}


@pytest.mark.parametrize("prose", UNTITLED.values(), ids=UNTITLED)
def test_prose_above_a_game_is_no_title(prose):
    record = read_one(f"{prose}\n{ROW}")
    assert "Title" not in record.tags
    assert codes(record) == ["skipped-text"]


def test_titles_stay_with_their_games():
    first, second = read_all(f"Game one\n{ROW}\nGame two\n{SECOND}")
    assert (first.tags["Title"], second.tags["Title"]) == ("Game one", "Game two")


def test_prose_around_games_is_skipped_with_a_note_that_names_the_lines():
    text = (
        "Two games were played.\nBoth were short.\n\n"
        f"{ROW}\nThe second one:\n\n{SECOND}\nThat was\nall there is to tell.\n"
    )
    first, second = read_all(text)
    assert [record.moves for record in (first, second)] == MOVES
    assert [one.message for one in first.findings] == [
        "skipped lines 1 to 2: text that belongs to no game"
    ]
    assert sorted((one.line, one.message) for one in second.findings) == [
        (6, "skipped line 6: text that belongs to no game"),
        (10, "skipped lines 10 to 11: text that belongs to no game"),
    ]


PROSE = {
    "a move in a sentence": "White opens with 2.12.2NW2, and Black answers 11.3.2SE2 at once.",
    "a sentence that begins with a move": (
        "2.12.2NW2, noir riposte par 11.3.2SE2. Noir peut maintenir cette symétrie tout au"
    ),
    "a numbered sentence": "1. 2.12.2NW2 is what the book suggests, but nobody plays it any more.",
    "a numbered list": "1. Set up the pieces\n2. White begins",
    "dates and versions": "On 12.3.2001 at 10.30 we used version 2.7.2",
}


@pytest.mark.parametrize("prose", PROSE.values(), ids=PROSE)
@pytest.mark.parametrize("after", ["", f"\n{ROW}"], ids=["alone", "before a game"])
def test_prose_that_mentions_moves_is_no_game(prose, after):
    (record,) = read_all(f"{prose}\n{after}")
    assert record.moves == (MOVES[0] if after else ())
    assert set(codes(record)) <= {"no-game", "skipped-text", "title"}


RULE_BOOKS = {"tabs": ("rule-book-tabs.txt", 58), "blanks": ("rule-book-blanks.txt", 66)}


@pytest.mark.parametrize(("name", "line"), RULE_BOOKS.values(), ids=RULE_BOOKS)
def test_the_rule_book_holds_one_game(name, line):
    record = read_one((DATA / name).read_text(encoding="utf-8"))
    assert record.moves == PRINTED_MOVES
    assert record.source.line == line
    game = replay(record)
    assert (game.valid, game.played, str(game.position)) == (True, 23, FINAL)
    assert "Title" not in record.tags
    assert sorted(codes(record)) == ["heading", "skipped-text", "skipped-text"]


def test_english_prose_with_moves_in_it_holds_no_game():
    record = read_one((DATA / "english-prose.txt").read_text(encoding="utf-8"))
    assert (record.moves, record.source.game) == ((), 0)
    assert [(one.code, one.violation) for one in record.findings] == [
        ("no-game", True),
        ("skipped-text", False),
    ]


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n\n"])
def test_a_file_with_nothing_in_it(text):
    record = read_one(text)
    assert (codes(record), record.source.game) == (["empty-file"], 0)


NO_GAME = {
    "unknown game": ('[Game "chess"]\n\n1. e4 e5\n2. Nf3\n', "'chess'"),
    "unknown dialect": (f'[Dialect "modern"]\n\n{ROW}', "no dialect 'modern'; there are: abbott"),
}


@pytest.mark.parametrize(("text", "reason"), NO_GAME.values(), ids=NO_GAME)
def test_games_that_are_not_known(text, reason):
    record = read_one(text)
    assert "unknown-game" in codes(record)
    assert reason in messages(record)
    assert record.moves


def test_a_remark_in_square_brackets_does_not_end_the_game():
    record = read_one(f"{ROW}\n[Black thought for an hour.]\n\n2. 2.6.3E1 10.7.3S3\n")
    assert record.moves == (*MOVES[0], "2.6.3E1", "10.7.3S3")
    assert codes(record) == ["skipped-text"]
