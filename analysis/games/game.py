"""The description of a game: its names, and the import paths of its rules, diagram and measures."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from analysis.games.variant import Evidence, Variant
from notation.registry import load

if TYPE_CHECKING:
    # Not loaded here: the parts of a game are imported on first use.
    from analysis.games.arrays import ArrayRules
    from analysis.games.diagram import AnyDiagram
    from analysis.games.match import Scoring
    from analysis.games.measures import Measures
    from analysis.games.position import AnyPosition

T = TypeVar("T")

INTERFACE = 1
"""Version of the interface for games in other packages; an incompatible change increments it."""


class Lazy(NamedTuple, Generic[T]):
    """An object that is imported when its `Lazy` is called.

    Attributes:
        path: ``module:name``, or ``module`` for a module itself.
    """

    path: str

    def __call__(self) -> T:
        """Import and return the object.

        Raises:
            UnknownName: the object belongs to an installed game and cannot be loaded.
        """
        return cast("T", load(self.path))


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """The description of one game.

    Attributes:
        name: the name in files and on the command line.
        title: the name in sentences.
        variant_type: the class of its variants.
        position_type: the class of its positions, which implements the rules.
        diagram: the `BoardDiagram` that draws its board as picture and text.
        measures: the measures of plies for the tables.
        slips: ``package:file`` of the TOML file with the fields of its move texts, for comparing
            misspelt texts; empty if there is none.
        default: variant string for a record that names no variant.
        fallbacks: variant strings to try if the guessed variant fails, likeliest first.
        guess_variant: function that guesses the variant string of a record that names none; None
            if `default` is always taken.
        scoring: the scoring of games and matches; None if the game has no score sheet.
        arrays: the class of its rules on arrays; None if the game has no such rules.
        interface: the version of `INTERFACE` that the game was made for.
        arrays_handicap: arrays are used from this many times the usual number of plies; above 1 for
            games in which `Position.advance` is fast.
    """

    name: str
    title: str
    variant_type: Lazy[type[Variant]]
    position_type: "Lazy[type[AnyPosition]]"
    diagram: "Lazy[AnyDiagram]"
    measures: "Lazy[Measures[object, object]]"
    slips: str = ""
    default: str = "standard"
    fallbacks: tuple[str, ...] = ()
    guess_variant: Lazy[Callable[[Evidence], str]] | None = None
    scoring: "Lazy[Scoring] | None" = None
    arrays: "Lazy[type[ArrayRules[Any, Any]]] | None" = None
    arrays_handicap: int = 1
    interface: int = 1

    def variant(self, text: str | None = None) -> Variant:
        """Return the variant of a variant string; the default variant if ``text`` is None.

        Raises:
            InvalidVariant: the game has no such variant.
        """
        return _variant(self, text or self.default)

    def start(self, variant: Variant | str | None = None) -> "AnyPosition":
        """Return the initial position of a variant; of the default one if ``variant`` is None.

        Raises:
            InvalidVariant: the game has no such variant.
        """
        known = variant if isinstance(variant, Variant) else self.variant(variant)
        return self.position_type().start(known)

    def position(self, text: str, variant: Variant | str | None = None) -> "AnyPosition":
        """Return the position of a position string.

        Without a variant, a variant that the string fits is taken.

        Raises:
            InvalidPosition: the string describes no position of the game.
            InvalidVariant: the game has no such variant.
        """
        known = self.variant(variant) if isinstance(variant, str) else variant
        return self.position_type().from_string(text, known)

    def guess(self, evidence: Evidence) -> str:
        """Return the variant string guessed from the data of a record that names no variant."""
        return self.guess_variant()(evidence) if self.guess_variant else self.default


@lru_cache(maxsize=256)
def _variant(game: GameDefinition, text: str) -> Variant:
    return game.variant_type().parse(text)
