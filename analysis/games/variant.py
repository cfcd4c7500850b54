"""Variants: a game's rules with a choice of options, and variant strings.

A variant string joins words and ``key=value`` pairs by ``+``, in any order. Each game declares its
words and keys in `Variant.OPTIONS`, from which strings are read and written.
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


class Option:
    """An option in variant strings of a game: words, each with the value that it stands for.

    Attributes:
        field: name of the variant's field that stores the value; empty if the option has only one
            possible text, so that there is nothing to store.
        known: the possible texts, for messages.
        is_always_written: whether canonical variant strings have the default value, too.
    """

    is_always_written = False

    def __init__(self, field: str, words: Mapping[str, Value]) -> None:
        self.field = field
        self.known: tuple[str, ...] = tuple(words)
        self._words = words

    def read(self, part: str) -> Value | None:
        """Return the value in a part of a variant string; None if the part is of another option.

        Raises:
            ValueError: the part has the option's key with an invalid value.
        """
        return self._words.get(part)

    def write(self, value: Value) -> str:
        """Return the part of a variant string that stands for a value."""
        return next(word for word, meant in self._words.items() if meant == value)


class Words(Option):
    """Mutually exclusive words; the first is the default."""

    is_always_written = True

    def __init__(self, field: str, words: tuple[str, ...]) -> None:
        super().__init__(field, {word: word for word in words})


class Flag(Option):
    """An optional word, which stands for True."""

    def __init__(self, field: str, word: str) -> None:
        super().__init__(field, {word: True})


class Setting(Option):
    """A key with one of the values in ``choices``; the key is the name of the variant's field."""

    def __init__(self, field: str, choices: Sequence[Value]) -> None:
        super().__init__(field, {})
        self.known = (f"{field}=...",)
        self._choices = choices

    def read(self, part: str) -> Value | None:
        """Return the value after the key; None if the part has another key."""
        key, equals, text = part.partition("=")
        return self._value(text) if key == self.field and equals else None

    def write(self, value: Value) -> str:
        """Return the key and the value: ``players=3``, ``pieces=18,15``."""
        written = ",".join(map(str, value)) if isinstance(value, tuple) else value
        return f"{self.field}={written}"

    def _value(self, text: str) -> Value:
        for choice in self._choices:
            if text == str(choice):
                return choice
        known = ", ".join(map(str, self._choices))
        raise ValueError(f"{self.field} is one of {known}, not {text!r}")


class Number(Setting):
    """A key with a whole number from ``low`` to ``high``, both included.

    With ``each`` there may be two numbers, for White and Black, separated by a comma. The value is
    then a pair if they differ.
    """

    def __init__(self, field: str, low: int, high: int, each: bool = False) -> None:
        super().__init__(field, range(low, high + 1))
        self._each = each

    def _value(self, text: str) -> Value:
        first, comma, second = text.partition(",") if self._each else (text, "", "")
        white, black = self._number(first), self._number(second if comma else first)
        return white if white == black else (white, black)

    def _number(self, text: str) -> int:
        if re.fullmatch("[0-9]{1,9}", text) and int(text) in self._choices:
            return int(text)
        low, high = self._choices[0], self._choices[-1]
        raise ValueError(f"{self.field} goes from {low} to {high}, not {text!r}")


class Variant(ABC):
    """A variant of a game. Subclasses are frozen dataclasses, with a field for each option.

    ``str(variant)`` is its canonical string, in which flags and keys with default values are left
    out.

    Attributes:
        GAME: the game's name.
        OPTIONS: the options of variant strings, in their order in canonical strings.
    """

    __slots__ = ()

    GAME: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the variant of a variant string, in any letter case.

        Raises:
            InvalidVariant: a part is unknown, repeated or out of limits, or two parts conflict.
        """
        values: dict[str, Value] = {}
        written: dict[str, str] = {}
        for word in text.lower().split("+"):
            part = word.replace(" ", "")
            try:
                option, value = cls._read_part(part, word.strip())
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
    def _read_part(cls, part: str, written: str) -> tuple[Option, Value]:
        for option in cls.OPTIONS:
            if (value := option.read(part)) is not None:
                return option, value
        known = [word for option in cls.OPTIONS for word in option.known]
        among = ", ".join(known)
        raise ValueError(f"{written!r} is not one of {among}{did_you_mean(part, known)}")

    @classmethod
    def likeness(cls, text: str) -> float:
        """Return the similarity of an unreadable string to variant strings of the game.

        It is the sum of the similarities of all parts of the string. That of a part is taken to
        the most similar word or key, from 0 to 1 (``difflib``); below 0.7 it counts as 0.
        """
        from difflib import SequenceMatcher

        known = [word.partition("=")[0] for option in cls.OPTIONS for word in option.known]
        parts = [part.strip().partition("=")[0] for part in text.lower().split("+")]
        ratios = (max(SequenceMatcher(None, part, one).ratio() for one in known) for part in parts)
        return sum(ratio for ratio in ratios if ratio >= 0.7)

    @classmethod
    def defaults(cls, values: Mapping[str, Value]) -> dict[str, Value]:
        """Return the default values of options; they may depend on the values of other options."""
        known: Iterable[Any] = fields(cast("Any", cls))
        usual = {one.name: one.default for one in known}
        return {one.field: usual[one.field] for one in cls.OPTIONS if one.field}

    def conflict(self) -> str | None:
        """Return the reason why the options conflict, for a message; None if they do not."""
        return None

    def __str__(self) -> str:
        values = {one.field: getattr(self, one.field) for one in self.OPTIONS if one.field}
        defaults = self.defaults(values)
        return "+".join(
            option.write(values[option.field]) if option.field else option.known[0]
            for option in self.OPTIONS
            if option.is_always_written or values[option.field] != defaults[option.field]
        )

    @property
    @abstractmethod
    def symmetries(self) -> Symmetries:
        """The symmetries of the board under which the rules stay the same."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides in the order in which they move."""
        return ("white", "black")

    @property
    def seats(self) -> tuple[str, ...]:
        """The players in the order of turns: the sides, or several partners of each side."""
        return self.sides


class Evidence(NamedTuple):
    """The data of a record from which its variant is guessed.

    Attributes:
        texts: the move texts, in any dialect.
        columns: number of moves in a numbered row; 0 for rows of one or two moves.
        tags: the tags of the record.
    """

    texts: Sequence[str]
    columns: int = 0
    tags: Mapping[str, str] = MappingProxyType({})
