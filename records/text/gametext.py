"""Which lines are game text, and which are prose."""

from collections.abc import Sequence

from notation import Dialect
from records.text.around import game_titled
from records.text.naming import TAG, unescape
from records.text.tokens import Kind, Token, tokens

REMEMBERED = 500
"""Skipped lines that are remembered before what follows them, at least."""

TITLE_LINES = 8
"""Lines at the beginning of a text of which one may name the game."""

BESIDE = (Kind.COMMENT, Kind.ELLIPSIS, Kind.SIDE, Kind.PARTING)
"""Kinds of tokens that make no line game text."""

REMARKS = 3
"""Other words for each move that a numbered line may hold and still begin a game."""


def first_and_last(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return of very many skipped lines the first that has text, and the last."""
    written = (entry for entry in lines if entry[1].strip())
    return [next(written, lines[0]), *lines[-REMEMBERED:]]


def game_text(line: str, dialects: Sequence[Dialect[object]], in_game: bool) -> list[Token]:
    """Return the tokens of a line of game text, none of any other line.

    Args:
        line: the line.
        dialects: the dialects in which moves may be written, likeliest first.
        in_game: whether a game is in progress.
    """
    if not in_game and not may_begin_game(line, dialects):
        return []
    found = tokens(line, dialects)
    if is_game_text(found, in_game):
        return found
    return found if in_game and found and found[-1].open == "{" else []


def named_above(
    lines: Sequence[str], dialects: Sequence[Dialect[object]]
) -> Sequence[Dialect[object]]:
    """Return the dialects of the game that the first of some lines name, or all."""
    named = next((title[0] for line in lines[:TITLE_LINES] if (title := game_titled(line))), None)
    return [one for one in dialects if one.game == named] or dialects


def text_below(
    line: str,
    dialects: Sequence[Dialect[object]],
    in_game: bool,
    skipped: Sequence[tuple[int, str]],
) -> list[Token]:
    """Return the tokens of a line of game text below lines of none, read as their title has it.

    Args:
        line: the line.
        dialects: the dialects in which moves may be written, likeliest first.
        in_game: whether a game is in progress.
        skipped: the lines right above that are not game text, with their numbers.
    """
    found = game_text(line, dialects, in_game)
    above = [text for _, text in skipped[-TITLE_LINES:]] if found else []
    if not any(map(str.strip, above)):
        return found
    if in_game:
        # A name below a letter, such as Al, is no move.
        is_word = len(found) == 1 and found[0].kind in (Kind.MOVE, Kind.SUSPECT)
        is_odd = is_word and not any(one.are_canonical([found[0].text]) for one in dialects)
        return [] if is_odd else found
    titled = named_above(above, dialects)
    return found if titled is dialects else game_text(line, titled, in_game) or found


def split_tags(line: str) -> tuple[list[tuple[str, str]], int]:
    """Return the tags that a line begins with, and the offset of what follows them."""
    tags, end = [], 0
    while tag := TAG.match(line, end):
        tags.append((tag[1], unescape(tag[2])))
        end = tag.end()
    return tags, end


def may_begin_game(line: str, dialects: Sequence[Dialect[object]]) -> bool:
    """Whether a line has a move with which a game may begin: no single letter, such as ``x``.

    In a game whose moves may have one letter, such as the example of its dialect, it may.
    """
    return any(
        len(found[0]) >= min(2, len(one.example))
        for one in dialects
        for found in one.lenient_pattern.finditer(line)
    )


def is_game_text(line: Sequence[Token], in_game: bool) -> bool:
    """Whether a line of tokens belongs to a game rather than to the prose around it.

    Args:
        line: the tokens of one line.
        in_game: whether moves of a game have been read just before.
    """
    if in_game and len(line) > 1 and line[0].kind is Kind.NUMBER and line[1].kind is Kind.MOVE:
        return True
    kinds = [token.kind for token in line]
    moves, suspects = kinds.count(Kind.MOVE), kinds.count(Kind.SUSPECT)
    words = kinds.count(Kind.WORD)
    if not kinds:
        return False
    bare = [kind for kind in kinds if kind not in BESIDE]
    numbered = bare[:1] == [Kind.NUMBER]
    if bare[:2] == [Kind.NUMBER, Kind.MOVE]:
        # Other words in a row of moves are notes: better noted each than the moves lost.
        return in_game or words + suspects <= REMARKS * moves
    if bare[:2] == [Kind.NUMBER, Kind.SUSPECT] and in_game:
        return True
    if in_game and kinds[0] is Kind.RESULT and line[0].text[0].isdigit():
        return moves <= words
    if moves:
        return words + suspects <= moves if numbered or in_game else words + suspects < moves
    if suspects:
        return in_game and not words and suspects == 1
    return in_game and not words and kinds.count(Kind.NUMBER) <= 1
