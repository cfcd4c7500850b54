"""A game in a notebook: its page in a frame, and its verdict for viewers without frames."""

from analysis.pages.html import element
from analysis.pages.view.game import GameText
from analysis.pages.view.page import game_page
from analysis.replay import Replay

HEIGHT = 720
"""Height of the frame in pixels."""


def frame(game: Replay) -> str:
    """Return a game as a frame with its page, under a line with its verdict."""
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
