"""``python -m tests.fuzz``: a run of any length; failures are kept in ``tests/fuzz/found``."""

import argparse
import resource
import sys
import time
import warnings
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.kinds import FOUND, check, checked_codes, kinds, made, minimised

MEMORY = 4 << 30
"""Bytes that the process may have: an input that needs more breaks a law."""


KEPT = 3
"""Inputs that are kept of those that break the same law at the same place."""


def main() -> int:
    """Run inputs, and print the number of inputs of each kind and all broken laws."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="how many")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--seed", type=int, default=0, help="another seed makes other inputs")
    parser.add_argument("--kinds", default="", help=f"of these only: {','.join(kinds())}")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    names = tuple(filter(None, options.kinds.split(",")))
    counts, broken = Counter[str](), Counter[tuple[str, str]]()
    begun = time.monotonic()
    with TemporaryDirectory() as made_here, warnings.catch_warnings(), checked_codes():
        warnings.simplefilter("error")
        folder = Path(made_here)
        for number in range(options.inputs):
            if time.monotonic() - begun > options.seconds:
                break
            name, data = made(options.seed, number, names)
            counts[name] += 1
            if (failure := check(name, data, folder)) is None:
                continue
            broken[name, failure.key] += 1
            if broken[name, failure.key] <= KEPT:
                small = minimised(name, data, failure, folder)
                path = FOUND / f"{name}.{failure.law}.{options.seed}-{number}"
                path.write_bytes(small)
                print(
                    f"-- {path.name}\n{failure.text}\n{small[:300]!r}", file=sys.stderr, flush=True
                )
    for name, count in counts.most_common():
        print(f"{count:10,} {name}")
    print(f"{counts.total():10,} inputs in {time.monotonic() - begun:,.0f} s, seed {options.seed}")
    for (name, key), count in broken.most_common():
        print(f"{count:10,} times broken: {name} {key}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
