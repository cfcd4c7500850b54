"""The work to read archives grows with what they hold, not with its square."""

import cProfile
import gzip
from collections.abc import Callable

import pytest
import zstandard

import records
from tests.records.printed import sheet, tsv
from tests.records.samples import ROW, tarred, zipped

SMALL, TIMES, MOST = 3, 5, 8
"""Members or games of a small input, how many times that a large one has, and the calls for it."""


def tiny(count: int) -> list[tuple[str, bytes]]:
    return [(f"g{number}.txt", ROW.encode()) for number in range(count)]


def long_names(count: int) -> list[tuple[str, bytes]]:
    return [(f"{'f/' * 40}{number}.txt", ROW.encode()) for number in range(count)]


def nested(count: int) -> list[tuple[str, bytes]]:
    inner = zipped(tiny(2))
    return [(f"i{number}.zip", inner) for number in range(count)]


def games(count: int) -> bytes:
    return b"".join(b'[Event "%d"]\n\n%s\n' % (at, ROW.encode()) for at in range(6 * count))


def words_of_page(count: int) -> bytes:
    return tsv(sheet([(f"{row}.", "2.7.2N2", "11.6.2SE2") for row in range(1, 4 * count)])).encode()


KINDS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "zip": ("x.zip", lambda count: zipped([("a.txt", games(count))])),
    "zip-tiny": ("x.zip", lambda count: zipped(tiny(3 * count))),
    "zip-names": ("x.zip", lambda count: zipped(long_names(3 * count))),
    "zip-nested": ("x.zip", lambda count: zipped(nested(3 * count))),
    "zip-same-name": ("x.zip", lambda count: zipped([("a.txt", ROW.encode())] * (3 * count))),
    "tar": ("x.tar", lambda count: tarred([("a.txt", games(count))])),
    "tar-tiny": ("x.tar", lambda count: tarred(tiny(3 * count))),
    "tar-names": ("x.tar", lambda count: tarred(long_names(3 * count))),
    "tar-gz": ("x.tar.gz", lambda count: gzip.compress(tarred(tiny(3 * count)))),
    "gzip": ("x.txt.gz", lambda count: gzip.compress(games(count))),
    "gzip-frames": ("x.txt.gz", lambda count: gzip.compress(ROW.encode()) * (3 * count)),
    "tsv": ("x.tsv", words_of_page),
    "zst": ("x.txt.zst", lambda count: zstandard.compress(games(count))),
    "zst-frames": ("x.txt.zst", lambda count: zstandard.compress(ROW.encode()) * (3 * count)),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_content(kind, tmp_path):
    name, make = KINDS[kind]

    def calls(count: int) -> int:
        """Return the calls of functions that reading takes, once caches are filled."""
        path = tmp_path / f"{count}-{name}"
        path.write_bytes(make(count))
        profile = cProfile.Profile()
        assert list(records.read(path))
        with profile:
            assert list(records.read(path))
        return sum(entry.callcount for entry in profile.getstats())

    assert calls(TIMES * SMALL) < MOST * calls(SMALL)
