"""Remarks behind the moves of a row: words that mention moves without playing them."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from records.model import USUAL
from records.text.numbering import MoveNumbers
from records.text.tokens import Kind, Token

PLIES = (Kind.MOVE, Kind.SUSPECT)


class GameInRows(Protocol):
    """A game in progress, as far as its rows go.

    Attributes:
        numbering: its move numbers.
    """

    numbering: MoveNumbers

    def sides(self) -> list[tuple[str, ...]]:
        """Return the sides in each game that it may be."""


def with_remarks(found: Sequence[Token], text: str, game: GameInRows | None) -> Sequence[Token]:
    """Return tokens with each remark behind a full row as one comment that may be moves instead.

    ``3. A6 F2 threatening B5`` has all moves of its row before the first other word: what follows
    up to the next number is a remark if a move is in it, and no whole row, whose number would be
    misread.

    Args:
        found: the tokens of a line, or of lines that a comment joins.
        text: the line.
        game: the game that they continue, if any.
    """
    if not any(token.kind is Kind.WORD for token in found):
        return found
    numbers = game.numbering if game else MoveNumbers()
    width = max(USUAL, numbers.width or 0, *map(len, game.sides() if game else ()))
    return list(_remarked(found, text, numbers.plies if numbers.last is not None else None, width))


def _remarked(found: Sequence[Token], text: str, plies: int | None, width: int) -> Iterator[Token]:
    """Yield the tokens; ``plies`` of the present row come before them, None without numbers."""
    index = 0
    while index < len(found):
        token = found[index]
        if token.kind is Kind.NUMBER:
            plies = 0
        elif token.kind in PLIES and plies is not None:
            plies += 1
        elif token.kind is Kind.WORD and plies is not None and plies >= width:
            end = _remark_end(found, index, text)
            if _is_remark(found[index:end], width):
                yield _comment(found, index, end, text)
                index = end
                continue
        yield token
        index += 1


def _remark_end(found: Sequence[Token], start: int, text: str) -> int:
    """Return the index of the token that ends a remark: a number, or the first of a new line."""
    line_end = text.find("\n", found[start].column - 1)
    for index in range(start, len(found)):
        beyond = 0 <= line_end < found[index].column
        if beyond or found[index].kind in (Kind.NUMBER, Kind.RESULT, Kind.COMMENT):
            return index
    return len(found)


def _is_remark(tokens: Sequence[Token], width: int) -> bool:
    moves = sum(token.kind in PLIES for token in tokens)
    words = sum(token.kind is Kind.WORD for token in tokens)
    return any(token.kind is Kind.MOVE for token in tokens) and (moves != width or words > 1)


def _comment(found: Sequence[Token], start: int, end: int, text: str) -> Token:
    begin = found[start].column - 1
    stop = found[end].column - 1 if end < len(found) else len(text)
    written = text[begin:stop].strip()
    instead = tuple(found[start:end])
    return Token(Kind.COMMENT, written, begin + 1, written=written, instead=instead)
