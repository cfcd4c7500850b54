"""Parsing of JSON with limited depth: single values, and values of a text with errors in it."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import isinf
from typing import Any, NamedTuple, TypeAlias, TypeGuard, TypeVar

from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern

T = TypeVar("T")

JsonFields: TypeAlias = dict[str, Any]
"""A JSON object; the types of its fields are unchecked."""

DEPTH = 64
"""Maximum depth of lists and objects in a value."""

MOST_ERRORS = 500
"""Number of errors after which a text is not read further."""

BLANK = "\N{BYTE ORDER MARK} \t\r\n"
"""Characters that may stand before and after JSON."""

_BETWEEN = lazy_pattern(r"[\s,\[\]\N{BYTE ORDER MARK}]*")
_TOO_DEEP = f"lists and objects more than {DEPTH} levels deep"


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a value of JSON")


def _to_float(text: str) -> float:
    if isinf(value := float(text)):
        raise ValueError(f"the number {text[:20]} is too large")
    return value


_DECODER = json.JSONDecoder(parse_float=_to_float, parse_constant=_refuse)


def loads(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        json.JSONDecodeError: it is not JSON, has a number that is too long or too large, or
            nests lists and objects more than `DEPTH` levels deep.
    """
    value, end = _decode(text, len(text) - len(text.lstrip(" \t\r\n")))
    if rest := text[end:].lstrip(" \t\r\n"):
        raise json.JSONDecodeError("Extra data", text, len(text) - len(rest))
    return value


def _decode(text: str, start: int) -> tuple[Any, int]:
    """Return the value at an offset of a text, and its end; raise as `loads` does."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else _TOO_DEEP
        raise json.JSONDecodeError(reason, text, start) from None
    if text.count("[", start, end) + text.count("{", start, end) > DEPTH and _is_deep(value):
        raise json.JSONDecodeError(_TOO_DEEP, text, start)
    return value, end


def _is_deep(value: Any, levels: int = DEPTH) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deep(one, levels - 1) for one in inner)


def repeated_keys(text: str, value: object) -> list[str]:
    """Return the keys that an object in a JSON text has more than once.

    Args:
        value: the value of the text, with the last value of each such key.
    """
    if isinstance(value, dict):
        inner = sum([len(one) for one in value.values() if type(one) is dict])
        if text.count('":') == len(value) + inner:
            return []
    repeated: dict[str, None] = {}

    def look(pairs: list[tuple[str, object]]) -> dict[str, object]:
        counts = Counter(name for name, _ in pairs)
        repeated.update(dict.fromkeys(name for name, count in counts.items() if count > 1))
        return dict(pairs)

    json.loads(text, object_pairs_hook=look)
    return list(repeated)


def typed(value: object, kind: type[T], what: str) -> T:
    """Check that a JSON value is an object or a list, and return it; an empty one for null.

    Args:
        kind: the expected type, `dict` or `list`.
        what: the name of the value in the error message.

    Raises:
        TypeError: the value is of another type.
    """
    if value is None:
        return kind()
    if not isinstance(value, kind):
        expected = "a list" if kind is list else "an object"
        raise TypeError(f"{what} must be {expected}, not {type(value).__name__}")
    return value


class JsonValue(NamedTuple):
    """A value of a text, or an error.

    Attributes:
        value: the value; None for an error.
        line: the first line of the value, or the line of the error, from 1.
        findings: the error, or notes on the value.
    """

    value: Any
    line: int
    findings: tuple[Finding, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether this is an error in place of a value."""
        return any(one.violation for one in self.findings)


def json_values(text: str, keys: Sequence[str], line: int = 1) -> Iterator[JsonValue]:
    """Yield the values and errors of a text, which may be a list of the values.

    After an error, reading continues at the next object that begins with one of the keys.

    Args:
        line: the number of the first line of the text.
    """
    counted = errors = 0
    at = _skip(text, 0)
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = _decode(text, at)
        except json.JSONDecodeError as error:
            errors += 1
            column = error.pos - text.rfind("\n", 0, error.pos)
            place = line + text.count("\n", at, error.pos)
            more = "" if errors < MOST_ERRORS else "; nothing more of this text is read"
            broken = violation("bad-json", f"not JSON: {error.msg}{more}")
            yield JsonValue(None, place, (broken.at(line=place, column=column),))
            # Where brackets only open, every one of them would be too deep.
            deep = error.msg == _TOO_DEEP
            after = text.find("}", at) if deep else max(error.pos, at + 1)
            begin = re.compile(rf'\{{\s*"(?:{"|".join(keys)})"\s*:')
            found = begin.search(text, after) if after >= 0 and not more else None
            at = found.start() if found else len(text)
        else:
            notes: tuple[Finding, ...] = ()
            if names := repeated_keys(text[at:end], value):
                shown = ", ".join(f"{key!r:.40}" for key in names)
                told = f"an object has a key twice, and the last value counts: {shown}"
                notes = (note("repeated-key", told).at(line=line, column=1),)
            yield JsonValue(value, line, notes)
            at = _skip(text, end)


def _skip(text: str, start: int) -> int:
    between = _BETWEEN.match(text, start)
    return between.end() if between else start


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number from 0 to 2,147,483,647, the range of table columns."""
    return type(value) is int and 0 <= value < 1 << 31
