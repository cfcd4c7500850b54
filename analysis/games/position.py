"""What the rules of every game offer: the shape that all games share.

A *claim* (see ``notation.dialect``) becomes a move on a board: `Position.completions` gives the
legal moves that it can stand for. A *step* is a claim compiled for one board, so that
`Position.advance` can play whole games quickly; a claim that needs thought has no step.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from analysis.games.symmetry import Symmetries, Symmetry
from notation.dialect import Dialect
from notation.errors import IllegalMove, UnwritableMove
from notation.findings import Finding


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended on the board.

    Attributes:
        winner: name of the side that won, None where nobody did.
        reason: kebab-case name of the rule that ended the game.
        message: one sentence with the rule and its numbers.
    """

    winner: str | None
    reason: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move that a claim can stand for, with what had to be forgiven or held against it."""

    move: Any
    findings: tuple[Finding, ...] = ()


class Position(Protocol):
    """A board and who is to move. Positions are immutable and hashable.

    ``str(position)`` is the position string of the documented interface.
    """

    GAME: ClassVar[str]
    """The game's name."""

    @property
    def SIDES(self) -> tuple[str, ...]:  # noqa: N802 (the same for most games, so they set it once)
        """Names of the sides in the order in which they move."""

    @property
    def rules(self) -> "Variant":
        """The rules that the position is played under."""

    @property
    def turn(self) -> int:
        """Index into ``SIDES`` of the side to move."""

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images under ``rules.symmetries``, its own first.

        A key has 64 bits and stands for the position string, on every machine; rules that differ
        without any difference on the board share it.
        """

    @property
    def key(self) -> int:
        """The position's own key."""

    def legal_moves(self) -> Iterator[Any]:
        """Yield every legal move, complete; none once the game is over."""

    def count_moves(self) -> int:
        """Return the number of legal moves."""

    def check(self, move: Any) -> Finding | None:
        """Return the violation that forbids a complete move, None if it is legal."""

    def play(self, move: Any) -> Self:
        """Return the position after a complete legal move.

        Raises:
            IllegalMove: the move is not legal here.
        """

    def after(self, move: Any) -> Self:
        """Return the position after a complete move that can be carried out; no law is asked."""

    def with_counts(self, move: Any) -> Any:
        """Return a legal move with all the counts that its notation may state beside it."""

    def completions(self, claim: Any) -> list[Candidate]:
        """Return the legal moves that a claim can stand for, likeliest first."""

    def complete(self, claim: Any) -> Any:
        """Return the complete move of a claim that `advance` plays here; nothing is checked."""

    def violation_of(self, claim: Any) -> Finding:
        """Return the violation that keeps a claim from standing for any legal move."""

    def corrections(self, claim: Any) -> Iterator[Any]:
        """Yield the legal moves that an illegal claim becomes once what it leaves out is added."""

    def as_recorded(self, claim: Any) -> Self | None:
        """Return the position that an illegal move left, where it could be carried out at all."""

    def _repr_svg_(self) -> str:
        """Return the position as an SVG document, for notebooks."""

    def advance(self, steps: Iterable[Any]) -> tuple[Self, int]:
        """Play steps for as long as they are legal and complete, and need no finding.

        Returns the position reached and the number of steps played. Stops at a step that is None.
        """

    def pass_turn(self) -> Self:
        """Return the same board with the next side to move: what a missing ply leads to."""

    def captured(self, move: Any) -> tuple[Any, ...]:
        """Return the points whose pieces a legal move takes."""

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, None while it goes on."""


Law = Callable[[Any, Any], Finding | None]
"""Takes a position and a move, and returns the violation if the move breaks it."""


class BasePosition(ABC):
    """What the positions of all games share: how they ask their laws, and that they can be seen.

    Attributes:
        LAWS: what a legal move has to satisfy, in the order in which it is asked.
    """

    __slots__ = ()

    LAWS: ClassVar[tuple[Law, ...]]

    @abstractmethod
    def after(self, move: Any) -> Self:
        """Return the position after a complete move that can be carried out; no law is asked."""

    def check(self, move: Any) -> Finding | None:
        """Return the violation that forbids a complete move, None if it is legal."""
        for law in self.LAWS:
            if finding := law(self, move):
                return finding
        return None

    def play(self, move: Any) -> Self:
        """Return the position after a complete legal move.

        Raises:
            IllegalMove: the move is not legal here.
        """
        if finding := self.check(move):
            raise IllegalMove(finding)
        return self.after(move)

    def violation_by(self, move: Any) -> Finding:
        """Return the violation that forbids an illegal move.

        Raises:
            ValueError: the move is legal.
        """
        if finding := self.check(move):
            return finding
        raise ValueError(f"{move} is legal")

    def with_counts(self, move: Any) -> Any:
        """Return a legal move with all the counts that its notation may state beside it."""
        return move

    def corrections(self, claim: Any) -> Iterator[Any]:
        """Yield the legal moves that an illegal claim becomes once what it leaves out is added."""
        return iter(())

    def _repr_svg_(self) -> str:
        from analysis.diagrams import svg

        return svg(self)  # type: ignore[arg-type]


class Variant(Protocol):
    """The rules of one variant of one game. ``str(rules)`` is the canonical variant string."""

    def __hash__(self) -> int:
        """Rules are values: equal ones share what was compiled for them."""

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board under which the game stays the same."""

    def start(self) -> Position:
        """Return the position that games start from."""

    def position(self, text: str) -> Position:
        """Read a position string.

        Raises:
            InvalidPosition: the string describes no position of this variant.
        """

    def compile(self, claim: Any) -> Any:
        """Compile a claim for `Position.advance`; None where it takes more than that."""

    def complete(self, claim: Any) -> Any:
        """Return the complete move that a claim stands for wherever `Position.advance` plays it.

        None where different boards make different moves of it.
        """

    def determines(self, claim: Any, move: Any) -> bool:
        """Tell whether a claim stands for a complete move on every board where that is legal."""


def write_unambiguously(position: Position, move: Any, dialect: Dialect[Any]) -> str:
    """Write a legal move in a dialect so that it is the likeliest reading of the text there.

    Raises:
        UnwritableMove: the dialect has no words for the move, or rather says another one with them.
    """
    text = dialect.write(move)
    claims = dialect.read(text).moves
    if claims != (move,):
        likely = next((one.move for claim in claims for one in position.completions(claim)), None)
        if likely is None or position.after(likely) != position.after(move):
            message = f"{dialect.name} writes {text!r} for {move}, and on this board that is"
            raise UnwritableMove(f"{message} rather {likely or 'no legal move'}")
    return text


def canonical_key(position: Position) -> tuple[int, Symmetry]:
    """Return one key for a position and all its images, and a symmetry that leads to its image.

    The key is the least of those of the images; the position that has it is the *canonical* image.
    """
    keys = position.keys()
    least = min(keys)
    return least, position.rules.symmetries[keys.index(least)]
