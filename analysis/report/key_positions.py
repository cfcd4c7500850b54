"""Diagrams of a game's key positions."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from analysis.diagrams import compose, ply_diagram
from analysis.drawing.svg import UNIT, paint
from analysis.pages.html import Markup, element
from analysis.replay import PlayedPly, Replay
from analysis.report.page import comment

FOLDER = "diagrams"


def key_plies(game: Replay, first_capture: int | None, decisive: int | None) -> dict[int, str]:
    """Return the numbers of a game's key plies, each with a heading.

    Args:
        game: the game.
        first_capture: number of the first ply that captures; None if there is none.
        decisive: number of the ply at which the winner took the lead for the rest of the game, or
            of the last ply if the winner never led; None without a winner.
    """
    headings: dict[int, list[str]] = {}

    def add(ply: int | None, heading: str) -> None:
        if ply is not None:
            headings.setdefault(ply, []).append(heading)

    add(first_capture, "first capture")
    add(decisive, "the winner leads to the end")
    whole = game.played == len(game.record.moves)
    add(game.played, "final position" if whole else "last legal position")
    return {ply: ", ".join(headings[ply]).capitalize() for ply in sorted(headings)}


def draw_key_positions(
    game: Replay, plies: Mapping[int, str], folder: Path, number: int
) -> Iterator[Markup]:
    """Draw the key positions of a game, and yield them as elements of the page.

    Args:
        game: the game, with a start.
        plies: the numbers of its key plies, with their headings.
        folder: the folder of the report.
        number: the number of the game in the names of the files.
    """
    played: list[PlayedPly | None] = [None, *game.plies()]
    (folder / FOLDER).mkdir(exist_ok=True)
    for ply, heading in plies.items():
        position, caption, options = ply_diagram(game, played[ply])
        scene = compose(position, **options)
        file = f"{FOLDER}/game-{number:04}-ply-{ply:03}.svg"
        (folder / file).write_text(paint(scene, adaptive=True), encoding="utf-8")
        words = str(game.record.details.get(ply - 1, {}).get("comment", ""))
        yield element(
            "figure",
            element("img", src=file, alt=scene.title, loading="lazy",
                    width=round(UNIT * scene.width), height=round(UNIT * scene.height)),
            element("figcaption", element("b", heading), caption, comment(words)),
        )  # fmt: skip
