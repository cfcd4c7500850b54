"""A game in a notebook: its page in a frame, and its verdict for viewers without frames."""

from collections.abc import Iterator

from analysis.pages.html import element
from analysis.pages.view.game import GameText
from analysis.pages.view.page import game_page
from analysis.replay import Replay
from analysis.replay.verdict import html_table
from notation.numbers import plural

HEIGHT = 720
"""Height of the frame in pixels."""


def frame(game: Replay) -> str:
    """Return a game as a frame with its page, under a line with its verdict.

    A game that cannot be set up is shown as a table of its tags and errors.
    """
    if game.start is None:
        return html_table(_facts(game))
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


def _facts(game: Replay) -> Iterator[tuple[str, object]]:
    """Yield the rows of a game that cannot be set up."""
    record = game.record
    yield "source", record.source
    yield from record.tags.items()
    yield "game", game.game.name if game.game else "unknown"
    yield "result", record.result
    yield "plies", f"{game.played} of {len(record.moves)}"
    yield "verdict", "valid" if game.valid else plural(len(game.violations), "error")
    yield from (("error", one.message) for one in game.violations)
