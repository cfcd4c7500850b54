"""One pass over the records: findings and tables go to files, what the page says is counted."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from analysis.openings import Openings
from analysis.replay.replay import Replay, replay
from analysis.replay.verdict import to_json, verdict_words, who
from analysis.report.key_positions import KeyPosition, draw_key_positions
from analysis.tables.csv import CsvWriter
from analysis.tables.frames import BATCH, TableBatch
from analysis.tables.lead import LeadHistory
from analysis.tables.rows import GameRows, PlyRows
from analysis.tables.schema import GAME_COLUMNS, ply_columns
from notation import Finding
from records import Record
from records.model import Source
from records.sources.names import UNREADABLE

FINDING_COLUMNS = (
    *("path", "game", "line", "column", "kind", "code", "ply", "number", "side", "text"),
    *("message", "suggestions"),
)

QUOTED = 6
"""Findings of one game that the page quotes."""


@dataclass
class FindingSummary:
    """What was found under one code.

    Attributes:
        violation: whether it breaks a rule.
        times: how often it was found.
        records: in how many records.
        example: the first of them, in words.
        place: where that is.
    """

    violation: bool
    times: int
    records: int
    example: str
    place: str


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that the page shows.

    Attributes:
        source: where its record stands.
        game: name of the game.
        tags: what the record says of it as a whole.
        result: the record's result.
        comment: what the record says before the first move.
        word: the verdict in a word.
        sentence: what goes with it.
        findings: the first of its findings that break a rule, in words.
        moments: pictures of its key positions.
    """

    source: Source
    game: str
    tags: dict[str, str]
    result: str
    comment: str
    word: str
    sentence: str
    findings: tuple[str, ...]
    moments: tuple[KeyPosition, ...]


@dataclass
class ReportCounts:
    """What was counted over all records.

    Attributes:
        games: records with a game.
        valid: those of them that break no rule.
        plies: plies that could be played.
        notes: findings that break no rule.
        nothing: files without a game.
        unreadable: files that could not be read.
        files: files with a record, however many.
        codes: what was found, by code.
        kinds: games of each kind, by name.
        shown: games that the page shows, in the order of the records.
    """

    games: int = 0
    valid: int = 0
    plies: int = 0
    notes: int = 0
    nothing: int = 0
    unreadable: int = 0
    files: int = 0
    codes: dict[str, FindingSummary] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    shown: list[GameEntry] = field(default_factory=list)


class Collector:
    """Writes what is found into a folder, and counts it.

    Args:
        folder: the folder of the report.
        diagrams: of how many games of each kind there are to be diagrams.
        legal_moves: whether to count the legal moves before each ply.

    Attributes:
        tally: what was counted.
        openings: the openings that were played.
    """

    def __init__(self, folder: Path, diagrams: int, legal_moves: bool) -> None:
        self.tally, self.openings = ReportCounts(), Openings()
        self._folder, self._diagrams = folder, diagrams
        self._plies, self._games = PlyRows(ply_columns(), legal_moves, True), GameRows()
        self._path = ""
        with ExitStack() as files:
            self._findings = files.enter_context(
                CsvWriter(folder / "findings.csv", FINDING_COLUMNS)
            )
            self._ply_sheet, self._game_sheet = (
                files.enter_context(
                    CsvWriter(folder / f"{name}.csv", (one.in_files for one in columns))
                )
                for name, columns in (("plies", ply_columns()), ("games", GAME_COLUMNS))
            )
            self._verdicts = files.enter_context((folder / "findings.jsonl").open("wb"))
            self._files = files.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._files.close()

    def batches(self, found: Iterable[Record]) -> Iterator[TableBatch]:
        """Yield the tables of the records in batches, having looked at each."""
        for record in found:
            verdict = replay(record)
            course = self._plies.add(verdict)
            self._games.add(verdict, course)
            self._look_at(verdict, course)
            if len(self._plies) + len(self._games) >= BATCH:
                yield self._batch()
        if len(self._games):
            yield self._batch()

    def _batch(self) -> TableBatch:
        batch = TableBatch(self._plies.batch(), self._games.batch())
        self._ply_sheet.batch(batch.plies)
        self._game_sheet.batch(batch.games)
        return batch

    def _look_at(self, verdict: Replay, course: LeadHistory) -> None:
        """Count a record, write down its findings, and draw it if it is to be drawn."""
        tally, record = self.tally, verdict.record
        tally.files += record.source.path != self._path
        self._path = record.source.path
        tally.plies += verdict.played
        tally.notes += len(verdict.notes)
        if any(finding.code == UNREADABLE for finding in record.findings):
            tally.unreadable += 1
        elif record.source.game == 0:
            tally.nothing += 1
        else:
            tally.games += 1
            tally.valid += verdict.valid
        self._write(verdict)
        self.openings.add(verdict)
        if verdict.game is None or verdict.position is None:
            return
        tally.kinds[verdict.game.name] += 1
        if tally.kinds[verdict.game.name] <= self._diagrams:
            tally.shown.append(self._shown(verdict, course))

    def _write(self, verdict: Replay) -> None:
        source, seen = verdict.record.source, set[str]()
        line = json.dumps(to_json(verdict), ensure_ascii=False)
        self._verdicts.write(line.encode("utf-8", "replace") + b"\n")
        for finding in verdict.findings:
            self._findings.row(*_cells(source, finding))
            code = self.tally.codes.get(finding.code)
            if code is None:
                example = f"{who(finding)}{finding.message}"
                code = FindingSummary(finding.violation, 0, 0, example, place(source, finding))
                self.tally.codes[finding.code] = code
            code.times += 1
            code.records += finding.code not in seen
            code.violation = code.violation or finding.violation
            seen.add(finding.code)

    def _shown(self, verdict: Replay, course: LeadHistory) -> GameEntry:
        record = verdict.record
        word, sentence = verdict_words(verdict)
        return GameEntry(
            record.source,
            record.game or "",
            dict(record.tags),
            record.result,
            record.comment,
            word,
            sentence,
            tuple(f"{who(one)}{one.message}" for one in verdict.violations[:QUOTED]),
            draw_key_positions(verdict, course, self._folder, len(self.tally.shown) + 1),
        )


def place(source: Source, finding: Finding) -> str:
    """Return where a finding is, as check prints it."""
    return ":".join(str(part) for part in (source.path, finding.line, finding.column) if part)


def _cells(source: Source, finding: Finding) -> tuple[object, ...]:
    return (
        source.path,
        source.game,
        finding.line,
        finding.column,
        "error" if finding.violation else "note",
        finding.code,
        finding.ply,
        finding.number,
        finding.side,
        finding.text,
        finding.message,
        " ".join(finding.suggestions),
    )
