"""The language server: requests of an editor, each answered by a module of its own.

A document is replaced by another at each change, on the loop that reads requests; all that takes
longer runs on one thread beside it, in the order in which it was asked for. What an editor no
longer waits for is left out, and so are the findings of a text that has changed since.
"""

import asyncio
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from analysis.batch import InputOptions
from analysis.language_server.actions import KINDS, REPAIR, actions
from analysis.language_server.completion import complete
from analysis.language_server.diagnostics import diagnostics
from analysis.language_server.editing.lines import UTF16
from analysis.language_server.hover import hover
from analysis.language_server.lines import EditorDocument, EditorLines
from analysis.language_server.outline import symbols
from analysis.language_server.repairing import RepairProposal, proposals
from analysis.language_server.rewriting import layout_edits
from analysis.version import __version__
from notation import LudographError

T = TypeVar("T")

PAUSE = 0.1
"""Seconds without a change after which findings are published."""

_WORDS = {
    "game": "game",
    "variant": "variant",
    "dialect": "dialect",
    "layout": "layout",
    "format": "container",
    "asRecorded": "as_recorded",
}
"""What may stand in the options of an editor, with the names of `InputOptions`."""


Steps: TypeAlias = Generator[Any, Any, None]
"""What handles a message in steps, as pygls wants it."""


class GameProtocol(LanguageServerProtocol):
    """The protocol, with documents in place of the files of a workspace."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Steps:
        """Open a document."""
        server: GameServer = self._server  # type: ignore[assignment]
        opened = params.text_document
        lines = EditorLines(opened.text, server.encoding)
        server.put(EditorDocument(opened.uri, lines, opened.version, server.reading))
        yield from ()

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Steps:
        """Change a document; one that is not open is none of this server's."""
        server: GameServer = self._server  # type: ignore[assignment]
        document = server.documents.get(params.text_document.uri)
        if document is not None:
            lines = document.lines
            for change in params.content_changes:
                lines = lines.changed(getattr(change, "range", None), change.text)
            server.put(document.changed(lines, params.text_document.version))
        yield from ()

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Steps:
        """Close a document, and take its findings away."""
        server: GameServer = self._server  # type: ignore[assignment]
        server.drop(params.text_document.uri)
        yield from ()


class GameServer(LanguageServer):
    """The server of one editor.

    Args:
        reading: how games are read and played, unless the editor states it.

    Attributes:
        documents: the documents that are open, by address.
        reading: how games are read and played.
    """

    def __init__(self, reading: InputOptions | None = None) -> None:
        super().__init__("ludograph", __version__, protocol_cls=GameProtocol)
        self.documents: dict[str, EditorDocument] = {}
        self.reading = reading or InputOptions()
        self._worker = ThreadPoolExecutor(1, "ludograph")
        self._checks: dict[str, asyncio.Task[None]] = {}

    @property
    def encoding(self) -> str:
        """The encoding whose units the editor counts."""
        return str(self.workspace.position_encoding or UTF16)

    def configure(self, options: object) -> None:
        """Take over what the editor states of the games; what is unknown there is left out.

        Raises:
            LudographError: there is no such game, variant, dialect, layout or format.
        """
        if not isinstance(options, Mapping):
            return
        stated = {name: options[word] for word, name in _WORDS.items() if options.get(word)}
        if stated:
            reading = InputOptions(**stated)
            reading.check()
            self.reading = reading

    def put(self, document: EditorDocument) -> None:
        """Keep a document as it is now, and check it in a moment."""
        self.documents[document.uri] = document
        if document.uri in self._checks:
            self._checks[document.uri].cancel()
        self._checks[document.uri] = asyncio.ensure_future(self._check(document.uri))

    def drop(self, uri: str) -> None:
        """Forget a document."""
        self.documents.pop(uri, None)
        if check := self._checks.pop(uri, None):
            check.cancel()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def run(self, make: Callable[[], T]) -> T:
        """Return what is made on the thread of the work."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, make)

    async def about(self, uri: str, make: Callable[[EditorDocument], T]) -> T | None:
        """Return what is made of a document as it is now; None for one that is not open."""
        document = self.documents.get(uri)
        return None if document is None else await self.run(lambda: make(document))

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        document = self.documents[uri]
        found = await self.run(lambda: diagnostics(document))
        if self.documents.get(uri) is document:
            params = types.PublishDiagnosticsParams(uri, found, document.version)
            self.text_document_publish_diagnostics(params)

    def shutdown(self) -> None:
        """End the work that has not begun."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]  # pygls leaves it so


def new_server(reading: InputOptions | None = None) -> GameServer:
    """Return a server that answers all that there is an answer to.

    Args:
        reading: how games are read and played, unless the editor states it.
    """
    server = GameServer(reading)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        try:
            server.configure(params.initialization_options)
        except (LudographError, TypeError) as error:
            message = types.ShowMessageParams(types.MessageType.Warning, f"ludograph: {error}")
            server.window_show_message(message)

    _add_answers(server)
    _add_repair(server)
    return server


def _add_answers(server: GameServer) -> None:
    """Register what is answered from a document alone."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: types.HoverParams) -> types.Hover | None:
        return await server.about(
            params.text_document.uri, lambda document: hover(document, params.position)
        )

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ".", "("])
    )
    async def on_completion(params: types.CompletionParams) -> types.CompletionList | None:
        return await server.about(
            params.text_document.uri, lambda document: complete(document, params.position)
        )

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(KINDS))
    )
    async def on_actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        return await server.about(
            params.text_document.uri, lambda document: actions(document, params)
        )

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def on_formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        return await server.about(
            params.text_document.uri,
            lambda document: [
                edit for game in document.games for edit in layout_edits(document, game)
            ],
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def on_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await server.about(params.text_document.uri, symbols)


def _add_repair(server: GameServer) -> None:
    """Register the command that looks for repairs and asks which of them to make."""

    @server.command(REPAIR)
    async def on_repair(uri: str, line: int) -> None:
        document = server.documents.get(uri)
        found = await server.run(lambda: proposals(document, line - 1)) if document else []
        if not found:
            message = "no repair was found that can be made in the text; see ludograph repair"
            server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
            return
        chosen = await _choice(server, found)
        if chosen is not None and server.documents.get(uri) is document:
            params = types.ApplyWorkspaceEditParams(chosen.edit, label=chosen.title)
            await server.workspace_apply_edit_async(params)


async def _choice(server: GameServer, found: list[RepairProposal]) -> RepairProposal | None:
    """Return the proposal that is chosen in the editor; None for none."""
    params = types.ShowMessageRequestParams(
        types.MessageType.Info,
        "Which repair should be made?",
        [types.MessageActionItem(one.title) for one in found],
    )
    answer = await server.window_show_message_request_async(params)
    return next((one for one in found if answer and one.title == answer.title), None)
