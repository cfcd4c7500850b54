"""What is said of a checked game: as JSON, and in words."""

from typing import Any

from analysis.replay.replay import Replay
from analysis.text import plural
from notation import Finding


def to_json(verdict: Replay) -> dict[str, Any]:
    """Return a verdict as the JSON object of the documented interface."""
    record, outcome = verdict.record, verdict.outcome
    return {
        "source": record.source.to_json(),
        "game": record.game,
        "variant": str(verdict.variant) if verdict.variant else record.variant,
        "dialect": verdict.dialect.name if verdict.dialect else record.dialect,
        "plies": verdict.played,
        "valid": verdict.valid,
        "position": str(verdict.position) if verdict.position else None,
        "outcome": {
            "winner": outcome.winner if outcome else None,
            "reason": outcome.reason if outcome else None,
        },
        "violations": [finding.to_json() for finding in verdict.violations],
        "notes": [finding.to_json() for finding in verdict.notes],
    }


def verdict_words(verdict: Replay) -> tuple[str, str]:
    """Return the verdict in a word, and the sentence that goes with it."""
    record, position = verdict.record, verdict.position
    if verdict.game is None or position is None:
        return "not checked", "no game that could be played."
    what = f"{verdict.game.title} game {record.source.game} ({verdict.variant})"
    if verdict.played < len(record.moves):
        return "broken", f"{what}, {verdict.played} of {plural(len(record.moves), 'ply')} are good."
    outcome = verdict.outcome
    mover = position.sides[position.turn].title()
    end = outcome.message if outcome else f"{mover} is to move, nobody has won yet"
    word = "valid" if verdict.valid else "wrong"
    return word, f"{what}, {plural(verdict.played, 'ply')}. {end}."


def who(finding: Finding) -> str:
    """Return whose move a finding is about, as words before its message; nothing if no move's."""
    return f"move {finding.number}, {finding.side.title()}: " if finding.side else ""
