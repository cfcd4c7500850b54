"""What follows from the rules: replays, findings, diagrams, tables, and the command line.

`replay` plays a record on a board; `convert` writes it in another notation; `repair` finds what
the transcriber meant; `plies` and `games` make data frames of many. The names are loaded when first
used, so that the command line starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.converting import Conversion, convert
    from analysis.counting import count_sequences
    from analysis.openings import Openings
    from analysis.registry import GAMES, find
    from analysis.repairing.repair import repair
    from analysis.repairing.result import Repair
    from analysis.replaying import Ply, Replay, replay
    from analysis.rules.position import Outcome, Position
    from analysis.tables import games, plies

__all__ = [
    "GAMES",
    "Conversion",
    "Openings",
    "Outcome",
    "Ply",
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
    "analysis.converting": ("Conversion", "convert"),
    "analysis.counting": ("count_sequences",),
    "analysis.openings": ("Openings",),
    "analysis.registry": ("GAMES", "find"),
    "analysis.repairing.repair": ("repair",),
    "analysis.repairing.result": ("Repair",),
    "analysis.replaying": ("Ply", "Replay", "replay"),
    "analysis.rules.position": ("Outcome", "Position"),
    "analysis.tables": ("games", "plies"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
