"""What may be taken off many boards of GIPF at once: the rows of the sides to move.

One row that stands alone, and rows that share no spot, are judged on arrays; of rows that cross,
`possible_removals` decides board by board.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Codes, Flags, Places, Words, count_bits, lowest_bits
from analysis.games.gipf.board import STEPS, possible_removals


class Sides(NamedTuple):
    """What stands on boards, or is taken off them, as the side to move has it.

    Attributes:
        own: its pieces.
        enemy: the pieces of the other side.
        gipf: those of them that are GIPF pieces.
    """

    own: Words
    enemy: Words
    gipf: Words

    def at(self, boards: Places | slice) -> "Sides":
        """Return some of the boards."""
        return Sides(*(pieces[boards] for pieces in self))

    def without(self, spots: Words) -> "Sides":
        """Return the boards once some spots are cleared."""
        return Sides(*(pieces & ~spots for pieces in self))

    def bereft(self, later: "Sides") -> Flags:
        """Return whether a side that has GIPF pieces has none later."""
        own: Flags = (self.own & self.gipf != 0) & (later.own & later.gipf == 0)
        enemy: Flags = (self.enemy & self.gipf != 0) & (later.enemy & later.gipf == 0)
        return own | enemy

    def removals(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the number of each board, and every set of spots that the side to move can take."""
        sets = (pieces.tolist() for pieces in self)
        for number, (own, enemy, gipf) in enumerate(zip(*sets, strict=True)):
            yield number, [*possible_removals(own, own | enemy, gipf)]


def may_be_taken(boards: Sides, taken: Sides) -> Flags:
    """Return where what is taken is there, and is what the rows of the side to move demand."""
    claimed = taken.own | taken.enemy
    good = np.ones(len(claimed), np.bool_)
    at = np.flatnonzero(fours(boards.own) | claimed)
    here, claimed = boards.at(at), claimed[at]
    right = (here.own & claimed == taken.own[at]) & (here.enemy & claimed == taken.enemy[at])
    right &= here.gipf & claimed == taken.gipf[at]
    rows, crossing = rows_of(here.own, here.own | here.enemy)
    # All single pieces of rows that share no spot are taken, and any of their GIPF pieces.
    fits = (claimed & ~rows == 0) & (rows & ~here.gipf & ~claimed == 0)
    some = np.flatnonzero(right & crossing)
    for number, possible in here.at(some).removals():
        fits[some[number]] = claimed[some[number]].item() in possible
    good[at] = right & fits
    return good


def count_removals(boards: Sides) -> Codes:
    """Return the number of different sets of spots that the sides to move can clear."""
    rows, crossing = rows_of(boards.own, boards.own | boards.enemy)
    found: Codes = np.left_shift(1, count_bits(rows & boards.gipf), dtype=np.int32)
    some = np.flatnonzero(crossing)
    for number, possible in boards.at(some).removals():
        found[some[number]] = len(possible)
    return found


def fours(own: Words, steps: tuple[int, ...] = STEPS) -> Words:
    """Return for each side's pieces bits of which some are set where four stand in a row."""
    found = np.zeros_like(own)
    for step in steps:
        pairs = own & own >> np.uint64(step)
        found |= pairs & pairs >> np.uint64(2 * step)
    return found


def rows_of(own: Words, occupied: Words) -> tuple[Words, Flags]:
    """Return the spots of all rows of a side, and whether two of these share a spot."""
    rows, crossing = np.zeros_like(own), np.zeros(len(own), np.bool_)
    for step in STEPS:
        found = fours(own, (step,))
        at = np.flatnonzero(found)
        while len(at):
            low, filled = lowest_bits(found[at]), occupied[at]
            for _ in range(6):  # no line has more than seven spots
                low |= (low << np.uint64(step) | low >> np.uint64(step)) & filled
            crossing[at] |= rows[at] & low != 0
            rows[at] |= low
            found[at] &= ~low
            at = at[found[at] != 0]
    return rows, crossing
