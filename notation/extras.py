"""The packages that are installed on request, and the error where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

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
    "starlette": "serve",
    "uvicorn": "serve",
    "zstandard": "zst",
}
"""The extra that brings a package, by the name under which the package is imported."""


def missing_extra(error: BaseException, wanted: str = "") -> MissingExtra | None:
    """Return what an error of an import stands for; None where no extra brings the package.

    Args:
        error: what was raised.
        wanted: the extra that brings all that the work needs; that of the package by default.
    """
    if not isinstance(error, ModuleNotFoundError):
        return None
    extra = EXTRAS.get((error.name or "").partition(".")[0])
    return MissingExtra(wanted or extra) if extra else None


@contextmanager
def named_extras() -> Iterator[None]:
    """Raise `MissingExtra` for the failed import of a package that an extra brings."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from None
