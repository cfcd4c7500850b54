"""Measures of GIPF, held against position strings and move texts read without the rules."""

import pytest

import analysis
from records import Record
from tests.games.engine_games import engine_games, rows

NAMES = ("gipf-basic-games", "gipf-standard-games", "gipf-tournament-games")
PLIES = {name: analysis.plies(engine_games(name, 20), keys=False) for name in NAMES}


def removed(text: str) -> list[list[str]]:
    """Return the lists of pieces that a move text takes off."""
    return [part[1:].split(",") for part in text.split(" ")[0].split(";") if part.startswith("x")]


def test_what_stands_beside_and_on_the_board_is_what_the_position_string_says():
    for name, plies in PLIES.items():
        for ply in rows(plies):
            board, _, reserves, _, _ = ply.position.split()
            assert [ply.material_1, ply.material_2] == [
                sum(board.count(piece) for piece in pieces) for pieces in ("wW", "bB")
            ]
            assert [ply.gipf_1, ply.gipf_2] == [board.count("W"), board.count("B")]
            assert [ply.reserve_1, ply.reserve_2] == [int(one) for one in reserves.split(",")]
            pieces = 15 if "basic" in name else 18
            taken = [int(one) for one in ply.position.split()[3].split(",")]
            assert [ply.score_1, ply.score_2] == [pieces - taken[1], pieces - taken[0]]


def test_removals_are_what_the_text_says():
    met = set()
    for plies in PLIES.values():
        for ply in rows(plies):
            lists = removed(ply.move)
            pieces = [piece for one in lists for piece in one]
            assert sum(ply.row_lengths) == len(pieces)
            assert sorted(ply.captured_points) == sorted(
                piece.strip("G*") for piece in pieces if piece.endswith("*")
            )
            own = [piece for piece in pieces if not piece.endswith("*")]
            assert ply.returned == sum(1 + piece.startswith("G") for piece in own)
            met |= set(ply.row_lengths)
    assert {4, 5, 6} <= met


def test_kinds_and_pushes_are_what_the_text_says():
    kinds = set()
    for plies in PLIES.values():
        for ply in rows(plies):
            parts = ["removal" if part.startswith("x") else "push" for part in ply.move.split(";")]
            once = [part for place, part in enumerate(parts) if parts[place - 1 : place] != [part]]
            assert ply.kind == "-and-".join(once)
            kinds.add(ply.kind)
            push = next((part for part in ply.move.split(";") if part[0] != "x"), None)
            if push is None:
                assert ply.displaced is None or ply.displaced != ply.displaced
                continue
            dot, _, end = push.removeprefix("G").rpartition("-")
            assert ply.gipf_piece == push.startswith("G")
            assert (ply.from_point == dot) if dot else (ply.displaced == 0)
            assert dot or ply.to_point == end
    assert {"push", "push-and-removal", "removal-and-push"} <= kinds


def test_the_longest_row_counts_own_pieces_in_all_three_directions():
    for moves, length in (
        (("b2", "h2", "b1-b3", "h3"), 2),
        (("b2", "h2", "c2", "h3"), 2),
        (("e2", "h2", "f2", "h3"), 2),
        (("b2", "h2", "e8", "h3"), 1),
    ):
        record = Record(moves, "gipf", "basic", start="4/5/6/7/6/5/4 w 12,12 0,0 -")
        plies = analysis.plies([record])
        assert plies.longest_1.iloc[-1] == length, moves


C, F = "xc2,c3,c4,c5,c6*", "xf2,f3,f4,f5,f6,f7*"
APART = "4/wwwwb/6/7/wwwwwb/5/3b w 3,9 0,0 -"
CROSSING = "4/wwwww/4w1/4w2/3w2/2w2/4 w 3,9 0,0 -"


@pytest.mark.parametrize(
    ("start", "text", "lengths", "captured"),
    [
        (APART, f"{C};{F};h3", [5, 6], ["c6", "f7"]),
        (APART, f"{F};{C};h3", [6, 5], ["f7", "c6"]),
        (CROSSING, "xc2,c3,c4,c5,c6;xd6,e6,f5,g4;h3", [5, 4], []),
        (CROSSING, "xc6,d6,e6,f5,g4;xc2,c3,c4,c5;h3", [5, 4], []),
    ],
    ids=["apart", "apart, the other first", "crossing", "crossing, the other first"],
)
def test_rows_are_those_of_the_record_in_its_order(start, text, lengths, captured):
    record = Record((text,), "gipf", "basic", "complete", start=start)
    (ply,) = rows(analysis.plies([record], keys=False))
    assert (list(ply.row_lengths), list(ply.captured_points), ply.move) == (lengths, captured, text)
    converted = analysis.convert(analysis.replay(record), "complete").record
    assert converted is not None
    assert converted.moves == (text,)
