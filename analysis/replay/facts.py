"""What is known of a game besides the boards of its plies."""

from typing import NamedTuple

from analysis.games.position import AnyPosition, Outcome
from analysis.replay.replay import Replay
from analysis.replay.results import winners
from records import Record


class GameFacts(NamedTuple):
    """What is known of a game besides the boards of its plies.

    Attributes:
        record: its record.
        start: its first position; None where it cannot be set up.
        variant: the variant string, as the record has it where the game is unknown; None for none.
        played: number of plies that could be played.
        valid: whether the record breaks no rule.
        outcome: how it ended on the board; None where it did not.
        verdict: indices of the sides that won on the board, or else by the record; all in a draw,
            None where neither decides.
        accepted: number of illegal moves that were played as recorded.
    """

    record: Record
    start: AnyPosition | None
    variant: str | None
    played: int
    valid: bool
    outcome: Outcome | None
    verdict: tuple[int, ...] | None
    accepted: int

    @classmethod
    def of(cls, game: Replay) -> "GameFacts":
        """Return what a replay knows."""
        record = game.record
        variant = str(game.variant) if game.variant else record.variant
        ended = game.outcome, game.verdict
        start = game.start if game.game else None
        return cls(record, start, variant, game.played, game.valid, *ended, len(game.accepted))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of moving; none where the game cannot be set up."""
        return self.start.sides if self.start else ()

    @property
    def winner(self) -> int | None:
        """Index of the side that won; None in a draw and without a result."""
        return self.verdict[0] if self.verdict and len(self.verdict) == 1 else None

    @property
    def ended(self) -> str:
        """How it ended: by a rule, by its tag, or else ``recorded``, ``unfinished``, ``broken``."""
        record = self.record
        if self.outcome:
            return self.outcome.reason
        empty = not (record.moves or self.valid)
        if self.start is None or self.played < len(record.moves) or empty:
            return "broken"
        decided = winners(record.result, None, self.start.sides) is not None
        tag = record.tags.get("Termination", "").strip()
        return tag or ("recorded" if decided else "unfinished")
