"""The verdict on a game, as JSON and as a sentence."""

from analysis.replay.replay import Replay
from notation import Finding
from notation.numbers import plural
from records import Source


def to_json(game: Replay) -> dict[str, object]:
    """Return a verdict as the JSON object of the documented interface."""
    record, outcome = game.record, game.outcome
    return {
        "source": record.source.to_json(),
        "game": record.game,
        "variant": str(game.variant) if game.variant else record.variant,
        "dialect": game.dialect.name if game.dialect else record.dialect,
        "plies": game.played,
        "valid": game.valid,
        "position": str(game.position) if game.position else None,
        "outcome": {
            "winner": outcome.winner if outcome else None,
            "reason": outcome.reason if outcome else None,
        },
        "violations": list(map(finding_json, game.violations)),
        "notes": list(map(finding_json, game.notes)),
        **({"accepted": [finding.ply for finding in game.accepted]} if game.as_recorded else {}),
    }


def finding_json(finding: Finding) -> dict[str, object]:
    """Return a finding as the JSON object of the documented interface."""
    return finding.to_json() | {"end_column": finding.end_column}


def verdict_words(game: Replay) -> tuple[str, str]:
    """Return the verdict in a word, and the sentence that goes with it."""
    record, position = game.record, game.position
    if game.game is None or position is None:
        return "not checked", "no game that could be played."
    what = f"{game.game.title} game {record.source.game} ({game.variant})"
    if game.played < len(record.moves):
        return "broken", f"{what}, {game.played} of {plural(len(record.moves), 'ply')} are good."
    outcome = game.outcome
    mover = position.sides[position.turn].title()
    end = outcome.message if outcome else f"{mover} is to move; the game is not decided"
    word = "valid" if game.valid else "playable" if game.playable else "wrong"
    return word, f"{what}, {plural(game.played, 'ply')}{_accepted(game)}. {end}."


def _accepted(game: Replay) -> str:
    """Return how many moves were played against the rules, empty for none."""
    number = len(game.accepted)
    return f", {number} of them illegal and played as recorded" if number else ""


def finding_words(finding: Finding) -> str:
    """Return the message of a finding, behind the number and the side of its move if it has one."""
    move = f"move {finding.number}, {finding.side.title()}: " if finding.side else ""
    return f"{move}{finding.message}"


def place(source: Source, finding: Finding) -> str:
    """Return the place of a finding as ``path:line:column``, as far as it is known."""
    return ":".join(str(part) for part in (source.path, finding.line, finding.column) if part)
