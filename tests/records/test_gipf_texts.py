"""GIPF games as they are seen in print, and reserve counts, which look like move numbers."""

import pytest

from notation import find_dialect, sniff
from records import Record, write
from tests.games.engine_games import engine_games
from tests.records.samples import read_one
from tests.records.test_round_trip import read_back


@pytest.mark.parametrize(
    ("texts", "game", "dialect"),
    [
        (["i3-f6"], "gipf", "complete"),
        (["d1-d4", "i3-f6"], "gipf", "complete"),
        (["f8-f4", "d1-d4", "i3-f6"], "gipf", "complete"),
        (["e1-e2", "i3-f6"], "gipf", "complete"),
        (["e1-e2", "e9-e8"], "gipf", "steps"),
        (["d1-d4"], "epaminondas", "abstractplay"),
        (["g1-g4", "h12-h9"], "epaminondas", "abstractplay"),
        (["g1-g4", "h12-h9", "d1-d4", "i3-f6"], "epaminondas", "abstractplay"),
        (["a1-a3", "a5-a3"], "epaminondas", "abstractplay"),
        (["b3", "a3"], "gipf", "complete"),
    ],
)
def test_pushes_alone_are_told_from_moves_of_a_phalanx(texts, game, dialect):
    found = sniff(texts)
    assert found is not None
    assert (found.game, found.name) == (game, dialect)


@pytest.mark.parametrize(
    ("dialect", "moves"),
    [
        ("complete", ("a4-d4 (3)", "xd2,d3,d4,d5;a4-c6 (7)", "a1-e5;xc2,d2,e2;xe6,e7,e8", "d7")),
        ("short", ("g1-c3;x", "x;f8-f4 (2)", "e8;x;xGd4", "x;x;b2")),
        ("pbem", ("na4-d4", "rowd1-d8 na4-c6", "na1-e5 rowa2-f1 gipfd2 rowa1-i5", "nd8-h5")),
        ("steps", ("a4-b4", "xd2,d3,d4 a4-b5", "c7-d7 xb2,c2,d2,e2 xd4,d5,d6", "d8-d7")),
    ],
)
def test_several_rows_are_read_back_as_they_were_written(dialect, moves):
    record = Record(moves, "gipf", "standard", dialect)
    (back,) = read_back(write(record), "text")
    assert (back.moves, back.dialect) == (moves, dialect)
    assert not back.findings


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [" ", "  ", "\t"], ids=["one blank", "two blanks", "tab"])
@pytest.mark.parametrize("kind", ["basic", "standard", "tournament"])
def test_rows_without_tags_are_taken_apart(kind, blanks):
    # A removal before a push stands behind the other side's push, and belongs to its own.
    for game in engine_games(f"gipf-{kind}-games", 3):
        pairs = (game.moves[first : first + 2] for first in range(0, len(game.moves), 2))
        lines = (f"{number}. {blanks.join(pair)}\n" for number, pair in enumerate(pairs, start=1))
        record = read_one("".join(lines), game="gipf")
        assert (record.moves, record.dialect) == (game.moves, "complete")
        assert not record.findings


TAKING = ("i2-g2;xe2,f2,g2,h2", "xb3,b4,b5;a2-c2", "d1-d5;xd2,d3", "f8-f3;xf3,f5*")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x", "\N{MULTIPLICATION SIGN}"),
        (";", " "),
        (";x", ",x"),
        (";x", ", x"),
        ("-", "->"),
        (",", " x"),
    ],
    ids=["cross", "blank", "comma", "comma and blank", "arrow", "each by itself"],
)
def test_rows_that_are_taken_are_written_in_many_ways(old, new):
    written = [move.replace(old, new) for move in TAKING]
    record = read_one("1. {}   {}\n2. {}   {}\n".format(*written), game="gipf")
    complete = find_dialect("gipf", "complete")
    read_as = [complete.read(move).moves[0] for move in record.moves]
    meant = [complete.read(move.replace(",", ";x") if new == " x" else move) for move in TAKING]
    assert read_as == [one.moves[0] for one in meant]
