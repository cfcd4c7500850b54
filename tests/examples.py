"""The number of examples of a law that a run of the tests checks: a sample, or all.

`pytest` loads the profile `quick`; `usual` draws twice as many examples; `pytest
--hypothesis-profile full` draws every example, replays every engine game and reads every case of a
table.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

FEWEST = 5


def full() -> bool:
    """Return whether the profile `full` is loaded."""
    return settings().max_examples >= settings.get_profile("full").max_examples


def examples(count: int) -> settings:
    """Return settings that draw ``count`` examples in full, and a share of them otherwise."""
    share = settings().max_examples / settings.get_profile("full").max_examples
    return settings(max_examples=count if full() else max(FEWEST, int(count * share)))


def sample(cases: Sequence[T], size: int) -> Sequence[T]:
    """Return all cases in a full run, else ``size`` evenly spread cases."""
    if full() or len(cases) <= size:
        return cases
    return [cases[index * len(cases) // size] for index in range(size)]
