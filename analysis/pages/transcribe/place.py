"""The answer to a caret position: the board there, and the moves that can be typed."""

import re
from typing import NamedTuple

from analysis import diagrams
from analysis.editing.document import Document, PlacedGame
from analysis.editing.offers import BEGUN, Offered, offered, offers
from analysis.pages.boards import cells, changed, drawing
from analysis.replay.setup import PlayedPly
from analysis.replay.verdict import verdict_words
from notation.printing import visible
from records.results import match_result

Json = dict[str, object]
"""An object of JSON."""

MOST = 3_000
"""Most moves of a position that can be chosen on the board."""

LISTED = 60
"""Most moves that are listed as completions."""

_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"\s*\(?\d{1,4}[.):\s]*")


class Caret(NamedTuple):
    """The position of the caret, and options of the board.

    Attributes:
        line: index of the line.
        units: units of UTF-16 before it there.
        flipped: whether the board is seen from the second side.
        other: whether to list replacements for a legal move.
    """

    line: int
    units: int
    flipped: bool = False
    other: bool = False


def place_json(document: Document, caret: Caret) -> Json:
    """Return the answer to a caret position in a document, as JSON."""
    line = min(caret.line, len(document.lines) - 1)
    column = document.lines.column(line, caret.units)
    game = document.game_at(line)
    if game is None or game.replay.start is None or game.replay.dialect is None:
        return {"mode": "none"}
    index = game.ply_at(line, column)
    span = game.span(index) if index is not None else None
    if index is None or span is None or column <= span.start or index >= len(game.plies):
        return _choosing(document, game, line, column, caret)
    if caret.other:
        return _choosing(document, game, line, span.stop, caret)
    return _played(document, game, index, column, caret)


def _choosing(document: Document, game: PlacedGame, line: int, column: int, caret: Caret) -> Json:
    """Return the board before a move to be typed, or a message where the game goes no further."""
    found = offered(document, line, column)
    row = {"row": _row(game, line, column)}
    if found is None:
        plies = min(game.plies_before(line, column), len(game.plies))
        is_whole = plies == len(game.replay.record.moves)
        mode = "stuck" if game.plies_before(line, column) > plies else "after"
        return (
            _board(game, plies, caret)
            | {"mode": mode}
            | row
            | _typed(document, _at_end(document, game) if is_whole else None)
        )
    lead = _lead(game, found.ply, line, found.start) if found.start == found.stop else ""
    typing = found._replace(lead=lead)
    if found.start == found.stop and _is_behind_all(game, line, column):
        typing = _at_end(document, game) or typing
    return (
        _board(game, found.ply, caret)
        | {"mode": "before"}
        | row
        | _typed(document, typing)
        | _completions(document, typing)
    )


def _is_behind_all(game: PlacedGame, line: int, column: int) -> bool:
    """Whether a place is after the result of a game, where no move can be typed."""
    last = game.span(len(game.replay.record.moves) - 1)
    if last is None or (last.line, last.stop) > (line, column):
        return False
    rows = [game.lines[at] for at in range(last.line, line + 1)]
    rows[-1] = rows[-1][:column]
    rows[0] = rows[0][last.stop :]
    return any(match_result(word) for word in _COMMENT.sub(" ", "\n".join(rows)).split())


def _played(document: Document, game: PlacedGame, index: int, column: int, caret: Caret) -> Json:
    """Return the board after a ply, and the moves after the last one."""
    shown = _board(game, index + 1, caret) | {"mode": "after", "other": True}
    shown["row"] = _row(game, span.line, column) if (span := game.spans[index]) else None
    is_last = index + 1 == len(game.replay.record.moves)
    typing = _at_end(document, game) if is_last else None
    shown |= _typed(document, typing)
    if span and column == span.stop and (longer := offered(document, span.line, column)):
        shown |= _completions(document, longer)
    return shown


def _at_end(document: Document, game: PlacedGame) -> Offered | None:
    """Return the moves that can be typed after the last ply of a game."""
    index = len(game.plies)
    before = game.position_before(index)
    moves = offers(game, index)
    if before is None or not moves:
        return None
    last = game.spans[index - 1] if index else None
    if last is not None:
        line, column = last.line, last.stop
    else:
        line = document.last_line(game)
        column = len(document.lines[line])
    return Offered(before, index, moves, line, column, column, _lead(game, index, line, column))


def _lead(game: PlacedGame, index: int, line: int, column: int) -> str:
    """Return the separator typed before a move at a place: blanks, or a new row."""
    before = game.position_before(index)
    text = game.lines[line][:column]
    blank = "" if not text or text[-1].isspace() else " "
    if before is None or _NUMBER.fullmatch(text):
        return blank
    last = game.plies[index - 1] if index else None
    number = last.number + (before.turn == 0) if last else game.replay.record.first
    if before.turn and last:
        return blank * 2
    row = f"{number}. " + "... " * before.turn
    return row if not text.strip() else f"\n{row}"


def _row(game: PlacedGame, line: int, column: int) -> Json | None:
    """Return the start of a new row if the row at a place is complete, else None.

    It depends on the written plies, even if they cannot be played.
    """
    start = game.replay.start
    last = game.ply_at(line, column)
    if start is None or last is None or game.lines[line][column:].strip():
        return None
    sides, written = len(start.sides), start.turn + last + 1
    if written % sides:
        return None
    number = game.replay.record.first + written // sides
    units = game.lines.units(line, column)
    return {"lead": f"\n{number}. ", "line": line, "units": units}


def _board(game: PlacedGame, plies: int, caret: Caret) -> Json:
    """Return the board after some plies of a game."""
    ply: PlayedPly | None = game.plies[plies - 1] if plies else None
    position, caption, options = diagrams.ply_diagram(game.replay, ply, caret.flipped)
    scene = diagrams.compose(position, **options)
    outcome = position.outcome()
    mover = position.sides[position.turn].title()
    return {
        "caption": visible(caption),
        "words": visible(scene.title),
        "state": visible(outcome.message) if outcome else f"{mover} to move",
        "verdict": visible(" ".join(verdict_words(game.replay))),
        "board": drawing(scene),
        "game": position.GAME,
        "cells": cells(position.variant, flipped=caret.flipped, labels=options["labels"]),
    }


def _typed(document: Document, typing: Offered | None) -> Json:
    """Return the moves that can be chosen on the board, and the place where they are typed."""
    if typing is None:
        return {"moves": [], "where": None}
    before = typing.before
    return {
        "moves": [[one.text, *changed(before, one.after)] for one in typing.moves[:MOST]],
        "left": max(len(typing.moves) - MOST, 0),
        "where": _where(document, typing),
    }


def _completions(document: Document, typing: Offered) -> Json:
    """Return the completions of the text typed so far."""
    typed = document.lines[typing.line][typing.start : typing.stop]
    side = typing.before.sides[typing.before.turn]
    begun = [one for one in typing.moves if one.rank[0] == BEGUN and one.text != typed]
    return {
        "completions": [[one.text, visible(one.detail(side))] for one in begun[:LISTED]],
        "more": max(len(begun) - LISTED, 0),
        "typed": typed,
        "complete": _where(document, typing),
    }


def _where(document: Document, typing: Offered) -> Json:
    line = typing.line
    start, stop = (document.lines.units(line, one) for one in (typing.start, typing.stop))
    return {"line": line, "start": start, "stop": stop, "lead": typing.lead}


def end_json(document: Document) -> list[int] | None:
    """Return the end of the last ply of the text; None without a ply."""
    games = [game for game in document.games if game.number and game.replay.record.moves]
    span = games[-1].span(len(games[-1].replay.record.moves) - 1) if games else None
    return [span.line, document.lines.units(span.line, span.stop)] if span else None
