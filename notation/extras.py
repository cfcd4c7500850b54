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
"""Extras by the import name of a package that they install."""

WITH = {
    "library": ("numpy", "zstandard"),
    "plots": ("numpy", "pandas", "pyarrow"),
    "serve": ("numpy", "starlette", "uvicorn", "zstandard"),
}
"""Further packages of an extra, which other extras install as well."""


def is_installed(package: str) -> bool:
    """Whether a package is installed; it is not imported."""
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def missing_extra(error: BaseException, wanted: str = "") -> MissingExtra | None:
    """Return the `MissingExtra` error for a failed import; None if no extra has the package.

    Args:
        error: the exception.
        wanted: the extra to name if it has the package; otherwise the package's own extra.
    """
    if not isinstance(error, ModuleNotFoundError):
        return None
    package = (error.name or "").partition(".")[0]
    extra = wanted if package in WITH.get(wanted, ()) else EXTRAS.get(package)
    return MissingExtra(extra) if extra else None


@contextmanager
def named_extras() -> Iterator[None]:
    """Raise `MissingExtra` if the import of a package of an extra fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from None
