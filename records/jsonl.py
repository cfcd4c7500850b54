"""Records as JSON, one object per line: the format that loses nothing.

Beside that, `json_values` reads the values of any JSON text one at a time.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from notation import Finding
from notation.findings import violation
from notation.printing import json_line
from records.assumptions import Assumptions, guess
from records.format import Format, Splitting
from records.model import EMPTY_FILE, UNDECIDED, Record, Source, without_games

T = TypeVar("T")

KEYS = (
    "game",
    "variant",
    "dialect",
    "tags",
    "start",
    "comment",
    "moves",
    "result",
    "source",
    "notes",
)


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
        try:
            return from_json(json.loads(line), here, self.assumptions)
        except json.JSONDecodeError as error:
            message, column = f"not JSON: {error.msg}", error.colno
        except (TypeError, ValueError, AttributeError) as error:
            message, column = f"not a record: {error}", 1
        broken = violation("bad-json", message).at(line=here.line, column=column)
        return Record(source=here, findings=(broken,))


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


def to_json(record: Record) -> dict[str, Any]:
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
    entries = [move_with_details(entry) for entry in _typed(data, "moves", list)]
    moves = tuple(move for move, _ in entries)
    named = (_text(data, "game") or "").strip().lower() or None
    game, dialect = guess(
        assumptions.game or named, assumptions.dialect or _text(data, "dialect"), moves
    )
    return Record(
        moves=moves,
        game=game,
        variant=assumptions.variant or _text(data, "variant"),
        dialect=dialect,
        tags={str(key): value if isinstance(value, str) else json.dumps(value)
              for key, value in _typed(data, "tags", dict).items()},
        start=_text(data, "start"),
        result=_text(data, "result") or UNDECIDED,
        comment=_text(data, "comment") or "",
        details={index: detail for index, (_, detail) in enumerate(entries) if detail},
        source=here,
        findings=tuple(_finding(entry) for entry in _typed(data, "notes", list)),
        extra={key: value for key, value in data.items() if key not in KEYS}
        | ({"source": data["source"]} if data.get("source") else {}),
    )  # fmt: skip


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
        return entry["move"], {key: value for key, value in entry.items() if key != "move"}
    raise TypeError(f"a move is {others} an object with a key 'move', not {entry!r}")


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
        raise TypeError(f"a note is an object, not {entry!r}")
    known = {key: entry[key] for key in ("line", "column", "ply") if entry.get(key) is not None}
    return Finding(str(entry.get("code", "note")), str(entry.get("message", "")), **known)


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

    def write(self, record: Record) -> str:
        """Return a record as one line of JSON, with its line end."""
        return json_line(to_json(record)) + "\n"


LIMIT = 1 << 26
"""Characters that one object may have."""

_BETWEEN = re.compile(r"[\s,\[\]\N{BYTE ORDER MARK}]*")
_NEXT = re.compile(r'\{\s*"(?:header|moves)"\s*:')
_DECODER = json.JSONDecoder()

# A mistake so near to the end of what has been read may be none once more is read.
_MARGIN = 40


class JsonValue(NamedTuple):
    """What stands at a place of the text.

    Attributes:
        value: the value; None where there is an error.
        line: the line that it begins on, from 1.
        column: the column of the error, from 1.
        error: why there is no value.
    """

    value: object
    line: int
    column: int = 1
    error: str | None = None


def json_values(blocks: Iterable[str]) -> Iterator[JsonValue]:
    """Yield the values of a text, and its errors; after an error, what begins after it is read.

    Args:
        blocks: the text, cut anywhere.
    """
    buffer = _Buffer(iter(blocks))
    while buffer.skip(_BETWEEN):
        found = buffer.decode()
        yield found
        if found.error is not None:
            buffer.resume()


class _Buffer:
    """The part of a text that has been read, and how much of it has been used."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text, self._at, self._line = "", 0, 1
        self._ended = False

    def _more(self) -> bool:
        block = next((block for block in self._blocks if block), "")
        self._text, self._at = self._text[self._at :] + block, 0
        self._ended = not block
        return not self._ended

    def _use(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def skip(self, pattern: re.Pattern[str]) -> bool:
        """Pass over what a pattern matches; return whether anything is left."""
        while True:
            match = pattern.match(self._text, self._at)
            self._use(match.end() if match else self._at)
            if self._at < len(self._text) or not self._more():
                return self._at < len(self._text)

    def decode(self) -> JsonValue:
        """Take a value, or the error in its place."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                line = self._line + self._text.count("\n", self._at, error.pos)
                if self._may_go_on(error) and self._more():
                    continue
                return JsonValue(None, line, error.colno, f"not JSON: {error.msg}")
            if end == len(self._text) and self._more():
                continue
            found = JsonValue(value, self._line)
            self._use(end)
            return found

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        if self._ended or len(self._text) - self._at > LIMIT:
            return False
        open_text = error.msg.startswith("Unterminated string")
        return open_text or error.pos > len(self._text) - _MARGIN

    def resume(self) -> None:
        """Pass over the rest of what could not be read, up to where a record may begin."""
        self._use(self._at + 1)
        while True:
            match = _NEXT.search(self._text, self._at)
            if match:
                self._use(match.start())
                return
            self._use(max(len(self._text) - _MARGIN, self._at))
            if not self._more():
                self._use(len(self._text))
                return
