"""A server of pages for a browser on this machine only.

It listens on the loopback address only. Every address begins with a random token. The header Host
must name the server, which prevents DNS rebinding; a header Origin must name it as well. Responses
forbid framing, cross-origin requests and content sniffing.
"""

import asyncio
import json
import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from notation import LudographError

HOST = "127.0.0.1"

LARGEST_BODY = 1 << 26
"""Maximum size of the body of a request, in bytes."""

PATIENCE = 2
"""Time limit in seconds for pending requests when the server stops."""

UNASKED = 10.0
"""Time limit in seconds for a connection to send a whole request."""

MOST_CONNECTIONS = 1024
"""Maximum number of connections. Idle ones are closed after `UNASKED` seconds, or 5 after an
answer."""

READING = ("GET", "HEAD")

_SECURE: Mapping[str, str] = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of answers; a page has its own content security policy."""

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".txt": "text/plain; charset=utf-8",
}
"""Suffix of a file in a folder -> its media type; all other files are bytes."""

_OF_FILES = {"cache-control": "no-cache", "content-security-policy": "frame-ancestors 'none'"}
"""Headers of files in a folder. A page has its policy in its head, and its worker inherits that."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request.

    Attributes:
        query: the parameters of its address.
        path: the variable parts of its path.
        body: the body; empty for GET.
    """

    query: QueryParams
    path: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A path of the server with its handler.

    Attributes:
        path: the path after the token, such as ``/games/{number:int}``.
        answer: the handler; runs in any of the server's threads.
        method: the HTTP method; any but ``GET`` requires the server's own Origin.
    """

    path: str
    answer: Callable[[Asked], Response]
    method: str = "GET"


class LocalServer:
    """A server on the loopback address; creating it takes the port, closing it frees the port.

    Args:
        endpoints: the endpoints.
        port: the port; 0 for any free one.
        token: first part of its addresses; random by default.
        threads: number of requests answered at once.

    Attributes:
        address: the address of the endpoint ``/``.

    Raises:
        OSError: the port is taken, or not allowed.
    """

    def __init__(
        self, endpoints: Sequence[Endpoint], port: int = 0, token: str = "", *, threads: int = 1
    ) -> None:
        self._socket = _listening(port)
        self._workers = ThreadPoolExecutor(threads)
        port, token = self._socket.getsockname()[1], token or token_urlsafe(24)
        self.address = f"http://{HOST}:{port}/{token}/"
        app = Starlette(
            routes=[Route(one.path, self._route(one), methods=[one.method]) for one in endpoints],
            exception_handlers={HTTPException: _as_http},
        )
        app.router.redirect_slashes = False  # a redirect would lack the token
        self._server = uvicorn.Server(
            uvicorn.Config(
                Guard(app, port, token),
                access_log=False,
                http=PromptProtocol,
                lifespan="off",
                limit_concurrency=MOST_CONNECTIONS,
                log_config=None,
                log_level="critical",
                loop="asyncio",
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=PATIENCE,
                ws="none",
            )
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)
        self._socket.close()

    def run(self) -> None:
        """Answer requests until `stop` or Ctrl-C."""
        with suppress(KeyboardInterrupt):
            self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Make `run` return; called from another thread."""
        self._server.should_exit = True

    def _route(self, endpoint: Endpoint) -> Callable[[Request], object]:
        async def answer(request: Request) -> Response:
            body = b""
            if endpoint.method not in READING:
                body = await _body(request)
            asked = Asked(request.query_params, request.path_params, body)
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self._workers, endpoint.answer, asked)
            except (LudographError, OSError, MemoryError) as error:
                return failure(_message(error))
            except Exception as error:
                return failure(f"a mistake in ludograph: {type(error).__name__}: {error}", 500)

        return answer


class PromptProtocol(H11Protocol):
    """Closes connections that send no request in time; uvicorn would wait forever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        super().connection_made(transport)
        self.loop.call_later(UNASKED, self._close_unasked)

    def _close_unasked(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class Guard:
    """Refuses requests from other sites, and adds security headers to all responses.

    Args:
        app: the application that handles accepted requests.
        port: the port of the server.
        token: the first part of every path.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app, self._token = app, token
        names = [f"{HOST}:{port}", f"localhost:{port}"]
        self._hosts = {*names, *((HOST, "localhost") if port == 80 else ())}
        self._origins = {f"http://{name}" for name in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_secure(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _SECURE.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            return
        if why := self._refusal(scope):
            await failure(why, 403)(scope, receive, send_secure)
            return
        prefix = f"/{self._token}"
        inside = {**scope, "path": scope["path"][len(prefix) :], "root_path": ""}
        await self._app(inside, receive, send_secure)

    def _refusal(self, scope: Scope) -> str:
        """Return the reason why a request is refused; empty if it is accepted."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "the header Host names another server"
        reads = scope["method"] in READING
        if not ((reads and not origins) or (len(origins) == 1 and origins[0] in self._origins)):
            return "the request comes from another site"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not (
            reads and headers.get("sec-fetch-mode") == "navigate"
        ):
            return "the request comes from another site"
        token = scope["path"].split("/", 2)[1:2]
        if not compare_digest("".join(token).encode(), self._token.encode()):
            return "the address lacks the token that ludograph printed"
        return ""


def failure(message: str, status: int = 400) -> Response:
    """Return the error response that a page displays."""
    return JSONResponse({"error": message}, status)


def answer_json(content: Mapping[str, object]) -> Response:
    """Return a JSON response."""
    return Response(json.dumps(content), media_type="application/json")


def page(html: str) -> Response:
    """Return a response with a page, which has a content security policy in its head."""
    policy = "frame-ancestors 'none'"
    return Response(
        html, media_type="text/html; charset=utf-8", headers={"content-security-policy": policy}
    )


def _listening(port: int) -> socket.socket:
    """Return a socket that listens on the loopback address.

    Raises:
        OSError: the port is taken, or not allowed.
    """
    # asyncio sets TCP_NODELAY only if the protocol is named; otherwise answers are 40 ms late.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen(MOST_CONNECTIONS)
    except OSError as error:
        found.close()
        raise OSError(error.errno, error.strerror, f"{HOST}:{port}") from None
    return found


async def _body(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        HTTPException: the body is too large.
    """
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > LARGEST_BODY:
            raise HTTPException(413, f"more than {LARGEST_BODY:,} bytes were sent")
    return bytes(found)


def _message(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "not enough memory"
    if isinstance(error, OSError) and not isinstance(error, LudographError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return str(error)


def _as_http(request: Request, error: Exception) -> Response:
    found = error if isinstance(error, HTTPException) else HTTPException(500)
    return failure(found.detail, found.status_code)


def folder_endpoints(folder: Path) -> list[Endpoint]:
    """Return the endpoints of a folder: its page ``index.html``, and the files beside it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())

    def answer(asked: Asked) -> Response:
        name = asked.path.get("name", "index.html")
        if name not in names:
            return failure("there is no such file", 404)
        kind = KINDS.get(Path(name).suffix, "application/octet-stream")
        return FileResponse(folder / name, media_type=kind, headers=_OF_FILES)

    return [Endpoint("/", answer), Endpoint("/{name}", answer)]
