"""Checks that the packages imported with ludograph are its own.

`notation`, `records` and `analysis` are common names. Another distribution may have a package of
the same name, which overwrites ludograph's in the same environment. A folder of the same name
beside a script is found before the installed package.
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
    """Check that the packages that Python would import are those of ludograph.

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
    """Whether a file names ludograph in its first 2,000 bytes, as its docstring would."""
    with open(path, "rb") as file:
        return b"ludograph" in file.read(2000)


def _described(found: str | None) -> str:
    """Return the path of a foreign package, and the distribution that installed it if known."""
    from importlib.metadata import distributions

    if found is None:
        return "is missing"
    for distribution in distributions():
        files = (str(distribution.locate_file(file)) for file in distribution.files or ())
        title = distribution.metadata["Name"]
        if title != "ludograph" and found in map(os.path.abspath, files):
            return f"is that of {title} {distribution.version} ({found})"
    return f"is not that of ludograph ({found})"
