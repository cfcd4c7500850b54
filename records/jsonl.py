"""Records as JSON, one object per line: the format that loses nothing."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, cast

from notation import Finding
from notation.findings import note, violation
from notation.memo import Memo
from notation.printing import json_line
from records.assumptions import Assumptions, guess
from records.format import Format, ReadOnly, Splitting
from records.jsontext import JsonValue, is_count, json_values, loads, repeated_keys
from records.model import EMPTY_FILE, UNDECIDED, Record, Source, without_games
from records.pieces import Ending
from records.sources.boundary import fault
from records.sources.decode import is_too_long, long_line

T = TypeVar("T")

_BEFORE_MOVES = ("game", "variant", "dialect", "tags", "start")
"""The keys that are written before the moves."""

KEYS = (*_BEFORE_MOVES, "comment", "moves", "result", "source", "notes")

_ALWAYS = {*KEYS} - {"comment"}
"""The keys that every object has."""

_SCALARS = Memo[str | None, str](json_line, limit=1 << 10)
"""Texts as JSON."""


class JsonlReader:
    """Reads one source.

    Args:
        path: what to call it.
        assumptions: what the caller knows of the games.
        line: lines of it that come before.
        games: records of it that come before.
    """

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        self.path = path
        self.assumptions = assumptions
        self.line = line
        self.games = games

    @property
    def settled(self) -> bool:
        """Whether there has been a record: each is read by itself."""
        return self.games > 0

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the records of text that ends where a line ends; so is all of it complete."""
        for line in _lines(blocks):
            self.line += 1
            if line.strip():
                self.games += 1
                yield self._read(line)

    def flush(self) -> Iterator[Record]:
        """Yield nothing: every record is complete."""
        return iter(())

    def end(self) -> Iterator[Record]:
        """Yield a finding on a source without records."""
        if not self.games:
            yield without_games(self.path, EMPTY_FILE)

    def _read(self, line: str) -> Record:
        here = Source(self.path, self.line, self.games)
        if is_too_long(line):
            return Record(source=here, findings=(long_line(self.line),))
        try:
            data = loads(line)
        except json.JSONDecodeError as error:
            broken = violation("bad-json", f"not JSON: {error.msg}")
            return Record(source=here, findings=(broken.at(line=here.line, column=error.colno),))
        return _described(data, here, self.assumptions, repeated_keys(line, data))


def _described(
    data: object, here: Source, assumptions: Assumptions, repeated: Sequence[str]
) -> Record:
    """Return the record that a JSON value describes, or one with a finding that it describes none.

    Args:
        data: the value.
        here: where it stands.
        assumptions: what the caller knows of the games.
        repeated: the keys that an object in it has twice.
    """
    try:
        return with_repeated_keys(from_json(data, here, assumptions), repeated)
    except (TypeError, ValueError) as error:
        found = violation("bad-json", f"not a record: {error}")
    except Exception as error:
        found = fault(error)
    return Record(source=here, findings=(found.at(line=here.line, column=1),))


def with_repeated_keys(record: Record, repeated: Sequence[str]) -> Record:
    """Return a record with a note on the keys that an object of it has twice, if there are any."""
    if not repeated:
        return record
    names = ", ".join(f"{key!r:.40}" for key in repeated)
    message = f"an object has a key twice, and the last value counts: {names}"
    return record.with_findings(note("repeated-key", message).at(line=record.source.line, column=1))


def cut_at_line(text: str, size: int) -> int:
    """Return where to cut a text after a line, 0 for nowhere.

    Args:
        text: the text.
        size: characters that should come before at most.
    """
    return text.rfind("\n", 0, size) + 1 or text.find("\n", size) + 1


def count_lines(text: str) -> int:
    """Return how many lines a text has, the last perhaps without its end."""
    return text.count("\n") + (not text.endswith("\n"))


def to_json(record: Record) -> dict[str, object]:
    """Return a record as the JSON object of the documented interface."""
    moves: list[object] = list(record.moves)
    if record.details:
        moves = [
            {"move": move, **detail} if (detail := record.details.get(index)) else move
            for index, move in enumerate(record.moves)
        ]
    described = {
        "game": record.game,
        "variant": record.variant,
        "dialect": record.dialect,
        "tags": dict(record.tags),
        "start": record.start,
        "moves": moves,
        "result": record.result,
        # What a record was first copied from stays with it through every later copy.
        "source": record.extra.get("source") or record.source.to_json(),
        "notes": [finding.to_json() for finding in record.findings],
    }
    if record.comment:
        described["comment"] = record.comment
    return described | {key: value for key, value in record.extra.items() if key not in described}


def from_json(data: object, here: Source, assumptions: Assumptions) -> Record:
    """Return the record that a JSON object of the documented interface describes.

    Args:
        data: the object.
        here: where it stands.
        assumptions: what the caller knows of the games; it overrides what they state.

    Raises:
        TypeError: it describes none.
    """
    if not isinstance(data, dict):
        raise TypeError(f"expected an object, found {type(data).__name__}")
    moves, details = _moves(_typed(data, "moves", list))
    named = (_text(data, "game") or "").strip().lower() or None
    game, dialect, why = guess(
        assumptions.game or named, assumptions.dialect or _text(data, "dialect"), moves
    )
    return Record(
        moves=moves,
        game=game,
        variant=assumptions.variant or _text(data, "variant"),
        dialect=dialect,
        tags={str(key): value if isinstance(value, str) else json.dumps(value)
              for key, value in _typed(data, "tags", dict).items()},
        start=_text(data, "start") or None,
        result=_text(data, "result") or UNDECIDED,
        comment=_text(data, "comment") or "",
        details=details,
        source=here,
        findings=tuple(_finding(entry) for entry in _typed(data, "notes", list)),
        extra={key: value for key, value in data.items() if key not in KEYS}
        | ({"source": data["source"]} if data.get("source") else {}),
        guess=why,
    )  # fmt: skip


def _moves(listed: list[object]) -> tuple[tuple[str, ...], dict[int, dict[str, object]]]:
    """Return the moves of a list, and by index what stands beside them, which is rare."""
    if {*map(type, listed)} <= {str}:
        return tuple(cast("list[str]", listed)), {}
    entries = [move_with_details(entry) for entry in listed]
    moves = tuple(move for move, _ in entries)
    return moves, {index: detail for index, (_, detail) in enumerate(entries) if detail}


def move_with_details(entry: object, others: str = "a text or") -> tuple[str, dict[str, object]]:
    """Return a move and what stands beside it.

    Args:
        entry: the text of the move, or an object with the text under the key ``move``.
        others: what else than an object may stand there, for the message.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(entry, str):
        return entry, {}
    if isinstance(entry, dict) and isinstance(entry.get("move"), str):
        return entry["move"], dict(_beside(entry))
    raise TypeError(f"a move is {others} an object with a key 'move', not {entry!r:.60}")


def _beside(entry: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Yield what stands beside a move; ``null`` is none in the fields that have a meaning here."""
    for key, value in entry.items():
        if key in ("comment", "marks"):
            value = _text(entry, key)
        if key != "move" and not (value is None and key in ("comment", "marks", "reserve")):
            yield key, value


def _typed(data: dict[str, object], key: str, kind: type[T]) -> T:
    """Return the value of a key, an empty one where there is none."""
    value = data.get(key)
    if value is None:
        return kind()
    if not isinstance(value, kind):
        raise TypeError(f"{key!r} must be {kind.__name__}, not {type(value).__name__}")
    return value


def _text(data: dict[str, object], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    raise TypeError(f"{key!r} must be a text, not {type(value).__name__}")


def _finding(entry: object) -> Finding:
    if not isinstance(entry, dict):
        raise TypeError(f"a note is an object, not {entry!r:.60}")
    places = map(entry.get, ("line", "column", "ply"))
    line, column, ply = (value if is_count(value) else None for value in places)
    code, message = str(entry.get("code", "note")), str(entry.get("message", ""))
    return Finding(code, message, line=line, column=column, ply=ply)


def _listed(record: Record) -> str | None:
    """Return the moves as JSON has them between its outer quotes, None where any is not plain.

    Most of a record are moves, in which nothing is to be escaped as a rule.
    """
    joined = "" if record.details else '", "'.join(record.moves)
    return joined if joined and _is_plain(joined, len(record.moves) - 1) else None


def _is_plain(joined: str, between: int) -> bool:
    """Whether nothing is to be escaped in texts that have quotes between so many of them only."""
    plain = joined.isprintable() and "\\" not in joined
    return plain and joined.count('"') == 2 * between


def _lines(blocks: Iterable[str]) -> Iterator[str]:
    rest = ""
    for block in blocks:
        *whole, rest = (rest + block).split("\n")
        yield from whole
    if rest:
        yield rest


class JsonlFormat(Format):
    """JSON lines: one record to a line; a line without one becomes a finding."""

    lossless = True
    # Half a character can only stand inside a string, where JSON has an escape for it.
    surrogates = "backslashreplace"
    split = Splitting(cut_at_line, JsonlReader, count_lines)

    def ends_whole(self, text: str) -> bool:
        """Return true: half an object is not JSON."""
        return True

    def write(self, record: Record) -> str:
        """Return a record as one line of JSON, with its line end."""
        if (listed := _listed(record)) is None:
            return json_line(to_json(record)) + "\n"
        # In the order of `to_json`; what few records have comes last.
        tags = json_line(dict(record.tags)) if record.tags else "{}"
        source = record.extra.get("source")
        line, game = record.source.line, record.source.game
        here = f'{{"path": {_SCALARS[record.source.path]}, "line": {line}, "game": {game}}}'
        notes = json_line([one.to_json() for one in record.findings]) if record.findings else "[]"
        comment = {"comment": record.comment} if record.comment else {}
        others = {key: value for key, value in record.extra.items() if key not in _ALWAYS}
        more = comment | others | comment
        return (
            f'{{"game": {_SCALARS[record.game]}, "variant": {_SCALARS[record.variant]}, '
            f'"dialect": {_SCALARS[record.dialect]}, "tags": {tags}, '
            f'"start": {_SCALARS[record.start]}, "moves": ["{listed}"], '
            f'"result": {_SCALARS[record.result]}, '
            f'"source": {json_line(source) if source else here}, "notes": {notes}'
            f"{', ' + json_line(more)[1:] if more else '}'}\n"
        )


class JsonFormat(ReadOnly):
    """An array of the objects of JSON lines, or one object; on any lines, and only read."""

    surrogates = "backslashreplace"

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""

        def described(found: JsonValue, here: Source) -> Record:
            return _described(found.value, here, assumptions, found.repeated)

        return read_values(blocks, path, (*_BEFORE_MOVES, "moves"), described)

    def ends_whole(self, text: str) -> bool:
        """Return true: half an object is not JSON."""
        return True


def read_values(
    blocks: Iterable[str],
    path: str,
    keys: Sequence[str],
    described: Callable[[JsonValue, Source], Record],
) -> Iterator[Record]:
    """Yield the records of the values of a JSON text, with findings where there are none.

    Args:
        blocks: the text, cut anywhere.
        path: what to call its source.
        keys: those that an object may begin with.
        described: returns the record that a value describes.
    """
    ending, parts, last, begin = Ending(), iter(blocks), None, ""
    while not begin.strip(_BLANK) and (part := next(parts, None)) is not None:
        begin += part
    for number, found in enumerate(json_values(ending.watched(chain([begin], parts)), keys), 1):
        if last:
            yield last
        here = Source(path, found.line, number)
        is_list = number == 1 and isinstance(found.value, str) and begin.lstrip(_BLANK)[0] == "["
        if error := _TEXTS if is_list else found.error:
            broken = violation("bad-json", error).at(line=found.line, column=found.column)
            last = Record(source=here, findings=(broken,))
        else:
            last = described(found, here)
        if is_list:
            break
    whole = begin.lstrip(_BLANK)[:1] != "[" or ending.text.rstrip(_BLANK)[-1:] == "]"
    if last and not whole and not any(found.violation for found in last.findings):
        last = last.with_findings(_OPEN.at(line=last.source.line))
    yield last or _without_values(path, ending.text)


def _without_values(path: str, text: str) -> Record:
    only_brackets = violation("no-game", "brackets and commas, and no record in them")
    empty = len("".join(text.split())) <= len("[]")
    return without_games(path, EMPTY_FILE if empty else only_brackets.at(line=1, column=1))


_BLANK = "\N{BYTE ORDER MARK} \t\r\n"
_TEXTS = 'a list of texts, not of games: the moves of a game are {"moves": [...]}'
_OPEN = violation("bad-json", "the list of games is not closed: games may be missing after this")
