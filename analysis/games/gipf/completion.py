"""From what a GIPF text says to the turns that it can stand for on a board.

A complete move only has its marks and rows set right. Of an outline, everything that it leaves
open is tried.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.games.gipf import laws
from analysis.games.gipf.board import BITS, spots, stretches
from analysis.games.position import Candidate
from notation.findings import Finding, note, violation
from notation.gipf.lists import (
    NOTHING,
    Claim,
    Move,
    PartialMove,
    PartialPush,
    PartialRemoval,
    Piece,
    Push,
    Removal,
)
from notation.gipf.points import WAYS, way

if TYPE_CHECKING:
    from analysis.games.gipf.rules import Position


def after(position: "Position", move: Move) -> "Position":
    """Return the position after a turn that can be carried out, legal or not."""
    now = laws.pushed(position, move) or laws.ready(position, move)
    reached = now.lifted(laws.cleared(move.after) & now.occupied).pass_turn()
    if not position.overlooked:
        return reached
    return replace(
        reached, overlooked=position.overlooked & (_rows(reached, 0) | _rows(reached, 1))
    )


def _rows(position: "Position", side: int) -> frozenset[tuple[int, str]]:
    """Return the rows of a side that have to be taken, by side and line."""
    own = position.black if side else position.white
    standing = stretches(own, position.occupied)
    return frozenset((side, row.line) for row in standing if row.spots & ~position.gipf)


def complete(claim: Claim) -> Move | None:
    """Return the turn that a claim stands for wherever it is legal and fits the board exactly.

    None for an outline, and where the board tells how what is taken divides into rows.
    """
    if isinstance(claim, PartialMove):
        return None
    before, last = _in_one_row(claim.before), _in_one_row(claim.after)
    if before is None or last is None:
        return None
    return replace(claim, before=before, after=last)


def _in_one_row(taken: Removal) -> Removal | None:
    """Return a removal of one row at most with the line that it lies on, None of any other."""
    if not taken:
        return NOTHING
    line = taken.rows[0].named_line if len(taken.rows) == 1 else ""
    return replace(taken, rows=(replace(taken.rows[0], line=line),)) if line else None


def determines(claim: Claim, move: Move) -> bool:
    """Tell whether a claim stands for a turn on every board where that is legal.

    An outline does if nothing is taken: where a row must be taken the turn is not legal, and a row
    of GIPF pieces that may be taken would have to be named.
    """
    if isinstance(claim, Move):
        return claim == move
    if move.before or move.after or move.push is None or claim.reserve != move.reserve:
        return False
    return _leads_to(claim.push, move.push) and not claim.side and _names_nothing(claim)


def _leads_to(push: Push | PartialPush | None, whole: Push) -> bool:
    """Tell whether a push, or its first step, is that of a push that is possible."""
    if not isinstance(push, PartialPush):
        return push == whole
    dot = whole.dot or push.dot
    first = way(dot, whole.spot)[:1]
    return (push.dot, push.gipf) == (dot, whole.gipf) and first == (push.spot,)


def _names_nothing(outline: PartialMove) -> bool:
    hints = outline.before, outline.after
    return not any(hint.rows or hint.lines or hint.gipf or hint.spots for hint in hints)


def candidates(position: "Position", claim: Claim) -> list[Candidate[Move]]:
    """Return the legal moves that a claim can stand for, likeliest first.

    Of several, those come first that take as many rows as the text says, and of those the ones
    that capture most.
    """
    if isinstance(claim, Move):
        move = described(position, claim)
        if position.check(move):
            return []
        return [Candidate(move, _mark_notes(claim, move) + _count_findings(position, claim, move))]
    found = list(_turns(position, claim, _fit))
    exact = [one for one in found if all(note.code != _ABRIDGED for note in one.findings)]
    return sorted(exact or found, key=lambda one: _unlikeliness(claim, one.move))


def recorded(position: "Position", claim: Claim) -> "Position | None":
    """Return the position that an illegal turn left, None if it cannot be carried out."""
    move = described(position, claim) if isinstance(claim, Move) else _followed(position, claim)
    if move is None or move.push is None or not _stands(position, move.before):
        return None
    if move.push.gipf and not position.variant.stacked:
        return None
    now = laws.pushed(position, move)
    if now is None or not _stands(now, move.after):
        return None
    reached = after(position, move)
    # What is reported now may go on standing: it is not reported again every turn.
    left = _rows(reached, position.turn)
    return replace(reached, overlooked=reached.overlooked | left) if left else reached


def corrections(position: "Position", claim: Claim) -> Iterator[Move]:
    """Yield the legal turns with the same push that take more than an illegal claim does."""
    if isinstance(claim, Move):
        before, after = (PartialRemoval(spots=taken.spots) for taken in (claim.before, claim.after))
        claim = PartialMove(before, claim.push, after)
    for one in _turns(position, claim, _more):
        yield one.move


def described(position: "Position", move: Move) -> Move:
    """Return a move with the marks of its pieces, its rows and its count set right."""
    before = _stated(position, move.before)
    pushed = laws.pushed(position, move)
    last = _stated(pushed, move.after) if pushed else move.after
    actual = None if move.reserve is None else laws.reserve_after(position, move)
    return Move(before, move.push, last, actual)


def _stands(position: "Position", taken: Removal) -> bool:
    """Tell whether what is said to be taken stands in rows of the mover's."""
    rows = stretches(position.own, position.occupied) if taken else []
    return taken.spots <= {spot for row in rows for spot in spots(row.spots)}


def _stated(position: "Position", taken: Removal) -> Removal:
    """Return a removal as the board has it, in whole rows where the rules make them up."""
    if not taken:
        return NOTHING
    rows = position.outcomes().get(laws.cleared(taken))
    if rows is not None and taken.spots <= BITS.keys():
        return position.removal(rows)
    pieces = {
        position.taken_piece(piece.spot) if position.occupied & BITS.get(piece.spot, 0) else piece
        for piece in taken.pieces
    }
    return Removal(tuple(sorted(pieces)), taken.rows)


def _mark_notes(claim: Move, move: Move) -> tuple[Finding, ...]:
    """Return notes on the marks of removed pieces that a text has wrong."""
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


def _count_findings(position: "Position", claim: Claim, move: Move) -> tuple[Finding, ...]:
    if claim.reserve in (None, move.reserve) or move.reserve is None:
        return ()
    return (laws.miscounted(position, claim.reserve, move.reserve),)


_ABRIDGED = "captures-only"
"""The code of the note that a removal names only what is captured."""


def _unlikeliness(outline: PartialMove, move: Move) -> tuple[int, int]:
    pairs = ((outline.before, move.before), (outline.after, move.after))
    more = sum(len(taken.rows) - hint.rows for hint, taken in pairs if hint.rows)
    return more, -sum(piece.captured for _, taken in pairs for piece in taken.pieces)


Fit = Callable[[PartialRemoval, Removal], tuple[Finding, ...] | None]
"""Tells with which notes a hint fits a removal; None if it does not fit."""


def _turns(position: "Position", outline: PartialMove, fit: Fit) -> Iterator[Candidate[Move]]:
    """Yield every legal turn that an outline fits."""
    if outline.side not in ("", position.sides[position.turn]):
        return
    for before, ready in position.opened():
        first = fit(outline.before, before)
        push = _ended(ready, outline.push)
        opening = Move(before, push, NOTHING)
        if first is None or any(law(position, opening) for law in laws.OPENING):
            continue
        now = laws.pushed(position, opening)
        for last in [now.removal(taken) for taken in now.outcomes().values()] if now else [NOTHING]:
            notes = fit(outline.after, last)
            if notes is not None:
                move = _counted(position, Move(before, push, last), outline)
                findings = (*first, *notes, *_count_findings(position, outline, move))
                yield Candidate(move, findings)


def _counted(position: "Position", move: Move, outline: PartialMove) -> Move:
    if outline.reserve is None:
        return move
    return Move(move.before, move.push, move.after, laws.reserve_after(position, move))


def _ended(position: "Position", push: Push | PartialPush | None) -> Push | None:
    """Return a push with its end; that of a full line ends nowhere, and on its last spot here."""
    if not isinstance(push, PartialPush):
        return push
    line = WAYS[push.dot, push.spot]
    free = [spot for spot in line if not position.occupied & BITS[spot]]
    end = free[0] if free else line[-1]
    return Push(end, None if end == push.spot else push.dot, push.gipf)


def _fit(hint: PartialRemoval, taken: Removal) -> tuple[Finding, ...] | None:
    """Return the notes with which a hint fits a removal, None if it does not fit."""
    if hint.spots is not None:
        captured = frozenset(piece.spot for piece in taken.pieces if piece.captured)
        if hint.spots == taken.spots:
            return ()
        if not hint.spots or hint.spots != captured:
            return None
        return (note(_ABRIDGED, f"only captured pieces are named; the whole removal is {taken}"),)
    fits = (
        hint.rows is None or (bool(taken) if hint.rows else not taken),
        len(taken.rows) >= (hint.rows or 0),
        not hint.lines or {row.line for row in taken.rows} == hint.lines,
        hint.gipf is None or taken.gipf == hint.gipf,
    )
    return () if all(fits) else None


def _more(hint: PartialRemoval, taken: Removal) -> tuple[Finding, ...] | None:
    """Fit a removal that takes what a hint says, and perhaps more."""
    fits = (
        len(taken.rows) >= (hint.rows or 0),
        hint.lines <= {row.line for row in taken.rows},
        (hint.gipf or frozenset()) <= taken.gipf,
        (hint.spots or frozenset()) <= taken.spots,
    )
    return () if all(fits) else None


def _followed(position: "Position", outline: PartialMove) -> Move | None:
    """Return the turn that an outline seems to tell, legal or not; None if that is not clear."""
    if outline.side not in ("", position.sides[position.turn]):
        return None
    before = _followed_removal(position, outline.before)
    if before is None:
        return None
    push = _ended(laws.ready(position, Move(before, None, NOTHING)), outline.push)
    now = laws.pushed(position, Move(before, push, NOTHING))
    last = _followed_removal(now, outline.after) if now else NOTHING
    return None if last is None else Move(before, push, last)


def _followed_removal(position: "Position", hint: PartialRemoval) -> Removal | None:
    if hint.spots is not None:
        return _named(position, hint.spots)
    for taken in map(position.removal, position.outcomes().values()):
        if _fit(hint, taken) is not None:
            return taken
    return None if hint.rows or hint.lines or hint.gipf else NOTHING


def _named(position: "Position", cleared: frozenset[str]) -> Removal:
    """Return a removal of what stands on some spots."""
    return _stated(position, Removal(tuple(Piece(spot) for spot in sorted(cleared))))


def unfit(position: "Position", outline: PartialMove) -> Finding:
    """Return the violation that keeps an outline from fitting any legal turn."""
    side = position.sides[position.turn]
    if outline.side not in ("", side):
        message = f"the text has {outline.side.title()} move, and {side.title()} is to move"
        return violation("wrong-side", message)
    if over := laws.after_end(position, Move(NOTHING, None, NOTHING)):
        return over
    fitting = [
        opened for opened in position.opened() if _fit(outline.before, opened[0]) is not None
    ]
    if not fitting:
        return _misfit(position, outline.before)
    before, ready = fitting[0]
    opening = Move(before, _ended(ready, outline.push), NOTHING)
    # No law is asked that relies on one which is broken.
    broken = next((finding for law in laws.OPENING if (finding := law(position, opening))), None)
    return broken or _misfit(laws.pushed(position, opening) or ready, outline.after)


def _misfit(position: "Position", hint: PartialRemoval) -> Finding:
    """Return the violation that keeps a hint from fitting any removal on a board."""
    if hint.spots is not None or hint.rows == 0:
        taken = _named(position, hint.spots or frozenset())
        pieces = Move(taken, None, NOTHING)
        finding = laws.points(position, pieces) or laws.removal(position, taken)
        if finding:
            return finding
    side = position.sides[position.turn].title()
    standing = stretches(position.own, position.occupied)
    lines = ", ".join(row.line for row in standing)
    if not standing:
        return violation("no-row", f"{side} has no row of 4, and one is said to be taken")
    if missing := hint.lines - {row.line for row in standing}:
        message = f"{side} has no row on {', '.join(sorted(missing))}, only on {lines}"
        return violation("no-row", message)
    if hint.gipf:
        named = ", ".join(sorted(hint.gipf))
        message = f"no removal takes just the GIPF pieces {named}; {side} has rows on {lines}"
        return violation("outside-row", message)
    if hint.lines:
        message = f"{side} has rows on {lines}; not only {', '.join(sorted(hint.lines))} go"
        return violation("missed-removal", message)
    message = f"{hint.rows} rows are said to be taken; {side} has rows on {lines}"
    return violation("no-row", message)
