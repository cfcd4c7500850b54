"""Fitting the calibration: a rising function, near the shares that are right, in a file."""

import random
from itertools import pairwise

import pytest
from click.testing import CliRunner

from analysis.repair.confidence import calibrated
from analysis.typos.model import PROFILES, load
from scripts import calibrate
from scripts.calibrate import as_toml, fitted, main
from scripts.corrupt import DAMAGES


def drawn(share, count=3000):
    """Return repairs of which a share of their raw confidence is right."""
    chance = random.Random(6)
    raws = [chance.random() for _ in range(count)]
    return [(raw, chance.random() < share(raw)) for raw in raws]


@pytest.mark.parametrize(
    "share",
    [lambda raw: raw, lambda raw: raw**2, lambda raw: 0.5 + raw / 3],
    ids=["right", "too high", "between"],
)
def test_the_fit_is_near_what_is_right(share):
    points = tuple(fitted(drawn(share)))
    assert all(
        calibrated(raw, points) == pytest.approx(share(raw), abs=0.15)
        for raw in (0.3, 0.5, 0.7, 0.9)
    )


@pytest.mark.parametrize(
    "share", [lambda raw: 1 - raw, lambda raw: 1, lambda raw: 0], ids=["falling", "always", "never"]
)
@pytest.mark.parametrize("count", [0, 1, 7, 20, 500])
def test_points_rise_and_no_confidence_is_certain(share, count):
    points = fitted(drawn(share, count))
    assert all(one <= other for one, other in pairwise(points))
    assert all(below <= above for (_, below), (_, above) in pairwise(points))
    assert points[0] == (0.0, 0.0)
    assert points[-1][0] == 1
    assert points[-1][1] < 1


@pytest.mark.parametrize("profile", PROFILES)
def test_repairs_as_good_share_one_certainty(profile):
    points = load(profile).calibration
    assert calibrated(0.45, points, 0.9) <= 0.5
    assert calibrated(0.9, points, 0.9) == calibrated(0.9, points) < 0.97
    assert all(calibrated(at / 100, points, 1.0) <= at / 100 for at in range(101))


def test_the_file_is_one_that_repairs_take(tmp_path):
    games, plies = drawn(lambda raw: raw, 100), drawn(lambda raw: raw**0.5, 100)
    path = tmp_path / "own.toml"
    found = [(game, [ply]) for game, ply in zip(games, plies, strict=True)]
    path.write_text(as_toml(found, "typed"), encoding="utf-8")
    model = load(str(path))
    assert model.calibration == tuple(fitted(games))
    assert model.ply_calibration == tuple(fitted(plies))


def test_a_profile_is_fitted_on_damaged_games_and_scans_need_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrate, "DAMAGES", {"one": DAMAGES["one"]})
    out = tmp_path / "typed.toml"
    options = ["--seeds", "3", "3", "--games", "1", "--game", "megiddo", "-o", str(out)]
    result = CliRunner().invoke(main, options)
    assert result.exit_code == 0, result.output
    assert "1 edits, profile typed" in result.output
    assert load(str(out)).calibration[0] == (0.0, 0.0)
    assert CliRunner().invoke(main, ["--profile", "scanned"]).exit_code == 2
