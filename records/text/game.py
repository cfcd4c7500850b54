"""One game of a text while it is being read: from tokens to a record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from notation import Dialect, Finding, UnknownName, sniff
from notation.characters import INVISIBLE, Folded, odd_character, without_invisible
from notation.findings import note, violation
from notation.printing import quoted
from records.assumptions import Assumptions, is_known_game
from records.model import UNDECIDED, Doubt, Place, Record, Source
from records.sources.boundary import fault
from records.text.boards import placed
from records.text.comments import GameComments
from records.text.counts import CrossedRow
from records.text.dashes import DASHED, LATE_DOTS, MARK_KINDS, code_of, left_out, parted
from records.text.doubts import Doubts
from records.text.ending import GameEnding
from records.text.guess import ROOM, GuessedGame, is_around
from records.text.layout import NOTHING
from records.text.naming import (
    FIELDS,
    PLAIN_TAGS,
    contradicts,
    fitting_dialects,
    game_of,
    possible_dialects,
    value_of,
    variant_of,
)
from records.text.numbering import MoveNumbers
from records.text.rows.single import in_doubt
from records.text.tokens import Kind, Token

TELLING = 8
"""How many moves at the beginning of a game decide which game it is."""

EXTRA = "Extra"
"""The tag that keeps `Record.extra` as a JSON object."""


@dataclass(slots=True)
class GameBuilder(GameComments, GameEnding, GuessedGame):
    """What has been read of one game so far."""

    assumptions: Assumptions
    path: str
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    details: dict[int, dict[str, object]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    comment: str = ""
    result: str = ""
    numbering: MoveNumbers = field(default_factory=MoveNumbers)
    lines: list[tuple[str, int]] = field(default_factory=list)
    """The lines of moves, or several that a comment joins, with the number of the first."""
    room: int = ROOM
    """Characters of lines for which there is room."""
    odd: list[tuple[int, Folded]] = field(default_factory=list)
    """Lines with characters that were read as others."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Names of tags as written that have another usual name, with that name."""
    titled: tuple[str, str] | None = None
    """The game and the variant string that the title names."""
    offset: int | None = None
    """How many sides the mover named before a move is ahead of the number of moves."""
    between: dict[str, tuple[int, Place]] = field(default_factory=dict)
    """Marks between moves: how often each stands there, and where first."""
    kind: Kind | None = None
    """The kind of the last token."""
    doubts: Doubts = field(default_factory=Doubts)
    installed: tuple[Dialect[object], ...] = ()
    """The dialects in place of the built-in games', which read none of the moves."""
    crossed: CrossedRow | None = None
    """A row with one move too many."""
    crosses: bool = True
    """Whether a move is taken out of such a row."""
    diagrams: list[tuple[int, str]] = field(default_factory=list)
    """Diagrams with the moves, each with the line on which it begins."""
    headed: tuple[int, ...] = ()
    """Where on its line the heading of the table names each side, as columns from 1."""
    cut_as: Dialect[object] | None = None
    """The dialect by which a damaged table was cut into plies."""
    table_notes: list[Finding] = field(default_factory=list)
    """The notes on damaged tables."""

    @property
    def dialects(self) -> tuple[Dialect[object], ...]:
        """The dialects that the moves may be written in, for all that is known.

        Once the first moves can only be of some games, so can all others.
        """
        possible = self.installed or possible_dialects(self.assumptions, self.tags)
        titled = self.titled[0] if self.titled else None
        return fitting_dialects(possible, titled, tuple(self.moves[:TELLING]))

    @property
    def has_begun(self) -> bool:
        """Whether there is more to the game than tags."""
        return bool(self.moves or self.result)

    def ends_at(self, number: int) -> bool:
        """Whether a move number starts the next game of the file."""
        anew = self.numbering.begins_anew(number) or (number == 1 and bool(self.result))
        return bool(self.moves) and anew

    def note(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""
        self.findings.append(note(code, message).at(line=place[0], column=place[1], text=text))

    def add_tag(self, name: str, value: str, line: int, bare: bool = True) -> None:
        """Add a tag under its usual name; escapes (not ``bare``) may be of hidden characters."""
        if bare and (odd := INVISIBLE.search(value)):
            _, why = odd_character(odd[0])
            self.note("invisible-character", f"tag {name}: {why}", (line, 1))
            value = without_invisible(value)
        if name not in PLAIN_TAGS:
            name = self._usual(name, value)
        if self.tags.setdefault(name, value) != value:
            message = f"tag {name} is given again, as {value!r}: the first value counts"
            self.note("repeated-tag", message, (line, 1))

    def _usual(self, name: str, value: str) -> str:
        """Return the usual name of a tag, its own where another tag has that already."""
        from records.words import tag_name

        usual = tag_name(name)
        if usual is None or self.tags.get(usual, value) != value:
            return name
        self.renamed[name] = usual
        return usual

    def take(self, token: Token, where: Callable[[int], Place]) -> None:
        """Add a token of a line of game text; ``where`` returns the place of a column."""
        place = where(token.column)
        self.doubts.take(token, place, where)
        self.add(token, place)

    def take_at(self, token: Token, place: Place) -> None:
        """Add a token of a damaged table that stands at a place."""
        self.doubts.take(token, place, lambda column: (place[0], column))
        self.add(token, place)

    def add(self, token: Token, place: Place) -> None:
        """Add a token."""
        if token.kind is Kind.MOVE and (moves := self._parted(token)):
            self.take_mark(DASHED, place)
            for move in moves:
                self.add(move, (place[0], place[1] + move.column - token.column))
        elif token.kind in (Kind.MOVE, Kind.SUSPECT):
            self._find_due_number()
            if self.result:
                self._continue(place)
            if token.glued and self.numbering.plies == 0 and self.numbering.last is not None:
                self.note("glued-number", "no blank between number and move", place, token.text)
            if token.run_on:
                message = (
                    "what is taken between two pushes is read as the first mover's: only the board "
                    "decides; two blanks or a comma between the moves would"
                )
                self.note("run-on", message, place, token.text)
            self.moves.append(token.text)
            self.places.append(place)
            self.numbering.plies += 1
        elif token.kind is Kind.NUMBER:
            is_apart = self.kind is Kind.RESULT
            self.numbering.take(int(token.text), len(self.moves), place, is_apart)
        elif token.kind is Kind.ELLIPSIS:
            if self.kind not in (Kind.NUMBER, Kind.ELLIPSIS):
                self.take_mark(LATE_DOTS, place)
            self.numbering.leave_gap()
        elif token.kind is Kind.MARKS:
            self._attach("marks", token.text, "")
        elif token.kind is Kind.COMMENT:
            self._take_comment(token, place)
        elif token.kind in MARK_KINDS:
            self.take_mark(MARK_KINDS[token.kind], place)
        elif token.kind is Kind.RESULT:
            self._take_result(token.text, place)
        elif token.kind is Kind.SIDE:
            self._take_side(token.text, place)
        elif token.kind is Kind.WORD:
            message = f"{quoted(token.text)} is not a move and was skipped"
            self.note("skipped-text", message, place, token.text)
        self.kind = token.kind

    def _parted(self, token: Token) -> list[Token]:
        """Return the two moves that a dash between blanks parts; none if it belongs to a move."""
        dashed = DASHED in self.between
        is_apart = len(token.text.split(maxsplit=1)) > 1
        within = self.numbering.plies and not dashed
        if not is_apart or within or self.numbering.last is None:
            return []
        return parted(token, self.dialects, len(self.moves), dashed)

    def take_mark(self, mark: str, place: Place) -> None:
        """Count a mark between moves that means nothing."""
        count, first = self.between.get(mark, (0, place))
        self.between[mark] = count + 1, first

    def _continue(self, place: Place) -> None:
        """Note that moves follow a result; a star between moves is no result."""
        if self.result == UNDECIDED:
            self.take_mark(UNDECIDED, place)
        elif not any(one.code == "moves-after-result" for one in self.findings):
            message = f"moves follow the result {self.result}: they are read as moves of the game"
            self.note("moves-after-result", message, place)
        self.result = self.result.replace(UNDECIDED, "")

    def _take_side(self, side: str, place: Place) -> None:
        """Take the colour that stands before a move, empty for one letter of several meanings."""
        if self.offset is None:
            message = "the names of the sides before their moves are left out"
            self.note("side-name", message, place, side)
            self.offset = -1
        sides = next((names for names in self.sides() if side in names), ())
        if not sides:
            return
        offset = (sides.index(side) - len(self.moves)) % len(sides)
        if self.offset not in (-1, offset):
            message = f"{side} is named before this move, out of turn: a ply is missing"
            if self.numbering.last is None:
                lost = (offset - self.offset) % len(sides)
                self.moves += [NOTHING] * lost
                self.places += [place] * lost
                offset = self.offset
                message += f", and {NOTHING} stands for it"
            self.note("side-name", message, place, side)
        self.offset = offset

    @property
    def is_named(self) -> bool:
        """Whether the caller, a tag or the title names the game."""
        return bool(self.assumptions.game or self.titled or value_of(self.tags, "Game"))

    @property
    def has_doubts(self) -> bool:
        """Whether there is text that may be moves or comments."""
        return bool(self.doubts.instead)

    @property
    def is_guessed(self) -> bool:
        """Whether nothing but the moves decides which game it is."""
        return not (self.is_named or self.installed or self.cut_as)

    def again(self, assumptions: Assumptions) -> "GameBuilder":
        """Return the game without its moves, with its tags and the notes on what is around it."""
        other = GameBuilder(assumptions, self.path, self.line, dict(self.tags), odd=self.odd)
        other.renamed, other.titled, other.installed = self.renamed, self.titled, self.installed
        other.diagrams, other.headed = self.diagrams, self.headed
        other.cut_as, other.table_notes = self.cut_as, self.table_notes
        other.findings = [one for one in self.findings if is_around(one)] + self.table_notes
        return other

    def _otherwise(self) -> Iterator[tuple[Finding, "GameBuilder"]]:
        """Yield the game in other readings of its doubtful text, with the note on each."""
        for how, taken in self.doubts.readings():
            other = self.again(self.assumptions)
            other.crosses = False
            for token, place in taken:
                other.add(token, place)
            other.between = self.between | other.between
            other.findings.sort(key=lambda one: one.line or 0)
            yield how, other

    def record(self, number: int) -> Record:
        """Return the finished record, the game being so many-th of its file."""
        if game := self._likelier():
            return self._read_as(game).record(number)
        if not self.doubts.instead:
            record = self._record(number)
            if self.crossed:
                return self.crossed.in_doubt(record)
            rows = self.numbering.rows
            return in_doubt(record, rows, self.headed) if rows else record
        self.crosses = False
        others = tuple(
            replace(other._record(number), doubt=Doubt(how)) for how, other in self._otherwise()
        )
        return replace(self._record(number), doubt=Doubt(self.doubts.note(), others))

    def closed(self, number: int) -> Record:
        """Return the finished record; one with the finding on an error of the program, if any."""
        try:
            return self.record(number)
        except Exception as error:
            failed = (*self.findings, fault(error).at(line=self.line, column=1))
            return Record(source=Source(self.path, self.line, number), findings=failed)

    def _record(self, number: int) -> Record:
        self._find_numbers()
        why = self._why()
        dialect = self.dialect()
        game = self.assumptions.game or (dialect.game if dialect else None)
        name = self.assumptions.dialect or (
            dialect.name if dialect else value_of(self.tags, "Dialect")
        )
        self._check_tags(game)
        if contradicted := contradicts(self.assumptions, self.tags, self.moves):
            self.note("contradicted-game", contradicted, (self.line, 1))
        game = game or game_of(self.tags)
        variant = self._variant(game)
        self._fill_gaps()
        result = self._result()
        self._note_oddities()
        extra = self._extra()
        return Record(
            moves=tuple(self.moves),
            game=game,
            variant=variant,
            dialect=name,
            tags={key: value for key, value in self.tags.items() if key not in FIELDS},
            start=self.tags.get("Start") or None,
            result=result,
            comment=self.comment,
            details=self.details,
            source=Source(self.path, self.line, number),
            places=tuple(self.places),
            findings=tuple(self.findings),
            columns=self.numbering.columns,
            first=self.numbering.first,
            extra=extra,
            guess=why,
            diagrams=placed(self.diagrams, self.places) if self.diagrams else (),
        )

    def _variant(self, game: str | None) -> str | None:
        """Return the variant string; note words that had to be understood."""
        if self.assumptions.variant or game is None:
            return self.assumptions.variant or self.tags.get("Variant") or None
        written, variant = variant_of(self.tags, game)
        if variant != written:
            self.note("tag-words", f"{written!r} names the variant {variant}", (self.line, 1))
        return variant

    def _note_oddities(self) -> None:
        """Add the notes on marks between moves, tags with other names, and odd characters."""
        for mark, (count, place) in self.between.items():
            self.note(code_of(mark), left_out(mark, count), place, mark)
        if self.renamed:
            written, usual = ", ".join(self.renamed), ", ".join(self.renamed.values())
            self.note("tag-words", f"tags {written} are read as {usual}", (self.line, 1))
        told: set[str] = set()
        for line, folded in self.odd:
            for one in folded.notes():
                if one.code not in told:
                    self.findings.append(one.at(line=line))
            told |= {one.code for one in folded.notes()}

    def _extra(self) -> dict[str, object]:
        """Take out of the tags what is meant for `Record.extra`."""
        if EXTRA not in self.tags:
            return {}
        from json import JSONDecodeError

        from records.jsontext import loads

        try:
            extra = loads(self.tags[EXTRA])
        except JSONDecodeError as error:
            extra, reason = None, f" ({error.msg})"
        else:
            reason = ""
        if not isinstance(extra, dict):
            message = f"tag {EXTRA} holds no JSON object{reason}: kept as it is"
            self.note("bad-json", message, (self.line, 1))
            return {}
        del self.tags[EXTRA]
        return extra

    def dialect(self) -> Dialect[object] | None:
        """Return the dialect that fits the moves best, None if none fits."""
        possible = self.dialects
        if self.cut_as:
            # The same texts may be moves of other games, on another board.
            alike = tuple(one for one in possible if type(one) is type(self.cut_as))
            possible = alike or (self.cut_as,)
        return possible[0] if len(possible) == 1 else sniff(self.moves, possible)

    def _check_tags(self, game: str | None) -> None:
        named = value_of(self.tags, "Game")
        place: dict[str, object] = {"line": self.line, "column": 1}
        if named and not is_known_game(game_of(self.tags) or "") and not self.assumptions.game:
            message = f"game {self.tags['Game']!r} is not one that ludograph knows"
            self.findings.append(violation("unknown-game", message).at(**place))
        elif self.moves and game is None and named is None:
            message = "no known dialect reads these moves"
            try:
                Assumptions(None, None, value_of(self.tags, "Dialect"))
            except UnknownName as error:
                message = str(error)
            self.findings.append(violation("unknown-game", message).at(**place))
        if not self.moves and not self.result:
            message = "a game without moves: tags, but nothing that reads as a move after them"
            self.findings.append(violation("no-moves", message).at(**place))
