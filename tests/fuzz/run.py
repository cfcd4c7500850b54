"""The loop of a run: inputs of all kinds, failures made small and kept, and counts."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from notation import Finding
from tests.fuzz.kinds import ALL, SAMPLE, Kind, kinds
from tests.fuzz.watch import Failure, Fault, Hang

FOUND = Path(__file__).parent / "found"
"""The folder of the inputs that broke a law, each named after its kind and law."""

POOL = 400
"""Inputs of a kind that are kept beside its seeds because of what they showed."""

PATIENCE = 4
"""Seconds in which a failure is made smaller."""


def failure(kind: Kind, data: bytes, folder: Path, which: str) -> Failure | None:
    """Return how an input breaks a law, None if it keeps all that are checked."""
    try:
        kind.check(data, folder, which)
    except (Exception, Hang, Fault) as error:
        return Failure.of(error)
    return None


def smaller(data: bytes) -> Iterator[bytes]:
    """Yield an input with ever smaller parts left out, lines first."""
    lines = data.splitlines(keepends=True)
    parts = lines if len(lines) > 1 else [bytes([byte]) for byte in data]
    size = len(parts)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(parts), size):
            yield b"".join(parts[:start] + parts[start + size :])
    if len(lines) > 1:
        step = max(len(data) // 4, 1)
        while step:
            for start in range(0, len(data), step):
                yield data[:start] + data[start + step :]
            step //= 2


def minimised(data: bytes, breaks: Callable[[bytes], bool]) -> bytes:
    """Return a smaller input that breaks a law in the same way."""
    found, until = True, time.monotonic() + PATIENCE
    while found:
        found = False
        for one in smaller(data):
            if time.monotonic() > until:
                return data
            if breaks(one):
                data, found = one, True
                break
    return data


@dataclass
class Shard:
    """One process's part of a run, which depends on the seed, its number and the readers only.

    Attributes:
        seed: seed of the run.
        number: which part.
        names: names of the kinds; empty for all.
        counts: inputs by kind.
        failures: by kind and key, the failure and how often it came.
    """

    seed: int
    number: int = 0
    names: tuple[str, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)
    failures: dict[tuple[str, str, str], tuple[Failure, bytes]] = field(default_factory=dict)
    times: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)

    def run(self, folder: Path, inputs: int, until: float, keep: Path | None = None) -> None:
        """Check inputs.

        Args:
            folder: an empty folder to work in.
            inputs: how many.
            until: the time, as of `time.monotonic`, at which to stop in any case.
            keep: the folder for failures, made small; None to keep none.
        """
        chosen = [kinds()[name] for name in self.names] or list(kinds().values())
        order = [kind for kind in chosen for _ in range(kind.share)]
        rng = Random(f"{self.seed} {self.number}")
        pools = {kind.name: list(kind.seeds()) for kind in chosen}
        roots = {kind.name: len(pools[kind.name]) for kind in chosen}
        seen: set[object] = set()
        for _ in range(inputs):
            begun = time.monotonic()
            if begun > until:
                return
            kind = rng.choice(order)
            pool = pools[kind.name]
            data = kind.make(rng, pool)
            self.counts[kind.name] += 1
            try:
                shown = kind.name, kind.check(data, folder, SAMPLE)
            except (Exception, Hang, Fault) as error:
                which = getattr(error, "__notes__", [ALL])[-1]
                self._broken(kind, data, Failure.of(error), folder, keep, which)
            else:
                if shown not in seen:
                    seen.add(shown)
                    if len(pool) - roots[kind.name] >= POOL:
                        del pool[rng.randrange(roots[kind.name], len(pool))]
                    pool.append(data)
            self.spent[kind.name] += int(1e6 * (time.monotonic() - begun))

    def _broken(
        self, kind: Kind, data: bytes, found: Failure, folder: Path, keep: Path | None, which: str
    ) -> None:
        key = kind.name, *found.key
        self.times[key] += 1
        if key in self.failures:
            return

        def breaks(one: bytes) -> bool:
            again = failure(kind, one, folder, which)
            return again is not None and again.key == found.key

        self.failures[key] = found, data
        if keep is not None:
            data = minimised(data, breaks) if breaks(data) else data
            keep.mkdir(exist_ok=True)
            (keep / name_of(kind.name, found.law, data)).write_bytes(data)
        print(
            f"-- {' '.join(key)}\n{found.text[-1500:]}\n{data[:300]!r}", file=sys.stderr, flush=True
        )


def name_of(kind: str, law: str, data: bytes) -> str:
    """Return the name of the file of an input: its kind, the law, and a few digits."""
    return f"{kind}.{law}.{sha256(data).hexdigest()[:8]}"


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
