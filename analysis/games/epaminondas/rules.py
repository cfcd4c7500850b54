"""The rules of Epaminondas.

Sources: the Philmar rule book in French ("Règles du jeu", Robert Abbott) and an English digest of
the rules. Where they are silent or differ, the decision is ours and stands where it acts.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.epaminondas import laws
from analysis.games.epaminondas.board import Grid, MoveGroup, Step, grid, opposite, row_text
from analysis.games.epaminondas.symmetry import symmetries
from analysis.games.position import Candidate, Outcome
from analysis.games.position import Position as BasePosition
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Variant, choice, split_variant, whole_number
from notation.epaminondas import COMPASS, DIRECTIONS, Claim, Move, PartialMove, Square
from notation.errors import InvalidPosition, InvalidVariant
from notation.findings import Finding

SYMMETRIES = ("rotation", "mirror", "off")
"""The settings of the symmetry rule, the default first."""


@dataclass(frozen=True, slots=True)
class EpaminondasVariant(Variant):
    """The rules on one size of board.

    Attributes:
        columns: 2 to 26; the usual board has 14.
        rows: 5 to 99; the usual board has 12.
        filled: rows of pieces that each side starts with.
        symmetry: what a move onto the far row must not make of the position: ``rotation`` is the
            half-turn with exchanged colours that the rule book's example shows, ``mirror`` the
            left-right symmetry of the English wording, ``off`` nothing.
    """

    GAME: ClassVar[str] = "epaminondas"

    columns: int = 14
    rows: int = 12
    filled: int = 2
    symmetry: str = "rotation"

    @classmethod
    def parse(cls, variant: str) -> Self:
        """Read a variant string such as ``standard+symmetry=off+rows=5+columns=6``.

        Raises:
            InvalidVariant: the string names no rules of this game.
        """
        limits = {"rows": (5, 99), "columns": (2, 26), "filled": (1, 49)}
        _, options = split_variant(variant, ["standard"], [*limits, "symmetry"])
        symmetry = choice(variant, "symmetry", options.pop("symmetry", SYMMETRIES[0]), SYMMETRIES)
        sizes = {key: whole_number(variant, key, options[key], *limits[key]) for key in options}
        rules = cls(**sizes, symmetry=symmetry)
        if 2 * rules.filled >= rules.rows:
            message = f"{rules.filled} filled rows a side leave no free row of {rules.rows}"
            raise InvalidVariant(f"variant {variant!r}: {message}")
        return rules

    def __str__(self) -> str:
        words = [
            f"{name}={getattr(self, name)}"
            for name in ("columns", "rows", "filled")
            if getattr(self, name) != getattr(STANDARD, name)
        ]
        symmetry = [] if self.symmetry == SYMMETRIES[0] else [f"symmetry={self.symmetry}"]
        return "+".join(["standard", *words, *symmetry])

    @property
    def grid(self) -> Grid:
        """The geometry of this size."""
        return grid(self.columns, self.rows)

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board."""
        return symmetries(self.columns, self.rows)

    def start(self) -> "Position":
        """Return the position that games start from: both sides' rows full, White to move."""
        first = (1 << self.columns * self.filled) - 1
        return Position(self, first, first << self.columns * (self.rows - self.filled), 0)

    def position(self, text: str) -> "Position":
        """Read a position string; its board may be of another size than the variant's.

        Raises:
            InvalidPosition: the string describes no board.
        """
        fields = text.split()
        if len(fields) != 2 or fields[1] not in ("w", "b"):
            raise InvalidPosition(f"position {text!r}: expected rows, a blank, and w or b")
        rows = [_expand(row, text) for row in reversed(fields[0].split("/"))]
        width = len(rows[0])
        for number, row in enumerate(rows, start=1):
            if len(row) != width:
                message = f"row {number} has {len(row)} squares, row 1 has {width}"
                raise InvalidPosition(f"position {text!r}: {message}")
        if not (5 <= len(rows) <= 99 and 2 <= width <= 26):
            size = f"{width} columns by {len(rows)} rows"
            raise InvalidPosition(f"position {text!r}: no board has {size} (2-26 by 5-99)")
        filled = min(self.filled, (len(rows) - 1) // 2)
        rules = replace(self, columns=width, rows=len(rows), filled=filled)
        squares = "".join(rows)
        white, black = (sum(1 << i for i, c in enumerate(squares) if c == piece) for piece in "wb")
        return Position(rules, white, black, "wb".index(fields[1]))

    def compile(self, claim: Claim) -> Step | None:
        """Compile a claim for `Position.advance`; an outline needs the board."""
        return self.grid.compile(claim) if isinstance(claim, Move) else None

    def complete(self, claim: Claim) -> Move | None:
        """Return the move that a claim stands for wherever it can be played without a finding."""
        return claim if isinstance(claim, Move) and claim.captures is not None else None

    def determines(self, claim: Claim, move: Move) -> bool:
        """Tell whether a claim stands for a move on every board where that is legal.

        An outline does: nothing but the square behind its head can end a phalanx that moves.
        """
        if isinstance(claim, PartialMove):
            return claim == PartialMove(move.tail, move.target, bool(move.captures))
        return claim == move or claim == replace(move, captures=None)


STANDARD = EpaminondasVariant()
VARIANT = EpaminondasVariant


@dataclass(frozen=True, slots=True)
class Position(BasePosition[Move, PartialMove, Step]):
    """A board, who is to move, and the rules.

    Attributes:
        variant: the rules, with the size of the board.
        white: bit set of White's squares.
        black: bit set of Black's squares.
        turn: 0 if White is to move, 1 if Black is.
    """

    variant: EpaminondasVariant
    white: int
    black: int
    turn: int

    GAME: ClassVar[str] = "epaminondas"
    LAWS = laws.LAWS
    BIT_SETS = ("white", "black")

    @classmethod
    def start(cls, variant: EpaminondasVariant) -> "Position":
        """Return the position that games of a variant start from."""
        return variant.start()

    @classmethod
    def from_string(cls, text: str, variant: EpaminondasVariant | str | None = None) -> "Position":
        """Read a position string; the size of the board follows from it.

        Raises:
            InvalidPosition: the string describes no board.
            InvalidVariant: the variant string names no rules.
        """
        if not isinstance(variant, EpaminondasVariant):
            variant = EpaminondasVariant.parse(variant or "standard")
        return variant.position(text)

    def compile(self, claim: Claim) -> Step | None:
        """Compile a text's move for `advance`, whatever stands on the board."""
        return self.variant.compile(claim)

    def sole_move(self, claim: Claim) -> Move | None:
        """Return the complete move of a text wherever `advance` plays it."""
        return self.variant.complete(claim)

    def determines(self, claim: Claim, move: Move) -> bool:
        """Whether a text stands for a complete move on every board where that is legal."""
        return self.variant.determines(claim, move)

    def half_turn(self, point: str) -> str | None:
        """Return the square that a half-turn of the board takes another to, None off the board."""
        return opposite(self.variant, point)

    def __str__(self) -> str:
        columns, white, black = self.variant.columns, self.white, self.black
        row = (1 << columns) - 1
        rows = [
            row_text(white >> start & row, black >> start & row, columns)
            for start in range((self.variant.rows - 1) * columns, -1, -columns)
        ]
        return f"{'/'.join(rows)} {'wb'[self.turn]}"

    def piece(self, square: Square) -> str:
        """Return ``w``, ``b`` or ``.``: what stands on a square of the board."""
        bit = self.variant.grid.bit(square)
        return "w" if self.white & bit else "b" if self.black & bit else "."

    @property
    def own(self) -> int:
        """Bit set of the squares of the side to move."""
        return self.black if self.turn else self.white

    @property
    def enemy(self) -> int:
        """Bit set of the squares of the other side."""
        return self.white if self.turn else self.black

    def far_row(self, turn: int) -> int:
        """Return the number of a side's far row: 1 for Black, the last for White."""
        return 1 if turn else self.variant.rows

    def far_count(self, turn: int) -> int:
        """Return how many pieces a side has on its far row."""
        pieces = self.black if turn else self.white
        return (pieces & self.variant.grid.row(self.far_row(turn))).bit_count()

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images under all symmetries, its own first."""
        return self.variant.symmetries.keys((self.white, self.black), self.turn)

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal move with its captures; none once the game is won."""
        if self._won():
            return
        for group in self.variant.grid.groups(self.own, self.enemy):
            yield from self._moves(group, self._allowed(group))

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        if self._won():
            return 0
        groups = self.variant.grid.groups(self.own, self.enemy)
        return sum(self._allowed(group).bit_count() for group in groups)

    def _moves(self, group: MoveGroup, heads: int) -> Iterator[Move]:
        for row, column in self.variant.grid.squares(heads):
            yield Move(row, column, group.pieces, group.direction, group.distance, group.captures)

    def _allowed(self, group: MoveGroup) -> int:
        """Return the heads of a group without those that the symmetry rule forbids."""
        if self.variant.symmetry == "off":
            return group.heads
        north = DIRECTIONS[group.direction][0]
        start_row = self.far_row(self.turn) - north * group.distance
        if not north or not 1 <= start_row <= self.variant.rows:
            return group.heads
        arriving = self._moves(group, group.heads & self.variant.grid.row(start_row))
        forbidden = [move.head for move in arriving if laws.symmetry(self, move)]
        return group.heads & ~self.variant.grid.bits(forbidden)

    def after(self, move: Move) -> "Position":
        """Return the position after a move that can be carried out, legal or not."""
        bits = self.variant.grid.bits
        left = bits([move.ahead(-behind) for behind in range(move.count)])
        reached = bits([move.ahead(move.distance - behind) for behind in range(move.count)])
        own = self.own & ~left | reached
        enemy = self.enemy & ~bits(list(self.captured(move)))
        white, black = (enemy, own) if self.turn else (own, enemy)
        return Position(self.variant, white, black, 1 - self.turn)

    def captured(self, move: Move) -> tuple[Square, ...]:
        """Return the squares of the enemy pieces in line from the target of a move onward."""
        taken = []
        square, further = move.target, move.distance
        while self.variant.grid.holds(square) and self.enemy & self.variant.grid.bit(square):
            taken.append(square)
            further += 1
            square = move.ahead(further)
        return tuple(taken)

    def check(self, move: Move) -> Finding | None:
        """Return the violation that forbids a move; one without its captures is not complete."""
        if move.captures is None:
            return self.broken_law(move)
        return BasePosition.check(self, move)

    def completions(self, claim: Claim) -> list[Candidate[Move]]:
        """Return the one legal move that a claim can stand for, or none."""
        move = self.complete(claim)
        return [] if self.check(move) else [Candidate(move, laws.discrepancies(claim, move))]

    def as_recorded(self, claim: Claim) -> "Position | None":
        """Return the position after a move that breaks a rule but could be carried out.

        Such are a move too far over empty squares, a move that the symmetry rule forbids, and a
        move after the end.
        """
        move = self.complete(claim)
        hindered = any(law(self, move) for law in laws.PHYSICAL)
        return None if hindered else self.after(move)

    def complete(self, claim: Claim) -> Move:
        """Read off the board what a claim leaves open, as far as the claim makes sense there."""
        move = self._outlined(claim) if isinstance(claim, PartialMove) else claim
        return replace(move, captures=len(self.captured(move)))

    def _outlined(self, outline: PartialMove) -> Move:
        """Return the move whose phalanx runs from the tail to the last friend ahead."""
        (row, column), (to_row, to_column) = outline.tail, outline.target
        reach = max(abs(to_row - row), abs(to_column - column))
        direction = COMPASS[(to_row - row) // reach, (to_column - column) // reach]
        start = Move(row, column, 1, direction, 1)
        count = 1
        while self._owns(start.ahead(count)):
            count += 1
        return Move(*start.ahead(count - 1), count, direction, reach - count + 1)

    def _owns(self, square: Square) -> bool:
        board_here = self.variant.grid
        return board_here.holds(square) and bool(self.own & board_here.bit(square))

    def advance(self, steps: Iterable[Step | None]) -> tuple["Position", int]:
        """Play steps for as long as they are legal, complete and need no finding.

        Returns the position reached and the number of steps played.
        """
        own, enemy, played = self.own, self.enemy, 0
        far = [self.variant.grid.row(self.far_row(side)) for side in (self.turn, 1 - self.turn)]
        tense = bool(own & far[0] or enemy & far[1])
        for step in steps:
            if step is None:
                break
            need, moved, change, special, _ = step
            if own & need != moved:
                break
            if tense:
                mine, theirs = far[played & 1], far[~played & 1]
                if own & mine and (own & mine).bit_count() > (enemy & theirs).bit_count():
                    break
            if special or enemy & need:
                met = self._meet(own, enemy, step, far[played & 1])
                if met is None:
                    break
                taken, arrived = met
                enemy ^= taken
                tense = tense or arrived
            own, enemy = enemy, own ^ change
            played += 1
        turn = (self.turn + played) % 2
        white, black = (enemy, own) if turn else (own, enemy)
        return Position(self.variant, white, black, turn), played

    def _meet(self, own: int, enemy: int, step: Step, far: int) -> tuple[int, bool] | None:
        """Return what a step takes and whether it arrives on the far row; None if it may not."""
        need, _, change, _, (pieces, path, lines, captures, arrives) = step
        run = taken = 0
        if enemy & need:
            for line in lines:
                if enemy & line != line:
                    break
                run, taken = run + 1, line
            if enemy & path or run >= pieces:
                return None
        if captures is not None and run != captures:
            return None
        arrived = bool(arrives & far)
        if arrived and laws.is_symmetric(self.variant, own ^ change, enemy ^ taken):
            return None
        return taken, arrived

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, None while it goes on.

        A player who must move and cannot has lost: no source says so, none says otherwise.
        """
        won = self._won()
        if won is None and next(self.legal_moves(), None) is None:
            side, other = self.sides[self.turn], self.sides[1 - self.turn]
            return Outcome(other, "no-legal-move", f"{side.title()} is to move and cannot")
        return won

    def _won(self) -> Outcome | None:
        """Judge the far rows, as the rules do at the start of a turn."""
        mine, theirs = self.far_count(self.turn), self.far_count(1 - self.turn)
        if mine <= theirs:
            return None
        side, other = self.sides[self.turn], self.sides[1 - self.turn]
        message = (
            f"{side.title()} begins a turn with {mine} on row {self.far_row(self.turn)}; "
            f"{other.title()} has {theirs} on row {self.far_row(1 - self.turn)}"
        )
        return Outcome(side, "far-row", message)


def _expand(row: str, text: str) -> str:
    """Return a row of a position string with dots for its runs of empty squares."""
    if not re.fullmatch(r"(?:[wb]|[1-9][0-9]?(?![0-9]))+", row, re.ASCII):
        message = f"row {row!r} is not made of w, b and numbers"
        raise InvalidPosition(f"position {text!r}: {message}")
    return re.sub(r"\d+", lambda run: "." * int(run[0]), row)
