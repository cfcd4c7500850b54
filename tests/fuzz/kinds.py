"""The kinds of inputs: how each is made, and by which laws it is checked."""

import io
import json
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import records
from notation import Finding
from records import CannotWrite, Record
from records.formats import FORMATS
from tests.fuzz import changes, commands, laws, packages, seeds, strings
from tests.fuzz.changes import DICTIONARY, MAXIMUM, NUMBERS, mutate
from tests.fuzz.watch import SECONDS, Broken, Failure, Fault, Hang, failure_of, limited

FOUND = Path(__file__).parent / "found"
"""The folder of the inputs that broke a law, each named after its kind and law."""

PATIENCE = 4
"""Seconds in which a failure is made smaller."""


class Kind(NamedTuple):
    """A kind of inputs.

    Attributes:
        make: makes an input.
        check: checks an input in a folder; the flag asks for all laws, not for a sample.
        share: how many of a run's inputs are of this kind, in proportion.
    """

    make: Callable[[Random], bytes]
    check: Callable[[bytes, Path, bool], None]
    share: int


Change = Callable[[Random, str, Sequence[str]], str]


def _changed(pool: Callable[[], Sequence[bytes]], change: Change, head: bool = False) -> Any:
    """Return what makes inputs by changing texts, and now and then their bytes.

    Args:
        pool: returns the texts to begin with.
        change: changes one, given others.
        head: whether the first line stays.
    """

    def make(rng: Random) -> bytes:
        one, other = rng.choice(pool()), rng.choice(pool())
        if not head and rng.random() < 0.08:
            return changes.mutate_bytes(rng, one)
        first, _, text = one.partition(b"\n") if head else (b"", b"", one)
        texts = [data.decode("utf-8", "surrogateescape") for data in (text, other)]
        changed = change(rng, texts[0], texts[1:])
        try:
            data = changed.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            data = changed.encode("utf-8", "surrogatepass")
        return first + b"\n" + data if head else data

    return make


def _file(form: str, suffix: str) -> Any:
    """Return the check of a file that is called by that suffix."""

    def checked(data: bytes, folder: Path, all_laws: bool) -> None:
        path = folder / f"input{suffix}"
        path.write_bytes(data)
        case, number = laws.Case(path, data, form), zlib.crc32(data)
        for law, often in {**laws.LAWS, **commands.COMMAND_LAWS}.items():
            sampled = zlib.crc32(law.__name__.encode(), number) % often == 0
            if sampled or (all_laws and law is not commands.jobs):
                # Many games or lines in a small file may take longer than one game.
                games = len(case.games) if law is not laws.numbering else 0
                more = games / 10 + (len(data) if form else MAXIMUM) / MAXIMUM
                with limited(SECONDS * (1 + more)), chdir(folder):
                    law(case)

    return checked


def _bytes(law: Callable[[bytes], object], own_limit: bool = False) -> Any:
    """Return the check of inputs by one law."""

    def checked(data: bytes, folder: Path, all_laws: bool) -> None:
        with limited(1e6 if own_limit else SECONDS):
            law(data)

    return checked


# Options of commands.

KEPT_OPTIONS = {"--time", "--count", "--as", "-o"}
"""Options whose values stay: large ones are meant to take long."""


def _options(rng: Random) -> bytes:
    """Change the value of an option; names of files stay."""
    words = rng.choice(strings.OPTIONS).decode().split("\n")
    places = [
        at
        for at, word in enumerate(words[:-1], 1)
        if word.startswith("--") and word not in KEPT_OPTIONS and not words[at].startswith("--")
    ]
    if places:
        at = rng.choice(places)
        new = rng.choice((rng.choice((*NUMBERS, *DICTIONARY)), mutate(rng, words[at], words)))
        words[at] = new.replace("\n", " ")
    return "\n".join(words).encode("utf-8", "surrogatepass")


def _check_options(data: bytes, folder: Path, all_laws: bool) -> None:
    with limited(), chdir(folder):
        commands.options(data.decode("utf-8", "surrogatepass").split("\n")[1:], folder)


# Fields of records.

STRINGS = (
    *DICTIONARY,
    *("", " a ", "a\n\n", "\\\\", "\\n", "'", '""', "<b>", "&amp;", "-", "?", "\x01", "\x7f"),
    *("\x85", "\U0001f600", "e\u0301", "NaN", "-1", "1e999", "None", "1. C6 B4", "x" * 3000),
    *("a,b", "a\tb", "../x"),
)
"""Strings for any field."""

FIELDS = ("game", "variant", "dialect", "start", "result", "comment", "tag", "tag name", "move",
          "extra", "of a move: comment", "of a move: marks", "of a move: reserve")  # fmt: skip


def in_field(record: Record, field: str, text: str, at: int) -> Record:
    """Return a record with a text in one of its fields."""
    index = at % max(len(record.moves), 1)
    if field.startswith("of a move"):
        beside = dict(record.details.get(index, {})) | {field.removeprefix("of a move: "): text}
        return replace(record, details={**record.details, index: beside} if record.moves else {})
    ways: dict[str, dict[str, Any]] = {
        "tag": {"tags": {**record.tags, "Event": text}},
        "tag name": {"tags": {**record.tags, text: "value"}},
        "extra": {"extra": {**record.extra, text: {text: [text]}}},
        "move": {"moves": (*record.moves[:index], text, *record.moves[index + 1 :])},
    }
    return replace(record, **ways.get(field, {field: text}))


def _field(rng: Random) -> bytes:
    """Choose a record, a field, a place and a string."""
    text = "".join(rng.choice(STRINGS) for _ in range(rng.choice((1, 1, 1, 2, 3))))
    chosen = rng.randrange(len(seeds.games())), rng.choice(FIELDS), rng.randrange(40), text
    return json.dumps(chosen).encode()


def field_law(data: bytes) -> None:
    """A record with a string in a field is refused by a format, or read back as it was written."""
    number, field, at, text = json.loads(data)
    games = seeds.games()
    record = in_field(games[number % len(games)], field, text, at)
    for name, form in FORMATS.items():
        try:
            fitted = form.fit(record, lossy=True)[0]
            form.pack([fitted])
        except CannotWrite:
            continue
        laws.check_written(name, [fitted])


# Metamorphic texts, and repeated bytes.

WAYS: dict[str, Callable[[str], bytes]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16, little": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "UTF-16, big": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-32": lambda text: text.encode("utf-32"),
}
"""Ways to write a text as other bytes that say the same."""


def ends_law(data: bytes) -> None:
    """A text has the same games with other line ends and in other encodings."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if set(text) & set("\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\ufeff\0") or "\\\n" in text:
        return
    expected = _games(text.encode())
    for name, way in WAYS.items():
        if (found := _games(way(text))) != expected:
            raise Broken(f"ends-{name}", f"{expected}\nthen {found}")


def _games(data: bytes) -> list[tuple[Any, ...]]:
    with limited():
        return [
            (one.game, one.moves, dict(one.tags), one.result)
            for one in records.read(io.BytesIO(data))
        ]


REPEATED = (
    *("\n", " ", "\t", "a", "1", "1. ", "{", "}", "(", "[", '"', "\\", "-", "*", "\0", "C6 ", ";"),
    *("1. C6 B4\n", "(;", "{}", "[[", '{"a":', '[Game "x"]\n', ",", "\udcff", "\uff11", "\u2014"),
    *("<p>", "a,b\n", "a\tb\n", "\r", "#\n", "{ } ", "((", "(;GM[39]", ";W[a1]", "(;C[x\\]"),
    *(";X1[y]", "(;W[a](;B[b])", ";P0[1 Dropb E 1]", "W[a][b]", '{"moves":', '{"moves":["x",'),
    *('{"moves":[{"a":1}],} ', '{"moves":[]} x ', '{"x":1}\n', "a,b,c,d\n", '""', "1,1,a1-b2,\n"),
)
"""Texts that are repeated."""

BEFORE = (
    *("", "", "(;GM[39];W[e2]", '(;SU[gipf]P0[id "x"];P0[', '[{"header":{"a":['),
    *('{"moves":["a"]}\n', "game_id,ply,move,tags\n", "game_id,moves\n1,"),
)
"""Beginnings of texts in several formats."""


def _repetition(rng: Random) -> bytes:
    """Repeat a text behind the beginning of a format, alone or around a good text."""
    one = rng.choice(REPEATED).encode("utf-8", "surrogateescape")
    many, text = one * (10 ** rng.choice((2, 3, 4, 5)) // len(one)), rng.choice(seeds.files("text"))
    whole = rng.choice((many, many, many + text, text + many, text + many + text))
    return rng.choice(BEFORE).encode() + whole


def repetition_law(data: bytes) -> None:
    """Repeated bytes are read in time that grows with them."""
    with limited(2 + len(data) / 50_000):
        list(records.read(io.BytesIO(data)))


# All kinds.

FILES: dict[str, tuple[str, str, Change, int]] = {
    "text": ("text", ".txt", mutate, 16),
    "jsonl": ("jsonl", ".jsonl", changes.mutate_json_text, 8),
    "csv": ("csv", ".csv", changes.mutate_csv, 4),
    "csv-games": ("csv-games", ".games.csv", changes.mutate_csv, 4),
    "json": ("json", ".json", changes.mutate_json_text, 3),
    "sheet": ("sheet", ".csv", changes.mutate_csv, 6),
    "sgf": ("sgf", ".sgf", changes.mutate_tree, 8),
    "abstractplay": ("abstractplay-json", ".json", changes.mutate_json_text, 6),
    "hocr": ("hocr", ".hocr", mutate, 3),
    "alto": ("alto", ".xml", mutate, 3),
    "tsv": ("tsv", ".tsv", changes.mutate_csv, 3),
}
"""Kinds of files: the format, the suffix, how they are changed, and the share."""

PACKAGES = {"gzip": ".txt.gz", "zstd": ".jsonl.zst", "zip": ".zip", "tar": ".tar", "tgz": ".tar.gz"}


def _member(rng: Random) -> tuple[str, bytes]:
    """Make the suffix and content of a member of an archive; half of the contents are odd."""
    form, suffix, change, _ = rng.choice(list(FILES.values()))
    pool = partial(seeds.files, form)
    return suffix, _changed(pool, change)(rng) if rng.random() < 0.5 else rng.choice(pool())


@cache
def kinds() -> dict[str, Kind]:
    """Return all kinds by name."""
    return {
        **{
            name: Kind(_changed(partial(seeds.files, form), change), _file(form, suffix), share)
            for name, (form, suffix, change, share) in FILES.items()
        },
        **{
            name: Kind(partial(packages.parquet_file, form=name), _file(name, suffix), 1)
            for name, suffix in (("parquet", ".parquet"), ("parquet-games", ".games.parquet"))
        },
        **{
            name: Kind(partial(packages.packed, suffix=suffix, make=_member), _file("", suffix), 2)
            for name, suffix in PACKAGES.items()
        },
        **{
            law.__name__: Kind(_changed(pool, mutate, head=True), _bytes(law), share)
            for law, pool, share in (
                (strings.position, strings.positions, 14),
                (strings.condition, lambda: strings.CONDITIONS, 4),
                (strings.move, strings.moves, 30),
            )
        },
        "field": Kind(_field, _bytes(field_law, own_limit=True), 6),
        "ends": Kind(
            _changed(partial(seeds.files, "text"), mutate), _bytes(ends_law, own_limit=True), 4
        ),
        "repeated": Kind(_repetition, _bytes(repetition_law, own_limit=True), 1),
        "options": Kind(_options, _check_options, 1),
    }


def made(seed: int, number: int, names: Sequence[str] = ()) -> tuple[str, bytes]:
    """Make the input of a number: return the name of its kind, and the input."""
    rng = Random(f"{seed} {number}")
    chosen = names or tuple(kinds())
    (name,) = rng.choices(chosen, [kinds()[one].share for one in chosen])
    return name, kinds()[name].make(rng)


def check(name: str, data: bytes, folder: Path, all_laws: bool = False) -> Failure | None:
    """Return how an input breaks a law, None if it keeps all that are checked."""
    try:
        kinds()[name].check(data, folder, all_laws)
    except (Exception, Hang, Fault) as error:
        return failure_of(error)
    return None


def minimised(name: str, data: bytes, failure: Failure, folder: Path) -> bytes:
    """Return a smaller input that breaks a law in the same way: lines, then bytes are left out."""
    until = time.monotonic() + PATIENCE
    for parts in (data.splitlines(keepends=True), [data[at : at + 1] for at in range(len(data))]):
        size = len(parts)
        while size > 1:
            size, at = size // 2, 0
            while at < len(parts) and time.monotonic() < until:
                fewer = parts[:at] + parts[at + size :]
                again = check(name, b"".join(fewer), folder, all_laws=True)
                if again is not None and again.key == failure.key:
                    parts, data = fewer, b"".join(fewer)
                else:
                    at += size
    return data


@contextmanager
def checked_codes() -> Iterator[None]:
    """Fail where a finding is made that the catalogue does not describe, or a reader fails."""
    from notation import findings
    from records.sources.boundary import FAULT
    from tests.conftest import catalogued

    def expected(code: str, message: str, violation: bool = False, **place: Any) -> Finding:
        if code == FAULT:
            raise Fault(message)
        return catalogued(code, message, violation, **place)

    before = findings._new
    findings._new = expected  # type: ignore[assignment]
    try:
        yield
    finally:
        findings._new = before
