"""The laws of GIPF: functions that tell why a turn is illegal.

A law takes a state and a complete move and returns a violation, or None. Its docstring states the
law, with the paragraph of the rule book: 1 E 5 is number 5 of chapter 1 E. Laws are called in the
order of `LAWS`, so that each may assume that earlier laws are kept.
"""

from functools import reduce
from operator import or_

from analysis.games.gipf.board import BITS, RowOnBoard, rows_on, spots
from analysis.games.gipf.state import State, cleared
from notation.findings import Finding, violation
from notation.gipf.moves import Move, Piece, Removal
from notation.gipf.points import DOTS, ENTRIES, LINES, WAYS, name, way, why_not


def after_end(state: State, move: Move) -> Finding | None:
    """Law: nothing is played after a side has lost its last GIPF piece (2 C)."""
    for side in (state.turn, 1 - state.turn):
        if state.has_lost_gipf(side):
            message = f"the game is over: {_side(side)} has no GIPF piece left on the board"
            return violation("after-end", message)
    return None


def points(state: State, move: Move) -> Finding | None:
    """Law: pieces enter from dots and stand on spots (1 A)."""
    stood = [piece.spot for piece in (*move.before.pieces, *move.after.pieces)]
    reached = [move.push.spot] if move.push else []
    entered = [move.push.dot] if move.push and move.push.dot else []
    for point in (*stood, *entered, *reached):
        if reason := why_not(point):
            return violation("no-such-point", reason)
    for point in (*stood, *reached):
        if point in DOTS:
            message = f"{point} is one of the 24 dots; pieces stand on the 37 spots inside them"
            return violation("dot-as-spot", message)
    for point in entered:
        if point not in DOTS:
            message = f"{point} is one of the 37 spots; pieces enter from the 24 dots around them"
            return violation("spot-as-dot", message)
    return None


def marks(state: State, move: Move) -> Finding | None:
    """Law: each removed piece is named once, with the right marks (``G``, ``*``)."""
    for removal in (move.before, move.after):
        if len(removal.spots) < len(removal.pieces):
            return violation("named-twice", f"a spot is named more than once: {removal}")
    return _mismarked(state, move.before) or _mismarked(state.pushed(move), move.after)


def leading(state: State, move: Move) -> Finding | None:
    """Law: a player removes the rows of its colour that are there before its push (rule 1 E 5)."""
    return removal(state, move.before)


def needs_push(state: State, move: Move) -> Finding | None:
    """Law: every turn brings in a piece, unless the removal before it ends the game (1 D)."""
    over = state.ready(move).is_decided()
    if move.push is None and not over:
        return violation("no-push", "a turn brings a piece into play, and no push is written")
    if over and (move.push or move.after):
        message = f"the game is over after the removal {move.before}: nothing is pushed"
        return violation("after-end", message)
    return None


def reserve(state: State, move: Move) -> Finding | None:
    """Law: the piece brought in comes from the reserve; a GIPF piece needs two (1 F, 2 B)."""
    if move.push is None:
        return None
    left, side = state.ready(move).reserve, _side(state.turn)
    if left == 0:
        message = f"{side} has 0 pieces in reserve and must bring one in: {side} has lost"
        return violation("reserve-empty", message)
    if move.push.gipf and left < 2:
        message = f"a GIPF piece takes 2 pieces from the reserve, and {side} has {left}"
        return violation("reserve-short", message)
    return None


def kind(state: State, move: Move) -> Finding | None:
    """Law: GIPF pieces are brought in only at the beginning of the tournament game (3)."""
    if move.push is None:
        return None
    side, now = _side(state.turn), state.ready(move)
    if move.push.gipf and not now.bringing[now.turn]:
        message = f"{side} has brought in a single piece: no more GIPF pieces after that"
        if state.variant.kind != "tournament":
            message = f"no GIPF pieces are brought in in the {state.variant.kind} game"
        return violation("gipf-too-late", message)
    if not move.push.gipf and now.must_be_gipf():
        message = f"the first piece that {side} brings in is a GIPF piece"
        return violation("gipf-missing", message)
    return None


def push_line(state: State, move: Move) -> Finding | None:
    """Law: a push runs along a line, from a dot (rule 1 D)."""
    if move.push is None:
        return None
    spot, dot = move.push.spot, move.push.dot
    if dot is None and spot not in ENTRIES:
        message = f"{spot} is not next to a dot, so the dot where the piece enters has to be named"
        return violation("dot-missing", message)
    if dot is not None and not way(dot, spot):
        lines = " or ".join(name(line) for line in LINES if dot in (line[0], line[-1]))
        return violation("no-line", f"no line leads from {dot} to {spot}, only along {lines}")
    return None


def push_end(state: State, move: Move) -> Finding | None:
    """Law: displaced pieces move one spot and stay on the board (1 D 3-4).

    The text must name the target of the furthest piece.
    """
    if move.push is None:
        return None
    occupied = state.ready(move).occupied
    spot, dot = move.push.spot, move.push.dot
    if dot is None:
        if not occupied & BITS[spot]:
            return None
        ends = [(dot, _free(occupied, way)) for (dot, first), way in WAYS.items() if first == spot]
        pushes = [f"{dot}-{free[0]}" for dot, free in sorted(ends) if free]
        message = f"{spot} is occupied, and the lines from its dots are full"
        if pushes:
            message = (
                f"{spot} is occupied: a push that displaces pieces names its dot and the spot "
                f"where the last of them ends, here {' or '.join(pushes)}"
            )
        return violation("occupied-spot", message)
    line = next(tuple(line) for line in LINES if dot in line and spot in line)
    whole = way(dot, line[-2] if line[0] == dot else line[1])
    free = _free(occupied, whole)
    if not free:
        message = f"the line {name(line)} is full: its {len(whole)} spots are occupied"
        return violation("full-line", message)
    run = whole.index(free[0])
    if free[0] != spot or not run:
        moved = {0: "displaces nothing", 1: "displaces 1 piece"}.get(run, f"displaces {run} pieces")
        message = f"the push from {dot} to {whole[0]} {moved} and ends on {free[0]}, not {spot}"
        return violation("wrong-end", message)
    return None


def _free(occupied: int, way: tuple[str, ...]) -> list[str]:
    return [spot for spot in way if not occupied & BITS[spot]]


def trailing(state: State, move: Move) -> Finding | None:
    """Law: the mover's rows on the board after the push are removed (1 E 3)."""
    now = state.pushed(move)
    return removal(now, move.after) if now else None


def reserve_count(state: State, move: Move) -> Finding | None:
    """Law: a stated count is the number of pieces in the mover's reserve after the turn."""
    actual = state.played(move).reserve
    return None if move.reserve in (None, actual) else miscounted(state, move.reserve, actual)


OPENING = (after_end, points, marks, leading, needs_push, reserve, kind, push_line, push_end)
"""The laws that concern a turn up to its push."""

LAWS = (*OPENING, trailing, reserve_count)


def removal(state: State, taken: Removal) -> Finding | None:
    """Law: rows are removed with the pieces that extend them; GIPF pieces may stay (1 E, 2 B)."""
    for piece in taken.pieces:
        if not state.occupied & BITS[piece.spot]:
            return violation("empty-spot", f"{piece.spot} is empty: there is nothing to remove")
    claimed = cleared(taken)
    if claimed in state.possible_removals():
        return None
    standing = rows_on(state.own, state.occupied)
    if not standing:
        return _rowless(state, taken)
    if outside := claimed & ~reduce(or_, (row.spots for row in standing)):
        rows = " and ".join(map(_described, standing))
        message = f"no row of {_side(state.turn)}'s holds {_names(outside)}; there is {rows}"
        return violation("outside-row", message)
    return _unfinished(state, claimed)


def _rowless(state: State, taken: Removal) -> Finding:
    side, other = _side(state.turn), _side(1 - state.turn)
    message = f"{side} has no row of 4 to take {taken} from"
    theirs = rows_on(state.enemy, state.occupied)
    if any(cleared(taken) & row.spots for row in theirs):
        rows = " and ".join(map(_described, theirs))
        message += f"; {rows} is {other}'s, to be taken at the beginning of {other}'s next turn"
    return violation("no-row", message)


def _unfinished(state: State, rest: int) -> Finding:
    """Return the violation of a removal (a bit set) that leaves a row or a part of a row."""
    own, occupied, lines, side = state.own, state.occupied, list[str](), _side(state.turn)

    def is_whole(row: RowOnBoard) -> bool:
        return bool(row.spots & rest) and not row.spots & ~state.gipf & ~rest

    while whole := next(filter(is_whole, rows_on(own, occupied)), None):
        left = ~(whole.spots & rest)
        own, occupied, rest = own & left, occupied & left, rest & left
        lines.append(whole.line)
    for row in rows_on(own, occupied):
        singles = row.spots & ~state.gipf & ~rest
        if not singles or (not row.spots & rest and (rest or row.line in state.spared)):
            continue
        count = row.spots.bit_count()
        if not rest:
            message = f"{side}'s row of {_described(row)} has to be taken"
            return violation("missed-removal", message)
        if singles.bit_count() == 1:
            message = f"the single piece on {_names(singles)} may not stay, it is in the row of"
            return violation("single-left", f"{message} {_described(row)}; only GIPF pieces may")
        part = f"{(row.spots & rest).bit_count()} of {count} pieces are taken of the row on"
        message = f"{part} {row.line}: {_names(singles)} have to be taken, too"
        return violation("too-few", message)
    before = " and ".join(lines)
    message = f"once the row on {before} is taken, no row holds {_names(rest)} any more"
    return violation("row-broken", message)


def _mismarked(state: State | None, taken: Removal) -> Finding | None:
    if state is None:
        return None
    for piece in taken.pieces:
        actual = state.taken_piece(piece.spot)
        if state.occupied & BITS[piece.spot] and piece != actual:
            message = f"{piece} is written for {_kind(actual, state)}, that is {actual}"
            return violation("wrong-mark", message)
    return None


def _kind(piece: Piece, state: State) -> str:
    side = _side(1 - state.turn if piece.captured else state.turn)
    return f"a {'GIPF' if piece.gipf else 'single'} piece of {side}'s"


def miscounted(state: State, written: int | None, actual: int | None) -> Finding:
    """Return the violation for a wrong count of the reserve, given written and actual count."""
    message = f"({written}) is written, and {_side(state.turn)} has {actual} pieces in reserve"
    return violation("reserve-mismatch", message)


def _names(bits: int) -> str:
    return ", ".join(spots(bits))


def _described(row: RowOnBoard) -> str:
    return f"{row.spots.bit_count()} on {row.line} ({_names(row.spots)})"


def _side(turn: int) -> str:
    return ("White", "Black")[turn]
