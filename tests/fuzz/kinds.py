"""The kinds of inputs: how each is made, and the laws that check it."""

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from notation import Finding
from tests.fuzz import changes, commands, laws, packages, seeds
from tests.fuzz.changes import MAXIMUM, mutate
from tests.fuzz.watch import SECONDS, Failure, Fault, Hang, failure_of, limited

FOUND = Path(__file__).parent / "found"
"""The folder of the inputs that broke a law, each named after its kind and law."""

PATIENCE = 4
"""Seconds in which a failure is made smaller."""


class Kind(NamedTuple):
    """A kind of inputs.

    Attributes:
        make: makes an input.
        check: checks an input in a folder; the flag requests all laws instead of a sample.
        share: relative number of inputs of this kind in a run.
    """

    make: Callable[[Random], bytes]
    check: Callable[[bytes, Path, bool], None]
    share: int


Change = Callable[[Random, str, Sequence[str]], str]


def _changed(pool: Callable[[], Sequence[bytes]], change: Change) -> Any:
    """Return a function that makes inputs by changing texts, and sometimes their bytes.

    Args:
        pool: returns the original texts.
        change: changes a text, given other texts.
    """

    def make(rng: Random) -> bytes:
        one, other = rng.choice(pool()), rng.choice(pool())
        if rng.random() < 0.08:
            return changes.mutate_bytes(rng, one)
        texts = [data.decode("utf-8", "surrogateescape") for data in (one, other)]
        changed = change(rng, texts[0], texts[1:])
        try:
            return changed.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            return changed.encode("utf-8", "surrogatepass")

    return make


def _file(form: str, suffix: str) -> Any:
    """Return the check of a file of a format; the file has this suffix."""

    def checked(data: bytes, folder: Path, all_laws: bool) -> None:
        path = folder / f"input{suffix}"
        path.write_bytes(data)
        case, number = laws.Case(path, data, form), zlib.crc32(data)
        for law, often in {**laws.LAWS, **commands.COMMAND_LAWS}.items():
            sampled = zlib.crc32(law.__name__.encode(), number) % often == 0
            if sampled or all_laws:
                # Many games or lines in a small file may take longer than one game.
                games = len(case.games) if law is not laws.numbering else 0
                more = games / 10 + (len(data) if form else MAXIMUM) / MAXIMUM
                with limited(SECONDS * (1 + more)), chdir(folder):
                    law(case)

    return checked


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
    }


def made(seed: int, number: int, names: Sequence[str] = ()) -> tuple[str, bytes]:
    """Make an input by number; return the name of its kind, and the input."""
    rng = Random(f"{seed} {number}")
    chosen = names or tuple(kinds())
    (name,) = rng.choices(chosen, [kinds()[one].share for one in chosen])
    return name, kinds()[name].make(rng)


def check(name: str, data: bytes, folder: Path, all_laws: bool = False) -> Failure | None:
    """Return how an input breaks a law; None if it keeps all laws that are checked."""
    try:
        kinds()[name].check(data, folder, all_laws)
    except (Exception, Hang, Fault) as error:
        return failure_of(error)
    return None


def minimised(name: str, data: bytes, failure: Failure, folder: Path) -> bytes:
    """Return a smaller input that breaks a law in the same way, without some lines and bytes."""
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
    """Fail if a finding is made that is not in the catalogue, or if a reader fails."""
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
