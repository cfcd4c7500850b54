"""The ideal decoder of one damage: no repair can be right more often.

It knows how `scripts.corrupt` damages a game: one ply, each as likely as any other, gets one slip,
drawn with known probabilities. For a damaged game it weighs every legal move at every ply up to the
break by the probability that a slip makes the written text of it, if the whole record is legal with
that move. The most probable game is the truth in a share of the games that bounds every repair.
Plies lost or superfluous and columns exchanged are decoded likewise: of every legal game that such
damage makes the damaged one of, the probability is known. Of three slips each is decoded with the
others known; the worst share of the three bounds from above.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from analysis.games.position import AnyPosition
from analysis.repair.candidates import half_turned
from analysis.replay.playthrough import Playthrough
from analysis.replay.replay import Replay, replay
from analysis.typos.distance import text_distance
from analysis.typos.model import SlipModel, load
from notation import UnwritableMove
from notation.memo import Memo
from records import Record
from scripts.corrupt import Scribe, exchanged, slip_prices, slips

FARTHEST = 4.0
"""Text distance beyond which no single slip leads: the dearest slip costs less."""

EQUAL = 1e-9
"""Difference of probabilities, in parts of them, that is none."""

Weights = dict[tuple[str, ...], float]
"""By the texts of a game, how probable it is."""


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

    def posterior(self, damaged: Record, damage: str = "one") -> Weights:
        """Return the games that a damage makes a damaged one of, with probabilities.

        Args:
            damaged: a game with such damage.
            damage: ``one`` miswritten ply, or one of `OTHERS`.

        Returns:
            Texts of moves by which the whole record is legal; probabilities with a sum of 1, none
            if there is no such game.
        """
        weights: Weights = defaultdict(float)
        for moves, weight in (
            self._slipped(damaged) if damage == "one" else OTHERS[damage](self, damaged)
        ):
            weights[moves] += weight
        legal = {moves: weight for moves, weight in weights.items()
                 if replay(replace(damaged, moves=moves)).valid}  # fmt: skip
        total = sum(legal.values())
        return {moves: weight / total for moves, weight in legal.items()}

    def walked(self, moves: Sequence[str]) -> Iterator[tuple[int, AnyPosition]]:
        """Yield each index up to the first ply that cannot be played, and the position there."""
        position = self._course.start
        plies = self._course.plies(moves)
        for at in range(len(plies) + 1):
            yield at, position
            run = self._course.run(position, plies[: at + 1], at)
            if run.left or at == len(plies):
                return
            position = run.position

    def _slipped(self, damaged: Record) -> Iterator[tuple[tuple[str, ...], float]]:
        for at, position in self.walked(damaged.moves):
            if at < len(damaged.moves):
                for text, chance in self._meant(position, damaged.moves[at]).items():
                    yield (*damaged.moves[:at], text, *damaged.moves[at + 1 :]), chance

    def without_one(self, damaged: Record) -> Iterator[tuple[tuple[str, ...], float]]:
        """Yield the games that lack a ply as a damaged one does; all are as probable."""
        plies = self._course.plies(damaged.moves)
        for at, position in self.walked(damaged.moves):
            for move in position.legal_moves() if at < len(plies) else ():
                after = position.after(move)
                if not self._course.run(after, plies, at).left:
                    text = self._course.dialect.write(move)
                    yield (*damaged.moves[:at], text, *damaged.moves[at:]), 1.0

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

    def share(self, truth: Record, damaged: Record, damage: str = "one", places: int = 1) -> float:
        """Return how often the truth is among so many most probable games.

        Where others are as probable, it is there by chance: the share is part of 1.
        """
        found = self.posterior(damaged, damage)
        meant = replay(truth).moves
        own = {moves for moves in found if replay(replace(damaged, moves=moves)).moves == meant}
        weight = sum(found[moves] for moves in own)
        rivals = [share for moves, share in found.items() if moves not in own]
        better = sum(share > weight * (1 + EQUAL) for share in rivals)
        equal = sum(abs(share - weight) <= weight * EQUAL for share in rivals)
        return min(max(places - better, 0) / (1 + equal), 1.0) if own else 0.0


def _superfluous(_: IdealDecoder, damaged: Record) -> Iterator[tuple[tuple[str, ...], float]]:
    for at, text in enumerate(damaged.moves):
        moves = damaged.moves[:at] + damaged.moves[at + 1 :]
        yield moves, float(moves.count(text))


def _doubled(_: IdealDecoder, damaged: Record) -> Iterator[tuple[tuple[str, ...], float]]:
    for at, (one, other) in enumerate(pairwise(damaged.moves)):
        if one == other:
            yield damaged.moves[:at] + damaged.moves[at + 1 :], 1.0


def _columns(_: IdealDecoder, damaged: Record) -> Iterator[tuple[tuple[str, ...], float]]:
    for row in range(max(len(damaged.moves) // 2 - 1, 1)):
        yield exchanged(damaged.moves, 2 * row), 1.0


OTHERS: dict[str, Callable[[IdealDecoder, Record], Iterator[tuple[tuple[str, ...], float]]]] = {
    "lost": IdealDecoder.without_one,
    "superfluous": _superfluous,
    "doubled": _doubled,
    "columns": _columns,
}
"""Damages besides one slip, and what gives the games that each makes a damaged one of."""


def bounds(truth: Record, damaged: Record, damage: str) -> tuple[float, float] | None:
    """Return how often the truth is the most probable game, and among the top three.

    None for a damage that no decoder here knows. Of several slips, that is how often the one which
    is hardest to decode is right where the others are known: all together are right no more often.
    """
    if damage == "one" or damage in OTHERS:
        decoder = IdealDecoder(replay(damaged))
        shares = [decoder.share(truth, damaged, damage, places) for places in (1, 3)]
        return shares[0], shares[1]
    if damage != "three":
        return None
    alone = [
        bounds(
            truth, replace(damaged, moves=(*truth.moves[:at], text, *truth.moves[at + 1 :])), "one"
        )
        for at, text in enumerate(damaged.moves)
        if text != truth.moves[at]
    ]
    first, third = zip(*filter(None, alone), strict=True)
    return min(first), min(third)
