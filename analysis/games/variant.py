"""Variants: the rules of one game with their options, and the strings that name them.

A variant string joins words and ``key=value`` pairs by ``+``, in any order.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

from analysis.games.symmetry import Symmetries
from notation.errors import InvalidVariant


class Variant(ABC):
    """The rules of one variant of one game. ``str(variant)`` is its canonical string.

    Variants are values: equal ones share what was compiled for them.

    Attributes:
        GAME: the game's name.
    """

    __slots__ = ()

    GAME: ClassVar[str]

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """Read a variant string.

        Raises:
            InvalidVariant: the game has no such variant.
        """

    @property
    @abstractmethod
    def symmetries(self) -> Symmetries:
        """The symmetries of the board under which the game stays the same."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides in the order in which they move."""
        return ("white", "black")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one variant or another in a record that names none.

    Attributes:
        texts: the move texts, in any dialect.
        columns: moves that a numbered row has, where that is more than two; else 0.
        tags: what the record says of the game as a whole.
    """

    texts: Sequence[str]
    columns: int = 0
    tags: Mapping[str, str] = field(default_factory=dict)


def split_variant(
    text: str, words: Iterable[str], options: Iterable[str]
) -> tuple[list[str], dict[str, str]]:
    """Take a variant string apart.

    Args:
        text: such as ``standard+rows=5+columns=6``.
        words: the words that the game knows.
        options: the keys that the game knows.

    Returns:
        The words in the order written, and the values by key.

    Raises:
        InvalidVariant: something in it is unknown or said twice.
    """
    known_words, known_options = list(words), list(options)
    found_words: list[str] = []
    values: dict[str, str] = {}
    for part in text.lower().replace(" ", "").split("+"):
        key, equals, value = part.partition("=")
        if key not in (known_options if equals else known_words):
            known = ", ".join([*known_words, *(f"{name}=..." for name in known_options)])
            raise InvalidVariant(f"variant {text!r}: {part!r} is not one of {known}")
        if key in found_words or key in values:
            raise InvalidVariant(f"variant {text!r} says {key!r} twice")
        if equals:
            values[key] = value
        else:
            found_words.append(key)
    return found_words, values


def whole_number(variant: str, key: str, value: str, low: int, high: int) -> int:
    """Return an option's value as a number within limits, both included.

    Raises:
        InvalidVariant: it is none.
    """
    if value.isascii() and value.isdecimal() and low <= int(value) <= high:
        return int(value)
    raise InvalidVariant(f"variant {variant!r}: {key} goes from {low} to {high}, not {value!r}")


def choice(variant: str, key: str, value: str, choices: Iterable[str]) -> str:
    """Return an option's value if it is one of the choices.

    Raises:
        InvalidVariant: it is none of them.
    """
    allowed = list(choices)
    if value in allowed:
        return value
    raise InvalidVariant(
        f"variant {variant!r}: {key} is one of {', '.join(allowed)}, not {value!r}"
    )
