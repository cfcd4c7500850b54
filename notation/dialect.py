"""What all dialects share: the memo, the two ways of reading, and how leniency is reported.

A *dialect* is one way of writing a game's moves. A *claim* is what a text says of a move: the
move itself, or less than that, to be completed on the board. Most texts make one claim; some
can be read in two ways and make two, the likelier one first.

Reading goes from fast to thorough. A text seen before is answered from a memo. A text in the
canonical form is taken apart by one regular expression (``plain``). Only what that rejects goes
to a pyparsing grammar, which forgives what people write, with a note for each leniency, or says
where it stopped and what it expected there.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.memo import MEMO_LIMIT as MEMO_LIMIT  # for the floors that still ask here
from notation.memo import Memo

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

Claim = TypeVar("Claim")

DASH = "[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
"""Matches what people write for a dash."""

_PARTING_BLANKS = re.compile(r"^\s|\d\s+\d|[^\W\d]\s+[^\W\d]|\s$")
"""Blanks at either end, between digits or between letters: leaving them out may mislead."""

TIE = "\0"
"""Stands for a blank inside a move while a row of moves is taken apart."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[Claim]):
    """What one move text says.

    Attributes:
        moves: the moves, or partial moves, that the text can stand for, likeliest first.
        notes: notes on what had to be forgiven; columns count from 1 within the text.
    """

    moves: tuple[Claim, ...]
    notes: tuple[Finding, ...] = ()


class Dialect(ABC, Generic[Claim]):
    """One way of writing one game's moves; subclasses say how.

    Attributes:
        game: the game's name.
        name: the dialect's name, as the command line takes it.
        example: a capturing move in canonical form.
        inner_blanks: what canonical moves have blanks in, where they have any; None where a row of
            moves can be taken apart by `lenient_pattern` alone.
        label_style: how a diagram should letter its board for readers of this dialect.
        counts: finds, at the end of a text, a running count that players keep beside their moves;
            its one group is the number, and named for what is counted. None where there is no
            room for one.
        canonical_pattern: matches canonical texts and nothing else.
        lenient_pattern: finds where a leniently written move begins and ends in a line of text. It
            may take in more than can be read, never less.
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
        self._readings = Memo(self._read_canonical)
        self._texts = Memo(self._text_of)

    def read(self, text: str) -> Reading[Claim]:
        """Read one move text.

        Raises:
            UnreadableMove: the text is no move of this dialect, however leniently read.
        """
        try:
            return self._readings[text]
        except UnreadableMove:
            return self._read_spaced(text) or self._read_leniently(text)

    def canonical(self, words: Iterable[str]) -> tuple[str, ...] | None:
        """Return the texts that words stand for, None unless all of them are canonical.

        Equal texts come back as one and the same object, so that what looks them up later is quick.

        Args:
            words: texts with every blank in them replaced by `TIE`.
        """
        try:
            return tuple(map(self._texts.__getitem__, words))
        except UnreadableMove:
            return None

    def are_canonical(self, texts: Sequence[str]) -> bool:
        """Whether all the texts are canonical, at the price of one look-up for known ones."""
        try:
            return all(map(self._readings.__getitem__, texts))
        except UnreadableMove:
            return False

    def fits(self, text: str, ply: int) -> bool:
        """Tell whether a text names points as moves of the game do on its usual board.

        Where several games have texts of one shape, this tells them apart. It judges coordinates
        alone: True says nothing of the rules.

        Args:
            text: a canonical move text.
            ply: how many plies of its game came before it.
        """
        return True

    def is_open_ended(self, text: str) -> bool:
        """Tell whether the last words of a canonical text might as well begin the next move.

        So it is where single blanks part the words of a move, and moves from each other.
        """
        return False

    def side_letters(self, variant: str | None) -> str:
        """Return the letters by which position strings name the sides, in the order of moving.

        Score sheets have a column for each. What names no variant may say anything.
        """
        return "wb"

    @abstractmethod
    def write(self, move: Any) -> str:
        """Return the canonical text of a complete move.

        Raises:
            UnwritableMove: the dialect has no words for it.
        """

    @abstractmethod
    def _moves(self, parts: dict[str, str], text: str) -> Reading[Claim]:
        """Make claims of the named parts of a text, in canonical spelling."""

    @abstractmethod
    def _grammar(self) -> "ParserElement":
        """Build the lenient grammar; its result names are the group names of ``plain``."""

    @abstractmethod
    def _normalise(self, parts: "ParseResults", notes: "Notes") -> dict[str, str]:
        """Bring leniently read parts to canonical spelling, noting what was forgiven."""

    def _read_canonical(self, text: str) -> Reading[Claim]:
        match = self.canonical_pattern.fullmatch(text)
        if match is not None:
            reading = self._moves(match.groupdict(default=""), text)
            if not reading.notes:
                return reading
        raise UnreadableMove(text, 0, "it is not canonical")

    def _text_of(self, word: str) -> str:
        text = word.replace(TIE, " ")
        self._readings[text]
        return text

    def _read_spaced(self, text: str) -> Reading[Claim] | None:
        """Read a text that blanks alone keep from being canonical: the commonest of leniencies.

        The grammar reads the same; it only takes longer, and far longer to load.
        """
        squeezed = "".join(text.split())
        if self.inner_blanks != () or squeezed == text or _PARTING_BLANKS.search(text):
            return None
        try:
            reading = self._readings[squeezed]
        except UnreadableMove:
            return None
        notes = Notes(text)
        notes.blanks()
        return Reading(reading.moves, tuple(notes))

    def _read_leniently(self, text: str) -> Reading[Claim]:
        from pyparsing import ParseBaseException

        try:
            parts = self._parser.parse_string(text, parse_all=True)
        except ParseBaseException as stop:
            raise UnreadableMove(text, stop.loc, _explain(stop, text)) from None
        notes = Notes(text)
        reading = self._moves(self._normalise(parts, notes), text)
        self._note_spelling(reading.moves, notes)
        return Reading(reading.moves, (*notes, *reading.notes))

    def _note_spelling(self, claims: tuple[Claim, ...], notes: "Notes") -> None:
        """Note what the spelling of the whole text needs forgiven: blanks, unless overridden."""
        notes.blanks()

    @cached_property
    def _parser(self) -> "ParserElement":
        # Tabs stay as they are, or columns would count the blanks that stand for them.
        return self._grammar().parse_with_tabs()


def part(parts: "ParseResults", name: str) -> str:
    """Return a named part of what a grammar read, an empty text where it read none."""
    return str(parts[name]) if name in parts else ""


def every(parts: "ParseResults", name: str) -> list[Any]:
    """Return all that a grammar read under one name, in order."""
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
        """Note a leniency, where ``written`` first stands from ``start`` on; once for each kind."""
        if any(one.code == code for one in self._notes):
            return
        self._notes.append(note(code, message, max(self.text.find(written, start), 0) + 1))

    def blanks(self) -> None:
        """Note blanks inside the text."""
        blank = re.search(r"\s", self.text)
        if blank:
            message = f"a move is written without blanks: {''.join(self.text.split())}"
            self._notes.append(note("blank-in-move", message, blank.start() + 1))

    def spelled(self, written: str, canonical: str, code: str, message: str) -> str:
        """Return ``canonical``, with a note if something else was written."""
        if written != canonical:
            self.add(code, message.format(written=written, canonical=canonical), written)
        return canonical

    def lowered(self, written: str) -> str:
        """Return the text in lower case, with a note if it was not."""
        message = "coordinates are written in lower case: {canonical}, not {written}"
        return self.spelled(written, written.lower(), "letter-case", message)
