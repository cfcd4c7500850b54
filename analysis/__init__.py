"""Analysis: replays, findings, diagrams, tables and the command line, by the rules of the games.

A part of ludograph. `replay` plays a record on a board; `convert` writes it in another notation;
`repair` finds what the transcriber meant; `plies` and `games` make data frames of many records.
Names are imported when first used, so that the command line starts quickly.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analysis.games import GAMES, find
    from analysis.games.position import Outcome, Position
    from analysis.games.position import perft as count_sequences
    from analysis.openings import Openings
    from analysis.repair.repair import repair
    from analysis.repair.result import Repair
    from analysis.replay import PlayedPly, Replay, replay
    from analysis.replay.conversion import Conversion, convert
    from analysis.tables.frames import games, plies

__all__ = [
    "GAMES",
    "Conversion",
    "Openings",
    "Outcome",
    "PlayedPly",
    "Position",
    "Repair",
    "Replay",
    "convert",
    "count_sequences",
    "find",
    "games",
    "plies",
    "repair",
    "replay",
]

_HOMES = {
    name: home
    for home, names in {
        "analysis.replay.conversion": ("Conversion", "convert"),
        "analysis.games": ("GAMES", "find"),
        "analysis.games.position": ("Outcome", "Position"),
        "analysis.openings.tree": ("Openings",),
        "analysis.repair.repair": ("repair",),
        "analysis.repair.result": ("Repair",),
        "analysis.replay": ("PlayedPly", "Replay", "replay"),
        "analysis.tables.frames": ("games", "plies"),
    }.items()
    for name in names
}


_HOMES["count_sequences"] = "analysis.games.position"
_ALIASES = {"count_sequences": "perft"}


class _Face(ModuleType):
    """Module class of the package: ``analysis.replay`` is the function, not the submodule."""

    def __getattr__(self, name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), _ALIASES.get(name, name))

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _HOMES:
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted([*self.__dict__, *__all__])


sys.modules[__name__].__class__ = _Face
