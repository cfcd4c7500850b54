"""Selections: conditions, a position to be reached, and the kind of duplicates to leave out."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.replay.replay import Replay
from analysis.replay.verdict import GameFacts
from analysis.select.duplicates import KINDS, Deduper, fingerprint
from analysis.select.position import TargetPosition, read_position
from notation import UnknownName

if TYPE_CHECKING:
    # Conditions are loaded on first use, so that commands without them start sooner.
    from analysis.select.condition import Condition


@dataclass(frozen=True, slots=True)
class Selection:
    """The conditions under which games are selected. It can be pickled.

    Attributes:
        conditions: the conditions on each single game.
        target: a position that each game has to reach; None for any game.
        dedupe: kind of duplicates to leave out among the games that meet the conditions, a key of
            `KINDS`; None to keep all games.
    """

    conditions: "tuple[Condition, ...]" = ()
    target: TargetPosition | None = None
    dedupe: str | None = None

    def __bool__(self) -> bool:
        """Return whether there are any conditions."""
        return bool(self.conditions or self.target or self.dedupe)

    def keeps(self, game: Replay) -> bool:
        """Return whether a game meets the conditions and reaches the target."""
        holds = self.holds(GameFacts.of(game))
        return holds and (self.target is None or self.target.is_reached(game))

    def holds(self, facts: GameFacts) -> bool:
        """Return whether a game meets the conditions; the target is not tested."""
        return all(one.holds(facts) for one in self.conditions)

    @property
    def tags(self) -> frozenset[str]:
        """The names of the tags that the conditions test."""
        if not self.conditions:
            return frozenset()
        from analysis.select.condition import tags_of

        return frozenset[str]().union(*map(tags_of, self.conditions))

    @property
    def compares_positions(self) -> bool:
        """Whether the keys of the positions of games are needed."""
        return self.dedupe is not None or self.target is not None

    def deduper(self) -> Deduper | None:
        """Return a `Deduper` for the games that meet the conditions, or None if not needed."""
        return Deduper(self.dedupe) if self.dedupe else None

    def select(self, play: Callable[[], Iterable[Replay]]) -> Iterator[Replay]:
        """Yield the selected games, in their order.

        Args:
            play: returns all games, always in the same order. It is called once, or twice if the
                `Deduper` needs two passes.
        """
        deduper = self.deduper()
        if deduper and deduper.passes > 1:
            for game in filter(self.keeps, play()):
                deduper.survey(fingerprint(game, deduper.kind))
        for game in filter(self.keeps, play()):
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
    """Return the selection that a user describes.

    Args:
        where: a condition, parsed or as text, such as ``plies >= 40 and White ~ "jong"``.
        position: a position that games have to reach: a position string, or moves that lead to it.
        any_symmetry: whether images of the position count as well.
        dedupe: a key of `KINDS`.
        game: name of the position's game; None to guess it from the text.
        variant: variant string for reading the position.
        others: further conditions, such as those of options.

    Raises:
        InvalidCondition: the condition cannot be read.
        InvalidPosition: the position cannot be read.
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game, or no such kind of duplicates.
    """
    if dedupe is not None and dedupe not in KINDS:
        raise UnknownName.among("way to dedupe by", dedupe, KINDS)
    if isinstance(where, str):
        from analysis.select.condition import parse_condition

        where = parse_condition(where)
    target = None
    if position is not None:
        target = TargetPosition.of(read_position(position, game, variant), any_symmetry)
    conditions = (where, *others) if where is not None else tuple(others)
    return Selection(conditions, target, dedupe)
