"""Games in the JSON of other programs: lists of moves, wherever they are and whatever their keys.

A list counts as moves if most of its texts look like moves of one game. Its entries may be texts,
rows of texts, or objects with the text of a move under one key, or under the names of the sides.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any

from notation import UnknownName
from notation.numbers import plural
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions, candidates
from records.jsontext import JsonFields
from records.model import NOTHING
from records.results import SIDES
from records.which_game import readable
from records.words import colour, game_named, known_tag

SHARE = 0.5
"""Least share of the texts of a list that look like moves."""

MOST = 100
"""Maximum number of fields kept of each object around a game or beside its moves."""

PLAYERS = "players"
"""Key for the names of the players."""

_INITIALS = ("wb", "ws", "bn", "rb", "rbg", "rbv")
"""The first letters of the sides in the order of moving, in several languages."""

_TITLES = ("name", "title", "subject")
"""Keys whose text is a line above the text of a game beside it."""

_ENDS = ("from", "to")
"""Keys for the points where a move begins and ends."""


def games_in(
    value: object, keys: frozenset[str], assumptions: Assumptions
) -> list[tuple[JsonFields, str]]:
    """Return the games in a value, each with a sentence on how its moves were found.

    A game is an object with ``moves`` and the data beside them.

    Args:
        keys: the keys of records; keys that differ from them only in case are renamed.
    """
    game = assumptions.game
    if isinstance(value, list) and are_moves(value, game):
        return [({"moves": value}, "a list of texts is read as the moves of a game")]
    found = _games(value, "", (), game)
    return [(_described(fields, around, keys), how) for fields, around, how in found]


Around = tuple[JsonFields, ...]
"""Data of the objects around a list of moves, from the outermost."""


def _games(
    value: object, name: str, around: Around, game: str | None
) -> Iterator[tuple[JsonFields, Around, str]]:
    """Yield each game as an object with ``moves``, with the data around it and how it was found.

    Args:
        value: the value, which is not itself a list of moves.
        name: the key of the value.
        around: the data of the objects around it.
        game: name of the game; None for an unknown one.
    """
    if isinstance(value, list) and (logged := _logged(value, game)):
        for fields in logged:
            yield fields, around, "objects with a move each are read as a game"
    elif isinstance(value, list):
        of_moves = [isinstance(one, list) and are_moves(one, game) for one in value]
        each = [
            [({"moves": one}, around, f"the moves are those of {name!r}")]
            if is_moves
            else [*_games(one, name, around, game)]
            for one, is_moves in zip(value, of_moves, strict=True)
        ]
        left = sum(
            isinstance(one, dict) and not some for one, some in zip(value, each, strict=True)
        )
        for fields, outer, how in chain.from_iterable(each):
            more = f"; left out beside it: {plural(left, 'other object')}" if left else ""
            yield fields, outer, f"{how}{more}"
            left = 0
    elif isinstance(value, str) and _is_written_game(value, game):
        near = around[-1] if around else JsonFields()
        titles = [text for key, text in near.items() if key.lower() in _TITLES]
        others = {key: one for key, one in near.items() if one not in (value, *titles)}
        moves = "\n\n".join([*(one for one in titles if isinstance(one, str)), value])
        yield {"moves": moves}, (*around[:-1], others), f"the text under {name!r} is read as a game"
    elif isinstance(value, dict):
        keys = [key for key, one in value.items() if are_moves(one, game)]
        if sides := in_turn(keys):
            rows, how = usual_moves({key: value[key] for key in sides}, game)
            fields = {key: one for key, one in value.items() if key not in sides}
            yield fields | {"moves": rows}, around, how
        elif keys:
            longest = max(keys, key=lambda key: len(value[key]))
            fields = {"moves" if key == longest else key: one for key, one in value.items()}
            yield fields, around, f"the moves are those of {longest!r}"
        else:
            beside = ((key, one) for key, one in value.items()
                      if not isinstance(one, list) or key == PLAYERS)  # fmt: skip
            inner = *around, dict(islice(beside, MOST))
            for key, one in value.items():
                yield from _games(one, key, inner, game)


def _logged(listed: list[Any], game: str | None) -> list[JsonFields]:
    """Return the games in a log of objects, most of which have the text of a ``move``.

    The other objects have data of the game whose moves follow, or the result of the game above.
    """
    moves = [one["move"] for one in listed
             if isinstance(one, dict) and isinstance(one.get("move"), str)]  # fmt: skip
    are_objects = all(isinstance(one, dict) for one in listed)
    are_some = are_objects and len(listed) / 2 <= len(moves) < len(listed)
    if not are_some or any("moves" in one for one in listed) or _share(moves, game) < SHARE:
        return []
    games: list[JsonFields] = [{"moves": []}]
    for one in listed:
        is_end = not {"Winner", "Result"}.isdisjoint(map(known_tag, one))
        if isinstance(one.get("move"), str):
            games[-1]["moves"].append(one)
        elif games[-1]["moves"] and not is_end:
            games.append(one | {"moves": []})
        else:
            games[-1] |= one
    return [one for one in games if one["moves"]]


def _is_written_game(text: str, game: str | None) -> bool:
    """Whether a text has numbered rows, and most words with a letter and a digit are moves."""
    words = _MOVELIKE.findall(text[:_TRIED])
    return _ROW.search(text) is not None and _share(words, game) >= SHARE


_ROW = lazy_pattern(r"(?m)^[ \t>]*1[.):]\s*\S")
_MOVELIKE = lazy_pattern(r"(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])\S{2,30}")
_TRIED = 1000
"""Number of characters by which a game in a text is recognized."""


def _described(fields: JsonFields, around: Around, keys: frozenset[str]) -> JsonFields:
    """Return the data of a game and of the objects around and inside it, under the usual keys."""
    found = JsonFields()
    for one in (*around, fields):
        for key, value in one.items():
            if isinstance(value, dict) and key not in (PLAYERS, "moves"):
                inner = islice(value.items(), MOST)
                found |= {name: text for name, text in inner if not isinstance(text, dict | list)}
            else:
                found[key.lower() if key.lower() in keys else key] = value
    texts = [found.get("game"), *found.values()]
    named = (text for text in texts if isinstance(text, str) and game_named(text))
    return found | {"game": game} if (game := next(named, None)) else found


def are_moves(listed: object, game: str | None) -> bool:
    """Whether a value is a list of moves, or an object with moves by number."""
    entries, _ = usual_moves(listed, game)
    if isinstance(entries, str):
        return entries is not listed  # A chat.
    if not isinstance(entries, list) or not entries:
        return False
    texts = [one["move"] if isinstance(one, dict) else one for one in entries
             if not isinstance(one, dict) or "move" in one]  # fmt: skip
    texts = [one for one in texts if isinstance(one, str)]
    return len(texts) == len(entries) and _share(texts, game) >= SHARE


def _share(texts: list[str], game: str | None) -> float:
    """Return the largest fraction of the texts that look like moves of the same game."""
    try:
        among = candidates(game, None)
    except UnknownName:
        return 0.0
    games = {one.game for one in among}
    found = (readable(texts, [one for one in among if one.game == name]) for name in games)
    return max(found, default=0) / len(texts) if texts else 0.0


def usual_moves(listed: object, game: str | None) -> tuple[object, str]:
    """Return moves in the form of JSON lines, and a note if they had another form.

    Other forms are a list of rows, an object whose keys are the numbers of moves or rows or the
    names of the sides, and a list of objects. An object may have its move under any key, the moves
    of a row under the names of the sides, or a move as two points.

    Args:
        listed: the value with the moves.
        game: name of the game; None for an unknown one.
    """
    entries, how = listed, ""
    if isinstance(listed, dict) and all(key.isdecimal() and len(key) < 10 for key in listed):
        entries = [listed[key] for key in sorted(listed, key=int)]
        how = "'moves' is read in the order of the numbers in it"
    elif isinstance(listed, dict) and (sides := in_turn(listed)):
        lists = [one for key in sides if isinstance(one := listed[key], list)]
        if len(lists) == len(sides):
            rows = [move for row in zip_longest(*lists) for move in row if move is not None]
            shown = " and ".join(map(repr, sides))
            return rows, f"the lists under {shown} are read as the moves of each side"
    if not entries or not isinstance(entries, list):
        return listed, ""
    if how and all(isinstance(entry, str) for entry in entries):
        return entries, how
    if all(isinstance(row, list) for row in entries):
        rows = [move for row in entries for move in row if move is not None]
        return rows, how or "the lists in 'moves' are read as rows of moves"
    if not all(isinstance(entry, dict) and "move" not in entry for entry in entries):
        return listed, ""
    if all(isinstance(entry.get(key), str) for entry in entries for key in _ENDS):
        rows = ["-".join(entry[key] for key in _ENDS) for entry in entries]
        if _share(rows, game) >= SHARE:
            return rows, how or "the texts under 'from' and 'to' are read as moves, with a dash"
    keys = _keys_of_moves(entries, game)
    if len(keys) > 1:
        rows = [entry[key] for entry in entries for key in keys if entry.get(key) is not None]
        shown = " and ".join(map(repr, keys))
        return rows, how or f"the texts under {shown} are read as rows of moves"
    if not keys:
        return listed, ""
    if talk := _chat(entries, keys[0], game):
        return talk, how or f"the texts under {keys[0]!r} are read as a chat"
    renamed = [{"move" if key in keys else key: value for key, value in entry.items()}
               for entry in entries]  # fmt: skip
    lost = [entry for entry in renamed if entry["move"] is None]
    for entry in lost:
        entry["move"] = NOTHING
    more = f"; {NOTHING} stands for {plural(len(lost), 'missing text')}" if lost else ""
    return renamed, how or f"the texts under {keys[0]!r} are read as the moves{more}"


def _chat(listed: list[dict[str, Any]], key: str, game: str | None) -> str:
    """Return a chat as lines such as ``Anna: D3``; empty for objects that are no chat.

    In a chat, objects have two or three speakers, and not all of their texts are moves.

    Args:
        listed: the objects.
        key: the key of the texts.
        game: name of the game; None for an unknown one.
    """
    texts = [text for entry in listed if isinstance(text := entry[key], str)]
    speakers = (
        names
        for other in listed[0]
        if other != key and all(isinstance(entry.get(other), str) for entry in listed)
        and len({*(names := [entry[other] for entry in listed])}) in (2, 3)
    )  # fmt: skip
    names = next(speakers, [])
    if not names or len(texts) < len(listed) or _share(texts, game) == 1:
        return ""
    said = (f"{name}: {' '.join(text.split())}" for name, text in zip(names, texts, strict=True))
    return "\n".join(said)


def _keys_of_moves(listed: list[dict[str, Any]], game: str | None) -> list[str]:
    """Return the key of the moves in objects, or the keys of the sides; empty if unclear."""
    columns = {
        key: [text for entry in listed if isinstance(text := entry.get(key), str)]
        for key in listed[0]
    }
    keys = [key for key, texts in columns.items() if _share(texts, game) >= SHARE]
    texts = [entry.get(keys[0], 0) for entry in listed] if len(keys) == 1 else [0]
    is_one = all(text is None or isinstance(text, str) for text in texts)
    return keys if is_one else in_turn(keys)


def in_turn(keys: Iterable[str]) -> list[str]:
    """Return the keys in the order of moving; an empty list if they do not name all the sides."""
    letters = {key.lower(): key for key in keys}
    named = {colour(key): key for key in letters.values()}
    for sides in SIDES:
        if named.keys() == {*sides}:
            return [named[side] for side in sides]
    initials = next((one for one in _INITIALS if letters.keys() == {*one}), "")
    return [letters[letter] for letter in initials]
