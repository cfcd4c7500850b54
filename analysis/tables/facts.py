"""What is known of good games besides their boards, in columns; most are made when asked for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from analysis.games.position import Outcome
from analysis.replay.batch import Batch, JudgedGroup, is_plain
from analysis.replay.results import agrees_with, winners
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


def facts_of(batch: Batch, group: JudgedGroup) -> GameFacts:
    """Return what is known of the good games of a group; few of them need their replays."""
    records, sides = batch.records, group.texts.compiled.start.sides
    own = [records[number] for number in group.numbers]
    endings, codes = _distinct(
        (one.result, outcome) for one, outcome in zip(own, group.outcomes, strict=True)
    )
    agreed = [
        outcome is None or result == UNDECIDED or agrees_with(result, outcome, sides)
        for result, outcome in endings
    ]

    def valid() -> list[bool]:
        return [
            agreed[code] if is_plain(one) else batch[number].valid
            for one, number, code in zip(own, group.numbers, codes, strict=True)
        ]

    return GameFacts(
        [one.game for one in own],
        [one.dialect for one in own],
        endings,
        codes,
        lambda: [one.source.path for one in own],
        lambda: [one.source.game for one in own],
        valid,
        lambda: [one.tags for one in own],
        lambda: [one.tags.get("Termination", "") for one in own],
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
