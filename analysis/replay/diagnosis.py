"""Reasons why a game broke off, readings that it leaves open, and a check of its result."""

from collections.abc import Iterator, Mapping, Sequence

from analysis.games.position import AnyPosition, Outcome
from analysis.replay.compiled import exchange_columns, exchange_plies
from analysis.replay.setup import SUGGESTED, Choice, Ply, Setup
from notation.errors import UnreadableMove
from notation.findings import UNREADABLE, Finding, note, violation
from notation.pattern import lazy_pattern
from records import Record
from records.model import JsonObject
from records.results import DRAW, winner_index, won_by

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
        position: the position before that ply.
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
    """Return the violation of a ply that seems to be the other side's; None if it does not.

    A missing ply, two exchanged plies and exchanged columns look alike at first; the assumption
    under which most plies can be played is chosen. A ply that the side to move could carry out, if
    it were legal, is taken for its own.
    """
    reading = setup.reading(index)
    if reading and position.as_recorded(reading.moves[0]) is not None:
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


def _suggestions(
    setup: Setup, index: int, position: AnyPosition, meant: Mapping[str, object]
) -> Likely:
    """Return texts of legal moves for a ply with their shares, the likeliest first.

    Args:
        setup: the record.
        index: index of the ply that could not be played.
        position: the position before that ply.
        meant: the moves to choose from, by their texts; none for all that are close to the written
            text.
    """
    if meant:
        return _ranked(setup, index, {text: position.after(move) for text, move in meant.items()})
    # Loaded here: most games need no suggestions.
    from analysis.replay.suggestions import suggest

    plies = setup.playthrough.plies(setup.texts)
    return suggest(setup.record, setup.playthrough, plies, index, position)


def _ranked(setup: Setup, index: int, meant: Mapping[str, AnyPosition]) -> Likely:
    """Return texts that may be meant by a ply with their shares, the likeliest first.

    Args:
        setup: the record.
        index: index of the ply.
        meant: the texts to rank, each with the position after its move.
    """
    from analysis.replay.suggestions import ranked

    plies = setup.playthrough.plies(setup.texts[index : index + AHEAD])
    ways = ((text, 0.0, after) for text, after in meant.items())
    return ranked(ways, setup.playthrough, plies, 0)


def _listed(likely: Likely) -> dict[str, tuple[object, ...]]:
    """Return the fields ``suggestions`` and ``shares`` of a finding."""
    likely = likely[:SUGGESTED]
    return {
        "suggestions": tuple(text for text, _ in likely),
        "shares": tuple(share for _, share in likely),
    }


def found(setup: Setup, index: int, choice: Choice) -> Iterator[Finding]:
    """Yield the findings on a played ply; a violation gets the correct text as a suggestion.

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
    """Yield one note on the plies that have other readings with which the game is legal, if any."""
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
    """Yield the note that a record has a placeholder in place of counts, at the first of them."""
    if found := setup.placeholder:
        line, column = setup.record.place(found.first)
        place = {"ply": found.first + 1, "line": line, "column": column}
        yield note("placeholder-counts", str(found)).at(**place)


def search_ended(setup: Setup, ply: Ply) -> Finding:
    """Return the note that the search stopped at a ply before it had tried every reading."""
    from analysis.replay.branching import MAX_POSITIONS

    message = f"too many readings from here on: after {MAX_POSITIONS} positions the longest line"
    return setup.place(note("search-ended", f"{message} was taken"), ply.index - 1, ply.before)


DOUBTFUL = "doubtful"
"""The key beside a move of how probable it is, with the other texts in question; and the word
before that in a comment, where a format keeps no keys."""

_IN_COMMENT = lazy_pattern(rf"(?:^|; ){DOUBTFUL}: (.*?)(?=; (?:written|dropped|{DOUBTFUL}): |$)")


def doubtful_plies(record: Record) -> Iterator[Finding]:
    """Yield a note on each ply that is marked as doubtful."""
    for index, beside in sorted(record.details.items()):
        if index < len(record.moves):
            for doubt in _doubts(beside):
                line, column = record.place(index)
                message = f"ply {index + 1}, {record.moves[index]}, is a doubtful repair: {doubt}"
                place = {"ply": index + 1, "line": line, "column": column}
                yield note("doubtful-ply", message).at(**place)


def _doubts(beside: JsonObject) -> list[str]:
    if DOUBTFUL in beside:
        doubts = beside[DOUBTFUL]
        return list(map(str, doubts)) if isinstance(doubts, list | tuple) else [str(doubts)]
    comment = beside.get("comment", "")
    return _IN_COMMENT.findall(comment) if DOUBTFUL in comment else []


def agrees_with(stated: str, outcome: Outcome, sides: Sequence[str]) -> bool:
    """Whether a stated result is the outcome on the board."""
    winner = winner_index(stated)
    if winner is None:
        return stated == DRAW and outcome.winner is None
    return winner < len(sides) and sides[winner] == outcome.winner


def result_of(winner: str | None, sides: Sequence[str]) -> str:
    """Return the result that records write for a winner, or for None a draw."""
    return DRAW if winner is None else won_by(sides.index(winner), len(sides))


def judge(record: Record, start: AnyPosition, outcome: Outcome | None) -> Iterator[Finding]:
    """Yield the finding on the stated result of a record that was played to its end, if any.

    Args:
        record: the record.
        start: the first position.
        outcome: the outcome on the board; None while the game goes on.
    """
    stated = record.result
    place = {"line": record.place(len(record.moves) - 1)[0], "text": stated}
    if outcome is None and winners(stated, None, start.sides) is None:
        message = (
            f"{stated!r} is no result of a game of {len(start.sides)} sides: it counts for none"
        )
        yield note("unclear-result", message).at(**place)
    elif outcome is None:
        ended = record.tags.get("Termination")
        message = f"{stated} was not decided on the board" + (f": {ended}" if ended else "")
        yield note("not-decided-on-board", message).at(**place)
    elif not agrees_with(stated, outcome, start.sides):
        won = f"{outcome.winner.title()} has won" if outcome.winner else "it is a draw"
        message = f"the result in the record is {stated}, but on the board {won}: {outcome.message}"
        yield violation("result-mismatch", message).at(**place)


def winners(result: str, outcome: Outcome | None, sides: Sequence[str]) -> tuple[int, ...] | None:
    """Return the indices of the sides that won on the board, or else by the stated result.

    All of them in a draw, None where neither decides.
    """
    everyone = tuple(range(len(sides)))
    if outcome:
        return (sides.index(outcome.winner),) if outcome.winner else everyone
    winner = winner_index(result)
    if winner is None:
        return everyone if result == DRAW else None
    return (winner,) if winner < len(sides) else None
