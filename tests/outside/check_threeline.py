"""The laws of every game for an installed game; `tests.test_outside_game` runs this test."""

from collections.abc import Callable

from ludograph.testing import Subject, over


@over([Subject("threeline", variant) for variant in ("standard", "standard+size=6")])
def test_the_contract(law: Callable[[Subject], None], subject: Subject) -> None:
    law(subject)
