"""Drawings as kept texts: shapes of scenes, documents, and the styles of all themes.

``pytest tests/drawing --write-golden`` rewrites them; then look at the differences as pictures.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analysis import diagrams, find
from analysis.drawing import svg, tikz
from analysis.drawing.picture import PictureOptions
from analysis.drawing.scene import Curve, Scene, arrow, smooth
from analysis.drawing.style import THEMES, Role
from tests.drawing.demonstration import moment
from tests.drawing.test_painters import EXAMPLE

HERE = Path(__file__).parent / "kept"

CAPTIONS = (
    "", "short", "11. a4-c4;xc2,c3,c4,c5 (6) (Black, ply 22)", f"({'word ' * 30}word)",
    "one two three four five six seven eight nine ten (in brackets)",
)  # fmt: skip
CURVE = smooth([(0, 0), (3, 0), (3, 3)], Role.GRID)
START = find("epaminondas").start()
POINTED = PictureOptions(arrows=(("a1", "a3"),), marks=("d4", "e5"))


def scenes() -> Iterator[str]:
    """Yield the shapes of an arrow, a curve, captions and pointers."""
    yield repr(rounded(arrow((1, 5), (1, 1), shaft=0.2, head=0.5).outlines))
    yield repr(rounded(CURVE.points))
    for caption in CAPTIONS:
        scene = Scene(8.0, 6.0, (), "nothing").captioned(caption)
        yield f"{caption!r}: {scene.width:.4g} x {scene.height:.4g}"
        yield from map(shape, scene.shapes)
    plain, pointed = diagrams.compose(START), diagrams.compose(START, POINTED)
    yield pointed.title
    yield from map(shape, pointed.shapes[len(plain.shapes) :])


def rounded(value: Any) -> Any:
    """Return a number or nested tuples with all numbers rounded."""
    if isinstance(value, tuple | list):
        return tuple(map(rounded, value))
    return round(value, 4) if isinstance(value, float) else value


def shape(one: Any) -> str:
    parts = (rounded(getattr(one, name)) for name in type(one).__annotations__)
    return f"  {type(one).__name__} {' '.join(map(str, parts))}"


def documents() -> Iterator[str]:
    """Yield a scene of all shapes as SVG, enlarged SVG, dark SVG and TikZ, and a legend."""
    yield svg.paint(EXAMPLE).replace("><", ">\n<")
    yield svg.paint(EXAMPLE, 100).partition(">")[0]
    yield svg.paint(EXAMPLE, adaptive=True).replace("><", ">\n<").replace("}.", "}\n.")
    curve = Curve(CURVE.points, Role.GRID)
    yield svg.paint(Scene(4, 4, (Curve(CURVE.points[:4], Role.GRID),), "x"))
    yield tikz.paint(Scene(4, 4, (curve, *EXAMPLE.shapes), "x"), 96 / 72.27)
    position, move, before = moment(7)
    remarks = PictureOptions(legend=True, caption="Ply 7")
    yield diagrams.text(position, remarks, last=move, before=before)
    yield diagrams.draw(START, "text", POINTED).decode()


def themes() -> Iterator[str]:
    """Yield the styles of all roles in every theme."""
    for name, theme in THEMES.items():
        yield f"{name}, on {theme.paper}"
        for role in Role:
            yield shape(theme.styles[role]).replace("Style", role.value)


@pytest.mark.parametrize("of", [scenes, documents, themes], ids=lambda of: of.__name__)
def test_drawings_are_kept(of, kept):
    kept("\n".join(of()) + "\n", HERE / f"{of.__name__}.txt")
