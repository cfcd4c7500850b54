"""Where an opening has its name from: the ply that leads to the position, and the file of names."""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from analysis.games.variant import Variant
from analysis.language_server.editing.document import PlacedGame
from analysis.language_server.lines import EditorDocument
from analysis.openings.names import BUNDLED, OpeningName, bundled_names, openings_by_key
from analysis.select.position import merge_keys

DEPTH = 20
"""Plies among whose positions the name of an opening is looked for."""


class NamedOpening(NamedTuple):
    """The opening of a game.

    Attributes:
        name: its name.
        at: the index of the ply that leads to the position of that name.
        line: number of the line in the bundled file that names the position.
    """

    name: str
    at: int
    line: int


def opening(game: PlacedGame, plies: int) -> NamedOpening | None:
    """Return the last opening with a name after the first plies of a game, if any."""
    if game.replay.game is None or game.replay.variant is None:
        return None
    known = _openings(game.replay.game.name, game.replay.variant)
    for index in reversed(range(min(plies, DEPTH, len(game.plies)) if known else 0)):
        if found := known.get(min(merge_keys(game.plies[index].after, True))):
            return NamedOpening(found.name, index, found.line)
    return None


@lru_cache(maxsize=64)
def _openings(game: str, variant: Variant) -> Mapping[int, OpeningName]:
    return openings_by_key(_bundled(), game, variant, fold=True)


@cache
def _bundled() -> tuple[OpeningName, ...]:
    return bundled_names()


def definition(document: EditorDocument, position: types.Position) -> types.Location | None:
    """Return the ply that leads to the position from which the opening has its name.

    Of a ply it is the opening up to there, of a tag or the first line that of the game.
    """
    if (found := _at(document, position)) is None:
        return None
    game, named = found
    span = game.span(named.at)
    return types.Location(document.uri, document.lines.range(*span)) if span else None


def declaration(document: EditorDocument, position: types.Position) -> types.Location | None:
    """Return the line of the bundled file that names the opening, with its source above it."""
    file = files("analysis.openings") / BUNDLED
    found = _at(document, position)
    if found is None or not isinstance(file, Path):
        return None
    start = types.Position(found[1].line - 1, 0)
    return types.Location(file.as_uri(), types.Range(start, start))


def _at(
    document: EditorDocument, position: types.Position
) -> tuple[PlacedGame, NamedOpening] | None:
    line, column = document.lines.place(position)
    if (game := document.game_at(line)) is None:
        return None
    index = game.ply_at(line, column)
    is_above = line == game.first_line or document.lines[line].lstrip().startswith("[")
    if index is None and not is_above:
        return None
    named = opening(game, len(game.plies) if index is None else index + 1)
    return (game, named) if named else None
