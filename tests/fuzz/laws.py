"""Laws of files of records: reading, accounting, pieces, replaying, writing and reading back.

Each law is a function of a `Case`, and raises `Broken` if the law does not hold. Any other
exception breaks a law as well.
"""

import csv
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import records
import records.pieces
from analysis import replay
from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.batch.executors import Workers
from analysis.replay import Replay
from analysis.replay.conversion import convert
from analysis.replay.verdict import to_json
from notation import dialects
from notation.registry import BUILT_IN, site_names
from records import Record
from records.chess import OTHER_GAME
from records.format import CannotWrite
from records.formats import FORMATS
from records.model import CORRECTION, UNDECIDED
from records.read import choose
from records.results import SIDES, match_result
from records.sources.boundary import FAULT, NOT_READ, UnreadableFile
from records.sources.names import streams
from tests.fuzz.watch import Broken, limited
from tests.records.samples import said

ODD = {"invisible-character", "unusual-blank", "look-alike", "footnote-mark"}
"""Codes of notes on characters that are read as others, or as none."""

PIECE = 120
"""Characters to a piece, so that small inputs have several."""


def trimmed(record: Record) -> dict[str, Any]:
    """Return the parts of a record that text keeps: no empty values, no blanks around a result."""
    details = {
        index: {key: str(value) for key, value in one.items() if str(value)}
        for index, one in record.details.items()
    }
    return said(replace(record, details=details, result=record.result.strip() or UNDECIDED))


def plain(record: Record) -> Record:
    """Return a record whose places have been computed."""
    return replace(record, places=tuple(record.places))


@dataclass
class Case:
    """One input as a file, and the records that are read from it.

    Attributes:
        path: the file.
        data: its bytes.
        form: name of the format that the input was made for; empty for a package.
    """

    path: Path
    data: bytes
    form: str

    @cached_property
    def found(self) -> tuple[Record, ...]:
        """The records that are read from the file."""
        return tuple(map(plain, records.read([str(self.path)])))

    @cached_property
    def games(self) -> tuple[Record, ...]:
        """The records with a game."""
        return tuple(one for one in self.found if one.source.game)

    @cached_property
    def replays(self) -> tuple[Replay, ...]:
        """The games, replayed."""
        return tuple(map(replay, self.games))

    @cached_property
    def detected(self) -> str:
        """Name of the detected format; empty for a package, or if the file is not text."""
        if not self.form:
            return ""
        for stream in streams([str(self.path)]):
            try:
                return choose(stream, None)[0].name
            except UnreadableFile:
                break
        return ""

    @property
    def whole(self) -> bool:
        """Whether the file could be read to its end."""
        return not any(one.code in NOT_READ for record in self.found for one in record.findings)

    @cached_property
    def text(self) -> str | None:
        """The decoded text with plain line ends; None for a package, or if it is not UTF-8."""
        if not self.form or FORMATS[self.form].binary or b"\0" in self.data:
            return None
        try:
            return re.sub("\r\n?", "\n", self.data.decode("utf-8"))
        except UnicodeDecodeError:
            return None


def numbering(case: Case) -> None:
    """Every source gives a record, and the games of each source are numbered from 1.

    Games of chess have numbers, and are no records.
    """
    if not case.found:
        raise Broken("nothing-read")
    for one in (one for record in case.found for one in record.findings):
        if one.code == FAULT:
            raise Broken(FAULT, one.message)
    numbers: dict[str, list[int]] = {}
    for record in case.games:
        numbers.setdefault(record.source.path, []).append(record.source.game)
    for record in case.found:
        if any(one.code == OTHER_GAME for one in record.findings):
            numbers.pop(record.source.path, None)
    for path, found in numbers.items():
        times = found.count(1)  # two members of an archive may have the same name
        if times * len(found) and sorted(found) != sorted(
            number for run in _runs(found) for number in range(1, run + 1)
        ):
            raise Broken("numbering", f"{path}: {found}")


def _runs(numbers: Sequence[int]) -> Iterator[int]:
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] == 1:
            yield number


HOLES = ("lost-ply", "row-cut", "side-name", "parting-dash", "markup")
"""Codes of notes on plies that do not stand in the text as they are read."""


def places(case: Case) -> None:
    """Every finding has a place in its file; the first word of every move stands at its place."""
    if case.text is None or case.detected != "text":
        return
    lines = case.text.removeprefix("\N{BYTE ORDER MARK}").split("\n")
    for record in case.games:
        for move, (line, column) in zip(record.moves, record.places, strict=True):
            # Odd characters are read as what they look like, which is noted.
            # A ply that a damaged row has lost, or that is cut from its words, stands nowhere.
            odd = any(one.code in (*ODD, *HOLES) for one in record.findings)
            # Where a side has too few plies, the note on the layout says what stands for them.
            odd = odd or (move == "?" and any(one.code == "layout" for one in record.findings))
            # A cell may have several words, other blanks and a comment between them.
            first, there = next(iter(move.split()), ""), lines[line - 1][column - 1 :].strip()
            # A move may be cut at its dash, at the end of a line.
            is_cut = there.endswith("-") and first.startswith(there)
            if not (odd or is_cut or there.startswith(first)):
                raise Broken("move-place", f"{move!r} at {line}:{column}")
    for record in case.found:
        for one in record.findings:
            if one.line is not None and not 1 <= one.line <= len(lines):
                raise Broken("finding-place", f"{one.code} at line {one.line} of {len(lines)}")


def accounting(case: Case) -> None:
    """Every entry of a container is read as a game or gives a finding; the numbers are equal."""
    expected = _ACCOUNTS.get(case.form or case.path.name.partition(".")[2], _nothing)(case)
    if expected is not None and expected[0] != expected[1] and case.whole:
        raise Broken("accounting", "{} in the file, {} read".format(*expected))


Account = tuple[object, object] | None


def _has_several(line: str) -> bool:
    """Whether a line may give several records: it is a list, or has text after JSON or an error.

    An object after an error, or in a list of other values, is also read.
    """
    try:
        return isinstance(json.loads(line), list)
    except json.JSONDecodeError as error:
        is_list = line.lstrip()[:1] == "["
        return is_list or error.msg == "Extra data" or "{" in line[error.pos :]
    except (ValueError, RecursionError):
        return False


def _lines(case: Case) -> Account:
    if case.text is None or case.detected != "jsonl":
        return None
    lines = case.text.removeprefix("\N{BYTE ORDER MARK}").split("\n")
    if any(map(_has_several, lines)):
        return None  # They are several games.
    return sum(1 for line in lines if line.strip()), len(case.games)


def _rows(case: Case) -> Account:
    if case.text is None or case.detected != "csv-games":
        return None
    try:
        rows = [row for row in csv.reader(io.StringIO(case.text), strict=True) if any(row)]
    except csv.Error:
        return None
    complete = all(len(row) == len(rows[0]) for row in rows)
    if not complete or any(one.source.game == 0 for one in case.found):
        return None
    return len(rows) - 1, len(case.games)


def _elements(case: Case) -> Account:
    if case.text is None or case.detected != "abstractplay-json":
        return None
    if any(one.source.game == 0 for one in case.found):
        return None  # Nothing in it is a record.
    try:
        value = json.loads(case.text)
    except (ValueError, RecursionError):
        return None
    listed = value if isinstance(value, list) else [value]
    objects = [one for one in listed if isinstance(one, dict) and one]
    return (len(objects), len(case.games)) if len(objects) == len(listed) else None


def _members(case: Case) -> Account:
    """Compare the members that have content with those read; a note on the archive names others."""
    try:
        if case.path.suffix == ".zip":
            with zipfile.ZipFile(io.BytesIO(case.data)) as archive:
                names = [
                    one.filename for one in archive.infolist() if one.file_size and not one.is_dir()
                ]
        else:
            with tarfile.open(fileobj=io.BytesIO(case.data)) as tar:
                names = [one.name for one in tar if one.isfile() and one.size]
    except Exception:  # a damaged archive may raise anything here
        return None
    wanted = {f"{case.path}:{name}" for name in names}
    read = {record.source.path for record in case.found}
    missing = {name for name in wanted if not any(one.startswith(name) for one in read)}
    return set(), missing


def _nothing(case: Case) -> Account:
    return None


_ACCOUNTS: dict[str, Callable[[Case], Account]] = {
    "jsonl": _lines,
    "csv-games": _rows,
    "abstractplay-json": _elements,
    "zip": _members,
    "tar": _members,
    "tar.gz": _members,
}

BYSTANDERS = {
    "text": ('\n\n[White "Bystander"]\n[Event "Law"]\n\n1. 2.7.2N2 11.6.2SE2\n1-0\n', 2),
    "jsonl": (
        '\n{"game": "epaminondas", "tags": {"White": "Bystander"}, '
        '"moves": ["2.7.2N2", "11.6.2SE2"]}\n',
        2,
    ),
    "sgf": ("\n(;GM[39]PW[Bystander];W[b3];B[f2])\n", 2),
}
"""A good game of a format, to stand after an input, and how many moves it has."""


def bystander(case: Case) -> None:
    """A good game after an odd one is read in full, or in a tree there is a finding."""
    if case.text is None or case.form not in BYSTANDERS or not case.whole:
        return
    after, count = BYSTANDERS[case.form]
    text = f"{case.text.rstrip()}\n{after}"
    found = list(records.read_text(text, format=case.form))
    good = [one for one in found if one.tags.get("White") == "Bystander"]
    noted = case.form == "sgf" and any(one.findings for one in found)
    if not noted and (not good or len(good[-1].moves) != count):
        raise Broken("bystander-lost", text[-300:])


def pieces(case: Case) -> None:
    """A file that several workers read in small pieces gives the records of a single reader."""
    with small_pieces():
        flow = Pipeline(_records, Workers(in_flight=4), InputOptions())
        found = [one for done in flow.run([str(case.path)]) for one in done]
    compare("pieces", case.found, found)


def _records(batch: RecordBatch) -> list[Record]:
    return [plain(one) for one in batch.records]


@contextmanager
def small_pieces() -> Iterator[None]:
    """Make readers cut texts into small pieces."""
    size = records.pieces.PIECE
    records.pieces.PIECE = PIECE
    try:
        yield
    finally:
        records.pieces.PIECE = size


def compare(law: str, wanted: Sequence[Record], found: Sequence[Record]) -> None:
    """Fail unless two lists of records are equal."""
    if len(wanted) != len(found):
        raise Broken(law, f"{len(wanted)} records, then {len(found)}")
    for one, other in zip(wanted, found, strict=True):
        if one != other:
            for name in (field.name for field in fields(Record)):
                if getattr(one, name) != getattr(other, name):
                    shown = f"{getattr(one, name)!r}\n{getattr(other, name)!r}"
                    raise Broken(law, f"{one.source}: {name}\n{shown}")


def replaying(case: Case) -> None:
    """Every record can be replayed, with and without ``as_recorded``, and its verdict is JSON."""
    for record, played in zip(case.games, case.replays, strict=True):
        json.dumps(to_json(played))
        lenient = replay(record, as_recorded=True)
        json.dumps(to_json(lenient))
        completed = any(one.code == "missing-captures" for one in played.findings)
        if (
            played.valid
            and not completed
            and (lenient.played, str(lenient.position))
            != (
                played.played,
                str(played.position),
            )
        ):
            raise Broken("as-recorded-differs", str(record.source))


def writing(case: Case) -> None:
    """The parts of a record that a format can hold are read back, and written alike again."""
    for name, form in FORMATS.items():
        fits = []
        for record in case.games:
            try:
                fitted = form.fit(record, lossy=True)[0]
                form.pack([fitted])
            except CannotWrite:
                continue
            fits.append(fitted)
        if fits:
            check_written(name, fits)


def check_written(name: str, fits: Sequence[Record]) -> None:
    """Records that a format has written are read back, and written alike again."""
    out = io.BytesIO()
    records.save(fits, out, name)
    with limited():
        back = list(records.read(io.BytesIO(out.getvalue()), format=name))
    law = f"written-{name}"
    if len(back) != len(fits) or not all(one.source.game for one in back):
        raise Broken(law, f"{len(fits)} written, {len(back)} read: {out.getvalue()[:600]!r}")
    show = trimmed if name == "text" else said
    for one, other, read in zip(map(show, fits), map(show, back), back, strict=True):
        for key in one:
            # A result in another way than the usual is understood as what it means, and told.
            if key == "result" and any(told.code == "result-words" for told in read.findings):
                meant = {one[key], "*", *meanings(one[key])}
                if read.tags.get("Termination") == "resignation":
                    meant |= {"1-0", "0-1"}  # by whose turn it is
                if other[key] not in meant:
                    raise Broken(f"{law}-result", f"{one[key]!r}\nthen {other[key]!r}")
                continue
            # A site's records do not name the notation of their moves; what was open is guessed.
            # A name that no game has may be understood as that of one.
            unknown = key == "game" and one[key] not in BUILT_IN
            guessed = one[key] is None or unknown or name == "abstractplay-json"
            if guessed and key in ("game", "dialect"):
                continue
            # How a game ended may be part of what a result says, which is told.
            in_words = any(told.code == "result-words" for told in read.findings)
            ended = {"Termination": ""}
            if key == "tags" and in_words and other[key] | ended == one[key] | ended:
                continue
            # A comment that corrects a move is understood, which is told.
            if key == "details" and any(told.code == CORRECTION for told in read.findings):
                one, other = (
                    some | {key: _without_corrections(some[key])} for some in (one, other)
                )
            # Names are read in any case, and without blanks around them.
            named = key in ("game", "variant", "dialect") and _folded(one[key])
            if named and named == _folded(other[key]):
                continue
            # What is empty is none, and what is printed for a variant is understood, and told.
            told = any(told.code == "tag-words" for told in read.findings)
            if key in ("variant", "dialect", "start") and (told or not _folded(one[key])):
                continue
            if key == "result" and not _folded(one[key]) and other[key] == UNDECIDED:
                continue
            # What the site has beside the fields of a record is written over where they differ.
            if key == "extra" and name == "abstractplay-json":
                continue
            if one[key] != other[key]:
                raise Broken(f"{law}-{key}", f"{one[key]!r}\nthen {other[key]!r}")
    again = io.BytesIO()
    try:
        records.save(back, again, name)
    except CannotWrite as refusal:
        raise Broken(f"{law}-again", str(refusal)) from None
    known = all(one.game in BUILT_IN and one.dialect for one in fits)
    understood = ("result-words", "tag-words")
    known &= not any(told.code in understood for one in back for told in one.findings)
    known &= all(_folded(one.dialect) == one.dialect for one in fits)
    known = known and all(one.result == one.result.strip() != "" for one in fits)
    same = name == "abstractplay-json" or (name == "text" and known)
    if same and again.getvalue() != out.getvalue():
        raise Broken(f"{law}-again", f"{out.getvalue()[:900]!r}\n{again.getvalue()[:900]!r}")


def _without_corrections(details: dict[int, Any]) -> dict[int, Any]:
    return {
        at: {key: value for key, value in detail.items() if key != CORRECTION}
        for at, detail in details.items()
    }


def _folded(name: str | None) -> str:
    return (name or "").strip().casefold()


def meanings(result: str) -> set[str]:
    """Return the results that a result in words can mean in games of 2 to 6 sides."""
    found = match_result(result.strip())
    if found is None:
        return {result, result.strip()}
    sides = [site_names(name).players for name in BUILT_IN]
    named = {found.among([*map(str.title, some)]) for some in (*sides, *SIDES)}
    return {found.value, *named} - ({UNDECIDED} if named - {UNDECIDED} else set())


def converting(case: Case) -> None:
    """A valid game is valid in every dialect, with the same number of plies and the same end."""
    for played in case.replays:
        if not played.valid or played.game is None:
            continue
        for dialect in dialects(played.game.name):
            record = convert(played, dialect.name).record
            if record is None:
                continue
            again = replay(record)
            if not again.valid or str(again.position) != str(played.position):
                why = again.violations[0].message if again.violations else str(again.position)
                raise Broken(f"convert-{dialect.name}", f"{played.record.moves}: {why}")


LAWS: dict[Callable[[Case], None], int] = {
    numbering: 1,
    accounting: 1,
    places: 1,
    replaying: 4,
    bystander: 4,
    pieces: 6,
    writing: 10,
    converting: 16,
}
"""The laws, and of how many inputs each is checked on one."""
