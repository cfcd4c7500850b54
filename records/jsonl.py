"""Records as JSON, one object per line: the lossless format."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, cast

from notation import Finding, UnknownName, find_dialect
from notation.dialect import INNER_BLANK
from notation.findings import note, violation
from notation.memo import Memo
from notation.printing import json_line
from records.assumptions import Assumptions, is_known_game
from records.foreign import PLAYERS, games_in, usual_moves
from records.format import Format, PieceReader, Splitting
from records.jsontext import (
    BLANK,
    JsonFields,
    JsonValue,
    is_count,
    json_values,
    loads,
    repeated_keys,
    typed,
)
from records.model import EMPTY_FILE, UNDECIDED, Record, Source, without_games
from records.results import CANONICAL, ending_named, stated_in_tag, won_by_name
from records.sites import NUMBERED, side_tag, sides_of
from records.sources.boundary import fault
from records.sources.decode import LINE_LIMIT, is_too_long, lines_of, long_line
from records.tidy import END, TidyGame, TidyKind, TidyRecords, are_tidy, tidy_games
from records.which_game import guess
from records.words import colour, game_named, listed_tags, tag_name

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
_ROW = re.compile(r"\d{1,4}\.\s+\S")
"""The beginning of a row with its number: ``1. D3 B4``."""

_NONE = ("comment", "marks", "reserve")
"""Details of a move that are left out if they are null; the first two are texts."""


# The object of a record.


def to_json(record: Record) -> dict[str, object]:
    """Return a record as a JSON object with the keys `KEYS` and those of `Record.extra`."""
    described = {
        "game": record.game,
        "variant": record.variant,
        "dialect": record.dialect,
        "tags": dict(record.tags),
        "start": record.start,
        "moves": moves_with_details(record),
        "result": record.result,
        # The first source is kept through all copies.
        "source": record.extra.get("source") or record.source.to_json(),
        "notes": [finding.to_json() for finding in record.findings],
    }
    if record.comment:
        described["comment"] = record.comment
    return described | others_of(record) if record.extra else described


def moves_with_details(record: Record) -> list[object]:
    """Return the moves of a record as texts, those with details as objects."""
    moves: list[object] = list(record.moves)
    for index, detail in record.details.items():
        if detail and 0 <= index < len(moves):
            moves[index] = {"move": moves[index], **detail}
    return moves


def others_of(record: Record) -> dict[str, object]:
    """Return the properties in `Record.extra` as they are written.

    Properties whose keys have a meaning in records are put under the key ``extra``.
    """
    others = {key: value for key, value in record.extra.items() if key != "source"}
    if hidden := {key: others.pop(key) for key in record.extra if _is_read(key) and key in others}:
        others["extra"] = hidden
    return others


def _is_read(key: str) -> bool:
    """Whether a key of a JSON object is one that readers of records know."""
    name = tag_name(key) or key
    return key in _KNOWN or key == PLAYERS or name in TAGS or name in NUMBERED


def from_json(data: object, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a JSON object, as written by `to_json` or by another program.

    Args:
        data: the object.
        assumptions: what the caller knows about the games; it overrides the object.

    Raises:
        TypeError: ``data`` is not such an object.
    """
    if not isinstance(data, dict):
        raise TypeError(f"expected an object, found {type(data).__name__}")
    named = (_text(data, "game") or "").strip().lower() or None
    variant = assumptions.variant or _text(data, "variant")
    if named and not is_known_game(named) and (titled := game_named(named)):
        named, variant = titled[0], variant or titled[1] or None
    told, tags = list[Finding](), dict[str, str]()

    def tell(code: str, message: str) -> None:
        told.append(note(code, message).at(line=here.line, column=1))

    others = {key: value for key, value in data.items() if key not in _KNOWN}
    hidden = data.get("extra", {})
    is_ours = isinstance(hidden, dict) and all(map(_is_read, hidden))
    extra = dict(hidden) if is_ours else {"extra": hidden}
    if source := data.get("source"):
        extra["source"] = source
    comment, result = data.get("comment") or "", data.get("result")
    if not isinstance(comment, str):
        comment = json_line(comment)
    stated_by = others if result is None else {}
    if isinstance(result, dict | list | float):
        extra["result"] = result
        stated_by = result if isinstance(result, dict) else {}
        result = None
    else:
        result = _text(data, "result")
    listed = data.get("moves")
    if not isinstance(listed, str | list) or (listed and not isinstance(listed[0], str)):
        listed, how = usual_moves(listed, assumptions.game or named)
        if how:
            tell("layout", how)
    # The moves of a record with its source, as writers of this package write it, are no rows.
    has_source = isinstance(data.get("source"), dict)
    if isinstance(listed, list) and listed and not has_source:
        are_rows = all(isinstance(entry, str) and _ROW.match(entry) for entry in listed)
        listed = "\n".join(listed) if are_rows else listed
    if isinstance(listed, str):
        written = _written(listed, named, here, assumptions)
        tags, variant = dict(written.tags), variant or written.variant
        named = named or written.game
        listed, result = moves_with_details(written), result or written.result
        comment = comment or written.comment
        tell("layout", "the text of 'moves' is read as the moves of a game")
        # The text has lines of its own, which the file does not have.
        told += (one.at(line=here.line, column=1) for one in written.findings)
    moves, details = _moves(typed(listed, list, "'moves'"))
    game, dialect, why, _ = guess(
        assumptions.game or named, assumptions.dialect or _text(data, "dialect"), moves
    )
    tags |= {str(key): value if isinstance(value, str) else json.dumps(value)
            for key, value in typed(data.get("tags"), dict, "'tags'").items()}  # fmt: skip
    if others and (found := _tags_beside(others, game, tags)):
        tags |= found
        tell("tag-words", f"read as tags: {listed_tags(found.items())}")
    sides = sides_of(game, variant)
    stated = None
    if result is None and moves and (stated := stated_in_tag(moves[-1])):
        moves, result = moves[:-1], stated.value_after(len(moves) - 1, sides)
        details.pop(len(moves), None)
        tell("result-words", f"{stated.written!r} among the moves is read as {result}")
    elif result and result not in CANONICAL and (stated := stated_in_tag(result)):
        result = stated.value_after(len(moves), sides)
        tell("result-words", f"{stated.written!r} is read as {result}")
    elif stated_by and (beside := _result_beside(stated_by, tags, sides)):
        result, shown = beside
        tell("result-words", f"{shown} is read as {result}")
        texts = filter(lambda one: isinstance(one, str), stated_by.values())
        if "result" in extra and (ended := next(filter(None, map(ending_named, texts)), None)):
            tags.setdefault("Termination", ended)
    elif "result" in extra:
        shown = f"{json_line(extra['result']):.60}"
        tell("unclear-result", f"'result' is not text, and is kept beside the record: {shown}")
    if stated and stated.termination:
        tags.setdefault("Termination", stated.termination)
    return Record(
        moves=moves,
        game=game,
        variant=variant,
        dialect=dialect,
        tags=tags,
        start=_text(data, "start") or None,
        result=result or UNDECIDED,
        comment=comment,
        details=details,
        source=here,
        findings=(*map(_finding, typed(data.get("notes"), list, "'notes'")), *told),
        extra=others | extra,
        guess=why,
    )  # fmt: skip


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


def _moves(listed: list[object]) -> tuple[tuple[str, ...], dict[int, dict[str, object]]]:
    """Return the moves of a list, and their details by index."""
    if {*map(type, listed)} <= {str}:
        return tuple(cast("list[str]", listed)), {}
    entries = [move_with_details(entry) for entry in listed]
    moves = tuple(move for move, _ in entries)
    return moves, {index: detail for index, (_, detail) in enumerate(entries) if detail}


def move_with_details(entry: object, others: str = "a text or") -> tuple[str, dict[str, object]]:
    """Return a move and its details; details that are null are left out.

    Args:
        entry: the text of the move, or an object with the text under the key ``move``.
        others: the other types that a move may have, for the error message.

    Raises:
        TypeError: ``entry`` is neither.
    """
    if isinstance(entry, str):
        return entry, {}
    if not isinstance(entry, dict) or not isinstance(entry.get("move"), str):
        raise TypeError(f"a move is {others} an object with a key 'move', not {entry!r:.60}")
    details = dict(entry)
    for key in _NONE:
        value = details.get(key, "")
        if value is None:
            del details[key]
        elif key != "reserve" and not isinstance(value, str):
            details[key] = json_line(value)
    return details.pop("move"), details


# The objects of other programs.


def _tags_beside(
    others: dict[str, object], game: str | None, tags: Mapping[str, str]
) -> dict[str, str]:
    """Remove and return the tags that other programs write beside the moves in ``others``.

    These are texts such as ``"white": "Anna"``, and ``players`` as a list or by side.
    """
    found = dict[str, str]()
    sides = sides_of(game, None)
    for key, value in list(others.items()):
        name = side_tag(tag_name(key) or key, sides)
        if name in TAGS and name not in {*tags, *found} and value and isinstance(value, str):
            found[name] = value
            del others[key]
    players = others.get(PLAYERS)
    if isinstance(players, list) and len(players) <= len(sides):
        own = [next(filter(None, map(colour, _other_texts(one))), None) for one in players]
        are_own = None not in own and len({*own}) == len(players)
        players = dict(zip(own if are_own else sides, players, strict=False))
    if isinstance(players, dict):
        named = {colour(str(side)): one.get("name") if isinstance(one, dict) else one
                 for side, one in players.items()}  # fmt: skip
        unknown = {*tags, *found, None}
        if named and all(
            side not in unknown and name and isinstance(name, str) for side, name in named.items()
        ):
            found |= cast("dict[str, str]", named)
            del others[PLAYERS]
    return found


def _other_texts(player: object) -> list[str]:
    """Return the texts in a player's object other than the name; one may be the side's colour."""
    fields = player.items() if isinstance(player, dict) else ()
    return [value for key, value in fields if key != "name" and isinstance(value, str)]


def _result_beside(
    others: dict[str, object], tags: Mapping[str, str], sides: Sequence[str]
) -> tuple[str, str] | None:
    """Return the result that another program wrote beside the moves, and its source for a note.

    The source is a key and its text: a score, or the name or colour of the winner. The key stays in
    ``others``. None if there is no result.
    """
    for key, value in others.items():
        named = tag_name(key) or key
        if not isinstance(value, str) or named not in ("Winner", "Result"):
            continue
        score = value if value in CANONICAL else None
        if result := won_by_name(value, tags, sides) if named == "Winner" else score:
            return result, f"{key!r}, {value!r},"
    return None


def _written(text: str, game: str | None, here: Source, assumptions: Assumptions) -> Record:
    """Return the only game of a text.

    Raises:
        TypeError: the text has an error, or not exactly one game.
    """
    from records.text import read_games

    if game and is_known_game(game) and not assumptions.game:
        assumptions = replace(assumptions, game=game)
    found = read_games(text, here.path, assumptions)
    broken = [one.message for record in found for one in record.findings if one.violation]
    if len(found) > 1 or broken:
        why = broken[0] if broken else "it has several games"
        raise TypeError(f"'moves' must be a list, or the text of the moves of a game: {why}")
    return found[0]


# Values of a text.

Convert = Callable[[Any, Source, Assumptions], Record]
"""Returns the record of a JSON value; raises `TypeError` or `ValueError` for other values."""


def record_of(
    convert: Convert,
    found: JsonValue,
    here: Source,
    assumptions: Assumptions,
    code: str = "bad-json",
) -> Record:
    """Return the record of a JSON value; an empty record with a finding if it is not a record.

    Args:
        convert: returns the record of a value.
        found: the value, with findings that are added to those of the record.
        code: the code of the finding on a value that is not a record.
    """
    broken = None
    if found.is_broken:
        return Record(source=here, findings=found.findings)
    try:
        record = convert(found.value, here, assumptions)
    except (TypeError, ValueError) as error:
        broken = violation(code, f"not a record: {error}")
    except Exception as error:
        broken = fault(error)
    if broken:
        record = Record(source=here, findings=(broken.at(line=here.line, column=1),))
    return record.with_findings(*found.findings) if found.findings else record


def read_values(
    text: str,
    path: str,
    keys: Sequence[str],
    convert: Convert,
    assumptions: Assumptions,
    line: int = 1,
) -> Iterator[Record]:
    """Yield a record for each value of a JSON text.

    Args:
        keys: the keys that a record may begin with.
        convert: returns the record of a value.
        line: the number of the first line of the text.
    """
    bare = text.strip(BLANK)
    values, begun = json_values(text, keys, line), list[JsonValue]()
    for found in values:
        begun.append(found)
        is_game = isinstance(found.value, dict) and not found.value.keys().isdisjoint(keys)
        if is_game or found.is_broken or isinstance(found.value, str):
            break
    else:
        is_empty = "".join(bare.split()) in ("", "[]")
        yield without_games(path, EMPTY_FILE if is_empty else _OTHER_JSON)
        return
    if bare.startswith("[") and isinstance(begun[0].value, str):
        no_games = _NO_GAMES.at(line=begun[0].line)
        begun, values = [JsonValue(None, begun[0].line, (no_games,))], iter(())
    last = Record()
    for number, found in enumerate(chain(begun, values), 1):
        if number > 1:
            yield last
        last = record_of(convert, found, Source(path, found.line, number), assumptions)
    is_open = bare.startswith("[") and not bare.endswith("]")
    if is_open and not any(found.violation for found in last.findings):
        last = last.with_findings(_OPEN.at(line=last.source.line))
    yield last


_OTHER_JSON = violation("no-game", "JSON without the record of a game").at(line=1, column=1)
_NO_GAMES = violation(
    "bad-json", 'a list of texts, not of games: the moves of a game are {"moves": [...]}'
).at(column=1)
_OPEN = violation("bad-json", "the list of games is not closed: games may be missing after this")


class JsonFormat(Format):
    """The records of JSON lines as an array, or one after the other; only read.

    The array may be the only array in an object that is not a record, such as ``{"games": [...]}``.
    """

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        text = "".join(blocks)
        start, end, told = _array_within(text)
        line = 1 + text.count("\n", 0, start)
        found = read_values(text[start:end], path, KEYS, from_json, assumptions, line)
        for first in islice(found, 1):
            games = [] if told or first.moves else _foreign(text, assumptions)
            for number, (fields, how) in enumerate(games, 1):
                game = JsonValue(fields, 1, (note("layout", how).at(line=1, column=1),))
                yield record_of(from_json, game, Source(path, 1, number), assumptions)
            if games:
                return
            yield first.with_findings(*told)
        yield from found


def _is_record(value: object) -> bool:
    """Whether a value is an object with the key ``moves``; it may be malformed otherwise."""
    return isinstance(value, dict) and "moves" in value


def _foreign(text: str, assumptions: Assumptions) -> list[tuple[JsonFields, str]]:
    """Return the games in the values of a text; none if any value is an error or a record."""
    values = [*json_values(text, KEYS)]
    every = [one.value for one in values]
    if any(one.is_broken for one in values) or any(map(_is_record, every)):
        return []
    return games_in(every[0] if len(every) == 1 else every, _KNOWN, assumptions)


def _array_within(text: str) -> tuple[int, int, tuple[Finding, ...]]:
    """Return the start and end of an array of records inside an object, and a note on it.

    Unless there is exactly one such array, return start and end of the whole text, without a note.
    """
    whole = 0, len(text), ()
    try:
        value = loads(text.strip(BLANK)) if text.lstrip(BLANK)[:1] == "{" else None
    except json.JSONDecodeError:
        return whole
    if not isinstance(value, dict) or "moves" in value:
        return whole
    arrays = [
        name
        for name, listed in value.items()
        if isinstance(listed, list) and any(map(_is_record, listed))
    ]
    if len(arrays) != 1:
        return whole
    begin = re.search(rf"(?<!\\){re.escape(json.dumps(arrays[0]))}\s*:\s*(?=\[)", text)
    if begin is None:
        return whole
    _, end = json.JSONDecoder().raw_decode(text, begin.end())
    others = ", ".join(repr(name) for name in value if name != arrays[0])
    left = f"; its other keys are left out: {others}" if others else ""
    message = f"the records are those of {arrays[0]!r} in an object{left}"
    line = text.count("\n", 0, begin.start()) + 1
    return begin.end(), end, (note("layout", message).at(line=line),)


# Lines.


class JsonlReader(PieceReader):
    """Reads the records of JSON lines."""

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the records of whole lines of text; a line may have several objects."""
        for line in lines_of(blocks, LINE_LIMIT):
            self.line += 1
            for found in _values_of_line(line, self.line) if line.strip() else ():
                self.games += 1
                here = Source(self.path, self.line, self.games)
                yield record_of(from_json, found, here, self.assumptions)


def _values_of_line(line: str, number: int) -> Iterator[JsonValue]:
    """Yield the objects in a line; any other value in it is an error, and the last."""
    if is_too_long(line):
        yield JsonValue(None, number, (long_line(number),))
        return
    found = None
    for found in json_values(line, KEYS, number):
        if isinstance(found.value, dict):
            yield found
            continue
        is_in_list = not found.is_broken and line.lstrip()[:1] == "["
        yield found._replace(value=[found.value]) if is_in_list else found
        return
    if not found:
        broken = violation("bad-json", f"not a record: {line.strip():.60}")
        yield JsonValue(None, number, (broken.at(line=number, column=1),))


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
            words, numbers, results = found.get(kind) or found.setdefault(kind, ([], [], []))
            words += data["moves"]
            words.append(END)
            numbers.append(number)
            results.append(data.get("result") or UNDECIDED)
            objects[number] = data
    groups = [
        tidy_games(kind, [words], numbers, results)
        for kind, (words, numbers, results) in found.items()
    ]
    for number in sorted(set(range(len(lines))).difference(*(one.numbers for one in groups))):
        reader = JsonlReader(path, assumptions, line + number, games + number)
        read = [*reader.feed([lines[number]])]
        if len(read) != 1:
            return None
        others[number] = read[0]

    def record(number: int, *_: object) -> Record:
        here = Source(path, line + number + 1, games + number + 1)
        return from_json(objects[number], here, assumptions)

    return TidyRecords(groups, others, record)


def _tidy_object(line: str) -> JsonFields | None:
    """Return the JSON object of a record that needs no notes; None for others."""
    try:
        data = loads(line)
    except json.JSONDecodeError:
        return None
    if not isinstance(data, dict) or repeated_keys(line, data):
        return None
    moves, tags, get = data.get("moves"), data.get("tags"), data.get
    if not (isinstance(moves, list) and isinstance(tags, dict)):
        return None
    try:
        # Joining is the fastest check of types.
        are_texts = "".join(moves) != "" and are_tidy(tags)
    except TypeError:
        return None
    is_tidy = (
        are_texts
        and (get("start"), get("comment") or None, get("notes") or None) == (None, None, None)
        and isinstance(get("result") or UNDECIDED, str)
        and _are_tidy_keys[tuple(data)]
    )
    return data if is_tidy else None


_are_tidy_keys = Memo[tuple[str, ...], bool](
    lambda keys: not any(map(_is_read, {*keys} - _KNOWN)), limit=1 << 12
)


def _tidy_kind(assumptions: Assumptions, named: tuple[object, object, object]) -> TidyKind | None:
    """Return the kind of a game, given the names of game, variant and dialect.

    None if one of them is missing or unknown.
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
    """Return the offset of a line at which a text can be cut; 0 if there is none.

    It is the last line that begins within the first ``size`` characters, or else the next one.
    """
    return text.rfind("\n", 0, size) + 1 or text.find("\n", size) + 1


def count_lines(text: str) -> int:
    """Return the number of lines of a text, including an unterminated last one."""
    return text.count("\n") + (not text.endswith("\n"))


_json_texts = Memo(json_line)
"""Cache of variants and names of files as JSON."""


class JsonlFormat(Format):
    """JSON lines: a record on each line."""

    lossless = True
    # A lone surrogate is always inside a string, where JSON has an escape for it.
    surrogates = "backslashreplace"
    split = Splitting(cut_at_line, JsonlReader, count_lines, tidy=read_tidy)
    writes_tidy = True

    def write(self, record: Record) -> str:
        """Return a record as a line of JSON."""
        return f"{json_line(to_json(record))}\n"

    def write_tidy(self, game: TidyGame, dialect: str, moves: Sequence[str]) -> str:
        """Return a tidy game as a line of JSON."""
        path, source, texts = _json_texts[game.source.path], game.source, '", "'.join(moves)
        named = f'"game": "{game.game}", "variant": {_json_texts[game.variant]}'
        tags = ", ".join([f'"{name}": "{value}"' for name, value in game.tags.items()])
        place = f'"path": {path}, "line": {source.line}, "game": {source.game}'
        return (
            f'{{{named}, "dialect": "{dialect}", "tags": {{{tags}}}, "start": null, '
            f'"moves": ["{texts}"], '
            f'"result": "{game.result}", "source": {{{place}}}, "notes": []}}\n'
        )
