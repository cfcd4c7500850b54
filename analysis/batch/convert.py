"""Conversion of batches: games are replayed, written in another notation, and packed together."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import records
from analysis.batch.games import SelectedGames
from analysis.batch.work import RecordBatch
from analysis.replay.batch import Batch
from analysis.replay.conversion import Conversion, check_conversion, convert
from notation import Finding, LudographError
from notation.findings import violation
from records import Record
from records.format import Format
from records.formats import find


@dataclass(slots=True)
class Loss:
    """Data that could not be written in another format or notation.

    Attributes:
        games: number of games with such a loss.
        times: number of occurrences.
        first: the place of the first occurrence.
    """

    games: int
    times: int
    first: str


@dataclass(slots=True)
class Converted:
    """Games in another format or notation.

    Attributes:
        fragment: the converted records, packed; empty if there is none.
        written: number of games that were converted.
        rejected: number of games that could not be converted.
        accepted: number of written games that were played as recorded.
        illegal: number of illegal moves in these games.
        formulas: number of cells that a spreadsheet takes for formulas.
        rejects: the text of the rejected games for the rejects file.
        left_out: message -> data that the format or the notation cannot hold.
        notes: code of a note -> number of times that reading left out data with this note.
    """

    fragment: bytes = b""
    written: int = 0
    rejected: int = 0
    accepted: int = 0
    illegal: int = 0
    formulas: int = 0
    rejects: str = ""
    left_out: dict[str, Loss] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Converted") -> None:
        """Add the counts and losses of other games."""
        for name in ("written", "rejected", "accepted", "illegal", "formulas"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for message, loss in other.left_out.items():
            self._lose(message, loss)
        self.notes += other.notes

    def lose(self, record: Record, notes: Iterable[Finding]) -> None:
        """Add the losses that notes on a game report."""
        places = defaultdict[str, list[str]](list)
        for one in notes:
            place = f"{record.source.path}:{one.line or record.source.line}"
            places[one.message].append(place + (f":{one.column}" if one.column else ""))
        for message, found in places.items():
            self._lose(message, Loss(1, len(found), found[0]))

    def _lose(self, message: str, loss: Loss) -> None:
        known = self.left_out.setdefault(message, Loss(0, 0, loss.first))
        known.games += loss.games
        known.times += loss.times


@dataclass(frozen=True)
class Converter:
    """A callable that converts games. It can be pickled.

    Attributes:
        format: name of the container to write.
        dialect: name of the dialect to write; None keeps each record's own.
        lossy: whether to leave out what the container cannot hold.
        rejects: name of the container for rejected games.
        counts: whether to write counts, if the dialect can write them.
        replayed: whether to replay all games, even those whose moves `Batch` has without a replay.
        safe_csv: whether to change those cells of a table that look like formulas.
    """

    format: str
    dialect: str | None = None
    lossy: bool = False
    rejects: str = "text"
    counts: bool = False
    replayed: bool = False
    safe_csv: bool = False

    @cached_property
    def _container(self) -> Format:
        form = find(self.format)
        return form.safe_csv() if self.safe_csv else form

    def __call__(self, found: SelectedGames) -> Converted:
        """Convert the selected games of a batch."""
        done, games = Converted(), found.replays()
        good, illegal = dict[int, Record | str](), dict[int, int]()
        rejected: dict[int, tuple[Finding, ...]] = {}
        texts = self._of_tidy(found.numbers, games)
        for number in found.numbers:
            if number in texts:
                good[number] = texts[number]
            elif found.batch.is_game(number):
                try:
                    good[number], illegal[number] = self._convert(number, games, done)
                except _Refused as refused:
                    rejected[number] = refused.args
        done.fragment = self._pack(good, rejected)
        done.written, done.rejected = len(good), len(rejected)
        accepted = [count for number, count in illegal.items() if count and number in good]
        done.accepted, done.illegal = len(accepted), sum(accepted)
        for number in sorted(rejected):
            done.rejects += self._entry(found.batch, number, rejected[number])
        return done

    def _of_tidy(self, numbers: Sequence[int], games: Batch) -> dict[int, str]:
        """Return index -> text for tidy games, which are converted without record and replay."""
        form = self._container
        if not form.writes_tidy or self.replayed or self.counts:
            return {}
        moves = games.rewritten_moves(self.dialect)
        return {
            number: form.write_tidy(tidy, *moves[number])
            for number in numbers
            if number in moves and (tidy := games.tidy(number))
        }

    def _convert(self, number: int, games: Batch, done: Converted) -> tuple[Record, int]:
        """Return a converted game, and the number of its illegal moves that were played.

        Args:
            number: index of the game in the batch.
            games: the games of the batch.
            done: its counts and losses are updated.

        Raises:
            _Refused: the game cannot be converted.
        """
        fast = not (self.replayed or self.counts)
        ready = games.rewritten(number, self.dialect) if fast else None
        code = "cannot-convert"
        try:
            if ready:
                made = Conversion(ready)
            else:
                made = convert(games[number], self.dialect, counts=self.counts)
            if made.record is None:
                raise _Refused(*made.violations)
            code = "cannot-write"
            fitting, notes = self._container.fit(made.record, self.lossy)
            if notes and _plays_on(fitting) != _plays_on(made.record):
                check_conversion(games[number], fitting)
        except LudographError as error:
            raise _Refused(violation(code, str(error))) from None
        record = ready or games[number].record
        if record.findings:
            done.notes.update(one.code for one in record.findings if one.code in _NOT_KEPT)
        done.formulas += self._container.formulas(fitting)
        if lost := (*made.notes, *notes):
            done.lose(record, lost)
        return fitting, len(made.accepted)

    def _pack(
        self, good: dict[int, Record | str], rejected: dict[int, tuple[Finding, ...]]
    ) -> bytes:
        """Pack games as one fragment; games that cannot be written are moved to ``rejected``."""
        try:
            return self._packed(good.values())
        except LudographError:
            pass  # Packing each record separately shows which one failed.
        for number, one in list(good.items()):
            try:
                self._packed([one])
            except LudographError as error:
                rejected[number] = (violation("cannot-write", str(error)),)
                del good[number]
        return self._packed(good.values())

    def _packed(self, good: Iterable[Record | str]) -> bytes:
        """Pack records, and texts from `_of_tidy`, as one fragment; see `Format.pack`."""
        form = self._container
        if not form.writes_tidy:
            return form.pack(one for one in good if isinstance(one, Record))
        return form.fragment(one if isinstance(one, str) else form.write(one) for one in good)

    def _entry(self, batch: RecordBatch, index: int, findings: tuple[Finding, ...]) -> str:
        """Return the text of a rejected game and its findings for the rejects file."""
        record = batch.records[index]
        if self.rejects == "jsonl":
            violations = [finding.to_json() for finding in findings]
            extra = {**record.extra, "violations": violations}
            return records.write(replace(record, extra=extra), "jsonl")
        notes = "".join(f"# {record.source}: {_sentence(finding)}\n" for finding in findings)
        text = batch.original(index)
        if text is None:
            record = record.without_evidence()
            try:
                text = records.write(record)
            except LudographError as error:
                notes += f"# {error}\n"
                text = f"# {records.write(record, 'jsonl')}"
        return f"{SEPARATOR}\n{notes}{text.rstrip()}\n\n"


_NOT_KEPT = frozenset({"variations", "page-size", "skipped-text", "unread-column"})
"""Codes of notes on data that was lost in reading, so that no output file can have it."""

SEPARATOR = f"# {'-' * 38}"
"""Separates rejected games in a file; text without tags and move numbers may follow it."""


def _plays_on(record: Record) -> tuple[object, ...]:
    """Return the fields of a record that determine its replay."""
    return record.game, record.variant, record.dialect, record.start, record.moves, record.result


class _Refused(Exception):
    """A game that cannot be converted; the arguments are the findings that say why."""


def _sentence(finding: Finding) -> str:
    place = f"line {finding.line}, column {finding.column}: " if finding.column else ""
    who = f"move {finding.number}, {finding.side.title()}, {finding.text}: " if finding.side else ""
    message = " ".join(finding.message.split())
    return f"{place}{who}{message} [{finding.code}]"
