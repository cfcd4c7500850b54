"""Positions and moves as pictures: the tables ``pictures.txt`` of the games' folders.

A case begins with ``== name [variant]``. Below stand text diagrams side by side, divided by ``|``:
a position, and what each ``Last move`` makes of the one before it, with its captures marked. The
wheel of Megiddo is drawn without its blank lines and at half the width. Then follow laws:

- ``refused TEXT => CODE: MESSAGE``: an illegal move of the first position, in the game's first
  dialect or the one named before it; the message may be a part of the whole.
- ``then refused TEXT => CODE: MESSAGE``: the same of the last position.
- ``legal WORD => TEXT / TEXT``: all legal moves of the first position of which that is a word,
  ``in VARIANT`` after the word if not in the case's own.
- ``ends WINNER, REASON: MESSAGE``: how the game has ended in the last position.

Cases that share their lines are divided by ``||``.
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
    """A table's case: its pictures, and what is stated of them, one kind after the other."""

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
        """Play the moves, each of which has to show in its picture; return where they lead."""
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
    """Read a move: in the dialect named before it, else in the game's first one."""
    family = {dialect.name: dialect for dialect in dialects(game)}
    name, _, rest = text.partition(" ")
    dialect, text = (family[name], rest) if name in family else (dialects(game)[0], text)
    return dialect.read(text).moves[0]


def shows(position: AnyPosition, picture: str, **options: Unpack[Options]) -> None:
    """Assert that a position looks like a picture, at whatever scale that is drawn."""
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
