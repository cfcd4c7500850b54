"""In which dialect, and on which game's board, the moves of a damaged table are."""

from collections import Counter
from collections.abc import Iterable, Sequence

from notation import Dialect
from notation.pattern import lazy_pattern

SETTLED = 2
"""Plies before a move that may be of any form."""
FITTING = 0.85
"""Share of the moves that fit a board which they are of, some of them misread."""
_DIGIT = lazy_pattern(r"\d")


def dialect_of(words: Sequence[str], dialects: Sequence[Dialect[object]]) -> Dialect[object] | None:
    """Return the dialect in which most words are moves, canonical ones before others.

    Of games that write moves alike it is that of the smallest board which they still fit.
    """
    counted = Counter(words)

    def readable(one: Dialect[object]) -> tuple[int, int]:
        moves = [word for word in counted if one.lenient_pattern.fullmatch(word)]
        canonical = sum(counted[word] for word in moves if one.are_canonical([word]))
        return canonical + sum(counted[word] for word in moves), canonical

    found = {one: readable(one) for one in dialects}
    best = max(dialects, key=found.__getitem__, default=None)
    alike = [
        one for one in dialects if best and one.name == best.name and found[one] == found[best]
    ]
    if best is None or len(alike) == 1:
        return best
    moves = [word for word in counted if best.are_canonical([word])]
    return min(
        (one for one in alike if _fitting(one, moves) >= FITTING * len(moves)),
        key=lambda one: _fitting(one, [_DIGIT.sub("9", text, count=1) for text in moves]),
        default=best,
    )


def _fitting(dialect: Dialect[object], moves: Iterable[str]) -> int:
    return sum(dialect.fits(text, SETTLED) for text in moves)
