"""Checks that the packages imported with ludograph are its own.

`notation`, `records` and `analysis` are plain names. Another distribution that has a package of one
of them overwrites it when it is installed into the same environment, and a folder of the name
beside a script is found before it.
"""

import os
from functools import cache
from importlib.machinery import PathFinder

PACKAGES = ("notation", "records", "analysis")

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class ForeignPackage(ImportError):
    """A foreign package in place of one of ludograph's."""


@cache
def check_packages() -> None:
    """Make sure that the packages that would be imported are those of ludograph.

    Raises:
        ForeignPackage: a package is foreign; the message names the file and the remedy.
    """
    for name in PACKAGES:
        wanted = os.path.join(_HOME, name, "__init__.py")
        spec = PathFinder.find_spec(name)
        found = spec.origin if spec else None
        if found is None or _real(found) != _real(wanted) or not _is_own(wanted):
            message = (
                f"the package {name} {_described(found)}: install ludograph into an environment of "
                'its own, by "pipx install ludograph" or "uv tool install ludograph"'
            )
            raise ForeignPackage(message, name=name, path=found)


def _real(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))


def _is_own(path: str) -> bool:
    """Whether the docstring of a package names ludograph."""
    with open(path, "rb") as file:
        return b"ludograph" in file.read(2000)


def _described(found: str | None) -> str:
    """Return where a foreign package is, and the distribution that installed it if known."""
    from importlib.metadata import distributions

    if found is None:
        return "is missing"
    for distribution in distributions():
        files = (str(distribution.locate_file(file)) for file in distribution.files or ())
        title = distribution.metadata["Name"]
        if title != "ludograph" and found in map(os.path.abspath, files):
            return f"is that of {title} {distribution.version} ({found})"
    return f"is not that of ludograph ({found})"
