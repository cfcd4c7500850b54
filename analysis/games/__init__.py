"""The registry of games: one short description each, and nothing elsewhere asks which game it is.

A description names the modules that hold a game's rules and its board picture; they are imported
when first needed, so that a command that meets one game loads one game.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from analysis.games.position import Position, Variant
from analysis.games.variant import Evidence
from notation.errors import UnknownName

if TYPE_CHECKING:
    from analysis.drawing.diagram import BoardDiagram
    from analysis.games.match import Scoring
    from analysis.games.measures import Measures


@dataclass(frozen=True)
class Game:
    """What sets one game apart.

    Attributes:
        name: the name in files and on the command line.
        title: the name in sentences.
        default: the variant of a record that names none.
        fallbacks: variants worth trying where a guessed one fails, likeliest first.
        has_matches: whether points of its games add up to matches.
    """

    name: str
    title: str
    default: str = "standard"
    fallbacks: tuple[str, ...] = ()
    has_matches: bool = False

    def rules(self, variant: str | None = None) -> Variant:
        """Return the rules of a variant, of the default one if none is named.

        Raises:
            InvalidVariant: the game has no such variant.
        """
        return _rules(self.name, variant or self.default)

    def position(self, text: str, variant: str | None = None) -> Position:
        """Read a position string.

        Where no variant is named, the string tells which rules it needs.

        Raises:
            InvalidPosition: the string describes no position of the game.
            InvalidVariant: the game has no such variant.
        """
        if variant is None:
            return cast("Position", self._module.Position.from_string(text))
        return self.rules(variant).position(text)

    def guess(self, evidence: Evidence) -> str:
        """Return the variant that a record speaks for where it names none."""
        guess = getattr(self._module, "guess", None)
        return cast("str", guess(evidence)) if guess else self.default

    @property
    def _module(self) -> ModuleType:
        return import_module(f"analysis.games.{self.name}.rules")

    def opposite(self, rules: Variant, point: str) -> str | None:
        """Return the name of the point that a half-turn of the board takes a point to.

        None where there is no such point. Points are named as the game's dialects name them.
        """
        home = import_module(f"analysis.games.{self.name}.board")
        return cast("str | None", home.opposite(rules, point))

    @property
    def picture(self) -> "BoardDiagram":
        """How the game's board is drawn and written as text."""
        return cast("BoardDiagram", import_module(f"analysis.games.{self.name}.diagram").PICTURE)

    @property
    def measures(self) -> "Measures[Any, Any]":
        """The measures of its plies for the tables."""
        home = import_module(f"analysis.games.{self.name}.measures")
        return cast("Measures[Any, Any]", home.Measures())

    @property
    def scoring(self) -> "Scoring | None":
        """How games are scored and matches added up; None where the game has no score sheet."""
        if not self.has_matches:
            return None
        return cast("Scoring", import_module(f"analysis.games.{self.name}.match"))


_MEGIDDO = (
    "master",
    "base+cleopatra",
    "master+cleopatra",
    "grand-master",
    "grand-master+cleopatra",
    "base+radial-move",
    "base+players=3",
    "master+players=3",
    "base+cleopatra+players=3",
)

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("epaminondas", "Epaminondas", fallbacks=("standard+symmetry=off",)),
        Game("gipf", "GIPF", "basic", fallbacks=("standard", "tournament", "basic+pieces=18")),
        Game("megiddo", "Megiddo", default="base", fallbacks=_MEGIDDO, has_matches=True),
    )
}


def find(name: str) -> Game:
    """Return a game by name.

    Raises:
        UnknownName: there is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownName(f"no game {name!r}; there are: {', '.join(GAMES)}") from None


@lru_cache(maxsize=256)
def _rules(name: str, variant: str) -> Variant:
    rules = import_module(f"analysis.games.{name}.rules").VARIANT
    return cast("Variant", rules.parse(variant))
