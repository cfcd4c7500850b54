"""Written records are read back unchanged, also after conversions between containers."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records import CannotWrite, Record, write
from records.assumptions import Assumptions
from records.formats import FORMATS
from tests.cases import each_case
from tests.examples import examples
from tests.records.samples import ROW, said


def read_back(texts: str | Iterable[str], container: str) -> list[Record]:
    """Read texts as from a file, where all kinds of line ends are converted."""
    ends = re.compile(r"\r\n?")
    blocks = [ends.sub("\n", texts)] if isinstance(texts, str) else texts
    return list(FORMATS[container].read(blocks, "back", Assumptions()))


def cut(text: str, sizes: list[int]) -> Iterator[str]:
    place, turn = 0, 0
    while place < len(text):
        size = sizes[turn % len(sizes)]
        yield text[place : place + size]
        place, turn = place + size, turn + 1


MESSY = (
    "A title\n\nWhite Black\n"
    f'{ROW}2. 2.6.3E1! {{over\n\n[two] lines}} 10.7.3S3 1-0\n\n[White "A"]\n\n\n'
    f'[Black "B"]\n\n{ROW}\n\n\n[White "C"]\n[Event "D"]\n\n{ROW}*\n\n'
    f'Prose\n\n[White "E"]\n\n{ROW}2. {{left open 2.6.3E1\n\n[White "F"]\n\n{ROW}---\n{ROW}end.'
)


def flat(found: Iterable[Record]) -> list[Record]:
    return [replace(record, places=tuple(record.places)) for record in found]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8))
@examples(100)
def test_a_stream_may_be_cut_anywhere(sizes):
    whole = flat(read_back(MESSY, "text"))
    assert flat(read_back(cut(MESSY, sizes), "text")) == whole


CANNOT = {
    "a tag without a name": (Record(tags={"": "Lyon"}), "''"),
    "braces in a move": (Record(moves=("2.7.2N2{",)), "'2.7.2N2{'"),
    "moves that would run together": (Record(moves=("2.7.2", "N2")), "the moves as they are"),
    "a word that is not a move": (Record(moves=("2.7.2N2", "oops")), "the moves as they are"),
}


@each_case(("record", "named"), CANNOT.values(), ids=CANNOT)
def test_text_refuses_what_it_cannot_hold(record, named):
    with pytest.raises(CannotWrite) as refusal:
        write(record)
    assert named in str(refusal.value)
    (back,) = read_back(
        write(replace(record, game="epaminondas", dialect="abbott"), "jsonl"), "jsonl"
    )
    assert (back.moves, dict(back.tags)) == (record.moves, dict(record.tags))


def test_a_correction_that_its_comment_states_is_not_lost():
    stated = {0: {"comment": "recte D5", "correction": "D5"}}
    record = Record(("D3",), "megiddo", "base", "book", details=stated)
    fitted, notes = FORMATS["text"].fit(record)
    assert (fitted.details, notes) == ({0: {"comment": "recte D5"}}, ())
    with pytest.raises(CannotWrite, match="correction of 'D3'"):
        FORMATS["text"].fit(replace(record, details={0: stated[0] | {"correction": "D6"}}))


def starting(mover: str) -> Record:
    """Return a game of three players in which ``mover`` moves first."""
    moves, start = ("A1", "B1", "C1", "D1"), f"6/6/6/6/6/6 {mover} 0,0,0"
    return Record(moves, "megiddo", "base+players=3", "book", start=start)


ROWS_BEGIN = {
    "epaminondas": (
        Record(
            ("2.5.1E1", "5.2.1N1", "2.6.1E1"),
            "epaminondas",
            dialect="abbott",
            start="6/1w4/6/6/4b1/6 b",
        ),
        "\n  1. ...      2.5.1E1\n  2. 5.2.1N1  2.6.1E1\n",
    ),
    "gipf": (
        Record(
            ("b3 (11)", "e1-e3 (11)", "c2"),
            "gipf",
            "basic",
            "complete",
            start="b2w/5/6/w5b/6/5/b2w b 12,12 0,0 -",
        ),
        "\n  1. ...         b3 (11)\n  2. e1-e3 (11)  c2\n",
    ),
    "red of three": (starting("r"), "\n  1. A1  B1  C1\n"),
    "blue of three": (starting("b"), "\n  1. ...  A1  B1\n"),
    "green of three": (starting("g"), "\n  1. ...  ...  A1\n"),
}


@each_case(("record", "rows"), ROWS_BEGIN.values(), ids=ROWS_BEGIN)
def test_rows_begin_with_dots_for_the_sides_before_the_first_to_move(record, rows):
    text = write(record)
    assert rows in text
    (back,) = read_back(text, "text")
    assert said(back) == said(record)
    assert not back.findings


@pytest.mark.parametrize("container", ["text", "jsonl"])
def test_an_archive_on_one_line_has_the_games_of_one_on_many(container):
    kinds = {"epaminondas": ("standard", "abbott"), "gipf": ("basic", "complete")}
    moves = {"epaminondas": ("2.7.2N2", "11.6.2SE2"), "gipf": ("h1-h3", "i5-g5", "d2")}
    games = [
        Record(one, game, *kinds[game], {"White": "Abbott, R.", "Round": str(at)})
        for at in range(3)
        for game, one in moves.items()
    ]
    whole = "".join(write(one, container) + "\n" for one in games)
    found = read_back(f"{' '.join(whole.split())}\n", container)
    assert list(map(said, found)) == list(map(said, games))
