"""Findings on the result of a record and on doubtful plies; policies on which findings count."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analysis.games.position import AnyPosition, Outcome
from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from records import Record
from records.model import JsonObject
from records.results import DRAW, winner_index, won_by
from records.sources.boundary import NOT_READ


def agrees_with(stated: str, outcome: Outcome, sides: Sequence[str]) -> bool:
    """Whether a stated result agrees with the outcome on the board."""
    return winners(stated, None, sides) == winners(stated, outcome, sides)


def result_of(winner: str | None, sides: Sequence[str]) -> str:
    """Return the result that records state for a winner; None means a draw."""
    return DRAW if winner is None else won_by(sides.index(winner), len(sides))


def judge(record: Record, start: AnyPosition, outcome: Outcome | None) -> Iterator[Finding]:
    """Check the stated result of a record that was played to its end; yield at most one finding.

    Args:
        outcome: the outcome on the board; None while the game goes on.
    """
    stated = record.result
    place = {"line": record.place(len(record.moves) - 1)[0], "text": stated}
    if outcome is None and winners(stated, None, start.sides) is None:
        message = f"{stated!r} is not a result of a game of {len(start.sides)} sides: it is ignored"
        yield note("unclear-result", message).at(**place)
    elif outcome is None:
        ended = record.tags.get("Termination")
        message = f"{stated} was not decided on the board" + (f": {ended}" if ended else "")
        yield note("not-decided-on-board", message).at(**place)
    elif not agrees_with(stated, outcome, start.sides):
        won = f"{outcome.winner.title()} has won" if outcome.winner else "it is a draw"
        message = f"the result in the record is {stated}, but on the board {won}: {outcome.message}"
        yield violation("result-mismatch", message).at(**place)


def winners(result: str, outcome: Outcome | None, sides: Sequence[str]) -> tuple[int, ...] | None:
    """Return the indices of the sides that won on the board, or else by the stated result.

    In a draw these are all sides; None if neither board nor result decides.
    """
    everyone = tuple(range(len(sides)))
    if outcome:
        return (sides.index(outcome.winner),) if outcome.winner else everyone
    winner = winner_index(result)
    if winner is None:
        return everyone if result == DRAW else None
    return (winner,) if winner < len(sides) else None


DOUBTFUL = "doubtful"
"""The key in `Record.details` for the probability of a repaired move and the alternative texts.
Formats without keys write it as a word in a comment."""

_IN_COMMENT = lazy_pattern(rf"(?:^|; ){DOUBTFUL}: (.*?)(?=; (?:written|dropped|{DOUBTFUL}): |$)")


def notes_on_record(record: Record) -> Iterator[Finding]:
    """Yield the notes on a record that do not depend on the rules: on plies marked as doubtful."""
    for index, beside in sorted(record.details.items()) if record.details else ():
        if index < len(record.moves):
            for doubt in _doubts(beside):
                line, column = record.place(index)
                message = f"ply {index + 1}, {record.moves[index]}, is a doubtful repair: {doubt}"
                yield note("doubtful-ply", message).at(ply=index + 1, line=line, column=column)


def _doubts(beside: JsonObject) -> list[str]:
    if DOUBTFUL in beside:
        doubts = beside[DOUBTFUL]
        return list(map(str, doubts)) if isinstance(doubts, list | tuple) else [str(doubts)]
    comment = beside.get("comment", "")
    return _IN_COMMENT.findall(comment) if DOUBTFUL in comment else []


_IGNORE = lazy_pattern(r"\bludograph:\s*ignore\s+([\w-]+(?:\s*,\s*[\w-]+)*)")
"""Matches a comment with the codes to ignore: ``# ludograph: ignore CODE, CODE``."""


class Policy(NamedTuple):
    """A policy on which findings count. Reasons why a file cannot be read always count.

    A comment in a record may name further codes to ignore. A comment before the first move applies
    to the whole game, a comment on a move to its ply.

    Attributes:
        select: the codes that count; all codes if empty.
        ignore: the codes that do not count.
        strict: whether a note that data of the source were left out counts as an error.
    """

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    strict: bool = False

    def concerns(self, record: Record) -> bool:
        """Whether the policy may change a finding on a record."""
        return self != Policy() or bool(_ignored(record))

    def apply(self, record: Record, findings: Sequence[Finding]) -> tuple[list[Finding], int]:
        """Return those findings on a record that count, and the number of those that do not."""
        ignored = _ignored(record)
        kept = [
            one
            for one in findings
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
        return kept, len(findings) - len(kept)


def _ignored(record: Record) -> set[tuple[int | None, str]]:
    """Return pairs of a ply and a code that comments ignore; ply 0 stands for the whole game."""
    beside = [(index + 1, detail.get("comment")) for index, detail in record.details.items()]
    return {
        (ply, code.strip())
        for ply, text in ((0, record.comment), *beside)
        if isinstance(text, str) and "ludograph" in text
        for codes in _IGNORE.findall(text)
        for code in codes.split(",")
    }
