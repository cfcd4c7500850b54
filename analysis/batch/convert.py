"""Conversion as a task: records replayed, written in another notation, packed as a fragment."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import records
from analysis.batch.work import RecordBatch
from analysis.convert import convert
from analysis.replay.replay import replay
from analysis.select import Fingerprint, Selection, fingerprint
from notation import Finding, LudographError
from notation.findings import violation
from records import Record
from records.format import Format
from records.formats import find
from records.sources.archives import NOT_READ

Complaint = tuple[str, tuple[Finding, ...]]
"""The name of a source that could not be read, and why not."""


@dataclass(slots=True)
class Counts:
    """What became of records; those read are those written, rejected and filtered.

    Attributes:
        read: games.
        written: games that were converted.
        rejected: games that could not be.
        filtered: games that were not wanted.
        nothing: sources without a game.
        unreadable: sources that could not be read, or not to their end.
        plies: plies of the games read.
    """

    read: int = 0
    written: int = 0
    rejected: int = 0
    filtered: int = 0
    nothing: int = 0
    unreadable: int = 0
    plies: int = 0

    def add(self, other: "Counts") -> None:
        """Add what became of other records."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Converted:
    """What came of a batch.

    Attributes:
        counts: what became of its records.
        fragments: the converted records, packed: all in one, or one each where the caller has to
            choose among them.
        fingerprints: for each fragment, what its record is compared by; empty unless asked for.
        rejects: what could not be converted, as it goes to the rejects file.
        complaints: what could not be read.
        left_out: what the format could not hold, and how often.
    """

    counts: Counts = field(default_factory=Counts)
    fragments: list[bytes] = field(default_factory=list)
    fingerprints: list[Fingerprint] = field(default_factory=list)
    rejects: str = ""
    complaints: list[Complaint] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class ConversionTask:
    """The task of converting records.

    Attributes:
        format: name of the container to write.
        dialect: name of the dialect to write; None keeps each record's own.
        lossy: whether to leave out what the container cannot hold.
        rejects: name of the container that rejected games are written in.
        chosen: which games are wanted.
        counts: whether to write the counts that the dialect has room for.
    """

    format: str
    dialect: str | None = None
    lossy: bool = False
    rejects: str = "text"
    chosen: Selection = field(default_factory=Selection)
    counts: bool = False

    @cached_property
    def _container(self) -> Format:
        return find(self.format)

    def __call__(self, batch: RecordBatch) -> Converted:
        """Convert the records of a batch."""
        done = Converted()
        good: list[tuple[int, Record]] = []
        rejected: dict[int, tuple[Finding, ...]] = {}
        for index, record in enumerate(batch.records):
            try:
                converted = self._convert(record, done)
                if converted is not None:
                    good.append((index, converted))
            except _Refused as refused:
                rejected[index] = refused.findings
        self._pack(good, rejected, done)
        done.counts.rejected = len(rejected)
        entries = (self._entry(batch, index, rejected[index]) for index in sorted(rejected))
        done.rejects = "".join(entries)
        return done

    def _convert(self, record: Record, done: Converted) -> Record | None:
        """Return the record in the other notation, None if it is no game or not wanted.

        Raises:
            _Refused: it cannot be converted.
        """
        if not record.source.game:
            self._take_failure(record, done)
            return None
        game = replay(record)
        done.counts.read += 1
        done.counts.plies += len(record.moves)
        if self.chosen.filter and not self.chosen.filter.keeps(game):
            done.counts.filtered += 1
            return None
        try:
            conversion = convert(game, self.dialect, counts=self.counts)
        except LudographError as error:
            raise _Refused(violation("cannot-convert", str(error))) from None
        if conversion.record is None:
            raise _Refused(*conversion.violations)
        try:
            fitting, notes = self._container.fit(conversion.record, self.lossy)
        except LudographError as error:
            raise _Refused(violation("cannot-write", str(error))) from None
        done.left_out.update(note.message for note in notes)
        if self.chosen.dedupe:
            done.fingerprints.append(fingerprint(game, self.chosen.dedupe))
        return fitting

    def _take_failure(self, record: Record, done: Converted) -> None:
        """Take note of a record that stands for a source without games, or an unreadable one."""
        if any(finding.code in NOT_READ for finding in record.findings):
            done.counts.unreadable += 1
        else:
            done.counts.nothing += 1
        done.complaints.append((record.source.path, record.findings))

    def _pack(
        self,
        good: list[tuple[int, Record]],
        rejected: dict[int, tuple[Finding, ...]],
        done: Converted,
    ) -> None:
        """Pack the records that can be written, and reject the others."""
        try:
            if not self.chosen.dedupe:
                done.fragments = [self._fragment([record for _, record in good])] if good else []
                done.counts.written = len(good)
                return
        except LudographError:
            pass  # Which of them it was shows when each is packed by itself.
        kept: list[Record] = []
        fingerprints, done.fingerprints = done.fingerprints, []
        for place, (index, record) in enumerate(good):
            try:
                fragment = self._fragment([record])
            except LudographError as error:
                rejected[index] = (violation("cannot-write", str(error)),)
                continue
            kept.append(record)
            if self.chosen.dedupe:
                done.fragments.append(fragment)
                done.fingerprints.append(fingerprints[place])
        done.counts.written = len(kept)
        if kept and not self.chosen.dedupe:
            done.fragments = [self._fragment(kept)]

    def _fragment(self, several: Sequence[Record]) -> bytes:
        return self._container.pack(several)

    def _entry(self, batch: RecordBatch, index: int, findings: tuple[Finding, ...]) -> str:
        """Return a rejected game with what is wrong with it."""
        record = batch.records[index]
        if self.rejects == "jsonl":
            told = {"violations": [finding.to_json() for finding in findings]}
            return records.write(replace(record, extra={**record.extra, **told}), "jsonl")
        notes = "".join(f"# {record.source}: {_told(finding)}\n" for finding in findings)
        text = batch.original(index)
        if text is None:
            try:
                text = records.write(record)
            except LudographError as error:
                notes += f"# {error}\n"
                text = f"# {records.write(record, 'jsonl')}"
        return f"{SEPARATOR}\n{notes}{text.rstrip()}\n\n"


SEPARATOR = f"# {'-' * 38}"
"""What parts rejected games, which may have neither tags nor move numbers."""


class _Refused(Exception):
    def __init__(self, *findings: Finding) -> None:
        super().__init__(*findings)
        self.findings = findings


def _told(finding: Finding) -> str:
    place = f"line {finding.line}, column {finding.column}: " if finding.column else ""
    who = f"move {finding.number}, {finding.side.title()}, {finding.text}: " if finding.side else ""
    message = " ".join(finding.message.split())
    return f"{place}{who}{message} [{finding.code}]"
