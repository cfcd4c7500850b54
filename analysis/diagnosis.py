"""Why a game broke off, and what its writer may have meant."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from analysis.books import book
from analysis.hypotheses import Choice
from analysis.rules.position import Position
from analysis.suggestions import nearest
from notation.errors import Finding, UnreadableMove, note, violation

if TYPE_CHECKING:
    from analysis.replaying import Ply, Replay

LISTED = 3
"""How many plies a note about open choices lists before it only counts them."""


def diagnose(replay: "Replay", index: int, position: Position) -> Finding:
    """Return the violation at which a replay stopped, placed and with suggestions.

    Args:
        replay: the replay.
        index: index of the ply that could not be played.
        position: the position in which it could not.
    """
    try:
        finding = position.explain(replay.read(index).claims[0])
    except UnreadableMove as error:
        finding = violation("unreadable", error.reason, error.column + 1)
    out_of_turn = _out_of_turn(replay, index, position)
    if out_of_turn is None and position.outcome() is None:
        finding = finding.at(suggestions=_suggestions(replay, index, position))
    finding = out_of_turn or finding
    finding = finding.at(message=finding.message + _other_variant(replay))
    return replay.located(finding, index, position)


def _out_of_turn(replay: "Replay", index: int, position: Position) -> Finding | None:
    """Tell whether the ply would be the other side's, and if so what happened.

    Two plies exchanged and one missing look alike at first; what follows tells them apart.
    """
    texts = replay.record.moves
    if position.outcome() is not None:
        return None
    waiting = position.passed()
    side = position.SIDES[position.turn].title()
    other = waiting.SIDES[waiting.turn].title()
    exchanged = _reach_exchanged(replay, index, position)
    if exchanged and exchanged >= _reach(replay, index, waiting):
        message = (
            f"exchanged with the next move: {texts[index]} is {other}'s and {side} is to move; "
            f"{texts[index + 1]} followed by {texts[index]} is legal"
        )
        return violation("exchanged-plies", message)
    if not _legal(replay, index, waiting):
        return None
    message = f"a move of {side}'s is missing before this one, which is legal for {other}"
    return violation("missing-ply", message)


def _reach_exchanged(replay: "Replay", index: int, position: Position) -> int:
    """Return how many plies can be played if the first two are exchanged, 0 if not even they."""
    if index + 1 == len(replay.record.moves):
        return 0
    first = _legal(replay, index + 1, position)
    second = _legal(replay, index, first[0].after) if first else []
    return 2 + _reach(replay, index + 2, second[0].after) if second else 0


def _legal(replay: "Replay", index: int, position: Position) -> list[Choice]:
    """Return the readings of a ply that are legal, not those carried out as recorded."""
    return [choice for choice in replay.options(position, index) if choice.candidate]


def _other_variant(replay: "Replay") -> str:
    """Return a hint at another variant under which a record that names none is legal."""
    if not replay.guessed or replay.game is None:
        return ""
    for variant in replay.game.fallbacks:
        other = replay.under(variant)
        if other.played == len(replay.record.moves):
            return f" (the variant was guessed: the whole game is legal as {variant})"
    return ""


def _suggestions(replay: "Replay", index: int, position: Position) -> tuple[str, ...]:
    if replay.dialect is None:
        return ()
    write = replay.dialect.write
    legal = {write(move): move for move in position.legal_moves()}
    close = nearest(replay.record.moves[index], legal)
    reach = {text: _reach(replay, index + 1, position.play(legal[text])) for text in close}
    return tuple(sorted(close, key=lambda text: -reach[text]))


def _reach(replay: "Replay", index: int, position: Position) -> int:
    """Return how many plies can be played from a position, each in its likeliest reading."""
    texts, start = replay.record.moves, index
    if replay.rules is None or replay.dialect is None:
        return 0
    steps = book(replay.rules, replay.dialect, first_claims=True)
    while index < len(texts):
        position, played = position.advance(map(steps.__getitem__, texts[index:]))
        index += played
        options = replay.options(position, index) if index < len(texts) else []
        if not options or any(finding.violation for finding in options[0].findings):
            break
        position, index = options[0].after, index + 1
    return index - start


def open_choices(replay: "Replay", walk: list["Ply"]) -> Iterator[Finding]:
    """Yield one note on the plies that another reading fits as well, whatever follows."""
    plies = len(replay.record.moves)
    open_at: list[tuple[Ply, Any]] = []
    for index, ply in enumerate(walk):
        for choice in replay.options(ply.before, index):
            other = choice.candidate.move if choice.candidate else None
            sound = not any(finding.violation for finding in choice.findings)
            if other is None or other == ply.move or not sound:
                continue
            if _reach(replay, index + 1, choice.after) == plies - index - 1:
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
