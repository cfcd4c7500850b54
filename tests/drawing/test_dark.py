"""Dark drawings: what is read in them stands out from the dark ground as from the light one."""

import pytest

from analysis.drawing.style import DARK, DARK_PAPER, PAPER, STYLES, Role

LEAST = 4.5
"""Least contrast of small text, by the Web Content Accessibility Guidelines 2.2, 1.4.3."""


def lightness(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((lightness(one), lightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("role", [role for role, style in STYLES.items() if style.size], ids=str)
def test_letters_stand_out_on_light_and_on_dark_paper(role):
    light = STYLES[role].fill or ""
    dark = DARK.get(role, (light, None))[0] or light
    assert contrast(light, PAPER) >= LEAST
    assert contrast(dark, DARK_PAPER) >= LEAST


def test_a_number_stands_out_on_its_badge():
    badge, count = (DARK[role][0] or "" for role in (Role.BADGE, Role.COUNT))
    assert contrast(badge, count) >= LEAST
