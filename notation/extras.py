"""The optional packages, and the error if one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from notation.errors import MissingExtra

EXTRAS = {
    "PIL": "plots",
    "distributed": "cluster",
    "lsprotocol": "lsp",
    "matplotlib": "plots",
    "numpy": "tables",
    "pandas": "tables",
    "pyarrow": "tables",
    "pygls": "lsp",
    "watchfiles": "watch",
    "starlette": "browser",
    "uvicorn": "browser",
    "zstandard": "zst",
}
"""The extra that installs a package, by the package's import name."""

WITH = {
    "library": ("numpy", "zstandard"),
    "plots": ("numpy", "pandas", "pyarrow"),
    "serve": ("numpy", "starlette", "uvicorn", "zstandard"),
}
"""Import names of further packages that an extra installs, by the extra's name."""


def is_installed(package: str) -> bool:
    """Whether a package is installed; the package is not imported."""
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def missing_extra(error: BaseException, wanted: str = "") -> MissingExtra | None:
    """Return the `MissingExtra` error for a failed import; None if no extra installs the package.

    Args:
        error: the exception of the import.
        wanted: the extra to propose if it installs the package; else `EXTRAS` decides.
    """
    if not isinstance(error, ModuleNotFoundError):
        return None
    package = (error.name or "").partition(".")[0]
    extra = wanted if package in WITH.get(wanted, ()) else EXTRAS.get(package)
    return MissingExtra(extra) if extra else None


@contextmanager
def named_extras() -> Iterator[None]:
    """Return a context in which the failed import of an optional package raises `MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from None
