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
from analysis.games.position import Candidate
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
from notation.gipf.points import WAYS, way


class CompletedTurns(State, position.Position[Move, PartialMove, Any]):
    """A state with methods that complete moves from the board."""

    __slots__ = ()

    variant: GipfVariant

    def completions(self, claim: Move | PartialMove) -> list[Candidate[Move]]:
        """Return the legal moves that a complete or partial move can mean here, likeliest first.

        Moves that remove the fewest rows in addition to the stated rows come first. Among these,
        moves with the most captures come first.
        """
        if isinstance(claim, Move):
            move = self.complete(claim)
            return [] if self.check(move) else [Candidate(move, _corrected(self, claim, move))]
        found = list(_turns(self, claim, _fit))
        exact = [one for one in found if all(note.code != _ABRIDGED for note in one.findings)]
        return sorted(exact or found, key=lambda one: _unlikeliness(claim, one.move))

    def complete(self, claim: Move | PartialMove) -> Move:
        """Return a complete move whose rows, marks and reserve count are those of the board.

        Raises:
            TypeError: the move is a partial move.
        """
        if not isinstance(claim, Move):
            raise TypeError(f"{claim} is a partial move: call completions first")
        before = _stated(self, claim.before)
        pushed = self.pushed(claim)
        last = _stated(pushed, claim.after) if pushed else claim.after
        actual = None if claim.reserve is None else self.played(claim).reserve
        return Move(before, claim.push, last, actual)

    def candidates(self, claim: Move | PartialMove) -> tuple[Move | PartialMove, ...]:
        """Return the moves that a claim can mean on some board: one for each target of its push.

        The moves are complete if the claim has no removals. The tuple is empty for a partial move
        that names its side or has no push.
        """
        if isinstance(claim, Move):
            return (claim,)
        push = claim.push
        if push is None or claim.side:
            return ()
        ends: list[Push] = [] if isinstance(push, PartialPush) else [push]
        if isinstance(push, PartialPush):
            dot, first = push.dot, push.spot
            spots = WAYS[dot, first]
            ends = [Push(spot, None if spot == first else dot, push.gipf) for spot in spots]
        if _names_nothing(claim):
            return tuple(Move(NOTHING, end, NOTHING, claim.reserve) for end in ends)
        return tuple(claim._replace(push=end) for end in ends)

    def sole_move(self, claim: Move | PartialMove) -> Move | None:
        """Return a complete move with the line of each row added.

        None for a partial move, and if only the board shows which rows the removed pieces form.
        """
        if isinstance(claim, PartialMove):
            return None
        before, last = _in_one_row(claim.before), _in_one_row(claim.after)
        if before is None or last is None:
            return None
        return claim._replace(before=before, after=last)

    def determines(self, claim: Move | PartialMove, move: Move) -> bool:
        """Whether ``claim`` can mean only ``move`` on every board where ``move`` is legal.

        True for a partial move without removals and with the same push: if a row had to be removed,
        ``move`` would not be legal.
        """
        if isinstance(claim, Move):
            return claim == move
        if move.before or move.after or move.push is None or claim.reserve != move.reserve:
            return False
        return _leads_to(claim.push, move.push) and not claim.side and _names_nothing(claim)

    def violation_of(self, claim: Move | PartialMove) -> Finding:
        """Return a violation that tells why a complete or partial move means no legal move."""
        if isinstance(claim, Move):
            return super().violation_of(claim)
        side = self.variant.sides[self.turn]
        if claim.side not in ("", side):
            message = f"the text has {claim.side.title()} move, and {side.title()} is to move"
            return violation("wrong-side", message)
        if over := laws.after_end(self, Move(NOTHING, None, NOTHING)):
            return over
        openings = self.leading_removals()
        opened = next((one for one in openings if _fit(claim.before, one[0]) is not None), None)
        if opened is None:
            return _removal_misfit(self, claim.before)
        before, ready = opened
        opening = Move(before, _ended(ready, claim.push), NOTHING)
        # Laws after a broken law are not evaluated.
        broken = next((finding for law in laws.OPENING if (finding := law(self, opening))), None)
        return broken or _removal_misfit(self.pushed(opening) or ready, claim.after)

    def corrections(self, claim: Move | PartialMove) -> Iterator[Move]:
        """Yield the legal turns with the push of an illegal move and additional removals."""
        if isinstance(claim, Move):
            removals = claim.before, claim.after
            before, after = (PartialRemoval(spots=taken.spots) for taken in removals)
            claim = PartialMove(before, claim.push, after)
        for one in _turns(self, claim, _more):
            yield one.move

    def as_recorded(self, claim: Move | PartialMove) -> Self | None:
        """Return the position after an illegal move; None if it cannot be carried out.

        Rows that the turn should have removed stay on the board and are stored as overlooked.
        """
        found = self.recorded(claim)
        if found is None:
            return None
        reached = self.after(found.move)
        # Overlooked rows are stored, so that they are reported only once.
        left = reached.rows(self.turn)
        return replace(reached, overlooked=reached.overlooked | left) if left else reached

    def recorded(self, claim: Move | PartialMove) -> Candidate[Move] | None:
        """Return the illegal turn that `as_recorded` carries out; None if it carries out none."""
        move = self.complete(claim) if isinstance(claim, Move) else _followed(self, claim)
        if move is None or move.push is None or not _stands(self, move.before):
            return None
        if move.push.gipf and not self.variant.stacked:
            return None
        now = self.pushed(move)
        if now is None or not _stands(now, move.after):
            return None
        if isinstance(claim, Move):
            return Candidate(move, _corrected(self, claim, move))
        move = _counted(self, move, claim)
        return Candidate(move, _count_findings(self, claim, move))


def _corrected(state: State, claim: Move, move: Move) -> tuple[Finding, ...]:
    """Return findings on wrong marks and counts in ``claim``; ``move`` has the right ones."""
    return _mark_notes(claim, move) + _count_findings(state, claim, move)


def _in_one_row(taken: Removal) -> Removal | None:
    """Return a removal with the line of its only row; None if it is not known to have one row."""
    if not taken:
        return NOTHING
    line = taken.rows[0].named_line if len(taken.rows) == 1 else ""
    return Removal(taken.pieces, (Row(taken.rows[0].pieces, line),)) if line else None


def _leads_to(push: Push | PartialPush | None, whole: Push) -> bool:
    """Return whether a push, or the first step of a push, fits a complete push."""
    if not isinstance(push, PartialPush):
        return push == whole
    dot = whole.dot or push.dot
    first = way(dot, whole.spot)[:1]
    return (push.dot, push.gipf) == (dot, whole.gipf) and first == (push.spot,)


def _names_nothing(partial: PartialMove) -> bool:
    removals = partial.before, partial.after
    return not any(one.rows or one.lines or one.gipf or one.spots for one in removals)


def _stands(state: State, taken: Removal) -> bool:
    """Return whether all pieces of a removal are in rows of the mover."""
    rows = rows_on(state.own, state.occupied) if taken else []
    return taken.spots <= {spot for row in rows for spot in spots(row.spots)}


def _stated(state: State, taken: Removal) -> Removal:
    """Return a removal with marks and rows from the board; rows stay if the removal is illegal."""
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
    """Return a removal with its rows in a given order.

    The removal is unchanged if the order is impossible, or if the rows are on other lines.

    Args:
        state: the state before the removal.
        taken: the removal.
        lines: the names of the rows' lines, in the order of removal.
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


def _count_findings(state: State, claim: Move | PartialMove, move: Move) -> tuple[Finding, ...]:
    if claim.reserve in (None, move.reserve) or move.reserve is None:
        return ()
    return (laws.miscounted(state, claim.reserve, move.reserve),)


_ABRIDGED = "captures-only"
"""The code of the note on a removal in which only captured pieces are named."""


def _unlikeliness(partial: PartialMove, move: Move) -> tuple[int, int]:
    pairs = ((partial.before, move.before), (partial.after, move.after))
    more = sum(len(taken.rows) - partial.rows for partial, taken in pairs if partial.rows)
    return more, -sum(piece.captured for _, taken in pairs for piece in taken.pieces)


Fit = Callable[[PartialRemoval, Removal], tuple[Finding, ...] | None]
"""The type of a function that compares a partial removal with a complete removal. It returns notes
on the match; None if the removals do not match."""


def _turns(state: State, partial: PartialMove, fit: Fit) -> Iterator[Candidate[Move]]:
    """Yield all legal turns that match a partial move; ``fit`` tells whether removals match."""
    if partial.side not in ("", state.variant.sides[state.turn]):
        return
    for before, ready in state.leading_removals():
        first = fit(partial.before, before)
        push = _ended(ready, partial.push)
        opening = Move(before, push, NOTHING)
        if first is None or any(law(state, opening) for law in laws.OPENING):
            continue
        now = state.pushed(opening)
        for last in (
            [now.removal(taken) for taken in now.possible_removals().values()] if now else [NOTHING]
        ):
            notes = fit(partial.after, last)
            if notes is not None:
                ordered = _in_order(now, last, partial.after.order) if now else last
                earlier = _in_order(state, before, partial.before.order)
                move = _counted(state, Move(earlier, push, ordered), partial)
                findings = (*first, *notes, *_count_findings(state, partial, move))
                yield Candidate(move, findings)


def _counted(state: State, move: Move, partial: PartialMove) -> Move:
    if partial.reserve is None:
        return move
    return Move(move.before, move.push, move.after, state.played(move).reserve)


def _ended(state: State, push: Push | PartialPush | None) -> Push | None:
    """Complete the first step of a push to the first empty spot; return other pushes unchanged.

    A line without an empty spot cannot be pushed. The target is then its last spot.
    """
    if not isinstance(push, PartialPush):
        return push
    line = WAYS[push.dot, push.spot]
    free = [spot for spot in line if not state.occupied & BITS[spot]]
    end = free[0] if free else line[-1]
    return Push(end, None if end == push.spot else push.dot, push.gipf)


def _fit(partial: PartialRemoval, taken: Removal) -> tuple[Finding, ...] | None:
    """Match a partial with a complete removal; return notes, or None if they do not match."""
    if partial.spots is not None:
        captured = frozenset(piece.spot for piece in taken.pieces if piece.captured)
        if partial.spots == taken.spots:
            return ()
        if not partial.spots or partial.spots != captured:
            return None
        return (note(_ABRIDGED, f"only captured pieces are named; the whole removal is {taken}"),)
    fits = (
        partial.rows is None or (bool(taken) if partial.rows else not taken),
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


def _followed(state: State, partial: PartialMove) -> Move | None:
    """Return the turn that a partial move probably means, legal or not; None if it is unclear."""
    if partial.side not in ("", state.variant.sides[state.turn]):
        return None
    before = _followed_removal(state, partial.before)
    if before is None:
        return None
    push = _ended(state.ready(Move(before, None, NOTHING)), partial.push)
    now = state.pushed(Move(before, push, NOTHING))
    last = _followed_removal(now, partial.after) if now else NOTHING
    return None if last is None else Move(before, push, last)


def _followed_removal(state: State, partial: PartialRemoval) -> Removal | None:
    if partial.spots is not None:
        return _named(state, partial.spots)
    for taken in map(state.removal, state.possible_removals().values()):
        if _fit(partial, taken) is not None:
            return taken
    return None if partial.rows or partial.lines or partial.gipf else NOTHING


def _named(state: State, cleared: frozenset[str]) -> Removal:
    """Return the removal of the pieces on the named spots."""
    return _stated(state, Removal(tuple(Piece(spot) for spot in sorted(cleared))))


def _removal_misfit(state: State, partial: PartialRemoval) -> Finding:
    """Return a violation that tells why a partial removal means no legal removal."""
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
