"""Lazy replays of many records. Only this module decides when games are judged on arrays.

Games of one variant whose texts are canonical are checked together on numpy arrays of their boards
where that is expected to be faster: it depends on the number of plies and on the data that the
caller needs. All other games are left to `Replay`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import filterfalse
from typing import TYPE_CHECKING, TypeAlias, overload

from analysis.games import GAMES
from analysis.games.position import AnyPosition
from analysis.replay.compiled import CompiledTexts, compiled_game
from analysis.replay.findings import Policy
from analysis.replay.replay import Replay, replay
from analysis.replay.verdict import GameFacts
from notation import InvalidVariant, LudographError, find_dialect
from notation.extras import is_installed
from records import Record
from records.model import UNDECIDED
from records.tidy import TidyGame, TidyGames, TidyKind, TidyRecords

if TYPE_CHECKING:
    # Not loaded here: it needs numpy.
    from analysis.replay.judged import JudgedGroup, ReplayedGroup

LOADED = float("inf")
"""Value of ``share`` for commands that load numpy in any case."""

MANY = 40_000
"""Minimum number of plies of one kind of game in an archive for which arrays are used: for fewer
plies, loading numpy and compiling the texts take more time than arrays save. Multiplied by
`Game.arrays_handicap`."""

ENOUGH = 3_000
"""Minimum number of plies of a variant in a batch for which arrays are faster than
`Position.advance`."""

FEW = 8
"""Divisor of `MANY` and `ENOUGH` where arrays save more time: where measures or keys of positions
are needed, or texts may stand for several moves. There `MANY` is used without handicaps."""

HEAD = 1_000
"""Number of characters at the beginning of a text in which its games are named."""

PLY = 13
"""Number of characters per ply in a text or in JSON, including a share of the tags."""

Rewritten: TypeAlias = tuple[str, tuple[str, ...]]
"""The moves of a game in a dialect: the name of the dialect, and the texts."""


def reads_columns(text: str, share: float) -> bool:
    """Return whether to read a text as `TidyRecords`, because arrays are probably faster.

    Args:
        text: a part of the archive; it is searched for names of games only at its beginning.
        share: length of the archive, divided by that of the text.
    """
    named = (home.arrays_handicap for name, home in GAMES.items() if name in text[:HEAD])
    plies = len(text) * share / PLY
    return plies >= MANY * max(named, default=1) and is_installed("numpy")


class Batch(Sequence[Replay]):
    """Lazy replays of a batch of records.

    Args:
        games: the records, or replays of which nothing has been played yet.
        as_recorded: whether illegal moves are played as recorded; see `replay`.
        measured: whether the caller needs measures or keys of all positions.
        share: number of plies of the archive, divided by that of the batch; `LOADED` for a command
            that loads numpy in any case.
        policy: which findings count; None for all findings.

    Attributes:
        records: the records, in the order of the games.
        groups: the games that were judged on arrays, by variant and dialect.
    """

    def __init__(
        self,
        games: Iterable[Record | Replay],
        as_recorded: bool = False,
        *,
        measured: bool = False,
        share: float = 1.0,
        policy: Policy | None = None,
    ) -> None:
        self._as_recorded, self._policy = as_recorded, policy
        self._tidy = games if isinstance(games, TidyRecords) else None
        others = enumerate(games) if self._tidy is None else self._tidy.others.items()
        self._made = {
            number: one if isinstance(one, Replay) else self._replay(one) for number, one in others
        }
        own = [one.record for one in self._made.values()] if self._tidy is None else self._tidy
        self.records: Sequence[Record] = own
        self._results: dict[int, str] = {}  # of games without remarks
        self._rewrites: dict[str | None, dict[int, Rewritten]] = {}
        self.groups: list[JudgedGroup] = []
        self._judge(measured, share)

    def _judge(self, measured: bool, share: float) -> None:
        """Judge games on arrays where that is expected to be faster; see `Batch`."""
        alike = self._alike()
        archive = share * sum(games.plies for games in alike.values())
        for compiled, games in alike.items():
            home = GAMES[compiled.start.GAME]
            few, many = ENOUGH, MANY * home.arrays_handicap
            if measured or _has_choices(compiled, games.first):
                few, many = ENOUGH // FEW, MANY // FEW
            if games.plies < few or archive < many or not (home.arrays and is_installed("numpy")):
                continue
            from analysis.replay.judged import JudgedGroup, coded_texts

            if texts := coded_texts(compiled):
                group = JudgedGroup(texts, games.tidy, games.others)
                self.groups += [group] if group.numbers else []

    def _alike(self) -> "Mapping[CompiledTexts, _Alike]":
        """Return compiled texts -> games, for all games with the usual start."""
        alike = defaultdict[CompiledTexts, _Alike](_Alike)
        policy = self._policy or Policy()
        for tidy in self._tidy.groups if self._tidy else ():
            if compiled := _usual_texts(tidy.kind):
                alike[compiled].tidy.append(tidy)
                if policy == Policy():
                    self._results.update(zip(tidy.numbers, tidy.results, strict=True))
        for number, game in self._made.items():
            record, compiled = game.record, game.compiled
            if record.moves and compiled and game.start is compiled.start:
                alike[compiled].others[number] = record.moves
                if not (game.remarks or record.diagrams or policy.concerns(record)):
                    self._results[number] = record.result
        return alike

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> Replay: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Replay]: ...
    def __getitem__(self, index: int | slice) -> Replay | Sequence[Replay]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if index not in self._made:
            self._made[index] = self._replay(self.records[index])
        if judged := self._unsettled.pop(index, None):
            group, place = judged
            group.settle(self._made[index], place)
        return self._made[index]

    def _replay(self, record: Record) -> Replay:
        game = replay(record, as_recorded=self._as_recorded)
        game.policy = self._policy
        return game

    def _record(self, index: int) -> Record:
        """Return the record of a game; if it has a replay, counts are part of the move texts."""
        return self._made[index].record if index in self._made else self.records[index]

    @cached_property
    def _unsettled(self) -> "dict[int, tuple[JudgedGroup, int]]":
        """Index -> group and index in the group, for games on arrays that have no replay yet."""
        return {
            number: (group, place)
            for group in self.groups
            for place, number in enumerate(group.numbers)
        }

    @cached_property
    def facts(self) -> list[GameFacts]:
        """The facts of each game; games judged on arrays rarely need a replay."""
        found: list[GameFacts | None] = [None] * len(self)
        for group in self.groups:
            start, rules = group.start, group.texts.compiled.variant
            for number, length, judgement in group.judgements(self._results):
                about = rules, start.sides, start.turn, judgement, length, start
                tidy, record = self.tidy(number), partial(self._record, number)
                known = GameFacts(tidy, *about, record) if tidy else GameFacts(record(), *about)
                found[number] = known
        return [one or GameFacts.of(self[at]) for at, one in enumerate(found)]

    @cached_property
    def notes(self) -> dict[int, int]:
        """A mapping: index of a game -> number of notes on it.

        All these games are valid and can be played to their end. Games whose notes can be found
        only by a replay are left out.
        """
        found, results = dict[int, int](), self._results
        # Outcomes take time to find; they are needed only where a result is stated.
        stated = {number: result for number, result in results.items() if result != UNDECIDED}
        for group in self.groups:
            for number, notes in zip(group.numbers, group.notes, strict=True):
                if number in results and number not in stated:
                    found[number] = notes
            for number, _, judgement in group.judgements(stated):
                if judgement.valid:
                    found[number] = len(judgement.codes)
        return found

    @property
    def played(self) -> "list[JudgedGroup | ReplayedGroup]":
        """Groups of all games that can be set up, with the boards of their plies.

        The games of a group have the same initial position.
        """
        from analysis.replay.judged import ReplayedGroup

        alike = defaultdict[AnyPosition, list[int]](list)
        judged = {number for group in self.groups for number in group.numbers}
        for number in filterfalse(judged.__contains__, range(len(self))):
            if start := self.facts[number].start:
                alike[start].append(number)
        groups = (
            ReplayedGroup(start, some, [self[at] for at in some]) for start, some in alike.items()
        )
        return [*self.groups, *groups]

    def tidy(self, index: int) -> TidyGame | None:
        """Return a game's tags, result and source without making its record; None if it is not
        tidy, see `records.tidy`."""
        return self._tidy.game(index) if self._tidy else None

    def rewritten_moves(self, dialect: str | None) -> Mapping[int, Rewritten]:
        """Return the moves of valid games in a dialect, with the same texts as `convert` writes.

        Args:
            dialect: name of the dialect; None for the game's own.

        Returns:
            A mapping from the index of a game to its moves. Games that need a replay, or have a
            move that cannot be written, are left out.
        """
        if dialect not in self._rewrites:
            self._rewrites[dialect] = dict(self._rewrite(dialect))
        return self._rewrites[dialect]

    def _rewrite(self, dialect: str | None) -> Iterator[tuple[int, Rewritten]]:
        for group in self.groups:
            own = group.texts.compiled.dialect.name
            try:
                target = find_dialect(group.start.GAME, dialect or own)
            except LudographError:
                continue
            for number, moves in zip(group.numbers, group.rewritten(target), strict=True):
                if moves is not None and number in self.notes:
                    yield number, (target.name, moves)

    def rewritten(self, index: int, dialect: str | None) -> Record | None:
        """Return the record of a game with its `rewritten_moves`; None where there are none."""
        found = self.rewritten_moves(dialect).get(index)
        if found is None:
            return None
        record, (name, moves) = self._record(index), found
        if (moves, name) == (record.moves, record.dialect):
            return record
        return replace(record, moves=moves, dialect=name, places=())


@dataclass
class _Alike:
    """Games of one variant in one dialect: tidy games, and the moves of other games by index."""

    tidy: list[TidyGames] = field(default_factory=list)
    others: dict[int, Sequence[str]] = field(default_factory=dict)

    @property
    def plies(self) -> int:
        return sum(map(len, self.others.values())) + sum(len(one.codes) for one in self.tidy)

    @property
    def first(self) -> Sequence[str]:
        """The moves of one of the games."""
        return next(iter(self.others.values())) if self.others else self.tidy[0].first


def _usual_texts(kind: TidyKind) -> CompiledTexts | None:
    """Return the compiled texts for a kind of tidy games; None for an unknown game or variant."""
    if kind.dialect.game not in GAMES:
        return None
    try:
        return compiled_game(kind.dialect.game, kind.variant, kind.dialect.name)
    except InvalidVariant:
        return None


def _has_choices(compiled: CompiledTexts, texts: Sequence[str]) -> bool:
    """Return whether texts have several readings, so that the board has to decide."""
    return any(compiled.candidates(text) for text in texts if compiled.steps[text] is None)
