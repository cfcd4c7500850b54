"""Boardspace's logs: games of other programs, told command by command, come back as they were."""

from collections.abc import Iterator
from typing import Any

import pytest

from analysis import replay
from analysis.games.gipf.board import BITS, rows_on, spots
from analysis.games.gipf.rules import Position
from notation import find_dialect
from notation.gipf.moves import NOTHING, Move, Removal
from notation.gipf.points import LINES, name
from records.sgf.boardspace import UnreadableCommand
from records.sgf.boardspace_gipf import LOGS
from tests.games.engine_games import engine_games

COMPLETE, STEPS = find_dialect("gipf", "complete"), find_dialect("gipf", "steps")
SETUPS = {"basic": "gipf", "standard": "gipf-standard", "tournament": "gipf-tournament"}


def spaced(point: str) -> str:
    return f"{point[0].upper()} {point[1:]}"


def removals(position: Position, taken: Removal, forgets: bool) -> Iterator[str]:
    """Yield the commands that take just some pieces, from what the site would take by itself.

    Before a push, the site forgets with every row what was to be kept.
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
    """Return whether the site would keep each GIPF piece that stands in a row of the mover's."""
    standing = [spots(row.spots) for row in rows_on(position.own, position.occupied)]
    pieces = {spot: position.taken_piece(spot) for run in standing for spot in run}
    return {
        spot: not piece.captured or sum(spot in run for run in standing) > 1
        for spot, piece in pieces.items()
        if piece.gipf
    }


def toggles(kept: dict[str, bool], line: str, taken: set[str]) -> Iterator[str]:
    """Yield the commands by which just the GIPF pieces on a line that are taken are not kept."""
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


def turn(setup: str, *told: str) -> list[str | None]:
    """Return what commands of White's give, those of a new game."""
    log = LOGS[setup]()
    return [log.take(0, one) for one in told]


def test_a_push_may_be_two_drops():
    assert turn("gipf", "Dropb E 1", "Dropb E 2", "Done")[-1] == "e1-e3"
    assert turn("gipf", "slide E 1 E 2", "done")[-1] == "e1-e3"


def test_what_is_picked_up_again_counts_for_nothing():
    again = ("Pick wr 0", "Dropb E 1", "SlideFrom E 1 E 2", "Pickb E 2", "Dropb A 1")
    assert turn("gipf", *again, "SlideFrom A 1 B 2", "Done")[-1] == "a1-c3"
    assert (
        turn("gipf", "Dropb E 1", "Pickb E 1", "Drop wr 0", "Dropb F 1", "Dropb F 2", "Done")[-1]
        == "f2"
    )


def test_gipf_pieces_are_brought_in_until_a_single_one_is():
    log = LOGS["gipf-tournament"]()
    told = []
    for seat, commands in [
        (0, ["Dropb E 1", "Dropb E 2", "Done"]),
        (1, ["Standard", "Dropb E 9", "Dropb E 8", "Done"]),
        (0, ["Dropb A 1", "Dropb B 2", "Done"]),
        (1, ["Dropb B 6", "Dropb C 6", "Done"]),
    ]:
        told += [log.take(seat, one) for one in commands]
    assert [one for one in told if one] == ["Ge2", "e8", "Gb2", "c6"]


def test_done_without_a_turn_says_nothing():
    assert turn("gipf", "Done", "Dropb E 1", "Dropb E 2", "Done")[-1] == "e1-e3"


WRONG = {
    "a word of another game": (["Zertz E 5 E 6"], "no command of this game"),
    "a private name": (["init E 5"], "no command of this game"),
    "too few points": (["SlideFrom E 1"], "two points"),
    "too many points": (["Dropb E 1 E 2"], "one point"),
    "no points": (["Dropb here"], "one point"),
    "a point that is not there": (["Dropb E 10"], "no point e10"),
    "a push from nowhere": (["Dropb E 5"], "not the spot next to a dot"),
    "a push to another line": (["SlideFrom E 1 C 3"], "c3 is not the spot next to a dot e1"),
    "two pushes": (["Slide E 1 E 2", "Slide E 1 E 2"], "pushed already"),
    "a row that is not there": (["Remove E 2"], "no row of the mover's"),
    "picking up what was not put down": (["Pickb E 2"], "just been put on e2"),
}


@pytest.mark.parametrize(("told", "why"), WRONG.values(), ids=WRONG)
def test_commands_that_make_no_sense_are_refused(told, why):
    log = LOGS["gipf"]()
    *before, last = told
    for one in before:
        log.take(0, one)
    with pytest.raises(UnreadableCommand, match=why):
        log.take(0, last)


def test_a_turn_has_to_be_done_before_the_next():
    log = LOGS["gipf"]()
    log.take(0, "Dropb E 1")
    with pytest.raises(UnreadableCommand, match="not done"):
        log.take(1, "Dropb E 9")


def test_a_full_line_takes_no_piece():
    log = LOGS["gipf"]()
    # Neither side ever has four in a row: they take turns.
    for seat in (0, 1, 0, 1, 0):
        log.take(seat, "Slide E 1 E 2")
        log.take(seat, "Done")
    with pytest.raises(UnreadableCommand, match="all spots from e1 on are occupied"):
        log.take(1, "Slide E 1 E 2")
