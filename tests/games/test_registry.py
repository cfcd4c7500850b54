"""The registry of games, and the names of the package ``analysis``."""

from dataclasses import replace

import pytest

import analysis
from analysis.games import GAMES
from analysis.games.game import INTERFACE
from notation import UnknownName, registry
from notation.registry import BUILT_IN


def test_every_game_with_a_notation_has_rules_and_a_board_picture():
    assert list(GAMES) == list(BUILT_IN)
    for name, game in GAMES.items():
        start = game.start()
        assert (start.GAME, game.name) == (name, name)
        assert game.position(str(start)) == start
        assert game.diagram() is not None
        for variant in (game.default, *game.fallbacks):
            rules = game.variant(variant)
            assert game.variant(str(rules)) == rules


def test_a_game_made_for_another_interface_is_refused_by_name(monkeypatch):
    newer = replace(analysis.find("gipf"), name="newer", interface=INTERFACE + 1)
    monkeypatch.setattr(registry, "installed", lambda: {"newer": "ludograph_newer"})
    monkeypatch.setattr(registry, "load", lambda path: newer)
    said = (
        f"'newer' cannot be loaded: ludograph_newer is made for interface {INTERFACE + 1} of games"
    )
    with pytest.raises(UnknownName, match=said):
        analysis.find("newer")
