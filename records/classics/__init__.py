"""Bundled games, shipped with the package and named ``classic:NAME``."""

import os
from importlib.resources import files

from notation import UnknownName

PREFIX = "classic:"


def classics() -> tuple[str, ...]:
    """Return the names of the bundled games."""
    found = (entry.name for entry in files(__name__).iterdir() if entry.name.endswith(".txt"))
    return tuple(sorted(name.removesuffix(".txt") for name in found))


def is_classic(source: str | os.PathLike[str]) -> bool:
    """Tell whether a source names a bundled game."""
    return isinstance(source, str) and source.startswith(PREFIX)


def classic_path(source: str) -> str:
    """Return the path of a bundled game.

    Raises:
        UnknownName: there is no such game.
    """
    name = source.removeprefix(PREFIX)
    if name not in classics():
        raise UnknownName(f"no bundled game {name!r}; there are: {', '.join(classics())}")
    return str(files(__name__) / f"{name}.txt")
