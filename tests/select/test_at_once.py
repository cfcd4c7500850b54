"""Games that were judged at once are selected as single ones are."""

from collections.abc import Iterator

import pytest

from analysis.replay import at_once
from analysis.replay.at_once import replays
from analysis.replay.replay import Replay, replay
from analysis.select.duplicates import KINDS, fingerprint
from analysis.select.position import TargetPosition
from tests.replay.test_at_once import odd_games


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Replay], list[Replay]]:
    """Odd games judged at once, and each by itself."""
    monkeypatch.setattr(at_once, "ENOUGH", 1)
    monkeypatch.setattr(at_once, "MANY", 1)
    records = list(odd_games(1))
    at_once_judged = replays(records, measured=True)
    assert sum(game.known_keys() is not None for game in at_once_judged) > len(records) // 6
    return at_once_judged, list(map(replay, records))


@pytest.mark.parametrize("kind", KINDS)
def test_fingerprints_are_those_of_single_games(
    kind: str, both: tuple[list[Replay], list[Replay]]
) -> None:
    found, expected = ([fingerprint(game, kind) for game in games] for games in both)
    assert found == expected
    assert len(set(found)) > len(found) // 3


def _targets(games: list[Replay]) -> Iterator[TargetPosition]:
    """Yield the start, and an early and a late position, of some games, turned by a symmetry."""
    for game in games[:: len(games) // 5]:
        for position in list(game.positions())[::9]:
            symmetry = position.variant.symmetries[-1]
            for fold in (False, True):
                yield TargetPosition.of(position, fold)
                yield TargetPosition.of(symmetry.position(position), fold)


def test_games_reach_the_positions_that_single_games_reach(
    both: tuple[list[Replay], list[Replay]],
) -> None:
    games, single = both
    reached = 0
    for target in dict.fromkeys(_targets(single)):
        found = [target.is_reached(game) for game in games]
        assert found == [
            target.find(game, positions) is not None
            for game, positions in zip(single, map(Replay.positions, single), strict=True)
        ], target
        reached += sum(found)
    assert reached
