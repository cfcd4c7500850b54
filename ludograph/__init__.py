"""Records of abstract board games: read, replay, check, convert, repair, tabulate, draw and save.

Find the first error of a game and what was probably meant::

    >>> import ludograph
    >>> for game in ludograph.check("classic:epaminondas-slip"):
    ...     print(game.valid, game.played, game.violations[0].message)
    False 6 a phalanx of 3 takes at most 2, not an enemy line of 3 from g7 (7.7) to g9 (9.7)

Wherever records are expected, a path will do: a file, a folder, a glob pattern, ``-`` for standard
input, ``@NAMES`` for a file of such names, or ``classic:NAME`` for a bundled game. A single record
gives a single result; everything else gives an iterator, one result a record, in bounded memory.

Broken games are values, not exceptions: a `Replay` has ``valid`` and ``findings``, a `Conversion`
and a `Repair` give the reason where there is no result. What the caller gets wrong raises a
`LudographError`, which is a ``ValueError``; a path that does not exist raises `MissingFile`, which
is a ``FileNotFoundError`` as well.

All names here are loaded when first used. The packages below, `notation`, `records` and
`analysis`, have everything else.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ludograph._packages import check_packages

if TYPE_CHECKING:
    from analysis.games.position import Outcome, Position
    from analysis.repair.result import Repair
    from analysis.replay import Ply, Replay
    from analysis.replay.conversion import Conversion
    from analysis.version import __version__ as __version__
    from ludograph._games import check, convert, repair, replay
    from ludograph._output import draw, games, plies, save
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

__all__ = [
    "AmbiguousMove",
    "CannotWrite",
    "Conversion",
    "Finding",
    "IllegalMove",
    "InvalidPosition",
    "InvalidVariant",
    "LudographError",
    "MissingExtra",
    "MissingFile",
    "Outcome",
    "Ply",
    "Position",
    "Record",
    "Repair",
    "Replay",
    "UnknownName",
    "UnreadableMove",
    "UnwritableMove",
    "check",
    "convert",
    "draw",
    "games",
    "parse",
    "plies",
    "read",
    "read_text",
    "repair",
    "replay",
    "save",
]

_HOMES = {
    name: home
    for home, names in {
        "analysis.version": "__version__",
        "analysis": "Conversion Outcome Ply Position Repair Replay",
        "ludograph._games": "check convert repair replay",
        "ludograph._output": "draw games plies save",
        "ludograph._sources": "read read_text",
        "notation": "parse",
        "notation.findings": "Finding",
        "records": "CannotWrite Record",
    }.items()
    for name in names.split()
}
"""Where each name is defined; those that are not listed are in `notation.errors`."""


def __getattr__(name: str) -> object:
    if name not in __all__ and name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    check_packages()
    value = getattr(import_module(_HOMES.get(name, "notation.errors")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
