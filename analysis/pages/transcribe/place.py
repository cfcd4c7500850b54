"""The answer to a caret position: its board, and the moves that can be typed there."""

import re
from typing import NamedTuple

from analysis import diagrams
from analysis.drawing.svg import drawing
from analysis.editing.document import Document, PlacedGame
from analysis.editing.offers import Offered, offered, offers
from analysis.pages.boards import cells, changed
from analysis.replay.setup import PlayedPly
from analysis.replay.verdict import verdict_words
from notation.printing import visible
from records.results import match_result

Json = dict[str, object]
"""An object of JSON."""

MOST = 3_000
"""Maximum number of moves that can be chosen on the board."""

LISTED = 60
"""Maximum number of moves that are listed as completions."""

_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"\s*\(?\d{1,4}[.):\s]*")


class Caret(NamedTuple):
    """The position of the caret, and options of the board.

    Attributes:
        line: index of the line, from 0.
        units: offset in the line, in UTF-16 units.
        flipped: whether the board is seen from the second side.
        other: whether to list replacements for a legal move.
    """

    line: int
    units: int
    flipped: bool = False
    other: bool = False


def place_json(document: Document, caret: Caret) -> Json:
    """Return what the page shows for a caret position in a document, as JSON.

    ``mode`` is ``before`` if a move can be typed there; ``after`` if the caret is on a ply, or
    below the game; ``stuck`` if it is below an error; ``none`` if no game is known.
    """
    line = min(caret.line, len(document.lines) - 1)
    column = document.lines.column(line, caret.units)
    game = document.game_at(line)
    if game is None or game.replay.start is None or game.replay.dialect is None:
        return {"mode": "none"}
    index, count = game.ply_at(line, column), len(game.replay.record.moves)
    span = game.span(index) if index is not None and index < len(game.plies) else None
    is_on_ply = span is not None and column > span.start
    if index is not None and span is not None and is_on_ply and not caret.other:
        mode, plies = "after", index + 1
        typing = _at_end(document, game) if plies == count else None
        completing = offered(document, line, column) if column == span.stop else None
    else:
        column = span.stop if span is not None and is_on_ply else column
        completing = offered(document, line, column)
        if completing is None:
            before = game.plies_before(line, column)
            plies = min(before, len(game.plies))
            mode = "stuck" if before > plies else "after"
            typing = _at_end(document, game) if plies == count else None
        else:
            mode, plies = "before", completing.ply
            if completing.start == completing.stop:
                lead = _lead(game, plies, line, completing.start)
                completing = completing._replace(lead=lead)
                if _is_past_end(game, line, column):
                    completing = _at_end(document, game) or completing
            typing = completing
    return (
        _board(game, plies, caret)
        | {"mode": mode}
        | ({"other": True} if is_on_ply and not caret.other else {})
        | {"row": _row(game, line, column)}
        | _typed(document, typing)
        | (_completions(document, completing) if completing else {})
    )


def _is_past_end(game: PlacedGame, line: int, column: int) -> bool:
    """Whether a place is after the result of a game, where moves cannot be typed."""
    last = game.span(len(game.replay.record.moves) - 1)
    if last is None or (last.line, last.stop) > (line, column):
        return False
    rows = [game.lines[at] for at in range(last.line, line + 1)]
    rows[-1] = rows[-1][:column]
    rows[0] = rows[0][last.stop :]
    return any(match_result(word) for word in _COMMENT.sub(" ", "\n".join(rows)).split())


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
    """Return the separator to type before a move at a place: blanks, or a new row."""
    text = game.lines[line][:column]
    if _NUMBER.fullmatch(text):
        return "" if text[-1].isspace() else " "
    number, turn = _turn(game, index)
    if turn and index:
        return "  " if text and not text[-1].isspace() else ""
    row = f"{number}. " + "... " * turn
    return f"\n{row}" if text.strip() else row


def _turn(game: PlacedGame, plies: int) -> tuple[int, int]:
    """Return the row number of the ply after ``plies`` plies, and the index of its side."""
    start = game.replay.start
    turns = plies + (start.turn if start else 0)
    number, turn = divmod(turns, len(start.sides) if start else 1)
    return game.replay.record.first + number, turn


def _row(game: PlacedGame, line: int, column: int) -> Json | None:
    """Return the start of a new row if the row at a place is complete, else None.

    A row is complete if it has a ply of every side, even if these cannot be played.
    """
    last = game.ply_at(line, column)
    if last is None or game.lines[line][column:].strip():
        return None
    number, turn = _turn(game, last + 1)
    units = game.lines.units(line, column)
    return None if turn else {"lead": f"\n{number}. ", "line": line, "units": units}


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
    """Return the moves that can be chosen on the board, and the place to type them."""
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
    begun = [one for one in typing.moves if one.begins and one.text != typed]
    return {
        "completions": [[one.text, visible(one.detail)] for one in begun[:LISTED]],
        "more": max(len(begun) - LISTED, 0),
        "typed": typed,
        "complete": _where(document, typing),
    }


def _where(document: Document, typing: Offered) -> Json:
    line = typing.line
    start, stop = (document.lines.units(line, one) for one in (typing.start, typing.stop))
    return {"line": line, "start": start, "stop": stop, "lead": typing.lead}


def end_json(document: Document) -> list[int] | None:
    """Return the line and UTF-16 offset where the last ply ends; None without plies."""
    games = [game for game in document.games if game.number and game.replay.record.moves]
    span = games[-1].span(len(games[-1].replay.record.moves) - 1) if games else None
    return [span.line, document.lines.units(span.line, span.stop)] if span else None
