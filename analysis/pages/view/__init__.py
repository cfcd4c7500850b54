"""Games to step through in a browser: one page that works offline, from a file."""

from analysis.pages.view.page import GameView, ViewPage, game_page, view_of

__all__ = ["GameView", "ViewPage", "game_page", "view_of"]
