"""The games that conditions leave, by the index of their tags.

What is found here may be too much, and never too little: every game is asked the whole question
afterwards. Conditions on tags, players and dates are asked of each different value once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from analysis.games.arrays import Places
from analysis.library.library import Library
from analysis.library.terms import TAG
from analysis.replay.verdict import GameFacts, Judgement
from analysis.select.condition import DATE, And, Comparison, Condition, Or, SlowCondition
from analysis.select.filters import PlayedBy, PlayedWhen
from records import Record
from records.model import played_on

DATE_TAG = "Date"
"""The tag of the date."""

PLAYER = "player"
"""The field of the names of players."""

FEW = 1000
"""Games that are so few that no further condition is asked of the index."""


@dataclass(slots=True)
class Narrowing:
    """Asks the index of a library.

    Attributes:
        library: the library.
    """

    library: Library
    _sides: list[str] = field(default_factory=list)

    def of_all(self, conditions: Iterable[Condition]) -> Places | None:
        """Return the numbers of the games that may pass all conditions, in order.

        None where the index leaves all games.
        """
        found: Places | None = None
        for condition in sorted(conditions, key=_is_equality, reverse=True):
            left = self._of(condition)
            if left is not None:
                found = left if found is None else np.intersect1d(found, left)
                if len(found) <= FEW:
                    break
        return found

    def _of(self, condition: Condition) -> Places | None:
        if isinstance(condition, And):
            return self.of_all(condition.conditions)
        if isinstance(condition, Or):
            parts = [self._of(one) for one in condition.conditions]
            known = [one for one in parts if one is not None]
            return np.unique(np.concatenate(known)) if len(known) == len(parts) else None
        if isinstance(condition, PlayedBy):
            return self._with(self._players(), _equals(condition.player))
        if isinstance(condition, PlayedWhen):
            years = condition.since[:4], condition.until[:4]
            return self._with(
                [DATE_TAG],
                _dated(*years, lambda date: condition.includes(played_on({DATE_TAG: date}))),
            )
        if isinstance(condition, Comparison):
            return self._compared(condition)
        return None

    def _compared(self, test: Comparison) -> Places | None:
        """Return the games of which a tag passes a test, None for a test of anything else."""
        if test.operation.startswith("!"):  # true of games without the tag, too
            return None
        try:
            return self._tested(test)
        except SlowCondition:
            return None  # the game that has the value is named where it is asked

    def _tested(self, test: Comparison) -> Places | None:
        if test.field == DATE:
            year = test.value[:4] if test.operation != "~" else ""
            since = "" if test.operation.startswith("<") else year
            until = "" if test.operation.startswith(">") else year
            return self._with([DATE_TAG], _dated(since, until, _fits(test, DATE_TAG)))
        if test.field != PLAYER and not test.field.startswith(TAG):
            return None
        name = test.field.removeprefix(TAG)
        own = replace(test, field=TAG + name)
        fits = _equals(test.value) if test.operation == "=" else _fits(own, name)
        return self._with(self._players() if test.field == PLAYER else [name], fits)

    def _with(self, names: Iterable[str], fits: Callable[[str], bool]) -> Places:
        """Return the games that have one of some tags with a value that fits."""
        terms = self.library.terms
        return terms.games(
            number
            for name in names
            for number, value in terms.named(TAG + name, used=False)
            if fits(value)
        )

    def _players(self) -> list[str]:
        """Return the tags with the names of players."""
        if not self._sides:
            shapes = self.library.terms.shapes().values()
            self._sides = sorted({side.title() for shape in shapes for side in shape.sides})
        return self._sides


def _is_equality(condition: Condition) -> bool:
    """Whether a condition is likely to leave few games: it is asked first."""
    return isinstance(condition, PlayedBy) or (
        isinstance(condition, Comparison) and condition.operation == "="
    )


def _fits(test: Comparison, name: str) -> Callable[[str], bool]:
    """Return whether a test of a tag, or of what is read from it, is true of a value of the tag."""
    tags: dict[str, str] = {}
    game = GameFacts(Record(tags=tags), None, (), 0, Judgement(0, True, None, None, 0, ()))

    def fits(value: str) -> bool:
        tags[name] = value
        return test.holds(game)

    return fits


def _equals(wanted: str) -> Callable[[str], bool]:
    """Return whether a value may be equal to a text, or to a number; a quicker `_fits`."""
    text, number = wanted.strip().casefold(), _number(wanted)

    def fits(value: str) -> bool:
        value = value.strip()
        return value.casefold() == text or (number is not None and _number(value) == number)

    return fits


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _dated(since: str, until: str, fits: Callable[[str], bool]) -> Callable[[str], bool]:
    """Return whether a tag may have a date within bounds, of which most years alone decide.

    Args:
        since: the first year; empty for none.
        until: the last year; empty for none.
        fits: decides for the dates of these years, and for what is not written as usual.
    """

    def within(value: str) -> bool:
        year = value[:4]
        if not year.isdecimal() or value[4:5] not in ("", ".", "-", "/"):
            return fits(value)
        if (since and year < since) or (until and year > until):
            return False
        return year not in (since, until) or fits(value)

    return within
