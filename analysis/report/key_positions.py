"""Diagrams of a game's key positions."""

from dataclasses import dataclass
from pathlib import Path

from analysis.diagrams import compose
from analysis.drawing.svg import paint
from analysis.illustrating import ply_diagram
from analysis.replay import Ply, Replay
from analysis.tables.lead import LeadHistory

FOLDER = "diagrams"


@dataclass(frozen=True, slots=True)
class KeyPosition:
    """The picture of a position.

    Attributes:
        file: the picture, as named from the folder of the report.
        heading: what makes the position a key one.
        caption: the move that led to it.
        description: what the picture shows, in words.
        comment: what the record says of the move.
    """

    file: str
    heading: str
    caption: str
    description: str
    comment: str


def key_plies(verdict: Replay, course: LeadHistory, winner: int | None) -> dict[int, str]:
    """Return the numbers of a game's key plies, each with what happens there.

    They are the first capture, the ply from which the winner led to the end, and the last one.
    """
    headings: dict[int, list[str]] = {}

    def add(ply: int | None, heading: str) -> None:
        if ply is not None:
            headings.setdefault(ply, []).append(heading)

    add(course.first_capture, "first capture")
    add(None if winner is None else course.decisive(winner), "the winner leads from here on")
    whole = verdict.played == len(verdict.record.moves)
    add(verdict.played, "final position" if whole else "last good position")
    return {ply: ", ".join(headings[ply]).capitalize() for ply in sorted(headings)}


def draw_key_positions(
    verdict: Replay, course: LeadHistory, folder: Path, number: int
) -> tuple[KeyPosition, ...]:
    """Draw the key positions of a game, and return the pictures.

    Args:
        verdict: the game; it has a start.
        course: how it went.
        folder: the folder of the report.
        number: the number that the names of the files have.
    """
    plies: list[Ply | None] = [None, *verdict.plies()]
    (folder / FOLDER).mkdir(exist_ok=True)
    found = []
    for ply, heading in key_plies(verdict, course, _winner(verdict)).items():
        position, caption, options = ply_diagram(verdict, plies[ply])
        scene = compose(position, **options)
        file = f"{FOLDER}/game-{number:04}-ply-{ply:03}.svg"
        (folder / file).write_text(paint(scene), encoding="utf-8")
        comment = str(verdict.record.details.get(ply - 1, {}).get("comment", ""))
        found.append(KeyPosition(file, heading, caption, scene.title, comment))
    return tuple(found)


def _winner(verdict: Replay) -> int | None:
    """Return the index of the side that won, None where nobody did or nobody knows."""
    winners = verdict.verdict or ()
    return winners[0] if len(winners) == 1 else None
