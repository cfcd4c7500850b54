"""The ideal decoder of one miswritten ply: no repair can be right more often.

It knows how `scripts.corrupt` damages a game: one ply, each as likely as any other, gets one slip,
drawn with known probabilities. For a damaged game it weighs every legal move at every ply up to the
break by the probability that a slip makes the written text of it, if the whole record is legal with
that move. The most probable game is the truth in a share of the games that bounds every repair.
"""

import random
from collections import defaultdict
from dataclasses import replace

from analysis.games.position import AnyPosition
from analysis.repair.candidates import half_turned
from analysis.replay.playthrough import Playthrough
from analysis.replay.replay import Replay, replay
from analysis.typos.distance import text_distance
from analysis.typos.model import SlipModel, load
from notation import UnwritableMove
from notation.memo import Memo
from records import Record
from scripts.corrupt import Scribe, slip_prices, slips

FARTHEST = 4.0
"""Text distance beyond which no single slip leads: the dearest slip costs less."""

EQUAL = 1e-9
"""Difference of probabilities, in parts of them, that is none."""


class IdealDecoder:
    """Decodes damaged games of one variant in one dialect.

    Args:
        verdict: the replay of one such game.
        model: the slips.
    """

    def __init__(self, verdict: Replay, model: SlipModel | None = None) -> None:
        if verdict.start is None or verdict.dialect is None:
            raise ValueError("the game cannot be played at all")
        self._course = Playthrough(verdict.start, verdict.dialect)
        model = model or load()
        self._scribe = Scribe(
            verdict.dialect, verdict.start.half_turn, model, random.Random(0)
        )  # fmt: skip
        self._distance = text_distance(model, verdict.dialect)
        prices = slip_prices(model)
        self._rates = {kind: 10**-price for kind, price in prices.items()}
        self._results = Memo(self._results_of, 1 << 12)

    def probability(self, written: str, meant: str) -> float:
        """Return how probable it is that one slip makes a text of another."""
        fields = self._scribe.model.fields(self._course.dialect.game, self._course.dialect.name)
        near = self._distance.price(written, meant) < FARTHEST
        if near or written == half_turned(meant, fields, self._scribe.half_turn):
            return self._results[meant].get(written, 0.0)
        return 0.0

    def _results_of(self, text: str) -> dict[str, float]:
        """Return what one slip makes of a text, with probabilities."""
        possible = slips(text, self._scribe)
        whole = sum(self._rates[kind] for kind in possible)
        found = defaultdict[str, float](float)
        for kind, others in possible.items():
            for other in others:
                found[other] += self._rates[kind] / whole / len(others)
        kept = {other: share for other, share in found.items() if other.strip() and other != text}
        total = sum(kept.values())
        return {other: share / total for other, share in kept.items()}

    def posterior(self, damaged: Record) -> dict[tuple[str, ...], float]:
        """Return the games that one slip makes a damaged one of, with probabilities.

        Args:
            damaged: a game with one miswritten ply.

        Returns:
            Texts of moves by which the whole record is legal; probabilities with a sum of 1, none
            if there is no such game.
        """
        position = self._course.start
        plies = self._course.plies(damaged.moves)
        weights: dict[tuple[str, ...], float] = {}
        for at, ply in enumerate(plies):
            for text, chance in self._meant(position, ply.text).items():
                moves = (*damaged.moves[:at], text, *damaged.moves[at + 1 :])
                if replay(replace(damaged, moves=moves)).valid:
                    weights[moves] = chance
            run = self._course.run(position, plies[: at + 1], at)
            if run.left:
                break
            position = run.position
        total = sum(weights.values())
        return {moves: weight / total for moves, weight in weights.items()}

    def _meant(self, position: AnyPosition, written: str) -> dict[str, float]:
        """Return the legal moves that one slip makes a text of; of each its likeliest text."""
        found: dict[str, float] = {}
        for move in position.legal_moves():
            try:
                texts = {self._course.dialect.write(move),
                         self._course.dialect.write(position.with_counts(move))}  # fmt: skip
            except UnwritableMove:
                continue
            chance, text = max((self.probability(written, text), text) for text in texts)
            if chance:
                found[text] = chance
        return found

    def share(self, truth: Record, damaged: Record) -> float:
        """Return how often the most probable game is the truth: 1 or 0, or part of 1 of equals."""
        found = self.posterior(damaged)
        highest = max(found.values(), default=0.0)
        best = [moves for moves, weight in found.items() if weight >= highest * (1 - EQUAL)]
        meant = replay(truth).moves
        right = sum(replay(replace(damaged, moves=moves)).moves == meant for moves in best)
        return right / len(best) if best else 0.0
