"""Records of abstract board games: read, play, check, convert, repair, tabulate, draw and save.

Find the first error of a game and what was probably meant::

    >>> import ludograph
    >>> for game in ludograph.check("classic:epaminondas-slip"):
    ...     print(game.valid, game.played, game.violations[0].message)
    False 6 a phalanx of 3 takes at most 2, not an enemy line of 3 from g7 (7.7) to g9 (9.7)

A path can be passed wherever records are expected: a file, a folder, a glob pattern, ``-`` for
standard input, ``@NAMES`` for a file of such names, or ``classic:NAME`` for a bundled game. A
single record gives a single result; everything else gives an iterator, one result per record, in
bounded memory.

Broken games are values, not exceptions: a `Game` has ``valid`` and ``findings``, a `Conversion`
and a `Repair` give the reason where there is no result.

Play on a board, in any notation::

    >>> position = ludograph.start("gipf", "basic")
    >>> position.side, len(position.legal_moves)
    ('white', 30)
    >>> position = position.play("a1-b2")
    >>> position["c3"], position["d4"]
    ('b', None)

Here, breaking a rule is an exception. Every mistake of the caller is a `LudographError`, which is a
``ValueError``; a wrong type is a ``TypeError``; a path that does not exist raises `MissingFile`,
which is a ``FileNotFoundError`` as well.

All names here are imported when first used. ``docs/stability.md`` describes the stable interface.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ludograph._packages import check_packages

if TYPE_CHECKING:
    from analysis.drawing.picture import InvalidPicture
    from analysis.games.position import Outcome
    from analysis.library.importing import Imported
    from analysis.library.search import Hit
    from analysis.repair.result import Alternative, Edit, Repair, Solution
    from analysis.replay.conversion import Conversion
    from analysis.version import __version__ as __version__
    from ludograph._archive import Library, library, openings, plot, select, statistics
    from ludograph._board import Move, Position, perft, position, start
    from ludograph._drawing import DrawOptions
    from ludograph._games import Game, Ply, Replay, check, convert, repair, replay
    from ludograph._output import draw, games, plies, save, view
    from ludograph._sources import read, read_text
    from notation import parse
    from notation.errors import (
        AmbiguousMove,
        IllegalMove,
        InvalidPosition,
        InvalidVariant,
        LudographError,
        MissingExtra,
        MissingFile,
        UnknownName,
        UnreadableMove,
        UnwritableMove,
    )
    from notation.findings import Finding
    from records import CannotWrite, Record
    from records.model import Source

__all__ = [
    "Alternative",
    "AmbiguousMove",
    "CannotWrite",
    "Conversion",
    "DrawOptions",
    "Edit",
    "Finding",
    "Game",
    "Hit",
    "IllegalMove",
    "Imported",
    "InvalidPicture",
    "InvalidPosition",
    "InvalidVariant",
    "Library",
    "LudographError",
    "MissingExtra",
    "MissingFile",
    "Move",
    "Outcome",
    "Ply",
    "Position",
    "Record",
    "Repair",
    "Replay",
    "Solution",
    "Source",
    "UnknownName",
    "UnreadableMove",
    "UnwritableMove",
    "check",
    "convert",
    "draw",
    "games",
    "library",
    "openings",
    "parse",
    "perft",
    "plies",
    "plot",
    "position",
    "read",
    "read_text",
    "repair",
    "replay",
    "save",
    "select",
    "start",
    "statistics",
    "view",
]

_HOMES = {
    name: home
    for home, names in {
        "analysis.drawing.picture": "InvalidPicture",
        "analysis.games.position": "Outcome",
        "analysis.repair.result": "Alternative Edit Repair Solution",
        "analysis.replay.conversion": "Conversion",
        "analysis.library.importing": "Imported",
        "analysis.library.search": "Hit",
        "ludograph._archive": "Library library openings plot select statistics",
        "ludograph._board": "Move Position perft position start",
        "ludograph._drawing": "DrawOptions",
        "ludograph._games": "Game Ply Replay check convert repair replay",
        "ludograph._output": "draw games plies save view",
        "ludograph._sources": "read read_text",
        "notation": "parse",
        "notation.errors": "AmbiguousMove IllegalMove InvalidPosition InvalidVariant "
        "LudographError MissingExtra MissingFile UnknownName UnreadableMove UnwritableMove",
        "notation.findings": "Finding",
        "records": "CannotWrite Record",
        "records.model": "Source",
    }.items()
    for name in names.split()
}
"""Where each public name is defined."""


def __getattr__(name: str) -> object:
    home = "analysis.version" if name == "__version__" else _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    check_packages()
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
