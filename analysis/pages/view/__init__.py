"""Games to step through in a browser, on one page that works offline."""

from analysis.pages.view.page import GameView, ViewPage, game_page, view_of

__all__ = ["GameView", "ViewPage", "game_page", "view_of"]
