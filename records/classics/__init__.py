"""Bundled games, shipped with the package and named ``classic:NAME``."""

import os
from pathlib import Path

from notation import UnknownName

PREFIX = "classic:"

_FOLDER = Path(__file__).parent


def classics() -> tuple[str, ...]:
    """Return the names of the bundled games."""
    return tuple(sorted(entry.stem for entry in _FOLDER.glob("*.txt")))


def is_classic(source: str | os.PathLike[str]) -> bool:
    """Whether a source names a bundled game."""
    return isinstance(source, str) and source.startswith(PREFIX)


def classic_path(source: str) -> str:
    """Return the path of a bundled game.

    Raises:
        UnknownName: there is no such game.
    """
    name = source.removeprefix(PREFIX)
    if name not in classics():
        raise UnknownName.among("bundled game", name, classics())
    return str(_FOLDER / f"{name}.txt")
