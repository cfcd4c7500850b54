"""A table of cases in one test, which names all those that fail.

An item of pytest costs some milliseconds before it does anything. A table of hundreds of small
cases is run as one: `parametrize` stays where a case is long, or needs fixtures of its own.
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
    """Run a test with each of many cases, whichever of them fail.

    Args:
        names: the argument that is given a case, or those that its values go to.
        cases: the cases.
        ids: their names, or what names one; else a case is named by itself.
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
    """Run a test with each ``case`` of a table that states something: an object on each line.

    Args:
        path: the table.
        key: what the cases state that are taken.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return each_case("case", [one for one in map(json.loads, lines) if key in one])
