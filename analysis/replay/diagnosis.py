"""Why a game broke off, and what its writer may have meant."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from analysis.games.position import AnyPosition
from analysis.replay.branching import PATIENCE
from analysis.replay.compiled import compiled_texts
from analysis.replay.counts import Placeholder
from analysis.typos.nearest import SUGGESTED, nearest
from notation.errors import UnreadableMove
from notation.findings import Finding, note, violation
from records import Record

if TYPE_CHECKING:
    from analysis.replay.replay import Ply, Replay

LISTED = 3
"""How many plies a note about open choices lists before it only counts them."""


def diagnose(replay: "Replay", index: int, position: AnyPosition) -> Finding:
    """Return the violation at which a replay stopped, placed and with suggestions.

    Args:
        replay: the replay.
        index: index of the ply that could not be played.
        position: the position in which it could not.
    """
    try:
        finding = broken_law(replay, index, position)
    except UnreadableMove as error:
        finding = violation("unreadable", error.reason, error.column + 1)
    # Rules that know the right move have understood the wrong one.
    out_of_turn = None if finding.suggestions else _out_of_turn(replay, index, position)
    if out_of_turn:
        finding = out_of_turn
    elif position.outcome() is None:
        texts = _suggestions(replay, index, position, finding.suggestions)
        finding = finding.at(suggestions=texts)
    finding = finding.at(message=finding.message + _other_variant(replay))
    return replay.located(finding, index, position)


def broken_law(replay: "Replay", index: int, position: AnyPosition) -> Finding:
    """Return the violation of an illegal ply, with what was meant where the rules know that.

    Raises:
        UnreadableMove: the text is no move.
    """
    claim = replay.read(index).moves[0]
    meant = _written(replay, islice(position.corrections(claim), SUGGESTED))
    return position.violation_of(claim).at(suggestions=tuple(meant))


def _out_of_turn(replay: "Replay", index: int, position: AnyPosition) -> Finding | None:
    """Tell whether the ply would be the other side's, and if so what happened.

    A ply missing, two exchanged and whole columns exchanged look alike at first; what can be
    played under each assumption tells them apart. A ply that its own side could carry out, rules
    apart, is its own.
    """
    if position.outcome() is not None or _carried_out(replay, index, position):
        return None
    texts, waiting = replay.record.moves, position.pass_turn()
    side = position.sides[position.turn].title()
    other = waiting.sides[waiting.turn].title()
    rest = range(index, len(texts))
    pairs = [ply for first in rest[::2] for ply in (first + 1, first) if ply in rest]
    missing = _reach(replay, rest, waiting)
    exchanged = _reach(replay, [*pairs[:2], *rest[2:]], position) if len(rest) > 1 else 0
    columns = _reach(replay, pairs, position) if index == 0 and len(rest) > 2 else 0
    if columns > exchanged and columns >= missing:
        message = (
            f"the columns of {side} and {other} are exchanged: with the two moves of each row in "
            f"the other order, {columns} of {len(rest)} plies are legal"
        )
        return violation("exchanged-columns", message)
    if exchanged >= max(missing, 2):
        message = (
            f"exchanged with the next move: {texts[index]} is {other}'s and {side} is to move; "
            f"{texts[index + 1]} followed by {texts[index]} is legal"
        )
        return violation("exchanged-plies", message)
    if any(choice.candidate for choice in replay.options(waiting, index)):
        message = f"a move of {side}'s is missing before this one, which is legal for {other}"
        return violation("missing-ply", message)
    return None


def _carried_out(replay: "Replay", index: int, position: AnyPosition) -> bool:
    try:
        return position.as_recorded(replay.read(index).moves[0]) is not None
    except UnreadableMove:
        return False


def _other_variant(replay: "Replay") -> str:
    """Return a hint at another variant under which a record that names none is legal."""
    if not replay.guessed or replay.game is None:
        return ""
    for variant in replay.game.fallbacks:
        other = replay.under(variant)
        if other.played == len(replay.record.moves):
            return f" (the variant was guessed: the whole game is legal as {variant})"
    return ""


def _suggestions(
    replay: "Replay", index: int, position: AnyPosition, meant: Sequence[str]
) -> tuple[str, ...]:
    """Return texts of legal moves for a ply, first those that let the game go on furthest.

    Args:
        replay: the replay.
        index: index of the ply that could not be played.
        position: the position in which it could not.
        meant: the texts to choose from; none if all that are close to what is written may do.
    """
    legal = _written(replay, position.legal_moves())
    texts = meant
    if not texts and replay.dialect:
        texts = nearest(replay.record.moves[index], legal, replay.dialect)
    rest = range(index + 1, len(replay.record.moves))
    reach = {text: _reach(replay, rest, position.after(legal[text])) for text in texts}
    return tuple(sorted(reach, key=lambda text: -reach[text]))


def _written(replay: "Replay", moves: Iterable[Any]) -> dict[str, Any]:
    """Return moves by their texts in the record's dialect."""
    return {replay.dialect.write(move): move for move in moves} if replay.dialect else {}


def _reach(replay: "Replay", order: Sequence[int], position: AnyPosition) -> int:
    """Return how many plies can be played from a position, each in its likeliest reading.

    Args:
        replay: the replay.
        order: indices of the plies, in the order in which to play them.
        position: where to start.
    """
    texts, reached = replay.record.moves, 0
    if replay.start is None or replay.dialect is None:
        return 0
    steps = compiled_texts(replay.start, replay.dialect, first_claims=True)
    while reached < len(order):
        left = (texts[ply] for ply in order[reached:])
        position, played = position.advance(map(steps.__getitem__, left))
        reached += played
        options = replay.options(position, order[reached]) if reached < len(order) else []
        first = options[0] if options else None
        # What was only carried out as recorded speaks for no assumption.
        if first is None or any(finding.violation for finding in first.findings):
            break
        position, reached = first.after, reached + 1
    return reached


def open_choices(replay: "Replay", walk: list["Ply"]) -> Iterator[Finding]:
    """Yield one note on the plies that another reading fits as well, whatever follows."""
    open_at: list[tuple[Ply, Any]] = []
    for index, ply in enumerate(walk):
        for choice in replay.options(ply.before, index):
            other = choice.candidate.move if choice.candidate else None
            sound = not any(finding.violation for finding in choice.findings)
            if other is None or other == ply.move or not sound:
                continue
            rest = range(index + 1, len(walk))
            if _reach(replay, rest, choice.after) == len(rest):
                open_at.append((ply, other))
    if open_at:
        listed = "; ".join(
            f"{ply.text} (move {ply.number}, {ply.side.title()}) is {ply.move} or {other}"
            for ply, other in open_at[:LISTED]
        )
        more = f"; and {len(open_at) - LISTED} more" if len(open_at) > LISTED else ""
        message = f"nothing decides between two readings, the first was taken: {listed}{more}"
        first = open_at[0][0]
        yield replay.located(note("ambiguous", message), first.index - 1, first.before)


def uncounted(record: Record, found: Placeholder) -> Finding:
    """Return the note that a record's counts are none, placed at the first of them."""
    line, column = record.place(found.first)
    place = {"ply": found.first + 1, "line": line, "column": column}
    return note("placeholder-counts", str(found)).at(**place)


def search_ended(replay: "Replay", ply: "Ply") -> Finding:
    """Return the note that not every reading from a ply on was followed."""
    message = f"too many readings from here on: after {PATIENCE} positions the longest line"
    return replay.located(note("search-ended", f"{message} was taken"), ply.index - 1, ply.before)
