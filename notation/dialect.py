"""The base class of dialects: canonical and lenient reading, with a cache.

A *dialect* is a way of writing a game's moves. A text means a move, or a *partial move*, which
lacks details that only the board can supply. Some texts have several meanings; the likeliest comes
first.

A canonical text is parsed by one regular expression (`Dialect.canonical_pattern`), and its reading
is cached. Other texts are parsed by a pyparsing grammar. Each *leniency*, a departure from the
canonical spelling that the grammar accepts, is noted. The error for an unreadable text has the
column and the expected text.
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
"""The type of a dialect's moves and partial moves."""

DASH = "[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
"""Regular expression of a character that is used as a dash."""

ARROW = rf"(?:\N{{RIGHTWARDS ARROW}}|(?:[=~]|{DASH}){{0,3}}>)"
"""Regular expression of an arrow: ``→``, ``>``, ``->``, ``=>``."""

TO = f"(?:{ARROW}|{DASH})"
"""Regular expression of the sign between two points of a move: an arrow or a dash."""

TIMES = "[xX\N{MULTIPLICATION SIGN}]"
"""Regular expression of the mark of a capture."""

SEPARATORS: Mapping[str, tuple[str, str]] = {
    "dash": ("-", "a dash"),
    "point": (".", "a point"),
    "stop": (";", "a semicolon"),
    "times": ("x", "x"),
    "bracket": ("(", "("),
}
"""The default of `Dialect.separators`."""

INNER_BLANK = "\0"
"""Stands for a blank inside a move while a line of moves is split at blanks."""

LONGEST = 500
"""Maximum number of characters of a move that is read leniently, over twice the longest move."""

_PARTING_BLANKS = lazy_pattern(r"^\s|\d\s+\d|[^\W\d]\s+[^\W\d]|\s$")
"""Matches blanks that may separate moves: at an end of a text, between digits, between letters."""


class Reading(NamedTuple, Generic[M]):
    """The meanings of one move text.

    Attributes:
        moves: the moves, or partial moves, that the text can mean, likeliest first.
        notes: a note on each leniency; columns count from 1 within the text.
    """

    moves: tuple[M, ...]
    notes: tuple[Finding, ...] = ()


class Dialect(ABC, Generic[M]):
    """A way of writing a game's moves.

    Attributes:
        game: the game's name.
        name: the dialect's name, as the command line takes it.
        example: a capturing move in canonical form.
        inner_blanks: the blanks inside canonical moves, each together with the character beside
            the blank: ``", "``. None if a line of moves can be split only by `lenient_pattern`.
        label_style: style of the labels on diagrams of the board: ``"letters"`` or ``"numbers"``.
        board_words: the properties that `fits` checks, for messages: ``"board and home rows"``.
        separators: for each separator, by its name in the grammar, the canonical sign and the
            sign's name in notes. A dialect with another dash replaces the entry ``"dash"``.
        counts: matches a running count after a move, such as the reserve. The group that matches
            the number is named after the count. None for a dialect without counts.
        canonical_pattern: matches canonical texts and nothing else.
        lenient_pattern: matches every readable move in a line of text, and some unreadable texts.
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
        """Return the attributes to pickle, without cached readings and the parser."""
        return {name: value for name, value in vars(self).items() if name != "_parser"} | {
            "_readings": {}
        }

    def read(self, text: str) -> Reading[M]:
        """Return the reading of one move text.

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
        """Return the reading of one move text; None if it is not a move of this dialect."""
        try:
            return self.read(text)
        except UnreadableMove:
            return None

    def write(self, move: Any) -> str:
        """Return the canonical text of a complete move.

        Raises:
            UnwritableMove: the dialect cannot express the move.
        """
        return str(move)

    def canonical(self, words: Iterable[str]) -> tuple[str, ...] | None:
        """Return move texts with their blanks restored; None if a text is not canonical.

        Equal texts are returned as one object, for fast look-ups.

        Args:
            words: move texts in which `INNER_BLANK` replaces every blank.
        """
        try:
            return tuple(map(self._texts.__getitem__, words))
        except UnreadableMove:
            return None

    def canonical_text(self, word: str) -> str | None:
        """Return one move text with its blanks restored; None if it is not canonical."""
        text = word.replace(INNER_BLANK, " ")
        return text if text in self._readings or self._read_canonical(text) else None

    def are_canonical(self, texts: Sequence[str]) -> bool:
        """Whether all texts are canonical."""
        return all(text in self._readings or self._read_canonical(text) for text in texts)

    def fits(self, text: str, ply: int) -> bool:
        """Whether the coordinates of a text are possible at a ply on the game's usual board.

        This distinguishes games whose texts look alike. The move may still be illegal.

        Args:
            text: a canonical move text.
            ply: index of the ply in the game, from 0.
        """
        return True

    def settled(self, texts: Sequence[str]) -> "Dialect[M]":
        """Return the dialect for the language in which a game is written.

        Some letters have different meanings in two languages, such as O for East or West.

        Args:
            texts: the move texts of one game.
        """
        return self

    def open_ends(self, text: str) -> list[tuple[str, str]]:
        """Return the ways to divide a text into one move and words that may begin the next move.

        Each way is a pair of texts; the pair with the longest move comes first. The list is empty
        unless the dialect writes one blank between moves and also between the words of a move.
        """
        return []

    def continues_turn(self, text: str) -> bool:
        """Whether a text on a line of its own continues the turn on the line before.

        The reader of records then joins both texts with a blank.
        """
        return False

    def side_letters(self, variant: str | None) -> str:
        """Return one letter for each side, as in position strings, in the order of moving.

        Args:
            variant: a variant string, valid or not; None for the usual variant.
        """
        return "wb"

    @abstractmethod
    def _moves(self, parts: dict[str, str], text: str) -> Reading[M]:
        """Return the reading of a text, given its parts.

        Args:
            parts: the named groups of `canonical_pattern`, in canonical spelling; empty if absent.
            text: the whole text, for errors.
        """

    @abstractmethod
    def _grammar(self) -> "ParserElement":
        """Return the lenient grammar, which names separators by their keys in `separators`."""

    @abstractmethod
    def _normalise(self, parts: "ParseResults", notes: "Notes") -> dict[str, str]:
        """Return the parts of a leniently written text in canonical spelling.

        The keys are the named groups of `canonical_pattern`. A note is added for each leniency
        except those of separators, for which the caller adds notes.
        """

    def _read_canonical(self, text: str) -> Reading[M] | None:
        """Return and cache the reading of a canonical text; None if the text is not canonical."""
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
        """Return the reading of a text outside the pattern, such as a placement, or None."""
        return None

    def _text_of(self, word: str) -> str:
        text = self.canonical_text(word)
        if text is None:
            raise UnreadableMove(word, 0, "it is not canonical")
        return text

    def _read_spaced(self, text: str) -> Reading[M] | None:
        """Return the reading of a text that is canonical except for blanks; None for other texts.

        This is a fast path: the grammar would return an equal reading.
        """
        squeezed = "".join(text.split())
        if self.inner_blanks != () or squeezed == text or _PARTING_BLANKS.search(text):
            return None
        reading = self._readings.get(squeezed) or self._read_canonical(squeezed)
        return Reading(reading.moves, tuple(Notes(text, blanks=True))) if reading else None

    def _read_folded(self, text: str) -> Reading[M] | None:
        """Return the reading of a text after `fold`; None if the text has no odd characters."""
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
        """Add notes on the spelling of the whole text; by default a note on blanks."""
        notes.add_blanks()

    @cached_property
    def _parser(self) -> "ParserElement":
        # Tabs are kept, because columns count characters.
        return self._grammar().parse_with_tabs()


AnyDialect = Dialect[Any]
"""A dialect of any game."""


class Notes:
    """The notes on one lenient reading, at most one for each finding code.

    Args:
        text: the text that is read.
        blanks: whether to begin with a note on blanks inside the text.
    """

    def __init__(self, text: str, *, blanks: bool = False) -> None:
        self.text = text
        self._notes: list[Finding] = []
        if blanks:
            self.add_blanks()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._notes)

    def add(self, code: str, message: str, written: str = "", start: int = 0) -> None:
        """Add a note unless one with this code exists.

        It is placed at the first ``written`` from offset ``start`` on, or else in column 1.
        """
        if all(one.code != code for one in self._notes):
            self._notes.append(note(code, message, max(self.text.find(written, start), 0) + 1))

    def add_blanks(self) -> None:
        """Add a note on blanks inside the text."""
        if blank := re.search(r"\s", self.text):
            message = f"a move is written without blanks: {''.join(self.text.split())}"
            self.add("blank-in-move", message, blank[0])

    def respell(self, written: str, canonical: str, code: str, message: str) -> str:
        """Return ``canonical``; add a note if ``written`` differs from it.

        ``{written}`` and ``{canonical}`` in the message are replaced by the two texts.
        """
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
    """Return a named result of a parse as text; empty if there is none."""
    return str(parts[name]) if name in parts else ""


def every(parts: "ParseResults", name: str) -> list[Any]:
    """Return all results that a parse has under a name, in the order of the text."""
    found = parts[name] if name in parts else []  # noqa: SIM401 (get is not typed)
    return [found] if isinstance(found, str) else list(found)


def _explain(stop: "ParseBaseException", text: str) -> str:
    expected = stop.msg.removeprefix("Expected ")
    found = text[stop.loc : stop.loc + 6]
    return f"expected {expected}, found {found!r}" if found else f"expected {expected} at the end"
