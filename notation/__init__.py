"""Move notations of abstract board games: texts to moves and moves to texts.

This floor has coordinates and grammars, and no rules: ``analysis`` decides whether a move may be
played.
"""

from typing import Any

from notation.dialect import Dialect, Reading
from notation.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidPosition,
    InvalidVariant,
    LudographError,
    UnknownName,
    UnreadableMove,
    UnwritableMove,
)
from notation.findings import Finding
from notation.registry import dialects, sniff
from notation.registry import find as find_dialect

__all__ = [
    "AmbiguousMove",
    "Dialect",
    "Finding",
    "IllegalMove",
    "InvalidPosition",
    "InvalidVariant",
    "LudographError",
    "Reading",
    "UnknownName",
    "UnreadableMove",
    "UnwritableMove",
    "dialects",
    "find_dialect",
    "format",
    "parse",
    "read",
    "sniff",
]


def read(game: str, text: str, dialect: str | None = None) -> Reading[Any]:
    """Read a move text into everything that it can mean, with a note on each leniency.

    Args:
        game: a game's name, such as ``"epaminondas"``.
        text: one move.
        dialect: a dialect's name; None takes the one that fits the text best.

    Raises:
        UnknownName: there is no such game or dialect.
        UnreadableMove: the text is no move.
    """
    if dialect is None:
        return (sniff([text], dialects(game)) or find_dialect(game)).read(text)
    return find_dialect(game, dialect).read(text)


def parse(game: str, text: str, dialect: str | None = None) -> Any:
    """Read a move text into the likeliest move that it stands for.

    In some dialects that is a partial move, to be completed on a board with
    ``Position.completions``. Arguments and errors are those of `read`.
    """
    return read(game, text, dialect).moves[0]


def format(game: str, move: Any, dialect: str | None = None) -> str:  # noqa: A001 (the interface's name)
    """Write a complete move canonically.

    Args:
        game: a game's name.
        move: a move of that game.
        dialect: a dialect's name; None takes the game's default.

    Raises:
        UnknownName: there is no such game or dialect.
        UnwritableMove: the dialect cannot express the move.
    """
    return find_dialect(game, dialect).write(move)
