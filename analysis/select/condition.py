"""Conditions on games, such as ``plies >= 40 and White ~ "jong" and valid``.

::

    condition   = every { "or" every }
    every       = single { "and" single }
    single      = "not" single | "(" condition ")" | test
    test        = field | field operator value | field "in" "(" value { "," value } ")"
    operator    = "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
    value       = a word without blanks, or anything in double or single quotes

A field is one of `FIELDS`, or else a tag; the names of tags begin with a capital or with ``tag:``.
A tag that is empty, ``?`` or ``-`` counts as missing, and a test of a missing value fails. Case is
ignored. ``~`` searches for a regular expression. Two values that look like numbers are compared as
numbers, others as text. A date without a day or month stands for all of its days; the tag ``Date``
is compared as a date by ``<`` and ``>``. If a field has several values, as ``player`` has, one of
them has to pass the test; ``!=`` and ``!~`` pass where ``=`` and ``~`` do not.
"""

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from analysis.games import all_games
from analysis.replay.verdict import GameFacts
from notation import LudographError, UnknownName
from notation.errors import did_you_mean
from notation.pattern import lazy_pattern
from records.model import played_on, player_of
from records.sites import site_names

if TYPE_CHECKING:
    import regex
    from pyparsing import ParseBaseException, ParserElement, ParseResults

Value = str | int


class Field(NamedTuple):
    """A field of a game that conditions can test.

    Attributes:
        kind: ``text``, ``number``, ``date``, or ``flag`` for true or false.
        about: its description in the documentation.
        values: returns its values for a game.
    """

    kind: str
    about: str
    values: Callable[[GameFacts], Iterable[Value | None]]


def _players(game: GameFacts) -> Iterable[str | None]:
    return (player_of(game.head.tags, side) for side in game.sides)


def _mover(seat: int) -> "Field":
    """Return the field of the player who moves first, second or third; ``seat`` counts from 0."""

    def values(game: GameFacts) -> Iterable[str | None]:
        sides = game.sides if seat < len(game.sides) else ()
        return (
            player_of(game.head.tags, side) for side in (*sides, *sides)[game.turn + seat :][:1]
        )

    return Field("text", f"name of the player who is the {ORDER[seat]} to move", values)


def _winners(game: GameFacts) -> Iterable[str | None]:
    """Yield the side that won and the player's name, or ``draw``."""
    won = game.verdict or ()
    if len(won) > 1:
        yield "draw"
    elif won and game.sides:
        side = game.sides[won[0]]
        yield from (side, player_of(game.head.tags, side))


def _paths(game: GameFacts) -> Iterable[str | None]:
    yield game.head.source.path
    first = game.record.extra.get("source")
    if isinstance(first, dict) and isinstance(first.get("path"), str):
        yield first["path"]


def _reasons(game: GameFacts) -> Iterable[str | None]:
    yield game.outcome.reason if game.outcome else game.head.tags.get("Termination")


ORDER = ("first", "second", "third")
"""Words for the sides by the order of moving, whatever their names."""

FIELDS: dict[str, Field] = {
    "accepted": Field("number", "illegal moves played as recorded", lambda game: (game.accepted,)),
    "code": Field("text", "codes of all findings", lambda game: game.codes),
    "date": Field("date", "date, as 2004-05-17", lambda game: (played_on(game.head.tags),)),
    "dialect": Field("text", "notation of the moves", lambda game: (game.head.dialect,)),
    "first": _mover(0),
    "game": Field("text", "name of the game", lambda game: (game.head.game,)),
    "path": Field("text", "file of the record, or the file from which it was copied", _paths),
    "player": Field("text", "names of all players", _players),
    "plies": Field("number", "plies that could be played", lambda game: (game.played,)),
    "reason": Field("text", "how the game ended: on the board, or the tag Termination", _reasons),
    "result": Field("text", "result as recorded", lambda game: (game.head.result,)),
    "second": _mover(1),
    "third": _mover(2),
    "valid": Field("flag", "the record breaks no rule", lambda game: (game.valid,)),
    "variant": Field("text", "variant, in full", lambda game: (game.rules,)),
    "winner": Field("text", "side that won and its player's name, or draw", _winners),
}
"""The fields that every game has."""

TAG = "tag:"
DATE = "date"

PLAYERS = ("player", *ORDER)
"""The fields with names of players."""

LIMIT = 1.0
"""Time limit in seconds of processor time for a regular expression on one text."""


class SlowCondition(LudographError):
    """A regular expression took longer than `LIMIT` for a text."""


class InvalidDate(LudographError):
    """The text is not a date such as ``2004``, ``2004-05`` or ``2004-05-17``."""


class InvalidCondition(LudographError):
    """The text cannot be read as a condition.

    Args:
        text: the whole text.
        column: where reading stopped, counted from 0.
        reason: the expected text and the text found.
    """

    def __init__(self, text: str, column: int, reason: str) -> None:
        super().__init__(text, column, reason)
        self.text, self.column, self.reason = text, column, reason

    def __str__(self) -> str:
        shown = re.sub(r"\s", " ", self.text)
        return f"{self.reason}\n  {shown}\n  {' ' * self.column}^"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A test of one field.

    Attributes:
        field: a key of `FIELDS`, or ``tag:NAME``.
        operation: an operator; empty to test that a flag is true, or that a tag has a value.
        value: the value with which the field is compared.
    """

    field: str
    operation: str = ""
    value: str = ""

    def holds(self, game: GameFacts) -> bool:
        """Return whether the condition is true of a game."""
        values = _values(self.field, game)
        if not self.operation:
            return any(values)
        positive = self.operation.removeprefix("!")
        passes = any(self._is_true(positive, str(value), game) for value in values)
        return passes == (positive == self.operation)

    def is_player(self, sides: Iterable[str]) -> bool:
        """Return whether the test is for a player's name, on any side or on one of ``sides``."""
        named = {TAG + side.title() for side in sides}
        return self.operation == "=" and (self.field in PLAYERS or self.field in named)

    def _is_true(self, operation: str, value: str, game: GameFacts) -> bool:
        if operation != "~":
            compare = _compare_dates if self.field == DATE else _compare
            return compare(operation, value, self.value)
        try:
            return _compiled(self.value).search(value, timeout=LIMIT) is not None
        except TimeoutError:
            raise SlowCondition(
                f"--where: {self.value!r} takes more than {LIMIT:g} s in {self.field} of "
                f"{game.head.source}: avoid nested repeats"
            ) from None


@dataclass(frozen=True, slots=True)
class And:
    """A condition that holds if all of its parts hold."""

    conditions: "tuple[Condition, ...]"

    def holds(self, game: GameFacts) -> bool:
        """Return whether the condition is true of a game."""
        return all(condition.holds(game) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class Or:
    """A condition that holds if at least one of its parts holds."""

    conditions: "tuple[Condition, ...]"

    def holds(self, game: GameFacts) -> bool:
        """Return whether the condition is true of a game."""
        return any(condition.holds(game) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class Not:
    """A condition that holds if none of its parts holds."""

    conditions: "tuple[Condition, ...]"

    def holds(self, game: GameFacts) -> bool:
        """Return whether the condition is true of a game."""
        return not any(condition.holds(game) for condition in self.conditions)


Condition: TypeAlias = Comparison | And | Or | Not
"""A condition on games; it can be pickled."""


@lru_cache(maxsize=64)
def _compiled(expression: str) -> "regex.Pattern[str]":
    # Loaded here: few conditions have a regular expression.
    import regex

    return regex.compile(expression, regex.IGNORECASE)


_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

BOUNDS = frozenset(("<", "<=", ">", ">="))
"""The operators that compare with a bound."""

_NUMBER = lazy_pattern(r"[+-]?\d+(?:\.\d+)?", re.ASCII)


def _values(field: str, game: GameFacts) -> list[Value]:
    """Return the values of a field in a game; missing values are left out."""
    if field.startswith(TAG):
        found: Iterable[Value | None] = (game.head.tags.get(field.removeprefix(TAG)),)
    else:
        found = FIELDS[field].values(game)
    stripped = (value.strip() if isinstance(value, str) else value for value in found)
    return [value for value in stripped if value is not None and value not in ("", "?", "-")]


def _compare_dates(operation: str, date: str, bound: str) -> bool:
    """Return whether a date certainly meets a bound, such as ``< 2004-05``.

    Both are in the form of `played_on` and may be a day, a month or a year. A month or a year
    stands for all of its days.
    """
    if operation == "=":
        return date.startswith(bound)
    # Padded with "~" for the last day of a month or year, and with a blank for the first one.
    day = date.ljust(10, "~" if operation in ("<", "<=") else " ")
    return _ORDERS[operation](day, bound.ljust(10, "~" if operation in ("<=", ">") else " "))


def folded(value: str) -> str:
    """Return a normal form of a text; texts that are equal for ``=`` have the same form."""
    text = value.strip()
    return repr(float(text) + 0.0) if _NUMBER.fullmatch(text) else text.casefold()


def _compare(operation: str, value: str, wanted: str) -> bool:
    if _NUMBER.fullmatch(value) and _NUMBER.fullmatch(wanted):
        return _ORDERS[operation](float(value), float(wanted))
    return _ORDERS[operation](value.casefold(), wanted.casefold())


def tags_of(condition: Condition) -> frozenset[str]:
    """Return the names of the tags that a condition tests."""
    if isinstance(condition, Comparison):
        is_tag = condition.field.startswith(TAG)
        return frozenset([condition.field.removeprefix(TAG)] if is_tag else [])
    return frozenset[str]().union(*map(tags_of, condition.conditions))


def played_by(player: str, side: str = "") -> Comparison:
    """Return the condition that a player played the game.

    Args:
        player: the name, in any case.
        side: name of the side or a word of `ORDER`; empty for any side.
    """
    field = side if side in ORDER else f"{TAG}{side.title()}" if side else "player"
    return Comparison(field, "=", player)


def played_between(since: str = "", until: str = "") -> And:
    """Return the condition that a game was played between two dates, both included.

    A date without a day or month stands for all of its days; all of them have to be between the
    bounds. Games without a date do not meet the condition.

    Args:
        since: the first date; empty for no limit.
        until: the last date; empty for no limit.
    """
    bounds = ((">=", since), ("<=", until))
    return And(tuple(Comparison(DATE, sign, bound) for sign, bound in bounds if bound))


def known_sides() -> dict[str, None]:
    """Return the words for sides: those of `ORDER`, and the names of sides in all games."""
    known = dict.fromkeys(ORDER)
    for game in all_games():
        known |= dict.fromkeys(map(str.lower, site_names(game.name).players))
    return known


def side_named(text: str) -> str:
    """Return the name of a side, or a word of `ORDER` for it, in lower case.

    Raises:
        UnknownName: no game has such a side.
    """
    known = known_sides()
    if text.casefold() not in known:
        raise UnknownName.among("side", text, known)
    return text.casefold()


def date_bound(text: str) -> str:
    """Return a date in the form of `played_on`.

    Raises:
        InvalidDate: the text is not a date.
    """
    if date := _date(text):
        return date
    raise InvalidDate(f"{text!r} is not a date such as 2004, 2004-05 or 2004-05-17")


def _date(text: str) -> str:
    """Return a date in the form of `played_on`; empty if the text is not a date."""
    is_date = re.fullmatch(r"\d{4}([-./]\d{1,2}){0,2}", text.strip())
    return played_on({"Date": text}) if is_date else ""


def parse_condition(text: str) -> Condition:
    """Parse a condition.

    Raises:
        InvalidCondition: the text cannot be read; the message shows the place.
    """
    from pyparsing import ParseBaseException

    try:
        found: Condition = _grammar().parse_string(text, parse_all=True)[0]
        return found
    except ParseBaseException as stop:
        place, reason = stop.loc, _reason(text, stop)
    except RecursionError:
        place, reason = 0, "brackets and not are nested too deeply"
    # Not in a handler: distributed pickles the context of an error, and a parser cannot be pickled.
    raise InvalidCondition(text, place, reason)


def _reason(text: str, stop: "ParseBaseException") -> str:
    message = str(stop.msg).removeprefix("Expected ")
    if message == stop.msg:
        return message
    found = re.match(r"\w+|\S", text[stop.loc :])
    if message == "end of text":
        message = "and, or, or the end"
    return f"expected {message}, found {found[0]!r}" if found else f"expected {message} at the end"


class _Word(NamedTuple):
    """A name or a value as written, with its offset in the text."""

    text: str
    place: int


_PLAIN = r"""[^\s()"'=<>!~,]"""

_NO_KEYWORD = rf"(?!(?:[aA][nN][dD]|[oO][rR]|[nN][oO][tT])(?!{_PLAIN}))"


def _grammar() -> "ParserElement":
    from pyparsing import CaselessKeyword, Forward, Literal, Opt, Regex, ZeroOrMore, one_of

    both, either, no, among = map(CaselessKeyword, ("and", "or", "not", "in"))
    opening, closing, comma = (Literal(mark).suppress() for mark in "(),")
    field = Regex(rf"{_NO_KEYWORD}(?:tag:)?[A-Za-z]\w*")
    plain = Regex(rf"{_NO_KEYWORD}{_PLAIN}+")
    quoted = Regex(r"""(?P<mark>["'])(?P<inside>(?:\\.|(?!(?P=mark)).)*)(?P=mark)""")
    # Backslashes before other characters are kept for regular expressions.
    quoted.set_parse_action(
        lambda text, place, found: _Word(re.sub(r"""\\(["'])""", r"\1", found.inside), place)
    )
    for words in (field, plain):
        words.set_parse_action(lambda text, place, found: _Word(found[0], place))
    value = (quoted | plain).set_name("a value")
    sign = one_of("= == != < <= > >= ~ !~").set_name("an operator")
    values = opening - value - ZeroOrMore(comma - value) - closing
    test = field + Opt(among - values | sign - value)
    test.set_parse_action(_test)
    condition, single = Forward(), Forward()
    negation = (no.suppress() - single).set_parse_action(lambda found: Not((found[0],)))
    single <<= (negation | opening - condition - closing | test).set_name("a test")
    every = (single + ZeroOrMore(both.suppress() - single)).set_parse_action(_joined(And))
    condition <<= (every + ZeroOrMore(either.suppress() - every)).set_parse_action(_joined(Or))
    return condition.parse_with_tabs()


def _joined(
    kind: Callable[[tuple[Condition, ...]], Condition],
) -> "Callable[[ParseResults], Condition]":
    return lambda found: found[0] if len(found) == 1 else kind(tuple(found))


def _test(text: str, place: int, found: "ParseResults") -> Condition:
    """Return the parsed test; check that its operator and values fit the field."""
    field: _Word = found[0]
    operation: str = found[1] if len(found) > 1 else ""
    values: list[_Word] = list(found[2:])
    name = _field_name(text, field)
    if name == f"{TAG}Date" and operation in BOUNDS and _date(values[0].text):
        name = DATE
    if not operation and not name.startswith(TAG) and FIELDS[name].kind != "flag":
        raise _stop(text, field.place, f"{name} has to be compared with something: {name} = ...")
    checked = [_checked(text, name, operation, value) for value in values]
    if operation == "in":
        return Or(tuple(Comparison(name, "=", value) for value in checked))
    return Comparison(name, operation.replace("==", "="), *checked)


def _field_name(text: str, field: _Word) -> str:
    if field.text in FIELDS or field.text.startswith(TAG):
        return field.text
    if field.text[0].isupper():
        return TAG + field.text
    known = ", ".join(FIELDS)
    named = f"{field.text!r}{did_you_mean(field.text, FIELDS)}"
    raise _stop(text, field.place, f"no field {named}; there are {known}, and tags")


def _checked(text: str, name: str, operation: str, value: _Word) -> str:
    """Return a value if it fits the field and the operator; a date in the form of `played_on`."""
    kind = "text" if name.startswith(TAG) else FIELDS[name].kind
    if kind == "flag":
        raise _stop(text, value.place, f"{name} is a flag, and cannot be compared")
    if kind == "text" and not name.startswith(TAG) and operation in BOUNDS:
        raise _stop(text, value.place, f"{name} is text, which has no order: use = or ~")
    if kind == "number" and ("~" in operation or not _NUMBER.fullmatch(value.text)):
        raise _stop(text, value.place, f"{name} is a number, and can only be compared with numbers")
    if "~" in operation:
        import regex

        try:
            _compiled(value.text)
        except (regex.error, OverflowError, RecursionError, MemoryError) as error:
            message = f"{value.text!r} is not a regular expression: {error}"
            raise _stop(text, value.place, message) from None
    elif kind == "date":
        if date := _date(value.text):
            return date
        raise _stop(text, value.place, f"date is compared with a date, not with {value.text!r}")
    return value.text


def _stop(text: str, place: int, reason: str) -> Exception:
    from pyparsing import ParseFatalException

    return ParseFatalException(text, place, reason)
