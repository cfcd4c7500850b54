"""The shape of plain moves: a finite automaton that many texts go through at once."""

from collections.abc import Iterable, Mapping
from functools import cached_property

DEAD, ENDED = 0, 1
"""The numbers of the state of a text without the shape, and of that after its end."""

LOW, DIGITS = "123456789", "0123456789"


class Shape:
    """The shape of the moves that most games have.

    It need not be that of all canonical moves: others are read one by one.

    Args:
        steps: by state, and by the characters that lead on from there, the next state. The text
            begins in the first state.
        ends: the states in which a text may end.
    """

    def __init__(self, steps: Mapping[str, Mapping[str, str]], ends: Iterable[str]) -> None:
        self._steps, self._ends = steps, ends

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the states; that of the first is `ENDED` + 1."""
        return {state: number for number, state in enumerate(self._steps, ENDED + 1)}

    @cached_property
    def table(self) -> bytes:
        """By number of a state, and by character, the number of the next; a text ends with a 0."""
        table = bytearray(256 * (len(self._steps) + ENDED + 1))
        table[256 * ENDED] = ENDED
        for state in self._ends:
            table[256 * self.numbers[state]] = ENDED
        for state, ways in self._steps.items():
            for characters, following in ways.items():
                for one in characters.encode():
                    table[256 * self.numbers[state] + one] = self.numbers[following]
        return bytes(table)


def number(name: str, after: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the states of a number from 1 to 99, of which the first digit is met before.

    Args:
        name: the state after the first digit; that after the second has a 2 behind it.
        after: what leads on from both, as in `Shape`.
    """
    return {name: {DIGITS: f"{name}2", **after}, f"{name}2": {**after}}
