"""Policies: which findings of a game are selected or ignored, and notes counted as errors."""

from collections.abc import Iterable
from typing import NamedTuple

from notation import Finding
from notation.pattern import lazy_pattern
from records import Record
from records.sources.boundary import NOT_READ

_IGNORE = lazy_pattern(r"\bludograph:\s*ignore\s+([\w-]+(?:\s*,\s*[\w-]+)*)")
"""What a comment says of findings: ``# ludograph: ignore CODE, CODE``."""


class Policy(NamedTuple):
    """Rules on which findings count; reasons why a file cannot be read always count.

    Comments in a game count as well: one before its first move for the whole game, one on a move
    for its ply.

    Attributes:
        select: the codes that count; all of them where it is empty.
        ignore: the codes that do not count.
        strict: whether a note that loses something of the source is an error.
    """

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    strict: bool = False

    def concerns(self, record: Record) -> bool:
        """Whether the policy may change a finding on a record."""
        return self != Policy() or bool(_ignored(record))

    def apply(self, record: Record, findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], int]:
        """Return the findings on a record that count, and the number of ignored ones."""
        ignored, found = _ignored(record), list(findings)
        kept = [
            one
            for one in found
            if one.code in NOT_READ
            or (
                (not self.select or one.code in self.select)
                and one.code not in self.ignore
                and not {(0, one.code), (one.ply, one.code)} & ignored
            )
        ]
        if self.strict:
            # Loaded here: the catalogue takes longer than most checks.
            from notation.catalogue import losing

            strict = losing()
            kept = [one.at(violation=True) if one.code in strict else one for one in kept]
        return tuple(kept), len(found) - len(kept)


def _ignored(record: Record) -> set[tuple[int | None, str]]:
    """Return the codes that comments ignore, each with the number of its ply, 0 for the game."""
    comments = [(0, record.comment or "")]
    for index, detail in record.details.items():
        if isinstance(text := detail.get("comment"), str):
            comments.append((index + 1, text))
    return {
        (ply, code.strip())
        for ply, text in comments
        for codes in (_IGNORE.findall(text) if "ludograph" in text else ())
        for code in codes.split(",")
    }
