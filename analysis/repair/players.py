"""How rare the moves of rival repairs are as choices of players.

Edits as rare may leave games of which one is much likelier to have been played. A move is taken to
be chosen among the legal ones, one that captures more often than another: who can capture often
does, and who would have been captured was not there to be. A game's rarity is the sum of those of
its moves, which is how columns, lost plies and slips without a trace are told from one another.
"""

from collections.abc import Collection, Sequence
from math import log10
from statistics import fmean
from time import process_time

from analysis.games.position import AnyPosition
from analysis.replay import Replay
from analysis.replay.setup import Ply
from analysis.typos.model import SlipModel
from notation.memo import Memo


class Players:
    """Weighs moves as players choose them.

    Args:
        model: has how much likelier a move that captures is.
    """

    def __init__(self, model: SlipModel) -> None:
        self._capture = model.price("confidence", "capture")
        self._counts: Memo[AnyPosition, tuple[int, int]] = Memo(_counts)

    def rarities(
        self, games: Sequence[Replay], added: Sequence[Collection[int]], first: int, deadline: float
    ) -> list[float]:
        """Return how rare the moves of rival games are beside those of the likeliest.

        Args:
            games: the rivals; the first that plays on has the usual number of choices.
            added: for each the indices of plies put in, whose price has the number of legal moves.
            first: index of the first ply that is not the same in all.
            deadline: processor time from which on no rival is looked at, and all are as rare.

        Returns:
            Decimal orders of magnitude, from 0.
        """
        usual, sums = 0.0, list[float]()
        for game, put_in in zip(games, added, strict=True):
            plies = [ply for ply in game.plies() if ply.index > first and ply.move is not None]
            choices = [log10(self._counts[ply.before][0]) for ply in plies]
            usual = usual or (fmean(choices) if choices else 0.0)
            sums.append(
                sum(
                    self._preference(ply) + (0.0 if ply.index - 1 in put_in else choice - usual)
                    for ply, choice in zip(plies, choices, strict=True)
                )
            )
            if process_time() > deadline:
                return [0.0] * len(games)
        least = min(sums, default=0.0)
        return [one - least for one in sums]

    def _preference(self, ply: Ply) -> float:
        """Return how much rarer than any other legal move a move is, for what it captures."""
        legal, capturing = self._counts[ply.before]
        weight = (capturing * 10**self._capture + legal - capturing) / legal
        return log10(weight) - (self._capture if ply.before.captured(ply.move) else 0.0)


def _counts(position: AnyPosition) -> tuple[int, int]:
    """Return how many legal moves there are, and how many of them capture."""
    captures = [bool(position.captured(move)) for move in position.legal_moves()]
    return len(captures), sum(captures)
