"""Positions: the interface that the rules of all games implement.

A *claim* is the meaning of a move text: a complete *move*, or a *partial move*, which lacks details
that only the board can supply. `Position.completions` returns the legal moves that a claim can mean
on a board. A *step* is a move compiled for one variant, with which `Position.advance` plays whole
games quickly; a claim that depends on the board has no step.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar, cast

from analysis.games.bits import EMPTY, Bits, indices, row_text
from analysis.games.symmetry import Symmetry
from analysis.games.variant import Variant
from notation.dialect import AnyDialect
from notation.errors import IllegalMove, InvalidPosition, UnwritableMove
from notation.findings import Finding


class TwoSided:
    """A base class of states with two sides, each with a bit set of the points of its pieces.

    Attributes:
        white: bit set of the points with pieces of the first side.
        black: bit set of the points with pieces of the second side.
        turn: 0 if the first side is to move, 1 if the second.
    """

    __slots__ = ()

    BIT_SETS: ClassVar[tuple[str, ...]] = ("white", "black")

    white: int
    black: int
    turn: int

    @property
    def beside(self) -> tuple[int, ...]:
        """The side to move, as a tuple of one number; see `Position.beside`."""
        return (self.turn,)

    @property
    def own(self) -> int:
        """Bit set of the points with pieces of the side to move."""
        return self.black if self.turn else self.white

    @property
    def enemy(self) -> int:
        """Bit set of the points with pieces of the other side."""
        return self.white if self.turn else self.black


M = TypeVar("M")
"""The type of a game's complete moves."""

P = TypeVar("P")
"""The type of a game's partial moves, or of its complete moves if it has no partial moves."""

S = TypeVar("S")
"""The type of a game's steps, which are compiled moves."""


class Outcome(NamedTuple):
    """The end of a game by its rules.

    Attributes:
        winner: name of the side that won; None if there is no winner.
        reason: kebab-case name of the rule that ended the game.
        message: one sentence with the rule and its numbers.
    """

    winner: str | None
    reason: str
    message: str = ""


class Candidate(NamedTuple, Generic[M]):
    """A move that a text can mean, with findings on the differences between move and text."""

    move: M
    findings: tuple[Finding, ...] = ()


Law = Callable[[Any, Any], Finding | None]
"""A function of a position and a complete move that returns a violation if the move breaks one
rule, else None."""


class Position(ABC, Generic[M, P, S]):
    """A board and the side to move. Subclasses are frozen dataclasses, immutable and hashable.

    ``str(position)`` is the position string: the rows of the board, and the fields for `beside`.

    Attributes:
        GAME: the game's name.
        VARIANT: the class of the game's variants.
        LAWS: the laws of complete moves. The first violation explains why a move is illegal.
        PHYSICAL: the laws that even a recorded illegal move must obey to be carried out.
        BIT_SETS: names of the fields that are bit sets of points, or tuples of bit sets. Their
            order is that of the kinds of pieces in the variant's symmetries.
        PIECES: the letters of these kinds of pieces in position strings and diagrams.
        SEVERAL_WAYS: whether several legal moves may lead to the same position.
        variant: the variant of the game.
        turn: index into `sides` of the side to move.
    """

    __slots__ = ()

    GAME: ClassVar[str]
    VARIANT: ClassVar[type[Variant]]
    LAWS: ClassVar[tuple[Law, ...]]
    PHYSICAL: ClassVar[tuple[Law, ...]] = ()
    BIT_SETS: ClassVar[tuple[str, ...]]
    PIECES: ClassVar[str] = "wb"
    SEVERAL_WAYS: ClassVar[bool] = True
    variant: Variant
    turn: int

    # What every game has to define.

    @classmethod
    @abstractmethod
    def start(cls, variant: Any) -> Self:
        """Return the position that games of a variant start from."""

    @classmethod
    @abstractmethod
    def read(cls, text: str, variant: Any) -> Self:
        """Return the position of a position string in a variant.

        Raises:
            InvalidPosition: the reason why the string describes no position of the variant.
        """

    @abstractmethod
    def legal_moves(self) -> Iterator[M]:
        """Yield all legal moves, complete; no move if the game is over."""

    @abstractmethod
    def after(self, move: M) -> Self:
        """Return the position after a complete move; whether the move is legal is not checked."""

    @abstractmethod
    def advance(self, steps: Iterable[S | None]) -> tuple[Self, int]:
        """Play steps as long as they are legal and the board agrees with all stated details.

        A step that is None ends the play.

        Returns:
            The position reached, and the number of steps played.
        """

    @abstractmethod
    def compile(self, claim: M | P) -> S | None:
        """Compile a complete or partial move to a step for `advance`.

        None if the move depends on the board, or is impossible on every board.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the end of the game; None if the game goes on."""

    @abstractmethod
    def captured(self, move: M) -> tuple[object, ...]:
        """Return the points on which a legal move captures pieces."""

    @classmethod
    @abstractmethod
    def of(cls, variant: Any, sets: tuple[int, ...], beside: tuple[int, ...]) -> Self:
        """Return the position with the given `Position.sets` and `Position.beside`."""

    @property
    @abstractmethod
    def layout(self) -> Sequence[tuple[int, int]]:
        """The rows of a position string, each as the index of its first bit and its length."""

    @property
    @abstractmethod
    def beside(self) -> tuple[int, ...]:
        """The part of a position that is not on the board, as numbers: side to move, reserves."""

    @classmethod
    @abstractmethod
    def tail(cls, *beside: int) -> str:
        """Return the fields of a position string after the board, for the numbers of `beside`."""

    @abstractmethod
    def half_turn(self, point: str) -> str | None:
        """Return the image of a point under a rotation of the board by 180 degrees.

        Points are named as in the game's dialects. None for a point off the board.
        """

    @property
    @abstractmethod
    def point_names(self) -> Mapping[int, str]:
        """The names of the points where pieces can stand, by the indices of their bits."""

    # How texts become moves. The defaults are for games whose texts always state the whole move.

    def complete(self, claim: M | P) -> M:
        """Return a move with the details that the board supplies.

        The move need not be legal. For an illegal claim, games may return it unchanged, or raise
        ValueError if it has no complete form.
        """
        return cast("M", claim)

    def discrepancies(self, claim: M | P, move: M) -> tuple[Finding, ...]:
        """Return findings on details of a claim that differ from its complete move."""
        return ()

    def completions(self, claim: M | P) -> list[Candidate[M]]:
        """Return the legal moves that a complete or partial move can mean here, likeliest first."""
        move = self.complete(claim)
        return [] if self.check(move) else [Candidate(move, self.discrepancies(claim, move))]

    def supplied(self, claim: M | P) -> list[Candidate[M]]:
        """Return the legal move that adds compulsory captures to a move without captures.

        The list is empty if there is no such move.
        """
        return []

    def candidates(self, claim: M | P) -> tuple[M | P, ...]:
        """Return every move that a complete or partial move can mean on some board.

        If one of them is legal on a board, all others are not, and the claim means this move there.
        The tuple is empty if the moves cannot be listed without a board.
        """
        return (claim,)

    def sole_move(self, claim: M | P) -> M | None:
        """Return the move that a claim means on every board; None if it depends on the board."""
        return cast("M", claim)

    def determines(self, claim: M | P, move: M) -> bool:
        """Whether ``claim`` can mean only ``move`` on every board where ``move`` is legal."""
        return move in self.candidates(claim)

    def violation_of(self, claim: M | P) -> Finding:
        """Return a violation that tells why a complete or partial move means no legal move.

        Raises:
            ValueError: the move is legal.
        """
        move = self.complete(claim)
        if finding := self.check(move):
            return finding
        raise ValueError(f"{move} is legal")

    def corrections(self, claim: M | P) -> Iterator[M]:
        """Yield legal moves that add captures or removals to an illegal move."""
        return iter(())

    def recorded(self, claim: M | P) -> Candidate[M] | None:
        """Return the illegal move that `as_recorded` carries out; None if it carries out none."""
        move = self.complete(claim)
        if self.broken_law(move, physical=True):
            return None
        return Candidate(move, self.discrepancies(claim, move))

    def as_recorded(self, claim: M | P) -> Self | None:
        """Return the position after an illegal move; None if it cannot be carried out."""
        found = self.recorded(claim)
        return found and self.after(found.move)

    def with_counts(self, move: M) -> M:
        """Return a legal move with all counts that a dialect can write, such as the reserve."""
        return move

    def spellings(self, move: M) -> Iterator[M]:
        """Yield moves that are written differently but have the same effect on every board."""
        return iter(())

    def abridged(self, move: M) -> M:
        """Return a move without its compulsory captures; `supplied` adds them again."""
        return move

    # What follows from that; a game overrides what it can do faster.

    @classmethod
    def from_string(cls, text: str, variant: Variant | str | None = None) -> Self:
        """Return the position of a position string; without a variant, in `simplest_variant`.

        Raises:
            InvalidPosition: the string describes no position of the variant.
            InvalidVariant: the game has no such variant.
        """
        if not isinstance(variant, Variant):
            variant = cls.VARIANT.parse(variant or cls.simplest_variant(text))
        try:
            return cls.read(text, variant)
        except InvalidPosition as reason:
            raise InvalidPosition(f"position {text!r}: {reason}", reason.code) from None

    @classmethod
    def simplest_variant(cls, text: str) -> str:
        """Return the simplest variant string that a position string fits."""
        return "standard"

    def pieces(self) -> dict[str, str]:
        """Return the letter of the piece on each point, by the point's name; ``.`` if empty."""
        names = self.point_names
        found = dict.fromkeys(names.values(), EMPTY)
        for letter, bits in self.by_letter(self.sets).items():
            found |= {names[number]: letter for number in indices(bits)}
        return found

    @property
    def sets(self) -> tuple[int, ...]:
        """The bit sets in the fields `BIT_SETS`, in order, with tuples flattened."""
        found: list[int] = []
        for name in self.BIT_SETS:
            bits = getattr(self, name)
            found += [bits] if isinstance(bits, int) else bits
        return tuple(found)

    def with_sets(self, sets: Iterable[int]) -> Self:
        """Return the position with other bit sets, given in the order of `sets`."""
        return self.of(self.variant, tuple(sets), self.beside)

    @classmethod
    def by_letter(cls, sets: Sequence[Bits]) -> dict[str, Bits]:
        """Return the bit set of each kind of piece, by its letter in strings and diagrams.

        Args:
            sets: bit sets in the order of `Position.sets`. For many positions each is an array of
                words instead. Empty sets at the end may be left out.
        """
        return dict(zip(cls.PIECES, sets, strict=False))

    def __str__(self) -> str:
        kinds = self.by_letter(self.sets)
        letters, sets = "".join(kinds), kinds.values()
        rows = [
            row_text(tuple([bits >> first & (1 << size) - 1 for bits in sets]), letters, size)
            for first, size in self.layout
        ]
        return f"{'/'.join(rows)} {self.tail(*self.beside)}"

    def keys(self) -> tuple[int, ...]:
        """Return the keys of all images of the position under the variant's symmetries.

        The first is that of the position itself. A key has 64 bits. It is the same for equal
        position strings of variants with the same board and pieces, on every machine.
        """
        return self.variant.symmetries.keys(self.sets, *self.beside)

    @property
    def key(self) -> int:
        """The key of the position itself, the first of `keys`."""
        return self.keys()[0]

    @property
    def occupied(self) -> int:
        """Bit set of the occupied points."""
        return reduce(or_, self.by_letter(self.sets).values())

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides in the order in which they move."""
        return self.variant.sides

    def pass_turn(self) -> Self:
        """Return the position with the next side to move and nothing else changed."""
        following = (self.turn + 1) % len(self.sides)
        return cast("Self", replace(cast("Any", self), turn=following))

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        return sum(1 for _ in self.legal_moves())

    def check(self, move: M) -> Finding | None:
        """Return the violation that forbids a complete move; None if the move is legal.

        A move is legal if `advance` plays its step. `LAWS` only explain why a move is illegal.

        Raises:
            AssertionError: the step cannot be played, and no law forbids the move.
        """
        step = self.compile(move)
        if step is not None and self.advance((step,))[1]:
            return None
        if finding := self.broken_law(move):
            return finding
        raise AssertionError(f"{move} cannot be played on {self}, and no law forbids it")

    def broken_law(self, move: M, physical: bool = False) -> Finding | None:
        """Return the first violation by a complete move of `LAWS`, or only of `PHYSICAL`."""
        return first_violation(self.PHYSICAL if physical else self.LAWS, self, move)

    def play(self, move: M) -> Self:
        """Return the position after a complete legal move.

        Raises:
            IllegalMove: the move is not legal here.
        """
        if finding := self.check(move):
            raise IllegalMove(finding)
        return self.after(move)


def first_violation(laws: Iterable[Law], position: object, move: object) -> Finding | None:
    """Return the first violation of the laws by a complete move; None if it breaks none of them."""
    return next((finding for law in laws if (finding := law(position, move))), None)


MOST_MOVES = 100
"""Maximum depth of `perft` that commands accept."""


def perft(position: "AnyPosition", depth: int) -> int:
    """Return the number of sequences of ``depth`` legal moves from a position; depth is at least 1.

    Sequences that the end of the game cuts short do not count.
    """
    if depth == 1:
        return position.count_moves()
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves())


AnyPosition: TypeAlias = Position[Any, Any, Any]
"""A position of any game."""


def write_unambiguously(position: AnyPosition, move: Any, dialect: AnyDialect) -> str:
    """Return the text of a legal move in a dialect, if the text means this move on this board.

    Raises:
        UnwritableMove: the dialect cannot express the move, or its text leads to another position.
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
    """Return the least key of a position's images, and the symmetry that leads to that image.

    All images of a position have the same least key. The image with this key is *canonical*.
    """
    keys = position.keys()
    least = min(keys)
    return least, position.variant.symmetries[keys.index(least)]
