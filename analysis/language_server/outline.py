"""The games of a document, as an editor lists them."""

from lsprotocol import types

from analysis.language_server.editing.document import PlacedGame
from analysis.language_server.lines import EditorDocument
from analysis.replay.verdict import verdict_words
from notation.numbers import plural
from notation.printing import visible
from records.model import UNDECIDED, player_of


def symbols(document: EditorDocument) -> list[types.DocumentSymbol]:
    """Return the games of a document."""
    return [_symbol(document, game) for game in document.games if game.number]


def _symbol(document: EditorDocument, game: PlacedGame) -> types.DocumentSymbol:
    record, first = game.replay.record, game.first_line
    sides = game.replay.start.sides if game.replay.start else ()
    players = [player_of(record.tags, side) for side in sides]
    names = " - ".join(name or "?" for name in players) if any(players) else ""
    title = game.replay.game.title if game.replay.game else "unknown game"
    result = "" if record.result == UNDECIDED else record.result
    word, _ = verdict_words(game.replay)
    return types.DocumentSymbol(
        name=visible(" ".join(filter(None, (f"{game.number}. {names or title}", result)))),
        detail=visible(f"{title}, {plural(len(record.moves), 'ply')}, {word}"),
        kind=types.SymbolKind.Event,
        range=document.lines.whole(first, document.last_line(game)),
        selection_range=document.lines.whole(first, first),
    )
