"""Detection of the game and dialect of moves, for texts, JSON, SGF, tables and scans.

A name given by the caller, a tag or a title decides. Without a name, the dialect is chosen that
reads most moves; ties are broken by the moves that are canonical and fit the board.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from notation import Dialect, UnknownName
from notation.registry import Likeliest, likeliest
from records.assumptions import Assumptions, candidates, installed_candidates, is_known_game
from records.words import game_named

TITLED = 0.5
"""Minimum share of the readable moves that the game in a title has to read. Notations share shapes,
so the title decides, unless it is about another game."""

_NO_GAME = "the record names no game"


class Guess(NamedTuple):
    """The game and the dialect of moves.

    Attributes:
        game: name of the game; None for an unknown one.
        dialect: name of the dialect; None for an unknown one.
        why: the reason for the game, a sentence; empty if it was named.
        alike: the games that the moves fit equally well, the guessed game first.
    """

    game: str | None
    dialect: str | None
    why: str = ""
    alike: tuple[str, ...] = ()


def which_game(
    moves: Sequence[str],
    among: Sequence[Dialect[object]],
    titled: str | None = None,
    named: bool = False,
) -> Guess | None:
    """Return the game and dialect of moves; None if no dialect reads any of them.

    Args:
        among: the dialects that they may be written in, likeliest first.
        titled: the game that a title or heading names.
        named: whether the caller or a tag names the game.
    """
    of_title = tuple(one for one in among if one.game == titled)
    if of_title and readable(moves, of_title) >= TITLED * readable(moves, among):
        among, named = of_title, True
    if len(among) == 1:
        dialect = among[0]
        why = f"{_NO_GAME}: read as {dialect.game}, which alone has the dialect {dialect.name}"
        return Guess(dialect.game, dialect.name, "" if named else why)
    found = likeliest(moves, among)
    if found is None:
        return None
    return Guess(
        found.dialect.game,
        found.dialect.name,
        "" if named else _why(found),
        tuple(found.games),
    )


def readable(moves: Sequence[str], among: Sequence[Dialect[object]]) -> int:
    """Return the number of texts that look like moves in one of the given dialects."""
    return sum(any(one.lenient_pattern.fullmatch(move) for one in among) for move in moves)


def guess(game: str | None, dialect: str | None, moves: Sequence[str]) -> Guess:
    """Return the game and dialect of moves; a name that is not None is taken as known."""
    dialect = dialect.strip().lower() or None if dialect else None
    if game and dialect:
        return Guess(game, dialect)
    try:
        found = which_game(moves, candidates(game, dialect), named=bool(game))
        if found is None and moves and not game:
            found = which_game(moves, installed_candidates(dialect))
    except UnknownName:
        return Guess(game, dialect)
    return found or Guess(game, dialect)


def _why(found: Likeliest) -> str:
    """Return the reason for a game that the moves decide."""
    if len(found.games) > 1:
        alike = " and ".join(found.games)
        return f"{_NO_GAME}: the moves fit {alike} equally well; read as {found.dialect.game}"
    return f"{_NO_GAME}: read as {found.dialect.game}, for {found.reason}"


def possible_dialects(
    assumptions: Assumptions, tags: Mapping[str, str]
) -> tuple[Dialect[object], ...]:
    """Return the dialects that the caller and the tags allow; none for an unknown game."""
    tagged = tags.get("Dialect", "").strip().lower() or None
    try:
        return candidates(assumptions.game or game_of(tags), assumptions.dialect or tagged)
    except UnknownName:
        return ()


def game_of(tags: Mapping[str, str]) -> str | None:
    """Return the game that the tag ``Game`` names, with or without a variant, in any language."""
    named = tags.get("Game", "").strip().lower() or None
    if named is None or is_known_game(named):
        return named
    found = game_named(named)
    return found[0] if found else named
