"""Bundled games, shipped with the package and named ``classic:NAME``."""

import os

from notation import UnknownName

PREFIX = "classic:"

_FOLDER = os.path.dirname(__file__)


def classics() -> tuple[str, ...]:
    """Return the names of the bundled games."""
    files = (os.path.splitext(name) for name in os.listdir(_FOLDER))
    return tuple(sorted(stem for stem, ending in files if ending == ".txt"))


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
    return os.path.join(_FOLDER, f"{name}.txt")
