"""Findings in a record: broken rules, and notes.

A *code* names the kind of a finding; `notation.catalogue` describes every kind.
"""

from typing import Any, NamedTuple

UNREADABLE = "unreadable"
"""The code of a finding on a text that is not a move; its column is where reading stopped."""


class Finding(NamedTuple):
    """A broken rule in a record, or a note on a text that was read leniently.

    Attributes:
        code: kebab-case name of the kind of finding, stable between versions.
        message: one sentence with the rule and its numbers.
        violation: True for a broken rule, False for a note.
        ply: number of the ply, from 1; None for a finding on the whole record.
        number: move number as printed in score sheets, from 1.
        side: name of the side that moved, such as ``"white"``.
        text: the text with the finding, as written.
        line: line in the source, from 1.
        column: column in that line, from 1; column in ``text`` if ``line`` is None.
        suggestions: texts of legal moves that may be intended, likeliest first.
        shares: the probability of each suggestion, from 0 to 1; their sum is 1 at most.
    """

    code: str
    message: str
    violation: bool = False
    ply: int | None = None
    number: int | None = None
    side: str | None = None
    text: str | None = None
    line: int | None = None
    column: int | None = None
    suggestions: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()

    def at(self, **place: Any) -> "Finding":
        """Return the finding with some of its fields replaced."""
        return self._replace(**place)

    @property
    def end_column(self) -> int | None:
        """The column after the end of ``text``; notes and unreadable texts are one column wide."""
        if self.column is None:
            return None
        known = self.violation and self.text and self.code != UNREADABLE
        return self.column + (len(self.text or "") if known else 1)

    def to_json(self) -> dict[str, object]:
        """Return the finding as a JSON object, without the end column."""
        if self.violation:
            return {
                "ply": self.ply,
                "number": self.number,
                "side": self.side,
                "text": self.text,
                "code": self.code,
                "message": self.message,
                "line": self.line,
                "column": self.column,
                "suggestions": list(self.suggestions),
            }
        note: dict[str, object] = {"line": self.line, "column": self.column}
        if self.ply is not None:
            note["ply"] = self.ply
        return note | {"code": self.code, "message": self.message}


_new = Finding
"""The constructor that `note` and `violation` call; tests replace it by a check of codes."""


def note(code: str, message: str, column: int | None = None) -> Finding:
    """Return a finding that breaks no rule; ``column`` counts from 1 within the move text."""
    return _new(code, message, column=column)


def violation(code: str, message: str, column: int | None = None) -> Finding:
    """Return a finding that breaks a rule; ``column`` counts from 1 within the move text."""
    return _new(code, message, violation=True, column=column)
