"""Diagrams of a game's key positions."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from analysis.diagrams import compose, ply_diagram
from analysis.drawing.svg import UNIT, paint
from analysis.replay import PlayedPly, Replay

FOLDER = "diagrams"


@dataclass(frozen=True, slots=True)
class KeyPosition:
    """The picture of a position.

    Attributes:
        file: path of the picture in the folder of the report.
        heading: the reason why the position is a key position.
        caption: the move before it.
        description: alternative text of the picture.
        comment: the comment on the move.
        width: width of the picture in pixels.
        height: its height, for the layout before it is loaded.
    """

    file: str
    heading: str
    caption: str
    description: str
    comment: str
    width: int
    height: int


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
) -> tuple[KeyPosition, ...]:
    """Draw the key positions of a game, and return them.

    Args:
        game: the game, with a start.
        plies: the numbers of its key plies, with their headings.
        folder: the folder of the report.
        number: the number of the game in the names of the files.
    """
    played: list[PlayedPly | None] = [None, *game.plies()]
    (folder / FOLDER).mkdir(exist_ok=True)
    found = []
    for ply, heading in plies.items():
        position, caption, options = ply_diagram(game, played[ply])
        scene = compose(position, **options)
        file = f"{FOLDER}/game-{number:04}-ply-{ply:03}.svg"
        (folder / file).write_text(paint(scene, adaptive=True), encoding="utf-8")
        comment = str(game.record.details.get(ply - 1, {}).get("comment", ""))
        size = round(UNIT * scene.width), round(UNIT * scene.height)
        found.append(KeyPosition(file, heading, caption, scene.title, comment, *size))
    return tuple(found)
