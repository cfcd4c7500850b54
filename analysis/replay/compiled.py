"""Move texts compiled to steps, and games played by these steps.

A *step* is a move in the form in which `Position.advance` plays it fastest. A game is *canonical*
if each move is legal, and its text is the usual one and has no other meaning. For each text, its
move and the move's text in another dialect are cached if they are the same on every board. If not,
for example where the order of captures matters, the game is played up to that move.

Games with edited plies are played by the same steps. A text that depends on the board is completed
to a move once; when the game is played again, the step of that move is tried first.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from analysis.games import GAMES
from analysis.games.position import AnyPosition, write_unambiguously
from analysis.games.variant import Variant
from notation import Dialect, UnwritableMove, find_dialect
from notation.memo import Memo


class CompiledTexts:
    """The move texts of a dialect, compiled for one variant.

    Args:
        start: the position that games of the variant start from; also an attribute.
        dialect: the dialect; also an attribute.

    Attributes:
        variant: the variant string.
        steps: text -> step for `Position.advance`; None if the text cannot be read, was read
            leniently, or has more than one reading, or if its move cannot be compiled.
        first_steps: text -> step of its first reading, lenient or not.
        moves: text with a step -> complete move; None if the move depends on the board.
        choices: text -> the moves for which it may stand, each with its step; empty if the text is
            not canonical, or if it has several moves and one of them depends on the board. A single
            move is None if it depends on the board.
    """

    def __init__(self, start: AnyPosition, dialect: Dialect[object]) -> None:
        self.start, self.variant, self.dialect = start, str(start.variant), dialect
        self.steps: Memo[str, object | None] = Memo(self._step)
        self.first_steps: Memo[str, object | None] = Memo(self._first_step)
        self.moves: Memo[str, object | None] = Memo(self._move)
        self.choices: Memo[str, Sequence[tuple[object | None, object]]] = Memo(self._choices)
        self._rewrites: Memo[tuple[Dialect[object], str], str | None] = Memo(self._rewrite)

    def candidates(self, text: str) -> Sequence[object]:
        """Return the moves for which a canonical text may stand; see `Position.candidates`."""
        reading = self.dialect.try_read(text)
        if reading is None or reading.notes:
            return ()
        found = list(map(self.start.candidates, reading.moves))
        if len(found) == 1:
            return found[0]
        return list(dict.fromkeys(chain.from_iterable(found))) if all(found) else ()

    def _step(self, text: str) -> object | None:
        reading = self.dialect.try_read(text)
        is_certain = reading and not reading.notes and len(reading.moves) == 1
        return self.first_steps[text] if is_certain else None

    def _first_step(self, text: str) -> object | None:
        reading = self.dialect.try_read(text)
        return self.start.compile(reading.moves[0]) if reading else None

    def _choices(self, text: str) -> Sequence[tuple[object | None, object]]:
        if (sole := self.steps[text]) is not None:
            return [(self.moves[text], sole)]
        claims = self.candidates(text)
        if any(self.start.sole_move(claim) != claim for claim in claims):
            return ()
        steps = zip(claims, map(self.start.compile, claims), strict=True)
        return [(move, step) for move, step in steps if step is not None]

    def _move(self, text: str) -> object | None:
        return self.start.sole_move(self.dialect.read(text).moves[0])

    def _rewrite(self, key: tuple[Dialect[object], str]) -> str | None:
        target, text = key
        move = self.moves[text]
        return None if move is None else self.written(move, target)

    def written(self, move: object, target: Dialect[object]) -> str | None:
        """Write a move as `write_unambiguously` does; None if that depends on the board."""
        try:
            written = target.write(move)
        except UnwritableMove:
            return None
        claim = target.read(written).moves[0]
        return written if self.start.determines(claim, move) else None

    def complete_move(self, text: str, position: AnyPosition) -> object:
        """Return the complete move that a text states in a position; its step has to be legal."""
        move = self.moves[text]
        return position.complete(self.dialect.read(text).moves[0]) if move is None else move

    def rewritten(
        self, texts: Sequence[str], start: AnyPosition, dialect: Dialect[object]
    ) -> list[str]:
        """Return the moves of a canonical game in a dialect.

        Raises:
            UnwritableMove: a move cannot be written in the dialect.
        """
        found, position, reached = list[str](), start, 0
        for index, text in enumerate(texts):
            written = self._rewrites[dialect, text]
            if written is None:  # It depends on the board.
                position, _ = position.advance(map(self.steps.__getitem__, texts[reached:index]))
                move, reached = self.complete_move(text, position), index
                written = write_unambiguously(position, move, dialect)
            found.append(written)
        return found


@lru_cache(maxsize=64)
def compiled_texts(
    rules: type[AnyPosition], variant: Variant, dialect: Dialect[object]
) -> CompiledTexts:
    """Return the compiled texts of a dialect for a variant; ``rules`` is the class of positions."""
    return CompiledTexts(rules.start(variant), dialect)


@lru_cache(maxsize=256)
def compiled_game(game: str, variant: str, dialect: str | None) -> CompiledTexts:
    """Return the compiled texts of a game's variant in a dialect.

    Args:
        game: name of the game.
        variant: the variant string.
        dialect: name of the dialect; None for the usual one.

    Raises:
        UnknownName: there is no such dialect.
        InvalidVariant: the game has no such variant.
    """
    start = GAMES[game].start(variant)
    return compiled_texts(type(start), start.variant, find_dialect(game, dialect))


class EditedPly(NamedTuple):
    """One ply of a game that is being edited.

    Attributes:
        text: the text as edited.
        step: the compiled move of the text; None where the text has to be completed on the board.
        origin: index of the ply in the record; None for an inserted ply.
        settled: whether the text is known to be right.
        notes: number of notes on the reading of the text, and 1 more if it omits the captures.
    """

    text: str
    step: object | None
    origin: int | None
    settled: bool = False
    notes: int = 0


Plies = tuple[EditedPly, ...]

_Completed = tuple[object | None, int, AnyPosition]
"""The step of a move, None if illegal; the number of its notes; the position after it."""


def exchange_plies(plies: Plies, index: int) -> Plies:
    """Return plies with the ply at an index and the next ply exchanged."""
    return (*plies[:index], *reversed(plies[index : index + 2]), *plies[index + 2 :])


def exchange_columns(plies: Plies, index: int) -> Plies:
    """Return plies with the columns exchanged from an index on: ``a b c d`` becomes ``b a d c``."""
    rows = range(index, len(plies), 2)
    return (*plies[:index], *(ply for row in rows for ply in reversed(plies[row : row + 2])))


class PlaythroughResult(NamedTuple):
    """The result of playing plies as far as they are legal.

    Attributes:
        plies: the plies; those that were completed on the board have the steps of their moves.
        reach: index of the first ply that could not be played, or the number of plies.
        position: the position before ply ``reach``.
    """

    plies: Plies
    reach: int
    position: AnyPosition

    @property
    def left(self) -> int:
        """Number of plies that could not be played."""
        return len(self.plies) - self.reach


class Playthrough:
    """Plays edited games of one variant in one dialect.

    Args:
        start: the first position; also an attribute.
        dialect: the dialect of the texts; also an attribute.
        as_recorded: whether illegal moves are played as they are written, if they can be.

    Attributes:
        claims: text -> the moves that it may state; empty if it cannot be read.
    """

    def __init__(
        self, start: AnyPosition, dialect: Dialect[object], as_recorded: bool = False
    ) -> None:
        self.start = start
        self.dialect = dialect
        self.claims: Memo[str, tuple[object, ...]] = Memo(self._read)
        self._steps = compiled_texts(type(start), start.variant, dialect).first_steps
        self._as_recorded = as_recorded
        self._completed: Memo[tuple[AnyPosition, str], _Completed | None]
        self._completed = Memo(self._complete)

    def plies(self, texts: Sequence[str], settled: Collection[int] = frozenset()) -> Plies:
        """Return the plies of a record; ``settled`` has the indices of plies known to be right."""
        return tuple(
            EditedPly(text, self._steps[text], at, at in settled) for at, text in enumerate(texts)
        )

    def run(self, position: AnyPosition, plies: Plies, at: int) -> PlaythroughResult:
        """Play plies from the index ``at`` on, up to the first illegal ply.

        Each ply is played in its likeliest reading that breaks no rule.
        """
        steps = [ply.step for ply in plies]
        edited: list[EditedPly] | None = None
        while True:
            position, played = position.advance(steps[at:])
            at += played
            if at == len(steps) or (found := self._completed[position, plies[at].text]) is None:
                break
            step, notes, position = found
            edited = edited or list(plies)
            edited[at] = plies[at]._replace(step=step, notes=notes)
            at += 1
        return PlaythroughResult(tuple(edited) if edited else plies, at, position)

    def agrees(self, position: AnyPosition, ply: EditedPly) -> bool:
        """Whether a reading of a ply, with the counts in its text, breaks no rule in a position."""
        return self._completed[position, ply.text] is not None

    def after(self, position: AnyPosition, plies: Plies) -> AnyPosition:
        """Return the position after plies; `run` has to be able to play them from ``position``."""
        for ply in plies:
            after, played = position.advance((ply.step,))
            found = None if played else self._completed[position, ply.text]
            position = found[2] if found else after
        return position

    def _read(self, text: str) -> tuple[object, ...]:
        reading = self.dialect.try_read(text)
        return reading.moves if reading else ()

    def _complete(self, key: tuple[AnyPosition, str]) -> _Completed | None:
        """Return the completion of a text on a board; None if every reading breaks a rule."""
        position, text = key
        for complete in (position.completions, position.supplied)[: 2 - self._as_recorded]:
            for claim in self.claims[text]:
                for candidate in complete(claim):
                    if not any(finding.violation for finding in candidate.findings):
                        step, notes = self.start.compile(candidate.move), len(candidate.findings)
                        notes += complete == position.supplied
                        return step, notes, position.after(candidate.move)
        for claim in self.claims[text][: self._as_recorded]:
            found, after = position.recorded(claim), position.as_recorded(claim)
            if found and after is not None and not any(one.violation for one in found.findings):
                return None, len(found.findings), after
        return None
