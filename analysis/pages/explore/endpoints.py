"""What the server of an explorer answers."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.datastructures import QueryParams
from starlette.responses import Response

from analysis.library.search import Query
from analysis.library.tree import Visits
from analysis.pages.explore.branches import branches
from analysis.pages.explore.explorer import Explorer, KnownKind, sides_of
from analysis.pages.explore.filters import GameFilter
from analysis.pages.explore.line import PlayedLine, position_of
from analysis.pages.explore.listing import listed_games, view_page
from analysis.pages.explore.node import (
    Json,
    View,
    beside_json,
    board_json,
    cells_json,
    kind_json,
    node_json,
    starts_json,
)
from analysis.pages.explore.page import build_page
from analysis.pages.server import Asked, Endpoint, answer_json, page
from notation import find_dialect
from notation.dialect import AnyDialect


class ExplorerEndpoints:
    """The endpoints of an explorer; as many are open as have answered at once.

    Args:
        path: the library.
        question: which games are explored.
        dialect: name of the dialect of the moves; None for that of each game.
    """

    def __init__(self, path: str, question: Query, dialect: str | None = None) -> None:
        self._path, self._question, self._dialect = path, question, dialect
        self._idle: list[Explorer] = []

    @property
    def all(self) -> list[Endpoint]:
        """The endpoints."""
        answers: dict[str, Callable[[Explorer, Asked], Json]] = {
            "kinds": self._kinds,
            "cells": self._cells,
            "node": self._node,
            "beside": self._beside,
            "games": self._games,
            "players": self._players,
            "place": self._place,
        }
        return [
            Endpoint("/", self._page),
            Endpoint("/game/{number}", self._game),
            *(Endpoint(f"/{name}", self._reading(one)) for name, one in answers.items()),
        ]

    def close(self) -> None:
        """Close the explorers, once nothing is asked."""
        while self._idle:
            self._idle.pop().close()

    def _reading(self, answer: Callable[[Explorer, Asked], Json]) -> Callable[[Asked], Response]:
        def respond(asked: Asked) -> Response:
            with self._opened() as explorer:
                content = answer(explorer, asked)
            return answer_json(content)

        return respond

    @contextmanager
    def _opened(self) -> Iterator[Explorer]:
        try:
            explorer = self._idle.pop()  # the last one used knows most
        except IndexError:
            explorer = Explorer(self._path, self._question)
        try:
            with explorer.reading():
                yield explorer
        finally:
            self._idle.append(explorer)

    def _game(self, asked: Asked) -> Response:
        """Return the page that steps through a game."""
        number = _number(asked.path["number"], 0)
        with self._opened() as explorer:
            return page(view_page(explorer, number))

    def _page(self, asked: Asked) -> Response:
        chosen = "Only the games chosen on the command line." if self._question.conditions else ""
        return page(build_page(Path(self._path).name, chosen))

    def _view(self, kind: KnownKind, query: QueryParams) -> View:
        return View(self._dialect_of(kind), bool(query.get("flip")))

    def _dialect_of(self, kind: KnownKind) -> AnyDialect:
        return find_dialect(kind.kind.game, self._dialect)

    def _kinds(self, explorer: Explorer, asked: Asked) -> Json:
        return {"kinds": [kind_json(one.kind, len(one.games)) for one in explorer.kinds]}

    def _cells(self, explorer: Explorer, asked: Asked) -> Json:
        kind = kind_of(explorer, asked.query)
        return dict(cells_json(kind.kind, self._view(kind, asked.query)))

    def _node(self, explorer: Explorer, asked: Asked) -> Json:
        query = asked.query
        kind, line, visits = self._visits(explorer, query)
        found = branches(explorer.library, line.here, visits, fold=not query.get("apart"))
        view = self._view(kind, query)
        node = node_json(line, visits, found, view) | {"board": board_json(line, view)}
        if not (line.origin or line.moves):
            node["starts"] = starts_json(explorer.starts(kind))
        return node

    def _visits(
        self, explorer: Explorer, query: QueryParams
    ) -> tuple[KnownKind, PlayedLine, Visits]:
        kind = kind_of(explorer, query)
        line = PlayedLine.read(kind.kind, query.get("at", ""), query.getlist("m"))
        if turned := query.get("turned", ""):
            line = line.turned(_number(turned, -1))
        wanted = GameFilter.read(query, sides_of(kind.kind))
        return kind, line, explorer.visits(kind, line.here, wanted, not query.get("apart"))

    def _beside(self, explorer: Explorer, asked: Asked) -> Json:
        kind, line, visits = self._visits(explorer, asked.query)
        fold = not asked.query.get("apart")
        found = branches(explorer.library, line.here, visits, fold=fold)
        return {"rows": beside_json(found, kind, explorer.facts(kind), line.here.turn)}

    def _games(self, explorer: Explorer, asked: Asked) -> Json:
        _, _, visits = self._visits(explorer, asked.query)
        start = _number(asked.query.get("start", ""), 0)
        return listed_games(explorer, visits, start)

    def _players(self, explorer: Explorer, asked: Asked) -> Json:
        facts = explorer.facts(kind_of(explorer, asked.query))
        found = facts.suggested(asked.query.get("text", ""))
        return {"players": found, "rated": bool(facts.ratings.any())}

    def _place(self, explorer: Explorer, asked: Asked) -> Json:
        kind = kind_of(explorer, asked.query)
        position = position_of(kind.kind, asked.query.get("text", ""))
        return {"at": PlayedLine((position,), ()).origin, "moves": []}


def _number(text: str, other: int) -> int:
    """Return the number in an address, another for what is none."""
    return int(text) if re.fullmatch("[0-9]{1,15}", text) else other


def kind_of(explorer: Explorer, query: QueryParams) -> KnownKind:
    """Return the kind that an address names.

    Raises:
        UnknownName: no game of the library is of this kind.
    """
    return explorer.kind(query.get("game", ""), query.get("variant", ""))
