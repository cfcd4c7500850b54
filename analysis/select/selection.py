"""Selections: a condition, a position to be reached, and no duplicates."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.replay.replay import Replay
from analysis.replay.verdict import GameFacts
from analysis.select.duplicates import KINDS, Deduper, fingerprint
from analysis.select.position import TargetPosition, read_position
from notation import UnknownName

if TYPE_CHECKING:
    # Conditions are loaded where there is one: commands start sooner without.
    from analysis.select.condition import Condition


@dataclass(frozen=True, slots=True)
class Filter:
    """The conditions on each selected game by itself. It can be pickled.

    Attributes:
        where: a condition on the game; None for none.
        target: a position that the game has to reach; None for none.
        others: further conditions on the game.
    """

    where: "Condition | None" = None
    target: TargetPosition | None = None
    others: "tuple[Condition, ...]" = ()

    def __bool__(self) -> bool:
        """Return whether there are any conditions."""
        return self.where is not None or self.target is not None or bool(self.others)

    def keeps(self, game: Replay) -> bool:
        """Return whether a game meets all conditions."""
        holds = self.holds(GameFacts.of(game))
        return holds and (self.target is None or self.target.is_reached(game))

    def holds(self, facts: GameFacts) -> bool:
        """Return whether the conditions on facts are true of a game."""
        if not all(one.holds(facts) for one in self.others):
            return False
        return self.where is None or self.where.holds(facts)


@dataclass(frozen=True, slots=True)
class Selection:
    """The conditions under which games are selected. It can be pickled.

    Attributes:
        filter: the conditions on each single game.
        dedupe: how duplicates among the games that pass are recognized, a key of `KINDS`; None to
            keep all.
    """

    filter: Filter = Filter()
    dedupe: str | None = None

    def __bool__(self) -> bool:
        """Return whether there are any conditions."""
        return bool(self.filter) or self.dedupe is not None

    @property
    def compares_positions(self) -> bool:
        """Whether the keys of the positions of games are needed."""
        return self.dedupe is not None or self.filter.target is not None

    def deduper(self) -> Deduper | None:
        """Return a search for duplicates among the games that pass the filter, or None."""
        return Deduper(self.dedupe) if self.dedupe else None

    def select(self, play: Callable[[], Iterable[Replay]]) -> Iterator[Replay]:
        """Yield the selected games, in their order.

        Args:
            play: returns all games, always in the same order. It is called once, or twice if the
                `Deduper` needs two passes.
        """
        deduper = self.deduper()
        if deduper and deduper.passes > 1:
            for game in filter(self.filter.keeps, play()):
                deduper.survey(fingerprint(game, deduper.kind))
        for game in filter(self.filter.keeps, play()):
            if deduper is None or deduper.keeps(fingerprint(game, deduper.kind)):
                yield game


def parse_selection(
    where: "str | Condition | None" = None,
    position: str | None = None,
    *,
    any_symmetry: bool = False,
    dedupe: str | None = None,
    game: str | None = None,
    variant: str | None = None,
    others: "Iterable[Condition]" = (),
) -> Selection:
    """Parse a selection as a user describes it.

    Args:
        where: a condition, parsed or as text, such as ``plies >= 40 and White ~ "jong"``.
        position: a position that games have to reach: a position string, or moves that lead there.
        any_symmetry: whether an image of the position counts as well.
        dedupe: a key of `KINDS`.
        game: name of the game that the position belongs to; None to guess it from the text.
        variant: variant string for reading the position.
        others: further conditions, such as those of `analysis.select.filters`.

    Raises:
        InvalidCondition: the condition cannot be read.
        InvalidPosition: the position cannot be read.
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game, or no such way of deduping.
    """
    if dedupe is not None and dedupe not in KINDS:
        raise UnknownName.among("way to dedupe by", dedupe, KINDS)
    if isinstance(where, str):
        from analysis.select.condition import parse_condition

        where = parse_condition(where)
    target = None
    if position is not None:
        target = TargetPosition.of(read_position(position, game, variant), any_symmetry)
    return Selection(Filter(where, target, tuple(others)), dedupe)
