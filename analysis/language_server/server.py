"""The server itself, which receives the requests of an editor and calls functions to answer them.

The editor sends the whole text at each change. The workspace of pygls keeps the text, and the
server caches the games in it. Longer work runs in order of request on a single thread beside the
event loop. Cancelled requests are dropped, and so are findings if the text has changed since.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from analysis.batch import InputOptions
from analysis.editing.document import Document
from analysis.editing.fixing import layout_edits
from analysis.editing.lines import UTF16, WrittenLines
from analysis.language_server.actions import KINDS, REPAIR, actions, repairs
from analysis.language_server.answers import board, complete, diagnostics, hover, symbols, text_edit
from analysis.replay.findings import Policy
from analysis.settings import InvalidSettings, find_settings
from analysis.version import __version__
from notation import LudographError

T = TypeVar("T")

PAUSE = 0.1
"""Seconds without a change after which findings are published."""

BOARD = "ludograph/board"
"""The request for an SVG of the board at a place; its parameters are those of a hover."""

_WORDS = {
    "game": "game",
    "variant": "variant",
    "dialect": "dialect",
    "layout": "layout",
    "format": "container",
    "asRecorded": "as_recorded",
}
"""The options of an editor, and their names in `InputOptions`."""


class AnsweringProtocol(LanguageServerProtocol):
    """The protocol; malformed requests are answered by errors, which pygls would only log."""

    def structure_message(self, data: dict[str, object]) -> object:
        """Return a message as an object of the protocol's classes."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            number = data.get("id")
            if "method" in data and isinstance(number, (int, str)):
                self._send_response(number, error=error.to_response_error())
            raise


class GameServer(LanguageServer):
    """The server of one editor.

    Args:
        reading: default options for reading and playing games.

    Attributes:
        reading: the options that the editor states, or else the default ones. An option without a
            value is taken from the settings of the document's folder.
    """

    def __init__(self, reading: InputOptions | None = None) -> None:
        super().__init__(
            "ludograph",
            __version__,
            # Whole texts are sent, because the workspace splits lines at more characters than
            # editors do.
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=AnsweringProtocol,
        )
        self.reading = reading or InputOptions()
        self._known: dict[str, Document] = {}
        self._worker = ThreadPoolExecutor(1, "ludograph")
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._complaint = ""

    def document(self, uri: str) -> Document | None:
        """Return the current version of a document; None if it is not open."""
        opened = self.workspace.text_documents.get(uri)
        if opened is None:
            return None
        known, version, reading = self._known.get(uri), opened.version or 0, self._reading(uri)
        if known and known.reading.policy != reading.policy:
            known = None
        if known is None or (known.version, known.lines.written) != (version, opened.source):
            lines = WrittenLines(opened.source, str(self.workspace.position_encoding or UTF16))
            same = known.changed(lines, version) if known else None
            known = self._known[uri] = same or Document(uri, lines, version, reading)
        return known

    def _reading(self, uri: str) -> InputOptions:
        """Return the options for reading a document; invalid settings are reported once."""
        path = to_fs_path(uri)
        try:
            found = find_settings(os.path.dirname(path)) if path else None
        except InvalidSettings as error:
            if self._complaint != str(error):
                self._complaint = str(error)
                self.say(f"ludograph: {error}", types.MessageType.Warning)
            found = None
        if found is None:
            return replace(self.reading, policy=self.reading.policy or Policy())
        stated = {
            one.name: value
            for one in fields(self.reading)
            if (value := getattr(self.reading, one.name)) != one.default
        }
        game = stated.get("game")
        named = {name: found.value(name, game) for name in ("game", "variant", "dialect")}
        return InputOptions(**{**named, "files": found.files(), "policy": found.policy(), **stated})

    def configure(self, options: object) -> None:
        """Store the options that the editor states; unknown ones are ignored.

        Raises:
            LudographError: there is no such game, variant, dialect, layout or format.
        """
        if not isinstance(options, Mapping):
            return
        stated = {name: options[word] for word, name in _WORDS.items() if options.get(word)}
        if stated:
            reading = replace(self.reading, **stated)
            reading.check()
            self.reading = reading

    def check(self, uri: str) -> None:
        """Schedule a check of the current text of a document after a short delay."""
        if uri in self._checks:
            self._checks[uri].cancel()
        self._checks[uri] = asyncio.ensure_future(self._check(uri))

    def say(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a message in the editor."""
        self.window_show_message(types.ShowMessageParams(kind, message))

    def drop(self, uri: str) -> None:
        """Close a document, and remove its findings."""
        self._known.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def run(self, make: Callable[[], T]) -> T:
        """Call a function on the worker thread, and return its value."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, make)

    async def about(self, uri: str, make: Callable[[Document], T]) -> T | None:
        """Call a function with the current document, and return its value; None if it is closed."""
        document = self.document(uri)
        return None if document is None else await self.run(lambda: make(document))

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        document = self.document(uri)
        if document is None:
            return
        files, path = document.reading.files, to_fs_path(uri)
        is_read = not (files and path) or files.takes(path, is_named=True)
        found = await self.run(lambda: diagnostics(document)) if is_read else []
        if self.document(uri) is document:
            params = types.PublishDiagnosticsParams(uri, found, document.version)
            self.text_document_publish_diagnostics(params)

    def shutdown(self) -> None:
        """Cancel the work that has not begun, and shut down."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]  # pygls leaves it so


def new_server(reading: InputOptions | None = None) -> GameServer:
    """Return a server with all its handlers registered.

    Args:
        reading: how games are read and played, if the editor does not state it.
    """
    server = GameServer(reading)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        try:
            server.configure(params.initialization_options)
        except (LudographError, TypeError) as error:
            server.say(f"ludograph: {error}", types.MessageType.Warning)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def on_change(params: Any) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def on_close(params: types.DidCloseTextDocumentParams) -> None:
        server.drop(params.text_document.uri)

    @server.feature(BOARD)
    async def on_board(params: Any) -> str | None:
        uri, position = _at(params)
        return await server.about(uri, lambda document: board(document, position))

    for name, options, make in ANSWERS:
        server.feature(name, options)(_answering(server, make))
    _add_repair(server)
    return server


def _layout(document: Document, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """Return the edits that lay out the moves of all games."""
    edits = (edit for game in document.games for edit in layout_edits(document, game))
    return [text_edit(document.lines, edit) for edit in edits]


ANSWERS: tuple[tuple[str, object, Callable[[Document, Any], object]], ...] = (
    (types.TEXT_DOCUMENT_HOVER, None, lambda document, asked: hover(document, asked.position)),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[" ", ".", "("]),
        lambda document, asked: complete(document, asked.position),
    ),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=list(KINDS)),
        actions,
    ),
    (types.TEXT_DOCUMENT_FORMATTING, None, _layout),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None, lambda document, asked: symbols(document)),
)
"""The requests about a document: name, options, and a function of the document and parameters."""


def _answering(
    server: GameServer, make: Callable[[Document, Any], object]
) -> Callable[[Any], Awaitable[object]]:
    """Return the handler of a request that only needs a document."""

    async def answer(params: Any) -> object:
        uri = params.text_document.uri
        return await server.about(uri, lambda document: make(document, params))

    return answer


def _at(params: Any) -> tuple[str, types.Position]:
    """Return the document and position of a request; other parameters are an error."""
    try:
        where = params.position
        return str(params.textDocument.uri), types.Position(int(where.line), int(where.character))
    except (AttributeError, TypeError, ValueError) as error:
        raise JsonRpcInvalidParams(str(error)) from None


def _add_repair(server: GameServer) -> None:
    """Register the command that searches for repairs and asks the user to choose one."""

    @server.command(REPAIR)
    async def on_repair(uri: str, line: int) -> None:
        document = server.document(uri)
        found = await server.run(lambda: repairs(document, line - 1)) if document else {}
        if not found:
            server.say("no repair was found that can be made in the text; see ludograph repair")
            return
        params = types.ShowMessageRequestParams(
            types.MessageType.Info,
            "Which repair should be made?",
            [types.MessageActionItem(title) for title in found],
        )
        answer = await server.window_show_message_request_async(params)
        if answer and answer.title in found and server.document(uri) is document:
            edit = types.ApplyWorkspaceEditParams(found[answer.title], label=answer.title)
            await server.workspace_apply_edit_async(edit)
