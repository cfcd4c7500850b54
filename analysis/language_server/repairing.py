"""Repairs of a game, looked for on demand, as edits of its document."""

from typing import NamedTuple

from lsprotocol import types

from analysis.language_server.lines import EditorDocument
from analysis.language_server.rewriting import repair_edits, workspace_edit
from analysis.repair.repair import repair
from analysis.repair.result import Solution
from notation.printing import visible

SECONDS = 5.0
"""Processor time for the repairs of one game."""

MOST = 5
"""Proposals at most."""

_LISTED = 3
"""Edits that the title of a proposal lists before it only counts them."""


class RepairProposal(NamedTuple):
    """A repair that can be made.

    Attributes:
        title: what it changes, and how probable it is.
        edit: the edit that makes it.
    """

    title: str
    edit: types.WorkspaceEdit


def proposals(document: EditorDocument, line: int) -> list[RepairProposal]:
    """Return the repairs of the game on a line that can be made in the text, likeliest first."""
    game = document.game_at(line)
    if game is None or game.replay.valid:
        return []
    done = repair(game.replay.record, seconds=SECONDS, as_recorded=game.replay.as_recorded)
    found = ((one, repair_edits(document, game, done, one)) for one in done.solutions[:MOST])
    return [
        RepairProposal(_title(solution), workspace_edit(document, edits))
        for solution, edits in found
        if edits
    ]


def _title(solution: Solution) -> str:
    words = [f"ply {edit.ply}: {edit.sentence()}" for edit in solution.edits[:_LISTED]]
    more = len(solution.edits) - len(words)
    listed = "; ".join([*words, *([f"and {more} more"] if more else [])])
    return visible(f"{listed} ({solution.confidence:.0%})")
