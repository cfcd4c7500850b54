"""Inputs made field by field: of records, of headers of archives, of JSON; and repeated bytes."""

import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import records
from records import CannotWrite, Record
from records.formats import FORMATS
from tests.fuzz import laws, seeds
from tests.fuzz.mutators import DICTIONARY
from tests.fuzz.packages import tarred
from tests.fuzz.watch import Broken, limited

STRINGS = (
    *DICTIONARY,
    *("", " ", "\t", "\n", "\r\n", " a ", "a\n\n", "\\", "\\\\", "\\n", "}", "{", "{}", "[]", "]"),
    *('"', "'", '""', ";", "#", "(", ")", "%", "<b>", "&amp;", "=1+1", "@x", "-", "--", "*", "?"),
    *("\0", "\x01", "\x1b[31m", "\x7f", "\x85", "\xa0", "\xad", "\u2028", "\u202e", "\ufeff"),
    *("\ud800", "\U0001f600", "e\u0301", "\u0130", "null", "NaN", "1", "-1", "1e999", "None"),
    *("1-0", "0-1", "1. C6 B4", '[Game "gipf"]', "x" * 3000, "a,b", "a\tb", "1/2-1/2", "../x"),
)
"""Strings for any field."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**40, 0.5, -0.0, 1e308, "", " ", "0", "x"),
    *("\0", "\ud800", "\n", "x" * 5000, [], [[]], [None], ["x"], [1, 2], {}, {"": ""}, {"a": None}),
    *({"move": None}, {"move": "C6", "comment": None}, [{"move": 1}], {"x": {"y": [0]}}),
)
"""Values for any path of a JSON document."""

FIELDS = ("game", "variant", "dialect", "start", "result", "comment", "tag", "tag name", "move")
"""The fields of a record; behind a move: its comment, its marks, and an unknown property."""


def in_field(record: Record, field: str, text: str, at: int) -> Record:
    """Return a record with a text in one of its fields."""
    if field in ("game", "variant", "dialect", "start", "result", "comment"):
        changed: dict[str, Any] = {field: text}
        return replace(record, **changed)
    if field == "tag":
        return replace(record, tags={**record.tags, "Event": text})
    if field == "tag name":
        return replace(record, tags={**record.tags, text: "value"})
    if field == "extra":
        return replace(record, extra={**record.extra, text: {text: [text]}})
    index = at % max(len(record.moves), 1)
    if field == "move":
        return replace(record, moves=(*record.moves[:index], text, *record.moves[index + 1 :]))
    beside = dict(record.details.get(index, {})) | {field.removeprefix("of a move: "): text}
    return replace(record, details={**record.details, index: beside} if record.moves else {})


ALL_FIELDS = (*FIELDS, "extra", "of a move: comment", "of a move: marks", "of a move: reserve")


@cache
def field_seeds() -> tuple[bytes, ...]:
    """Return choices of a record, a field and a string, as inputs."""
    return tuple(
        json.dumps([0, field, 0, text]).encode() for field in ALL_FIELDS for text in STRINGS[-5:]
    )


def any_field(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Choose a record, a field, a place and a string."""
    text = "".join(rng.choice(STRINGS) for _ in range(rng.choice((1, 1, 1, 2, 3))))
    chosen = rng.randrange(len(seeds.games())), rng.choice(ALL_FIELDS), rng.randrange(40), text
    return json.dumps(chosen).encode()


def field_law(data: bytes) -> object:
    """A record with a string in a field is refused by a format, or read back as it was written."""
    number, field, at, text = json.loads(data)
    games = seeds.games()
    record = in_field(games[number % len(games)], field, text, at)
    refused = []
    for name, form in FORMATS.items():
        try:
            fitted = form.fit(record, lossy=True)[0]
            form.pack([fitted])
        except CannotWrite:
            refused.append(name)
            continue
        laws.check_written(name, [fitted])
    return field, tuple(refused)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values in a JSON document."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*path, key))


def any_path(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Put one of `VALUES` at one path of a record in JSON."""
    document = json.loads(rng.choice(pool).splitlines()[0])
    *way, last = rng.choice([path for path in paths(document) if path])
    home = document
    for key in way:
        home = home[key]
    home[last] = rng.choice(VALUES)
    good = rng.choice(pool).splitlines()[0]
    return json.dumps(document).encode() + b"\n" + good + b"\n"


TAR = {
    "name": (0, 100), "mode": (100, 8), "uid": (108, 8), "gid": (116, 8), "size": (124, 12),
    "mtime": (136, 12), "type": (156, 1), "link": (157, 100), "magic": (257, 6),
    "version": (263, 2), "user": (265, 32), "group": (297, 32), "major": (329, 8),
    "minor": (337, 8), "prefix": (345, 155),
}  # fmt: skip
"""The fields of a header of TAR: offset and bytes."""


def any_tar_field(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Change a field of a header, or several, and put its sum right."""
    members = [(f"game{n}.txt", one) for n, one in enumerate(rng.sample(seeds.texts(), 2))]
    data = bytearray(tarred(members))
    for _ in range(rng.choice((1, 1, 2))):
        header = rng.choice((0, -(-len(members[0][1]) // 512) * 512 + 512))
        start, size = rng.choice(list(TAR.values()))
        odd = (
            *(b"\0" * size, b"7" * size, b" " * size, b"\xff" * size, b"\x80" + b"\xff" * size),
            *(b"-1", b"%o" % rng.randrange(8 ** min(size, 11)), rng.randbytes(size), b"x" * size),
            *(b"../../up", b"/abs", rng.choice(b"01234567ALKSgxXNVD").to_bytes(1, "big")),
        )
        value = rng.choice(odd)[:size].ljust(size, b"\0")
        data[header + start : header + start + size] = value
        block = data[header : header + 512]
        block[148:156] = b" " * 8
        data[header + 148 : header + 156] = b"%06o\0 " % sum(block)
    return bytes(data)


ZIP = {
    b"PK\x03\x04": ((4, 2), (6, 2), (8, 2), (10, 4), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2)),
    b"PK\x01\x02": (
        *((4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2)),
        *((32, 2), (34, 2), (36, 2), (38, 4), (42, 4)),
    ),
    b"PK\x05\x06": ((4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)),
}
"""The fields of the headers of ZIP, by their signatures: offset and bytes."""


def any_zip_field(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Change a field of a header, or several; sums of contents stay right."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(rng.sample(seeds.texts(), 2)):
            archive.writestr(zipfile.ZipInfo(f"game{number}.txt"), text)
    data = bytearray(out.getvalue())
    for _ in range(rng.choice((1, 1, 2))):
        signature = rng.choice(list(ZIP))
        offset, size = rng.choice(ZIP[signature])
        at = data.find(signature, 0 if rng.random() < 0.5 else data.find(signature) + 1)
        whole = (
            0,
            1,
            0xFFFF,
            0xFFFFFFFF,
            8,
            12,
            14,
            93,
            99,
            1 << 15,
            len(data),
            rng.getrandbits(32),
        )
        value = struct.pack("<I", rng.choice(whole))[:size]
        if at >= 0 and at + offset + size <= len(data):
            data[at + offset : at + offset + size] = value
    return bytes(data)


WAYS: dict[str, Callable[[str], bytes]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16, little": lambda text: text.encode("utf-16-le").join((b"\xff\xfe", b"")),
    "UTF-16, big": lambda text: text.encode("utf-16-be").join((b"\xfe\xff", b"")),
    "UTF-32": lambda text: text.encode("utf-32"),
}
"""Ways to write a text as other bytes that say the same."""


def ends_law(data: bytes) -> object:
    """A text has the same games with other line ends and in other encodings."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "no text"
    if set(text) & set("\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\ufeff\0") or "\\\n" in text:
        return "other ends"
    expected = _games(text.encode())
    for name, way in WAYS.items():
        found = _games(way(text))
        if found != expected:
            raise Broken(f"ends-{name}", f"{expected}\nthen {found}")
    return len(expected)


def _games(data: bytes) -> list[tuple[Any, ...]]:
    with limited():
        return [
            (one.game, one.moves, dict(one.tags), one.result)
            for one in records.read(io.BytesIO(data))
        ]


REPEATED = (
    *(
        b"\n",
        b" ",
        b"\t",
        b"a",
        b"1",
        b"1. ",
        b"{",
        b"}",
        b"(",
        b"[",
        b'"',
        b"\\",
        b"-",
        b"*",
        b"\0",
    ),
    *(b"C6 ", b"1. C6 B4\n", b"(;", b";", b"{}", b"[[", b'{"a":', b'[Game "x"]\n', b",", b"\xff"),
    *(
        "\uff11".encode(),
        "\u2014".encode(),
        b"<p>",
        b"a,b\n",
        b"a\tb\n",
        b"\r",
        b"#\n",
        b"{ } ",
        b"((",
    ),
)
"""Bytes that are repeated."""


def any_repetition(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Repeat some bytes, alone or around a good text."""
    size = 10 ** rng.choice((2, 3, 4, 5))
    one = rng.choice(REPEATED)
    many = one * (size // len(one))
    text = rng.choice(seeds.texts())
    return rng.choice((many, many + text, text + many, text + many + text))


def repetition_law(data: bytes) -> object:
    """Repeated bytes are read in time that grows with them."""
    with limited(2 + len(data) / 50_000):
        return len(list(records.read(io.BytesIO(data)))) > 1


def plain_check(law: Callable[[bytes], object]) -> Callable[[bytes, Path, str], object]:
    """Return the check of an input by one law, which has its own limits of time."""

    def checked(data: bytes, folder: Path, which: str) -> object:
        return law(data)

    return checked
