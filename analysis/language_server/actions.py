"""Code actions: suggestions, canonical spelling, and a search for repairs."""

from collections.abc import Iterator, Sequence
from functools import partial

from lsprotocol import types

from analysis.editing.document import Document, PlacedGame
from analysis.editing.fixing import (
    canonical_text,
    certain_edits,
    edits_of,
    fix_text,
    tried,
)
from analysis.editing.lines import LineEdit
from analysis.editing.repairs import NoRepair, ProposedRepair, proposals
from analysis.games.position import AnyPosition
from analysis.language_server.answers import SOURCE, place, text_edit
from analysis.replay import Replay
from notation import Finding
from notation.findings import UNREADABLE
from notation.printing import visible

REPAIR = "ludograph.repair"
"""The command that searches for repairs of the game on a line."""

_LISTED = 3
"""Maximum number of edits that the title of a repair lists; others are counted."""

KINDS = (
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.SourceFixAll,
)
"""All kinds of actions."""


def actions(document: Document, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the code actions for a range of a document, of the requested kinds."""
    wanted = params.context.only
    found = (
        action
        for kind, make in _MAKERS
        if wanted is None or any(f"{kind.value}.".startswith(f"{_name(one)}.") for one in wanted)
        for action in make(document, params)
    )
    return list(found)


def _name(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _games(document: Document, where: types.Range) -> Iterator[tuple[PlacedGame, int, int]]:
    """Yield the games in a range, each with the first and last line of the range in it."""
    (first, _), (last, _) = place(document.lines, where.start), place(document.lines, where.end)
    for game in document.games:
        if game.first_line <= last and document.last_line(game) >= first:
            yield game, first, last


def _fixes(document: Document, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the suggestions for errors in a range, and the canonical texts of its plies."""
    for game, first, last in _games(document, params.range):
        wrong = [one for one in game.findings if one.violation]
        for finding in wrong:
            if first <= game.about(finding).line <= last:
                yield from _suggested(document, params, game, finding)
        if any(one.ply for one in wrong) and game.number:
            yield types.CodeAction(
                "Look for repairs of the whole game",
                kind=types.CodeActionKind.QuickFix,
                command=types.Command(
                    "Look for repairs", REPAIR, arguments=[document.uri, game.first_line + 1]
                ),
            )
        yield from _spelled(document, params, game)


def _suggested(
    document: Document, params: types.CodeActionParams, game: PlacedGame, finding: Finding
) -> Iterator[types.CodeAction]:
    span = game.span(finding.ply - 1) if finding.ply else None
    if span is None:
        return
    shares = (*finding.shares, *[0.0] * len(finding.suggestions))
    for rank, text in enumerate(finding.suggestions):
        share = f" ({shares[rank]:.0%})" if shares[rank] >= 0.005 else ""
        edit = LineEdit.of(span, text)
        yield types.CodeAction(
            visible(f"Write {text}{share}"),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=_shown(params, finding),
            is_preferred=rank == 0 and finding.code != UNREADABLE,
            edit=workspace_edit(document, [edit]),
        )


def _spelled(
    document: Document, params: types.CodeActionParams, game: PlacedGame
) -> Iterator[types.CodeAction]:
    """Yield the action that writes a leniently written ply canonically, for each such ply in a
    range.
    """
    (first, start), (last, stop) = (
        place(document.lines, one) for one in (params.range.start, params.range.end)
    )
    for ply, span in zip(game.plies, game.spans, strict=False):
        if span is None or not (first, start) <= (span.line, span.stop):
            continue
        if (span.line, span.start) > (last, stop):
            return
        text = canonical_text(game.replay, ply) if ply.findings else None
        if text is None or text == ply.text:
            continue
        edit = LineEdit.of(span, text)
        if tried(document, game, [edit], partial(_reaches, ply.after)):
            yield types.CodeAction(
                visible(f"Write {text}"),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[one for note in ply.findings for one in _shown(params, note)],
                edit=workspace_edit(document, [edit]),
            )


def _reaches(position: AnyPosition, game: Replay) -> bool:
    return position in game.positions()


def _shown(params: types.CodeActionParams, finding: Finding) -> list[types.Diagnostic]:
    """Return the diagnostics that an editor shows for a finding."""
    wanted = SOURCE, finding.code
    return [one for one in params.context.diagnostics if (one.source, one.code) == wanted]


def _all(document: Document, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the action that makes all certain fixes, in the whole text or in the game."""
    title = "Mend all that is certain"
    if params.context.only:
        fixed = fix_text(document.lines.written, document.path, document.reading)
        edits = edits_of(fixed.fixes)
    else:
        game = document.game_at(place(document.lines, params.range.start)[0])
        edits = certain_edits(document, game) if game else []
        title += " in this game"
    if edits:
        yield types.CodeAction(
            title, kind=types.CodeActionKind.SourceFixAll, edit=workspace_edit(document, edits)
        )


def workspace_edit(document: Document, edits: Sequence[LineEdit]) -> types.WorkspaceEdit:
    """Return edits of a document as a workspace edit, in the form that every editor supports."""
    return types.WorkspaceEdit(
        changes={document.uri: [text_edit(document.lines, one) for one in edits]}
    )


def repairs(document: Document, line: int) -> dict[str, types.WorkspaceEdit]:
    """Return the repairs of the game on a line that can be applied to the text, by title."""
    try:
        found = proposals(document, document.game_at(line))
    except NoRepair:
        return {}
    return {_title(one): workspace_edit(document, one.edits) for one in found}


def _title(one: ProposedRepair) -> str:
    return f"{one.words(_LISTED)} ({one.solution.confidence:.0%})"


_MAKERS = tuple(zip(KINDS, (_fixes, _all), strict=True))
