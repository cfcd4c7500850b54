"""The kinds of inputs: how each is made, and by which laws it is checked."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from tests.fuzz import commands, hostile, laws, packages, scans, seeds, strings
from tests.fuzz.laws import Case
from tests.fuzz.mutators import DICTIONARY, MAXIMUM, NUMBERS, mutate, mutate_bytes
from tests.fuzz.structures import mutate_csv, mutate_json_text, mutate_tree
from tests.fuzz.watch import SECONDS, Broken, Hang, limited

Make = Callable[[Random, Sequence[bytes]], bytes]
"""Makes an input from the inputs so far."""

Check = Callable[[bytes, Path, str], object]
"""Checks an input in a folder by `ALL` laws, a `SAMPLE`, or a single one.

Returns what the input showed, if it is a sample.
"""

ALL, SAMPLE = "all", "sample"

SPARSE = 1
"""How much rarer the laws of a sample are checked that not every input is checked by."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of inputs.

    Attributes:
        name: its name.
        seeds: returns the inputs to begin with.
        make: makes an input from others.
        check: checks one.
        share: how many of a run's inputs are of this kind, in proportion.
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    make: Make
    check: Check
    share: int = 4


def _mutating(change: Callable[[Random, str, Sequence[str]], str]) -> Make:
    """Return a `Make` that changes a text, and now and then its bytes."""

    def made(rng: Random, pool: Sequence[bytes]) -> bytes:
        chosen = [rng.choice(pool) for _ in range(2)]
        if rng.random() < 0.08:
            return mutate_bytes(rng, chosen[0])
        one, *others = (data.decode("utf-8", "surrogateescape") for data in chosen)
        return encoded(change(rng, one, others))

    return made


def encoded(text: str) -> bytes:
    """Return a text as bytes: those that it was read from, where it has bytes that are no text."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _of_string(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Change the string of an input, and keep its first line."""
    head, _, text = rng.choice(pool).partition(b"\n")
    chosen = (rng.choice(pool).partition(b"\n")[2] for _ in range(2))
    others = [one.decode("utf-8", "surrogatepass") for one in chosen]
    changed = mutate(rng, text.decode("utf-8", "surrogatepass"), others)
    return head + b"\n" + changed.encode("utf-8", "surrogatepass")


KEPT_OPTIONS = {"--time", "--count", "--as", "-o"}
"""Options whose values stay: large ones are meant to take long."""


def _of_options(rng: Random, pool: Sequence[bytes]) -> bytes:
    """Change the value of an option; names of files stay."""
    words = rng.choice(pool).decode("utf-8", "surrogatepass").split("\n")
    places = [
        at
        for at, word in enumerate(words[:-1], 1)
        if word.startswith("--") and word not in KEPT_OPTIONS and not words[at].startswith("--")
    ]
    if places:
        at = rng.choice(places)
        odd = rng.choice((*NUMBERS, *DICTIONARY))
        new = rng.choice((odd, mutate(rng, words[at], words)))
        words[at] = new.replace("\n", " ")
    return "\n".join(words).encode("utf-8", "surrogatepass")


def _file(form: str, suffix: str) -> Check:
    """Return the check of a file that is called by that suffix."""

    def checked(data: bytes, folder: Path, which: str) -> object:
        path = folder / f"input{suffix}"
        path.write_bytes(data)
        case, number = Case(path, data, form), zlib.crc32(data)
        for law, often in {**laws.LAWS, **commands.COMMAND_LAWS}.items():
            name = law.__name__
            rarely = often * SPARSE if often > 1 else 1
            sampled = zlib.crc32(name.encode(), number) % rarely == 0
            sampled = sampled if which == SAMPLE else law is not commands.jobs
            if name == which or (which in (ALL, SAMPLE) and sampled):
                try:
                    # Many games or lines in a small file may take longer than one game.
                    games = len(case.games) if law is not laws.numbering else 0
                    more = games / 10 + (len(data) if form else MAXIMUM) / MAXIMUM
                    with limited(SECONDS * (1 + more)), chdir(folder):
                        law(case)
                except BaseException as error:
                    error.add_note(name)
                    raise
        return laws.signature(case) if which == SAMPLE else None

    return checked


def _string(law: Callable[[bytes], object]) -> Check:
    def checked(data: bytes, folder: Path, which: str) -> object:
        with limited():
            return law(data)

    return checked


def _options(data: bytes, folder: Path, which: str) -> object:
    lines = data.decode("utf-8", "surrogatepass").split("\n")[1:]
    with limited(), chdir(folder):
        commands.options(lines, folder)
    return lines[0]


def _made(make: Callable[[Random], bytes]) -> Make:
    return lambda rng, pool: make(rng)


FILES: Mapping[str, tuple[str, str, Callable[[], Sequence[bytes]], Make, int]] = {
    "text": ("text", ".txt", seeds.texts, _mutating(mutate), 16),
    "jsonl": ("jsonl", ".jsonl", lambda: (*seeds.written("jsonl"), *seeds.kept(".jsonl")),
              _mutating(mutate_json_text), 8),
    "csv": ("csv", ".csv", lambda: (*seeds.written("csv"), *seeds.kept("table.csv")),
            _mutating(mutate_csv), 4),
    "csv-games": ("csv-games", ".games.csv",
                  lambda: (*seeds.written("csv-games"), *seeds.kept("games.csv")),
                  _mutating(mutate_csv), 4),
    "sgf": ("sgf", ".sgf", seeds.trees, _mutating(mutate_tree), 8),
    "abstractplay": ("abstractplay-json", ".json", seeds.site_records,
                     _mutating(mutate_json_text), 6),
    "hocr": ("hocr", ".hocr", lambda: scans.pages("hocr"), _mutating(mutate), 3),
    "alto": ("alto", ".xml", lambda: scans.pages("alto"), _mutating(mutate), 3),
    "tsv": ("tsv", ".tsv", lambda: scans.pages("tsv"), _mutating(mutate_csv), 3),
}  # fmt: skip

PARQUET = {"parquet": ".parquet", "parquet-games": ".games.parquet"}

PACKAGES = {"gzip": ".txt.gz", "zstd": ".jsonl.zst", "zip": ".zip", "tar": ".tar", "tgz": ".tar.gz"}


@cache
def _pool(name: str) -> tuple[bytes, ...]:
    return tuple(FILES[name][2]())


def member(rng: Random) -> tuple[str, bytes]:
    """Make the suffix and content of a member of an archive; half of the contents are odd."""
    name = rng.choice(list(FILES))
    make, suffix, pool = FILES[name][3], FILES[name][1], _pool(name)
    return suffix, make(rng, pool) if rng.random() < 0.5 else rng.choice(pool)


def _packed(form: str, suffix: str, share: int, make: Callable[[Random], bytes], name: str) -> Kind:
    sample = [make(Random(f"{name} {number}")) for number in range(3)]
    return Kind(name, lambda: sample, _made(make), _file(form, suffix), share)


@cache
def kinds() -> dict[str, Kind]:
    """Return all kinds by name."""
    found = [
        *(
            Kind(name, lambda name=name: _pool(name), make, _file(form, suffix), share)  # type: ignore[misc]
            for name, (form, suffix, _, make, share) in FILES.items()
        ),
        *(
            _packed(name, suffix, 1, packages.parquet_making(name), name)
            for name, suffix in PARQUET.items()
        ),
        *(
            _packed("", suffix, 2, packages.packing(suffix, member), name)
            for name, suffix in PACKAGES.items()
        ),
        Kind("position", strings.positions, _of_string, _string(strings.position), 14),
        Kind("variant", strings.variants, _of_string, _string(strings.variant), 14),
        Kind("reach", strings.reached, _of_string, _string(strings.reach), 3),
        Kind("condition", lambda: strings.CONDITIONS, _of_string, _string(strings.condition), 4),
        Kind("move", strings.moves, _of_string, _string(strings.move), 30),
        Kind("field", hostile.field_seeds, hostile.any_field,
             hostile.plain_check(hostile.field_law), 6),
        Kind("path", lambda: seeds.written("jsonl"), hostile.any_path, _file("jsonl", ".jsonl"), 4),
        Kind("tar-field", _nothing, hostile.any_tar_field, _file("", ".tar"), 2),
        Kind("zip-field", _nothing, hostile.any_zip_field, _file("", ".zip"), 2),
        Kind("ends", seeds.texts, _mutating(mutate), hostile.plain_check(hostile.ends_law), 4),
        Kind("repeated", _nothing, hostile.any_repetition,
             hostile.plain_check(hostile.repetition_law), 1),
        Kind("options", lambda: strings.OPTIONS, _of_options, _options, 1),
    ]  # fmt: skip
    return {kind.name: kind for kind in found}


def _nothing() -> Sequence[bytes]:
    return (b"",)


__all__ = ["Broken", "Hang", "Kind", "kinds"]
