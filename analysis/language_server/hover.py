"""What is under the pointer: a ply with the board after it, or a game with its verdict."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from lsprotocol import types

from analysis.diagrams import canonical_text, ply_diagram, text
from analysis.games.variant import Variant
from analysis.language_server.editing.document import PlacedGame
from analysis.language_server.lines import EditorDocument
from analysis.openings.names import bundled_names, names_by_key
from analysis.replay.setup import Ply
from analysis.replay.verdict import finding_words, verdict_words
from analysis.select.position import merge_keys
from notation.numbers import plural
from notation.printing import visible

DEPTH = 20
"""Plies among whose positions the name of an opening is looked for."""


def hover(document: EditorDocument, position: types.Position) -> types.Hover | None:
    """Return what is known of the ply at a position, or of the game that begins on its line."""
    line, column = document.lines.place(position)
    game = document.game_at(line)
    if game is None:
        return None
    index = game.ply_at(line, column)
    span = game.spans[index] if index is not None else None
    if index is not None and span:
        words, where = "\n\n".join(_ply(game, index)), document.lines.range(*span)
    elif line == game.first_line:
        words, where = "\n\n".join(_game(game)), document.lines.whole(line, line)
    else:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, words), where)


def _game(game: PlacedGame) -> Iterator[str]:
    word, sentence = verdict_words(game.replay)
    yield f"**{word}**: {_plain(sentence)}"
    if name := _opening(game, len(game.plies)):
        yield f"Opening: {_plain(name)}"
    if game.replay.position:
        yield _board(game, game.plies[-1] if game.plies else None)


def _ply(game: PlacedGame, index: int) -> Iterator[str]:
    """Yield the paragraphs on a ply."""
    if index >= len(game.plies):
        yield _plain(f"{game.replay.record.moves[index]}: not played")
        found = [one for one in game.findings if one.violation and one.ply]
        yield from (_plain(finding_words(one)) for one in found[:1])
        if game.replay.position:
            yield f"The board before {'it' if index == len(game.plies) else 'the error'}:"
            yield _board(game, game.plies[-1] if game.plies else None)
        return
    ply = game.plies[index]
    yield f"**{ply.number}. {ply.side.title()}** `{_plain(canonical_text(game.replay, ply))}`"
    if did := _did(ply):
        yield did
    if name := _opening(game, index + 1):
        yield f"Opening: {_plain(name)}"
    yield from (f"*{_plain(one.message)}*" for one in ply.findings)
    yield _board(game, ply)


def _did(ply: Ply) -> str:
    """Return in words what a ply did."""
    if ply.move is None:
        return "Illegal, and played as recorded."
    taken = len(ply.before.captured(ply.move))
    outcome = ply.after.outcome()
    words = [f"Captures {plural(taken, 'piece')}."] if taken else []
    return " ".join([*words, *([f"{outcome.message}."] if outcome else [])])


def _board(game: PlacedGame, ply: Ply | None) -> str:
    """Return the board after a ply, or the first, as a block of text."""
    position, _, options = ply_diagram(game.replay, ply)
    return f"```text\n{text(position, **options)}\n```"


def _plain(text: str) -> str:
    """Return a text without what Markdown would take for its own."""
    return visible(text).replace("`", "'").replace("<", "&lt;")


def _opening(game: PlacedGame, plies: int) -> str | None:
    """Return the name of the last opening after the first plies of a game, if any."""
    if game.replay.game is None or game.replay.variant is None:
        return None
    known = _names(game.replay.game.name, game.replay.variant)
    for ply in reversed(game.plies[: min(plies, DEPTH)] if known else ()):
        if name := known.get(min(merge_keys(ply.after, True))):
            return name
    return None


@lru_cache(maxsize=64)
def _names(game: str, variant: Variant) -> Mapping[int, str]:
    return names_by_key(bundled_names(), game, variant, fold=True)
