"""Measures compared with position strings and move texts that are read without the rules."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise, product
from typing import Any

import analysis
from analysis.games.megiddo.board import EDGES, LINES
from analysis.games.megiddo.measures import line_kinds, points
from analysis.games.megiddo.state import MegiddoVariant
from records import Record
from tests.cases import each_case
from tests.games.engine_games import engine_games, rows
from tests.games.pictures import cases
from tests.records.samples import DEMONSTRATION

NUMBERS = {
    "epaminondas-games": 2,
    "gipf-basic-games": 5,
    "gipf-standard-games": 5,
    "gipf-tournament-games": 5,
    "megiddo-base-games": 9,
    "megiddo-base-cleopatra-games": 9,
    "megiddo-master-games": 9,
}


@cache
def every_table() -> dict[str, Any]:
    """Return the plies of some games of each program."""
    return {name: analysis.plies(engine_games(name, n), keys=False) for name, n in NUMBERS.items()}


def plies(game: str) -> Iterator[Any]:
    for name, table in every_table().items():
        if name.startswith(game):
            yield from rows(table)


def squares(position: str) -> dict[tuple[int, int], str]:
    """Read a position string of a grid: (column, row) and letter of each piece."""
    found: dict[tuple[int, int], str] = {}
    for row, text in enumerate(reversed(position.split()[0].split("/")), start=1):
        whole = re.sub(r"\d+", lambda run: "." * int(run[0]), text)
        found |= {(column, row): piece for column, piece in enumerate(whole, 1) if piece != "."}
    return found


def of(side: str, board: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    return {point for point, piece in board.items() if piece == side}


def longest_line(points: set[tuple[int, int]]) -> int:
    """Return the length of the longest line of points."""
    best = 0
    for (column, row), (east, north) in product(points, ((1, 0), (0, 1), (1, 1), (1, -1))):
        length = 0
        while (column + length * east, row + length * north) in points:
            length += 1
        best = max(best, length)
    return best


def test_epaminondas_stands_as_the_position_string_says():
    for ply in islice(plies("epaminondas"), 0, None, 15):
        white, black = (of(side, squares(ply.position)) for side in "wb")
        assert [ply.material_1, ply.material_2] == [len(white), len(black)]
        assert [ply.score_1, ply.score_2] == [len(white), len(black)]
        assert ply.far_row_1 == sum(row == 12 for _, row in white)
        assert ply.far_row_2 == sum(row == 1 for _, row in black)
        assert [ply.longest_1, ply.longest_2] == [longest_line(white), longest_line(black)]
        ahead = len(white) - len(black)
        assert not ahead or ply.leader == ("white" if ahead > 0 else "black")


def test_captures_of_epaminondas_have_gone_from_the_board():
    for before, ply in pairwise(plies("epaminondas")):
        if ply.ply == 1:
            continue
        enemy = "b" if ply.side == "white" else "w"
        gone = of(enemy, squares(before.position)) - of(enemy, squares(ply.position))
        assert {*ply.captured_points} == {f"{chr(96 + column)}{row}" for column, row in gone}
        assert ply.captured == len(gone)
        assert ply.kind == ("capture" if gone else "move")


def test_a_move_of_epaminondas_is_taken_apart_as_its_text_says():
    for ply in plies("epaminondas"):
        parts = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)([NESW]+)(\d+)(?:x\d+)?", ply.move)
        assert parts
        row, column, count, direction, distance = parts.groups()
        assert ply.from_point == f"{chr(96 + int(column))}{row}"
        shape = int(count), direction, int(distance)
        assert (ply.group_size, ply.direction, ply.distance) == shape
        sign = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
        east, north = (sum(sign[letter][axis] for letter in direction) for axis in (0, 1))
        target = int(column) + east * int(distance), int(row) + north * int(distance)
        assert ply.to_point == f"{chr(96 + target[0])}{target[1]}"


def test_the_game_of_the_book_of_epaminondas():
    book = analysis.plies([Record(DEMONSTRATION, "epaminondas", "standard", "abbott")])
    assert list(book.iloc[6].captured_points) == ["g7", "g8", "g9"]
    assert book.captured.sum() == 11
    assert (book.far_row_1.iloc[-1], book.far_row_2.iloc[-1]) == (1, 0)
    assert (book.longest_1.iloc[0], book.longest_2.iloc[0]) == (7, 14)


def test_gipf_stands_as_the_position_string_says():
    for name, table in every_table().items():
        for ply in rows(table) if name.startswith("gipf") else ():
            board, _, reserves, taken, _ = ply.position.split()
            material = [sum(map(board.count, pieces)) for pieces in ("wW", "bB")]
            assert [ply.material_1, ply.material_2] == material
            assert [ply.gipf_1, ply.gipf_2] == [board.count("W"), board.count("B")]
            assert [ply.reserve_1, ply.reserve_2] == [int(one) for one in reserves.split(",")]
            all_pieces = 15 if "basic" in name else 18
            lost = [int(one) for one in taken.split(",")]
            assert [ply.score_1, ply.score_2] == [all_pieces - lost[1], all_pieces - lost[0]]


def test_turns_of_gipf_are_what_the_text_says():
    lengths, kinds = set(), set()
    for ply in plies("gipf"):
        parts = ply.move.split(" ")[0].split(";")
        taken = [part[1:].split(",") for part in parts if part.startswith("x")]
        pieces = [piece for row in taken for piece in row]
        captured = sorted(piece.strip("G*") for piece in pieces if piece.endswith("*"))
        assert sum(ply.row_lengths) == len(pieces)
        assert sorted(ply.captured_points) == captured
        own = [piece for piece in pieces if not piece.endswith("*")]
        assert ply.returned == sum(1 + piece.startswith("G") for piece in own)
        order = ["removal" if part.startswith("x") else "push" for part in parts]
        once = [part for place, part in enumerate(order) if order[place - 1 : place] != [part]]
        assert ply.kind == "-and-".join(once)
        lengths |= {*ply.row_lengths}
        kinds.add(ply.kind)
        push = next((part for part in parts if part[0] != "x"), None)
        if push is None:
            assert ply.displaced is None or ply.displaced != ply.displaced
            continue
        dot, _, end = push.removeprefix("G").rpartition("-")
        assert ply.gipf_piece == push.startswith("G")
        assert (ply.from_point == dot) if dot else (ply.displaced == 0)
        assert dot or ply.to_point == end
    assert {4, 5, 6} <= lengths
    assert {"push", "push-and-removal", "removal-and-push"} <= kinds


def test_the_longest_row_of_gipf_counts_own_pieces_in_all_three_directions():
    for moves, length in (
        (("b2", "h2", "b1-b3", "h3"), 2),
        (("b2", "h2", "c2", "h3"), 2),
        (("e2", "h2", "f2", "h3"), 2),
        (("b2", "h2", "e8", "h3"), 1),
    ):
        record = Record(moves, "gipf", "basic", start="4/5/6/7/6/5/4 w 12,12 0,0 -")
        assert analysis.plies([record]).longest_1.iloc[-1] == length, moves


C, F = "xc2,c3,c4,c5,c6*", "xf2,f3,f4,f5,f6,f7*"
APART = "4/wwwwb/6/7/wwwwwb/5/3b w 3,9 0,0 -"
CROSSING = "4/wwwww/4w1/4w2/3w2/2w2/4 w 3,9 0,0 -"


@each_case(
    ("start", "text", "lengths", "captured"),
    [
        (APART, f"{C};{F};h3", [5, 6], ["c6", "f7"]),
        (APART, f"{F};{C};h3", [6, 5], ["f7", "c6"]),
        (CROSSING, "xc2,c3,c4,c5,c6;xd6,e6,f5,g4;h3", [5, 4], []),
        (CROSSING, "xc6,d6,e6,f5,g4;xc2,c3,c4,c5;h3", [5, 4], []),
    ],
    ids=["apart", "apart, the other first", "crossing", "crossing, the other first"],
)
def test_rows_of_gipf_are_those_of_the_record_in_its_order(start, text, lengths, captured):
    record = Record((text,), "gipf", "basic", "complete", start=start)
    (ply,) = rows(analysis.plies([record], keys=False))
    assert (list(ply.row_lengths), list(ply.captured_points), ply.move) == (lengths, captured, text)
    converted = analysis.convert(analysis.replay(record), "complete").record
    assert converted is not None
    assert converted.moves == (text,)


def test_megiddo_stands_as_the_position_string_says():
    for ply in plies("megiddo"):
        board, _, taken = ply.position.split()
        assert [ply.material_1, ply.material_2] == [board.count("r"), board.count("b")]
        whole = re.sub(r"\d", lambda run: "." * int(run[0]), board.replace("/", ""))
        for stones, most in (("r", ply.longest_1), ("b", ply.longest_2)):
            assert most == max(
                sum(whole[(ring - 1) * 6 + spoke - 1] == stones for spoke, ring in line.points)
                for line in LINES
            )
        if max(ply.longest_1, ply.longest_2) < 6:
            assert f"{ply.score_1},{ply.score_2}" == taken


def test_captures_of_megiddo_are_what_the_text_says():
    depths = set()
    for ply in plies("megiddo"):
        named = re.findall(r"\((\w\d), (\w\d)\)", ply.text)
        kinds = [
            "radial" if one[0] == other[0] else "ring" if one[1] == other[1] else "spiral"
            for one, other in named
        ]
        assert {*ply.captured_points} == {point for pair in named for point in pair}
        assert ply.captured == len(ply.captured_points)
        assert sorted(ply.line_kinds) == sorted(kinds)
        assert bool(ply.chain_depth) == bool(named)
        assert ply.kind == ("capture" if named else "place")
        assert ply.to_point == ply.text.split(" ")[0]
        depths.add(ply.chain_depth)
    assert {0, 1, 2, 3} <= depths


@each_case("cleopatra", [False, True])
@each_case("edge", EDGES)
def test_each_pair_that_can_be_captured_lies_on_lines_of_one_kind(edge, cleopatra):
    board = MegiddoVariant(edge, cleopatra).board
    kinds: dict[Any, Any] = {}
    for line in LINES:
        for four in board.fours():
            if set(four) <= set(line.points):
                inner, outer = frozenset(four[1:3]), frozenset(four[::3])
                for pair in [inner, outer] if cleopatra else [inner]:
                    kinds.setdefault(pair, set()).add(line.kind.split()[-1])
    assert all(len(found) == 1 for found in kinds.values())
    bits = {sum(1 << (ring - 1) * 6 + spoke - 1 for spoke, ring in pair): pair for pair in kinds}
    assert board.ways.keys() == bits.keys()
    assert all(line_kinds(edge, cleopatra)[pair] in kinds[bits[pair]] for pair in bits)


PICTURED = {case.name: case for case in cases("megiddo")}


@each_case(
    ("name", "score"),
    [
        ("a Megiddo on a radial, page 3", (6, 0)),
        ("Arbatta with the sixth captured stone, page 3", (6, 5)),
        ("captures both ways round a ring make a Megiddo, page 4", (4 + 6, 0)),
        ("a double Megiddo, page 6", (4, 22)),
        ("a reversed capture sets off a normal one, page 9", (10, 0)),
        ("the threat is worth a Megiddo, page 12", (6, 0)),
        ("blocking on a taboo point costs a double Megiddo, page 12", (2 + 6 + 12, 0)),
        ("spirals go round, page 14", (8, 0)),
    ],
)
def test_the_score_of_the_games_that_the_book_of_megiddo_pictures(name, score):
    """Page 6: a stone is a point, a Megiddo 6, a double Megiddo 18; Arbatta adds nothing."""
    position: Any = PICTURED[name].play()
    assert points(position) == score
