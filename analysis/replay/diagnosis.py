"""Reasons why a game broke off, suggested corrections, and texts that remain ambiguous.

Suggestions are ranked by the costs of repairs: the game is played on after each candidate; if it
breaks off again, the cost of another edit is added.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import log10

from analysis.games.position import AnyPosition
from analysis.replay.compiled import exchange_columns, exchange_plies
from analysis.replay.setup import SUGGESTED, Choice, PlayedPly, Setup
from analysis.typos.candidates import HOLES, Candidates, profile
from analysis.typos.model import MIN_EDIT_COST, SlipModel, calibrated, load, shares, within
from notation.errors import UnreadableMove
from notation.findings import UNREADABLE, Finding, note, violation
from records.model import CHOICES, JsonObject

AHEAD = 40
"""Number of plies played to test a suggestion; later errors seldom have the same cause."""

LISTED = 3
"""Maximum number of plies that a note on open choices lists; others are counted."""

LONGEST = 200
"""Length in characters from which a text gets no suggestions; all moves are shorter."""

TRIED = 12
"""Maximum number of candidates that are tried by playing the rest of the game."""

MAX_PRICE = 3.5
"""Maximum cost of a suggestion for a text of any length."""


def diagnose(setup: Setup, index: int, position: AnyPosition) -> Finding:
    """Return the violation of the ply at which a replay stopped, with suggestions but no place.

    ``position`` is the position before that ply.
    """
    try:
        finding = setup.violation_of(position, index)
    except UnreadableMove as error:
        is_hole = not any(map(str.isalnum, error.text))
        reason = f"{error.text!r} stands for a ply that cannot be read" if is_hole else error.reason
        finding = violation(UNREADABLE, reason, error.column + 1)
    if position.outcome() is not None:
        return finding
    if finding.suggestions:  # The rules suggest a correction, and no others are needed.
        meant = setup.corrections(position, index).items()
        ways = [(text, 0.0, position.after(move)) for text, move in meant]
        return finding.at(**_ranked(setup, index, ways, load()))
    out_of_turn = _out_of_turn(setup, index, position)
    return out_of_turn or finding.at(**_suggestions(setup, index, position))


def _out_of_turn(setup: Setup, index: int, position: AnyPosition) -> Finding | None:
    """Return the violation of a ply that seems to be a move of another side, or None.

    A missing ply, two exchanged plies and exchanged columns look alike at first; the assumption
    under which most plies can be played is chosen. A ply that the side to move could carry out,
    legal or not, counts as a move of that side.
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
    if any(choice.move is not None for choice in setup.options(waiting, index)):
        message = f"a move of {side}'s is missing before this one, which is legal for {other}"
        return violation("missing-ply", message)
    return None


def explained(setup: Setup, index: int, choice: Choice) -> Iterator[Finding]:
    """Yield the findings on a played ply; a violation gets the correct text as a suggestion."""
    for finding in choice.findings:
        if finding.violation and choice.move is not None and setup.dialect is not None:
            text = setup.dialect.write(choice.move)
            finding = finding.at(**_ranked(setup, index, [(text, 0.0, choice.after)], load()))
        yield finding


def open_choices(setup: Setup, played: Sequence[PlayedPly]) -> Iterator[Finding]:
    """Yield a note on the plies for which another reading also leads to the end, if any."""
    plies = setup.playthrough.plies(setup.texts)
    open_at: list[tuple[PlayedPly, object]] = []
    for index, ply in enumerate(played):
        for choice in setup.options(ply.before, index):
            if choice.move in (None, ply.move) or choice.violations:
                continue
            if setup.playthrough.run(choice.after, plies, index + 1).reach >= len(played):
                open_at.append((ply, choice.move))
    if open_at:
        listed = "; ".join(
            f"{ply.text} (move {ply.number}, {ply.side.title()}) is {ply.move} or {other}"
            for ply, other in open_at[:LISTED]
        )
        more = f"; and {len(open_at) - LISTED} more" if len(open_at) > LISTED else ""
        message = f"nothing decides between two readings, the first was taken: {listed}{more}"
        first = open_at[0][0]
        yield setup.place(note("ambiguous", message), first.index - 1, first.before)


def _suggestions(setup: Setup, index: int, position: AnyPosition) -> JsonObject:
    """Return suggestions for an illegal ply: moves with similar texts; see `_ranked`."""
    text, beside = setup.texts[index], setup.record.details.get(index, {})
    if len(text) >= LONGEST or text in HOLES:
        return {}
    start, dialect = setup.playthrough.start, setup.playthrough.dialect
    model = load(profile(setup.record, dialect))
    if CHOICES in beside:  # The alternative readings of a scanner.
        priced = Candidates(start, dialect, model, {index: beside[CHOICES]})
    else:
        priced = _candidates(start, dialect, model)
    limit = min(max(len("".join(text.split())) // 2, 1) + 1.0, MAX_PRICE)
    found = priced.corrections(position, text, index, limit)
    near = sorted(found, key=lambda one: (one.price, one.text))[:TRIED]
    counts = dialect.counts
    ways = [
        (counts.sub("", one.text) if counts else one.text, one.price, after)
        for one in near
        if one.price < limit
        for after in (position.advance((one.step,))[0],)
    ]
    return _ranked(setup, index, ways, model)


_candidates = lru_cache(maxsize=8)(Candidates)


def _ranked(
    setup: Setup, index: int, ways: Iterable[tuple[str, float, AnyPosition]], model: SlipModel
) -> JsonObject:
    """Return the fields ``suggestions`` and ``shares`` (their probabilities), likeliest first.

    Args:
        setup: the replayed record.
        index: index of the illegal ply.
        ways: possible texts of the ply, each with its cost and the position after it.
        model: the slip model, which has the costs.
    """
    plies = setup.playthrough.plies(setup.texts[index + 1 : index + 1 + AHEAD])
    costs: dict[str, float] = {}
    for text, price, after in ways:
        run = setup.playthrough.run(after, plies, 0)
        # A second slip costs less, the more plies were played before it.
        another = MIN_EDIT_COST + log10(AHEAD / min(run.reach + 1, AHEAD)) if run.left else 0.0
        costs[text] = price + another
    texts = sorted(costs, key=lambda text: (costs[text], text))
    raw = shares([costs[text] for text in texts], model)
    parts = within(1.0, [calibrated(one, model.calibration, sum(raw)) for one in raw])
    return {"suggestions": tuple(texts[:SUGGESTED]), "shares": tuple(parts[:SUGGESTED])}
