"""Choosing games: by what is said of them, by what happened in them, and each only once."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.replay.replay import Replay
from analysis.select.duplicates import KINDS, Deduper, fingerprint
from analysis.select.position import TargetPosition, read_place
from notation import UnknownName

if TYPE_CHECKING:
    from analysis.select.condition import Condition


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games are wanted. It can be pickled, and tells of each game by itself.

    Attributes:
        where: what has to hold of a game; None for anything.
        landmark: a position that it has to reach; None for any.
    """

    where: "Condition | None" = None
    landmark: TargetPosition | None = None

    def __bool__(self) -> bool:
        """Tell whether anything is asked of the games."""
        return self.where is not None or self.landmark is not None

    def keeps(self, game: Replay) -> bool:
        """Tell whether a game is wanted."""
        if self.where is not None and not self.where.holds(game):
            return False
        return self.landmark is None or self.landmark.met(game)


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything that a user has said about which games he wants.

    Attributes:
        selection: which games, each by itself.
        dedupe: which of those that were selected are dropped because of others, a key of
            `KINDS`; None for none.
    """

    selection: Filter = Filter()
    dedupe: str | None = None

    def __bool__(self) -> bool:
        """Tell whether anything is asked of the games."""
        return bool(self.selection) or self.dedupe is not None

    def deduper(self) -> Deduper | None:
        """Return what finds the games that are dropped; it is given the selected ones only."""
        return Deduper(self.dedupe) if self.dedupe else None

    def games(self, play: Callable[[], Iterable[Replay]]) -> Iterator[Replay]:
        """Yield the games that are wanted, in their order.

        Args:
            play: gives all games, in the same order whenever it is called; that is once, but
                for a `Deduper` of two passes twice.
        """
        deduper = self.deduper()
        if deduper is None:
            yield from filter(self.selection.keeps, play())
            return
        if deduper.passes > 1:
            for game in filter(self.selection.keeps, play()):
                deduper.survey(fingerprint(game, deduper.kind))
        for game in filter(self.selection.keeps, play()):
            if deduper.keeps(fingerprint(game, deduper.kind)):
                yield game


def choosing(
    where: "str | Condition | None" = None,
    position: str | None = None,
    *,
    any_symmetry: bool = False,
    dedupe: str | None = None,
    game: str | None = None,
    variant: str | None = None,
) -> Selection:
    """Return which games are wanted, from what a user has written.

    Args:
        where: a condition, as text or read already, such as ``plies >= 40 and White ~ "jong"``.
        position: a position that games have to reach: a position string, or moves that lead there.
        any_symmetry: whether an image of the position counts as well.
        dedupe: a key of `KINDS`.
        game: name of the game that the position belongs to; None to tell it from the text.
        variant: variant string for reading the position.

    Raises:
        BadCondition: the condition cannot be read.
        InvalidPosition: the position cannot be read.
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game, or no such way of deduping.
    """
    if dedupe is not None and dedupe not in KINDS:
        raise UnknownName(f"no way to dedupe by {dedupe!r}; there are: {', '.join(KINDS)}")
    condition = _condition(where) if isinstance(where, str) else where
    landmark = None
    if position is not None:
        landmark = TargetPosition(read_place(position, game, variant), any_symmetry)
    return Selection(Filter(condition, landmark), dedupe)


def _condition(text: str) -> "Condition":
    """Read a condition; what that takes is loaded only for those who have one."""
    from analysis.select.condition import parse_condition

    return parse_condition(text)
