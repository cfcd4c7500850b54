"""Conversion as a task: records replayed, written in another notation, packed as a fragment."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

import records
from analysis.batch.work import RecordBatch
from analysis.replay.batch import Batch
from analysis.replay.conversion import Conversion, check_conversion, convert
from analysis.replay.replay import Replay
from analysis.select.duplicates import Fingerprint, fingerprint
from analysis.select.selection import Selection
from notation import Finding, LudographError
from notation.findings import violation
from records import Record
from records.format import Format
from records.formats import find
from records.sources.boundary import NOT_READ

Complaint = tuple[str, tuple[Finding, ...]]
"""The name of a source that could not be read, and why not."""


@dataclass(slots=True)
class Counts:
    """Numbers of records; those read are those written, rejected and filtered.

    Attributes:
        read: games.
        written: games that were converted.
        rejected: games that could not be.
        filtered: games that were not selected.
        nothing: sources without a game.
        unreadable: sources that could not be read, or not to their end.
        plies: plies of the games read.
        accepted: games written that were played as recorded.
        illegal: their illegal moves.
        formulas: cells that a spreadsheet takes for formulas.
    """

    read: int = 0
    written: int = 0
    rejected: int = 0
    filtered: int = 0
    nothing: int = 0
    unreadable: int = 0
    plies: int = 0
    accepted: int = 0
    illegal: int = 0
    formulas: int = 0

    def add(self, other: "Counts") -> None:
        """Add the numbers of other records."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


@dataclass(slots=True)
class Loss:
    """What was left out of games.

    Attributes:
        games: number of games.
        times: how often.
        first: the first place.
    """

    games: int
    times: int
    first: str


def add_losses(losses: dict[str, Loss], others: Mapping[str, Loss]) -> None:
    """Add what was left out of further games, by message."""
    for message, other in others.items():
        known = losses.setdefault(message, Loss(0, 0, other.first))
        known.games += other.games
        known.times += other.times


def losses_of(record: Record, notes: Iterable[Finding]) -> dict[str, Loss]:
    """Return what was left out of one game, by message."""
    losses: dict[str, Loss] = {}
    for one in notes:
        place = f"{record.source.path}:{one.line or record.source.line}"
        place += f":{one.column}" if one.column else ""
        losses.setdefault(one.message, Loss(1, 0, place)).times += 1
    return losses


@dataclass(slots=True)
class Converted:
    """The result of a batch.

    Attributes:
        counts: numbers of its records.
        fragments: the converted records, packed: all in one, or one each where the caller still
            drops duplicates.
        fingerprints: those of the fragments' records; empty unless duplicates are dropped.
        accepted: the number of illegal moves of each record in the fragments.
        rejects: what could not be converted, as it is written to the rejects file.
        complaints: sources that could not be read.
        left_out: what the format or the notation could not hold, by message.
        notes: how often reading left something out of the records, by code of the note.
    """

    counts: Counts = field(default_factory=Counts)
    fragments: list[bytes] = field(default_factory=list)
    fingerprints: list[Fingerprint] = field(default_factory=list)
    accepted: list[int] = field(default_factory=list)
    rejects: str = ""
    complaints: list[Complaint] = field(default_factory=list)
    left_out: dict[str, Loss] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class ConversionTask:
    """The task of converting records.

    Attributes:
        format: name of the container to write.
        dialect: name of the dialect to write; None keeps each record's own.
        lossy: whether to leave out what the container cannot hold.
        rejects: name of the container that rejected games are written in.
        chosen: which games are selected.
        counts: whether to write the counts that the dialect has room for.
        as_recorded: whether illegal moves are played as they stand wherever they can be.
        safe_csv: whether no cell of a table may be a formula.
    """

    format: str
    dialect: str | None = None
    lossy: bool = False
    rejects: str = "text"
    chosen: Selection = field(default_factory=Selection)
    counts: bool = False
    as_recorded: bool = False
    safe_csv: bool = False

    @cached_property
    def _container(self) -> Format:
        form = find(self.format)
        return form.safe_csv() if self.safe_csv else form

    def __call__(self, batch: RecordBatch) -> Converted:
        """Convert the records of a batch."""
        left = batch.left_out
        done = Converted(Counts(read=left.games, plies=left.moves, filtered=left.games))
        rejected: dict[int, tuple[Finding, ...]] = {}
        games = Batch(
            batch.records,
            self.as_recorded,
            measured=self.chosen.compares_positions,
            share=batch.share,
        )
        self._pack(list(self._converted(games, rejected, done)), rejected, done)
        done.counts.rejected = len(rejected)
        entries = (self._entry(batch, index, rejected[index]) for index in sorted(rejected))
        done.rejects = "".join(entries)
        return done

    def _converted(
        self, games: Batch, rejected: dict[int, tuple[Finding, ...]], done: Converted
    ) -> "Iterator[_Good]":
        """Yield the games that are converted, reject those that cannot be.

        Args:
            games: the games of the batch.
            rejected: grows by the findings on games that are rejected.
            done: what is counted.
        """
        is_asked_more = bool(self.chosen) or self.counts
        for index, record in enumerate(games.records):
            if not record.source.game:
                self._take_failure(record, done)
                continue
            ready = None if is_asked_more else games.rewritten(index, self.dialect)
            try:
                if found := self._convert(index, games, ready, done):
                    yield found
            except _Refused as refused:
                rejected[index] = refused.findings

    def _convert(
        self, index: int, games: Batch, ready: Record | None, done: Converted
    ) -> "_Good | None":
        """Return the record in the other notation, None if it is not selected.

        Args:
            index: which of the games.
            games: the games of the batch.
            ready: the converted record, if it is there already.
            done: what is counted.

        Raises:
            _Refused: it cannot be converted.
        """
        record = ready or games[index].record
        done.counts.read += 1
        done.counts.plies += len(record.moves)
        if self.chosen.filter and not self.chosen.filter.keeps(games[index]):
            done.counts.filtered += 1
            return None
        conversion = Conversion(ready) if ready else self._conversion(games[index])
        if conversion.record is None:
            raise _Refused(*conversion.violations)
        try:
            fitting, notes = self._container.fit(conversion.record, self.lossy)
            if notes and _plays_on(fitting) != _plays_on(conversion.record):
                check_conversion(games[index], fitting)
        except LudographError as error:
            raise _Refused(violation("cannot-write", str(error))) from None
        done.notes.update(one.code for one in record.findings if one.code in _NOT_KEPT)
        done.counts.formulas += self._container.formulas(fitting)
        add_losses(done.left_out, losses_of(record, (*conversion.notes, *notes)))
        kind = self.chosen.dedupe
        accepted = len(conversion.accepted)
        found = fingerprint(games[index], kind) if kind else ()
        return _Good(index, fitting, found, accepted)

    def _conversion(self, game: Replay) -> Conversion:
        """Return a replayed game in the other notation.

        Raises:
            _Refused: it cannot be converted.
        """
        try:
            return convert(game, self.dialect, counts=self.counts)
        except LudographError as error:
            raise _Refused(violation("cannot-convert", str(error))) from None

    def _take_failure(self, record: Record, done: Converted) -> None:
        """Count a record that stands for a source without games, or an unreadable one."""
        if any(finding.code in NOT_READ for finding in record.findings):
            done.counts.unreadable += 1
        else:
            done.counts.nothing += 1
        done.complaints.append((record.source.path, record.findings))

    def _pack(
        self, good: list["_Good"], rejected: dict[int, tuple[Finding, ...]], done: Converted
    ) -> None:
        """Pack the records that can be written, and reject the others."""
        kept, fragments = good, list[bytes]()
        try:
            if not self.chosen.dedupe:
                fragments = self._packed(good)
        except LudographError:
            pass  # Which of them it was shows when each is packed by itself.
        if not fragments:
            kept, fragments = self._packed_apart(good, rejected)
        if self.chosen.dedupe:
            done.fingerprints += [one.fingerprint for one in kept]
        elif len(fragments) > 1:
            fragments = self._packed(kept)
        done.fragments += fragments
        done.counts.written += len(kept)
        done.accepted += [one.accepted for one in kept]

    def _packed_apart(
        self, good: list["_Good"], rejected: dict[int, tuple[Finding, ...]]
    ) -> tuple[list["_Good"], list[bytes]]:
        """Return the records that can be written, and a fragment of each; reject the others."""
        kept, fragments = [], list[bytes]()
        for one in good:
            try:
                fragments += self._packed([one])
                kept.append(one)
            except LudographError as error:
                rejected[one.index] = (violation("cannot-write", str(error)),)
        return kept, fragments

    def _packed(self, good: list["_Good"]) -> list[bytes]:
        """Return records as one fragment, none as no fragment."""
        return [self._container.pack([one.record for one in good])] if good else []

    def _entry(self, batch: RecordBatch, index: int, findings: tuple[Finding, ...]) -> str:
        """Return a rejected game with its findings."""
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
"""Codes of notes on what a record does not have, so that no file can have it."""

SEPARATOR = f"# {'-' * 38}"
"""Separates rejected games, which may have neither tags nor move numbers."""


@dataclass(frozen=True, slots=True)
class _Good:
    """A converted record, its place in the batch, and its fingerprint if duplicates are dropped."""

    index: int
    record: Record
    fingerprint: Fingerprint
    accepted: int


def _plays_on(record: Record) -> tuple[object, ...]:
    """Return what a game is played from."""
    return record.game, record.variant, record.dialect, record.start, record.moves, record.result


class _Refused(Exception):
    def __init__(self, *findings: Finding) -> None:
        super().__init__(*findings)
        self.findings = findings


def _sentence(finding: Finding) -> str:
    place = f"line {finding.line}, column {finding.column}: " if finding.column else ""
    who = f"move {finding.number}, {finding.side.title()}, {finding.text}: " if finding.side else ""
    message = " ".join(finding.message.split())
    return f"{place}{who}{message} [{finding.code}]"
