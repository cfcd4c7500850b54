"""Why a game broke off, and what its writer may have meant."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType

from analysis.games.position import AnyPosition
from analysis.replay.branching import MAX_POSITIONS, Choice
from analysis.replay.playthrough import exchange_columns, exchange_plies
from analysis.replay.setup import SUGGESTED, Ply, Setup
from notation.errors import UnreadableMove
from notation.findings import UNREADABLE, Finding, note, violation

AHEAD = 40
"""Plies from one in question on that decide between moves which the rules know to be meant."""

LISTED = 3
"""Number of plies that a note about open choices lists before it only counts them."""

Likely = Sequence[tuple[str, float]]
"""Texts that may be meant by a ply, with their shares, the likeliest first."""


def diagnose(setup: Setup, index: int, position: AnyPosition) -> Finding:
    """Return the violation at which a replay stopped, with suggestions but without a place.

    Args:
        setup: the record.
        index: index of the ply that could not be played.
        position: the position in which it could not.
    """
    try:
        finding = setup.violation_of(position, index)
    except UnreadableMove as error:
        is_hole = not any(map(str.isalnum, error.text))
        reason = f"{error.text!r} stands for a ply that cannot be read" if is_hole else error.reason
        finding = violation(UNREADABLE, reason, error.column + 1)
    if position.outcome() is not None:
        return finding
    # Rules that know the right move have understood the wrong one.
    if not finding.suggestions and (out_of_turn := _out_of_turn(setup, index, position)):
        return out_of_turn
    meant = setup.corrections(position, index) if finding.suggestions else {}
    return finding.at(**_listed(_suggestions(setup, index, position, meant)))


def _out_of_turn(setup: Setup, index: int, position: AnyPosition) -> Finding | None:
    """Return the violation of a ply that would be the other side's; None if it would not.

    A ply missing, two exchanged and whole columns exchanged look alike at first; how many plies
    can be played under each assumption decides. A ply that its own side could carry out, rules
    apart, is its own.
    """
    if _carried_out(setup, index, position):
        return None
    waiting, plies = position.pass_turn(), setup.playthrough.plies(setup.texts)
    side = position.sides[position.turn].title()
    other = waiting.sides[waiting.turn].title()
    run, rest = setup.playthrough.run, len(plies) - index
    missing = run(waiting, plies, index).reach - index
    exchanged = run(position, exchange_plies(plies, index), index).reach - index if rest > 1 else 0
    columns = 0
    if index == 0 and rest > 2:
        columns = run(position, exchange_columns(plies, index), index).reach
    if columns > exchanged and columns >= missing:
        message = (
            f"the columns of {side} and {other} are exchanged: with the two moves of each row in "
            f"the other order, {columns} of {rest} plies are legal"
        )
        return violation("exchanged-columns", message)
    if exchanged >= max(missing, 2):
        text, following = setup.record.moves[index : index + 2]
        message = (
            f"exchanged with the next move: {text} is {other}'s and {side} is to move; "
            f"{following} followed by {text} is legal"
        )
        return violation("exchanged-plies", message)
    if any(choice.candidate for choice in setup.options(waiting, index)):
        message = f"a move of {side}'s is missing before this one, which is legal for {other}"
        return violation("missing-ply", message)
    return None


def _carried_out(setup: Setup, index: int, position: AnyPosition) -> bool:
    try:
        return position.as_recorded(setup.read(index).moves[0]) is not None
    except UnreadableMove:
        return False


def _suggestions(
    setup: Setup, index: int, position: AnyPosition, meant: Mapping[str, object]
) -> Likely:
    """Return texts of legal moves for a ply with their shares, the likeliest first.

    Args:
        setup: the record.
        index: index of the ply that could not be played.
        position: the position in which it could not.
        meant: the moves to choose from, by their texts; none for all that are close to the written
            text.
    """
    if meant:
        return _ranked(setup, index, {text: position.after(move) for text, move in meant.items()})
    plies = setup.playthrough.plies(setup.texts)
    near: Likely = _search().suggest(setup.record, setup.playthrough, plies, index, position)
    return near


def _ranked(setup: Setup, index: int, meant: Mapping[str, AnyPosition]) -> Likely:
    """Return texts that may be meant by a ply, given with the positions after them."""
    plies = setup.playthrough.plies(setup.texts[index : index + AHEAD])
    ways = ((text, 0.0, after) for text, after in meant.items())
    likely: Likely = _search().ranked(ways, setup.playthrough, plies, 0)
    return likely


def _search() -> ModuleType:
    # Imports from a higher floor, as one search serves both; most games need no suggestions.
    return import_module("analysis.repair.suggest")


def _listed(likely: Likely) -> dict[str, tuple[object, ...]]:
    """Return the fields of a finding that name what was likely meant."""
    likely = likely[:SUGGESTED]
    return {
        "suggestions": tuple(text for text, _ in likely),
        "shares": tuple(share for _, share in likely),
    }


def found(setup: Setup, index: int, choice: Choice) -> Iterator[Finding]:
    """Yield the findings on a ply that is played, with its right text beside a violation.

    Args:
        setup: the record.
        index: index of the ply.
        choice: how it is played.
    """
    for finding in choice.findings:
        if finding.violation and choice.candidate is not None and setup.dialect is not None:
            meant = {setup.dialect.write(choice.candidate.move): choice.after}
            finding = finding.at(**_listed(_ranked(setup, index, meant)))
        yield finding


def open_choices(setup: Setup, played: Sequence[Ply]) -> Iterator[Finding]:
    """Yield one note on the plies with more than one reading that fits the game, if any."""
    plies = setup.playthrough.plies(setup.texts)
    open_at: list[tuple[Ply, object]] = []
    for index, ply in enumerate(played):
        for choice in setup.options(ply.before, index):
            other = choice.candidate.move if choice.candidate else None
            if other is None or other == ply.move or not choice.sound:
                continue
            if setup.playthrough.run(choice.after, plies, index + 1).reach >= len(played):
                open_at.append((ply, other))
    if open_at:
        listed = "; ".join(
            f"{ply.text} (move {ply.number}, {ply.side.title()}) is {ply.move} or {other}"
            for ply, other in open_at[:LISTED]
        )
        more = f"; and {len(open_at) - LISTED} more" if len(open_at) > LISTED else ""
        message = f"nothing decides between two readings, the first was taken: {listed}{more}"
        first = open_at[0][0]
        yield setup.place(note("ambiguous", message), first.index - 1, first.before)


def uncounted(setup: Setup) -> Iterator[Finding]:
    """Yield the note that a record's counts are placeholders, placed at the first of them."""
    if found := setup.placeholder:
        line, column = setup.record.place(found.first)
        place = {"ply": found.first + 1, "line": line, "column": column}
        yield note("placeholder-counts", str(found)).at(**place)


def search_ended(setup: Setup, ply: Ply) -> Finding:
    """Return the note that from a ply on not every reading was tried."""
    message = f"too many readings from here on: after {MAX_POSITIONS} positions the longest line"
    return setup.place(note("search-ended", f"{message} was taken"), ply.index - 1, ply.before)
