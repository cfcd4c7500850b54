"""Code actions: suggestions, canonical spelling, and a search for repairs."""

from collections.abc import Iterable, Iterator, Sequence
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
from analysis.editing.lines import LineEdit, PlySpan
from analysis.editing.repairs import NoRepair, edit_words, proposals
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


def actions(document: Document, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the code actions for a range of a document, of the requested kinds."""
    only = params.context.only
    wanted = [getattr(one, "value", one) for one in only or ()]
    return [
        action
        for kind, make in _MAKERS.items()
        if only is None or any(f"{kind.value}.".startswith(f"{one}.") for one in wanted)
        for action in make(document, params)
    ]


def _fixes(document: Document, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the suggestions for errors in a range, and the canonical texts of its plies."""
    start, stop = (place(document.lines, one) for one in (params.range.start, params.range.end))
    for game in document.games:
        if game.first_line > stop[0] or document.last_line(game) < start[0]:
            continue
        wrong = [one for one in game.findings if one.violation]
        for finding in wrong:
            span = game.span(finding.ply - 1) if finding.ply else None
            if span is None or not start[0] <= game.about(finding).line <= stop[0]:
                continue
            shares = (*finding.shares, *[0.0] * len(finding.suggestions))
            for rank, (text, share) in enumerate(zip(finding.suggestions, shares, strict=False)):
                more = f" ({share:.0%})" if share >= 0.005 else ""
                is_first = rank == 0 and finding.code != UNREADABLE
                yield _writing(document, params, game, span, text, [finding], more, is_first)
        if any(one.ply for one in wrong) and game.number:
            yield types.CodeAction(
                "Look for repairs of the whole game",
                kind=types.CodeActionKind.QuickFix,
                command=types.Command(
                    "Look for repairs", REPAIR, arguments=[document.uri, game.first_line + 1]
                ),
            )
        for ply, span in zip(game.plies, game.spans, strict=False):
            if span is None or (span.line, span.stop) < start or (span.line, span.start) > stop:
                continue
            canonical = canonical_text(game.replay, ply) if ply.findings else None
            if canonical is None or canonical == ply.text:
                continue
            reaches = partial(_reaches, ply.after)
            if tried(document, game, [span.written(canonical)], reaches):
                yield _writing(document, params, game, span, canonical, ply.findings)


def _writing(
    document: Document,
    params: types.CodeActionParams,
    game: PlacedGame,
    span: PlySpan,
    text: str,
    findings: Iterable[Finding],
    more: str = "",
    is_preferred: bool | None = None,
) -> types.CodeAction:
    """Return the code action that replaces a ply by a text, and resolves findings."""
    about = {(SOURCE, one.code, game.about(one).line) for one in findings}
    return types.CodeAction(
        visible(f"Write {text}{more}"),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[
            one
            for one in params.context.diagnostics
            if (one.source, one.code, one.range.start.line) in about
        ],
        is_preferred=is_preferred,
        edit=workspace_edit(document, [span.written(text)]),
    )


def _reaches(position: AnyPosition, game: Replay) -> bool:
    return position in game.positions()


def _all(document: Document, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the action that applies all automatic fixes in the game, or in the whole text."""
    title = "Make all certain corrections"
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
    """Return edits that repair the game at or above a line, by the title of each repair.

    Args:
        line: index of the line, from 0.
    """
    try:
        found = proposals(document, document.game_at(line))
    except NoRepair:
        return {}
    edits = {}
    for one in found:
        title = f"{edit_words(one.solution, _LISTED)} ({one.solution.confidence:.0%})"
        edits[title] = workspace_edit(document, one.edits)
    return edits


_MAKERS = {types.CodeActionKind.QuickFix: _fixes, types.CodeActionKind.SourceFixAll: _all}

KINDS = tuple(_MAKERS)
"""All kinds of actions."""
