"""The catalogue of findings: what each code means, with an example.

Each file ``findings.toml`` has a part of it: the one in this package the findings of any game, the
one in the package of a game's notation, built in or installed, the findings of that game alone. A
file has the tables ``errors`` and ``notes``, each with the tables ``moves`` and ``records``, in
which each code has a meaning and, mostly, an example::

    [errors.moves]
    off-board = { meaning = "the target is not on the board", example = "`z9`" }

Meanings and examples are Markdown. The text ``about`` introduces the examples of a game.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import fill
from types import MappingProxyType

from notation.registry import BUILT_IN, home, site_names

SHARED = "notation"
"""The package with the findings of any game."""

HEADS = MappingProxyType(
    {
        "errors.moves": ("code", "what is wrong", "example"),
        "errors.records": ("code", "what is wrong", "example"),
        "notes.moves": ("code", "leniency", "example"),
        "notes.records": ("code", "meaning"),
    }
)
"""The sections of the document in order, with the heads of their tables."""

INTRODUCTION = """\
# What a check can find

Every finding has a code, which scripts can rely on. An *error* is a broken rule and makes the exit
status 1; a *note* is a leniency of the reader. `ludograph check --json` prints both as objects.
"""


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding.

    Attributes:
        code: the code of its findings.
        violation: True for a broken rule, False for a note.
        section: its section, a key of `HEADS`.
        meaning: what the code means, in Markdown.
        example: a text with the finding, in Markdown; empty for none.
        game: name of the only game that has it, None where any game may.
    """

    code: str
    violation: bool
    section: str
    meaning: str
    example: str = ""
    game: str | None = None


def catalogue(games: Iterable[str] = BUILT_IN) -> tuple[FindingKind, ...]:
    """Return the kinds of findings of some games, section by section.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    kinds = [kind for game in (*games, None) for kind in _kinds(game)]
    return tuple(kind for section in HEADS for kind in kinds if kind.section == section)


def explain(code: str, games: Iterable[str]) -> str:
    """Return what a code means in some games, in Markdown; empty where the code is unknown.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    kinds = [kind for kind in catalogue(games) if kind.code == code]
    return "; ".join(dict.fromkeys(kind.meaning for kind in kinds))


def document(games: Iterable[str] = BUILT_IN) -> str:
    """Return the catalogue of some games as a document in Markdown."""
    names = tuple(games)
    parts = [INTRODUCTION]
    for section in HEADS:
        # Notes on any game come before those on one game, errors after them.
        owners = (None, *names) if section == "notes.moves" else (*names, None)
        parts += [part for game in owners if (part := _section(section, game))]
    return "\n".join(parts)


def _section(section: str, game: str | None) -> str:
    """Return a heading, an introduction and a table; empty for a section without kinds."""
    kinds = [kind for kind in _kinds(game) if kind.section == section]
    if not kinds:
        return ""
    severity, subject = section.split(".")
    title = f"{severity.title()}: {subject}"
    if game:
        title += f" of {site_names(game).title}"
    about = _about(game) if severity == "errors" else ""
    introduction = f"{fill(about, 100)}\n\n" if about else ""
    heads = HEADS[section]
    rows = [(f"`{kind.code}`", kind.meaning, kind.example)[: len(heads)] for kind in kinds]
    lines = [_row(heads), "|" + "---|" * len(heads), *map(_row, rows)]
    return f"## {title}\n\n{introduction}" + "".join(f"{line}\n" for line in lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


@cache
def _kinds(game: str | None) -> tuple[FindingKind, ...]:
    return tuple(_read(game))


def _read(game: str | None) -> Iterator[FindingKind]:
    tables = _tables(game)
    for section in HEADS:
        severity, subject = section.split(".")
        for code, texts in tables.get(severity, {}).get(subject, {}).items():
            yield FindingKind(code, severity == "errors", section, game=game, **texts)


def _about(game: str | None) -> str:
    return str(_tables(game).get("about", ""))


def _tables(game: str | None) -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """Return the tables of a file; empty for a game without one."""
    spec = home(game).__spec__ if game else None
    path = files(spec.parent if spec and spec.parent else SHARED) / "findings.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
