"""The plies and games of a batch, with the values that fill the columns of tables."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from analysis.games import GAMES
from analysis.games.measures import Cell
from analysis.replay.verdict import GameFacts
from analysis.tables.arrow import array, joined

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from analysis.games.arrays import Coded, Codes, Flags, MeasuredPlies, Numbers, Words
    from analysis.replay.judged import JudgedGroup, ReplayedGroup

SIDES = range(3)
"""The indices of the sides of a game, from 0, up to the maximum number of sides."""

_WORD = 64
"""Bits of a word of a board."""


class GroupPlies:
    """The plies of a group of games with the same start.

    Args:
        group: the games.
        facts: the facts of all games of the batch.

    Attributes:
        group: the games.
        start: the position that they start from.
        sides: the sides in the order of moving.
        boards: the boards of all plies.
        facts: the facts of the games of the group.
        numbers: the indices of the games in their batch.
        lengths: number of plies of each game.
        count: number of all plies.
        game: for each ply, the index of its game in the group.
        place: for each ply, the number of plies before it in its game.
    """

    def __init__(self, group: "JudgedGroup | ReplayedGroup", facts: Sequence[GameFacts]) -> None:
        import numpy as np

        self.group, self.start, self.boards = group, group.start, group.boards
        self.sides, plies = group.start.sides, group.boards.plies
        self.facts = [facts[number] for number in group.numbers]
        self.numbers = np.array(group.numbers, np.int64)
        self.lengths, self.count = plies.lengths, plies.count
        self.game = np.repeat(np.arange(len(self.lengths), dtype=np.int32), plies.lengths)
        self.place = (np.arange(plies.count) - plies.firsts[self.game]).astype(np.int32)

    def declared(self, at: int) -> Any:
        """Return the values of column ``at``, from 0, of the ``Measures.COLUMNS`` of the game."""
        value = self.measured.values[at]
        return value() if callable(value) else value

    def of_games(self, value: Callable[[GameFacts], Cell]) -> "Coded":
        """Compute a value of each game, and repeat it for all plies of the game."""
        from analysis.games.arrays import Coded

        return Coded([value(game) for game in self.facts], self.game)

    @property
    def mover(self) -> "Coded":
        """The side that moves, for each ply."""
        import numpy as np

        from analysis.games.arrays import Coded

        return Coded(self.sides, self.boards.plies.turns.astype(np.int32))

    def position(self) -> "pa.Array":
        """Return the position string after each ply."""
        return joined(self.boards.strings())

    @cached_property
    def legal_moves(self) -> "Codes":
        """Number of legal moves before each ply; counting them is slow."""
        return self.boards.count_moves()

    @cached_property
    def measured(self) -> "MeasuredPlies":
        """The measures of all plies."""
        return self.boards.measured()

    @cached_property
    def keys(self) -> "tuple[Words, Words]":
        """The key of the position after each ply, and the least key of its images under the
        symmetries of the board."""
        return self.boards.known_keys[:2]

    @cached_property
    def captured(self) -> "npt.NDArray[np.int16]":
        """Number of points at which pieces are captured, for each ply."""
        import numpy as np

        names, codes = self.measured.captured
        return np.array([len(one) for one in names], np.int16)[codes]  # type: ignore[arg-type]

    @cached_property
    def leader(self) -> "npt.NDArray[np.int32]":
        """The index of the leading side after each ply; in a tie, one more than the last index."""
        import numpy as np

        scores = np.stack(self.measured.scores)
        leads = scores == scores.max(axis=0)
        shared = leads.sum(axis=0) > 1
        return np.where(shared, len(scores), leads.argmax(axis=0)).astype(np.int32)

    @property
    def leading(self) -> "Coded":
        """The name of the side that leads after each ply; None for a tie."""
        from analysis.games.arrays import Coded

        return Coded((*self.sides, None), self.leader)


class Course:
    """The scores, captures and leads of games, as arrays.

    Arrays have a value for each game; `scores`, `leads_from` and `of_others` have the shape (sides,
    games).

    Args:
        count: number of games.

    Attributes:
        scores: the last score of each side.
        covered: number of points that ever had a piece.
        captures: number of enemy pieces taken.
        capture_plies: number of plies with captures.
        first_capture: number of the first ply with captures, from 1; 0 if there is none.
        changes: number of changes of the lead.
        leads_from: number of the first ply, from 1, after which the side led until the end of the
            game; the last ply if it did not lead at the end.
        of_others: number of plies after which a side other than this one led.
    """

    def __init__(self, count: int) -> None:
        import numpy as np

        by_side = len(SIDES), count
        self.scores, self.leads_from, self.of_others = (np.zeros(by_side, int) for _ in range(3))
        self.covered, self.captures, self.capture_plies, self.first_capture, self.changes = (
            np.zeros(count, int) for _ in range(5)
        )

    def add(self, of: GroupPlies) -> None:
        """Set the values of the games of a group."""
        import numpy as np

        from analysis.games.arrays import count_bits

        measures = GAMES[of.start.GAME].measures()
        for side, standing in enumerate(measures.standing(of.start)):
            self.scores[side, of.numbers] = standing
        occupied = of.start.occupied
        self.covered[of.numbers] = occupied.bit_count()
        played = of.lengths > 0
        at, firsts = of.numbers[played], of.boards.plies.firsts[played]
        if not len(at):
            return
        lasts, captures = of.boards.plies.lasts[played], of.captured > 0
        self.captures[at] = np.add.reduceat(of.captured, firsts, dtype=int)
        self.capture_plies[at] = np.add.reduceat(captures, firsts, dtype=int)
        never = of.count + 1
        taking = np.minimum.reduceat(np.where(captures, of.place + 1, never), firsts)
        self.first_capture[at] = np.where(taking == never, 0, taking)
        self.covered[at] = (occupied >> _WORD * len(of.boards.occupied)).bit_count()
        for word, ever in enumerate(of.boards.occupied):
            pieces = np.bitwise_or.reduceat(ever, firsts)
            begun = np.uint64(occupied >> _WORD * word & (1 << _WORD) - 1)
            self.covered[at] += count_bits(pieces | begun)
        lead, sides = of.leader, len(of.sides)
        led = np.flatnonzero(lead < sides)
        changed = (lead[led][1:] != lead[led][:-1]) & (of.game[led][1:] == of.game[led][:-1])
        games = of.game[led][1:][changed]
        self.changes[of.numbers] = np.bincount(games, minlength=len(of.lengths))
        for side, score in enumerate(of.measured.scores):
            self.scores[side, at] = score[lasts]
            others = (lead != side) & (lead < sides)
            self.of_others[side, at] = np.add.reduceat(others, firsts, dtype=int)
            began = np.maximum.reduceat(np.where(lead == side, 0, of.place + 1), firsts) + 1
            self.leads_from[side, at] = np.minimum(began, of.lengths[played])


class TableGames:
    """The games of a batch.

    Args:
        facts: the facts of the games.
        groups: their plies.

    Attributes:
        facts: the facts of the games.
    """

    def __init__(self, facts: Sequence[GameFacts], groups: Sequence[GroupPlies]) -> None:
        self.facts, self._groups = facts, groups

    @cached_property
    def course(self) -> Course:
        """The scores, captures and leads of the games."""
        found = Course(len(self.facts))
        for group in self._groups:
            found.add(group)
        return found

    @cached_property
    def _alike(self) -> "tuple[list[GameFacts], Codes]":
        """One game for each distinct judgement; and for each game, the index of its judgement."""
        import numpy as np

        firsts: dict[int, int] = {}
        codes = [firsts.setdefault(id(game.judgement), len(firsts)) for game in self.facts]
        found = np.array(codes, np.int32)
        _, places = np.unique(found, return_index=True)
        return [self.facts[place] for place in places.tolist()], found

    def of_judgement(self, value: Callable[[GameFacts], Cell]) -> "Coded":
        """Compute a value of each game that depends only on its judgement; see `GameFacts`."""
        from analysis.games.arrays import Coded

        games, codes = self._alike
        return Coded(list(map(value, games)), codes)

    @cached_property
    def plies(self) -> "Numbers":
        """Number of plies of each game that could be played."""
        import numpy as np

        return np.array([game.played for game in self.facts], np.int64)

    @cached_property
    def sides(self) -> "Numbers":
        """Number of sides of each game; 0 for a game that cannot be set up."""
        return self._numbers(lambda game: len(game.sides))

    @cached_property
    def winners(self) -> "Numbers":
        """Index of the side that won each game; -1 if there is none."""
        return self._numbers(lambda game: -1 if game.winner is None else game.winner)

    def _numbers(self, value: Callable[[GameFacts], int]) -> "Numbers":
        import numpy as np

        values, codes = self.of_judgement(value)
        return np.array(values, np.int64)[codes]

    def of_winner(self, by_side: "npt.NDArray[np.int64]") -> "Numbers":
        """Return the value of each game's winner; ``by_side`` has the shape (sides, games)."""
        import numpy as np

        return by_side[np.maximum(self.winners, 0), np.arange(len(self.facts))]

    def where(self, known: "Flags", values: "Numbers") -> "pa.Array":
        """Return values as an Arrow array; null where ``known`` is false."""
        import pyarrow as pa

        return pa.array(values, mask=~known)

    def tags(self) -> "pa.Array":
        """Return the tags of each game."""
        import pyarrow as pa

        tags = [game.head.tags for game in self.facts]
        offsets = pa.array([0, *accumulate(map(len, tags))], pa.int32())
        names = array(list(chain.from_iterable(tags)), pa.string())
        values = array(list(chain.from_iterable(one.values() for one in tags)), pa.string())
        return pa.MapArray.from_arrays(offsets, names, values)
