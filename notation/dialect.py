"""The base class of dialects: canonical and lenient reading, a cache, and notes on leniency.

A *dialect* is one way of writing a game's moves. A text means a move, or a *partial move*, which
leaves something open and is completed on the board. Some texts have two meanings; the likelier one
comes first.

A canonical text seen before is looked up. A new one is parsed by one regular expression
(`Dialect.canonical_pattern`). Other texts are parsed by a pyparsing grammar, which accepts lenient
spellings with a note on each leniency, or raises an error with the column and what it expected.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from notation.characters import fold
from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.memo import MEMO_LIMIT, Memo
from notation.pattern import Pattern, lazy_pattern

if TYPE_CHECKING:
    from pyparsing import ParseBaseException, ParserElement, ParseResults

M = TypeVar("M")
"""The type of a text's meaning: a move, or a partial move."""

DASH = "[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
"""Matches the characters that are used as a dash."""

_PARTING_BLANKS = lazy_pattern(r"^\s|\d\s+\d|[^\W\d]\s+[^\W\d]|\s$")
"""Blanks at either end, between digits or between letters, which may separate moves."""

INNER_BLANK = "\0"
"""Replaces the blanks inside moves while a row of moves is split at blanks."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[M]):
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
        board_words: what of the usual board `fits` looks at, for a message.
        counts: matches a running count after a move, such as of the reserve; its one group, named
            after what is counted, is the number. None where the dialect has no such count.
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
    counts: ClassVar[Pattern | None] = None
    canonical_pattern: ClassVar[Pattern]
    lenient_pattern: ClassVar[Pattern]

    def __init__(self) -> None:
        self._readings: dict[str, Reading[M]] = {}
        self._texts = Memo(self._text_of)

    def __getstate__(self) -> dict[str, object]:
        """Return what a copy in another process begins with: what is cached is left out."""
        kept = {name: value for name, value in vars(self).items() if name != "_parser"}
        return kept | {"_readings": {}}

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

    def canonical(self, words: Iterable[str]) -> tuple[str, ...] | None:
        """Return the texts of words, None unless all of them are canonical.

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
        return text if text in self._readings or self._read_canonical(text) else None

    def are_canonical(self, texts: Sequence[str]) -> bool:
        """Whether all the texts are canonical."""
        unknown = filterfalse(self._readings.__contains__, texts)
        return all(map(self._read_canonical, unknown))

    def fits(self, text: str, ply: int) -> bool:
        """Whether a text has the coordinates of a move on the game's usual board.

        This distinguishes games whose texts look alike. The move may still be illegal.

        Args:
            text: a canonical move text.
            ply: how many plies of its game came before it.
        """
        return True

    def settled(self, texts: Sequence[str]) -> "Dialect[M]":
        """Return the dialect in the language of a game's texts, where its letters depend on it."""
        return self

    def is_open_ended(self, text: str) -> bool:
        """Whether the last words of a canonical text may also begin the next move.

        They may where a single blank separates both words and moves.
        """
        return False

    def side_letters(self, variant: str | None) -> str:
        """Return the letters of the sides in position strings, in the order of moving.

        Args:
            variant: a variant string, valid or not; None for the usual variant.
        """
        return "wb"

    @abstractmethod
    def write(self, move: Any) -> str:
        """Return the canonical text of a complete move.

        Raises:
            UnwritableMove: the dialect cannot express it.
        """

    @abstractmethod
    def _moves(self, parts: dict[str, str], text: str) -> Reading[M]:
        """Return the reading of a text with these named parts in canonical spelling."""

    @abstractmethod
    def _grammar(self) -> "ParserElement":
        """Return the lenient grammar; its result names are the groups of `canonical_pattern`."""

    @abstractmethod
    def _normalise(self, parts: "ParseResults", notes: "Notes") -> dict[str, str]:
        """Return leniently read parts in canonical spelling, and note each leniency."""

    def _read_canonical(self, text: str) -> Reading[M] | None:
        """Return and remember the reading of a canonical text; None for others."""
        match = self.canonical_pattern.fullmatch(text)
        try:
            if match is not None:
                reading = self._moves(match.groupdict(default=""), text)
            elif (special := self._read_special(text)) is not None:
                reading = special
            else:
                return None
        except UnreadableMove:
            return None
        if reading.notes:
            return None
        if len(self._readings) >= MEMO_LIMIT:
            self._readings.clear()
        self._readings[text] = reading
        return reading

    def _read_special(self, text: str) -> Reading[M] | None:
        """Return the reading of a text that is not a move, such as a placement; None for none."""
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
        if reading is None:
            return None
        notes = Notes(text)
        notes.add_blanks()
        return Reading(reading.moves, tuple(notes))

    def _read_folded(self, text: str) -> Reading[M] | None:
        """Return the reading of a text with odd characters replaced; None if it has none."""
        odd = None if text.isascii() and text.isprintable() else fold(text)
        if odd is None:
            return None
        reading = self.read(odd.text)
        notes = (one.at(column=odd.column(one.column or 1)) for one in reading.notes)
        return Reading(reading.moves, (*odd.notes(), *notes))

    def _read_leniently(self, text: str) -> Reading[M]:
        from pyparsing import ParseBaseException

        try:
            parts = self._parser.parse_string(text, parse_all=True)
        except ParseBaseException as stop:
            raise UnreadableMove(text, stop.loc, _explain(stop, text)) from None
        notes = Notes(text)
        reading = self._moves(self._normalise(parts, notes), text)
        self._note_spelling(reading.moves, notes)
        return Reading(reading.moves, (*notes, *reading.notes))

    def _note_spelling(self, moves: tuple[M, ...], notes: "Notes") -> None:
        """Add notes on the spelling of the whole text: on blanks, unless overridden."""
        notes.add_blanks()

    @cached_property
    def _parser(self) -> "ParserElement":
        # Tabs are kept, because columns count characters.
        return self._grammar().parse_with_tabs()


def part(parts: "ParseResults", name: str) -> str:
    """Return a named part of a parse, an empty text for none."""
    return str(parts[name]) if name in parts else ""


def every(parts: "ParseResults", name: str) -> list[Any]:
    """Return all parts of a parse under one name, in order."""
    return list(parts[name]) if name in parts else []


def _explain(stop: "ParseBaseException", text: str) -> str:
    expected = stop.msg.removeprefix("Expected ")
    found = text[stop.loc : stop.loc + 6]
    return f"expected {expected}, found {found!r}" if found else f"expected {expected} at the end"


AnyDialect = Dialect[Any]
"""A dialect of whatever game."""


class Notes:
    """The notes of one lenient reading of ``text``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._notes: list[Finding] = []

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._notes)

    def add(self, code: str, message: str, written: str = "", start: int = 0) -> None:
        """Add a note at the first ``written`` from ``start`` on; only one for each code."""
        if any(one.code == code for one in self._notes):
            return
        self._notes.append(note(code, message, max(self.text.find(written, start), 0) + 1))

    def add_blanks(self) -> None:
        """Add a note on blanks inside the text."""
        blank = re.search(r"\s", self.text)
        if blank:
            message = f"a move is written without blanks: {''.join(self.text.split())}"
            self._notes.append(note("blank-in-move", message, blank.start() + 1))

    def respell(self, written: str, canonical: str, code: str, message: str) -> str:
        """Return ``canonical``; add a note if something else was written."""
        if written != canonical:
            self.add(code, message.format(written=written, canonical=canonical), written)
        return canonical

    def lower(self, written: str) -> str:
        """Return a text in lower case; add a note if it was not."""
        message = "coordinates are written in lower case: {canonical}, not {written}"
        return self.respell(written, written.lower(), "letter-case", message)
