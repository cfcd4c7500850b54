"""Boardspace's logs of GIPF games: single commands, played on a board to make turns of them.

A log records where a piece was put and which way it was pushed, ``Dropb E 1`` and ``SlideFrom E 1
E 2``, but not which pieces are displaced or removed with a row. The commands are therefore played
on a board, as on the site; whether they are legal is left to the replay. Points have the published
names, in capitals and with a blank inside.

- ``Dropb`` on a dot puts a piece there. In the tournament game, it is a GIPF piece as long as the
  player has to bring in such pieces.
- ``Dropb`` on the spot next to the dot pushes the piece, as do ``SlideFrom`` and ``Slide``.
- ``Pickb`` takes back the push or the piece on the dot; ``Pick`` and ``Drop`` only move a piece
  between hand and reserve.
- ``Standard`` switches from GIPF pieces to single ones, or back, for this turn.
- ``Remove`` on a single piece or a dot removes the mover's row there; on a GIPF piece it gives up
  that piece. ``Preserve`` switches between giving it up and keeping it. The mover's GIPF pieces are
  kept unless given up; the opponent's are taken unless they stand in two rows.
- ``Done`` ends the turn; the pieces of rows that are not kept are then removed.

Source: the site's own program, ``Gipfmovespec`` and ``GipfBoard``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from notation.gipf.moves import Move, Piece, Push, Removal, Row
from notation.gipf.points import DOTS, LINES, SPOTS, WAYS, name
from notation.numbers import DIGITS, to_int
from notation.pattern import lazy_pattern
from records.sgf.boardspace import SiteLog, UnreadableCommand

Board = dict[str, tuple[int, bool]]
"""The piece on each spot: its side, by seat, and whether it is a GIPF piece."""

_START = {"b5": 0, "e2": 0, "h5": 0, "b2": 1, "e8": 1, "h2": 1}
_POINT = lazy_pattern(r"([A-Za-z])\s*(\d+)")
_DOTS, _SPOTS = frozenset(DOTS), frozenset(SPOTS)
_LAST_WITH_MORE = 100
_HAND = ("pick", "drop")


Line = tuple[tuple[str, ...], tuple[str, ...]]
"""A row on the board: the spots of its pieces, and the points of its line."""


class GipfLog:
    """Executes the commands of one game; see `SiteLog`."""

    dialect = "complete"

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self._board: Board = {}
        if variant != "tournament":
            self._board = {spot: (seat, variant == "standard") for spot, seat in _START.items()}
        self._brings_gipf = [variant == "tournament"] * 2
        self._seat: int | None = None
        self._begin()

    def _begin(self) -> None:
        self._dot: str | None = None
        self._push: Push | None = None
        self._undo: Board = {}
        self._gipf: bool | None = None
        self._toggled = False
        self._before: list[Row] = []
        self._after: list[Row] = []
        self._changed: dict[str, bool] = {}

    def reads_as(self, revision: str) -> str | None:
        """Return how the rules differ in a revision of the site's program; None if they do not.

        Before revision 101 each side had one piece more (``GipfBoard.REVISION`` and its comment).
        """
        known = revision.isdecimal() and len(revision) <= DIGITS
        if not known or to_int(revision) > _LAST_WITH_MORE:
            return None
        message = f"revision {revision} of the site's program gives each side one piece more"
        if self.variant == "basic":
            self.variant = "basic+pieces=16"
            return f"{message} than the rules: read as {self.variant}"
        return f"{message} than the box has: reserves are still counted from 18 pieces"

    def take(self, seat: int, command: str) -> str | None:
        """Execute a command of a side, 0 for White; see `SiteLog`."""
        word, *_ = command.lower().split()
        if word in _HAND:
            return None
        if self._seat not in (None, seat) and (self._push or self._dot):
            raise UnreadableCommand("the other player's turn is not done")
        self._seat = seat
        if word == "done":
            return self._done()
        if word == "standard":
            self._toggled = not self._toggled
            return None
        act = getattr(self, f"_{word}", None) if word in _COMMANDS else None
        if act is None:
            raise UnreadableCommand(f"no command of this game; there are: {', '.join(_COMMANDS)}")
        act(*_points(command))
        return None

    def rest(self) -> str | None:
        """Return the text of the last turn if it has not been confirmed; None if there is none."""
        return self._done() if self._push else None

    def _done(self) -> str | None:
        if self._push is None and not self._before:
            self._begin()
            return None
        if self._push is not None:
            rows = list(self._rows())
            self._after += self._lift(rows, rows)
        move = Move(Removal.of(self._before), self._push, Removal.of(self._after))
        if self._push is not None and not self._gipf:
            self._brings_gipf[self._mover] = False
        self._begin()
        self._seat = None
        return str(move)

    @property
    def _mover(self) -> int:
        return self._seat or 0

    def _dropb(self, point: str) -> None:
        if point not in _DOTS:
            self._slide(self._dot or "", point)
            return
        if self._push is not None:
            raise UnreadableCommand("a piece has been pushed already")
        if self._dot is None:
            # A row whose pieces are all kept need not be named; the others are removed now.
            rows = list(self._rows())
            self._before += self._lift(rows, rows)
        self._dot = point

    def _slide(self, dot: str, spot: str) -> None:
        line = WAYS.get((dot, spot))
        if line is None:
            raise UnreadableCommand(f"{spot} is not the spot next to a dot {dot}".rstrip())
        if self._push is not None:
            raise UnreadableCommand("a piece has been pushed already")
        free = next((index for index, on in enumerate(line) if on not in self._board), None)
        if free is None:
            raise UnreadableCommand(f"all spots from {dot} on are occupied")
        self._undo = dict(self._board)
        for index in range(free, 0, -1):
            self._board[line[index]] = self._board[line[index - 1]]
        self._gipf = self._brings_gipf[self._mover] != self._toggled
        self._board[spot] = (self._mover, self._gipf)
        self._dot = dot
        self._push = Push(line[free], dot if free else None, self._gipf)

    _slidefrom = _slide

    def _pickb(self, point: str) -> None:
        if self._push is not None:
            self._board, self._push, self._after = dict(self._undo), None, []
            self._changed = {}
        elif point == self._dot:
            self._dot = None
        else:
            raise UnreadableCommand(f"no piece has just been put on {point}")

    def _preserve(self, spot: str) -> None:
        if self._board.get(spot, (0, False))[1]:
            self._changed[spot] = not self._is_kept(spot, list(self._rows()))

    def _remove(self, point: str) -> None:
        if self._board.get(point, (0, False))[1]:
            self._changed[point] = False
            return
        rows = [row for row in self._rows() if point in row[0] or point in row[1]]
        if len(rows) != 1:
            found = "no row" if not rows else "more than one row"
            raise UnreadableCommand(f"{found} of the mover's is there")
        lifted = self._lift(rows, list(self._rows()))
        if self._push is None:
            # Before the push, the site resets the kept pieces with every row.
            self._before += lifted
            self._changed = {}
        else:
            self._after += lifted

    def _rows(self) -> Iterator[Line]:
        """Yield each row of the mover."""
        for line in LINES:
            for run in _runs(line[1:-1], self._board):
                own = [self._board[spot][0] == self._mover for spot in run]
                if any(all(own[first : first + 4]) for first in range(len(run) - 3)):
                    yield run, line

    def _is_kept(self, spot: str, rows: Sequence[Line]) -> bool:
        owner, gipf = self._board[spot]
        if not gipf or spot in self._changed:
            return gipf and self._changed[spot]
        return owner == self._mover or sum(spot in run for run, _ in rows) > 1

    def _lift(self, rows: Sequence[Line], standing: Sequence[Line]) -> list[Row]:
        """Remove the pieces of rows, except kept ones; return them by row.

        Args:
            rows: the rows to remove.
            standing: all rows on the board.
        """
        kept = {spot for run, _ in rows for spot in run if self._is_kept(spot, standing)}
        taken = []
        for run, line in rows:
            spots = [spot for spot in run if spot in self._board and spot not in kept]
            pieces = [Piece(spot, gipf, owner != self._mover)
                      for spot in spots for owner, gipf in [self._board.pop(spot)]]  # fmt: skip
            if pieces:
                taken.append(Row(tuple(sorted(pieces)), name(line)))
        return taken


_COMMANDS = ("dropb", "slidefrom", "slide", "pickb", "preserve", "remove")


def _runs(spots: tuple[str, ...], board: Board) -> Iterator[tuple[str, ...]]:
    """Yield the runs of adjacent pieces along a line."""
    run: list[str] = []
    for spot in spots:
        if spot in board:
            run.append(spot)
        else:
            yield tuple(run)
            run = []
    yield tuple(run)


def _points(command: str) -> list[str]:
    """Return the points in a command: one, or two for a push from a dot."""
    word, _, rest = command.partition(" ")
    points = [f"{letter.lower()}{number}" for letter, number in _POINT.findall(rest)]
    count = 2 if word.lower().startswith("slide") else 1
    if len(points) != count or _POINT.sub("", rest).strip():
        raise UnreadableCommand(f"it names {'two points' if count == 2 else 'one point'}")
    if unknown := [point for point in points if point not in _DOTS | _SPOTS]:
        raise UnreadableCommand(f"there is no point {unknown[0]}")
    return points


LOGS: dict[str, Callable[[], SiteLog]] = {
    "gipf": partial(GipfLog, "basic"),
    "gipf-standard": partial(GipfLog, "standard"),
    "gipf-tournament": partial(GipfLog, "tournament"),
}
"""Log readers, by the site's name for the set-up; ``gipf-matrx`` is another game."""
