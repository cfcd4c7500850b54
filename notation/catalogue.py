"""The catalogue of findings: what each code means, with an example.

``notation/findings.toml`` has the findings that any game may have. Each game's package may have a
``findings.toml`` with findings of this game only. A file has the tables ``errors`` and ``notes``,
each with the tables ``moves`` and ``records``. These map codes to a meaning and an optional
example; ``loses = true`` marks a note that ``--strict`` makes an error::

    [errors.moves]
    off-board = { meaning = "the target is not on the board", example = "`z9`" }

Meanings and examples are Markdown. The optional key ``about`` is an introduction to the examples.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from notation.registry import home, loadable

SECTIONS = ("errors.moves", "errors.records", "notes.moves", "notes.records")
"""The tables of ``findings.toml``, in the order of the catalogue."""


class FindingKind(NamedTuple):
    """A kind of finding.

    Attributes:
        code: kebab-case name of the kind, such as ``"off-board"``.
        violation: True for a broken rule, False for a note.
        section: the table that describes the kind, one of `SECTIONS`.
        game: the game to which the kind is limited; None if any game may have it.
        meaning: what the code means, in Markdown.
        example: a text with the finding, in Markdown; empty if there is none.
        loses: True for a note on data of the source that the record does not keep.
    """

    code: str
    violation: bool
    section: str
    game: str | None
    meaning: str
    example: str = ""
    loses: bool = False


def catalogue(games: Iterable[str] | None = None) -> tuple[FindingKind, ...]:
    """Return the kinds of findings, in the order of `SECTIONS`.

    Args:
        games: the games that they may belong to; None for all games that can be loaded.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    kinds_of_games = map(_kinds, games) if games is not None else loadable(_kinds)
    kinds = [kind for found in (*kinds_of_games, _kinds(None)) for kind in found]
    return tuple(kind for section in SECTIONS for kind in kinds if kind.section == section)


def explain(code: str, games: Iterable[str]) -> str:
    """Return the meaning of a finding code in the given games, in Markdown; empty if unknown.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    kinds = [kind for kind in catalogue(games) if kind.code == code]
    return "; ".join(dict.fromkeys(kind.meaning for kind in kinds))


@cache
def losing() -> frozenset[str]:
    """Return the codes of notes on data that a record does not keep, from all games."""
    return frozenset(kind.code for kind in catalogue() if kind.loses)


def about(game: str) -> str:
    """Return the introduction to the examples of a game, in Markdown; empty if there is none."""
    return str(_tables(game).get("about", ""))


@cache
def _kinds(game: str | None) -> tuple[FindingKind, ...]:
    """Return the kinds in a game's ``findings.toml``, or in the common file if ``game`` is None."""
    tables = _tables(game)
    return tuple(
        FindingKind(code, severity == "errors", f"{severity}.{subject}", game, **texts)
        for severity, subject in (section.split(".") for section in SECTIONS)
        for code, texts in tables.get(severity, {}).get(subject, {}).items()
    )


def _tables(game: str | None) -> dict[str, Any]:
    """Return the tables of the file that `_kinds` reads; empty if the game has no such file."""
    spec = home(game).__spec__ if game else None
    path = files(spec.parent if spec and spec.parent else "notation") / "findings.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
