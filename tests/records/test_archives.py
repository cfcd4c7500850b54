"""Archives and compressed files that are damaged, truncated, or have harmful members."""

import gzip
import io
import os
import struct
import sys
import tarfile
import tracemalloc
import zipfile
from email.message import EmailMessage
from pathlib import Path
from threading import Thread

import pytest
import zstandard

import records
from analysis.batch import InputOptions, Pipeline
from analysis.batch.executors import Workers
from records import Record
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION, codes, messages, tarred, zipped

GAME = f"1. {DEMONSTRATION[0]} {DEMONSTRATION[1]}\n".encode()
MOVES = DEMONSTRATION[:2]


def streamed(members: list[tuple[str, bytes]]) -> bytes:
    """Return a ZIP file whose local headers state no sizes."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *place: int) -> int:
            raise io.UnsupportedOperation

        def tell(self) -> int:
            raise io.UnsupportedOperation

    out = Pipe()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def encrypted(content: bytes) -> bytes:
    """Return a ZIP file whose first member is marked as encrypted."""
    flagged = bytearray(content)
    for signature, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        flagged[flagged.index(signature) + flags] |= 1
    return bytes(flagged)


def claiming(size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """Return a TAR file whose last header states more bytes than the file has."""
    header = tarfile.TarInfo("b")
    header.size, header.type = size, kind
    return tarred([("a", GAME)])[:1024] + header.tobuf(tarfile.GNU_FORMAT)


def sparse() -> bytes:
    """Return a TAR file whose last member is a sparse file of 8 GiB."""
    header = tarfile.TarInfo("b")
    header.type = tarfile.GNUTYPE_SPARSE
    block = bytearray(header.tobuf(tarfile.GNU_FORMAT))
    block[483:495] = b"77777777777\0"
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return tarred([("a", GAME)])[:1024] + block + bytes(1024)


def odd_map() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, odd in (("a", {}), ("b", {"GNU.sparse.map": "1,x"})):
            header = tarfile.TarInfo(name)
            header.size, header.pax_headers = len(GAME), odd
            archive.addfile(header, io.BytesIO(GAME))
    return out.getvalue()


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :]


def with_method(content: bytes, method: int) -> bytes:
    """Return a ZIP file whose first member is marked as compressed by another method."""
    at = content.index(b"PK\1\2") + 10
    return content[:at] + struct.pack("<H", method) + content[at + 2 :]


def read(tmp_path: Path, name: str, content: bytes) -> list[Record]:
    (tmp_path / name).write_bytes(content)
    return list(records.read(tmp_path / name))


TWO = [("a", GAME), ("b", GAME)]
UNREADABLE, CUT_OFF = "unreadable-file", "cut-off"
LONG = b"".join(b"%d. a1-b2 c3-d4\n" % number for number in range(1, 3000))


def twice(content: bytes) -> bytes:
    """Return a ZIP file whose second member begins at the offset of the first."""
    first = content.index(b"PK\1\2")
    second = content.index(b"PK\1\2", first + 4)
    return content[: second + 42] + content[first + 42 : first + 46] + content[second + 46 :]


LZMA = zipped([("a", LONG), ("b", GAME)], zipfile.ZIP_LZMA)

# Name, content, what of each record is asked for: its moves, or the code of a finding.
DAMAGED = {
    "zip without its end": ("a.zip", zipped(TWO)[:-30], [UNREADABLE]),
    "no gz at all": ("a.gz", GAME, [UNREADABLE]),
    "no zst at all": ("a.zst", GAME, [UNREADABLE]),
    "no zip at all": ("a.zip", b"PK\3\4 and so on", [UNREADABLE]),
    "zip with a member called encrypted": ("a.zip", encrypted(zipped(TWO)), [UNREADABLE, MOVES]),
    "tar.zst": ("a.tar.zst", zstandard.compress(tarred(TWO)), [MOVES, MOVES]),
    "zip of a stream": ("a.zip", streamed(TWO), [MOVES, MOVES]),
    "zip with a bad header": ("a.zip", flipped(zipped(TWO), 0), [UNREADABLE, MOVES]),
    "zip with a bad checksum": (
        "a.zip",
        flipped(zipped(TWO), zipped(TWO).index(b"PK\1\2") + 16),
        [CUT_OFF, UNREADABLE, MOVES],
    ),
    "zip with damaged lzma": ("a.zip", flipped(LZMA, 100), [UNREADABLE, MOVES]),
    "zip of an unknown method": ("a.zip", with_method(zipped(TWO), 97), [UNREADABLE, MOVES]),
    "gz inside zip": (
        "a.zip",
        zipped([("a.txt.gz", gzip.compress(GAME)), ("b", GAME)]),
        [MOVES, MOVES],
    ),
    "zip of one place twice": ("a.zip", twice(zipped(TWO)), [UNREADABLE, UNREADABLE]),
    "zip inside zip": ("a.zip", zipped([("a.zip", zipped(TWO)), ("b", GAME)]), [UNREADABLE, MOVES]),
    "gz inside tar": (
        "a.tar",
        tarred([("a.gz", gzip.compress(GAME)), ("b", GAME)]),
        [MOVES, MOVES],
    ),
    "garbage after gz": ("a.gz", gzip.compress(GAME) + b"garbage", [MOVES, UNREADABLE]),
    "garbage after zst": ("a.zst", zstandard.compress(GAME) + b"garbage", [MOVES, UNREADABLE]),
    "zeros after gz": ("a.gz", gzip.compress(GAME) + bytes(700), [MOVES]),
    "gz with a bad checksum": ("a.gz", flipped(gzip.compress(GAME), -6), [CUT_OFF, UNREADABLE]),
    "tar cut in a member": (
        "a.tar",
        tarred(TWO)[: 512 * 3 + 10],
        [MOVES, UNREADABLE, UNREADABLE],
    ),
    "tar cut in a header": ("a.tar", tarred(TWO)[: 512 * 2 + 10], [MOVES, UNREADABLE]),
    "tar cut behind an empty member": (
        "a.tar",
        tarred([("a.txt", b""), ("b.txt", GAME)])[: 512 + 10],
        ["empty-file", UNREADABLE],
    ),
    "tar with a bad header": ("a.tar", flipped(tarred(TWO), 1024), [MOVES, UNREADABLE]),
    "tar that claims more than there is": (
        "a.tar",
        claiming(10**17),
        [MOVES, UNREADABLE, UNREADABLE],
    ),
    "tar of a folder of that size": (
        "a.tar",
        claiming(10**17, b"Q"),
        [MOVES, UNREADABLE, UNREADABLE],
    ),
    "tar with a huge header": (
        "a.tar",
        claiming(2 << 20, tarfile.XHDTYPE)
        + b"2097152 comment=".ljust((2 << 20) - 1, b"a")
        + b"\n"
        + tarred([("b", GAME)]),
        [MOVES, UNREADABLE],
    ),
    "tar with a sparse member": ("a.tar", sparse(), [MOVES, UNREADABLE]),
    "tar with a bad sparse map": ("a.tar", odd_map(), [MOVES, UNREADABLE]),
    "tar.gz cut off": ("a.tar.gz", gzip.compress(tarred(TWO))[:-9], [MOVES, MOVES]),
}


@each_case(("name", "content", "wanted"), DAMAGED.values(), ids=DAMAGED)
def test_what_is_whole_in_a_damaged_archive_is_read(tmp_path, name, content, wanted):
    found = read(tmp_path, name, content)
    assert len(found) >= len(wanted)
    for record, one in zip(found, wanted, strict=False):
        assert record.moves == one if isinstance(one, tuple) else one in codes(record)
    assert all(record.findings for record in found if not record.moves)


BROKEN_OFF = {
    "text": ("a.txt", "1. a1-b2 c3-d4\n"),
    "result": ("a.txt", '[Event "x"]\n\n1. a1-b2 c3-d4 1-0\n'),
    "json": ("a.jsonl", '{"moves": ["a1-b2", "c3-d4"]}\n'),
    "sgf": ("a.sgf", "(;GM[39];W[a1-b2];B[c3-d4])\n"),
}
PACKERS = {"gz": gzip.compress, "zst": zstandard.ZstdCompressor(write_checksum=True).compress}


@each_case("jobs", [1, 4])
@each_case("packer", PACKERS)
@each_case(("name", "text"), BROKEN_OFF.values(), ids=BROKEN_OFF)
def test_the_last_game_before_a_break_may_be_cut_off(tmp_path, name, text, packer, jobs):
    path = tmp_path / f"{name}.{packer}"
    path.write_bytes(flipped(PACKERS[packer](text.encode()), -2))
    flow = Pipeline(lambda batch: batch.records, Workers(in_flight=jobs), InputOptions())
    piped = [one for done in flow.run([path]) for one in done]
    for found in (list(records.read(path)), piped):
        game, failure = found[0], found[-1]
        assert (len(game.moves), CUT_OFF in codes(game)) == (2, True)
        assert UNREADABLE in codes(failure)


@pytest.mark.slow
def test_every_whole_block_of_zstandard_before_the_damage_is_read(tmp_path):
    line = b'{"moves": ["a1-b2"], "x": "%s"}\n' % (b"-" * 100)
    text = line * 5_000
    content = zstandard.ZstdCompressor(write_checksum=True).compress(text)
    assert len(content) < 1000
    found = read(tmp_path, "a.jsonl.zst", content[:-4] + b"????")
    assert sum(record.moves == ("a1-b2",) for record in found) == 5_000
    part = read(tmp_path, "a.jsonl.zst", content[: len(content) * 3 // 4])
    assert sum(record.moves == ("a1-b2",) for record in part) > 2_000


GZIP = gzip.compress(GAME)


@each_case(
    ("content", "said"),
    [(flipped(GZIP, 10), "it is not a gzip file, or a damaged one (Error -3"),
     (GAME, "cannot be read: Not a gzipped file")],
)  # fmt: skip
def test_what_hinders_unpacking_is_told(content, said, tmp_path):
    assert said in messages(read(tmp_path, "a.gz", content)[-1])


def test_links_that_go_round_in_a_circle_and_fifos_stop_nothing(tmp_path):
    (tmp_path / "game.txt").write_bytes(GAME)
    os.symlink(tmp_path / "b", tmp_path / "a")
    os.symlink(tmp_path / "a", tmp_path / "b")
    os.symlink(tmp_path, tmp_path / "c")
    os.mkfifo(tmp_path / "d")
    found = {Path(one.source.path).name: one for one in records.read(tmp_path)}
    assert list(found) == ["a", "b", "c", "d", "game.txt"]
    assert found.pop("game.txt").moves == MOVES
    reasons = [messages(record) for record in found.values()]
    expected = (
        "levels of symbolic links",
        "levels of symbolic links",
        "a link to a folder",
        "a FIFO",
    )
    for reason, part in zip(reasons, expected, strict=True):
        assert part in reason


def test_a_fifo_that_is_named_itself_is_read_like_a_file(tmp_path):
    os.mkfifo(fifo := tmp_path / "game.txt")
    writer = Thread(target=fifo.write_bytes, args=[GAME])
    writer.start()
    flow = Pipeline(lambda batch: batch.records, Workers(), InputOptions())
    found = [(record.moves, flow.bytes_read) for (record,) in flow.run([fifo, fifo.parent])]
    writer.join()
    assert found == [(MOVES, 0), ((), 0)]


def test_folders_may_be_deeper_than_calls(tmp_path):
    deep = tmp_path.joinpath(*"d" * 500)
    deep.mkdir(parents=True)
    (deep / "game.txt").write_bytes(GAME)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    try:
        (record,) = records.read(tmp_path)
    finally:
        sys.setrecursionlimit(usual)
    assert record.moves == MOVES


def test_a_list_may_name_what_cannot_be_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_bytes(GAME)
    Path("names").write_bytes(b"a\0b\n" + b"x" * 5000 + b"\ngame.txt\n")
    *broken, game = records.read("@names")
    assert [codes(one) for one in broken] == [[UNREADABLE]] * 2
    assert game.moves == MOVES


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_members_that_are_no_files_are_named(tmp_path, kind):
    game, odd = tarfile.TarInfo("a.txt"), tarfile.TarInfo("b.txt")
    text = b"1. D3 B4\n"
    game.size, odd.type, odd.linkname = len(text), kind, "a.txt"
    with tarfile.open(tmp_path / "games.tar", mode="w") as archive:
        archive.addfile(game, io.BytesIO(text))
        archive.addfile(odd)
    first, second = records.read(tmp_path / "games.tar")
    assert len(first.moves) == 2
    assert (second.source.path.endswith(":b.txt"), codes(second)) == (True, ["unreadable-file"])
    assert ("link to 'a.txt'" in messages(second)) == (kind != tarfile.FIFOTYPE)


@each_case(("name", "pack"), [("x.zip", zipped), ("x.tar", tarred)])
def test_empty_members_are_reported_together_behind_the_others(tmp_path, name, pack):
    empty = [(f"{letter}.txt", b"") for letter in "abcd"]
    game, archive = read(tmp_path, name, pack([*empty, ("e.txt", GAME)]))
    assert game.moves == MOVES
    assert (codes(archive), archive.source.path) == (["empty-file"], str(tmp_path / name))
    assert "4 members without content: a.txt, b.txt, c.txt and 1 more" in messages(archive)


def mail(text: str, html: str = "", encoding: str = "quoted-printable") -> EmailMessage:
    """Return an e-mail as saved by mail programs."""
    found = EmailMessage()
    found["From"], found["Subject"] = "Anna <anna@example.org>", "Re: Epaminondas, game 3"
    found["Date"] = "Tue, 05 Mar 2024 20:11:00 +0100"
    found.set_content(text, cte=encoding)
    if html:
        found.add_alternative(html, subtype="html", cte=encoding)
    return found


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("html", ["", "<p>1. {}<br>2. {}</p>".format(*MOVES)])
def test_a_mail_has_its_text_once_in_any_encoding(tmp_path, encoding, html):
    text = f"Hi Ben,\n\n1. {MOVES[0]} {MOVES[1]}\n\nthat is {'a long line ' * 12}\n"
    (record,) = read(tmp_path, "a.eml", mail(text, html, encoding).as_bytes())
    assert (record.moves, record.tags["Title"]) == (tuple(MOVES), "Epaminondas, game 3")
    assert record.source.path == f"{tmp_path}/a.eml:text"
    assert record.places[0] == (7, 4), "the lines are those of the mail as it is shown"


def test_a_mail_that_is_only_a_web_page_is_read_as_one(tmp_path):
    page = EmailMessage()
    page.set_content(f"<p>1. {MOVES[0]} {MOVES[1]}</p>", subtype="html")
    (record,) = read(tmp_path, "a.eml", page.as_bytes())
    assert record.moves == tuple(MOVES)


def test_attachments_are_members_and_signatures_are_not_read(tmp_path):
    found = mail("see below\n")
    found.add_attachment(GAME, "application", "octet-stream", filename="games.txt")
    found.add_attachment(gzip.compress(GAME), "application", "gzip", filename="more.txt.gz")
    found.add_attachment(b"iQEz", "application", "pgp-signature", filename="signature.asc")
    text, *others = read(tmp_path, "a.eml", found.as_bytes())
    assert codes(text)[:1] == ["no-game"]
    assert [one.source.path for one in others] == [
        f"{tmp_path}/a.eml:{name}" for name in ("games.txt", "more.txt.gz")
    ]
    assert all(one.moves == tuple(MOVES) for one in others)


def test_a_mailbox_has_the_mails_in_order_and_a_broken_one_loses_no_other(tmp_path):
    good = mail(f"1. {MOVES[0]} {MOVES[1]}\n").as_bytes()
    deep = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (at, at) for at in range(1500)
    )
    whole = b"\n".join(b"From anna Tue\n" + one for one in (good, deep, good))
    first, broken, last = read(tmp_path, "a.mbox", whole)
    assert first.moves == last.moves == tuple(MOVES)
    assert [one.source.path for one in (first, last)] == [
        f"{tmp_path}/a.mbox:{number}:text" for number in (1, 3)
    ]
    assert "unreadable-file" in codes(broken) or "empty-file" in codes(broken)


def test_a_mail_in_an_unknown_encoding_is_read_as_far_as_its_letters_are_known(tmp_path):
    content = mail(f"1. {MOVES[0]} {MOVES[1]}\n").as_bytes()
    content = content.replace(b'charset="utf-8"', b'charset="x-none"')
    assert read(tmp_path, "a.eml", content)[0].moves == tuple(MOVES)


def test_the_lines_of_a_mailbox_are_not_held_one_by_one(tmp_path):
    path = tmp_path / "blank.mbox"
    path.write_bytes(b"\n" * 400_000)
    tracemalloc.start()
    (found,) = records.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes(found) == ["empty-file"]
    assert peak < 16_000_000
