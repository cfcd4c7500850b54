"""One game of a text while it is being read: from tokens to a record."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from notation import Dialect, Finding, UnknownName, sniff
from notation.findings import note, violation
from notation.registry import equally_likely
from records.assumptions import Assumptions, candidates, is_known_game
from records.model import UNDECIDED, Place, Record, Source
from records.results import CANONICAL, MOVER_LOSES, match_result, mover_loses
from records.text.places import places_in
from records.text.tokens import Kind, Token, fit, tokens

FIELDS = ("Game", "Variant", "Dialect", "Start", "Result")
"""The tags that have a field of their own in a record."""

TELLING = 8
"""How many moves at the beginning of a game decide which game it is."""

USUAL = 2
"""Moves that a row has in most games."""

EXTRA = "Extra"
"""The tag that keeps `Record.extra` as a JSON object."""

AROUND = frozenset(
    {"title", "heading", "skipped-text", "diagram", "repeated-tag", "unclosed-comment"}
)
"""Codes of notes on what stands around moves."""

_IN_BRACKETS = re.compile(r"\((\d{1,2})\)\Z", re.ASCII)


def possible_dialects(
    assumptions: Assumptions, tags: Mapping[str, str]
) -> tuple[Dialect[object], ...]:
    """Return the dialects that a game with these tags may be written in; none if its is unknown."""
    try:
        return candidates(
            assumptions.game or _name(tags, "Game"), assumptions.dialect or _name(tags, "Dialect")
        )
    except UnknownName:
        return ()


def _name(tags: Mapping[str, str], tag: str) -> str | None:
    """Return the value of a tag in small letters, None where there is none."""
    return tags.get(tag, "").strip().lower() or None


def unusual(columns: int) -> int:
    """Return how many columns of moves there are if that is more than usual, else 0."""
    return columns if columns > USUAL else 0


@dataclass
class MoveNumbers:
    """Follows the move numbers, which show when a ply was lost in copying."""

    last: int | None = None
    width: int | None = None
    plies: int = 0

    def begins_anew(self, number: int) -> bool:
        """Whether a number starts the next game of the file."""
        return number == 1 and self.last is not None and (self.last > 1 or self.plies > 1)

    @property
    def columns(self) -> int:
        """How many moves a row has, 0 if no more than two or there are no numbers."""
        return unusual(self.width or self.plies) if self.last is not None else 0

    def is_due(self, number: int) -> bool:
        """Whether the row is full, and a number the one that comes next."""
        return (
            self.last is not None
            and number == self.last + 1
            and self.plies == (self.width or USUAL)
        )

    def leave_gap(self) -> None:
        """Take the dots before a ply: those before it in the row are not here, or were before."""
        self.plies = max(self.plies, 1)

    def take(self, number: int) -> str | None:
        """Take the next move number; return what is wrong with it, or with the move before."""
        last, plies = self.last, self.plies
        if last is None:
            self.last, self.plies = number, 0
            return None
        if number == last:
            return None
        self.last, self.plies = number, 0
        if number != last + 1:
            return f"move {number} follows move {last}: moves may be missing"
        if self.width is None:
            self.width = plies
        elif plies != self.width:
            return f"move {last} has {plies} of {self.width} plies: one may be missing, or too many"
        return None


@dataclass
class GameBuilder:
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
    installed: tuple[Dialect[object], ...] = ()
    """The dialects in place of the built-in games', which read none of the moves."""

    @property
    def dialects(self) -> tuple[Dialect[object], ...]:
        """The dialects that the moves may be written in, for all that is known.

        Once the first moves can only be of one game, so can all others.
        """
        possible = self.installed or possible_dialects(self.assumptions, self.tags)
        first = self.moves[:TELLING]
        fitting = {one.game for one in possible if all(map(one.lenient_pattern.fullmatch, first))}
        if len(fitting) == 1:
            return tuple(one for one in possible if one.game in fitting)
        return possible

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

    def add_tag(self, name: str, value: str, line: int) -> None:
        """Add a tag; a repeated one keeps its first value."""
        if self.tags.setdefault(name, value) != value:
            message = f"tag {name} is given again, as {value!r}: the first value counts"
            self.note("repeated-tag", message, (line, 1))

    def add(self, token: Token, place: Place) -> None:
        """Add a token of a line of game text."""
        if token.kind in (Kind.MOVE, Kind.SUSPECT):
            self._find_due_number()
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
            if complaint := self.numbering.take(int(token.text)):
                self.note("move-number", complaint, place, token.text)
        elif token.kind is Kind.ELLIPSIS:
            self.numbering.leave_gap()
        elif token.kind is Kind.MARKS:
            self._attach("marks", token.text, "")
        elif token.kind is Kind.COMMENT:
            self.add_comment(token.text)
            if token.written:
                self._note_aside(token, place)
        elif token.kind is Kind.SEPARATOR:
            self._note_separator(token, place)
        elif token.kind is Kind.RESULT:
            self._take_result(token.text, place)
        elif token.kind is Kind.WORD:
            message = f"{token.text!r} is not a move and was skipped"
            self.note("skipped-text", message, place, token.text)

    def _find_due_number(self) -> None:
        """Take what looks like a count beside the last move for the number of the next one.

        It is a number if it is the very one that is due, and no move before has a count.
        """
        number = _IN_BRACKETS.search(self.moves[-1]) if self.moves else None
        if number is None or not self.numbering.is_due(int(number[1])):
            return
        counted = self._counted()
        if len(counted) == 1:
            self._uncount(counted)
            self.numbering.take(int(number[1]))

    def _find_numbers(self) -> None:
        """Take what looks like counts for move numbers, in a game that has no others.

        They are numbers if there are several, each is one more than the one before, stands a round
        of moves after it, and has a move behind it.
        """
        counted = self._counted() if self.numbering.last is None else {}
        first = min(counted, default=0)
        rising = {first + 2 * step: counted[first] + step for step in range(len(counted))}
        if len(counted) > 1 and counted == rising and max(counted) < len(self.moves) - 1:
            self._uncount(counted)

    def _counted(self) -> dict[int, int]:
        """Return the counts that stand beside moves, by the index of the move."""
        counts = next((one.counts for one in self.dialects if one.counts), None)
        found = [counts.search(move) for move in self.moves] if counts else []
        return {index: int(count[1]) for index, count in enumerate(found) if count}

    def _uncount(self, counted: Mapping[int, int]) -> None:
        """Cut the numbers of the moves that follow off some moves, with a note each."""
        for index, number in counted.items():
            self.moves[index] = self.moves[index].rpartition("(")[0].rstrip()
            message = f"({number}) is read as the number of the next move, not as a count"
            self.note("bracketed-number", message, self.places[index], f"({number})")

    def add_comment(self, text: str) -> None:
        """Add a comment to the last move, or to the game before the first."""
        if self.moves:
            self._attach("comment", text, " ")
        else:
            self.comment = f"{self.comment} {text}".strip()

    def _note_aside(self, token: Token, place: Place) -> None:
        """Note a comment that mentions a move, for it is not played."""
        message = f"{token.written!r} is read as a comment: no move in it is played"
        self.note("comment", message, place, token.written)

    def _note_separator(self, token: Token, place: Place) -> None:
        """Note the first semicolon that is read as a separator, unlike many others."""
        if not any(one.code == "semicolon" for one in self.findings):
            message = f"{token.text!r} is read as a mark between moves, not as that of a comment"
            self.note("semicolon", message, place, token.text)

    def _attach(self, key: str, text: str, joint: str) -> None:
        if self.moves:
            detail = self.details.setdefault(len(self.moves) - 1, {})
            detail[key] = f"{detail[key]}{joint}{text}" if key in detail else text

    def _take_result(self, text: str, place: Place) -> None:
        found = match_result(text)
        if found is None:
            raise ValueError(f"{text!r} is not a result")
        value = found.value
        if value == MOVER_LOSES:
            value = mover_loses(len(self.moves)) if self._has_two_sides() else UNDECIDED
        if found.termination:
            self.tags.setdefault("Termination", found.termination)
        if text not in CANONICAL:
            self.note("result-words", f"{text!r} is read as {value}", place, text)
        if self.result not in ("", UNDECIDED, value):
            self.note("repeated-result", f"{text!r} after {self.result}: the last counts", place)
        self.result = value

    def _has_two_sides(self) -> bool:
        """Whether one side's loss is the other's win."""
        variant = self.assumptions.variant or self.tags.get("Variant")
        return all(len(dialect.side_letters(variant)) == 2 for dialect in self.dialects)

    def add_line(self, found: Sequence[Token], text: str, first: int) -> None:
        """Add tokens of some lines, the first of which has that number."""
        self.lines.append((text, first))
        place = places_in(text, first)
        for token in found:
            self.add(token, place(token.column))

    @property
    def is_guessed(self) -> bool:
        """Whether neither the caller nor a tag names the game."""
        return not (self.assumptions.game or self.installed or _name(self.tags, "Game"))

    def _likelier(self) -> str | None:
        """Return the game that all lines fit better, a left word weighing two uncanonical moves."""
        dialect = self._dialect()
        if not self.is_guessed or dialect is None or dialect.are_canonical(self.moves):
            return None
        costs: dict[str, int] = {}
        for one in possible_dialects(self.assumptions, self.tags):
            fits = (fit(tokens(text, [one]), one) for text, _ in self.lines)
            cost = -sum(2 * left_over + uncanonical for left_over, uncanonical, *_ in fits)
            costs[one.game] = min(cost, costs.get(one.game, cost))
        best = min(costs, key=lambda game: costs[game])
        return best if costs[best] < costs[dialect.game] else None

    def _read_as(self, game: str, number: int) -> Record:
        """Return the record of the same lines, read as those of a game."""
        pinned = replace(self.assumptions, game=game)
        other = GameBuilder(pinned, self.path, self.line, dict(self.tags))
        other.findings = [one for one in self.findings if one.code in AROUND]
        for text, first in self.lines:
            other.add_line(tokens(text, other.dialects), text, first)
        message = f"the record names no game: all lines together fit {game} best"
        other.note("guessed-game", message, (self.line, 1))
        other.findings.sort(key=lambda one: one.line or 0)
        return other.record(number)

    def _note_rivals(self) -> None:
        """Note that the moves fit several games equally well."""
        among = self.installed or possible_dialects(self.assumptions, self.tags)
        games = equally_likely(self.moves, among) if self.is_guessed else []
        if len(games) > 1:
            reason = f"the record names no game: the moves fit {' and '.join(games)} alike"
            self.note("guessed-game", f"{reason}; read as {games[0]}", (self.line, 1))

    def record(self, number: int) -> Record:
        """Return the finished record, the game being so many-th of its file."""
        if game := self._likelier():
            return self._read_as(game, number)
        self._find_numbers()
        self._note_rivals()
        dialect = self._dialect()
        game = self.assumptions.game or (dialect.game if dialect else None)
        name = self.assumptions.dialect or (
            dialect.name if dialect else _name(self.tags, "Dialect")
        )
        self._check_tags(game)
        game = game or _name(self.tags, "Game")
        extra = self._extra()
        return Record(
            moves=tuple(self.moves),
            game=game,
            variant=self.assumptions.variant or self.tags.get("Variant") or None,
            dialect=name,
            tags={key: value for key, value in self.tags.items() if key not in FIELDS},
            start=self.tags.get("Start") or None,
            result=self._result(),
            comment=self.comment,
            details=self.details,
            source=Source(self.path, self.line, number),
            places=tuple(self.places),
            findings=tuple(self.findings),
            columns=self.numbering.columns,
            extra=extra,
        )

    def _extra(self) -> dict[str, object]:
        """Take out of the tags what is meant for `Record.extra`."""
        if EXTRA not in self.tags:
            return {}
        try:
            extra = json.loads(self.tags[EXTRA])
        except json.JSONDecodeError:
            extra = None
        if not isinstance(extra, dict):
            message = f"tag {EXTRA} holds no JSON object: kept as it is"
            self.note("bad-json", message, (self.line, 1))
            return {}
        del self.tags[EXTRA]
        return extra

    def _dialect(self) -> Dialect[object] | None:
        possible = self.dialects
        return possible[0] if len(possible) == 1 else sniff(self.moves, possible)

    def _result(self) -> str:
        tag = self.tags.get("Result", "").strip()
        if not tag:
            return self.result or UNDECIDED
        found = match_result(tag)
        known = found is not None and found.written == tag and found.value != MOVER_LOSES
        value = found.value if found and known else tag
        if not known and not tag.isdecimal():
            self.note("result-words", f"{tag!r} is not a known result", (self.line, 1))
        if self.result in ("", UNDECIDED, value):
            return value
        if value != UNDECIDED:
            message = f"the tag has {tag}, the end of the moves {self.result}: the end counts"
            self.note("repeated-result", message, (self.line, 1))
        return self.result

    def _check_tags(self, game: str | None) -> None:
        named = _name(self.tags, "Game")
        place: dict[str, object] = {"line": self.line, "column": 1}
        if named and not is_known_game(named) and not self.assumptions.game:
            message = f"game {self.tags['Game']!r} is not one that ludograph knows"
            self.findings.append(violation("unknown-game", message).at(**place))
        elif self.moves and game is None and named is None:
            message = "no known dialect reads these moves"
            try:
                Assumptions(None, None, _name(self.tags, "Dialect"))
            except UnknownName as error:
                message = str(error)
            self.findings.append(violation("unknown-game", message).at(**place))
        if not self.moves and not self.result:
            message = "a game without moves: tags, but nothing that reads as a move after them"
            self.findings.append(violation("no-moves", message).at(**place))
