"""Positions and moves as pictures: the tables ``pictures.txt`` in the folders of games.

A case begins with ``== name [variant]``. Text diagrams follow side by side, separated by ``|``:
a position, and the position after each ``Last move``, with its captures marked. The
wheel of Megiddo is drawn without its blank lines and at half the width. Laws follow:

- ``refused TEXT => CODE: MESSAGE``: an illegal move of the first position, in the game's first
  dialect or the dialect named before it; a part of the message suffices.
- ``then refused TEXT => CODE: MESSAGE``: the same for the last position.
- ``legal WORD => TEXT / TEXT``: all legal moves of the first position that contain the word,
  with ``in VARIANT`` after the word for a variant other than that of the case.
- ``ends WINNER, REASON: MESSAGE``: the end of the game in the last position.

Cases on the same lines are separated by ``||``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Unpack

from analysis import diagrams
from analysis.games.diagram import LAST_MOVE, Options
from analysis.games.position import AnyPosition
from notation import dialects


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a table: its pictures, and the laws with their kinds."""

    game: str
    name: str
    variant: str | None
    pictures: tuple[str, ...]
    laws: tuple[tuple[str, str, str], ...]

    @property
    def start(self) -> AnyPosition:
        """The position of the first picture."""
        return board(self.game, self.pictures[0], self.variant)

    def play(self) -> AnyPosition:
        """Play the moves, compare each position with its picture, and return the last position."""
        position = self.start
        for picture in self.pictures[1:]:
            (candidate,) = position.completions(claim(self.game, last_move(picture)))
            assert not candidate.findings
            after = position.play(candidate.move)
            shows(after, picture, last=candidate.move, before=position)
            assert position.advance([position.compile(candidate.move)]) == (after, 1)
            position = after
        return position

    def stated(self, kind: str) -> list[tuple[str, str]]:
        """Return the two sides of each law of a kind."""
        return [(left, right) for each, left, right in self.laws if each == kind]


def board(game: str, picture: str, variant: str | None = None) -> AnyPosition:
    """Return the position that a picture shows; marks of a move are skipped."""
    return diagrams.read_text(game, picture, variant)


def last_move(picture: str) -> str:
    """Return the text of the move that a picture shows."""
    return next(
        line.partition(LAST_MOVE)[2].strip() for line in picture.splitlines() if LAST_MOVE in line
    )


def claim(game: str, text: str) -> Any:
    """Read a move in the dialect named before it, or else in the game's first dialect."""
    family = {dialect.name: dialect for dialect in dialects(game)}
    name, _, rest = text.partition(" ")
    dialect, text = (family[name], rest) if name in family else (dialects(game)[0], text)
    return dialect.read(text).moves[0]


def shows(position: AnyPosition, picture: str, **options: Unpack[Options]) -> None:
    """Assert that a position looks like a picture, drawn at any scale."""
    options.setdefault("labels", dialects(position.GAME)[0].label_style)
    found = diagrams.text(position, **options)
    if _signs(found) != _signs(picture):
        raise AssertionError(f"expected | found\n{beside(picture, found)}")


def beside(*pictures: str) -> str:
    """Return pictures side by side."""
    rows = list(zip_longest(*(picture.splitlines() for picture in pictures), fillvalue=""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = (map(str.ljust, row, widths) for row in rows)
    return "\n".join(" | ".join(row).rstrip() for row in padded)


def cases(*games: str) -> Iterator[Case]:
    """Yield the cases of the tables of some games, or of all."""
    for path in sorted(Path(__file__).parent.glob("*/pictures.txt")):
        game, table = path.parent.name, path.read_text(encoding="utf-8")
        if games and game not in games:
            continue
        for text in re.split(r"^== ", table, flags=re.MULTILINE)[1:]:
            rows = [line.split("||") for line in text.splitlines()]
            for column in zip_longest(*rows, fillvalue=""):
                yield _case(game, *map(str.rstrip, column))


_LAW = re.compile(r"(refused|then refused|legal|ends) (.*?)(?: => (.*))?")


def _case(game: str, heading: str, *lines: str) -> Case:
    name, _, variant = heading.strip().rstrip("]").partition(" [")
    laws = [found for line in lines if (found := _LAW.fullmatch(line.strip()))]
    rows = [line.split("|") for line in lines if line and not _LAW.fullmatch(line.strip())]
    pictures = ("\n".join(column) for column in zip_longest(*rows, fillvalue=""))
    stated = ((law[1], law[2], law[3] or "") for law in laws)
    return Case(game, name, variant or None, tuple(pictures), tuple(stated))


def _signs(picture: str) -> list[str]:
    rows = ("".join(line.split()) for line in picture.splitlines())
    return [row for row in rows if row]
