"""The explorer without a server: a tree of positions inside of one page."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from analysis.games.position import AnyPosition
from analysis.library.search import Query
from analysis.library.tree import GamesIndex, Visits, find_visits
from analysis.pages.explore.branches import Branch, branches
from analysis.pages.explore.explorer import Explorer, KnownKind
from analysis.pages.explore.line import PlayedLine
from analysis.pages.explore.listing import listed_games, view_page
from analysis.pages.explore.node import (
    Json,
    View,
    board_json,
    cells_json,
    kind_json,
    node_json,
    starts_json,
)
from analysis.pages.explore.page import build_page
from analysis.pages.html import Markup, element
from analysis.pages.view.packing import packed
from notation import LudographError, find_dialect
from notation.numbers import plural
from records.target import completed

PAGE, GAMES = "index.html", "games.html"

MARK = 'name="generator" content="ludograph'
"""Stands in a page of this program."""

LARGEST = 12_000_000
"""Characters of JSON of one page, before they are packed."""

EXAMPLES = 5
"""Games that are listed for a position."""

MOST_GAMES = 1000
"""Games that can be stepped through; of others there is a line in the lists."""


class OccupiedPlace(LudographError, FileExistsError):
    """A file in the place of the page that is no page of this program."""


class WrittenTree(NamedTuple):
    """What was written.

    Attributes:
        path: the page.
        positions: number of positions in it.
        left_out: what is not in it, a line each.
    """

    path: Path
    positions: int
    left_out: list[str]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of a tree is written.

    Attributes:
        depth: plies from the start.
        least: games of a position.
        largest: characters of JSON.
    """

    depth: int
    least: int
    largest: int = LARGEST


def write_tree(
    library: str,
    question: Query,
    folder: Path,
    bounds: Bounds,
    *,
    dialect: str | None = None,
    force: bool = False,
    gathered: Callable[[int], object] = int,
) -> WrittenTree:
    """Write the tree of the games of a library as a page that needs no server.

    Args:
        library: the library.
        question: which games count.
        folder: where the page is put, as `PAGE`; it is made where there is none.
        bounds: how much of the tree is written.
        dialect: name of the dialect of the moves; None for that of each game.
        force: whether another file in the place of the page is replaced.
        gathered: called with the number of positions so far, after each.

    Raises:
        OccupiedPlace: there is another file.
        UnusableLibrary: it is no library, is damaged, or of another version.
        OSError: the library cannot be read, or the page not be written.
    """
    target = folder / PAGE
    for name in (PAGE, GAMES):
        check_place(folder / name, force)
    with closing(Explorer(library, question)) as explorer, explorer.reading():
        tree = _Tree(explorer, bounds, dialect, gathered)
        content = tree.content()
        games = view_page(explorer, list(tree.games)) if tree.games else ""
    left_out = tree.left_out()
    html = build_page(
        Path(library).name,
        "inside.js",
        data=element("script", Markup(packed(content)), type="text/plain", id="data"),
        about=_about(bounds, question, left_out),
    )
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ((GAMES, games), (PAGE, html)):
        with completed(folder / name) as out:
            out.write(text.encode())
    return WrittenTree(target, len(tree.nodes), left_out)


def check_place(target: Path, force: bool) -> None:
    """Check that the page may be written.

    Raises:
        OccupiedPlace: there is another file.
    """
    if force or not target.exists():
        return
    if not target.is_file() or MARK not in target.read_text(encoding="utf-8", errors="replace"):
        raise OccupiedPlace(f"{target} is no page of ludograph; name another folder, or --force")


def _about(bounds: Bounds, question: Query, left_out: Sequence[str]) -> list[str]:
    """Return what the page holds, in sentences."""
    games = "chosen games" if question.conditions else "games"
    plies, least = plural(bounds.depth, "ply"), plural(bounds.least, "game")
    held = f"Positions of the first {plies} that {least} or more of the {games} reached."
    return [held.replace("1 game or more of", "any of"), *left_out]


class _Parts:
    """Parts of drawings, each once.

    Attributes:
        all: the parts: name, attributes, text, and the numbers of the parts inside.
    """

    def __init__(self) -> None:
        self.all: list[list[object]] = []
        self._numbers: dict[tuple[object, ...], int] = {}

    def number(self, drawing: Sequence[Any]) -> int:
        """Return the number of a drawing."""
        name, attributes, text, *inside = drawing
        numbers = [*map(self.number, inside)]
        key = name, *attributes.items(), text, *numbers
        if key not in self._numbers:
            self._numbers[key] = len(self.all)
            self.all.append([name, attributes, text, *numbers])
        return self._numbers[key]


class _Waiting(NamedTuple):
    """A position that is to be written, those of most games first."""

    games: int
    ply: int
    place: int
    kind: KnownKind
    position: AnyPosition


class _Tree:
    """Gathers the positions of a page.

    Attributes:
        nodes: the positions.
        games: the numbers of the games that can be stepped through, in order.
    """

    def __init__(
        self,
        explorer: Explorer,
        bounds: Bounds,
        dialect: str | None,
        gathered: Callable[[int], object],
    ) -> None:
        self._explorer, self._bounds, self._dialect = explorer, bounds, dialect
        self._gathered = gathered
        self.nodes: list[Json] = []
        self.games: dict[int, None] = {}
        self._size = 0
        self._parts = _Parts()
        self._left: Counter[str] = Counter()
        self._waiting: list[_Waiting] = []
        self._starts: dict[tuple[int, str], list[Json]] = {}
        self._met: set[tuple[int, str]] = set()
        self._indices: dict[int, GamesIndex] = {}
        self._places = count()

    def content(self) -> Json:
        """Return the content of the page."""
        explorer, kinds = self._explorer, self._explorer.kinds
        for kind in kinds:
            line = PlayedLine.read(kind.kind, "", ())
            starts = explorer.starts(kind)
            self._starts[kind.number, str(line.here)] = starts_json(starts)
            firsts = [(line.here, len(kind.games.numbers)), *starts]
            for position, games in firsts:
                self._push(position, -games, 0, kind)
        while self._waiting:
            one = heappop(self._waiting)
            if self._size > self._bounds.largest:
                self._left["size"] += 1 + len(self._waiting)
                break
            self._add(one)
            self._gathered(len(self.nodes))
        return {
            "kinds": [kind_json(one.kind, len(one.games.numbers)) | {"rated": False}
                      for one in kinds],
            "cells": [[cells_json(one.kind, view) for view in self._views(one)] for one in kinds],
            "parts": self._parts.all,
            "nodes": self.nodes,
        }  # fmt: skip

    def _views(self, kind: KnownKind) -> list[View]:
        dialect = find_dialect(kind.kind.game, self._dialect)
        return [View(dialect, flipped) for flipped in (False, True)]

    def _push(self, position: AnyPosition, games: int, ply: int, kind: KnownKind) -> None:
        """Let a position wait, unless it did before."""
        key = kind.number, str(position)
        if key not in self._met:
            self._met.add(key)
            heappush(self._waiting, _Waiting(games, ply, next(self._places), kind, position))

    def _add(self, one: _Waiting) -> None:
        """Add a position, and let those after it wait."""
        explorer, here, views = self._explorer, one.position, self._views(one.kind)
        visits = self._visits(one)
        found = branches(explorer.library, here, visits)
        shown = [branch for branch in found if branch.results.games >= self._bounds.least]
        # The same position stands here for every line, and so without a last move.
        still = PlayedLine((here,), ())
        node = node_json(still, visits, shown, views[0])
        node["board"] = [self._parts.number(board_json(still, view)) for view in views]
        node["kind"] = self._explorer.kinds.index(one.kind)
        node["list"] = self._list(visits)
        if starts := self._starts.get((one.kind.number, str(here))):
            node["starts"] = starts
        node["rare"] = len(found) - len(shown)
        self._left["rare"] += len(found) - len(shown)
        for row in node["rows"] if isinstance(node["rows"], list) else ():
            del row["moves"][1:]
        self.nodes.append(node)
        self._size += len(json.dumps(node))
        if one.ply == self._bounds.depth:
            self._left["deep"] += len(shown)
            return
        for after, branch in _after(shown):
            self._push(after, -branch.results.games, one.ply + 1, one.kind)

    def _visits(self, one: _Waiting) -> Visits:
        """Return the first visits of games to a position."""
        number, games = one.kind.number, one.kind.games
        if number not in self._indices:
            self._indices[number] = GamesIndex(games)
        return find_visits(self._explorer.library, one.position, games, index=self._indices[number])

    def _list(self, visits: Visits) -> Json:
        """Return some of the games, with links to those that can be stepped through."""
        found = listed_games(self._explorer, visits, 0, GAMES, EXAMPLES)
        for game in found["games"] if isinstance(found["games"], list) else ():
            if len(self.games) < MOST_GAMES:
                self.games.setdefault(game["number"])
            if game["number"] not in self.games:
                del game["link"]
        return found

    def left_out(self) -> list[str]:
        """Return what the page has not, a line each."""
        least, depth = plural(self._bounds.least, "game"), plural(self._bounds.depth, "ply")
        reasons = {
            "rare": f"played in fewer than {least}",
            "deep": f"after the first {depth}",
        }
        lines = [
            f"left out: {plural(self._left[name], 'move')} {why}"
            for name, why in reasons.items()
            if self._left[name]
        ]
        if self._left["size"]:
            positions = plural(self._left["size"], "position")
            most = f"{self._bounds.largest:,} characters at most"
            why = f"that made the page too large: {most}"
            lines.append(f"left out: {positions}, and what follows, {why}")
        return lines


def _after(found: Sequence[Branch]) -> Iterator[tuple[AnyPosition, Branch]]:
    """Yield what moves led to, with the moves."""
    for one in found:
        if one.after is not None:
            yield one.after, one
