"""Records as JSON, one object per line: the container that loses nothing."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions, guess
from records.model import UNDECIDED, Record, Source

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


def read_jsonl(blocks: Iterable[str], path: str, hints: Assumptions) -> Iterator[Record]:
    """Yield the records of JSON lines; a line that holds none becomes a finding.

    Args:
        blocks: the text, cut anywhere.
        path: what to call the source of records that do not name one.
        hints: what is known of the games; it counts for more than what the records say.
    """
    reader = JsonlReader(path, hints)
    yield from reader.feed(blocks)
    yield from reader.end()


class JsonlReader:
    """Reads one source.

    Args:
        path: what to call it.
        hints: what is known of the games.
        line: lines of it that come before.
        games: records of it that come before.
    """

    def __init__(self, path: str, hints: Assumptions, line: int = 0, games: int = 0) -> None:
        self.path = path
        self.hints = hints
        self.line = line
        self.games = games

    @property
    def settled(self) -> bool:
        """Whether there has been a record: none has a bearing on what follows."""
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
        """Yield what is to be said of a source without records."""
        if not self.games:
            nothing = violation("empty-file", "there is nothing in it").at(line=1, column=1)
            yield Record(source=Source(self.path, 1, 0), findings=(nothing,))

    def _read(self, line: str) -> Record:
        here = Source(self.path, self.line, self.games)
        try:
            return from_json(json.loads(line), here, self.hints)
        except json.JSONDecodeError as error:
            return _broken(here, f"no JSON: {error.msg}", error.colno)
        except (TypeError, ValueError, AttributeError) as error:
            return _broken(here, f"no record: {error}", 1)


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
    moves: list[Any] = list(record.moves)
    if record.details:
        moves = [_entry(move, record.details.get(index)) for index, move in enumerate(moves)]
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


_encode = json.JSONEncoder(ensure_ascii=False).encode
"""Writes an object; `json.dumps` would make an encoder for each."""


def write_jsonl(record: Record) -> str:
    """Return a record as one line of JSON, with its line end."""
    return _encode(to_json(record)) + "\n"


def _entry(move: str, detail: Mapping[str, Any] | None) -> str | dict[str, Any]:
    return {"move": move, **detail} if detail else move


def from_json(data: Any, here: Source, hints: Assumptions) -> Record:
    """Return the record that a JSON object of the documented interface describes.

    Args:
        data: the object.
        here: where it stands.
        hints: what is known of the games; it counts for more than what the object says.

    Raises:
        TypeError: it describes none.
    """
    if not isinstance(data, dict):
        raise TypeError(f"expected an object, found {type(data).__name__}")
    entries = [_move(entry) for entry in _typed(data, "moves", list, [])]
    moves = tuple(move for move, _ in entries)
    named = (_text(data, "game") or "").strip().lower() or None
    game, dialect = guess(hints.game or named, hints.dialect or _text(data, "dialect"), moves)
    tags = _typed(data, "tags", dict, {})
    return Record(
        moves=moves,
        game=game,
        variant=hints.variant or _text(data, "variant"),
        dialect=dialect,
        tags={str(key): value if isinstance(value, str) else json.dumps(value)
              for key, value in tags.items()},
        start=_text(data, "start"),
        result=_text(data, "result") or UNDECIDED,
        comment=_text(data, "comment") or "",
        details={index: detail for index, (_, detail) in enumerate(entries) if detail},
        source=here,
        findings=tuple(_finding(entry) for entry in _typed(data, "notes", list, [])),
        extra={key: value for key, value in data.items() if key not in KEYS}
        | ({"source": data["source"]} if data.get("source") else {}),
    )  # fmt: skip


def _move(entry: Any) -> tuple[str, dict[str, Any]]:
    if isinstance(entry, str):
        return entry, {}
    if isinstance(entry, dict) and isinstance(entry.get("move"), str):
        return entry["move"], {key: value for key, value in entry.items() if key != "move"}
    raise TypeError(f"a move is a text or an object with a key 'move', not {entry!r}")


def _typed(data: dict[str, Any], key: str, kind: type, default: Any) -> Any:
    value = data.get(key)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise TypeError(f"{key!r} must be {kind.__name__}, not {type(value).__name__}")
    return value


def _text(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    raise TypeError(f"{key!r} must be a text, not {type(value).__name__}")


def _finding(entry: Any) -> Finding:
    if not isinstance(entry, dict):
        raise TypeError(f"a note is an object, not {entry!r}")
    known = {key: entry[key] for key in ("line", "column", "ply") if entry.get(key) is not None}
    return Finding(str(entry.get("code", "note")), str(entry.get("message", "")), **known)


def _broken(here: Source, message: str, column: int) -> Record:
    finding = violation("bad-json", message).at(line=here.line, column=column)
    return Record(source=here, findings=(finding,))


def _lines(blocks: Iterable[str]) -> Iterator[str]:
    rest = ""
    for block in blocks:
        *whole, rest = (rest + block).split("\n")
        yield from whole
    if rest:
        yield rest
