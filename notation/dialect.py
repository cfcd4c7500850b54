"""The base class of dialects: canonical and lenient reading, a cache, and notes on leniency.

A *dialect* is one way of writing a game's moves. A text means a move, or a *partial move*, which
leaves something open and is completed on the board. Some texts have several meanings; the likeliest
comes first.

A canonical text seen before is looked up. A new one is parsed by one regular expression
(`Dialect.canonical_pattern`). Other texts are parsed by a pyparsing grammar, which accepts lenient
spellings with a note on each leniency, or raises an error with the column and what it expected.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from notation.characters import fold
from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.memo import MEMO_LIMIT, Memo
from notation.pattern import lazy_pattern

if TYPE_CHECKING:
    from pyparsing import ParseBaseException, ParserElement, ParseResults

M = TypeVar("M")
"""The type of a text's meaning: a move, or a partial move."""

DASH = "[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
"""Matches the characters that are used as a dash."""

ARROW = rf"(?:\N{{RIGHTWARDS ARROW}}|(?:[=~]|{DASH}){{0,3}}>)"
"""Matches an arrow, as one character or with a shaft of dashes."""

TO = f"(?:{ARROW}|{DASH})"
"""Matches the sign between two points of a move: a dash or an arrow."""

TIMES = "[xX\N{MULTIPLICATION SIGN}]"
"""Matches the mark of a capture."""

SEPARATORS: Mapping[str, tuple[str, str]] = {
    "dash": ("-", "a dash"),
    "point": (".", "a point"),
    "stop": (";", "a semicolon"),
    "times": ("x", "x"),
    "bracket": ("(", "("),
}
"""The usual separators by their names in grammars: the canonical sign, and its name in notes."""

INNER_BLANK = "\0"
"""Replaces the blanks inside moves while a row of moves is split at blanks."""

LONGEST = 500
"""Maximum length in characters of a move that is read leniently; moves are less than half as
long."""

_PARTING_BLANKS = lazy_pattern(r"^\s|\d\s+\d|[^\W\d]\s+[^\W\d]|\s$")
"""Blanks at either end, between digits or between letters, which may separate moves."""


class Reading(NamedTuple, Generic[M]):
    """The meanings of one move text.

    Attributes:
        moves: the moves, or partial moves, that the text can mean, likeliest first.
        notes: the leniencies of the text; columns count from 1 within it.
    """

    moves: tuple[M, ...]
    notes: tuple[Finding, ...] = ()


class Dialect(ABC, Generic[M]):
    """One way of writing one game's moves.

    Attributes:
        game: the game's name.
        name: the dialect's name, as the command line takes it.
        example: a capturing move in canonical form.
        inner_blanks: the blanks inside canonical moves, each with the character next to it; None
            where only `lenient_pattern` can split a row of moves.
        label_style: how a diagram labels its board for readers of this dialect.
        board_words: the properties that `fits` checks, for messages: ``"board and home rows"``.
        separators: the canonical separators by their names in the grammar, with their names in
            notes. A dialect that writes another dash replaces its entry.
        counts: matches a running count after a move, such as the reserve; its only group is the
            number, named like the count. None for a dialect without counts.
        canonical_pattern: matches canonical texts and nothing else.
        lenient_pattern: matches leniently written moves in a line of text. It may match more than
            can be read, never less.
    """

    game: str
    name: ClassVar[str]
    example: str
    label_style: ClassVar[str] = "letters"
    inner_blanks: ClassVar[tuple[str, ...] | None] = ()
    board_words: ClassVar[str] = "board"
    separators: ClassVar[Mapping[str, tuple[str, str]]] = SEPARATORS
    counts: ClassVar[re.Pattern[str] | None] = None
    canonical_pattern: ClassVar[re.Pattern[str]]
    lenient_pattern: ClassVar[re.Pattern[str]]

    def __init__(self) -> None:
        self._readings: dict[str, Reading[M]] = {}
        self._texts = Memo(self._text_of)

    def __getstate__(self) -> dict[str, object]:
        """Return the state to pickle, without cached readings and the parser."""
        return {name: value for name, value in vars(self).items() if name != "_parser"} | {
            "_readings": {}
        }

    def read(self, text: str) -> Reading[M]:
        """Read one move text.

        Raises:
            UnreadableMove: the text is not a move of this dialect.
        """
        return (
            self._readings.get(text)
            or self._read_canonical(text)
            or self._read_folded(text)
            or self._read_spaced(text)
            or self._read_leniently(text)
        )

    def try_read(self, text: str) -> Reading[M] | None:
        """Return what `read` does; None where the text is not a move of this dialect."""
        try:
            return self.read(text)
        except UnreadableMove:
            return None

    def write(self, move: Any) -> str:
        """Return the canonical text of a complete move.

        Raises:
            UnwritableMove: the dialect cannot express it.
        """
        return str(move)

    def canonical(self, words: Iterable[str]) -> tuple[str, ...] | None:
        """Return the texts of words; None unless all of them are canonical.

        Equal texts are one object, which makes look-ups fast.

        Args:
            words: texts with every blank in them replaced by `INNER_BLANK`.
        """
        try:
            return tuple(map(self._texts.__getitem__, words))
        except UnreadableMove:
            return None

    def canonical_text(self, word: str) -> str | None:
        """Return the text of a word, as `canonical` does; None unless it is canonical."""
        text = word.replace(INNER_BLANK, " ")
        return text if self.are_canonical([text]) else None

    def are_canonical(self, texts: Sequence[str]) -> bool:
        """Whether all the texts are canonical."""
        return all(text in self._readings or self._read_canonical(text) for text in texts)

    def fits(self, text: str, ply: int) -> bool:
        """Whether a text has the coordinates of a move on the game's usual board.

        This distinguishes games whose texts look alike. The move may still be illegal.

        Args:
            text: a canonical move text.
            ply: number of plies of its game before it.
        """
        return True

    def settled(self, texts: Sequence[str]) -> "Dialect[M]":
        """Return the dialect for the language of a game's texts, if its letters depend on that."""
        return self

    def open_ends(self, text: str) -> list[tuple[str, str]]:
        """Return the ways to cut a text before words that may begin the next move.

        Each way is the text of this move and the rest, the longest move first. There are some only
        in notations that separate both words and moves by one blank.
        """
        return []

    def continues_turn(self, text: str) -> bool:
        """Whether a text on a line of its own continues the turn on the line before.

        It is then joined to that turn with a blank.
        """
        return False

    def side_letters(self, variant: str | None) -> str:
        """Return the letters of the sides in position strings, in the order of moving.

        Args:
            variant: a variant string, valid or not; None for the usual variant.
        """
        return "wb"

    @abstractmethod
    def _moves(self, parts: dict[str, str], text: str) -> Reading[M]:
        """Return the reading of a text, given its named parts in canonical spelling."""

    @abstractmethod
    def _grammar(self) -> "ParserElement":
        """Return the lenient grammar; separators have the names in `separators`."""

    @abstractmethod
    def _normalise(self, parts: "ParseResults", notes: "Notes") -> dict[str, str]:
        """Return the groups of `canonical_pattern` in canonical spelling, and note each leniency.

        Separators are noted already.
        """

    def _read_canonical(self, text: str) -> Reading[M] | None:
        """Return and cache the reading of a canonical text; None for others."""
        match = self.canonical_pattern.fullmatch(text)
        try:
            found = self._moves(match.groupdict(""), text) if match else self._read_special(text)
        except UnreadableMove:
            return None
        if found is None or found.notes:
            return None
        if len(self._readings) >= MEMO_LIMIT:
            self._readings.clear()
        self._readings[text] = found
        return found

    def _read_special(self, text: str) -> Reading[M] | None:
        """Return the reading of a text that is not a move, such as a placement, if it has one."""
        return None

    def _text_of(self, word: str) -> str:
        text = self.canonical_text(word)
        if text is None:
            raise UnreadableMove(word, 0, "it is not canonical")
        return text

    def _read_spaced(self, text: str) -> Reading[M] | None:
        """Return the reading of a text that is canonical except for blanks; None for others.

        The grammar would return the same, but is slower, and slow to load.
        """
        squeezed = "".join(text.split())
        if self.inner_blanks != () or squeezed == text or _PARTING_BLANKS.search(text):
            return None
        reading = self._readings.get(squeezed) or self._read_canonical(squeezed)
        return Reading(reading.moves, tuple(Notes(text, blanks=True))) if reading else None

    def _read_folded(self, text: str) -> Reading[M] | None:
        """Return the reading of a text with odd characters replaced; None if it has none."""
        folded = fold(text)
        if folded is None:
            return None
        reading = self.read(folded.text)
        notes = (one.at(column=folded.column(one.column or 1)) for one in reading.notes)
        return Reading(reading.moves, (*folded.notes(), *notes))

    def _read_leniently(self, text: str) -> Reading[M]:
        from pyparsing import ParseBaseException

        if len(text) > LONGEST:
            reason = f"a move has at most {LONGEST} characters, here are {len(text):,}"
            raise UnreadableMove(text, LONGEST, reason)
        try:
            parts = self._parser.parse_string(text, parse_all=True)
        except ParseBaseException as stop:
            raise UnreadableMove(text, stop.loc, _explain(stop, text)) from None
        notes = Notes(text)
        for name, (mark, word) in self.separators.items():
            for written in every(parts, name):
                notes.respell(written, mark, "separator", f"{{written!r}} was read as {word}")
        reading = self._moves(self._normalise(parts, notes), text)
        self._note_spelling(reading.moves, notes)
        return Reading(reading.moves, (*notes, *reading.notes))

    def _note_spelling(self, moves: tuple[M, ...], notes: "Notes") -> None:
        """Add notes on the spelling of the whole text; by default those on blanks."""
        notes.add_blanks()

    @cached_property
    def _parser(self) -> "ParserElement":
        # Tabs are kept, because columns count characters.
        return self._grammar().parse_with_tabs()


AnyDialect = Dialect[Any]
"""A dialect of any game."""


class Notes:
    """The notes of one lenient reading of ``text``."""

    def __init__(self, text: str, *, blanks: bool = False) -> None:
        self.text = text
        self._notes: list[Finding] = []
        if blanks:
            self.add_blanks()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._notes)

    def add(self, code: str, message: str, written: str = "", start: int = 0) -> None:
        """Add a note at the first ``written`` after ``start``, unless a note has this code."""
        if all(one.code != code for one in self._notes):
            self._notes.append(note(code, message, max(self.text.find(written, start), 0) + 1))

    def add_blanks(self) -> None:
        """Add a note on blanks inside the text."""
        if blank := re.search(r"\s", self.text):
            message = f"a move is written without blanks: {''.join(self.text.split())}"
            self.add("blank-in-move", message, blank[0])

    def respell(self, written: str, canonical: str, code: str, message: str) -> str:
        """Return ``canonical``; add a note if something else was written."""
        if written != canonical:
            self.add(code, message.format(written=written, canonical=canonical), written)
        return canonical

    def lower(self, written: str) -> str:
        """Return a text in lower case; add a note if that changes it."""
        message = "coordinates are written in lower case: {canonical}, not {written}"
        return self.respell(written, written.lower(), "letter-case", message)

    def number(self, written: str) -> str:
        """Return a number without leading zeros; add a note if there are any."""
        message = "numbers are written without leading zeros: {canonical}, not {written}"
        return self.respell(written, written.lstrip("0"), "leading-zero", message)


def part(parts: "ParseResults", name: str) -> str:
    """Return a named part of a parse; empty if it is missing."""
    return str(parts[name]) if name in parts else ""


def every(parts: "ParseResults", name: str) -> list[Any]:
    """Return all parts of a parse with a name, in order; a name without ``*`` has one part."""
    found = parts[name] if name in parts else []  # noqa: SIM401 (get is not typed)
    return [found] if isinstance(found, str) else list(found)


def _explain(stop: "ParseBaseException", text: str) -> str:
    expected = stop.msg.removeprefix("Expected ")
    found = text[stop.loc : stop.loc + 6]
    return f"expected {expected}, found {found!r}" if found else f"expected {expected} at the end"
