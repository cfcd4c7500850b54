"""Lazy replays of many records. Only this module decides when games are judged on arrays.

Games of one variant whose texts are canonical are checked together on numpy arrays of their boards
where that is expected to be faster: it depends on the number of plies and on the data that the
caller needs. All other games are left to `Replay`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, overload

from analysis.games import GAMES
from analysis.games.position import AnyPosition
from analysis.replay.compiled import CompiledTexts, compiled_game
from analysis.replay.findings import Policy, judge, notes_on_record, winners
from analysis.replay.replay import Replay, replay
from analysis.replay.setup import AS_RECORDED
from analysis.replay.verdict import GameFacts, Judgement
from notation import InvalidVariant, LudographError, UnknownName, find_dialect
from notation.extras import is_installed
from notation.memo import Memo
from records import Record
from records.model import UNDECIDED
from records.tidy import TidyGame, TidyGames, TidyRecords

if TYPE_CHECKING:
    # Not loaded here: they need numpy.
    from analysis.games.arrays import Codes
    from analysis.replay.judged import CodedTexts, JudgedGroup, ReplayedGroup

LOADED = float("inf")
"""Value of ``share`` for commands that load numpy in any case."""

MANY = 40_000
"""Minimum number of plies of a game in an archive for which arrays are used: for fewer plies,
loading numpy and compiling the texts take more time than arrays save. `Game.arrays_handicap`
multiplies it."""

ENOUGH = 3_000
"""Minimum number of plies of a variant in a batch for which arrays are faster than
`Position.advance`."""

FEW = 8
"""Divisor of `MANY` (then without handicaps) and `ENOUGH` where arrays save more time: where they
give measures and keys of positions, or decide between several moves of texts."""

HEAD = 1_000
"""Number of characters at the beginning of a text in which its games are named."""

PLY = 13
"""Number of characters per ply in a text or in JSON, including a share of the tags."""


def reads_columns(text: str, share: float) -> bool:
    """Return whether to read a text as `TidyRecords`, because arrays are probably faster.

    Args:
        text: a part of the archive; it is searched for names of games only at its beginning.
        share: length of the archive, divided by that of the text.
    """
    named = (home.arrays_handicap for name, home in GAMES.items() if name in text[:HEAD])
    plies = len(text) * share / PLY
    return plies >= MANY * max(named, default=1) and is_installed("numpy")


def _may_be_worth_it(plies: int, share: float) -> bool:
    """Whether a batch and its archive may have enough plies for arrays; see `_is_worth_it`."""
    return plies >= ENOUGH // FEW and plies * share >= MANY // FEW


def _is_worth_it(compiled: CompiledTexts, plies: int, archive: float, is_slow: bool) -> bool:
    """Return whether arrays are expected to be faster than replays for the games of a variant.

    Args:
        compiled: the compiled texts of the variant.
        plies: number of plies of these games in the batch.
        archive: number of plies in the archive, of all variants of the game.
        is_slow: whether a replay needs more than one call of `Position.advance`.
    """
    home = GAMES[compiled.start.GAME]
    few, many = (ENOUGH // FEW, MANY // FEW) if is_slow else (ENOUGH, MANY * home.arrays_handicap)
    worth_it = plies >= few and archive >= many
    return worth_it and home.arrays is not None and is_installed("numpy")


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
        lengths: number of moves of each record.
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
        self._policy = policy
        self._as_recorded = as_recorded
        self._made: dict[int, Replay] = {}
        self._coded: Sequence[TidyGames] = ()
        self._kinds = Memo(_compiled_kind)
        self._rewrites: dict[object, dict[int, tuple[str, tuple[str, ...]]]] = {}
        self._judgements: dict[tuple[object, ...], Judgement] = {}
        self.groups: list[JudgedGroup] = []
        self.records: Sequence[Record]
        self.lengths: Sequence[int]
        others: Sequence[int] | None = None
        self._tidy: TidyRecords | None = None
        if isinstance(games, TidyRecords):
            self._tidy = games
            self.records, self.lengths = games, games.lengths
            if AS_RECORDED not in games.tags:
                self._coded, others = games.groups, games.others
        else:
            entries = list(games)
            self._made = {at: one for at, one in enumerate(entries) if isinstance(one, Replay)}
            self.records = [one.record if isinstance(one, Replay) else one for one in entries]
            self.lengths = [len(one.moves) for one in self.records]
        self._given = frozenset(self._made)
        if _may_be_worth_it(sum(self.lengths), share):
            self._judge(range(len(self)) if others is None else others, measured, share)

    def _judge(self, others: Sequence[int], measured: bool, share: float) -> None:
        """Judge games on arrays where that is faster; only games with the usual start are judged.

        Args:
            others: the indices of the games that are not tidy, so that their records are needed.
            measured: whether measures or keys of all positions are needed.
            share: number of plies of the archive, divided by that of the batch.
        """
        alike = defaultdict[CompiledTexts, _Alike](_Alike)
        for tidy in self._coded:
            dialect = tidy.kind.dialect
            if compiled := self._kinds[dialect.game, tidy.kind.variant, dialect.name]:
                alike[compiled].tidy.append(tidy)
        for index in others:
            if self.lengths[index] and (compiled := self._compiled(index)):
                alike[compiled].numbers.append(index)
                # The record of a replay has the counts in its texts.
                one = self._made.get(index, self.records[index])
                record = one.record if isinstance(one, Replay) else one
                alike[compiled].moves.append(record.moves)
        of_games = Counter[str]()
        for compiled, games in alike.items():
            of_games[compiled.start.GAME] += games.plies
        for compiled, games in alike.items():
            is_slow = measured or _has_choices(compiled, games.first)
            of_game = of_games[compiled.start.GAME] * share
            if _is_worth_it(compiled, games.plies, of_game, is_slow):
                from analysis.replay.judged import JudgedGroup, coded_texts

                if texts := coded_texts(compiled):
                    group = JudgedGroup(texts, *games.coded(texts))
                    self.groups += [group] if group.numbers else []

    @cached_property
    def _group_of(self) -> "dict[int, tuple[JudgedGroup, int]]":
        """The group and the index in the group, for each game that was judged on arrays."""
        return {
            number: (group, place)
            for group in self.groups
            for place, number in enumerate(group.numbers)
        }

    def _compiled(self, index: int) -> CompiledTexts | None:
        """Return the compiled texts for a game; None if its start is not that of its variant."""
        record = self.records[index]
        if index not in self._made and is_plain(record):
            return self._kinds[record.game, record.variant, record.dialect]
        game = self[index]
        return game.compiled if game.compiled and game.start is game.compiled.start else None

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> Replay: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Replay]: ...
    def __getitem__(self, index: int | slice) -> Replay | Sequence[Replay]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        made = self._made.get(index)
        if made is None:
            made = self._made[index] = replay(self.records[index], as_recorded=self._as_recorded)
            made.policy = self._policy
        if self.groups and not made.is_judged and index in self._group_of:
            group, place = self._group_of[index]
            group.settle(made, place)
        return made

    @cached_property
    def facts(self) -> list[GameFacts]:
        """The facts of each game; games judged on arrays rarely need a replay."""
        found: list[GameFacts | None] = [None] * len(self)
        for group, place, number, result in self._settled():
            start, judged = group.start, self._judgement(group, place, result)
            rules, length = group.texts.compiled.variant, self.lengths[number]
            about = rules, start.sides, start.turn, judged, length, start
            tidy, record = self.tidy(number), partial(self.records.__getitem__, number)
            found[number] = GameFacts(tidy, *about, record) if tidy else GameFacts(record(), *about)
        return [one or GameFacts.of(self[at]) for at, one in enumerate(found)]

    @cached_property
    def notes(self) -> dict[int, int]:
        """Number of notes on games, by index; games that need a replay to find them are left out.

        A game with a number is valid and was played to its end.
        """
        found = dict[int, int]()
        for group, place, number, result in self._settled():
            if result == UNDECIDED:
                # This agrees with every outcome, which takes time to find.
                found[number] = group.notes[place]
            elif (judged := self._judgement(group, place, result)).valid:
                found[number] = len(judged.codes)
        return found

    def _judgement(self, group: "JudgedGroup", place: int, result: str) -> Judgement:
        """Return the judgement of a game; games with equal results share one object.

        Args:
            group: the group of a game from `_settled`.
            place: index of the game in the group.
            result: the stated result.
        """
        outcome, notes = group.outcomes[place], group.notes[place]
        alike = id(group), outcome, notes, result
        if alike not in self._judgements:
            record, is_open = Record(result=result), result == UNDECIDED
            found = [] if is_open else list(judge(record, group.start, outcome))
            codes = ("ambiguous",) * notes + tuple(one.code for one in found)
            valid = not any(one.violation for one in found)
            won = winners(result, outcome, group.start.sides)
            self._judgements[alike] = Judgement(valid, outcome, won, 0, codes)
        return self._judgements[alike]

    def _settled(self) -> "Iterator[tuple[JudgedGroup, int, int, str]]":
        """Yield the games judged on arrays that have no findings except on the result or on
        ambiguous texts.

        Yields:
            The group of a game, its index in the group, its index in the batch, and its result.
        """
        policy = self._policy or Policy()
        tidy = dict[int, str]()
        for one in () if policy != Policy() else self._coded:
            tidy.update(zip(one.numbers, one.results, strict=True))
        for group in self.groups:
            seats = len(group.start.variant.seats)
            for place, number in enumerate(group.numbers):
                if (result := tidy.get(number)) is None:
                    record = self.records[number]
                    if not is_plain(record) or record.columns > seats or policy.concerns(record):
                        continue
                    result = record.result
                yield group, place, number, result

    @property
    def played(self) -> "list[JudgedGroup | ReplayedGroup]":
        """Groups of all games that can be set up, with the boards of their plies.

        The games of a group have the same initial position.
        """
        from analysis.replay.judged import ReplayedGroup

        found: list[JudgedGroup | ReplayedGroup] = list(self.groups)
        alike: dict[AnyPosition, list[int]] = {}
        for number in range(len(self)):
            start = None if number in self._group_of else self.facts[number].start
            if start:
                alike.setdefault(start, []).append(number)
        for start, numbers in alike.items():
            found.append(ReplayedGroup(start, numbers, [self[number] for number in numbers]))
        return found

    def tidy(self, index: int) -> TidyGame | None:
        """Return a game's tags, result and source without making its record; None if it is not
        tidy, see `records.tidy`."""
        return self._tidy.game(index) if self._tidy else None

    def rewritten_moves(
        self, dialect: str | None, spell: Callable[[str], str] = str
    ) -> dict[int, tuple[str, tuple[str, ...]]]:
        """Return the moves of valid games in a dialect, with the same texts as `convert` writes.

        Args:
            dialect: name of the dialect; None for the game's own.
            spell: converts a text to the form of the output.

        Returns:
            The name of the dialect, and the moves, by index of the game. Games that need a replay,
            or have a move that cannot be written, are left out.
        """
        if (known := self._rewrites.get((dialect, spell))) is not None:
            return known
        found = self._rewrites[dialect, spell] = {}
        for group in self.groups:
            compiled = group.texts.compiled
            try:
                target = find_dialect(group.start.GAME, dialect or compiled.dialect.name)
            except LudographError:
                continue
            for number, moves in zip(group.numbers, group.rewritten(target, spell), strict=True):
                if moves is not None and number in self.notes and number not in self._given:
                    found[number] = target.name, moves
        return found

    def rewritten(self, index: int, dialect: str | None) -> Record | None:
        """Return the record of a game with its `rewritten_moves`; None where there are none."""
        found = self.rewritten_moves(dialect).get(index)
        if found is None:
            return None
        record, (name, moves) = self.records[index], found
        if (moves, name) == (record.moves, record.dialect):
            return record
        return replace(record, moves=moves, dialect=name, places=())


@dataclass
class _Alike:
    """Games of one variant in one dialect: tidy games, and the indices and texts of other games."""

    tidy: list[TidyGames] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    moves: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def plies(self) -> int:
        return sum(map(len, self.moves)) + sum(len(one.codes) for one in self.tidy)

    @property
    def first(self) -> Sequence[str]:
        """The texts of one of the games."""
        return self.moves[0] if self.moves else self.tidy[0].first

    def coded(self, texts: "CodedTexts") -> "tuple[list[int], Codes, Codes]":
        """Return the indices of the games in the batch, the codes of their texts, and their
        lengths."""
        import numpy as np

        tidy = self.tidy
        codes = [texts.of_words(one.words, one.codes) for one in tidy]
        lengths = [*(one.lengths for one in tidy), np.array(list(map(len, self.moves)), np.int32)]
        numbers = [number for one in tidy for number in one.numbers] + self.numbers
        return numbers, np.concatenate([*codes, texts.codes(self.moves)]), np.concatenate(lengths)


def _compiled_kind(kind: tuple[str | None, str | None, str | None]) -> CompiledTexts | None:
    """Return the compiled texts for a game, variant and dialect; None if one of them is unknown."""
    game, variant, dialect = kind
    if game not in GAMES or variant is None:
        return None
    try:
        return compiled_game(game, variant, dialect)
    except (InvalidVariant, UnknownName):
        return None


_REMARKS = {"comment", "marks"}
"""The details of moves that arrays can ignore."""


def is_plain(record: Record) -> bool:
    """Whether a record has nothing that needs a replay.

    It has no findings, guesses, start or diagrams, and beside its moves only comments and marks.
    """
    return not (
        record.findings
        or record.start
        or record.guess
        or record.variant is None
        or record.diagrams
        or not record.source.game
        or AS_RECORDED in record.tags
        or not all(map(_REMARKS.issuperset, record.details.values()))
        or next(notes_on_record(record), None) is not None
    )


def _has_choices(compiled: CompiledTexts, texts: Sequence[str]) -> bool:
    """Return whether some texts have several readings, which only the board can decide."""
    unsettled = (text for text in texts if compiled.steps[text] is None)
    return any(map(compiled.candidates, unsettled))
