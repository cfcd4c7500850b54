"""The catalogue of findings: what each code means, with an example.

``findings.toml`` of this package has the findings of all games; the file in a game's package, built
in or installed, has the findings of that game. A file has the tables ``errors`` and ``notes``, each
with the tables ``moves`` and ``records``. There each code has a meaning and, mostly, an example;
``loses = true`` marks a note that ``--strict`` makes an error::

    [errors.moves]
    off-board = { meaning = "the target is not on the board", example = "`z9`" }

Meanings and examples are Markdown. The text ``about`` introduces the examples of a game.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from notation.registry import BUILT_IN, games, home

SECTIONS = ("errors.moves", "errors.records", "notes.moves", "notes.records")
"""The tables of a file, in the order of the catalogue."""


class FindingKind(NamedTuple):
    """One kind of finding.

    Attributes:
        code: the code of its findings.
        violation: True for a broken rule, False for a note.
        section: its table, one of `SECTIONS`.
        game: name of the only game that has it, None where any game may.
        meaning: what the code means, in Markdown.
        example: a text with the finding, in Markdown; empty if there is none.
        loses: whether the finding is a note on data of the source that the record lacks.
    """

    code: str
    violation: bool
    section: str
    game: str | None
    meaning: str
    example: str = ""
    loses: bool = False


def catalogue(games: Iterable[str] = BUILT_IN) -> tuple[FindingKind, ...]:
    """Return the kinds of findings of some games, section by section.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    kinds = [kind for game in (*games, None) for kind in _kinds(game)]
    return tuple(kind for section in SECTIONS for kind in kinds if kind.section == section)


def explain(code: str, games: Iterable[str]) -> str:
    """Return what a code means in some games, in Markdown; empty where the code is unknown.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    kinds = [kind for kind in catalogue(games) if kind.code == code]
    return "; ".join(dict.fromkeys(kind.meaning for kind in kinds))


@cache
def losing() -> frozenset[str]:
    """Return the codes of notes on data of the source that is lost in the record."""
    return frozenset(kind.code for kind in catalogue(games()) if kind.loses)


def about(game: str) -> str:
    """Return the introduction to the examples of a game, in Markdown; empty if there is none."""
    return str(_tables(game).get("about", ""))


@cache
def _kinds(game: str | None) -> tuple[FindingKind, ...]:
    """Return the kinds in the file of a game; for None, in the file of all games."""
    tables = _tables(game)
    return tuple(
        FindingKind(code, severity == "errors", f"{severity}.{subject}", game, **texts)
        for severity, subject in (section.split(".") for section in SECTIONS)
        for code, texts in tables.get(severity, {}).get(subject, {}).items()
    )


def _tables(game: str | None) -> dict[str, Any]:
    """Return the tables of a file; empty for a game without a file."""
    spec = home(game).__spec__ if game else None
    path = files(spec.parent if spec and spec.parent else "notation") / "findings.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
