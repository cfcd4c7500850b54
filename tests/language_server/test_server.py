"""The server, with the client of pygls, and over standard input and output."""

import asyncio
import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from lsprotocol import types
from pygls.io_ import run_async
from pygls.lsp.client import LanguageClient

from analysis.language_server.actions import REPAIR
from analysis.language_server.server import BOARD, new_server
from tests.editing.texts import LENIENT, SHORT, classic
from tests.language_server.texts import WHOLE, action_params, at

URI = "file:///games.txt"
NAME = types.TextDocumentIdentifier(URI)


class Editor:
    """An editor with one document."""

    def __init__(self) -> None:
        self.client = LanguageClient("tests", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.shown: list[str] = []
        self.typed: tuple[int, str] | None = None  # while a repair is chosen
        self.applied: list[types.WorkspaceEdit] = []
        self.ends: list[tuple[asyncio.Task[None], asyncio.StreamWriter]] = []

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params):
            self.published.put_nowait(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params):
            self.shown.append(params.message)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def asked(params):
            if self.typed:
                self.change(*self.typed)
            return params.actions[0]

        @self.client.feature(types.WORKSPACE_APPLY_EDIT)
        def applied(params):
            self.applied.append(params.edit)
            return types.ApplyWorkspaceEditResult(True)

    async def start(self, text, options=None):
        self.server = new_server()
        both: list[Any] = [self.client, self.server]
        for one, end in zip(both, socket.socketpair(), strict=True):
            reader, writer = await asyncio.open_connection(sock=end)
            one.protocol.set_writer(writer)
            talk = run_async(Event(), reader, one.protocol, error_handler=one.report_server_error)
            self.ends.append((asyncio.create_task(talk), writer))
        params = types.InitializeParams(types.ClientCapabilities(), initialization_options=options)
        await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())
        self.open(URI, text)

    def open(self, uri, text):
        opened = types.TextDocumentItem(uri, "ludograph", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(opened))

    def change(self, version, text):
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, URI),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def findings(self):
        return await asyncio.wait_for(self.published.get(), 60)

    async def stop(self):
        await self.client.shutdown_async(None)
        for _, writer in self.ends:
            writer.write_eof()
        for task, writer in self.ends:
            await task  # which reads to the end: a socket with unread data is reset
            writer.close()
        self.server.shutdown()


def edit(text, talk, options=None):
    async def run():
        editor = Editor()
        await editor.start(text, options)
        await talk(editor)
        await editor.stop()

    asyncio.run(run())


def test_a_text_is_checked_completed_mended_and_laid_out_as_it_is_typed_until_it_is_closed():
    async def talk(editor):
        found = await editor.findings()
        assert {one.code for one in found.diagnostics} >= {"blank-in-move", "missing-captures"}
        client = editor.client
        hovered = await client.text_document_hover_async(types.HoverParams(NAME, at(3, 5)))
        assert "White" in hovered.contents.value
        offered = await client.text_document_completion_async(
            types.CompletionParams(NAME, at(4, 11))
        )
        assert offered.items
        mended = await client.text_document_code_action_async(action_params(WHOLE, "source.fixAll"))
        assert [one.title for one in mended] == ["Make all certain corrections"]
        assert await client.text_document_formatting_async(
            types.DocumentFormattingParams(NAME, types.FormattingOptions(4, True))
        )
        places = types.TextDocumentPositionParams(NAME, at(3, 5))
        assert "<svg" in await client.protocol.send_request_async(BOARD, places)
        games = await client.text_document_document_symbol_async(types.DocumentSymbolParams(NAME))
        assert len(games) == 2
        editor.change(2, f"{LENIENT}\n{SHORT}".replace("3. F4", "3. C4"))
        found = await editor.findings()
        assert (found.version, "occupied") in {(2, one.code) for one in found.diagnostics}
        for version in (3, 4):
            editor.change(version, SHORT)
        assert (await editor.findings()).version == 4
        editor.change(5, SHORT)
        assert (await editor.findings()).version == 5
        client.text_document_did_close(types.DidCloseTextDocumentParams(NAME))
        found = await editor.findings()
        assert (found.version, *found.diagnostics) == (None,)
        hovering = types.HoverParams(NAME, at(4, 3))
        assert await client.text_document_hover_async(hovering) is None

    edit(LENIENT + "\n" + SHORT, talk)


def test_a_repair_is_chosen_and_applied_to_the_text_that_it_was_made_for():
    async def talk(editor):
        await editor.findings()
        client = editor.client
        editor.change(2, f"{classic('epaminondas-slip')}\n\N{LINE SEPARATOR}")
        other = types.TextDocumentIdentifier("file:///other.txt")
        assert await client.text_document_hover_async(types.HoverParams(other, at(0, 0))) is None
        mending = types.ExecuteCommandParams(REPAIR, [URI, 8])
        await client.workspace_execute_command_async(mending)
        ((edits,),) = [one.changes.values() for one in editor.applied]
        assert [one.new_text for one in edits] == ["4.7.4N3x3"]
        editor.typed = 3, "prose"
        await client.workspace_execute_command_async(mending)
        assert len(editor.applied) == 1
        assert editor.shown == []
        await client.workspace_execute_command_async(mending)
        assert ["no repair was found" in one for one in editor.shown] == [True]

    edit(classic("epaminondas-slip"), talk, {"game": "epaminondas"})


def test_an_unknown_game_in_the_options_is_named():
    async def talk(editor):
        await editor.findings()
        assert any("chess" in one for one in editor.shown)

    edit(SHORT, talk, {"game": "chess"})


GUESSED = '[Game "megiddo"]\n\n1. C4 B4\n'
IGNORED = GUESSED.replace("1.", "# ludograph: ignore guessed-variant\n1.")
SETTINGS: tuple[tuple[str, str, list[str]], ...] = (
    ("", GUESSED, ["guessed-variant"]),
    ("", IGNORED, []),
    ('ignore = ["guessed-variant"]', GUESSED, []),
    ('game = "megiddo"\nvariant = "base"', GUESSED, []),
    ('exclude = ["*.txt"]', GUESSED, []),
    ('include = ["*.sgf"]', GUESSED, ["guessed-variant"]),
    ('strict = "yes"', GUESSED, ["guessed-variant"]),
)
"""Settings of a folder, a text in it, and its findings."""


@pytest.mark.parametrize(
    "options", [None, pytest.param({"variant": "master"}, marks=pytest.mark.slow)]
)
def test_the_settings_of_the_folder_of_a_document_hold(tmp_path, options):
    async def talk(editor):
        await editor.findings()
        for number, (settings, text, codes) in enumerate(SETTINGS):
            (tmp_path / str(number)).mkdir()
            (tmp_path / str(number) / "ludograph.toml").write_text(settings)
            editor.open((tmp_path / str(number) / "games" / "game.txt").as_uri(), text)
            found = (await editor.findings()).diagnostics
            assert [one.code for one in found] == ([] if options else codes), settings
            assert all(one.code_description.href.endswith(f"#{one.code}") for one in found)
        assert ["strict must be" in one for one in editor.shown] == [True]

    edit(SHORT, talk, options)


def message(content: object) -> bytes:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(number: object, method: str, params: object) -> bytes:
    return message({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def answered(sent: list[bytes]) -> dict[object, object]:
    """Return the server's answers by the ids of requests: a result, or the code of an error.

    The end of its input ends the server.
    """
    done = subprocess.run(
        [sys.executable, "-m", "analysis", "lsp"],
        input=b"".join(sent),
        capture_output=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0
    parts = re.split(rb"Content-Length: \d+\r\n(?:Content-Type: [^\r]*\r\n)?\r\n", done.stdout)
    found = {}
    for part in map(json.loads, filter(None, parts)):
        if "id" in part and "method" not in part:
            assert part["id"] not in found, "answered twice"
            found[part["id"]] = part["error"]["code"] if "error" in part else part["result"]
    return found


@pytest.mark.slow
def test_requests_with_odd_parameters_are_answered_and_harm_nothing():
    document = {"uri": URI}
    hovers = {
        "a": {"textDocument": document, "position": {"line": -1}},
        "b": "nonsense",
        "c": {"textDocument": document, "position": {"line": "x", "character": 2}},
        "d": None,
        "e": [1],
        "f": {"position": {"line": 0, "character": 4}},
        "g": {"textDocument": {"uri": 7}, "position": [0, 4]},
    }
    found = answered([
        request(1, "initialize", {"capabilities": {}, "processId": None, "rootUri": None}),
        *(request(name, "textDocument/hover", params) for name, params in hovers.items()),
        message(b"{ no json"),
        message({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {}}),
        message({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 99}}),
        request(4, "workspace/executeCommand", {"command": REPAIR, "arguments": [7]}),
        request(5, "textDocument/documentSymbol", {"textDocument": document}),
    ])  # fmt: skip
    assert set(found) == {1, 4, 5, *hovers}
    assert {found[name] for name in hovers} <= {-32602, -32603}
    assert (found[4], found[5]) == (-32602, None)
