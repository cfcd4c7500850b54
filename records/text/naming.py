"""The game and the variant that the tags of a text name, in whatever words."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from notation import Dialect, UnknownName, dialects
from notation.pattern import lazy_pattern
from notation.registry import likeliest
from records.assumptions import Assumptions, candidates, is_known_game

TAG = lazy_pattern(r'\s*\[\s*([^\s"\[\]]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
"""Matches a tag at the beginning of a line: its name and value."""

FIELDS = ("Game", "Variant", "Dialect", "Start", "Result")
"""The tags that have a field of their own in a record."""

PLAIN_TAGS = frozenset(
    {*FIELDS, "Event", "Site", "Date", "Round", "White", "Black", "Red", "Blue", "Green", "Title"}
    | {"Termination", "Annotator", "Extra", "Source", "Comment", "TimeControl", "PlyCount"}
)
"""Tags with their usual names; others may have them in another language."""


def unescape(text: str) -> str:
    r"""Undo the backslashes of a tag value or a comment; ``\u001b`` is a character by number.

    Before what needs none, such as a folder, a backslash is one.
    """
    return _ESCAPED.sub(_character, text) if "\\" in text else text


_ESCAPED = lazy_pattern(r"\\(?:u([0-9a-f]{4})|(.))", re.DOTALL)

_MEANT = {"n": "\n", "r": "\r"} | dict(zip('\\"{}', '\\"{}', strict=True))


def _character(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _MEANT.get(found[2], found[0])


def possible_dialects(
    assumptions: Assumptions, tags: Mapping[str, str]
) -> tuple[Dialect[object], ...]:
    """Return the dialects that a game with these tags may be written in; none if its is unknown."""
    try:
        return _candidates(
            assumptions.game, tags.get("Game"), assumptions.dialect, tags.get("Dialect")
        )
    except UnknownName:
        return ()


@lru_cache(maxsize=256)
def _candidates(
    game: str | None, tag: str | None, dialect: str | None, dialect_tag: str | None
) -> tuple[Dialect[object], ...]:
    tags = {"Game": tag or "", "Dialect": dialect_tag or ""}
    return candidates(game or game_of(tags), dialect or value_of(tags, "Dialect"))


@lru_cache(maxsize=256)
def fitting_dialects(
    possible: tuple[Dialect[object], ...], titled: str | None, first: tuple[str, ...]
) -> tuple[Dialect[object], ...]:
    """Return the dialects of a game's moves, for its first ones may only be of some games.

    Args:
        possible: the dialects that the game may be written in.
        titled: the game that the title names, which counts if it reads as many moves as any.
        first: the first moves.
    """
    among = tuple(one for one in possible if one.game == titled)
    if among and _readable(among, first) == _readable(possible, first):
        return among
    games = {one.game for one in possible if all(map(one.lenient_pattern.fullmatch, first))}
    return tuple(one for one in possible if one.game in games) if games else possible


def _readable(among: Sequence[Dialect[object]], moves: Sequence[str]) -> int:
    """Return how many moves one of some dialects reads, as far as their form goes."""
    return sum(any(one.lenient_pattern.fullmatch(move) for one in among) for move in moves)


def game_of(tags: Mapping[str, str]) -> str | None:
    """Return the game that the tag names, perhaps with a variant or in another language."""
    named = value_of(tags, "Game")
    if named is None or is_known_game(named):
        return named
    from records.words import game_named

    found = game_named(named)
    return found[0] if found else named


def contradicts(
    assumptions: Assumptions, tags: Mapping[str, str], moves: Sequence[str]
) -> str | None:
    """Return what contradicts the game that a tag names, for a note: the caller, or all the moves.

    None if nothing does.
    """
    named = game_of(tags) if tags.get("Game") else None
    if named is None or not is_known_game(named):
        return None
    if assumptions.game:
        asked = f"the tag Game names {named}: read as {assumptions.game}, as told"
        return None if assumptions.game == named else asked
    if not moves or any(
        one.lenient_pattern.search(move) for one in dialects(named) for move in moves
    ):
        return None
    found = likeliest(moves, dialects())
    return (
        f"the tag Game names {named}, but the moves are like those of {found.dialect.game}"
        if found
        else None
    )


def value_of(tags: Mapping[str, str], tag: str) -> str | None:
    """Return the value of a tag in small letters, None where there is none."""
    return tags.get(tag, "").strip().lower() or None


@lru_cache(maxsize=1 << 10)
def is_usual_tag(name: str) -> bool:
    """Whether a tag has no other, usual name."""
    if name in PLAIN_TAGS:
        return True
    from records.words import tag_name

    return tag_name(name) is None


def variant_of(tags: Mapping[str, str], game: str) -> tuple[str | None, str | None]:
    """Return what the tags say of the variant of a game, as it is written and as a variant string.

    Where there is no tag for it, the tag of the game or the title may name it: ``GIPF (tournoi)``.
    """
    written = tags.get("Variant") or None
    beside = [tags[name] for name in ("Game", "Title") if tags.get(name, game).lower() != game]
    if not (written or beside):
        return None, None
    from records.words import game_named, variant_meant

    if written:
        return written, variant_meant(game, written)
    for text in beside:
        named = game_named(text)
        if named and named[0] == game and named[1]:
            return text, named[1]
    return None, None
