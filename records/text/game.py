"""One game of a text while it is being read: its moves, numbers, ending and notes."""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

from notation import Dialect, Finding, UnknownName
from notation.characters import INVISIBLE, odd_character, without_invisible
from notation.findings import note, violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from notation.printing import quoted
from records.assumptions import Assumptions, is_known_game, load_error
from records.model import CORRECTION, NOTHING, UNDECIDED, USUAL, Place, Record, Source, unusual
from records.results import (
    CANONICAL,
    MOVER_LOSES,
    SIDES,
    Result,
    match_result,
    stated,
    stated_in_tag,
    won_by_name,
)
from records.sites import by_sides, sides_of, site_names
from records.text.boards import placed
from records.text.lines import Kind, TextLine, Token
from records.text.titles import EXTRA, FIELDS, PLAIN_TAGS, contradicts, correction, variant_of
from records.which_game import Guess, game_of
from records.words import listed_tags, tag_name

_CLAUSE = lazy_pattern(r"[^,.!;]*")
_LISTED = lazy_pattern(r"\S[;:][xX\N{MULTIPLICATION SIGN}] [a-z]\d{1,2}\Z")
"""A mark of removal without a list, followed by a blank and a point that may be the list."""


@dataclass(slots=True)
class GameNotes:
    """The findings of a game.

    Attributes:
        findings: the findings.
        marks: the notes that are counted: code and message -> number of occurrences, and place and
            text of the first.
    """

    findings: list[Finding] = field(default_factory=list)
    marks: dict[tuple[str, str], tuple[int, Place, str]] = field(default_factory=dict)

    def add(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""
        self.findings.append(note(code, message).at(line=place[0], column=place[1], text=text))

    def count(self, code: str, message: str, place: Place, text: str) -> None:
        """Count an occurrence of a note; `finish` adds one note for all, at the first place."""
        before, first, shown = self.marks.get((code, message), (0, place, text))
        first, shown = min((first, shown), (place, text))
        self.marks[code, message] = before + 1, first, shown

    def finish(self) -> None:
        """Add the notes on counted occurrences."""
        for (code, message), (times, place, text) in self.marks.items():
            self.add(code, f"{message}{f', {times} times' if times > 1 else ''}", place, text)
        self.marks.clear()


@dataclass(slots=True)
class NumberedRow:
    """A row of moves.

    Attributes:
        number: its number.
        place: the line and column of the number.
        before: number of moves of the game above the row.
        plies: number of plies in it; dots before the first ply count as a ply.
    """

    number: int
    place: Place
    before: int
    plies: int = 0


@dataclass(slots=True)
class Numbers:
    """The numbered rows of a game, which reveal plies that were lost in copying."""

    rows: list[NumberedRow] = field(default_factory=list)

    @property
    def last(self) -> int | None:
        """The number of the last row; None before the first."""
        return self.rows[-1].number if self.rows else None

    @property
    def width(self) -> int:
        """The number of plies in the first row with a consecutive number after it.

        Without such a row, the number of plies in the last row; 0 without rows.
        """
        pairs = pairwise(self.rows)
        full = (row.plies for row, below in pairs if below.number == row.number + 1)
        return next(full, self.rows[-1].plies if self.rows else 0)

    def take(self, number: int, before: int, place: Place) -> None:
        """Begin a row unless the last row has the same number.

        Args:
            before: number of moves above the row.
        """
        if number != self.last:
            self.rows.append(NumberedRow(number, place, before))

    def add_ply(self) -> None:
        """Add 1 to the number of plies of the last row."""
        if self.rows:
            self.rows[-1].plies += 1

    def take_dots(self, is_numbered: bool) -> bool:
        """Read the dots before a ply, which stand for earlier plies of its row.

        Args:
            is_numbered: whether the dots follow a row number.

        Returns:
            Whether the row above is full, so that the dots stand for a missing ply.
        """
        if not self.rows or self.rows[-1].plies:
            return False
        if is_numbered and len(self.rows) > 1 and self.rows[-2].plies == (self.width or USUAL):
            return True
        self.rows[-1].plies = 1
        return False

    def oddities(self, moves: int, is_started: bool) -> list[tuple[str, str, Place]]:
        """Return the irregularities of the numbers, each with code, message and place.

        Args:
            moves: number of moves of the game.
            is_started: whether a start position explains a first number above 1.
        """
        found: list[tuple[str, str, Place]] = []
        rows = list(self.rows)
        if rows and rows[0].number > 1 and not (rows[0].before or is_started):
            number = rows[0].number
            upto = "move 1" if number == 2 else f"moves 1 to {number - 1}"
            message = f"the first number is {number}: {upto} may be missing"
            found.append(("missing-moves", message, rows[0].place))
        while len(rows) > 1 and rows[-1].before == moves:
            row = rows.pop()
            message = f"the number {row.number} at the end: no move follows it"
            found.append(("skipped-text", message, row.place))
        counts = [row.plies for row in rows[:-1]]
        width = Counter(counts).most_common(1)[0][0] if counts else 0
        for (row, following), count in zip(pairwise(rows), counts, strict=True):
            if following.number != row.number + 1:
                message = f"move {following.number} follows move {row.number}: moves may be missing"
                found.append(("move-number", message, following.place))
            elif count != width:
                message = f"move {row.number} has {count} of {width} plies: "
                more = "one may be missing, or too many"
                found.append(("move-number", message + more, following.place))
        return found


@dataclass(slots=True)
class RecordBuilder:
    """Collects the parts of a game while it is read.

    Attributes:
        path, line: the source and the line where it begins.
        assumptions: what the caller knows of the game.
        guess: the game and dialect of the moves; None until they are known.
        dialect: the dialect in which its lines are split into tokens.
        renamed: the usual names of tags, by their written names.
        headed: number of sides in the heading of its table.
        previous: the last token and the number of its line.
        offset: index of the side named before a move, minus the number of earlier moves, modulo
            the number of sides: 0 if the first side begins. None without names; -1 until a name
            is clear.
        named: the sides named before moves.
    """

    path: str
    line: int
    assumptions: Assumptions
    tags: dict[str, str] = field(default_factory=dict)
    guess: Guess | None = None
    dialect: Dialect[object] | None = None
    moves: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    details: dict[int, dict[str, object]] = field(default_factory=dict)
    comment: str = ""
    notes: GameNotes = field(default_factory=GameNotes)
    numbers: Numbers = field(default_factory=Numbers)
    ending: "GameEnding" = field(init=False)
    diagrams: list[tuple[int, str]] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    headed: int = 0
    previous: tuple[int, Token] | None = None
    offset: int | None = None
    named: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Begin without a result."""
        self.ending = GameEnding(self)

    @property
    def game(self) -> str | None:
        """The game, as far as it is known."""
        guessed = self.guess.game if self.guess else None
        return self.assumptions.game or guessed or game_of(self.tags)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game, named as in tags; two sides if the game is unknown."""
        variant = self.assumptions.variant or variant_of(self.tags, self.game or "")[1]
        return sides_of(self.game, variant)

    def add_tag(self, name: str, value: str, line: int, is_hidden: bool) -> None:
        """Add a tag under its usual name; if ``is_hidden``, without invisible characters."""
        if is_hidden and INVISIBLE.search(value):
            _, why = odd_character(INVISIBLE.findall(value)[0])
            self.notes.add("invisible-character", f"tag {name}: {why}", (line, 1))
            value = without_invisible(value)
        usual = None if name in PLAIN_TAGS else tag_name(name)
        if usual and self.tags.get(usual, value) == value:
            self.renamed[name] = usual
            name = usual
        if self.tags.setdefault(name, value) != value:
            message = f"tag {name} is given again, as {value!r}: the first value counts"
            self.notes.add("repeated-tag", message, (line, 1))

    # Tokens.

    def take(self, token: Token, line: TextLine) -> None:
        """Read a token of a line of the game."""
        place, kind = line.place(token.start), token.kind
        number, previous = self.previous or (0, token)
        before = previous if number == line.number else None
        self.previous = line.number, token
        if kind in (Kind.MOVE, Kind.SUSPECT):
            self._take_move(token, place, before)
        elif kind is Kind.NUMBER:
            self._note_sign(token.written, place)
            self.numbers.take(int(token.text), len(self.moves), place)
        elif kind is Kind.DOTS:
            self._take_dots(place, number > 0 and previous.kind in (Kind.NUMBER, Kind.DOTS))
        elif kind is Kind.MARKS:
            self.attach("marks", token.text, "")
        elif kind is Kind.COMMENT:
            self.take_comment(token, place)
            if line.text[token.start] in "([" and line.text[token.end - 1] not in ")]":
                sign = ")" if line.text[token.start] == "(" else "]"
                message = f"no {sign} closes this comment: it ends here"
                self.notes.add("unclosed-comment", message, place)
        elif kind is Kind.MARK and token.text == "-":
            if before and before.kind is Kind.NUMBER:
                self._note_sign("-", place)
            else:
                message = "a dash between two moves is left out"
                self.notes.count("parting-dash", message, place, "-")
        elif kind is Kind.MARK:
            self._note_mark(token.text, place)
        elif kind is Kind.RESULT:
            if found := match_result(token.text):
                if line.mover and found.value == MOVER_LOSES:
                    found = replace(found, colour=self.sides[line.mover[0]], lost=True)
                self.ending.take(found, place)
        elif kind is Kind.SIDE:
            self._take_side(token.text, place)
        else:
            message = f"{quoted(token.text)} is not a move and was skipped"
            self.notes.add("skipped-text", message, place, token.text)

    def _take_move(self, token: Token, place: Place, before: Token | None) -> None:
        is_behind = before is not None and before.kind is token.kind is Kind.MOVE
        if (
            before
            and is_behind
            and token.start == before.end + 1
            and self.dialect
            and self.dialect.inner_blanks is None
            and self.dialect.open_ends(before.text)
        ):
            message = (
                "removals between two pushes are read as the first mover's: only the board shows "
                "whose they are; two blanks or a comma between the moves would show it"
            )
            self.notes.add("run-on", message, self.places[-1], before.text)
        if _LISTED.search(token.text):
            message = "a point after a mark of removal is read as its list of pieces: "
            message += "two blanks or a comma before it would begin the next move"
            self.notes.add("run-on", message, place, token.text)
        if before and before.kind is Kind.NUMBER and before.end == token.start:
            self.notes.add("glued-number", "no blank between number and move", place, token.text)
        if token.text == NOTHING and token.written:
            message = f"{token.written!r} is read as an unreadable ply"
            self.notes.add("lost-ply", message, place, token.written)
        self.add_move(token.text, place)

    def add_move(self, text: str, place: Place) -> None:
        """Add a move text; add a note if it follows a result."""
        self.ending.go_on(place)
        self.moves.append(text)
        self.places.append(place)
        self.numbers.add_ply()

    def exchange_columns(self) -> None:
        """Exchange the two moves of each row, where the table has the second side on the left."""
        first, second = self.sides
        if not self.moves:
            return
        rows = [row.before for row in self.numbers.rows if row.plies == USUAL]
        for at in rows or range(0, len(self.moves) - 1, USUAL):
            self.moves[at : at + USUAL] = self.moves[at + 1], self.moves[at]
            self.places[at : at + USUAL] = self.places[at + 1], self.places[at]
            beside = {1 - index: self.details.pop(at + index, {}) for index in range(USUAL)}
            self.details |= {at + index: detail for index, detail in beside.items() if detail}
        message = f"rows have {second} first, and {first} begins: the moves of each row "
        self.notes.add("layout", f"{message}are read in the other order", self.places[0])

    def _take_dots(self, place: Place, is_numbered: bool) -> None:
        if not is_numbered:
            self.notes.count("mark-between", "'...' between moves is left out", place, "...")
        if self.numbers.take_dots(is_numbered):
            message = f"the first ply of row {self.numbers.last} is not here: "
            self.notes.add("lost-ply", f"{message}{NOTHING} stands for it", place)
            self.add_move(NOTHING, place)

    def _note_sign(self, sign: str, place: Place) -> None:
        """Count row numbers with a sign other than a full stop after them."""
        if sign not in ("", "."):
            message = f"numbers are written with {sign!r} for a full stop"
            self.notes.count("number-style", message, place, sign)

    def _note_mark(self, mark: str, place: Place) -> None:
        """Count a separator between moves other than a full stop, such as a semicolon."""
        if mark == ";":
            message = "';' is read as a mark between moves, not as that of a comment"
            self.notes.count("semicolon", message, place, mark)
        elif mark != ".":
            message = f"{mark!r} between moves is left out"
            self.notes.count("mark-between", message, place, mark)

    def _take_side(self, side: str, place: Place) -> None:
        """Read the side named before a move; ``side`` is empty for a letter that is not clear."""
        message = "the names of the sides before their moves are left out"
        if not self.named:
            self.notes.add("side-name", message, place, side)
            self.offset = -1
        self.named.add(side)
        ways = (one for one in (self.sides, *SIDES) if self.named <= {*one, ""})
        if side and (sides := next(ways, ())):
            self.take_mover(sides.index(side), len(sides), place)

    def take_mover(self, mover: int, count: int, place: Place) -> None:
        """Read the side before a move; if it is out of turn, add missing plies and a note.

        Args:
            mover: the index of the side.
            count: the number of sides.
            place: the line and column of its name.
        """
        offset = (mover - len(self.moves)) % count
        if self.offset not in (-1, None, offset):
            side = self.sides[mover] if mover < len(self.sides) else "a side"
            lost = (offset - (self.offset or 0)) % count
            message = f"{side} is named before this move, out of turn: "
            message += f"{NOTHING} stands for {plural(lost, 'missing ply')}"
            self.notes.add("lost-ply", message, place, side)
            for _ in range(lost):
                self.add_move(NOTHING, place)
            offset = self.offset or 0
        self.offset = offset

    # Comments.

    def take_comment(self, token: Token, place: Place) -> None:
        """Add a comment; add a note if it corrects or mentions a move."""
        self.add_comment(token.text)
        meant = correction(token.text, self.dialect) if self.moves and self.dialect else ""
        if meant:
            self.attach(CORRECTION, meant, " ")
            message = f"{quoted(token.text)} corrects {self.moves[-1]}, which is read as it stands"
            self.notes.add("correction", message, place, token.text)
        elif token.written:
            message = f"{quoted(token.written)} is read as a comment: no move in it is played"
            self.notes.add("comment", message, place, token.written)

    def add_comment(self, text: str) -> None:
        """Add a comment to the last move, or to the game if no move has been read."""
        if text and self.moves:
            self.attach("comment", text, " ")
        elif text:
            self.comment = f"{self.comment} {text}" if self.comment else text

    def attach(self, key: str, text: str, separator: str) -> None:
        """Append a text to a detail of the last move, such as its comment, after a separator."""
        if self.moves:
            detail = self.details.setdefault(len(self.moves) - 1, {})
            detail[key] = f"{detail[key]}{separator}{text}" if key in detail else text

    # The record.

    def record(self, number: int) -> Record:
        """Return the record; ``number`` is its number in the file, from 1."""
        notes, here = self.notes, (self.line, 1)
        guess = self.guess or Guess(None, None)
        if len(guess.alike) > 1 and guess.why:
            notes.add("guessed-game", guess.why, here)
            guess = guess._replace(why="")
        self._name_sides()
        self._check_tags(guess)
        if contradicted := contradicts(self.assumptions, self.tags, self.moves):
            notes.add("contradicted-game", contradicted, here)
        variant = self._variant()
        is_started = "Start" in self.tags or bool(self.diagrams)
        for code, message, place in self.numbers.oddities(len(self.moves), is_started):
            notes.add(code, message, place)
        width = self.numbers.width
        self._check_count(width)
        result = self.ending.result()
        notes.finish()
        if self.renamed:
            written, usual = ", ".join(self.renamed), ", ".join(self.renamed.values())
            notes.add("tag-words", f"tags {written} are read as {usual}", here)
        extra = self._extra()
        tagged = self.tags.get("Dialect", "").strip().lower() or None
        rows = self.numbers.rows
        return Record(
            moves=tuple(self.moves),
            game=self.game,
            variant=variant,
            dialect=self.assumptions.dialect or guess.dialect or tagged,
            tags={key: value for key, value in self.tags.items() if key not in FIELDS},
            start=self.tags.get("Start") or None,
            result=result,
            comment=self.comment,
            details={index: beside for index, beside in self.details.items() if beside},
            source=Source(self.path, self.line, number),
            places=tuple(self.places),
            findings=tuple(sorted(notes.findings, key=lambda one: one.line or 0)),
            columns=unusual(width),
            first=rows[0].number if rows else 1,
            extra=extra,
            guess="" if self.assumptions.game or game_of(self.tags) else guess.why,
            diagrams=placed(self.diagrams, self.places) if self.diagrams else (),
        )

    def _name_sides(self) -> None:
        """Rename the tags of numbered players, such as ``Player1``, to the names of sides."""
        named = by_sides(self.tags, self.sides)
        if found := [
            (side, named[side]) for side in self.sides if side in named.keys() - self.tags
        ]:
            message = f"players by number are read as {listed_tags(found)}"
            self.notes.add("tag-words", message, (self.line, 1))
        self.tags = named

    def _variant(self) -> str | None:
        """Return the variant string; add a note if it was derived from other words."""
        if self.assumptions.variant or self.game is None:
            return self.assumptions.variant or self.tags.get("Variant") or None
        written, variant = variant_of(self.tags, self.game)
        if written and not variant:
            message = f"the variant {written!r} is the name of the game, and of no variant"
            self.notes.add("tag-words", message, (self.line, 1))
        elif variant != written:
            self.notes.add("tag-words", f"{written!r} names the variant {variant}", (self.line, 1))
        return variant

    def _check_tags(self, guess: Guess) -> None:
        """Add violations for an unknown game, and for tags without moves."""
        named, asked = self.tags.get("Game", "").strip(), self.assumptions.game
        message, code = "", "unknown-game"
        game = game_of(self.tags) or ""
        if named and not is_known_game(game) and not asked:
            message = load_error(game) or f"game {named!r} is not one that ludograph knows"
        elif self.moves and guess.game is None and not (named or asked):
            message = "no known dialect reads these moves"
            try:
                Assumptions(None, None, self.tags.get("Dialect", "").strip().lower() or None)
            except UnknownName as error:
                message = str(error)
        elif not (self.moves or self.ending.value):
            code = "no-moves"
            message = "a game without moves: tags, but nothing that reads as a move after them"
        if message:
            self.notes.findings.append(violation(code, message).at(line=self.line, column=1))

    def _check_count(self, width: int) -> None:
        """Note missing moves: fewer than the tag ``PlyCount``, or rows shorter than the heading."""
        moves, stated = len(self.moves), self.tags.get("PlyCount", "")
        if stated.isdecimal() and int(stated[:9]) > moves:
            message = f"the tag PlyCount has {stated}, and there are {moves} moves: "
            self.notes.add("missing-moves", f"{message}the last may be missing", (self.line, 1))
        if self.headed > width > 0 and (self.numbers.last or 0) > 1 and moves > 1:
            message = f"the heading names {self.headed} sides, and a row has {width}"
            message += f" move{'s' if width > 1 else ''}: moves of a column may be missing"
            self.notes.add("move-number", message, self.places[0])

    def _extra(self) -> dict[str, object]:
        """Remove the tag `EXTRA`, and return its JSON object, which becomes `Record.extra`."""
        if EXTRA not in self.tags:
            return {}
        from json import JSONDecodeError

        from records.jsontext import loads

        reason = ""
        try:
            extra = loads(self.tags[EXTRA])
        except JSONDecodeError as error:
            extra, reason = None, f" ({error.msg})"
        if not isinstance(extra, dict):
            message = f"tag {EXTRA} holds no JSON object{reason}: kept as it is"
            self.notes.add("bad-json", message, (self.line, 1))
            return {}
        del self.tags[EXTRA]
        return extra


class GameEnding:
    """The result of a game, as stated in its text."""

    def __init__(self, game: RecordBuilder) -> None:
        self.game, self.value = game, ""

    def go_on(self, place: Place) -> None:
        """Note that a move follows a result; a star between moves is not a result."""
        notes = self.game.notes
        if self.value == UNDECIDED:
            notes.count("mark-between", "'*' between moves is left out", place, UNDECIDED)
            self.value = ""
        elif self.value and not any(one.code == "moves-after-result" for one in notes.findings):
            message = f"moves follow the result {self.value}: they are read as moves of the game"
            notes.add("moves-after-result", message, place)

    def named(self, text: str) -> Result | None:
        """Return the result in a text with names of players: ``Anna wins``, ``Anna 1-0 Ben``.

        None for other texts. A first name is enough if the players have different ones.
        """
        tags, sides = self.game.tags, self.game.sides if self.game.moves else ()
        names = [(side, way) for side in sides if (name := tags.get(side))
                 for way in (name.partition(" ")[0], name)]  # fmt: skip
        begins = {side: name for side, name in names if text.startswith(f"{name} ")}
        if len(begins) != 1:
            return None
        ((side, name),) = begins.items()
        rest, last = text[len(name) :].strip(), tags.get(sides[-1], "")
        between = rest.removesuffix(last).strip() if last else rest
        found = stated(between if between != rest else f"{side} {rest}")
        return replace(found, written=text) if found else None

    def by_side(self, text: str) -> str:
        """Return a text with the names of players replaced by their sides."""
        tags = self.game.tags
        for side, name in [(side, tags[side]) for side in self.game.sides if tags.get(side)]:
            first = re.escape(name.partition(" ")[0])
            text = re.sub(rf"(?<!\w)(?:{re.escape(name)}|{first})(?!\w)", side, text)
        return text

    def take(self, found: Result, place: Place) -> None:
        """Read a result at a place in the text."""
        value, notes = self._value(found), self.game.notes
        if found.written not in CANONICAL:
            self._note_words(found, value, place)
        if self.value not in ("", UNDECIDED, value):
            message = f"{found.written!r} after {self.value}: the last counts"
            notes.add("repeated-result", message, place)
        self.value = value

    def _value(self, found: Result) -> str:
        """Return the canonical result in this game for a result in words."""
        sides = self.game.sides
        if found.colour and not any(map(found.names, sides)):
            # There may be more players than the variant, if any, states.
            sides = site_names(self.game.game).players or sides
        return found.value_after(len(self.game.moves), sides)

    def _note_words(self, found: Result, value: str, place: Place) -> None:
        """Add a note on a result in words, and a tag for the ending of the game."""
        tags, ended = self.game.tags, ""
        if found.termination and tags.get("Termination", found.termination) == found.termination:
            tags["Termination"] = found.termination
            ended = f", by {found.termination}"
        message = f"{found.written!r} is read as {value}{ended}"
        self.game.notes.add("result-words", message, place, found.written)

    def result(self) -> str:
        """Return the result stated after the moves, else in a tag or in the last comment."""
        game, here = self.game, (self.game.line, 1)
        tag = game.tags.get("Result", "").strip()
        if not tag:
            return self.value or self._commented() or self._won() or UNDECIDED
        found = stated_in_tag(tag) or self.named(tag)
        value = self._value(found) if found else tag
        if not found and not tag.isdecimal():
            game.notes.add("result-words", f"{tag!r} is not a known result", here)
        elif found and tag not in CANONICAL:
            self._note_words(found, value, here)
        if self.value in ("", UNDECIDED, value):
            return value
        if value != UNDECIDED:
            message = f"the tag has {tag}, the end of the moves {self.value}: the end counts"
            game.notes.add("repeated-result", message, here)
        return self.value

    def _won(self) -> str:
        """Return the result that the tag ``Winner`` states; an empty text without the tag."""
        winner = self.game.tags.get("Winner", "")
        value = won_by_name(winner, self.game.tags, self.game.sides)
        if value:
            message = f"the winner {winner!r} is read as {value}"
            self.game.notes.add("result-words", message, (self.game.line, 1))
        return value or ""

    def _commented(self) -> str:
        """Return the result that the last move's comment states; an empty text if it has none."""
        last = len(self.game.moves) - 1
        comment = str(self.game.details.get(last, {}).get("comment", ""))
        found = stated(comment) if comment else None
        if comment and not found:  # I resign, well played!
            begun = stated(_CLAUSE.match(comment)[0])  # type: ignore[index]
            found = begun if begun and begun.value == MOVER_LOSES else None
        if found is None:
            return ""
        value = self._value(found)
        self._note_words(found, value, self.game.places[last])
        return value
