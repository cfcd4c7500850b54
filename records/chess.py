"""Detection of chess among records without a game: its moves look like those of other games.

A record is chess if a tag has a position in Forsyth-Edwards Notation (PGN standard, section 16.1).
It is also chess if its moves are in Standard Algebraic Notation (section 8.2.3), provided that they
include the move of a piece, or a tag has a code of the Encyclopaedia of Chess Openings (section
9.4). Pieces have the letters of English, French, German, Spanish or Italian.
"""

from collections.abc import Iterable, Iterator

from notation.findings import violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from records.model import Record, without_games

OTHER_GAME = "other-game"

SHARE = 0.9
"""Minimum share of moves in chess notation."""

SHOWN = 4
"""Number of moves quoted in the finding."""

_FEN = lazy_pattern(
    r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] (?:[KQkqA-Ha-h]{1,4}|-)"
)
_ECO = lazy_pattern(r"[A-E]\d\d(?:/\d\d)?")
_MOVE = lazy_pattern(
    r"(?:(?P<piece>[KQRBNDTFCLSA][a-h]?[1-8]?x?[a-h][1-8]|[O0]-[O0](?:-[O0])?)"
    r"|[a-h](?:x[a-h])?[1-8](?:=?[QRBN])?)[+#]?[!?]{0,2}"
)


def is_chess(record: Record) -> bool:
    """Whether a record that names no game is chess."""
    if _FEN.match(record.tags.get("FEN", "")):
        return True
    found = [_MOVE.fullmatch(move) for move in record.moves]
    if sum(map(bool, found)) < max(SHARE * len(found), 1):
        return False
    is_coded = _ECO.fullmatch(record.tags.get("ECO", "")) is not None
    return is_coded or any(one and one["piece"] and one["piece"][0] != "B" for one in found)


def without_chess(records: Iterable[Record], path: str) -> Iterator[Record]:
    """Yield the records that are not chess, then one record with a finding on the others."""
    first, count = None, 0
    for record in records:
        if (record.guess or record.game is None) and not record.variant and is_chess(record):
            first, count = first or record, count + 1
        else:
            yield record
    if first:
        moves = " ".join(first.moves[:SHOWN])
        written = f": {moves}" if moves else ""
        message = f"{plural(count, 'game')} of chess, a game that ludograph does not know{written}"
        yield without_games(
            path, violation(OTHER_GAME, message).at(line=first.source.line, column=1)
        )
