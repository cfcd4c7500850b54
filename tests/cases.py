"""A table of cases in one test, which names all failing cases.

An item of pytest takes some milliseconds to set up. Therefore a table of hundreds of small
cases is one item; `parametrize` is used for long cases, and for cases with their own fixtures.
"""

import functools
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest


def each_case(
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    ids: Mapping[str, Any] | Iterable[str] | Callable[[Any], str] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that runs a test with each case, and reports all failures at the end.

    Args:
        names: name of the argument for a case, or the names for the values of a case.
        cases: the cases.
        ids: the names of the cases, or a function that names a case; by default ``str``.
    """
    arguments = (names,) if isinstance(names, str) else names
    table = list(cases)
    titles = list(map(ids, table)) if callable(ids) else list(map(str, ids or table))
    assert table

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            failed = []
            for title, case in zip(titles, table, strict=True):
                values = (case,) if isinstance(names, str) else case
                try:
                    test(**fixtures, **dict(zip(arguments, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"case: {title}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(titles)} cases fail", failed)

        signature = inspect.signature(test)
        run.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[one for one in signature.parameters.values() if one.name not in arguments]
        )
        return run

    return decorate


def each_line(path: Path, key: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that runs a test with each ``case`` of a table that has a key.

    Args:
        path: the table, with a JSON object on each line.
        key: the key; objects without it are skipped.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return each_case("case", [one for one in map(json.loads, lines) if key in one])
