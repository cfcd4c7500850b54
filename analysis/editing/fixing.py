"""Mending what is certain in a text: moves that are written leniently, in canonical spelling.

A ply is mended where a note says that it is written otherwise than it should be, or that its
captures or their number are missing, where the board leaves one reading, and the game is valid. The
text with the mended plies is read and replayed again; a game that is another one then, in any tag,
comment or position, stays as it is written. So does all that stands between the moves.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from analysis.batch import InputOptions
from analysis.editing.lines import PlySpan, plain_ends, ply_spans, split_lines
from analysis.games.position import write_unambiguously
from analysis.replay import Ply, Replay
from notation import UnwritableMove
from notation.numbers import plural
from records.assumptions import Assumptions
from records.formats import find, sniff
from records.pieces import with_reading_findings

GUESSED = "it names no game: name it by the tag Game, or by --game"
"""Why a game whose moves alone speak for it is not mended: they may be of another."""


class Fix(NamedTuple):
    """A ply and its canonical text.

    Attributes:
        game: index of the game in its text.
        ply: index of the ply.
        span: where it is written.
        meant: the text to be written.
    """

    game: int
    ply: int
    span: PlySpan
    meant: str


class FixedText(NamedTuple):
    """A text with what is certain mended.

    Attributes:
        text: the text.
        fixes: what was mended; the spans are those before.
        left: why something stays as it is, a sentence for each game, with the number of the game.
    """

    text: str
    fixes: tuple[Fix, ...]
    left: tuple[tuple[int, str], ...] = ()


def canonical_text(game: Replay, ply: Ply) -> str | None:
    """Return the canonical text of a ply that was played; None where there is none.

    A count that the record states beside the move stays, and none is added.
    """
    if game.dialect is None or ply.move is None:
        return None
    try:
        text = write_unambiguously(ply.before, ply.move, game.dialect)
    except UnwritableMove:
        return None
    counts = game.dialect.counts
    loses_count = counts and counts.search(ply.text) and not counts.search(text)
    return None if loses_count else text


def certain_fixes(game: Replay, spans: Sequence[PlySpan | None], number: int) -> Iterator[Fix]:
    """Yield what is certain in a game that is to be mended, before it is replayed.

    Args:
        game: the game.
        spans: where its plies are written.
        number: index of the game in its text.
    """
    if game.is_canonical or not game.valid:
        return
    for ply, span in zip(game.plies(), spans, strict=False):
        if span is None or not any(not one.violation for one in ply.findings):
            continue
        meant = canonical_text(game, ply)
        if meant not in (None, ply.text) and len(game.options(ply.before, ply.index - 1)) == 1:
            yield Fix(number, ply.index - 1, span, meant or "")


def with_fixes(lines: Sequence[str], fixes: Sequence[Fix]) -> list[str]:
    """Return lines with plies mended."""
    changed = list(lines)
    for fix in sorted(fixes, key=lambda one: one.span, reverse=True):
        line = changed[fix.span.line]
        changed[fix.span.line] = line[: fix.span.start] + fix.meant + line[fix.span.stop :]
    return changed


def fix_text(
    text: str,
    path: str = "",
    reading: InputOptions | None = None,
    keeps: Callable[[Replay], bool] = bool,
) -> FixedText:
    """Return a text with what is certain mended, and why the rest of it is not.

    Args:
        text: the text.
        path: the name of its file, whose ending may decide the format.
        reading: how its games are read and played.
        keeps: whether a game is to be mended.
    """
    # Errors that do not count are errors still: a game that has one is not changed.
    reading = replace(reading or InputOptions(), policy=None)
    lines = split_lines(text)
    games = _games(plain_ends(text), path, reading)
    bare = [line.rstrip("\r\n") for line in lines]
    wanted = {
        number: list(certain_fixes(game, ply_spans(game.record, 0, bare), number))
        for number, game in enumerate(games)
        if keeps(game)
    }
    left = {number: _left(games[number]) for number in wanted}
    for number in (one for one, fixes in wanted.items() if fixes and games[one].record.guess):
        wanted[number] = []
        left[number] = GUESSED
    while fixes := [fix for fixes in wanted.values() for fix in fixes]:
        changed = "".join(with_fixes(lines, fixes))
        again = _games(plain_ends(changed), path, reading)
        others = _others(games, again, wanted)
        if not others:
            return FixedText(changed, tuple(fixes), _sentences(left))
        for number in others:
            wanted[number] = []
            left[number] = "it would be read as another game"
    return FixedText(text, (), _sentences(left))


def _sentences(left: dict[int, str]) -> tuple[tuple[int, str], ...]:
    return tuple((number + 1, why) for number, why in left.items() if why)


def _left(game: Replay) -> str:
    """Return why a game that has something to mend stays as it is; empty where it does not."""
    if game.valid or not any(ply.findings for ply in game.plies()):
        return ""
    return f"it has {plural(len(game.violations), 'error')}"


def _games(text: str, path: str, reading: InputOptions) -> list[Replay]:
    form = find(reading.container) if reading.container else sniff(text, path)
    if form.binary:
        return []
    assumptions: Assumptions = reading.assumptions
    found = form.read(iter([text]), path, assumptions)
    records = list(with_reading_findings(found, path, [], []))
    return [game for game in reading.replays(records) if game.record.source.game]


def _others(
    games: Sequence[Replay], again: Sequence[Replay], wanted: dict[int, list[Fix]]
) -> list[int]:
    """Return which games with fixes are others once they are mended; all where any is lost."""
    fixed = [number for number, fixes in wanted.items() if fixes]
    if len(games) != len(again):
        return fixed
    changed = [
        number
        for number, pair in enumerate(zip(games, again, strict=True))
        if not _is_same(*pair, wanted.get(number, []))
    ]
    # A game without fixes that is read otherwise is changed by others', and which is unknown.
    return [one for one in changed if one in fixed] if set(changed) <= set(fixed) else fixed


def _is_same(before: Replay, after: Replay, fixes: Sequence[Fix]) -> bool:
    """Whether a game is the same, with its fixes made and nothing else changed."""
    moves = list(before.record.moves)
    for fix in fixes:
        moves[fix.ply] = fix.meant
    if after.record.moves != tuple(moves) or unspelled(before) != unspelled(after):
        return False
    if not fixes:
        return True
    played, again = list(before.plies()), list(after.plies())
    noted = {one.index - 1 for one in again if one.findings}
    return (
        after.valid
        and [one.after for one in played] == [one.after for one in again]
        and noted.isdisjoint(fix.ply for fix in fixes)
    )


def unspelled(game: Replay) -> tuple[object, ...]:
    """Return what of a game does not depend on how its moves are spelled."""
    record = game.record
    return (
        *(record.game, record.dialect, str(game.variant), record.start, record.result),
        *(record.comment, record.columns, record.first, game.start),
        *(dict(record.tags), dict(record.details), dict(record.extra)),
    )
