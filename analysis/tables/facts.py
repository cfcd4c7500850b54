"""What is known of good games besides their boards, in columns."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from analysis.games.position import Outcome
from analysis.replay.lazily import ColumnVerdicts
from analysis.replay.replay import Replay
from analysis.replay.results import agrees_with
from records.columns import PlainGame
from records.model import UNDECIDED


class GameFacts(NamedTuple):
    """What records and outcomes have of some games, one value a game.

    Attributes:
        paths: names of their sources.
        numbers: which games of their sources they are, from 1.
        names: names of their games, as records have them.
        dialects: names of the dialects of their moves.
        results: results of the records.
        valid: whether they break no rule.
        outcomes: how they ended on the board; None for those that did not.
        tags: their tags.
    """

    paths: Sequence[str]
    numbers: Sequence[int]
    names: Sequence[str | None]
    dialects: Sequence[str | None]
    results: Sequence[str]
    valid: Sequence[bool]
    outcomes: Sequence[Outcome | None]
    tags: Sequence[Mapping[str, str]]


def facts_of_replays(games: Sequence[Replay]) -> GameFacts:
    """Return what is known of replays."""
    records = [game.record for game in games]
    return GameFacts(
        [one.source.path for one in records],
        [one.source.game for one in records],
        [one.game for one in records],
        [one.dialect for one in records],
        [one.result for one in records],
        [game.valid for game in games],
        [game.outcome for game in games],
        [one.tags for one in records],
    )


def facts_of_columns(games: Sequence[PlainGame], verdicts: ColumnVerdicts) -> GameFacts:
    """Return what is known of good games in columns, of which no records are made."""
    dialect, sides = verdicts.games.words.dialect, verdicts.judged.texts.compiled.start.sides
    results = [verdicts.games.results[game.number] for game in games]
    outcomes = [verdicts.outcomes[game.number] for game in games]
    return GameFacts(
        [game.path for game in games],
        [game.game for game in games],
        [dialect.game] * len(games),
        [dialect.name] * len(games),
        results,
        [
            outcome is None or result == UNDECIDED or agrees_with(result, outcome, sides)
            for result, outcome in zip(results, outcomes, strict=True)
        ],
        outcomes,
        [game.own_tags() for game in games],
    )


def recorded_ending(termination: str, result: str) -> str:
    """Return how a game ended that has no end on the board: by its tag, else by its result."""
    return termination.strip() or ("unfinished" if result == UNDECIDED else "recorded")
