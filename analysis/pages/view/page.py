"""One page that steps through games, offline and without a rule of any game.

The first game stands on the page, with its last position drawn and its moves, which readers without
scripts see; the others are in it for them as text. The script unpacks each game when it is opened.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from analysis.drawing.svg import dark_rules
from analysis.pages.html import Markup, element
from analysis.pages.shell import base_style, build_document, footer, part
from analysis.pages.view.controls import controls
from analysis.pages.view.frames import Frames, frames_of
from analysis.pages.view.game import GameText
from analysis.pages.view.packing import PageShapes, packed, packed_frames
from analysis.replay import Replay
from notation.numbers import plural

_part = partial(part, "analysis.pages.view")


@dataclass(frozen=True, slots=True)
class GameView:
    """A game ready for a page; it can be pickled.

    Attributes:
        title: its players, or else its name.
        detail: one line about it.
        word: the verdict in a word.
        is_good: whether nothing is wrong with it.
        head: its head as HTML.
        moves: its moves as HTML.
        plain: the whole game as HTML without pictures.
        frames: its positions; None where it has none.
    """

    title: str
    detail: str
    word: str
    is_good: bool
    head: Markup
    moves: Markup
    plain: Markup
    frames: Frames | None


def view_of(game: Replay) -> GameView:
    """Return a game for a page."""
    text = GameText(game)
    frames = frames_of(game) if game.start is not None else None
    return GameView(
        text.title, text.detail, text.word, text.is_good,
        text.head(), text.moves(), text.plain(), frames,
    )  # fmt: skip


def game_page(games: Iterable[Replay], title: str = "") -> str:
    """Return a page that steps through games.

    Args:
        games: the games, one or more.
        title: its heading; empty for the number of games.
    """
    page = ViewPage()
    for game in games:
        page.add(view_of(game))
    return page.written(title)


class ViewPage:
    """A page to which games are added one by one.

    Attributes:
        count: number of games so far.
    """

    def __init__(self) -> None:
        self.count = 0
        self._shapes = PageShapes()
        self._first: GameView | None = None
        self._packs: list[Markup] = []
        self._index: list[tuple[str | bool, ...]] = []

    def add(self, view: GameView, key: str = "") -> None:
        """Add a game.

        Args:
            view: the game.
            key: what its addresses begin with, ``#KEY/PLY``: letters, digits and hyphens; empty
                for its number on the page.
        """
        self.count += 1
        key = key or str(self.count)
        first = self._first is None
        self._first = self._first or view
        # What stands on the page already is not packed again.
        content = {} if first else {"head": view.head, "moves": view.moves}
        frames = view.frames
        pack = packed_frames(content, frames, self._shapes) if frames else packed(content)
        self._packs.append(_data(pack, data_game=key))
        self._index.append((key, view.title, view.detail, view.word, view.is_good))
        if not first:
            self._packs.append(element("noscript", view.plain))

    def written(self, title: str = "") -> str:
        """Return the page."""
        games = plural(self.count, "game")
        data = [*self._packs, _data(self._shapes.packed(), id="shapes")]
        if self.count > 1:
            data.append(_data(packed(self._index), id="index"))
        style = base_style(_part("view.css"), dark_rules())
        body = (
            element("a", "Skip to the moves", class_="skip", href="#moves"),
            element("header", element("h1", title or games)),
            element(
                "main",
                _list() if self.count > 1 else None,
                _stage(self._first.frames if self._first else None),
                _score(self._first),
                class_="view many" if self.count > 1 else "view",
            ),
            data,
            footer(),
        )
        return build_document(title or games, style, _part("view.js"), body)


def _data(packed_: str, **attributes: str) -> Markup:
    """Return packed data as an element that is no program."""
    return element("script", Markup(packed_), type="text/plain", **attributes)


def _list() -> Markup:
    """Return the list of games, which the script fills and shows."""
    search = element(
        "input", type="search", id="search", placeholder="Search: names, event, result",
        aria_label="Search the games",
    )  # fmt: skip
    return element(
        "details",
        element("summary", "Games"),
        search,
        element("output", id="found"),
        element(
            "div",
            element("ol", id="list"),
            element("button", "Show more", type="button", id="more"),
            class_="rows",
        ),
        id="games",
        class_="games",
        hidden=True,
    )


def _stage(frames: Frames | None) -> Markup:
    """Return the board with the last position of a game, its controls, and what it shows."""
    board, caption, words = None, "", ""
    if frames:
        last = len(frames.frames) - 1
        caption, words = frames.captions[last], frames.words[last]
        board = element(
            "svg", Markup(frames.drawn(last)), role="img", aria_labelledby="caption words",
            viewBox=f"0 0 {frames.size[0]:g} {frames.size[1]:g}",
        )  # fmt: skip
    return element(
        "section",
        element("div", board, id="board"),
        element("div", controls(), id="controls", hidden=True, role="group", aria_label="Steps"),
        element(
            "div",
            element("p", caption, id="caption"),
            element("p", words, id="words"),
            element("div", id="remarks"),
            id="state",
            aria_live="polite",
            aria_atomic="true",
        ),
        class_="stage",
        aria_label="Board",
    )


def _score(first: GameView | None) -> Markup:
    moves = element(
        "div",
        first.moves if first else None,
        id="moves",
        tabindex=0,
        role="region",
        aria_label="Moves",
    )
    return element(
        "section", element("div", first.head if first else None, id="head"), moves, class_="score"
    )
