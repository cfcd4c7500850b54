"""Lazy replays of many records, and the only module that decides when to judge on arrays.

Games of one variant whose texts are canonical are judged at once on arrays of boards where that is
quicker; that depends on the data requested and on the number of plies. All other games, including
those that arrays cannot judge, are left to `Replay`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain, islice
from threading import Lock
from typing import TYPE_CHECKING, cast, overload

from analysis.games import GAMES
from analysis.games.position import AnyPosition, Outcome, write_unambiguously
from analysis.replay.compiled import CompiledTexts, compiled_game
from analysis.replay.findings import Policy, doubtful_plies, judge, winners
from analysis.replay.replay import Replay, replay
from analysis.replay.setup import AS_RECORDED, Ply
from analysis.replay.verdict import GameFacts, Judgement
from notation import InvalidVariant, LudographError, UnknownName, UnwritableMove, find_dialect
from notation.dialect import AnyDialect
from notation.extras import is_installed
from notation.memo import MEMO_LIMIT, Memo
from records import Record
from records.model import UNDECIDED
from records.tidy import TidyGames, TidyRecords

if TYPE_CHECKING:
    # Not loaded here: they need numpy.

    from analysis.games.arrays import AnyArrayRules, AnyBoards, Coded, Codes
    from records.tidy import CodedWords

LOADED = float("inf")
"""``share`` of a batch for a command that loads numpy in any case."""

MANY = 40_000
"""Plies of a game in an archive from which on loading numpy, and making rows of numbers of the
texts, takes less time than arrays save. `Game.arrays_handicap` multiplies it."""

ENOUGH = 3_000
"""Plies of a variant in a batch from which arrays are quicker than `Position.advance`."""

FEW = 8
"""Divisor of `MANY` and `ENOUGH`, without handicaps, where arrays give measures and keys of
positions, or decide between several moves of texts."""


MOST_OTHERS = 32
"""Most other legal readings of a game that are played to its end; with more it is replayed."""

AT_ONCE = 1_000
"""Other readings that are carried on at once, which takes memory for the plies of all."""


class Batch(Sequence[Replay]):
    """Lazy replays of a batch of records.

    Args:
        games: the records, or replays of which nothing has been played yet.
        as_recorded: as for `replay`.
        measured: whether measures or keys of all positions are needed.
        share: how many times as many plies as the batch the archive has; `LOADED` where numpy is
            loaded in any case.
        policy: which findings count; None for all of them.

    Attributes:
        records: the records, as they were read.
        lengths: number of moves of each record.
        groups: the good games among those judged at once, by variant and dialect.
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
        self._tidy = games if isinstance(games, TidyRecords) else None
        entries: Sequence[Record | Replay] = self._tidy or list(games)
        replays = enumerate(() if self._tidy else entries)
        self._made = {at: one for at, one in replays if isinstance(one, Replay)}
        self._given = frozenset(self._made)
        self._kinds = Memo[tuple[str | None, str | None, str | None], CompiledTexts | None](
            _compiled_kind
        )
        self.groups: list[JudgedGroup] = []
        self.records: Sequence[Record] = self._tidy or [
            one.record if isinstance(one, Replay) else one for one in entries
        ]
        self.lengths: Sequence[int] = (
            self._tidy.lengths if self._tidy else [len(one.moves) for one in self.records]
        )
        if _may_be_worth_it(sum(self.lengths), share):
            self._judge(measured, share)

    def _judge(self, measured: bool, share: float) -> None:
        """Judge on arrays the games with the usual start of their variant, if that is worth it."""
        alike = defaultdict[CompiledTexts, _Alike](_Alike)
        for tidy in self._coded:
            if compiled := self._kinds[
                tidy.kind.dialect.game, tidy.kind.variant, tidy.kind.dialect.name
            ]:
                alike[compiled].tidy.append(tidy)
        for index in self._tidy.others if self._tidy and self._coded else range(len(self)):
            if self.lengths[index] and (compiled := self._compiled(index)):
                alike[compiled].add(index, self._moves(index))
        of_games = Counter[str]()
        for compiled, games in alike.items():
            of_games[compiled.start.GAME] += games.plies
        for compiled, games in alike.items():
            is_slow = measured or _has_choices(compiled, games.first)
            of_game = of_games[compiled.start.GAME] * share
            is_worth_it = _is_worth_it(compiled, games.plies, of_game, is_slow)
            if texts := _coded_texts(compiled) if is_worth_it else None:
                group = JudgedGroup(texts, *games.coded(texts))
                self.groups += [group] if group.numbers else []

    @cached_property
    def _coded(self) -> Sequence[TidyGames]:
        """The games whose moves come as codes."""
        return () if self._tidy is None or AS_RECORDED in self._tidy.tags else self._tidy.groups

    @cached_property
    def _group_of(self) -> dict[int, tuple["JudgedGroup", int]]:
        return {
            number: (group, place)
            for group in self.groups
            for place, number in enumerate(group.numbers)
        }

    def _compiled(self, index: int) -> CompiledTexts | None:
        """Return the compiled texts of a game with its variant's usual start, else None."""
        record = self.records[index]
        if index not in self._made and is_plain(record):
            return self._kinds[record.game, record.variant, record.dialect]
        game = self[index]
        return game.compiled if game.compiled and game.start is game.compiled.start else None

    def _moves(self, index: int) -> tuple[str, ...]:
        """Return the move texts of a game, with the counts kept beside them."""
        made = self._made.get(index)
        return made.record.moves if made else self.records[index].moves

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
        endings = Memo[tuple[str, AnyPosition, Outcome | None], _Ending](_ending)
        for group, at, number, _ in self._settled():
            start, outcome, record = group.start, group.outcomes[at], self.records[number]
            valid, won, codes = endings[record.result, start, outcome]
            codes = ("ambiguous",) * group.notes.get(group.good[at], 0) + codes
            judged = Judgement(len(record.moves), valid, outcome, won, 0, codes)
            about = group.texts.compiled.variant, start.sides, start.turn
            found[number] = GameFacts(record, *about, judged, start)
        return [one or GameFacts.of(self[at]) for at, one in enumerate(found)]

    @cached_property
    def notes(self) -> list[int | None]:
        """Number of notes on each game that is known to be valid without a replay; else None.

        Such a game was played to its end.
        """
        found: list[int | None] = [None] * len(self)
        endings = Memo[tuple[str, AnyPosition, Outcome | None], _Ending](_ending)
        for group, at, number, result in self._settled():
            count = group.notes.get(group.good[at], 0)
            if result == UNDECIDED:  # whatever the end on the board
                found[number] = count
                continue
            valid, _, codes = endings[result, group.start, group.outcomes[at]]
            found[number] = count + len(codes) if valid else None
        return found

    def _settled(self) -> Iterator[tuple["JudgedGroup", int, int, str]]:
        """Yield the good games on which no notes are possible but on results and open readings.

        Each comes as its group, its index among the good games there, its index in the batch, and
        its result.
        """
        policy = self._policy or Policy()
        coded = () if policy != Policy() else self._coded
        tidy = {
            number: result
            for one in coded
            for number, result in zip(one.numbers, one.results, strict=True)
        }
        for group in self.groups:
            seats = len(group.start.variant.seats)
            for at, number in enumerate(group.numbers):
                if (result := tidy.get(number)) is None:
                    record = self.records[number]
                    if not is_plain(record) or record.columns > seats or policy.concerns(record):
                        continue
                    result = record.result
                yield group, at, number, result

    @property
    def played(self) -> "list[JudgedGroup | ReplayedGroup]":
        """All games that can be set up with the boards of their plies, by first position."""
        found: list[JudgedGroup | ReplayedGroup] = list(self.groups)
        alike: dict[AnyPosition, list[int]] = {}
        for number in range(len(self)):
            start = None if number in self._group_of else self.facts[number].start
            if start:
                alike.setdefault(start, []).append(number)
        for start, numbers in alike.items():
            found.append(ReplayedGroup(start, numbers, [self[number] for number in numbers]))
        return found

    def rewritten(self, index: int, dialect: str | None) -> Record | None:
        """Return the record of a valid game as its conversion to a dialect.

        Args:
            index: index of the game.
            dialect: name of the dialect; None for its own.

        Returns:
            The record; None where the game needs a replay, or a move cannot be written.
        """
        record = self.records[index]
        if self.notes[index] is None or index in self._given:
            return None
        group, place = self._group_of[index]
        try:
            target = find_dialect(group.start.GAME, dialect or record.dialect)
        except LudographError:
            return None
        moves = group.rewritten(place, target)
        if moves is None:
            return None
        return replace(record, moves=moves, dialect=target.name, places=())


class _Alike:
    """Games of one variant in one dialect."""

    def __init__(self) -> None:
        self.tidy: list[TidyGames] = []
        self._numbers: list[int] = []
        self._moves: list[tuple[str, ...]] = []

    def add(self, number: int, moves: tuple[str, ...]) -> None:
        """Add a game by its texts."""
        self._numbers.append(number)
        self._moves.append(moves)

    @property
    def plies(self) -> int:
        """Number of all plies."""
        return sum(map(len, self._moves)) + sum(len(one.codes) for one in self.tidy)

    @property
    def first(self) -> Sequence[str]:
        """The texts of a game."""
        return (
            self._moves[0]
            if self._moves
            else self.tidy[0].moves(*[int(self.tidy[0].lengths[0])] * 2)
        )

    def coded(self, texts: "CodedTexts") -> "tuple[list[int], Codes, Codes]":
        """Return the numbers of the games, the codes of their texts, and their lengths."""
        import numpy as np

        tidy = self.tidy
        codes = [texts.of_words(one.words, one.codes) for one in tidy]
        lengths = [*(one.lengths for one in tidy), np.array(list(map(len, self._moves)), np.int32)]
        numbers = [number for one in tidy for number in one.numbers] + self._numbers
        return numbers, np.concatenate([*codes, texts.codes(self._moves)]), np.concatenate(lengths)


def _compiled_kind(kind: tuple[str | None, str | None, str | None]) -> CompiledTexts | None:
    game, variant, dialect = kind
    if game not in GAMES or variant is None:
        return None
    try:
        return compiled_game(game, variant, dialect)
    except (InvalidVariant, UnknownName):
        return None


_Ending = tuple[bool, tuple[int, ...] | None, tuple[str, ...]]
"""Whether a result agrees with the board, the sides that won, and the codes of its findings."""


def _ending(ending: tuple[str, AnyPosition, Outcome | None]) -> _Ending:
    result, start, outcome = ending
    found = list(judge(Record(result=result), start, outcome)) if result != UNDECIDED else []
    valid = not any(one.violation for one in found)
    return valid, winners(result, outcome, start.sides), tuple(one.code for one in found)


def is_plain(record: Record) -> bool:
    """Whether a record names its game, has the usual start, and needs no detection.

    Comments and marks may stand beside its moves.
    """
    return not (
        record.findings
        or record.start
        or record.guess
        or record.variant is None
        or record.diagrams
        or not record.source.game
        or AS_RECORDED in record.tags
        or (record.details and _has_more(record))
    )


_REMARKS = {"comment", "marks"}


def _has_more(record: Record) -> bool:
    """Whether a record has details beside its moves other than comments and marks."""
    if not all(map(_REMARKS.issuperset, record.details.values())):
        return True
    return next(doubtful_plies(record), None) is not None


def _may_be_worth_it(plies: int, share: float) -> bool:
    return plies >= max(ENOUGH // FEW, 1) and plies * share >= MANY // FEW


def _has_choices(compiled: CompiledTexts, texts: Sequence[str]) -> bool:
    """Return whether some texts have several readings, so that the board has to decide."""
    unsettled = (text for text in texts if compiled.steps[text] is None)
    return any(map(compiled.candidates, unsettled))


def _is_worth_it(compiled: CompiledTexts, plies: int, archive: float, is_slow: bool) -> bool:
    """Return whether arrays are expected to judge the plies of a variant faster than replays.

    Args:
        compiled: texts of the variant.
        plies: number of plies of the batch.
        archive: number of plies of the archive, of all variants of the game.
        is_slow: whether a replay needs more than one call of `Position.advance`.
    """
    home = GAMES[compiled.start.GAME]
    few, many = (ENOUGH // FEW, MANY // FEW) if is_slow else (ENOUGH, MANY * home.arrays_handicap)
    worth_it = plies >= few and archive >= many
    return worth_it and home.arrays is not None and is_installed("numpy")


class JudgedGroup:
    """Games of one variant in one dialect, judged at once.

    A game is good if the first legal readings of its texts lead to its end, and the only notes that
    a replay would add are on other readings that are legal, too.

    Args:
        texts: the coded texts.
        numbers: the indices of games in their batch.
        codes: the codes of their texts, one game after the other.
        lengths: number of plies of each game.

    Attributes:
        texts: the coded texts.
        numbers: the indices of the good games.
        good: their places among the games.
        notes: for good games with ambiguous texts, by their places, the number of notes that a
            replay has on them.
    """

    def __init__(
        self, texts: "CodedTexts", numbers: Sequence[int], codes: "Codes", lengths: "Codes"
    ) -> None:
        self.texts = texts
        self._codes, self._boards = texts.judge(codes.copy(), lengths)
        self.notes = self._notes(codes) if len(self._boards.others.games) else {}
        self._boards.good[list(self.notes)] = True
        self.good: list[int] = self._boards.good.nonzero()[0].tolist()
        self.numbers = [numbers[at] for at in self.good]
        self._rewritten: dict[AnyDialect, tuple[Coded, list[int]]] = {}

    def _notes(self, codes: "Codes") -> dict[int, int]:
        """Return the number of notes on each ambiguous game, by its place in the group.

        It is played with the first legal readings of its texts, as the replay does, and has a note
        if another reading carries it to the end as well. Each other reading is carried on with the
        first legal readings of the texts after it.
        """
        import numpy as np

        others = self._boards.others
        few = np.bincount(others.games)[others.games] <= MOST_OTHERS
        games, moves = others.games[few], zip(*(one[few].tolist() for one in others), strict=True)
        fits = np.fromiter(self._go_on(codes, moves), np.bool_, len(games))
        return {game: int(fits[games == game].any()) for game in np.unique(games).tolist()}

    def _go_on(self, codes: "Codes", moves: Iterable[tuple[int, int, int]]) -> Iterator[bool]:
        """Yield for each of some `OtherMoves` whether its game goes on to its end.

        The codes are those of all texts.
        """
        import numpy as np

        plies, moves = self._boards.plies, iter(moves)
        while some := list(islice(moves, AT_ONCE)):
            lines, lengths = list["Codes"](), list[int]()
            for game, ply, code in some:
                first, stop = int(plies.firsts[game]), int(plies.lasts[game]) + 1
                lines += [self._codes[first:ply], np.array([code], np.int32), codes[ply + 1 : stop]]
                lengths.append(stop - first)
            _, carried = self.texts.judge(np.concatenate(lines), np.array(lengths, np.int32))
            carried.good[carried.others.games] = True
            yield from carried.good.tolist()

    @property
    def start(self) -> AnyPosition:
        """The position that the games start from."""
        return self.texts.compiled.start

    @cached_property
    def boards(self) -> "AnyBoards":
        """The boards of the good games."""
        boards = self._boards
        return boards if boards.good.all() else boards.good_ones()

    @cached_property
    def codes(self) -> "Codes":
        """The codes of their texts, one game after the other."""
        return self._codes[self._boards.good.repeat(self._boards.plies.lengths)]

    def written(self) -> "Coded":
        """Return the moves of the good games as they are written."""
        from analysis.games.arrays import Coded

        return Coded(self.texts.texts, self.codes)

    def moves(self) -> "Coded":
        """Return the complete moves of the good games, written in the dialect."""
        dialect = self.texts.compiled.dialect
        return self._written(dialect, lambda before, move: dialect.write(move))

    def _written(self, target: AnyDialect, write: Callable[[AnyPosition, object], str]) -> "Coded":
        """Return the moves of the good games in a dialect; None for those that it cannot write.

        Moves that depend on the board are written by ``write``, given the position before.
        """
        import numpy as np

        from analysis.games.arrays import Coded, distinct

        found, places = distinct(self.codes)
        written, is_open = list[str | None](), list[bool]()
        for code in found:
            try:
                written.append(self.texts.rewrites[target][code])
                is_open.append(written[-1] is None)
            except UnwritableMove:
                written.append(None)
                is_open.append(False)
        open_ = np.flatnonzero(np.array(is_open, np.bool_)[places])
        claims = map(self.texts.claim, self.codes[open_].tolist())
        before = self.boards.positions_before(open_)
        places[open_] = np.arange(len(open_)) + len(written)
        for position, claim in zip(before, claims, strict=True):
            try:
                written.append(write(position, position.complete(claim)))
            except UnwritableMove:
                written.append(None)
        return Coded(written, places)

    @cached_property
    def outcomes(self) -> Sequence[Outcome | None]:
        """How the good games ended on the board; None where they go on."""
        return self._boards.outcomes(self._boards.plies.lasts[self.good])

    @cached_property
    def _positions(self) -> Sequence[AnyPosition]:
        return list(self._boards.positions(self._boards.plies.lasts[self.good]))

    @cached_property
    def _plies(self) -> list[tuple[int, int]]:
        """The first ply of each game among all, and the one after its last."""
        plies = self._boards.plies
        return list(zip(plies.firsts.tolist(), (plies.lasts + 1).tolist(), strict=True))

    def settle(self, game: Replay, place: int) -> None:
        """Store the last position in the replay of a good game, if each text has one step."""
        if self.good[place] in self.notes:
            return
        if self.texts.has_choices and None in map(
            self.texts.compiled.steps.__getitem__, game.record.moves
        ):
            return
        game.end_in(self._positions[place], self._boards, slice(*self._plies[self.good[place]]))

    def rewritten(self, place: int, target: AnyDialect) -> tuple[str, ...] | None:
        """Return the moves of a game in a dialect; None where it cannot write all of them.

        Args:
            place: place of the game among the good ones.
            target: the dialect.
        """
        if target not in self._rewritten:
            write = partial(write_unambiguously, dialect=target)
            stops = list(accumulate(self.boards.plies.lengths.tolist(), initial=0))
            self._rewritten[target] = self._written(target, write), stops
        written, stops = self._rewritten[target]
        codes = written.codes[stops[place] : stops[place + 1]].tolist()
        found = tuple(map(written.values.__getitem__, codes))
        return None if None in found else cast("tuple[str, ...]", found)


class ReplayedGroup:
    """Games with the same first position that arrays cannot judge; see `JudgedGroup`.

    Args:
        start: the position that they start from.
        numbers: the indices of the games in their batch.
        games: the games.

    Attributes:
        start: the position that they start from.
        numbers: the indices of the games in their batch.
        boards: the boards of all their plies.
    """

    def __init__(self, start: AnyPosition, numbers: Sequence[int], games: Sequence[Replay]) -> None:
        import numpy as np

        from analysis.games.arrays import PositionBoards

        self.start, self.numbers = start, numbers
        played = [list(game.plies()) for game in games]
        self._plies = [(game, ply) for game, plies in zip(games, played, strict=True)
                       for ply in plies]  # fmt: skip
        home = GAMES[start.GAME]
        self.boards: AnyBoards = PositionBoards(
            start,
            np.array(list(map(len, played)), np.int32),
            [ply.carried_out for _, ply in self._plies],
            [ply.after for _, ply in self._plies],
            home.measures(),
            home.arrays()(start) if home.arrays else None,
        )

    def written(self) -> "Coded":
        """Return their moves as they are written."""
        return self._each([ply.text for _, ply in self._plies])

    def moves(self) -> "Coded":
        """Return their complete moves, written in their dialects; None for illegal ones."""
        return self._each([_text(game, ply) for game, ply in self._plies])

    def _each(self, values: Sequence[str | None]) -> "Coded":
        import numpy as np

        from analysis.games.arrays import Coded

        return Coded(values, np.arange(len(values), dtype=np.int32))


def _text(game: Replay, ply: Ply) -> str | None:
    return game.dialect.write(ply.move) if game.dialect and ply.move else None


class CodedTexts:
    """The move texts of a dialect as codes of the rules of a variant on arrays.

    A text with several readings, or one that leaves something open, is a choice of several codes;
    the boards decide.

    Attributes:
        compiled: the compiled texts.
        texts: the texts by their codes; the first stands for all that only the replay can play.
        rewrites: by dialect and code its complete move; None where that depends on the board. A
            count that the dialect cannot write raises `UnwritableMove`.
        has_choices: whether a text has more than one code, or one that is not its step.
    """

    def __init__(self, compiled: CompiledTexts, rules: "AnyArrayRules") -> None:
        """Set up codes for the texts, starting with none."""
        self.compiled = compiled
        self.texts = [""]
        self.rewrites: Memo[AnyDialect, Memo[int, str | None]] = Memo(self._rewrites_to)
        self.has_choices = False
        self.claim = rules.claim
        self._rules = rules
        self._codes: Memo[str, int] = Memo(self._code)
        self._codes[""] = 0
        self._words: CodedWords | None = None
        self._lock = Lock()  # workers of a cluster may be threads

    def _code(self, text: str) -> int:
        """Return the code of a text; a negative number if it has several readings."""
        claims = self.compiled.candidates(text)
        if not self.has_choices:
            self.has_choices = [*claims] != [self.compiled.claim(text)]
        codes = tuple(filter(None, map(self._rules.code, claims)))
        self.texts += [text] * len(codes)
        return self._rules.choice(codes) if len(codes) > 1 else sum(codes)

    def _rewrites_to(self, target: AnyDialect) -> Memo[int, str | None]:
        counts = None if target.counts else self.compiled.dialect.counts

        def rewrite(code: int) -> str | None:
            if counts and counts.search(self.texts[code]):
                raise UnwritableMove(f"{target.name} cannot write a count beside a move")
            move = self._rules.sole_move(code)
            return None if move is None else self.compiled.written(move, target)

        return Memo(rewrite)

    @property
    def is_full(self) -> bool:
        """Whether there are too many texts to keep."""
        return len(self.texts) > MEMO_LIMIT

    def codes(self, games: Sequence[Sequence[str]]) -> "Codes":
        """Return the codes of the texts of games, one game after the other."""
        import numpy as np

        with self._lock:
            texts = chain.from_iterable(games)
            return np.fromiter(map(self._codes.__getitem__, texts), np.int32, sum(map(len, games)))

    def of_words(self, words: "CodedWords", codes: "Codes") -> "Codes":
        """Return the codes of texts, given as codes of words."""
        import numpy as np

        with self._lock:
            if self._words is not words:
                self._words, self._of_words = words, np.zeros(0, np.int32)
            new = words.texts[len(self._of_words) :]
            added = np.fromiter(map(self._codes.__getitem__, new), np.int32, len(new))
            self._of_words = np.concatenate((self._of_words, added))
            return self._of_words[codes]

    def judge(self, codes: "Codes", lengths: "Codes") -> "tuple[Codes, AnyBoards]":
        """Judge games by their codes; return the codes of their moves, and the boards."""
        with self._lock:
            boards = self._rules.judge(codes, lengths)
            added = self._rules.origins[len(self.texts) :]
            self.texts += [self.texts[origin] for origin in added]
            return codes, boards


def _coded_texts(compiled: CompiledTexts) -> CodedTexts | None:
    """Return the coded texts of a dialect; None where the variant has no rules on arrays."""
    texts = _cached_texts(compiled)
    if texts and texts.is_full:
        _cached_texts.cache_clear()
        texts = _cached_texts(compiled)
    return texts


@lru_cache(maxsize=64)
def _cached_texts(compiled: CompiledTexts) -> CodedTexts | None:
    arrays, start = GAMES[compiled.start.GAME].arrays, compiled.start
    is_covered = arrays is not None and arrays().covers(start)
    return CodedTexts(compiled, arrays()(start)) if arrays and is_covered else None
