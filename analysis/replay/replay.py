"""The replay: a record's move texts played on a board, ply by ply.

Checking, converting, drawing and tables are all loops over a replay. It is lazy, keeps the plies
before the error of a broken game, and returns its findings as values.

Most games are legal to the end and canonically written. `Position.advance` plays such a game in one
call; all other games are played ply by ply.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from analysis.games.position import AnyPosition, Outcome
from analysis.replay.findings import Policy, judge, winners
from analysis.replay.setup import Choice, PlayedPly, Setup
from notation import (
    Dialect,
    Finding,
    InvalidPosition,
    InvalidVariant,
    UnknownName,
    dialects,
    find_dialect,
)
from notation.findings import UNREADABLE, note
from notation.numbers import plural
from records import Record
from records.model import NOTHING, UNDECIDED, Diagram

if TYPE_CHECKING:
    # Not loaded here: it needs numpy.
    from analysis.games.arrays import AnyBoards, Words

GUESSED = "guessed-game"
"""Code of the notes on the evidence for a guessed game."""

OPENING = 24
"""Number of first moves by which the guessed game is compared with others."""

MORE = 2
"""Minimum lead in legal moves for which another game or dialect is preferred. Unless all moves are
legal there, it needs this lead over twice the number of legal moves."""

RUN_ON = "run-on"
"""Code of the notes on words that may belong to the next turn."""

_UNCUT = (RUN_ON, "row-cut")

NAMED = 8
"""Maximum number of points named in a finding on a diagram that differs from the board."""


def replay(record: Record, *, variant: str | None = None, as_recorded: bool = False) -> "Replay":
    """Return the replay of a record; its moves are played on demand.

    Args:
        record: the record.
        variant: variant string that overrides the record's own.
        as_recorded: whether to carry out illegal moves where they can be, and to accept captures
            and removals that the players overlooked.
    """
    return Replay(record, variant, as_recorded)


class Replay(Setup):
    """The replay of a record. Its attributes are those of `Setup`."""

    def __init__(
        self, record: Record, variant: str | None = None, as_recorded: bool = False
    ) -> None:
        super().__init__(settle_doubts(record, variant), variant, as_recorded)

    policy: Policy | None = None
    """Which findings count; None for all findings."""
    ignored = 0
    """Number of findings that do not count."""
    _boards: "tuple[AnyBoards, slice] | None" = None
    _branched = False
    _given_up: int | None = None
    """Index of the first ply with readings that were not tried."""

    def __repr__(self) -> str:
        place = f"<Replay of {self.record.source}:"
        if self.game is None or self.start is None:
            return f"{place} not played>"
        plies = f"{self.played} of {plural(len(self.record.moves), 'ply')}"
        verdict = "valid" if self.valid else plural(len(self.violations), "error")
        return f"{place} {self.game.name} {self.variant}, {plies}, {verdict}>"

    @property
    def played(self) -> int:
        """Number of plies that could be played."""
        return len(self.record.moves) if self._final_position else len(self._plies)

    @property
    def _whole(self) -> bool:
        return self.played == len(self.record.moves)

    @property
    def position(self) -> AnyPosition | None:
        """The position after the last ply played."""
        if self._final_position:
            return self._final_position
        return self._plies[-1].after if self._plies else self.start

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None if it did not end, or was not played to its end."""
        return self.position.outcome() if self.position and self._whole else None

    @property
    def verdict(self) -> tuple[int, ...] | None:
        """Indices of the sides that won on the board, or else by the record.

        In a draw these are all sides; None if neither decides.
        """
        if self.start is None:
            return None
        return winners(self.record.result, self.outcome, self.start.sides)

    @property
    def is_canonical(self) -> bool:
        """Whether every text is canonical and unambiguous, and every move legal."""
        return self._final_position is not None

    @property
    def moves(self) -> list[Any]:
        """The complete moves of the plies played."""
        if self.compiled and self.is_canonical:
            return list(map(self.compiled.complete_move, self.record.moves, self.positions()))
        return [ply.move for ply in self.plies()]

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in the order of the record: on the file, the plies, the result."""
        found = list(self.remarks)
        if self.start:
            if not self.is_canonical:
                found += [self.placeholder] if self.placeholder else []
                found += chain.from_iterable(ply.findings for ply in self._plies)
                found += self._closing_findings(self.position or self.start)
            if self.record.diagrams:
                found += _compared(self)
            if self.record.result != UNDECIDED and self._whole:
                found += judge(self.record, self.start, self.outcome)
        if self.policy is not None:
            found, self.ignored = self.policy.apply(self.record, found)
        return tuple(found)

    @property
    def violations(self) -> list[Finding]:
        """The findings that break a rule."""
        return [finding for finding in self.findings if finding.violation]

    @property
    def notes(self) -> list[Finding]:
        """The findings that break no rule."""
        return [finding for finding in self.findings if not finding.violation]

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""
        return not (self.findings and self.violations)

    @property
    def accepted(self) -> tuple[Finding, ...]:
        """The violations of illegal moves that were carried out as recorded, one for each move."""
        if not self.as_recorded or self.is_canonical:
            return ()
        illegal = (ply for ply in self.plies() if ply.move is None)
        return tuple(next(one for one in ply.findings if one.violation) for ply in illegal)

    @property
    def playable(self) -> bool:
        """Whether the record breaks no rule, except by illegal moves carried out as recorded."""
        return self.valid or len(self.violations) == len(self.accepted)

    def under(self, variant: str) -> Self:
        """Return the replay of the record under another variant."""
        return type(self)(self.record, variant, self.as_recorded)

    def fallbacks(self) -> Iterator[tuple[str, Self]]:
        """Yield the variants to try if a guessed variant fails, each with the replay under it."""
        for variant in self.game.fallbacks if self.guessed and self.game else ():
            yield variant, self.under(variant)

    def of(self, record: Record) -> "Replay":
        """Return the replay of another record under the same variant."""
        return Replay(record, str(self.variant) if self.variant else None, self.as_recorded)

    def plies(self) -> Iterator[PlayedPly]:
        """Yield the plies one by one, up to the first that cannot be played."""
        return self._play() if self.is_canonical else iter(self._plies)

    def positions(self) -> Iterator[AnyPosition]:
        """Yield the start, and the position after each ply of `plies`.

        This is much faster than `plies` for canonical games.
        """
        position = self.start
        if position is None or self.compiled is None:
            return
        yield position
        if not self.is_canonical:
            yield from (ply.after for ply in self._plies)
            return
        for text in self.record.moves:
            position, _ = position.advance((self.compiled.steps[text],))
            yield position

    @cached_property
    def _final_position(self) -> AnyPosition | None:
        """The last position of a canonical game; None for other games."""
        if self.start is None or self.compiled is None:
            return None
        steps = map(self.compiled.steps.__getitem__, self.record.moves)
        position, played = self.start.advance(steps)
        return position if played == len(self.record.moves) else None

    def end_in(
        self, position: AnyPosition, outcome: Outcome | None, boards: "AnyBoards", plies: slice
    ) -> None:
        """Store the end of a canonical game that was played on arrays; ``plies`` is the slice of
        its plies in ``boards``."""
        self._final_position, self.outcome = position, outcome
        self._boards = boards, plies

    def known_keys(self) -> "tuple[Words, Words] | None":
        """Return two keys of the position after each ply: its own, and the least key of its images
        under the symmetries of the board.

        None for a game that was replayed alone, not in a batch on arrays.
        """
        if self._boards is None:
            return None
        boards, plies = self._boards
        own, least, _ = boards.known_keys
        return own[plies], least[plies]

    @cached_property
    def _plies(self) -> list[PlayedPly]:
        return list(self._play())

    def _play(self) -> Iterator[PlayedPly]:
        """Play the game and yield its plies.

        If a ply has several readings, the reading with which the game can be played furthest is
        taken.
        """
        position = self.start
        decided: Iterator[Choice] = iter(())
        if position is None:
            return
        for index in range(len(self.record.moves)):
            choice: Choice | None = next(decided, None)
            if choice is None:
                options = self.options(position, index)
                if len(options) > 1:
                    decided = self._decide(index, position)
                    options = [next(decided)]
                if not options:
                    return
                choice = options[0]
            yield self._ply(index, position, choice)
            position = choice.after

    def _decide(self, index: int, position: AnyPosition) -> Iterator[Choice]:
        """Return the choices, from an index on, with which the game can be played furthest."""
        # Loaded here: few games have texts with several readings.
        from analysis.replay.branching import search

        self._branched = True
        choices, gave_up = search(position, index, self.readable_until(index), self.options)
        if gave_up and self._given_up is None:
            self._given_up = index
        return iter(choices)

    def _ply(self, index: int, before: AnyPosition, choice: Choice) -> PlayedPly:
        findings = choice.findings
        if choice.violations:
            from analysis.replay.diagnosis import explained

            findings = tuple(explained(self, index, choice))
        placed = tuple(self.place(one, index, before) for one in findings)
        number, side, text = self.number(index), before.sides[before.turn], self.record.moves[index]
        played = choice.move, before, choice.after, placed, choice.illegal
        return PlayedPly(index + 1, number, side, text, *played)

    def _closing_findings(self, last: AnyPosition) -> Iterator[Finding]:
        """Yield the reason why the game broke off, or a note on texts that remain ambiguous."""
        plies, is_broken = self._plies, not self._whole
        if not is_broken and not self._branched:
            return
        # Loaded here: most games need no reasons.
        from analysis.replay.branching import MAX_POSITIONS
        from analysis.replay.diagnosis import diagnose, open_choices

        if (at := self._given_up) is not None:
            longest = f"after {MAX_POSITIONS} positions the longest line was taken"
            ended = note("search-ended", f"too many readings from here on: {longest}")
            yield self.place(ended, at, plies[at].before)
        if is_broken:
            finding = diagnose(self, len(plies), last)
            if finding.code != UNREADABLE:
                finding = finding.at(message=finding.message + self._other_variant())
            yield self.place(finding, len(plies), last)
        else:
            yield from open_choices(self, plies)

    def _other_variant(self) -> str:
        """Return a hint if the variant was guessed and the whole game is legal under another
        variant."""
        for variant, other in self.fallbacks():
            if other._whole:
                return f" (the variant was guessed: the whole game is legal as {variant})"
        return ""


def settle_doubts(record: Record, variant: str | None = None) -> Record:
    """Return a record in which doubts about the game, turns and start are settled by playing it.

    A note names each change. ``variant`` overrides the record's own variant string.
    """
    # The game was derived only from the moves.
    is_guessed = record.guess or any(one.code == GUESSED for one in record.findings)
    if is_guessed and not variant:
        record = _in_legal_game(record)
    if any(one.code in _UNCUT for one in record.findings):
        record = _settle_turns(record, variant)
    return _settle_start(record, variant) if record.diagrams else record


def _in_legal_game(record: Record) -> Record:
    """Return a record in another game or dialect, if clearly more of its first moves are legal
    there."""
    opening = replace(record, moves=record.moves[:OPENING], result="*", guess="", findings=())
    count, own = len(opening.moves), Replay(opening).played
    if own == count or not (record.game and record.dialect):
        return record
    least = _readable(find_dialect(record.game, record.dialect), record.moves)
    ways = [
        replace(opening, game=one.game, dialect=one.name)
        for one in dialects()
        if (one.game, one.name) != (record.game, record.dialect)
        and _readable(one, record.moves) >= least
    ]
    played = [(Replay(way).played, way) for way in ways]
    legal, best = max(played, key=lambda way: way[0], default=(0, record))
    if legal < (own if legal == count else 2 * own) + MORE:
        return record
    game = best.game if best.game != record.game else f"{best.game} in the dialect {best.dialect}"
    why = (
        f"the record names no game: read as {game}, for {legal} of the first {count} moves are "
        f"legal so, {own} as {record.game} in the dialect {record.dialect}"
    )
    left = tuple(one for one in record.findings if one.code != GUESSED)
    return replace(record, game=best.game, dialect=best.dialect, guess=why, findings=left)


def _readable(dialect: Dialect[object], moves: Sequence[str]) -> int:
    """Return the number of moves that a dialect can read."""
    return sum(
        dialect.lenient_pattern.fullmatch(move) is not None for move in moves if move != NOTHING
    )


def _settle_turns(record: Record, variant: str | None) -> Record:
    """Return a record with the words at the end of a turn moved to the next turn if need be.

    Words are moved only where the moves are illegal otherwise. A note names the first words moved.
    """
    setup = Setup(record, variant)
    if setup.start is None or setup.dialect is None:
        return record
    position, playthrough, texts = setup.start, setup.playthrough, list(record.moves)
    moved, pair = list[int](), texts[:2]
    for at in range(len(texts)):
        ends = setup.dialect.open_ends(texts[at]) if at + 1 < len(texts) else []
        cuts = [(texts[at], ""), *ends]
        runs = ((cut, playthrough.run(position, playthrough.plies(cut[:1]), 0)) for cut in cuts)
        (head, tail), run = next((one for one in runs if one[1].reach), (("", ""), None))
        if run is None:
            if moved and moved[-1] == at - 1:  # The moved words did not make the turn legal.
                texts[moved.pop() : at + 1] = pair
            break
        position = run.position
        if tail:
            pair = texts[at : at + 2]
            texts[at : at + 2] = head, f"{tail} {pair[1]}"
            moved.append(at)
    if not moved:
        return record
    first, (line, column) = moved[0], record.place(moved[0])
    words = record.moves[first].split()[len(texts[first].split()) :]
    more = f", and likewise for {len(moved) - 1} more turns" if len(moved) > 1 else ""
    message = (
        f"{' '.join(words)!r} is read as the beginning of the next turn, "
        f"{texts[first + 1]!r}: otherwise a move is illegal{more}"
    )
    found = note(RUN_ON, message).at(line=line, column=column)
    return replace(record, moves=tuple(texts)).with_findings(found)


def _settle_start(record: Record, variant: str | None) -> Record:
    """Return a record that starts from the diagram above its moves, if the moves fit that start.

    The diagram is not used if the record states a start, if fewer plies are legal from the diagram
    than from the usual start, or if it shows the usual start or the last position. A note says how
    it was used.
    """
    above = [one for one in record.diagrams if not one.ply]
    usual = Replay(replace(record, diagrams=()), variant) if above else None
    if usual is None or usual.start is None:
        return record
    settled = replace(record, diagrams=tuple(one for one in record.diagrams if one.ply))
    shown = _read(above[0], usual)
    if len({one.text for one in above}) > 1:
        what = "is left out: several stand before the moves"
    elif isinstance(shown, str):
        what = f"is left out: {shown}"
    elif str(shown) == str(usual.start):
        what = "shows the start position of the game"
    elif record.start:
        differs = _differs(above[0], shown, usual.start, "the record's start")
        return settled.with_findings(differs)
    elif str(shown) == str(usual.position) and usual.played == len(record.moves):
        what = "shows the position after the last move"
    else:
        begun = replace(settled, start=str(shown))
        played = Replay(begun, variant).played
        if played < usual.played:
            plies = f"{usual.played} plies are legal from the usual start, {played} from it"
            what = f"is left out: {plies}"
        else:
            is_open = played == usual.played
            also = " (they are legal from the usual start, too)" if is_open else ""
            what = f"is read as the start position of the moves below it{also}: {shown}"
            settled = begun
    return settled.with_findings(_note(above[0], what))


def _compared(game: Replay) -> Iterator[Finding]:
    """Yield a finding on each diagram among or after the moves of a game."""
    positions = list(game.positions())
    for one in game.record.diagrams:
        number = f"ply {one.ply}" if one.ply else "the start"
        if one.ply >= len(positions):
            yield _note(one, f"is not compared: the game breaks off before {number}")
            continue
        shown = _read(one, game)
        if isinstance(shown, str):
            yield _note(one, f"is left out: {shown}")
        elif str(shown) == str(positions[one.ply]):
            yield _note(one, f"shows the position after {number}")
        else:
            yield _differs(one, shown, positions[one.ply], f"the position after {number}")


def _read(diagram: Diagram, game: Replay) -> AnyPosition | str:
    """Return the position that a diagram shows, or the reason why it cannot be read."""
    if game.game is None:
        return "the game is unknown"
    try:
        shown: AnyPosition = game.game.diagram().read_text(diagram.text, game.named_variant)
    except (InvalidPosition, InvalidVariant, UnknownName) as error:
        return str(error)
    return shown


def _differs(diagram: Diagram, shown: AnyPosition, reached: AnyPosition, where: str) -> Finding:
    """Return the finding that a diagram differs from the position on the board at ``where``."""
    here, there = shown.pieces(), reached.pieces()
    points = [name for name in there if here.get(name) != there[name]]
    parts = [f"{name} has {here.get(name)} for {there[name]}" for name in points[:NAMED]]
    more = len(points) - len(parts)
    parts += [f"{more} more points"] if more > 0 else []
    if shown.turn != reached.turn:
        parts.append(f"{shown.sides[shown.turn].title()} is to move in it")
    what = ", ".join(parts) or f"it is {shown}, not {reached}"
    message = f"the diagram differs from {where}: {what}"
    return note("diagram-differs", message).at(line=diagram.line, column=1)


def _note(diagram: Diagram, what: str) -> Finding:
    return note("diagram", f"the diagram {what}").at(line=diagram.line, column=1)
