"""The endpoints of an explorer: its page, positions, and the games that reached them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from starlette.datastructures import QueryParams
from starlette.responses import Response

from analysis.drawing.style import DARK, STYLES, Role
from analysis.drawing.svg import PREFERS_DARK, dark_rules
from analysis.library.games import LibraryGame
from analysis.library.packing import Table
from analysis.library.search import Query
from analysis.pages.explore.explorer import Explorer, KnownKind, rating_of, sides_of
from analysis.pages.explore.filters import GameFilter, date_text, suggested
from analysis.pages.explore.line import PlayedLine
from analysis.pages.explore.node import Json, branches, kind_json, node_json
from analysis.pages.server import Asked, Endpoint, answer_json, page
from analysis.pages.shell import base_style, build_document, filled, footer, part, program
from analysis.pages.view import ViewPage, view_of
from analysis.replay import replay
from notation import LudographError, find_dialect
from records.model import player_of

HERE = "analysis.pages.explore"

SCRIPTS = ("explore.js", "moves.js", "acting.js")
"""Scripts: navigation and board, tables of moves and games, user actions and requests."""

SIDES = (Role.WHITE, Role.BLACK, Role.RED, Role.BLUE, Role.GREEN, Role.NEUTRAL)
"""Possible roles of the pieces of a side."""

GAMES = 20
"""Maximum number of games in a list."""


class MissingGame(LudographError, LookupError):
    """No game of the library has this number."""


class ExplorerEndpoints:
    """The endpoints of an explorer; simultaneous requests have separate library connections.

    Args:
        path: the library.
        question: the query for the games to explore.
        dialect: name of the dialect of the moves; None for each game's own.
    """

    def __init__(self, path: str, question: Query, dialect: str | None = None) -> None:
        self._path, self._question, self._dialect = path, question, dialect
        self._idle: list[Explorer] = []

    @property
    def all(self) -> list[Endpoint]:
        """The endpoints."""
        answers: dict[str, Callable[[Explorer, Asked], Json]] = {
            "kinds": self._kinds,
            "node": self._node,
            "games": self._games,
            "beside": self._beside,
            "players": self._players,
        }
        return [
            Endpoint("/", self._page),
            Endpoint("/game/{number}", self._game),
            *(Endpoint(f"/{name}", self._reading(one)) for name, one in answers.items()),
        ]

    def close(self) -> None:
        """Close the explorers after the last request has been answered."""
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
            explorer = self._idle.pop()  # the explorer used last has the fullest cache
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

    def _kinds(self, explorer: Explorer, asked: Asked) -> Json:
        return {"kinds": [kind_json(one.kind, len(one.games)) for one in explorer.kinds]}

    def _node(self, explorer: Explorer, asked: Asked) -> Json:
        kind, line, visits = _visits(explorer, asked.query)
        node = node_json(
            explorer.library,
            line,
            visits,
            find_dialect(kind.kind.game, self._dialect),
            fold=not asked.query.get("apart"),
            flipped=bool(asked.query.get("flip")),
        )
        if not (line.origin or line.moves):
            node["starts"] = [
                {"position": str(position), "games": games}
                for position, games in explorer.starts(kind)
            ]
        return node

    def _games(self, explorer: Explorer, asked: Asked) -> Json:
        _, _, visits = _visits(explorer, asked.query)
        start = _number(asked.query.get("start", ""), 0)
        return listed_games(explorer, visits, start)

    def _beside(self, explorer: Explorer, asked: Asked) -> Json:
        """Return figures on the games of each move, in the order of the rows of `node_json`.

        They are the number of games that ended on the board, the number in which the side to move
        has a rating, and the mean of these ratings.
        """
        kind, line, visits = _visits(explorer, asked.query)
        ratings, on_board = explorer.facts(kind)
        rows = []
        for one in branches(explorer.library, line.here, visits, fold=not asked.query.get("apart")):
            games = np.searchsorted(kind.games["number"], one.visits["number"])
            rated = ratings[games, line.here.turn]
            rated = rated[rated > 0]
            mean = round(float(rated.mean())) if len(rated) else None
            board = int(np.count_nonzero(on_board[games]))
            rows.append({"board": board, "rated": len(rated), "rating": mean})
        return {"rows": rows}

    def _players(self, explorer: Explorer, asked: Asked) -> Json:
        known = explorer.players(kind_of(explorer, asked.query))
        return {"players": suggested(known, asked.query.get("text", ""))}


def _number(text: str, other: int) -> int:
    """Return a text from an address as a number; ``other`` if it is not a number."""
    return int(text) if re.fullmatch("[0-9]{1,15}", text) else other


def _visits(explorer: Explorer, query: QueryParams) -> tuple[KnownKind, PlayedLine, Table]:
    """Return the kind of boards, the line, and the games' visits to its end, for an address."""
    kind = kind_of(explorer, query)
    line = PlayedLine.read(kind.kind, query.get("at", ""), query.getlist("m"))
    wanted = GameFilter.read(query, sides_of(kind.kind))
    return kind, line, explorer.visits(kind, line.here, wanted, not query.get("apart"))


def kind_of(explorer: Explorer, query: QueryParams) -> KnownKind:
    """Return the kind of boards (game and variant) in the parameters of an address.

    Raises:
        UnknownName: the library has no games of this kind.
    """
    return explorer.kind(query.get("game", ""), query.get("variant", ""))


def listed_games(explorer: Explorer, visits: Table, start: int) -> Json:
    """Return some of the games that reached a position, the latest first.

    Args:
        explorer: the explorer.
        visits: the visits of games to the position.
        start: number of games that are skipped.
    """
    order = np.lexsort((visits["number"], -visits["date"]))[start : start + GAMES]
    found = {number: about for number, *about in visits[order][["number", "ply", "date"]].tolist()}
    return {
        "games_in_all": len(visits),
        "games": [
            _game(game, *found[number])
            | {"number": number, "link": f"game/{number}#{number}/{found[number][0]}"}
            for number, game in explorer.library.games(found)
        ],
    }


def view_page(explorer: Explorer, number: int) -> str:
    """Return the page that steps through a game.

    Raises:
        MissingGame: the library has no game with the number.
    """
    games = dict(explorer.library.games([number]))
    if number not in games:
        raise MissingGame(f"{explorer.path} has no game {number}")
    view = ViewPage()
    for record in explorer.library.records(games):
        view.add(view_of(replay(record, as_recorded=bool(games[number].accepted))), str(number))
    return view.written(Path(explorer.path).name)


def _game(game: LibraryGame, ply: int, date: int) -> Json:
    tags, sides = game.record.tags, game.sides
    return {
        "ply": ply,
        "plies": game.played,
        "players": [player_of(tags, side) or "" for side in sides],
        "ratings": [rating_of(tags, side) for side in sides],
        "won": game.verdict,
        "event": tags.get("Event", ""),
        "date": date_text(date),
        "source": ":".join(str(game.source[name]) for name in ("path", "line"))
        if game.source.get("path")
        else "",
        "valid": game.valid,
    }


def build_page(title: str, about: str = "") -> str:
    """Return the page of an explorer as HTML.

    Args:
        title: the name of the library.
        about: a sentence on the explored games.
    """
    style = base_style(part(HERE, "explore.css"), _side_rules(), dark_rules())
    body = filled(part(HERE, "explore.html"), title=title, about=about, footer=footer())
    allowed = {"connect-src": "'self'", "img-src": "data:", "require-trusted-types-for": "'script'"}
    script = program(HERE, *SCRIPTS, start="begin();\n", asks=True)
    return build_document(f"{title} \N{EN DASH} explorer", style, script, body, allowed)


def _side_rules() -> str:
    """Return the CSS rules for the colours of sides, in bars and beside names."""
    rules = [f".side-{one.value}{{background:{STYLES[one].fill};color:{_text(one)}}}"
             for one in SIDES]  # fmt: skip
    dark = [f".side-{one.value}{{background:{DARK[one][0]}}}"
            for one in SIDES if one in DARK and DARK[one][0]]  # fmt: skip
    return f"{''.join(rules)}{PREFERS_DARK}{{{''.join(dark)}}}"


def _text(side: Role) -> str:
    """Return the colour of digits on a background in the colour of a side."""
    fill = STYLES[side].fill or ""
    lightness = sum(int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if lightness > 380 else "#ffffff"
