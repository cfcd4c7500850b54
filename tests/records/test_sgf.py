"""The Smart Game Format: games by the specification, found files, and logs of Boardspace."""

from collections.abc import Iterator
from typing import Any

import pytest

import records
from analysis import replay
from analysis.games.gipf.board import BITS, rows_on, spots
from analysis.games.gipf.rules import Position
from notation import find_dialect
from notation.gipf.moves import NOTHING, Move, Removal
from notation.gipf.points import LINES, name
from records import Record
from records.sgf.boardspace_gipf import LOGS
from tests.games.engine_games import engine_games
from tests.records.samples import read_one

GAME = "(;FF[4]GM[39]CA[UTF-8]PW[Ann]PB[Bob]RE[W+Resign];W[Gg2];B[Gh4];W[Gg1-g3])"


def test_games_are_written_as_the_format_says():
    record = Record(
        ("Gg2", "Gh4", "Gg1-g3"),
        "gipf",
        "tournament",
        "complete",
        {"White": "Ann", "Black": "Bob [2]", "Termination": "resignation", "Elo": "1\\2"},
        result="1-0",
        comment="so\nit went",
        details={1: {"marks": "!", "comment": "good"}, 2: {"marks": "!!!", "reserve": 12, "s": 1}},
        extra={"sgf": {"AP": ["x:1"]}, "k": None},
    )
    assert records.write(record, "sgf") == (
        "(;FF[4]GM[39]CA[UTF-8]PW[Ann]PB[Bob [2\\]]RU[tournament]RE[W+Resign]C[so\nit went]"
        'EXTRA[{"sgf": {"AP": ["x:1"\\]}, "k": null, "dialect": "complete", '
        '"tags": {"Elo": "1\\\\\\\\2"}}]\n'
        ";W[Gg2]\n"
        ";B[Gh4]TE[1]C[good]\n"
        ';W[Gg1-g3]DETAILS[{"marks": "!!!", "reserve": 12, "s": 1}])\n'
    )


def test_what_is_not_ours_is_kept_and_written_back():
    text = (
        "(;FF[4]GM[39]CA[UTF-8]PW[Ann]RU[basic]KM[1][2]AP[x:1]\n"
        ";W[e2]BL[120]N[one]\n;B[b3]TE[1]C[good])\n"
    )
    record = read_one(text)
    assert record.extra["sgf"] == {"KM": ["1", "2"], "AP": ["x:1"]}
    assert record.details[0] == {"sgf": {"BL": ["120"], "N": ["one"]}}
    again = read_one(records.write(record, "sgf"))
    assert (again.extra["sgf"], again.details) == (record.extra["sgf"], record.details)


LOG = """(;
GM[gipf]VV[1]
SU[gipf-standard]
P0[id "Ann "x" B"]
P1[id "Bob"]
DT[Sat Jan 01 00:00:00 2011]GN[GF-Ann-Bob]
RE[Partie gewonnen von Bob]
; P0[0 Start P0]
; P0[1 Dropb E 1]TM[3261]
; P0[2 SlideFrom E 1 E 2]TM[4000]
; P0[3 Done]TM[5000]
; P1[4 Pick br 0]
; P1[Dropb E 9]
; P1[Dropb E 8]
; P1[6 Done]
; P0[time 0:04:03]
; P0[7 Resign]
)
"""


def test_a_log_can_be_kept_in_every_container(tmp_path):
    record = read_one(LOG)
    for form in ("jsonl", "csv", "parquet", "sgf"):
        records.save(record, tmp_path / form, form)
        (back,) = records.read(tmp_path / form)
        assert (back.moves, back.tags, back.details) == (record.moves, record.tags, record.details)


def test_a_control_character_in_a_move_is_refused():
    with pytest.raises(records.CannotWrite, match="cannot hold the move"):
        records.write(Record(("e\x07",), "gipf"), "sgf")


COMPLETE, STEPS = find_dialect("gipf", "complete"), find_dialect("gipf", "steps")
SETUPS = {"basic": "gipf", "standard": "gipf-standard", "tournament": "gipf-tournament"}


def spaced(point: str) -> str:
    return f"{point[0].upper()} {point[1:]}"


def removals(position: Position, taken: Removal, forgets: bool) -> Iterator[str]:
    """Yield the commands that change the site's own removal of pieces into another removal.

    Before a push, the site forgets after every row which pieces to keep.
    """
    kept = keeps(position)
    for row in taken.rows:
        standing = [one.line for one in rows_on(position.own, position.occupied)]
        pieces = {piece.spot for piece in row.pieces}
        yield from toggles(kept, row.line, pieces)
        ends = row.line.split("-")
        alone = [dot for dot in ends if sum(dot in line.split("-") for line in standing) == 1]
        if row.line in standing:
            yield f"Remove {spaced(alone[0])}"
            position = position.lifted(sum(BITS[spot] for spot in pieces))
            kept = keeps(position) if forgets else kept
    for one in rows_on(position.own, position.occupied):
        yield from toggles(kept, one.line, set())


def keeps(position: Position) -> dict[str, bool]:
    """Return for each GIPF piece in a row of the mover whether the site would keep it."""
    standing = [spots(row.spots) for row in rows_on(position.own, position.occupied)]
    pieces = {spot: position.taken_piece(spot) for run in standing for spot in run}
    return {
        spot: not piece.captured or sum(spot in run for run in standing) > 1
        for spot, piece in pieces.items()
        if piece.gipf
    }


def toggles(kept: dict[str, bool], line: str, taken: set[str]) -> Iterator[str]:
    """Yield the commands after which all GIPF pieces on a line are kept except the taken ones."""
    points = next(one for one in LINES if name(one) == line)
    for spot in [point for point in points if point in kept]:
        if kept[spot] == (spot in taken):
            kept[spot] = not kept[spot]
            yield f"Preserve {spaced(spot)}"


def commands(position: Any, move: Move) -> Iterator[str]:
    """Yield the commands of a turn."""
    yield from removals(position, move.before, forgets=True)
    if move.push:
        dot, spot = STEPS.write(Move(NOTHING, move.push, NOTHING)).lstrip("G").split("-")
        if position.bringing[position.turn] and not move.push.gipf:
            yield "Standard"
        yield f"Dropb {spaced(dot)}"
        yield f"SlideFrom {spaced(dot)} {spaced(spot)}"
        now = position.pushed(Move(move.before, move.push, NOTHING))
        assert now is not None
        yield from removals(now, move.after, forgets=False)
    yield "Done"


@pytest.mark.slow
@pytest.mark.parametrize("variant", SETUPS)
def test_games_told_by_command_come_back(variant):
    count = 0
    for game in engine_games(f"gipf-{variant}-games", 15):
        log = LOGS[SETUPS[variant]]()
        for ply in replay(game).plies():
            told = [log.take(ply.before.turn, one) for one in commands(ply.before, ply.move)]
            assert not any(told[:-1])
            (move,) = COMPLETE.read(told[-1] or "").moves
            assert move == ply.move._replace(reserve=None)
            count += 1
        assert log.rest() is None
    assert count > 200
