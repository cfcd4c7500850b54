"""Lightness and contrast of colours."""


def luminance(colour: str) -> float:
    """Return the relative luminance of a ``#rrggbb`` colour, 0 to 1, by WCAG 2."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, by WCAG 2: small text needs 4.5."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def lightness(colour: str | None) -> float:
    """Return CIE L*: 0 for black, 100 for white."""
    assert colour is not None
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light
