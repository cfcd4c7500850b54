"""Kept texts, and their differences from new ones."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice, zip_longest
from pathlib import Path

import pytest

MOST = 80
"""How many lines of a difference are printed."""

BEFORE, WIDTH = 40, 160
"""Characters of a long line before its first difference, and at most all that are printed."""


class Kept:
    """Compares texts with kept texts, or rewrites the kept texts.

    Args:
        anew: whether to rewrite the kept texts.
        tests: the file of the tests.
    """

    def __init__(self, anew: bool, tests: str) -> None:
        self.anew, self._tests = anew, tests

    def __call__(self, text: str, path: Path) -> None:
        """Fail if a text differs from the kept text."""
        if self.anew:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        kept = path.read_bytes().decode("utf-8") if path.exists() else ""
        if text != kept:
            lines = "\n".join(islice(differences(kept, text), MOST))
            command = f"pytest {self._tests} -m '' --write-golden"
            pytest.fail(
                f"{path.name} is not what is made now (+). If it is meant to change, write it "
                f"anew with\n    {command}\nand read the difference.\n{lines}",
                pytrace=False,
            )


def differences(kept: str, made: str) -> Iterator[str]:
    """Yield the lines that differ, long ones cut around the first difference."""
    old, new = kept.split("\n"), made.split("\n")
    for tag, at, end, first, last in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            continue
        yield f"line {first + 1}:"
        for one, other in zip_longest(old[at:end], new[first:last]):
            if one is not None:
                yield f"-{_cut(one, other or '')}"
            if other is not None:
                yield f"+{_cut(other, one or '')}"


def _cut(line: str, other: str) -> str:
    if len(line) <= WIDTH:
        return line
    letters = enumerate(zip(line, other, strict=False))
    shared = next((at for at, (a, b) in letters if a != b), min(len(line), len(other)))
    start = max(shared - BEFORE, 0)
    part = line[start : start + WIDTH]
    return "..." * (start > 0) + part + "..." * (start + WIDTH < len(line))
