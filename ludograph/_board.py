"""The board: positions and moves as immutable values, for all games alike.

A `Position` wraps a position of the rules of a game, and a `Move` wraps a move of its notation.
Their methods take and return texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Unpack, overload

import notation
from analysis import diagrams
from analysis.games import find
from analysis.games import position as engine
from analysis.games.position import AnyPosition, Outcome, write_unambiguously
from analysis.games.typed import readings, typed_moves
from analysis.replay.replay import Replay
from analysis.select.position import read_position
from ludograph._arguments import check_range, typed
from ludograph._drawing import DrawOptions, draw_options, picture_of_position
from notation.dialect import AnyDialect
from notation.errors import AmbiguousMove, IllegalMove, UnknownName
from notation.findings import Finding
from records import Record

STANDARD = "standard"

LISTED = 4
"""Maximum number of moves in a message."""


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A move of a game with all its details, so that it can be written without a board.

    Moves come from a position: from `Position.legal_moves` or `Position.move`. ``str(move)`` is the
    move in the game's usual dialect. Two moves are equal if they are the same move of the same
    game.

    Attributes:
        game: the game's name.
        notes: notes on the spelling of the text that the move was read from; empty for moves that
            were not read from a text.
    """

    game: str
    _move: Any
    notes: tuple[Finding, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return notation.find_dialect(self.game).write(self._move)

    def __repr__(self) -> str:
        return f"<Move {self} of {self.game}>"


class Position:
    """A board and the side to move: an immutable, hashable value, for all games alike.

    ``position["a1"]`` is the piece on a point: a letter as in the position string, or None.
    ``str(position)`` is the position string, ``repr(position)`` evaluates to the position;
    notebooks show its picture. Two positions are equal if they are of the same game and variant
    with the same board, side to move and counts, such as pieces in reserve.

    Args:
        text: a position string; moves from the start of a game, with or without numbers; or a
            diagram as `diagram` writes it, which needs ``game``.
        game: name of the game; None detects it from the text.
        variant: variant string; None takes one that the text fits.

    Raises:
        InvalidPosition: the text is not a position; the message gives the reason.
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game.
    """

    __slots__ = ("_board",)

    _board: AnyPosition

    @typed
    def __init__(self, text: str, game: str | None = None, variant: str | None = None) -> None:
        if game and len(text.strip().splitlines()) > 1:
            board = diagrams.read_text(game, text, variant)
        else:
            board = read_position(text.strip(), game, variant)
        object.__setattr__(self, "_board", board)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"positions do not change: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, tuple[AnyPosition]]:
        return position_of, (self._board,)

    def __eq__(self, other: object) -> bool:
        return self._board == other._board if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._board)

    def __str__(self) -> str:
        return str(self._board)

    def __repr__(self) -> str:
        return f"ludograph.position({str(self)!r}, {self.game!r}, {self.variant!r})"

    @property
    def game(self) -> str:
        """Name of the game."""
        return self._board.GAME

    @property
    def variant(self) -> str:
        """Variant string."""
        return str(self._board.variant)

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides in the order in which they move."""
        return self._board.sides

    @property
    def side(self) -> str:
        """Name of the side to move, such as ``"white"``."""
        return self._board.sides[self._board.turn]

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended on the board; None while it goes on."""
        return self._board.outcome()

    @property
    def key(self) -> int:
        """Hash key of the position: 64 bits, the same on every machine and in `ludograph.plies`."""
        return self._board.key

    @property
    def folded(self) -> int:
        """The least key among all rotated and mirrored images; it is the same for each image."""
        return min(self._board.keys())

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves; none once the game is over."""
        return tuple(Move(self.game, one) for one in self._board.legal_moves())

    @property
    def pieces(self) -> Mapping[str, str]:
        """Letters of the pieces on the board, as in the position string, by name of point."""
        return {point: piece for point, piece in self._board.pieces().items() if piece != "."}

    @typed
    def __getitem__(self, point: str) -> str | None:
        """Return the letter of the piece on a point, upper or lower case; None if it is empty.

        Raises:
            UnknownName: the board has no such point.
        """
        board = self._board.pieces()
        found = board.get(point) or {name.casefold(): one for name, one in board.items()}.get(
            point.casefold()
        )
        if found is None:
            names = list(board)
            known = f"its points are {names[0]} to {names[-1]}" if names else "its points have none"
            raise UnknownName(f"the board has no point {point!r}: {known}")
        return None if found == "." else found

    @typed
    def move(self, text: str, dialect: str | None = None) -> Move:
        """Return the legal move that a text stands for.

        Args:
            text: the move, in any dialect of the game; what the board determines may be left out.
            dialect: name of its dialect; None tries all dialects of the game.

        Raises:
            UnreadableMove: the text is not a move in the dialect, or in any dialect.
            IllegalMove: the text is not a legal move; ``finding`` has the rule and suggestions.
            AmbiguousMove: the text stands for several legal moves.
            UnknownName: the game has no such dialect.
        """
        among = [notation.find_dialect(self.game, dialect)] if dialect else []
        among = among or list(notation.dialects(self.game))
        found = typed_moves(self._board, text, among)
        if len(found) > 1:
            moves = [str(Move(self.game, one.move)) for one in found]
            more = f" and {len(moves) - LISTED} more" if len(moves) > LISTED else ""
            listed = ", ".join(moves[:LISTED])
            raise AmbiguousMove(f"{text!r} stands for several legal moves: {listed}{more}")
        if found:
            return Move(self.game, found[0].move, found[0].notes)
        family = [one for one, _ in readings(text, among)]
        if not family:
            # Raises an error with the place and the expected text.
            notation.read(self.game, text, dialect)
        raise IllegalMove(self._violation(text, family))

    def _violation(self, text: str, family: list[AnyDialect]) -> Finding:
        """Return the violation of an illegal move text, as the replay of a record reports it."""
        likeliest = notation.sniff([text], family) or family[0]
        record = Record((text,), self.game, self.variant, likeliest.name, start=str(self))
        found = Replay(record).violations
        claim = likeliest.read(text).moves[0]
        finding = found[0] if found else self._board.violation_of(claim)
        return finding.at(ply=None, number=None, side=self.side, text=text, line=None)

    @typed
    def play(self, move: str | Move, dialect: str | None = None) -> "Position":
        """Return the position after a move.

        Args:
            move: a move, or its text as in `move`.
            dialect: name of the dialect of a text; None tries all dialects of the game.

        Raises:
            IllegalMove: the move is not legal here; ``finding`` has the rule.
            UnreadableMove: the text is not a move.
            AmbiguousMove: the text stands for several legal moves.
        """
        return position_of(self._board.after(self._checked(move, dialect)))

    @typed
    def write(self, move: str | Move, dialect: str | None = None) -> str:
        """Return the text of a legal move in a dialect; in this position it means only this move.

        Args:
            move: a move, or its text in any dialect.
            dialect: name of the dialect to write; None takes the game's usual one.

        Raises:
            IllegalMove: the move is not legal here.
            UnknownName: the game has no such dialect.
            UnwritableMove: the dialect cannot express the move.
        """
        written = notation.find_dialect(self.game, dialect)
        return write_unambiguously(self._board, self._checked(move), written)

    @typed
    def captured(self, move: str | Move) -> tuple[str, ...]:
        """Return the names of the points whose pieces a legal move takes.

        Raises:
            IllegalMove: the move is not legal here.
        """
        return find(self.game).measures().captured(self._board, self._checked(move))

    def _checked(self, move: str | Move, dialect: str | None = None) -> Any:
        """Return the move value of the game's own rules for a legal move.

        Raises:
            IllegalMove: the move is not legal here.
        """
        if isinstance(move, str):
            return self.move(move, dialect)._move
        if move.game != self.game:
            raise ValueError(f"move must be one of {self.game}, not of {move.game}")
        if finding := self._board.check(move._move):
            raise IllegalMove(finding.at(side=self.side, text=str(move)))
        return move._move

    @overload
    def diagram(
        self, kind: Literal["text", "svg", "tex"] = "text", **options: Unpack[DrawOptions]
    ) -> str: ...
    @overload
    def diagram(self, kind: Literal["png", "pdf"], **options: Unpack[DrawOptions]) -> bytes: ...
    def diagram(
        self,
        kind: Literal["text", "svg", "tex", "png", "pdf"] = "text",
        **options: Unpack[DrawOptions],
    ) -> str | bytes:
        """Return a picture of the position; for the options see `DrawOptions`.

        Args:
            kind: ``"text"``, which `ludograph.position` reads again; ``"svg"``; ``"tex"`` for LaTeX
                with TikZ; ``"png"`` or ``"pdf"`` as bytes.
            **options: such as ``theme="print"``, ``flip=True`` or ``marks=["a1"]``.

        Raises:
            InvalidPicture: an option is invalid, or does not apply to the kind of picture.
            UnknownName: there is no such kind of picture, theme or point.
        """
        return picture_of_position(self._board, kind, draw_options(kind, **options))

    def _repr_svg_(self) -> str:
        return self.diagram("svg")


def position_of(board: AnyPosition) -> Position:
    """Return the public `Position` that wraps a position of a game's own rules."""
    made = object.__new__(Position)
    object.__setattr__(made, "_board", board)
    return made


@typed
def start(game: str, variant: str = "standard") -> Position:
    """Return the position that games start from.

    Args:
        game: name of the game; case is ignored.
        variant: variant string, such as ``"tournament"`` or ``"standard+rows=5+columns=6"``. A game
            without a variant ``standard`` starts in its usual one.

    Raises:
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game.
    """
    rules = find(notation.registry.name_of(game))
    words = {one for option in rules.variant_type().OPTIONS for one in option.known}
    wanted = None if variant == STANDARD and STANDARD not in words else variant
    return position_of(rules.start(wanted))


@typed
def position(text: str, game: str | None = None, variant: str | None = None) -> Position:
    """Return the position that a text describes; arguments and errors are those of `Position`."""
    return Position(text, game, variant)


@typed
def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal moves.

    Args:
        position: the first position.
        depth: number of moves in a sequence, from 0 to 100. Sequences cut short by the end of the
            game do not count.

    Raises:
        ValueError: the depth is out of range.
    """
    check_range("depth", depth, 0, engine.MOST_MOVES)
    return engine.perft(position._board, depth) if depth else 1
