"""What all dialects share: two ways of reading, a cache, and notes on leniency.

A *dialect* is one way of writing a game's moves. A text stands for a move, or for a *partial move*,
which says less and is completed on the board. Most texts can be read in one way; some in two, of
which the likelier one comes first.

Reading goes from fast to thorough. A canonical text seen before is looked up. A new one is taken
apart by one regular expression (`Dialect.canonical_pattern`). Only what that rejects goes to a
pyparsing grammar, which reads lenient spellings with a note on each leniency, or raises an error at
the place where it stopped, with what it expected there.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.memo import MEMO_LIMIT as MEMO_LIMIT  # for the floors that still ask here
from notation.memo import Memo

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

M = TypeVar("M")
"""What a text stands for: a move, or a partial move."""

DASH = "[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
"""Matches the characters that are written for a dash."""

_PARTING_BLANKS = re.compile(r"^\s|\d\s+\d|[^\W\d]\s+[^\W\d]|\s$")
"""Blanks at either end, between digits or between letters: leaving them out may mislead."""

INNER_BLANK = "\0"
"""Stands for a blank inside a move while a row of moves is split at its blanks."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[M]):
    """What one move text stands for.

    Attributes:
        moves: the moves, or partial moves, that the text can stand for, likeliest first.
        notes: leniencies that reading needed; columns count from 1 within the text.
    """

    moves: tuple[M, ...]
    notes: tuple[Finding, ...] = ()


class Dialect(ABC, Generic[M]):
    """One way of writing one game's moves.

    Attributes:
        game: the game's name.
        name: the dialect's name, as the command line takes it.
        example: a capturing move in canonical form.
        inner_blanks: the places of canonical moves, with the characters beside them, that have
            blanks; None where only `lenient_pattern` can split a row of moves.
        label_style: how a diagram labels its board for readers of this dialect.
        counts: finds, at the end of a text, a running count kept beside the moves; its one group
            is the number, named for what is counted. None where the dialect has no such count.
        canonical_pattern: matches canonical texts and nothing else.
        lenient_pattern: finds where a leniently written move begins and ends in a line of text. It
            may match more than can be read, never less.
    """

    game: str
    name: ClassVar[str]
    example: str
    label_style: ClassVar[str] = "letters"
    inner_blanks: ClassVar[tuple[str, ...] | None] = ()
    counts: ClassVar[re.Pattern[str] | None] = None
    canonical_pattern: ClassVar[re.Pattern[str]]
    lenient_pattern: ClassVar[re.Pattern[str]]

    def __init__(self) -> None:
        self._readings: dict[str, Reading[M]] = {}
        self._texts = Memo(self._text_of)

    def read(self, text: str) -> Reading[M]:
        """Read one move text.

        Raises:
            UnreadableMove: the text is no move of this dialect, however leniently read.
        """
        return (
            self._readings.get(text)
            or self._read_canonical(text)
            or self._read_spaced(text)
            or self._read_leniently(text)
        )

    def canonical(self, words: Iterable[str]) -> tuple[str, ...] | None:
        """Return the texts that words stand for, None unless all of them are canonical.

        Equal texts are one object, so that later look-ups of them are quick.

        Args:
            words: texts with every blank in them replaced by `INNER_BLANK`.
        """
        try:
            return tuple(map(self._texts.__getitem__, words))
        except UnreadableMove:
            return None

    def are_canonical(self, texts: Sequence[str]) -> bool:
        """Whether all the texts are canonical; a known one costs one look-up."""
        unknown = filterfalse(self._readings.__contains__, texts)
        return all(map(self._read_canonical, unknown))

    def fits(self, text: str, ply: int) -> bool:
        """Whether a text names points as moves of the game do on its usual board.

        This distinguishes games that have texts of one shape. It concerns coordinates alone: a text
        that fits may be illegal.

        Args:
            text: a canonical move text.
            ply: how many plies of its game came before it.
        """
        return True

    def is_open_ended(self, text: str) -> bool:
        """Whether the last words of a canonical text may as well begin the next move.

        That can be where single blanks separate the words of a move as well as moves.
        """
        return False

    def side_letters(self, variant: str | None) -> str:
        """Return the letters by which position strings name the sides, in the order of moving.

        Score sheets have a column for each.

        Args:
            variant: a variant string, which need not be one of the game's; None for the usual one.
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
        """Return the reading of a text by its named parts, which are canonically spelled."""

    @abstractmethod
    def _grammar(self) -> "ParserElement":
        """Return the lenient grammar; its result names are the groups of `canonical_pattern`."""

    @abstractmethod
    def _normalise(self, parts: "ParseResults", notes: "Notes") -> dict[str, str]:
        """Return leniently read parts in canonical spelling, and note each leniency."""

    def _read_canonical(self, text: str) -> Reading[M] | None:
        """Read and remember a canonical text; None for others."""
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
        """Read a text that stands for something other than a move, such as a stone placed."""
        return None

    def _text_of(self, word: str) -> str:
        text = word.replace(INNER_BLANK, " ")
        if text not in self._readings and self._read_canonical(text) is None:
            raise UnreadableMove(text, 0, "it is not canonical")
        return text

    def _read_spaced(self, text: str) -> Reading[M] | None:
        """Read a text that is canonical but for blanks, the commonest leniency; None for others.

        The grammar reads the same, but takes longer, and far longer to load.
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
        """Note leniencies in the spelling of the whole text: blanks, unless overridden."""
        notes.add_blanks()

    @cached_property
    def _parser(self) -> "ParserElement":
        # Tabs stay as they are, or columns would count the blanks that stand for them.
        return self._grammar().parse_with_tabs()


def part(parts: "ParseResults", name: str) -> str:
    """Return a named part of a parse, an empty text where there is none."""
    return str(parts[name]) if name in parts else ""


def every(parts: "ParseResults", name: str) -> list[Any]:
    """Return all parts of a parse under one name, in order."""
    return list(parts[name]) if name in parts else []


def _explain(stop: Any, text: str) -> str:
    expected = re.sub(r"^Expected ", "", stop.msg)
    found = text[stop.loc : stop.loc + 6]
    return f"expected {expected}, found {found!r}" if found else f"expected {expected} at the end"


class Notes:
    """Collects the notes of one lenient reading of ``text``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._notes: list[Finding] = []

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._notes)

    def add(self, code: str, message: str, written: str = "", start: int = 0) -> None:
        """Add a note at the first ``written`` from ``start`` on; one note for each code."""
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
        """Return ``canonical``, with a note if something else was written."""
        if written != canonical:
            self.add(code, message.format(written=written, canonical=canonical), written)
        return canonical

    def lower(self, written: str) -> str:
        """Return the text in lower case, with a note if it was not."""
        message = "coordinates are written in lower case: {canonical}, not {written}"
        return self.respell(written, written.lower(), "letter-case", message)
