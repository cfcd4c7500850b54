"""The contract of every game for one that is installed; `tests.test_outside_game` runs it."""

from collections.abc import Callable

from ludograph.testing import Subject, over


@over([Subject("threeline", variant) for variant in ("standard", "standard+size=6")])
def test_the_contract(law: Callable[[Subject], None], subject: Subject) -> None:
    law(subject)
