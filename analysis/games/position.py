"""Positions: the interface that the rules of all games implement.

A text stands for a complete *move*, or for a *partial move*, which leaves something open.
`Position.completions` returns the legal moves that either can stand for on a board. A *step* is a
move compiled for one variant, so that `Position.advance` plays whole games quickly; a text that
depends on the board has no step.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar, cast

from analysis.games.bits import EMPTY, Bits, indices, row_text
from analysis.games.symmetry import Symmetry
from analysis.games.variant import Variant
from notation.dialect import AnyDialect
from notation.errors import IllegalMove, UnwritableMove
from notation.findings import Finding


class TwoSided:
    """A state with a bit set of each side's points.

    Attributes:
        white: bit set of the points of the first side.
        black: bit set of the points of the second side.
        turn: 0 if the first side is to move, 1 if the second.
    """

    __slots__ = ()

    BIT_SETS: ClassVar[tuple[str, ...]] = ("white", "black")

    white: int
    black: int
    turn: int

    @property
    def beside(self) -> tuple[int, ...]:
        """The side to move; see `Position.beside`."""
        return (self.turn,)

    @property
    def own(self) -> int:
        """Bit set of the points of the side to move."""
        return self.black if self.turn else self.white

    @property
    def enemy(self) -> int:
        """Bit set of the points of the other side."""
        return self.white if self.turn else self.black

    @classmethod
    def by_letter(cls, sets: Sequence[Bits]) -> dict[str, Bits]:
        """Return a bit set for each letter of a piece; see `Position.by_letter`."""
        return {"w": sets[0], "b": sets[1]}


M = TypeVar("M")
"""A game's complete moves."""

P = TypeVar("P")
"""A game's partial moves; its complete moves if it has no partial ones."""

S = TypeVar("S")
"""A game's compiled steps."""


class Outcome(NamedTuple):
    """How a game ended on the board.

    Attributes:
        winner: name of the side that won; None if there is no winner.
        reason: kebab-case name of the rule that ended the game.
        message: one sentence with the rule and its numbers.
    """

    winner: str | None
    reason: str
    message: str = ""


class Candidate(NamedTuple, Generic[M]):
    """A legal move that a text can stand for, with the findings on leniencies in the text."""

    move: M
    findings: tuple[Finding, ...] = ()


class Position(ABC, Generic[M, P, S]):
    """A board and the side to move: a frozen dataclass, which is immutable and hashable.

    ``str(position)`` is the position string of the documented interface: the rows of the board, and
    the fields for `beside`.

    Attributes:
        GAME: the game's name.
        LAWS: functions of a position and a complete move, each of which returns the violation if
            the move breaks it; the first violation found explains why a move is illegal.
        BIT_SETS: the fields that are bit sets of points, or tuples of them, in the order of the
            kinds of pieces of the variant's symmetries.
        variant: the variant of the game.
        turn: index into `sides` of the side to move.
    """

    __slots__ = ()

    GAME: ClassVar[str]
    LAWS: ClassVar[tuple[Callable[[Any, Any], Finding | None], ...]]
    BIT_SETS: ClassVar[tuple[str, ...]]
    variant: Variant
    turn: int

    # What every game has to define.

    @classmethod
    @abstractmethod
    def start(cls, variant: Any) -> Self:
        """Return the position that games of a variant start from."""

    @classmethod
    @abstractmethod
    def from_string(cls, text: str, variant: Any = None) -> Self:
        """Read a position string.

        Args:
            text: the string.
            variant: a variant or its string; None takes one that the position fits.

        Raises:
            InvalidPosition: the string describes no position of the variant.
            InvalidVariant: the game has no such variant.
        """

    @abstractmethod
    def legal_moves(self) -> Iterator[M]:
        """Yield every legal move, complete; none once the game is over."""

    @abstractmethod
    def completions(self, claim: M | P) -> list[Candidate[M]]:
        """Return the legal moves that a text can stand for, likeliest first."""

    def supplied(self, claim: M | P) -> list[Candidate[M]]:
        """Return the legal move of a text that omits all compulsory captures, or none.

        In a game played as recorded, such captures count as overlooked.
        """
        return []

    @abstractmethod
    def complete(self, claim: M | P) -> M:
        """Return the complete move that `advance` plays for a text here, without checking it."""

    @abstractmethod
    def after(self, move: M) -> Self:
        """Return the position after a complete move that can be carried out, unchecked."""

    @abstractmethod
    def advance(self, steps: Iterable[S | None]) -> tuple[Self, int]:
        """Play steps as long as they are legal and need neither completion nor a finding.

        It stops at a step that is None.

        Returns:
            The position reached, and the number of steps played.
        """

    @abstractmethod
    def compile(self, claim: M | P) -> S | None:
        """Compile the move of a text for `advance`, independently of the board.

        None if the move depends on the board, or is impossible on every board.
        """

    def candidates(self, claim: M | P) -> tuple[M | P, ...]:
        """Return the moves that a text may stand for, found without a board.

        On a board where exactly one of them is legal, the text stands for that move. Empty for a
        text that may stand for further moves.
        """
        return (claim,)

    @abstractmethod
    def sole_move(self, claim: M | P) -> M | None:
        """Return the complete move of a text if it is the same on every board.

        None if the move depends on the board.
        """

    @abstractmethod
    def determines(self, claim: M | P, move: M) -> bool:
        """Whether a text means a complete move on every board where the move is legal."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game has ended; None while it goes on."""

    @abstractmethod
    def captured(self, move: M) -> tuple[object, ...]:
        """Return the points whose pieces a legal move takes."""

    @abstractmethod
    def as_recorded(self, claim: M | P) -> Self | None:
        """Return the position after an illegal move; None if it cannot be carried out."""

    @classmethod
    @abstractmethod
    def of(cls, variant: Any, sets: tuple[int, ...], beside: tuple[int, ...]) -> Self:
        """Return the position with these `sets` and `beside`."""

    @property
    @abstractmethod
    def layout(self) -> Sequence[tuple[int, int]]:
        """The rows of the board in the order of position strings: number of the first bit, size."""

    @property
    @abstractmethod
    def beside(self) -> tuple[int, ...]:
        """Numbers for everything off the board by which positions differ."""

    @classmethod
    @abstractmethod
    def tail(cls, *beside: int) -> str:
        """Return the end of a position string, for the numbers of `beside`."""

    @classmethod
    @abstractmethod
    def by_letter(cls, sets: Sequence[Bits]) -> dict[str, Bits]:
        """Return a bit set for each letter of a piece in position strings and diagrams.

        Args:
            sets: bit sets as in `sets`, or arrays of words of them for many positions at once.
                Empty ones at the end may be left out.
        """

    @abstractmethod
    def half_turn(self, point: str) -> str | None:
        """Return the opposite point under a half-turn of the board; None off the board.

        Points are named as in the game's dialects.
        """

    @property
    @abstractmethod
    def point_names(self) -> Mapping[int, str]:
        """The names of the points where pieces stand, by the numbers of their bits."""

    # What follows from that; a game overrides what it can do faster.

    def pieces(self) -> dict[str, str]:
        """Return the letter of the piece on each point, by its name; ``.`` if it is empty."""
        names = self.point_names
        found = dict.fromkeys(names.values(), EMPTY)
        for letter, bits in self.by_letter(self.sets).items():
            found |= {names[number]: letter for number in indices(bits)}
        return found

    @property
    def sets(self) -> tuple[int, ...]:
        """The bit sets of `BIT_SETS`, with tuples flattened."""
        found: list[int] = []
        for name in self.BIT_SETS:
            bits = getattr(self, name)
            found += [bits] if isinstance(bits, int) else bits
        return tuple(found)

    def with_sets(self, sets: Iterable[int]) -> Self:
        """Return the position with other bit sets, given in the order of `sets`."""
        left = iter(sets)
        fields = {name: getattr(self, name) for name in self.BIT_SETS}
        images = {
            name: next(left) if isinstance(bits, int) else tuple(islice(left, len(bits)))
            for name, bits in fields.items()
        }
        return cast("Self", replace(cast("Any", self), **images))

    def __str__(self) -> str:
        kinds = self.by_letter(self.sets)
        letters, sets = "".join(kinds), kinds.values()
        rows = [
            row_text(tuple([bits >> first & (1 << size) - 1 for bits in sets]), letters, size)
            for first, size in self.layout
        ]
        return f"{'/'.join(rows)} {self.tail(*self.beside)}"

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images under the variant's symmetries, its own first.

        A key has 64 bits and depends on the position string only, on every machine; variants that
        do not differ on the board share it.
        """
        return self.variant.symmetries.keys(self.sets, *self.beside)

    @property
    def occupied(self) -> int:
        """Bit set of the occupied points."""
        return reduce(or_, self.by_letter(self.sets).values())

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides in the order in which they move."""
        return self.variant.sides

    @property
    def key(self) -> int:
        """The position's own key."""
        return self.keys()[0]

    def pass_turn(self) -> Self:
        """Return the same board with the next side to move, as after a missing ply."""
        following = (self.turn + 1) % len(self.sides)
        return cast("Self", replace(cast("Any", self), turn=following))

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        return sum(1 for _ in self.legal_moves())

    def check(self, move: M) -> Finding | None:
        """Return the violation that forbids a complete move; None if it is legal.

        A move is legal if its step can be played; the laws only explain why one cannot.

        Raises:
            AssertionError: the step cannot be played, and no law forbids the move.
        """
        step = self.compile(move)
        if step is not None and self.advance((step,))[1]:
            return None
        if finding := self.broken_law(move):
            return finding
        raise AssertionError(f"{move} cannot be played on {self}, and no law forbids it")

    def broken_law(self, move: M) -> Finding | None:
        """Return the first violation of a law by a complete move; None if there is none."""
        return next((finding for law in self.LAWS if (finding := law(self, move))), None)

    def play(self, move: M) -> Self:
        """Return the position after a complete legal move.

        Raises:
            IllegalMove: the move is not legal here.
        """
        if finding := self.check(move):
            raise IllegalMove(finding)
        return self.after(move)

    def violation_of(self, claim: M | P) -> Finding:
        """Return the violation that prevents a text from meaning a legal move.

        Raises:
            ValueError: the move is legal.
        """
        move = self.complete(claim)
        if finding := self.check(move):
            return finding
        raise ValueError(f"{move} is legal")

    def corrections(self, claim: M | P) -> Iterator[M]:
        """Yield legal moves that add omitted parts to an illegal move."""
        return iter(())

    def recorded(self, claim: M | P) -> Candidate[M] | None:
        """Return the illegal move that `as_recorded` carries out; None if it carries out none."""
        return None if self.as_recorded(claim) is None else Candidate(self.complete(claim))

    def with_counts(self, move: M) -> M:
        """Return a legal move with all counts that the notation can state."""
        return move

    def spellings(self, move: M) -> Iterator[M]:
        """Yield other ways to write a move, with the same meaning on every board."""
        return iter(())

    def abridged(self, move: M) -> M:
        """Return a move without its compulsory captures; `supplied` adds them again."""
        return move


MOST_MOVES = 100
"""Maximum length of a sequence of moves; even far shorter ones take too long to count."""


def perft(position: "AnyPosition", depth: int) -> int:
    """Return the number of legal move sequences of a length.

    Args:
        position: the first position.
        depth: number of moves in a sequence, from 1. Sequences cut short by the end of the game do
            not count.
    """
    if depth == 1:
        return position.count_moves()
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves())


AnyPosition: TypeAlias = Position[Any, Any, Any]
"""A position of any game."""


def write_unambiguously(position: AnyPosition, move: Any, dialect: AnyDialect) -> str:
    """Write a legal move in a dialect, so that it is the likeliest reading of the text here.

    Raises:
        UnwritableMove: the dialect cannot express the move, or its text would mean another move
            here.
    """
    text = dialect.write(move)
    moves = dialect.read(text).moves
    if moves != (move,):
        found = (one for claim in moves for one in position.completions(claim))
        sound = (one.move for one in found if not any(note.violation for note in one.findings))
        likely = next(sound, None)
        if likely is None or position.after(likely) != position.after(move):
            message = f"{dialect.name} writes {text!r} for {move}, and on this board that is"
            raise UnwritableMove(f"{message} rather {likely or 'no legal move'}")
    return text


def canonical_key(position: AnyPosition) -> tuple[int, Symmetry]:
    """Return the key of a position shared by all its images, and the symmetry to that image.

    It is the least key of the images; the image with this key is the *canonical* one.
    """
    keys = position.keys()
    least = min(keys)
    return least, position.variant.symmetries[keys.index(least)]
