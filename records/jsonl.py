"""Records as JSON, one object per line: the lossless format."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import NamedTuple, cast

from notation import Finding, UnknownName, find_dialect
from notation.dialect import INNER_BLANK
from notation.findings import note, violation
from notation.memo import Memo
from notation.printing import json_line
from records.assumptions import Assumptions, candidates, is_known_game
from records.format import Format, Splitting
from records.jsontext import (
    JsonFields,
    JsonValue,
    is_count,
    json_values,
    loads,
    repeated_keys,
    typed,
)
from records.model import EMPTY_FILE, UNDECIDED, Record, Source, without_games
from records.sites import sides_of
from records.sources.boundary import fault
from records.sources.decode import LINE_LIMIT, is_too_long, lines_of, long_line
from records.tidy import END, TidyKind, TidyRecords, are_tidy, tidy_games
from records.which_game import guess, readable
from records.words import colour, tag_name

KEYS = (
    *("game", "variant", "dialect", "tags", "start", "comment", "moves", "result", "source"),
    *("notes", "extra"),
)
"""The keys of the format. Other data with one of these keys goes to ``extra``."""

_KNOWN = frozenset(KEYS)

TAGS = frozenset(
    {"Event", "Site", "Date", "Round", "Title", "Annotator", "Termination"}
    | {"White", "Black", "Red", "Blue", "Green"}
)
PLAYERS = "players"
"""Key for the names of the players."""

_NONE = ("comment", "marks", "reserve")
"""Details of a move for which null means none; the first two are texts."""


class JsonlReader:
    """Reads one source.

    Args:
        path: its name.
        assumptions: what the caller knows about the games.
        line: number of its lines before the text.
        games: number of its records before the text.
    """

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        self.path = path
        self.assumptions = assumptions
        self.line = line
        self.games = games

    @property
    def settled(self) -> bool:
        """Whether a record has been read."""
        return self.games > 0

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the records of whole lines of text."""
        for line in lines_of(blocks, LINE_LIMIT):
            self.line += 1
            if line.strip():
                yield from self._read(line)

    def flush(self) -> Iterator[Record]:
        """Yield nothing: every record is complete."""
        return iter(())

    def end(self) -> Iterator[Record]:
        """Yield a finding if the source has no records."""
        if not self.games:
            yield without_games(self.path, EMPTY_FILE)

    def _read(self, line: str) -> Iterator[Record]:
        """Yield the record of a line, or several if objects follow each other on it."""
        if is_too_long(line):
            yield Record(source=self._next(), findings=(long_line(self.line),))
            return
        read = self.games
        for found in json_values(line, KEYS):
            is_other = not isinstance(found.value, dict)
            if is_other and not found.error and line.lstrip()[:1] == "[":
                found = found._replace(value=[found.value])
            yield _record_of(found, self._next(), from_json, self.assumptions)
            if is_other:
                break  # A line of other values is one error, not one for each value.
        if self.games == read:
            broken = violation("bad-json", f"not a record: {line.strip():.60}")
            yield Record(source=self._next(), findings=(broken.at(line=self.line, column=1),))

    def _next(self) -> Source:
        """Return the place of the next record."""
        self.games += 1
        return Source(self.path, self.line, self.games)


Convert = Callable[[object, Source, Assumptions], Record]
"""Returns the record of a JSON value; raises `TypeError` or `ValueError` for other values."""


def _record_of(
    found: JsonValue, here: Source, convert: Convert, assumptions: Assumptions
) -> Record:
    """Return the record of a JSON value, or a record with the error; note repeated keys."""
    if found.error:
        broken = violation("bad-json", found.error).at(line=here.line, column=found.column)
        return Record(source=here, findings=(broken,))
    record = record_or_error(found.value, here, assumptions, convert=convert)
    if not found.repeated:
        return record
    names = ", ".join(f"{key!r:.40}" for key in found.repeated)
    message = f"an object has a key twice, and the last value counts: {names}"
    return record.with_findings(note("repeated-key", message).at(line=here.line, column=1))


def record_or_error(
    data: object,
    here: Source,
    assumptions: Assumptions,
    code: str = "bad-json",
    convert: "Convert | None" = None,
) -> Record:
    """Return the record of a JSON value, or one with the reason why it is none.

    Args:
        data: the value.
        here: its place.
        assumptions: what the caller knows about the games.
        code: the code of the finding on a value that is not a record.
        convert: returns the record of a value; None for `from_json`.
    """
    try:
        return (convert or from_json)(data, here, assumptions)
    except (TypeError, ValueError) as error:
        broken = violation(code, f"not a record: {error}")
    except Exception as error:
        broken = fault(error)
    return Record(source=here, findings=(broken.at(line=here.line, column=1),))


def read_tidy(
    text: str, path: str, assumptions: Assumptions, line: int, games: int
) -> TidyRecords | None:
    """Return the records of whole lines, see `Splitting`; None if a line is not one record."""
    if any(one in text for one in (END, INNER_BLANK, "\\u0000", "\\u0001")):
        return None
    lines = text.removesuffix("\n").split("\n")
    objects, others = dict[int, JsonFields](), dict[int, Record]()
    found: dict[TidyKind, tuple[list[str], list[int], list[str]]] = {}
    kinds = Memo(partial(_tidy_kind, assumptions))
    for number, one in enumerate(lines):
        data = None if is_too_long(one) else _tidy_object(one)
        kind = data and kinds[data.get("game"), data.get("variant"), data.get("dialect")]
        if data and kind:
            words, numbers, results = found.setdefault(kind, ([], [], []))
            words += data["moves"]
            words.append(END)
            numbers.append(number)
            results.append(data.get("result") or UNDECIDED)
            objects[number] = data
    groups = [tidy_games(kind, *alike) for kind, alike in found.items()]
    for number in sorted(set(range(len(lines))).difference(*(one.numbers for one in groups))):
        reader = JsonlReader(path, assumptions, line + number, games + number)
        read = [*reader.feed([lines[number]])]
        if len(read) != 1:
            return None
        others[number] = read[0]
    tags = frozenset[str]().union(
        *(one["tags"] for one in objects.values()), *(one.tags for one in others.values())
    )

    def record(number: int, *_: object) -> Record:
        here = Source(path, line + number + 1, games + number + 1)
        return from_json(objects[number], here, assumptions)

    return TidyRecords(groups, others, record, tags)


def _tidy_object(line: str) -> JsonFields | None:
    """Return the JSON object of a record that needs no notes; None for others."""
    try:
        data = loads(line)
    except json.JSONDecodeError:
        return None
    if not isinstance(data, dict) or repeated_keys(line, data):
        return None
    moves, tags, get = data.get("moves"), data.get("tags"), data.get
    is_tidy = (
        (isinstance(moves, list) and {*map(type, moves)} == {str})
        and (isinstance(tags, dict) and {*map(type, tags.values())} <= {str})
        and are_tidy(tags)
        and (get("start"), get("comment") or None, get("notes") or None) == (None, None, None)
        and isinstance(get("result") or UNDECIDED, str)
        and not any(map(_is_read, data.keys() - _KNOWN))
    )
    return data if is_tidy else None


def _tidy_kind(assumptions: Assumptions, named: tuple[object, object, object]) -> TidyKind | None:
    """Return the kind of a game by the names of its game, variant and dialect; None if one is
    missing.
    """
    game, variant, dialect = named
    if not (isinstance(game, str) and isinstance(variant, str) and isinstance(dialect, str)):
        return None
    try:
        found = find_dialect(
            assumptions.game or game.strip().lower(), assumptions.dialect or dialect.strip().lower()
        )
    except UnknownName:
        return None
    return TidyKind(found, assumptions.variant or variant) if variant else None


def cut_at_line(text: str, size: int) -> int:
    """Return the offset after the last line that ends within a size, else after the first; 0 for
    none.
    """
    return text.rfind("\n", 0, size) + 1 or text.find("\n", size) + 1


def count_lines(text: str) -> int:
    """Return the number of lines of a text, including an unterminated last one."""
    return text.count("\n") + (not text.endswith("\n"))


def to_json(record: Record) -> dict[str, object]:
    """Return a record as the documented JSON object."""
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
        # The first source is kept through all copies.
        "source": record.extra.get("source") or record.source.to_json(),
        "notes": [finding.to_json() for finding in record.findings],
    }
    if record.comment:
        described["comment"] = record.comment
    return described | others_of(record) if record.extra else described


def others_of(record: Record) -> dict[str, object]:
    """Return the other properties of a record; those with meaningful keys are nested in
    ``extra``.
    """
    others = {key: value for key, value in record.extra.items() if key != "source"}
    if hidden := {key: others.pop(key) for key in record.extra if _is_read(key) and key in others}:
        others["extra"] = hidden
    return others


def _is_read(key: str) -> bool:
    """Whether a key of an object has a meaning when it is read."""
    return key in _KNOWN or key == PLAYERS or (tag_name(key) or key) in TAGS


def from_json(data: object, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a documented JSON object.

    Args:
        data: the object.
        here: its place.
        assumptions: what the caller knows about the games; it overrides the object.

    Raises:
        TypeError: it is another value.
    """
    if not isinstance(data, dict):
        raise TypeError(f"expected an object, found {type(data).__name__}")
    named = (_text(data, "game") or "").strip().lower() or None
    notes = tuple(map(_finding, typed(data.get("notes"), list, "'notes'")))
    listed, more, hidden = data.get("moves"), list[Finding](), _hidden(data)
    comment, result = data.get("comment") or "", data.get("result")
    if not isinstance(comment, str):
        comment = json_line(comment)
    if isinstance(result, dict | list | float):
        message = f"'result' is not text, and is kept beside the record: {json_line(result):.60}"
        more.append(note("unclear-result", message))
        hidden["result"], result = result, None
    else:
        result = _text(data, "result")
    if isinstance(listed, str):
        written = _written(listed, named, here, assumptions)
        listed, result = to_json(written)["moves"], result or written.result
        comment = comment or written.comment
        more.append(note("layout", "the text of 'moves' is read as the moves of a game"))
        more += written.findings
    elif how := _other_moves(listed, assumptions.game or named):
        listed = how.moves
        more.append(note("layout", how.told))
    moves, details = _moves(typed(listed, list, "'moves'"))
    game, dialect, why, _ = guess(
        assumptions.game or named, assumptions.dialect or _text(data, "dialect"), moves
    )
    tags = {str(key): value if isinstance(value, str) else json.dumps(value)
            for key, value in typed(data.get("tags"), dict, "'tags'").items()}  # fmt: skip
    others = {key: value for key, value in data.items() if key not in _KNOWN}
    if others and (found := _tags_beside(others, game, tags)):
        tags |= found
        shown = ", ".join(f"{name} {value!r}" for name, value in found.items())
        more.append(note("tag-words", f"read as tags: {shown}"))
    notes += tuple(one.at(line=here.line, column=1) for one in more)
    return Record(
        moves=moves,
        game=game,
        variant=assumptions.variant or _text(data, "variant"),
        dialect=dialect,
        tags=tags,
        start=_text(data, "start") or None,
        result=result or UNDECIDED,
        comment=comment,
        details=details,
        source=here,
        findings=notes,
        extra=others | hidden,
        guess=why,
    )  # fmt: skip


class _OtherMoves(NamedTuple):
    """Moves as other programs write them: the entries for ``moves``, and how they are read."""

    moves: list[object]
    told: str


def _other_moves(listed: object, game: str | None) -> _OtherMoves | None:
    """Return moves in rows, by their numbers, or under other keys than ``move``; None for others.

    Args:
        listed: the value of ``moves``.
        game: name of the game; None for an unknown one.
    """
    if isinstance(listed, dict) and all(key.isdecimal() for key in listed):
        inner = _other_moves([listed[key] for key in sorted(listed, key=int)], game)
        return inner and inner._replace(told="'moves' is read by the numbers in it")
    if not isinstance(listed, list) or not listed:
        return None
    if all(isinstance(row, list) for row in listed):
        rows = [move for row in listed for move in row if move is not None]
        return _OtherMoves(rows, "the lists in 'moves' are read as rows of moves")
    if not all(isinstance(entry, dict) and "move" not in entry for entry in listed):
        return None
    try:
        among = candidates(game, None)
    except UnknownName:
        return None
    columns = {
        key: [text for entry in listed if isinstance(text := entry.get(key), str)]
        for key in listed[0]
    }
    keys = [key for key, texts in columns.items() if texts and readable(texts, among) == len(texts)]
    if len(keys) > 1 and all(map(colour, keys)):
        rows = [entry[key] for entry in listed for key in keys if entry.get(key) is not None]
        shown = " and ".join(map(repr, keys))
        return _OtherMoves(rows, f"the texts under {shown} are read as rows of moves")
    if len(keys) != 1 or len(columns[keys[0]]) != len(listed):
        return None
    entries = [{"move" if key == keys[0] else key: value for key, value in entry.items()}
               for entry in listed]  # fmt: skip
    return _OtherMoves(list(entries), f"the texts under {keys[0]!r} are read as the moves")


def _tags_beside(
    others: dict[str, object], game: str | None, tags: Mapping[str, str]
) -> dict[str, str]:
    """Remove and return the tags that other programs write beside the moves in ``others``.

    These are texts such as ``"white": "Anna"``, and ``players`` as a list or by side.
    """
    found = dict[str, str]()
    for key, value in list(others.items()):
        name = tag_name(key) or key
        if name in TAGS and name not in {*tags, *found} and value and isinstance(value, str):
            found[name] = value
            del others[key]
    players, sides = others.get(PLAYERS), sides_of(game, None)
    if isinstance(players, list) and len(players) <= len(sides):
        players = dict(zip(sides, players, strict=False))
    if isinstance(players, dict):
        named = {colour(str(side)): _name(player) for side, player in players.items()}
        unknown = {*tags, *found, None}
        if named and all(side not in unknown and name for side, name in named.items()):
            found |= {str(side): name for side, name in named.items()}
            del others[PLAYERS]
    return found


def _name(player: object) -> str:
    """Return the name of a player, given as text or as an object with a ``name``; empty for
    none.
    """
    name = player.get("name") if isinstance(player, dict) else player
    return name if isinstance(name, str) else ""


def _written(text: str, game: str | None, here: Source, assumptions: Assumptions) -> Record:
    """Return the only game of a text.

    Raises:
        TypeError: it has an error, no game, or several.
    """
    from records.text import read_games

    if game and is_known_game(game) and not assumptions.game:
        assumptions = replace(assumptions, game=game)
    found = read_games(text, here.path, assumptions)
    broken = [one.message for record in found for one in record.findings if one.violation]
    if len(found) > 1 or broken or found[0].tags:
        why = broken[0] if broken else "it has tags or several games"
        raise TypeError(f"'moves' must be a list, or the text of the moves of a game: {why}")
    return found[0]


def _hidden(data: dict[str, object]) -> dict[str, object]:
    """Return the other properties of an object, including nested ones."""
    hidden = data.get("extra", {})
    found = dict(hidden) if isinstance(hidden, dict) and all(map(_is_read, hidden)) else None
    extra = {"extra": hidden} if found is None else found
    if source := data.get("source"):
        extra["source"] = source
    return extra


def _moves(listed: list[object]) -> tuple[tuple[str, ...], dict[int, dict[str, object]]]:
    """Return the moves of a list, and their details by index."""
    if {*map(type, listed)} <= {str}:
        return tuple(cast("list[str]", listed)), {}
    entries = [move_with_details(entry) for entry in listed]
    moves = tuple(move for move, _ in entries)
    return moves, {index: detail for index, (_, detail) in enumerate(entries) if detail}


def move_with_details(entry: object, others: str = "a text or") -> tuple[str, dict[str, object]]:
    """Return a move and its details.

    Args:
        entry: the text of the move, or an object with the text under the key ``move``.
        others: the values allowed beside an object, for the message.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(entry, str):
        return entry, {}
    if isinstance(entry, dict) and isinstance(entry.get("move"), str):
        return entry["move"], details_of(entry)
    raise TypeError(f"a move is {others} an object with a key 'move', not {entry!r:.60}")


def details_of(entry: Mapping[str, object]) -> dict[str, object]:
    """Return the details of a move; null values are left out."""
    details = {key: value for key, value in entry.items() if key != "move"}
    for key in _NONE:
        value = details.get(key, "")
        if value is None:
            del details[key]
        elif key != "reserve" and not isinstance(value, str):
            details[key] = json_line(value)
    return details


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


class JsonlFormat(Format):
    """JSON lines: a record on each line."""

    lossless = True
    # A lone surrogate is always inside a string, where JSON has an escape for it.
    surrogates = "backslashreplace"
    split = Splitting(cut_at_line, JsonlReader, count_lines, tidy=read_tidy)

    def write(self, record: Record) -> str:
        """Return a record as a line of JSON."""
        return f"{json_line(to_json(record))}\n"


class JsonFormat(Format):
    """The objects of JSON lines in an array, or on any lines; only read.

    The array may be the only one of an object that is not a record, such as ``{"games": [...]}``.
    """

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        text, told = _array_within("".join(blocks))
        records = read_values([text], path, KEYS, from_json, assumptions)
        for first in islice(records, 1):
            yield first.with_findings(*told)
        yield from records


def _array_within(text: str) -> tuple[str, list[Finding]]:
    """Return the only array of records of an object, with blanks before it, and a note on it.

    Another text is returned as it is.
    """
    try:
        whole = loads(text.strip(_BLANK)) if text.lstrip(_BLANK)[:1] == "{" else None
    except json.JSONDecodeError:
        whole = None
    if not isinstance(whole, dict) or "moves" in whole:
        return text, []
    arrays = [name for name, value in whole.items() if _has_records(value)]
    begin = (
        re.search(rf"(?<!\\){re.escape(json.dumps(*arrays[:1]))}\s*:\s*(?=\[)", text)
        if len(arrays) == 1
        else None
    )
    if begin is None:
        return text, []
    _, end = json.JSONDecoder().raw_decode(text, begin.end())
    others = ", ".join(repr(name) for name in whole if name != arrays[0])
    left = f"; its other keys are left out: {others}" if others else ""
    message = f"the records are those of {arrays[0]!r} in an object{left}"
    told = note("layout", message).at(line=text.count("\n", 0, begin.start()) + 1)
    return re.sub(r"[^\n]", " ", text[: begin.end()]) + text[begin.end() : end], [told]


def _has_records(value: object) -> bool:
    """Whether a value is an array with a record."""
    records = value if isinstance(value, list) else ()
    return any(isinstance(one, dict) and "moves" in one for one in records)


def read_values(
    blocks: Iterable[str],
    path: str,
    keys: Sequence[str],
    convert: Convert,
    assumptions: Assumptions,
) -> Iterator[Record]:
    """Yield the records of the values of a JSON text.

    Args:
        blocks: the text, cut anywhere.
        path: name of the source.
        keys: the keys that a record may begin with.
        convert: returns the record of a value.
        assumptions: what the caller knows about the games.
    """
    text = "".join(blocks)
    bare = text.strip(_BLANK)
    values, begun = json_values(text, keys), list[JsonValue]()
    for one in values:
        begun.append(one)
        if not _is_other(one, keys):
            break
    else:
        is_empty = "".join(bare.split()) in ("", "[]")
        yield without_games(path, EMPTY_FILE if is_empty else _OTHER_JSON)
        return
    if bare.startswith("[") and isinstance(begun[0].value, str):
        begun, values = [begun[0]._replace(error=_NO_GAMES)], iter(())
    last = Record()
    for number, found in enumerate(chain(begun, values), 1):
        if number > 1:
            yield last
        last = _record_of(found, Source(path, found.line, number), convert, assumptions)
    is_open = bare.startswith("[") and not bare.endswith("]")
    if is_open and not any(found.violation for found in last.findings):
        last = last.with_findings(_OPEN.at(line=last.source.line))
    yield last


def _is_other(found: JsonValue, keys: Sequence[str]) -> bool:
    """Whether a value has no key of a record, and is not the text of a move."""
    if isinstance(found.value, dict):
        return found.value.keys().isdisjoint(keys)
    return not (found.error or isinstance(found.value, str))


_BLANK = "\N{BYTE ORDER MARK} \t\r\n"
_OTHER_JSON = violation("no-game", "JSON without the record of a game").at(line=1, column=1)
_NO_GAMES = 'a list of texts, not of games: the moves of a game are {"moves": [...]}'
_OPEN = violation("bad-json", "the list of games is not closed: games may be missing after this")
