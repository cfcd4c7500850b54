"""What is known of good games besides their boards, in columns; most are made when asked for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from analysis.games.position import Outcome
from analysis.replay.lazily import ColumnVerdicts
from analysis.replay.replay import Replay
from analysis.replay.results import agrees_with, winners
from records.columns import PlainGame
from records.model import UNDECIDED

Ending: TypeAlias = tuple[str, Outcome | None]
"""The result of a record, and how its game ended on the board; None where it did not."""


class GameFacts(NamedTuple):
    """What records and outcomes have of some games, one value a game.

    Attributes:
        names: names of their games, as records have them.
        dialects: names of the dialects of their moves.
        endings: the different endings of the games.
        codes: for each game the place of its ending among them.
        paths: returns the names of their sources.
        numbers: returns which games of their sources they are, from 1.
        valid: returns whether they break no rule.
        tags: returns their tags.
        terminations: returns their tags ``Termination``, empty for none.
    """

    names: Sequence[str | None]
    dialects: Sequence[str | None]
    endings: Sequence[Ending]
    codes: Sequence[int]
    paths: Callable[[], Sequence[str]]
    numbers: Callable[[], Sequence[int]]
    valid: Callable[[], Sequence[bool]]
    tags: Callable[[], Sequence[Mapping[str, str]]]
    terminations: Callable[[], Sequence[str]]


def facts_of_replays(games: Sequence[Replay]) -> GameFacts:
    """Return what is known of replays."""
    records = [game.record for game in games]
    return GameFacts(
        [one.game for one in records],
        [one.dialect for one in records],
        *_distinct((game.record.result, game.outcome) for game in games),
        lambda: [one.source.path for one in records],
        lambda: [one.source.game for one in records],
        lambda: [game.valid for game in games],
        lambda: [one.tags for one in records],
        lambda: [one.tags.get("Termination", "") for one in records],
    )


def facts_of_columns(games: Sequence[PlainGame], verdicts: ColumnVerdicts) -> GameFacts:
    """Return what is known of good games in columns, of which no records are made."""
    dialect, sides = verdicts.games.words.dialect, verdicts.judged.texts.compiled.start.sides
    results, outcomes = verdicts.games.results, verdicts.outcomes
    endings, codes = _distinct((results[one.number], outcomes[one.number]) for one in games)
    valid = [
        outcome is None or result == UNDECIDED or agrees_with(result, outcome, sides)
        for result, outcome in endings
    ]
    return GameFacts(
        [dialect.game] * len(games),
        [dialect.name] * len(games),
        endings,
        codes,
        lambda: [game.path for game in games],
        lambda: [game.game for game in games],
        lambda: [valid[code] for code in codes],
        lambda: [game.own_tags() for game in games],
        lambda: [game.tag("Termination") for game in games],
    )


def _distinct(endings: Iterable[Ending]) -> tuple[list[Ending], list[int]]:
    """Return the different endings, and the place of each among them."""
    known: dict[Ending, int] = {}
    codes = [known.setdefault(ending, len(known)) for ending in endings]
    return list(known), codes


def recorded_ending(termination: str, result: str, sides: Sequence[str]) -> str:
    """Return how a game ended that has no end on the board: by its tag, else by its result."""
    decided = winners(result, None, sides) is not None
    return termination.strip() or ("recorded" if decided else "unfinished")
