from itertools import combinations

import pytest

from analysis.drawing.style import STYLES, Role

PIECES = (Role.WHITE, Role.BLACK, Role.RED, Role.BLUE, Role.GREEN)


def lightness(colour: str | None) -> float:
    """CIE L* of a ``#rrggbb`` colour: 0 for black, 100 for white."""
    assert colour is not None
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    luminance = sum(weight * s for weight, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


@pytest.mark.parametrize("role", Role, ids=lambda role: role.value)
def test_every_role_can_be_seen(role):
    style = STYLES[role]
    assert style.fill or (style.stroke and style.width)


@pytest.mark.parametrize(
    "sides",
    [
        *combinations((Role.WHITE, Role.BLACK), 2),
        *combinations((Role.RED, Role.BLUE, Role.GREEN), 2),
    ],
    ids=lambda sides: f"{sides[0].value}-{sides[1].value}",
)
def test_sides_of_one_game_differ_in_lightness(sides):
    one, other = (lightness(STYLES[role].fill) for role in sides)
    assert abs(one - other) >= 20


@pytest.mark.parametrize("role", PIECES, ids=lambda role: role.value)
def test_pieces_have_dark_outlines_and_fainter_ghosts(role):
    assert lightness(STYLES[role].stroke) < 30
    assert lightness(STYLES[role.ghost].fill) > 70
    assert lightness(STYLES[role.ghost].stroke) > lightness(STYLES[role].stroke) + 20


@pytest.mark.parametrize("role", PIECES, ids=lambda role: role.value)
def test_lines_on_pieces_stand_out_from_them(role):
    assert abs(lightness(STYLES[role.inner].stroke) - lightness(STYLES[role].fill)) >= 40


def test_only_pieces_have_ghosts():
    with pytest.raises(ValueError, match="grid-ghost"):
        _ = Role.GRID.ghost
