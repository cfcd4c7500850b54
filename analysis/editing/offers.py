"""Completions: the legal moves at a place of a text, the likeliest first, in its notation.

Moves that begin with the typed text come first, then moves that contain it. Within each group the
order is by these criteria: the move is a suggestion for a wrong move, more of the following moves
in the text can be played, the move ends the game, it captures more.
"""

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from analysis.editing.document import Document, PlacedGame
from analysis.games.position import AnyPosition
from notation import UnwritableMove

AHEAD = 20
"""Number of following plies that are played to rank moves."""

_NUMBER = re.compile(r"\s*\(?\d{1,4}(?:[.):]|\.\.\.|\N{HORIZONTAL ELLIPSIS}|\s)\s*")
_DOTS = re.compile(r"(?:\.{2,}|\N{HORIZONTAL ELLIPSIS})\s*")


class Offer(NamedTuple):
    """A legal move offered as a completion.

    Attributes:
        text: the move in the notation of the text.
        after: the position after it.
        detail: its side and effect, in words.
        begins: whether it begins with the text typed so far.
    """

    text: str
    after: AnyPosition
    detail: str
    begins: bool


class Offered(NamedTuple):
    """The completions at a place, likeliest first.

    Attributes:
        before: the position in which they are legal.
        ply: the index of their ply.
        moves: the moves.
        line: the line on which they are typed.
        start, stop: column of the first character to replace, and the column after the last.
        lead: text typed before the move, such as blanks or the number of a new row.
    """

    before: AnyPosition
    ply: int
    moves: list[Offer]
    line: int
    start: int
    stop: int
    lead: str = ""


def offered(document: Document, line: int, column: int) -> Offered | None:
    """Return the completions at a place of a document; None where no move can be typed.

    Args:
        line, column: the place, as indices from 0.
    """
    game = document.game_at(line)
    if game is None or document.lines[line].lstrip().startswith("["):
        return None
    for index, start, stop in (*_longer(game, line, column), _typed(game, line, column)):
        moves = offers(game, index, document.lines[line][start:column])
        before = game.position_before(index)
        if before and moves and (stop is not None or moves[0].begins):
            return Offered(before, index, moves, line, start, max(stop or 0, column))
    return None


def _longer(game: PlacedGame, line: int, column: int) -> Iterator[tuple[int, int, None]]:
    """Yield index and first column of a ply on the line, if text at the place may continue it."""
    earlier = [
        (index, span)
        for index, span in enumerate(game.spans)
        if span and span.line == line and span.stop < column
    ]
    if earlier:
        index, last = earlier[-1]
        if game.lines[line][last.stop : column].strip():
            yield index, last.start, None


def _typed(game: PlacedGame, line: int, column: int) -> tuple[int, int, int]:
    """Return the index of the ply at a place, and the columns of the text typed so far."""
    index = game.ply_at(line, column)
    span = game.spans[index] if index is not None else None
    if index is not None and span and span.start < column:
        return index, span.start, span.stop
    earlier = [one.stop for one in game.spans if one and one.line == line and one.stop <= column]
    start = max(earlier, default=0)
    text = game.lines[line]
    for skipped in (_NUMBER, _DOTS):
        if found := skipped.match(text, start, column):
            start = found.end()
    *_, word = re.split(r"\s", text[start:column])
    start = column - len(word)
    return game.plies_before(line, start), start, column


def offers(game: PlacedGame, index: int, typed: str = "") -> list[Offer]:
    """Return the legal moves of a ply, the likeliest first.

    Args:
        index: index of the ply.
        typed: the part of the ply typed so far.
    """
    before, replay, dialect = game.position_before(index), game.replay, game.replay.dialect
    if before is None or dialect is None:
        return []
    texts, begun = replay.texts, "".join(typed.split()).casefold()
    counts = None if replay.placeholder else dialect.counts
    counted = counts is not None and any(map(counts.search, replay.record.moves[:index]))
    meant = [text for one in replay.violations if one.ply == index + 1 for text in one.suggestions]
    rest = replay.playthrough.plies(texts)[: index + 1 + AHEAD] if texts[index + 1 :] else ()
    found, side = list[tuple[tuple[object, ...], Offer]](), before.sides[before.turn].title()
    for move in before.legal_moves():
        try:
            text = dialect.write(before.with_counts(move) if counted else move)
        except UnwritableMove:
            continue
        squeezed = "".join(text.split()).casefold()
        after, taken = before.after(move), len(before.captured(move))
        reach = replay.playthrough.run(after, rest, index + 1).reach if rest else 0
        begins, outcome = squeezed.startswith(begun), after.outcome()
        likely = meant.index(text) if text in meant and not begins else len(meant)
        rank = not begins, begun not in squeezed, likely, -reach, outcome is None, -taken, text
        captures = f", captures {taken}" if taken else ""
        detail = f"{side}{captures}{f'; {outcome.message}' if outcome else ''}"
        found.append((rank, Offer(text, after, detail, begins)))
    return [one for _, one in sorted(found, key=itemgetter(0))]
