"""The page that steps through games, offline and without the rules of any game.

The page shows the first game with its moves and a drawing of its last position, also without
scripts. The script unpacks each other game when it is opened.

Plies change little of the board, so each shape is stored once for the whole page, as seen from the
first side and from the second, and a position is a list of numbers. A ply takes some 50 bytes when
compressed.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analysis.diagrams import compose, ply_caption, ply_diagram
from analysis.drawing import svg
from analysis.drawing.scene import Scene, Shape
from analysis.drawing.style import Role
from analysis.games.position import AnyPosition
from analysis.pages.html import Markup, element
from analysis.pages.shell import base_style, build_document, filled, footer, part, program
from analysis.pages.view.game import GameText
from analysis.replay import PlayedPly, Replay
from notation.numbers import plural

HERE = "analysis.pages.view"

HEIGHT = 720
"""Height of the frame in a notebook, in pixels."""

LEVEL = 9
"""Level of compression."""

Sides = tuple[Shape, Shape]
"""A shape as seen from the first side, and from the second."""


def _scene(game: Replay, ply: PlayedPly | None, flipped: bool) -> tuple[AnyPosition, Scene]:
    position, _, options = ply_diagram(game, ply, flipped)
    return position, compose(position, **options)


@dataclass(frozen=True, slots=True)
class GameView:
    """A game ready for a page; it can be pickled.

    Attributes:
        row: its row in the list of games: players or name, one line about it, the verdict in a
            word, and whether it has no errors.
        head: its heading as HTML.
        moves: its moves as HTML.
        positions: its positions from the start on, as JSON; empty if it has none. The object has
            the size of the pictures in drawing units. For each position it has a caption, a
            description in words, the position string, and a frame: the indices of its shapes, in
            painting order.
        shapes: the shapes that occur, each as seen from both sides.
        last: the last position as SVG, without its outermost element.
    """

    row: tuple[str, str, str, bool]
    head: Markup
    moves: Markup
    positions: dict[str, Any]
    shapes: tuple[Sides, ...]
    last: Markup


def view_of(game: Replay) -> GameView:
    """Return a game for a page, with the positions up to the last ply that could be played."""
    text, found = GameText(game), dict[Sides, int]()
    frames, scenes, positions = [], [], []
    plies: list[PlayedPly | None] = [None, *game.plies()] if game.start is not None else []
    for ply in plies:
        position, scene = _scene(game, ply, False)
        _, turned = _scene(game, ply, True)
        both = zip(scene.shapes, turned.shapes, strict=True)
        frames.append([found.setdefault(one, len(found)) for one in both])
        scenes.append(scene)
        positions.append(str(position))
    most = (max((getattr(one, side) for one in scenes), default=0) for side in ("width", "height"))
    content = {
        "size": [svg.UNIT * side for side in most],
        "captions": ["Start" if ply is None else ply_caption(game, ply) for ply in plies],
        "words": [scene.title for scene in scenes],
        "positions": positions,
        "frames": frames,
    } if scenes else {}  # fmt: skip
    return GameView(
        (text.title, text.detail, text.word, text.is_good),
        text.head(),
        text.moves(),
        content,
        tuple(found),
        Markup("".join(map(svg.written, svg.groups(scenes[-1].shapes))) if scenes else ""),
    )


def game_page(games: Iterable[Replay], title: str = "") -> str:
    """Return a page that steps through games.

    Args:
        games: the games, one or more.
        title: heading of the page; empty for the number of games.
    """
    page = ViewPage()
    for game in games:
        page.add(view_of(game))
    return page.written(title)


def frame(game: Replay) -> str:
    """Return a game for a notebook: its page in a frame, under a line with its verdict."""
    text = GameText(game)
    errors = [element("li", one.message) for one in game.violations]
    title = f"{text.title}: {text.word}"
    # The frame has an origin of its own, so that its script reaches nothing of the notebook.
    page = element(
        "iframe",
        srcdoc=game_page([game]),
        title=title,
        sandbox="allow-scripts",
        width="100%",
        height=HEIGHT,
        style="border: 0",
    )
    summary = element("summary", f"{title}. {text.sentence}")
    return element("div", element("details", summary, element("ul", errors)), page)


class ViewPage:
    """A page to which games are added one by one.

    Attributes:
        count: number of games so far.
    """

    def __init__(self) -> None:
        self.count = 0
        self._shapes: dict[Sides, int] = {}
        self._first: GameView | None = None
        self._packs: list[Markup] = []
        self._index: list[tuple[str | bool, ...]] = []

    def add(self, view: GameView, key: str = "") -> None:
        """Add a game.

        Args:
            view: the game.
            key: its key in addresses, ``#KEY/PLY``: letters, digits and hyphens; empty for its
                number on the page.
        """
        self.count += 1
        key = key or str(self.count)
        is_first = self._first is None
        self._first = self._first or view
        content: dict[str, Any] = {"good": view.row[-1]} | view.positions
        if not is_first:  # the first game is on the page as HTML
            content |= {"head": view.head, "moves": view.moves}
        if view.positions:
            numbers = [self._shapes.setdefault(one, len(self._shapes)) for one in view.shapes]
            content["frames"] = [[numbers[at] for at in one] for one in content["frames"]]
        self._packs.append(_data(content, data_game=key))
        self._index.append((key, *view.row))

    def _drawings(self) -> dict[str, object]:
        groups: dict[Role, int] = {}
        found = [[[groups.setdefault(one.role, len(groups)), *svg.element(one)] for one in both]
                 for both in self._shapes]  # fmt: skip
        return {"groups": list(map(svg.look, groups)), "shapes": found}

    def written(self, title: str = "") -> str:
        """Return the page as HTML; the default heading is the number of games."""
        games, first = plural(self.count, "game"), self._first
        shown = first.positions if first else {}
        data = [*self._packs, _data(self._drawings(), id="shapes")]
        if self.count > 1:
            data.append(_data(self._index, id="index"))
        body = filled(
            part(HERE, "view.html"),
            title=title or games,
            kind="view many" if self.count > 1 else "view",
            board=_picture(first) if first and shown else None,
            caption=shown["captions"][-1] if shown else "",
            words=shown["words"][-1] if shown else "",
            head=first.head if first else None,
            moves=first.moves if first else None,
            data=data,
            footer=footer(),
        )
        style = base_style(part(HERE, "view.css"), svg.dark_rules())
        return build_document(title or games, style, program(HERE, "view.js"), body)


def _data(content: object, **attributes: str) -> Markup:
    """Return compressed JSON as a script element that is not executed."""
    line = json.dumps(content, separators=(",", ":")).encode()
    packed = b64encode(zlib.compress(line, LEVEL)).decode()
    return element("script", Markup(packed), type="text/plain", **attributes)


def _picture(view: GameView) -> Markup:
    width, height = view.positions["size"]
    return element(
        "svg", view.last, role="img", aria_labelledby="caption words",
        viewBox=f"0 0 {width:g} {height:g}",
    )  # fmt: skip
