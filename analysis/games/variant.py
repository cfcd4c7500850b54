"""Variants: the rules of one game with their options, and the strings that name them.

A variant string joins words and ``key=value`` pairs by ``+``, in any order. Each game declares its
words and keys once, in `Variant.OPTIONS`; reading and writing them follow from that.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, cast

from analysis.games.symmetry import Symmetries
from notation.errors import InvalidVariant, did_you_mean

Value = str | int | bool | tuple[int, int]
"""The value of an option."""


class Words(NamedTuple):
    """Words that exclude each other: a variant string has one of them, or means the first.

    Attributes:
        field: the variant's field; empty where a single word stands for no choice at all.
        words: the words.
    """

    field: str
    words: tuple[str, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """What may be written, for messages."""
        return self.words

    def read(self, part: str) -> str | None:
        """Return the value that a part of a variant string gives, None if it gives none."""
        return part if part in self.words else None

    def write(self, value: Value) -> str:
        """Return the part of a variant string for a value."""
        return str(value)


class Flag(NamedTuple):
    """A word that a variant string has or has not.

    Attributes:
        field: the variant's field.
        word: the word.
    """

    field: str
    word: str

    @property
    def known(self) -> tuple[str, ...]:
        """What may be written, for messages."""
        return (self.word,)

    def read(self, part: str) -> bool | None:
        """Return True for the word, None for another part of a variant string."""
        return True if part == self.word else None

    def write(self, value: Value) -> str:
        """Return the word."""
        return self.word


class Number(NamedTuple):
    """A key with a whole number.

    Attributes:
        field: the key, and the variant's field.
        low: the least value.
        high: the greatest value.
    """

    field: str
    low: int
    high: int

    @property
    def known(self) -> tuple[str, ...]:
        """What may be written, for messages."""
        return (f"{self.field}=...",)

    def read(self, part: str) -> Value | None:
        """Return the number in a part of a variant string, None if that has another key.

        Raises:
            ValueError: the value is out of the limits.
        """
        key, equals, value = part.partition("=")
        return self.number(value) if key == self.field and equals else None

    def number(self, value: str) -> int:
        """Return the number that a text stands for.

        Raises:
            ValueError: it is no number, or out of the limits.
        """
        if re.fullmatch("[0-9]{1,9}", value) and self.low <= int(value) <= self.high:
            return int(value)
        raise ValueError(f"{self.field} goes from {self.low} to {self.high}, not {value!r}")

    def write(self, value: Value) -> str:
        """Return the part of a variant string for a value."""
        return f"{self.field}={value}"


class NumberEach(Number):
    """A key with a whole number for both sides, or with two: the first side's and the second's."""

    __slots__ = ()

    def read(self, part: str) -> Value | None:
        """Return the number in a part of a variant string, both as a tuple where they differ.

        None if the part has another key.

        Raises:
            ValueError: a value is out of the limits, or there are more than two.
        """
        key, equals, value = part.partition("=")
        if key != self.field or not equals:
            return None
        first, comma, second = value.partition(",")
        numbers = self.number(first), self.number(second if comma else first)
        return numbers if numbers[0] != numbers[1] else numbers[0]

    def write(self, value: Value) -> str:
        """Return the part of a variant string for a value."""
        written = ",".join(map(str, value)) if isinstance(value, tuple) else value
        return f"{self.field}={written}"


class Setting(NamedTuple):
    """A key with one of a few values.

    Attributes:
        field: the key, and the variant's field.
        choices: the values.
    """

    field: str
    choices: tuple[Value, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """What may be written, for messages."""
        return (f"{self.field}=...",)

    def read(self, part: str) -> Value | None:
        """Return the value in a part of a variant string, None if that has another key.

        Raises:
            ValueError: the value is none of the choices.
        """
        key, equals, value = part.partition("=")
        if key != self.field or not equals:
            return None
        for choice in self.choices:
            if value == str(choice):
                return choice
        raise ValueError(f"{key} is one of {', '.join(map(str, self.choices))}, not {value!r}")

    def write(self, value: Value) -> str:
        """Return the part of a variant string for a value."""
        return f"{self.field}={value}"


Option = Words | Flag | Number | Setting
"""A word, or a key with its values, that variant strings of a game may have."""


class Variant(ABC):
    """The rules of one variant of one game: a frozen dataclass of values, which knows no positions.

    ``str(variant)`` is its canonical string. Equal variants share what was compiled for them.

    Attributes:
        GAME: the game's name.
        OPTIONS: what variant strings may have, in the order in which they are written.
    """

    __slots__ = ()

    GAME: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a variant string.

        Raises:
            InvalidVariant: something in it is unknown, repeated or out of limits, or its parts do
                not go together.
        """
        values: dict[str, Value] = {}
        written: dict[str, str] = {}
        for part in text.lower().replace(" ", "").split("+"):
            try:
                option, value = cls._read_part(part)
            except ValueError as error:
                raise InvalidVariant(f"variant {text!r}: {error}") from None
            key, other = part.partition("=")[0], written.get(option.field)
            if other == key:
                raise InvalidVariant(f"variant {text!r} says {key!r} twice")
            if other:
                raise InvalidVariant(f"variant {text!r}: {other} and {key} exclude each other")
            written[option.field] = key
            if option.field:
                values[option.field] = value
        variant = cls(**{**cls.defaults(values), **values})
        if problem := variant.conflict():
            raise InvalidVariant(f"variant {text!r}: {problem}")
        return variant

    @classmethod
    def _read_part(cls, part: str) -> tuple[Option, Value]:
        for option in cls.OPTIONS:
            if (value := option.read(part)) is not None:
                return option, value
        known = [word for option in cls.OPTIONS for word in option.known]
        raise ValueError(f"{part!r} is not one of {', '.join(known)}{did_you_mean(part, known)}")

    @classmethod
    def likeness(cls, text: str) -> float:
        """Return how much a string that cannot be read is like variant strings of the game.

        Each part counts by how like it is to the most similar word or key, from 0.7 to 1.
        """
        from difflib import SequenceMatcher

        known = [word.partition("=")[0] for option in cls.OPTIONS for word in option.known]
        parts = [part.strip().partition("=")[0] for part in text.lower().split("+")]
        ratios = (max(SequenceMatcher(None, part, one).ratio() for one in known) for part in parts)
        return sum(ratio for ratio in ratios if ratio >= 0.7)

    @classmethod
    def defaults(cls, values: Mapping[str, Value]) -> dict[str, Value]:
        """Return the values of the options, for those left out beside the given ones."""
        known: Iterable[Any] = fields(cast("Any", cls))
        usual = {one.name: one.default for one in known}
        return {one.field: usual[one.field] for one in cls.OPTIONS if one.field}

    def conflict(self) -> str | None:
        """Return why the values do not go together, None if they do."""
        return None

    def __str__(self) -> str:
        values = {one.field: getattr(self, one.field) for one in self.OPTIONS if one.field}
        defaults = self.defaults(values)
        return "+".join(
            option.words[0]
            if isinstance(option, Words) and not option.field
            else option.write(values[option.field])
            for option in self.OPTIONS
            if isinstance(option, Words) or values[option.field] != defaults[option.field]
        )

    @property
    @abstractmethod
    def symmetries(self) -> Symmetries:
        """The symmetries of the board under which the game stays the same."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides in the order in which they move."""
        return ("white", "black")

    @property
    def seats(self) -> tuple[str, ...]:
        """The players in the order of turns; more than the sides where partners take turns."""
        return self.sides


class Evidence(NamedTuple):
    """What speaks for one variant or another in a record that names none.

    Attributes:
        texts: the move texts, in any dialect.
        columns: moves that a numbered row has, where that is more than two; else 0.
        tags: what the record has on the game as a whole.
    """

    texts: Sequence[str]
    columns: int = 0
    tags: Mapping[str, str] = MappingProxyType({})
