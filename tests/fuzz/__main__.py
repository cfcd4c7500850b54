"""``python -m tests.fuzz``: a run of any length; failures are kept in ``tests/fuzz/found``."""

import argparse
import sys
import time
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz import kinds as kinds_module
from tests.fuzz.kinds import kinds
from tests.fuzz.run import FOUND, Shard, checked_codes

MEMORY = 4 << 30
"""Bytes that a process may have: an input that needs more breaks a law."""


def shard(number: int, seed: int, inputs: int, seconds: float, names: tuple[str, ...]) -> Shard:
    """Run one part."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    part = Shard(seed, number, names)
    with TemporaryDirectory() as folder, warnings.catch_warnings(), checked_codes():
        warnings.simplefilter("error")
        part.run(Path(folder), inputs, time.monotonic() + seconds, FOUND)
    return part


def main() -> int:
    """Run, and print how many inputs of each kind there were, and what broke which law."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="how many in all")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=0, help="another seed makes other inputs")
    parser.add_argument("--kinds", default="", help=f"of these only: {','.join(kinds())}")
    parser.add_argument("--sparse", type=int, default=1, help="check costly laws so much rarer")
    options = parser.parse_args()
    kinds_module.SPARSE = options.sparse  # processes that are forked inherit it
    names = tuple(filter(None, options.kinds.split(",")))
    each = -(-options.inputs // options.jobs)
    arguments = (options.seed, each, options.seconds, names)
    begun = time.monotonic()
    if options.jobs == 1:
        parts = [shard(0, *arguments)]
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            futures = [pool.submit(shard, number, *arguments) for number in range(options.jobs)]
            parts = [future.result() for future in futures]
    counts: Counter[str] = sum((part.counts for part in parts), Counter())
    spent: Counter[str] = sum((part.spent for part in parts), Counter())
    times: Counter[tuple[str, str, str]] = sum((part.times for part in parts), Counter())
    for name, count in counts.most_common():
        print(f"{count:10,} {name:14} {spent[name] / count / 1000:8.2f} ms each")
    print(f"{counts.total():10,} inputs in {time.monotonic() - begun:,.0f} s, seed {options.seed}")
    for key, count in times.most_common():
        print(f"{count:10,} times broken: {' '.join(key)}")
    return 1 if times else 0


if __name__ == "__main__":
    sys.exit(main())
