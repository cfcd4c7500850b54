"""The verdict on a game: facts for tables and statistics, JSON, and sentences."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from analysis.games.position import AnyPosition, Outcome
from analysis.replay.findings import winners
from analysis.replay.replay import Replay
from notation import Finding
from notation.numbers import plural
from records import Record, Source
from records.tidy import TidyGame


class Judgement(NamedTuple):
    """The result of playing a game. Games with the same start and equal results may share it.

    Attributes:
        valid: whether the record breaks no rule.
        outcome: how the game ended on the board; None where it did not.
        verdict: indices of the sides that won on the board, or else by the record; all sides in a
            draw, None where neither decides.
        accepted: number of illegal moves that were played as recorded.
        codes: the codes of all findings, without repetition.
    """

    valid: bool
    outcome: Outcome | None
    verdict: tuple[int, ...] | None
    accepted: int
    codes: tuple[str, ...]

    @classmethod
    def of(cls, game: Replay) -> "Judgement":
        """Return the judgement of a replay."""
        codes = tuple(dict.fromkeys(one.code for one in game.findings))
        ended = game.outcome, game.verdict
        return cls(game.valid, *ended, len(game.accepted), codes)


@dataclass(eq=False)
class GameFacts:
    """The facts of a game, without the boards of its plies.

    Tables, conditions, libraries, openings and statistics read games through this class.

    Attributes:
        head: the record, or a `TidyGame`, which has all data of the record except the moves.
        rules: the variant string; None where the game or the variant is unknown.
        sides: the sides in the order of moving; empty where the game cannot be set up.
        turn: index of the side that begins.
        judged: its judgement, or its replay, which is played on demand. Games that share a
            judgement have the same rules, start, dialect and result.
        length: number of plies that could be played; ignored if ``judged`` is a replay.
        start: the first position, where boards are needed.
        make: returns the record, if ``head`` is a `TidyGame`.
    """

    head: Record | TidyGame
    rules: str | None
    sides: tuple[str, ...]
    turn: int
    judged: Judgement | Replay
    length: int = 0
    start: AnyPosition | None = None
    make: Callable[[], Record] | None = None

    @classmethod
    def of(cls, game: Replay) -> "GameFacts":
        """Return the facts of a replay."""
        start = game.start if game.game else None
        rules = str(game.variant) if game.variant else None
        sides, turn = (start.sides, start.turn) if start else ((), 0)
        return cls(game.record, rules, sides, turn, game, start=start)

    @property
    def record(self) -> Record:
        """The record of the game."""
        return self.make() if self.make else cast("Record", self.head)

    @property
    def variant(self) -> str | None:
        """The variant string; if the game is unknown, the one stated in the record, or None."""
        return self.rules or self.head.variant

    @cached_property
    def judgement(self) -> Judgement:
        """The judgement of the game; a replay is played on demand."""
        return Judgement.of(self.judged) if isinstance(self.judged, Replay) else self.judged

    @cached_property
    def played(self) -> int:
        """Number of plies that could be played."""
        return self.judged.played if isinstance(self.judged, Replay) else self.length

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""
        return self.judgement.valid

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None where it did not."""
        return self.judgement.outcome

    @property
    def verdict(self) -> tuple[int, ...] | None:
        """Indices of the sides that won; see `Judgement.verdict`."""
        return self.judgement.verdict

    @property
    def accepted(self) -> int:
        """Number of illegal moves that were played as recorded."""
        return self.judgement.accepted

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all findings, without repetition."""
        return self.judgement.codes

    @cached_property
    def winner(self) -> int | None:
        """Index of the side that won; None in a draw and without a result."""
        won = self.judgement.verdict
        return won[0] if won and len(won) == 1 else None

    @property
    def ended(self) -> str:
        """How the game ended: the rule that ended it on the board; ``broken`` if it could not be
        played to its end; else the tag ``Termination``; else ``recorded`` if a result is stated,
        ``unfinished`` if not."""
        if self.outcome:
            return self.outcome.reason
        # A tidy game without a replay was played to its end.
        moves = self.played if self.make else len(self.record.moves)
        if not self.sides or self.played < moves or not (moves or self.valid):
            return "broken"
        decided = winners(self.head.result, None, self.sides) is not None
        tag = self.head.tags.get("Termination", "").strip()
        return tag or ("recorded" if decided else "unfinished")


def to_json(game: Replay) -> dict[str, object]:
    """Return the verdict of a replay as a JSON object; see ``docs/json.md``."""
    record, outcome = game.record, game.outcome
    return {
        "source": record.source.to_json(),
        "game": record.game,
        "variant": str(game.variant) if game.variant else record.variant,
        "dialect": game.dialect.name if game.dialect else record.dialect,
        "plies": game.played,
        "valid": game.valid,
        "position": str(game.position) if game.position else None,
        "outcome": {name: getattr(outcome, name, None) for name in ("winner", "reason")},
        "violations": [one.to_json() | {"end_column": one.end_column} for one in game.violations],
        "notes": [one.to_json() | {"end_column": one.end_column} for one in game.notes],
        **({"ignored": game.ignored} if game.ignored else {}),
        **({"accepted": [finding.ply for finding in game.accepted]} if game.as_recorded else {}),
    }


def verdict_words(game: Replay) -> tuple[str, str]:
    """Return the verdict in short, such as ``valid``, and a sentence that explains it."""
    record, position = game.record, game.position
    if game.game is None or position is None:
        return "not checked", "no game that could be played."
    what = f"{game.game.title} game {record.source.game} ({game.variant})"
    if game.played < len(record.moves):
        return "broken", f"{what}, {game.played} of {plural(len(record.moves), 'ply')} are good."
    mover, illegal = position.sides[position.turn].title(), len(game.accepted)
    end = game.outcome.message if game.outcome else f"{mover} is to move; the game is not decided"
    word = "valid" if game.valid else "playable" if game.playable else "wrong"
    accepted = f", {illegal} of them illegal and played as recorded" if illegal else ""
    return word, f"{what}, {plural(game.played, 'ply')}{accepted}. {end}."


def finding_words(finding: Finding) -> str:
    """Return the message of a finding, preceded by the number and side of its move if any."""
    move = f"move {finding.number}, {finding.side.title()}: " if finding.side else ""
    return f"{move}{finding.message}"


def place(source: Source, finding: Finding) -> str:
    """Return the place of a finding as ``path:line:column``, as far as it is known."""
    return ":".join(str(part) for part in (source.path, finding.line, finding.column) if part)


def accepted_sentence(games: int, moves: int) -> str:
    """Return the phrase ``played as recorded: 2 games with 3 illegal moves``; empty for no games.

    Args:
        games: number of games with illegal moves that were played as recorded.
        moves: number of these moves.
    """
    if not games:
        return ""
    return f"played as recorded: {plural(games, 'game')} with {plural(moves, 'illegal move')}"
