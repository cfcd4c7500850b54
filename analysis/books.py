"""Move texts compiled for one board, remembered: what makes replaying an archive quick."""

from functools import lru_cache
from typing import Any

from analysis.rules.position import Rules
from notation import Dialect, UnreadableMove
from notation.grammar import MEMO_LIMIT


class Book(dict[str, Any]):
    """Steps by move text, for `Position.advance`; None for a text that needs a closer look.

    That is one which cannot be read or was read leniently, which makes more than one claim, or
    whose claim cannot be compiled.
    """

    def __init__(self, rules: Rules, dialect: Dialect[Any], first_claims: bool = False) -> None:
        """Open an empty book; ``first_claims`` takes the likeliest of several claims."""
        super().__init__()
        self._rules = rules
        self._dialect = dialect
        self._first_claims = first_claims

    def __missing__(self, text: str) -> Any:
        if len(self) >= MEMO_LIMIT:
            self.clear()
        self[text] = step = self._compile(text)
        return step

    def _compile(self, text: str) -> Any:
        try:
            reading = self._dialect.read(text)
        except UnreadableMove:
            return None
        if not self._first_claims and (reading.remarks or len(reading.claims) > 1):
            return None
        return self._rules.step(reading.claims[0])


@lru_cache(maxsize=64)
def book(rules: Rules, dialect: Dialect[Any], first_claims: bool = False) -> Book:
    """Return the book of a dialect under some rules."""
    return Book(rules, dialect, first_claims)
