"""The legal turns of GIPF on many boards at once, as `Position.count_moves` counts them on one."""

import numpy as np

from analysis.games.arrays import Codes, Counts, Flags, Places, Words, count_bits
from analysis.games.gipf.array_removals import Sides, count_removals, fours, rows_of
from analysis.games.gipf.board import PATTERNS

CHUNK = 1 << 12
"""Boards looked at together: so many fit the cache of a processor."""

_PATTERNS = [
    tuple(map(np.uint64, (one.line, one.run, one.first, one.up, one.down)))
    for one in PATTERNS.values()
]


def count_turns(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    """Return the numbers of legal turns on boards where the game goes on.

    Args:
        before: the boards.
        reserve: pieces in the reserves of the sides to move.
        bringing: whether these may still bring in GIPF pieces.
    """
    found = np.empty(len(reserve), np.int32)
    for start in range(0, len(found), CHUNK):
        some = slice(start, start + CHUNK)
        found[some] = _count(before.at(some), reserve[some], bringing[some])
    return found


def _count(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    boards, cleared = _leading(before)
    here, brings = before.at(boards), bringing[boards]
    ready = here.without(cleared)
    returned = here.own & cleared
    stock = reserve[boards] + count_bits(returned) + count_bits(returned & here.gipf)
    single = (stock >= 1) & (~brings | (ready.own & ready.gipf != 0))
    turns = _pushes(ready, single, (stock >= 2) & brings)
    # Taking the last GIPF piece of a side ends the game.
    turns[here.bereft(ready)] = 1
    return np.bincount(boards, turns, len(reserve)).astype(np.int32)


def _leading(before: Sides) -> tuple[Places, Words]:
    """Return all that can be taken before a push: the numbers of the boards, and the spots."""
    boards, cleared = np.arange(len(before.own)), np.zeros_like(before.own)
    at = np.flatnonzero(fours(before.own))
    here = before.at(at)
    cleared[at], crossing = rows_of(here.own, here.own | here.enemy)
    several = at[crossing | (cleared[at] & here.gipf != 0)]
    found = [(number, one) for number, all_ in before.at(several).removals() for one in all_]
    numbers, spots = zip(*found, strict=True) if found else ((), ())
    one = np.ones(len(boards), np.bool_)
    one[several] = False
    return (
        np.concatenate((boards[one], several[np.array(numbers, np.intp)])),
        np.concatenate((cleared[one], np.array(spots, np.uint64))),
    )


def _pushes(ready: Sides, single: Flags, stacked: Flags) -> Codes:
    """Return the numbers of pushes with all that they may take.

    Args:
        ready: the boards.
        single: whether a single piece may be brought in.
        stacked: whether a GIPF piece may.
    """
    occupied = ready.own | ready.enemy
    pushes, more = np.zeros((2, len(occupied)), np.int32)
    taking = []
    for line, run, first, up, down in _PATTERNS:
        at = np.flatnonzero(occupied & line == run)
        pushes[at] += 1
        own = ready.own[at]
        moved = own & run
        own = own ^ moved | moved << up >> down | first
        rows = np.flatnonzero(fours(own))
        if len(rows):
            at, own = at[rows], own[rows]
            enemy, gipf = (
                pieces ^ moved | moved << up >> down
                for pieces in (ready.enemy[at], ready.gipf[at])
                for moved in (pieces & run,)
            )
            taking.append((at, own, enemy, gipf, np.full(len(at), first)))
    if taking:
        at, own, enemy, gipf, firsts = map(np.concatenate, zip(*taking, strict=True))
        for may, gipf_after in ((single, gipf), (stacked, gipf | firsts)):
            if may.any():
                some = np.flatnonzero(may[at])
                counts = count_removals(Sides(own, enemy, gipf_after).at(some))
                more += np.bincount(at[some], counts - 1, len(more)).astype(np.int32)
    found: Codes = pushes * (single.astype(np.int32) + stacked) + more
    return found
