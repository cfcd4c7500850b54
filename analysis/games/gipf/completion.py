"""The legal GIPF turns that a complete or partial move can mean on a board.

In a complete move only marks and rows are corrected. A partial move is compared with all legal
turns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

from analysis.games import position
from analysis.games.gipf import laws
from analysis.games.gipf.board import BITS, RowOnBoard, rows_on, spots
from analysis.games.gipf.state import GipfVariant, State, cleared
from analysis.games.position import Candidate, first_violation
from notation.findings import Finding, note, violation
from notation.gipf.moves import (
    NOTHING,
    Move,
    PartialMove,
    PartialPush,
    PartialRemoval,
    Piece,
    Push,
    Removal,
    Row,
)
from notation.gipf.points import WAYS

Claim = Move | PartialMove


class CompletedTurns(State, position.Position[Move, PartialMove, Any]):
    """A state with methods that complete moves from the board."""

    __slots__ = ()

    variant: GipfVariant

    def completions(self, claim: Claim) -> list[Candidate[Move]]:
        """Return the legal moves that a complete or partial move can mean here, likeliest first.

        Moves that remove the fewest rows in addition to the stated rows come first. Among these,
        moves with the most captures come first.
        """
        if isinstance(claim, Move):
            return super().completions(claim)
        found = list(self._turns(claim, _fit))
        exact = [one for one in found if all(note.code != _ABRIDGED for note in one.findings)]
        return sorted(exact or found, key=lambda one: _unlikeliness(claim, one.move))

    def complete(self, claim: Claim) -> Move:
        """Return a move whose rows, marks and reserve count are those of the board.

        Raises:
            ValueError: the move is partial, and its removals are not clear.
        """
        if move := self._probable(claim):
            return move
        raise ValueError(f"{claim} may mean several moves: call completions")

    def discrepancies(self, claim: Claim, move: Move) -> tuple[Finding, ...]:
        """Return findings on marks and a reserve count that differ from the complete move."""
        notes = _mark_notes(claim, move) if isinstance(claim, Move) else ()
        if claim.reserve in (None, move.reserve):
            return notes
        return (*notes, laws.miscounted(self, claim.reserve, move.reserve))

    def candidates(self, claim: Claim) -> tuple[Claim, ...]:
        """Return the moves that a claim can mean on some board: one for each target of its push.

        The moves are complete if the claim has no removals. The tuple is empty for a partial move
        that names its side or has no push.
        """
        if isinstance(claim, Move):
            return (claim,)
        push = claim.push
        if push is None or claim.side:
            return ()
        ends = [push] if isinstance(push, Push) else _ends(push)
        removals = claim.before, claim.after
        if any(one.rows or one.lines or one.gipf or one.spots for one in removals):
            return tuple(claim._replace(push=end) for end in ends)
        return tuple(Move(NOTHING, end, NOTHING, claim.reserve) for end in ends)

    def sole_move(self, claim: Claim) -> Move | None:
        """Return a complete move with the line of each row added.

        None for a partial move, and if only the board shows which rows the removed pieces form.
        """
        if isinstance(claim, PartialMove):
            return None
        before, last = _in_one_row(claim.before), _in_one_row(claim.after)
        if before is None or last is None:
            return None
        return claim._replace(before=before, after=last)

    def violation_of(self, claim: Claim) -> Finding:
        """Return a violation that tells why a complete or partial move means no legal move."""
        if isinstance(claim, Move):
            return super().violation_of(claim)
        if not self._may_move(claim):
            side, mover = claim.side.title(), self.variant.sides[self.turn].title()
            return violation("wrong-side", f"the text has {side} move, and {mover} is to move")
        if over := laws.after_end(self, Move(NOTHING, None, NOTHING)):
            return over
        for before, ready in self.leading_removals():
            if _fit(claim.before, before) is not None:
                opening = Move(before, _ended(ready, claim.push), NOTHING)
                # Laws after a broken law are not evaluated.
                broken = first_violation(laws.OPENING, self, opening)
                return broken or _removal_misfit(self.pushed(opening) or ready, claim.after)
        return _removal_misfit(self, claim.before)

    def corrections(self, claim: Claim) -> Iterator[Move]:
        """Yield the legal turns with the push of an illegal move, and at least its removals."""
        if isinstance(claim, Move):
            removals = claim.before, claim.after
            before, after = (PartialRemoval(spots=taken.spots) for taken in removals)
            claim = PartialMove(before, claim.push, after)
        for one in self._turns(claim, _more):
            yield one.move

    def as_recorded(self, claim: Claim) -> Self | None:
        """Return the position after an illegal move; None if it cannot be carried out.

        Rows that the turn should have removed stay on the board and are stored as overlooked.
        """
        reached = super().as_recorded(claim)
        if reached is None:
            return None
        # Overlooked rows are stored, so that they are reported only once.
        left = reached.rows(self.turn)
        return replace(reached, overlooked=reached.overlooked | left) if left else reached

    def recorded(self, claim: Claim) -> Candidate[Move] | None:
        """Return the illegal turn that `as_recorded` carries out; None if that is impossible."""
        move = self._probable(claim)
        if move is None or move.push is None or not _stands(self, move.before):
            return None
        now = self.pushed(move) if self.variant.stacked or not move.push.gipf else None
        if now is None or not _stands(now, move.after):
            return None
        return Candidate(move, self.discrepancies(claim, move))

    def _may_move(self, claim: PartialMove) -> bool:
        return claim.side in ("", self.variant.sides[self.turn])

    def _turns(self, claim: PartialMove, fit: "Fit") -> Iterator[Candidate[Move]]:
        """Yield all legal turns that match a partial move; ``fit`` tells whether removals match."""
        for before, ready in self.leading_removals() if self._may_move(claim) else ():
            first = fit(claim.before, before)
            opening = Move(before, _ended(ready, claim.push), NOTHING)
            if first is None or first_violation(laws.OPENING, self, opening):
                continue
            now = self.pushed(opening)
            for after in now.removals() if now else (NOTHING,):
                notes = fit(claim.after, after)
                if notes is None:
                    continue
                if now:
                    after = _in_order(now, after, claim.after.order)
                earlier = _in_order(self, before, claim.before.order)
                move = self._counted(claim, Move(earlier, opening.push, after))
                yield Candidate(move, (*first, *notes, *self.discrepancies(claim, move)))

    def _probable(self, claim: Claim) -> Move | None:
        """Return the turn that a claim probably means, legal or not; None if it is unclear."""
        if isinstance(claim, PartialMove) and not self._may_move(claim):
            return None
        before = _probable_removal(self, claim.before)
        if before is None:
            return None
        push = claim.push
        if isinstance(push, PartialPush):
            push = _ended(self.ready(Move(before, None, NOTHING)), push)
        now = self.pushed(Move(before, push, NOTHING))
        after = _probable_removal(now, claim.after) if now else claim.after
        if not isinstance(after, Removal):
            return None
        return self._counted(claim, Move(before, push, after))

    def _counted(self, claim: Claim, move: Move) -> Move:
        """Return a move with the right count of the reserve, if the claim states a count."""
        if claim.reserve is None:
            return move
        return move._replace(reserve=self.played(move).reserve)


def _in_one_row(taken: Removal) -> Removal | None:
    """Return a removal with the line of its only row; None if it is not known to have one row."""
    if not taken:
        return NOTHING
    line = taken.rows[0].named_line if len(taken.rows) == 1 else ""
    return Removal(taken.pieces, (Row(taken.rows[0].pieces, line),)) if line else None


def _stands(state: State, taken: Removal) -> bool:
    """Return whether all pieces of a removal are in rows of the mover."""
    rows = rows_on(state.own, state.occupied) if taken else []
    return taken.spots <= {spot for row in rows for spot in spots(row.spots)}


def _stated(state: State, taken: Removal) -> Removal:
    """Return a removal with marks and rows from the board; an illegal removal keeps its rows."""
    if not taken:
        return NOTHING
    rows = state.possible_removals().get(cleared(taken))
    if rows is not None and taken.spots <= BITS.keys():
        return _in_order(state, state.removal(rows), [row.named_line for row in taken.rows])
    pieces = {
        state.taken_piece(piece.spot) if state.occupied & BITS.get(piece.spot, 0) else piece
        for piece in taken.pieces
    }
    return Removal(tuple(sorted(pieces)), taken.rows)


def _in_order(state: State, taken: Removal, lines: Sequence[str]) -> Removal:
    """Return a removal with its rows in the order of the names of their lines.

    The removal is unchanged if the order is impossible, or if the rows are on other lines.
    """
    if len(taken.rows) < 2 or sorted(lines) != sorted(row.line for row in taken.rows):
        return taken
    ordered, gone, all_taken = list[RowOnBoard](), 0, cleared(taken)
    for line in lines:
        standing = rows_on(state.own & ~gone, state.occupied & ~gone)
        whole = next((row.spots for row in standing if row.line == line), 0)
        if not whole & all_taken:
            return taken
        ordered.append(RowOnBoard(line, whole & all_taken))
        gone |= whole & all_taken
    return state.removal(tuple(ordered))


def _probable_removal(state: State, claim: Removal | PartialRemoval) -> Removal | None:
    if isinstance(claim, Removal):
        return _stated(state, claim)
    if claim.spots is not None:
        return _named(state, claim.spots)
    fitting = (taken for taken in state.removals() if _fit(claim, taken) is not None)
    return next(fitting, None if claim.rows or claim.lines or claim.gipf else NOTHING)


def _named(state: State, cleared: frozenset[str]) -> Removal:
    """Return the removal of the pieces on the named spots."""
    return _stated(state, Removal(tuple(Piece(spot) for spot in sorted(cleared))))


def _mark_notes(claim: Move, move: Move) -> tuple[Finding, ...]:
    """Return notes on wrong marks of removed pieces in ``claim``; ``move`` has the right ones."""
    notes = []
    for written, actual in ((claim.before, move.before), (claim.after, move.after)):
        right = {piece.spot: piece for piece in actual.pieces}
        for piece in written.pieces:
            was, is_now = piece, right[piece.spot]
            message = f"{is_now}, not {was}"
            if was.gipf != is_now.gipf:
                code = "superfluous-gipf-mark" if was.gipf else "missing-gipf-mark"
                notes.append(note(code, message))
            if was.captured != is_now.captured:
                code = "superfluous-capture-mark" if was.captured else "missing-capture-mark"
                notes.append(note(code, message))
    return tuple(notes)


_ABRIDGED = "captures-only"
"""The code of the note on a removal in which only captured pieces are named."""


def _unlikeliness(partial: PartialMove, move: Move) -> tuple[int, int]:
    pairs = ((partial.before, move.before), (partial.after, move.after))
    more = sum(len(taken.rows) - partial.rows for partial, taken in pairs if partial.rows)
    return more, -sum(piece.captured for _, taken in pairs for piece in taken.pieces)


Fit = Callable[[PartialRemoval, Removal], tuple[Finding, ...] | None]
"""The type of a function that compares a partial removal with a complete removal. It returns notes
on the match; None if the removals do not match."""


def _fit(partial: PartialRemoval, taken: Removal) -> tuple[Finding, ...] | None:
    """Match a partial with a complete removal; return notes, or None if they do not match."""
    if partial.spots is not None:
        captured = {piece.spot for piece in taken.pieces if piece.captured}
        if partial.spots == taken.spots:
            return ()
        if not partial.spots or partial.spots != captured:
            return None
        return (note(_ABRIDGED, f"only captured pieces are named; the whole removal is {taken}"),)
    fits = (
        partial.rows is None or bool(taken) == (partial.rows > 0),
        len(taken.rows) >= (partial.rows or 0),
        not partial.lines or {row.line for row in taken.rows} == partial.lines,
        partial.gipf is None or taken.gipf == partial.gipf,
    )
    return () if all(fits) else None


def fits(partial: PartialRemoval, taken: Removal) -> bool:
    """Whether a partial removal matches a complete removal without a note."""
    return _fit(partial, taken) == ()


def _more(partial: PartialRemoval, taken: Removal) -> tuple[Finding, ...] | None:
    """Match as `_fit` does, but let the removal have further rows and pieces."""
    fits = (
        len(taken.rows) >= (partial.rows or 0),
        partial.lines <= {row.line for row in taken.rows},
        (partial.gipf or frozenset()) <= taken.gipf,
        (partial.spots or frozenset()) <= taken.spots,
    )
    return () if all(fits) else None


def _ends(push: PartialPush) -> list[Push]:
    """Return the pushes with a given first step: those that displace 0, 1, 2, ... pieces."""
    return [
        Push(spot, push.dot if run else None, push.gipf)
        for run, spot in enumerate(WAYS[push.dot, push.spot])
    ]


def _ended(state: State, push: Push | PartialPush | None) -> Push | None:
    """Complete the first step of a push to the first empty spot; return other pushes unchanged.

    A line without an empty spot cannot be pushed. The target is then its last spot.
    """
    if not isinstance(push, PartialPush):
        return push
    ends = _ends(push)
    return next((end for end in ends if not state.occupied & BITS[end.spot]), ends[-1])


def _removal_misfit(state: State, partial: PartialRemoval) -> Finding:
    """Return the violation that explains why no legal removal fits a partial one."""
    if partial.spots is not None or partial.rows == 0:
        taken = _named(state, partial.spots or frozenset())
        pieces = Move(taken, None, NOTHING)
        finding = laws.points(state, pieces) or laws.removal(state, taken)
        if finding:
            return finding
    side = state.variant.sides[state.turn].title()
    standing = rows_on(state.own, state.occupied)
    lines = ", ".join(row.line for row in standing)
    if not standing:
        return violation("no-row", f"{side} has no row of 4, but the text takes one")
    if missing := partial.lines - {row.line for row in standing}:
        message = f"{side} has no row on {', '.join(sorted(missing))}, only on {lines}"
        return violation("no-row", message)
    if partial.gipf:
        named = ", ".join(sorted(partial.gipf))
        message = f"no removal takes just the GIPF pieces {named}; {side} has rows on {lines}"
        return violation("outside-row", message)
    if partial.lines:
        message = (
            f"{side} has rows on {lines}; the text takes only {', '.join(sorted(partial.lines))}"
        )
        return violation("missed-removal", message)
    message = f"the text takes {partial.rows} rows; {side} has rows on {lines}"
    return violation("no-row", message)
