"""Writing the Smart Game Format, FF[4].

A game that has a number there is written with it, the others by name, ``GM[megiddo]``, as
Boardspace does with its own: left out, the number would stand for Go. Moves are in the record's
own dialect, one node each. What the format has no property for stands in private ones.
"""

from collections.abc import Mapping

from notation import UnknownName
from notation.pattern import lazy_pattern
from records.assumptions import guess
from records.jsontext import is_count
from records.model import Record
from records.sgf.boardspace import PLAYERS as SEATS
from records.sgf.grammar import escaped
from records.sgf.reader import KEY, MARKS, PLAYERS, PRIVATE, TAGS, game_of
from records.sgf.results import COLOURS, result_of, stated
from records.sites import first_side, sides_of, site_names
from records.tabular.schema import CSV_ODD, is_plain, packed

Properties = list[tuple[str, list[str]]]

# With "SU" or a seat, a tree would be taken for a log.
_OWN = {"FF", "GM", "CA", "RU", "RE", "C", "SU", *COLOURS, *PLAYERS, *SEATS, *TAGS, *PRIVATE}
_NAME = lazy_pattern(r"[A-Z][A-Z0-9]*")
_SIGNS = {sign: (mark[:2], mark[2:]) for mark, sign in MARKS.items()}


def write_sgf(record: Record) -> str:
    """Return a record as a game tree, with its line end."""
    first = first_side(record.game, record.variant, record.start)
    nodes = [
        _node(record, index, COLOURS[(first + index) % len(COLOURS)])
        for index in range(len(record.moves))
    ]
    return "\n;".join(["(;" + _written(_Root(record).properties()), *nodes]) + ")\n"


class _Root:
    """Builds the first node; what no property can hold goes aside, into JSON."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._tags = dict(record.tags)
        self._aside = {key: value for key, value in record.extra.items() if key != "source"}
        self._properties: Properties = [("FF", ["4"])]

    def properties(self) -> Properties:
        """Return the properties with their values."""
        record = self._record
        number = site_names(record.game).sgf
        kept = self._aside.pop(KEY, {})
        if not _are_properties(kept, _OWN):
            self._aside[KEY], kept = kept, {}
        game = None if record.game is None else str(number or record.game)
        self._put("GM", "game", game, game_of(game) == record.game)
        self._properties.append(("CA", ["UTF-8"]))
        self._names()
        self._put("RU", "variant", record.variant)
        value, ending = stated(record)
        self._put(
            "RE", "result", value, value is None or result_of(value) == (record.result, ending)
        )
        if ending and result_of(value or "") == (record.result, ending):
            del self._tags["Termination"]
        self._put("START", "start", record.start)
        if _guessed(record) != record.dialect:
            self._put("DIALECT", "dialect", record.dialect)
        self._put("C", "comment", record.comment or None)
        for name, values in (("TAGS", self._tags), ("EXTRA", self._aside)):
            if values:
                self._properties.append((name, [packed(values)]))
        return [*self._properties, *kept.items()]

    def _put(self, name: str, key: str, text: str | None, fits: bool = True) -> None:
        """Add a property with one value, or put that aside under the key it has as JSON."""
        if text is None:
            return
        if fits and not CSV_ODD.search(text):
            self._properties.append((name, [text]))
        else:
            self._aside[key] = getattr(self._record, key)

    def _names(self) -> None:
        sides = sides_of(self._record.game, self._record.variant)
        names = dict(zip(sides, PLAYERS, strict=False)) | {tag: name for name, tag in TAGS.items()}
        for tag, name in names.items():
            if self._tags.get(tag) and not CSV_ODD.search(self._tags[tag]):
                self._properties.append((name, [self._tags.pop(tag)]))


def _are_properties(value: object, own: set[str]) -> bool:
    """Whether a value is properties that are read back unchanged."""
    return isinstance(value, Mapping) and all(
        _NAME.fullmatch(name) and name not in own and isinstance(texts, list) and texts
        and all(isinstance(text, str) and not CSV_ODD.search(text) for text in texts)
        for name, texts in value.items()
    )  # fmt: skip


def _guessed(record: Record) -> str | None:
    try:
        return guess(record.game, None, record.moves).dialect
    except UnknownName:
        return None


_OWN_BESIDE = {"C", "MARKS", "RESERVE", "DETAILS", *COLOURS, "AB", "AW", "AE", "PL"}
_OWN_BESIDE |= {name for name, _ in _SIGNS.values()}


def _node(record: Record, index: int, colour: str) -> str:
    properties: Properties = [(colour, [record.moves[index]])]
    detail = record.details.get(index)
    if not detail:
        return _written(properties)
    rest = dict(detail)
    kept = rest.pop(KEY, {})
    if not _are_properties(kept, _OWN_BESIDE):
        rest[KEY], kept = kept, {}
    if is_plain(rest.get("marks"), CSV_ODD):
        name, strength = _SIGNS.get(rest["marks"], ("MARKS", rest["marks"]))
        properties.append((name, [strength]))
        del rest["marks"]
    if is_count(rest.get("reserve")):
        properties.append(("RESERVE", [str(rest.pop("reserve"))]))
    if is_plain(rest.get("comment"), CSV_ODD):
        properties.append(("C", [rest.pop("comment")]))
    if rest:
        properties.append(("DETAILS", [packed(rest)]))
    return _written([*properties, *kept.items()])


def _written(properties: Properties) -> str:
    return "".join(
        name + "".join(f"[{escaped(text)}]" for text in values) for name, values in properties
    )
