"""The server answers only its own pages, on this machine."""

import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest
from starlette.responses import PlainTextResponse

from analysis.pages import server as serving
from analysis.pages.server import Asked, Endpoint, LocalServer, page
from notation import InvalidPosition
from tests.cases import each_case
from tests.pages.pages import answering


def fail(asked: Asked) -> PlainTextResponse:
    if "why" in asked.query:
        raise InvalidPosition(asked.query["why"])
    if "file" in asked.query:
        raise FileNotFoundError(2, "No such file or directory", asked.query["file"])
    raise RuntimeError("lost")


ENDPOINTS = [
    Endpoint("/", lambda asked: page("<!DOCTYPE html>")),
    Endpoint(
        "/n/{number:int}", lambda asked: PlainTextResponse(str(int(asked.path["number"]) + 1))
    ),
    Endpoint("/fail", fail),
    Endpoint("/keep", lambda asked: PlainTextResponse(str(len(asked.body))), "POST"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer(ENDPOINTS) as found, answering(found):
        yield found


def ask(server: LocalServer, path: str = "", method: str = "GET", token: str | None = None,
        headers: dict[str, str] | None = None, body: bytes = b"") -> HTTPResponse:  # fmt: skip
    address = urlsplit(server.address)
    connection = HTTPConnection("127.0.0.1", address.port or 0)
    start = address.path if token is None else token
    connection.request(method, start + path, body or None, headers or {})
    answer = connection.getresponse()
    answer.content = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def content(answer: HTTPResponse) -> bytes:
    found: bytes = answer.content  # type: ignore[attr-defined]
    return found


def own(server: LocalServer) -> str:
    return server.address.rstrip("/").rpartition("/")[0]


def test_the_address_is_that_of_loopback_with_a_long_token(server: LocalServer):
    address = urlsplit(server.address)
    assert address.hostname == "127.0.0.1"
    assert len(address.path.strip("/")) >= 32
    assert server._socket.getsockname()[0] == "127.0.0.1"


def test_idle_connections_keep_nobody_out_and_are_closed(monkeypatch):
    monkeypatch.setattr(serving, "UNASKED", 0.2)
    with LocalServer(ENDPOINTS) as found, answering(found):
        port = urlsplit(found.address).port
        idle = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(100)]
        idle[0].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1")
        assert content(ask(found, "n/4")) == b"5"
        assert {one.recv(100) for one in idle} == {b""}
        for one in idle:
            one.close()


def test_an_answer_on_a_connection_that_stays_open_is_not_put_off(server: LocalServer):
    """Without TCP_NODELAY, which asyncio sets, the system delays small packets."""
    with socket.create_connection(server._socket.getsockname(), timeout=60):
        assert server._socket.proto == socket.IPPROTO_TCP


OWN = {"Origin": "OWN"}
REQUESTS: list[tuple[str, str, str | None, dict[str, str], int]] = [
    ("GET", "n/4", None, {}, 200),
    *(("GET", "n/4", token, {}, 403) for token in ("/n/4", "/", "//", "/wrong/", "/%C3%A9/")),
    *(("GET", "n/4", None, {"Host": name}, 200) for name in ("localhost:PORT", "LOCALHOST:PORT")),
    ("GET", "n/4", None, {"Host": "example.org"}, 403),
    ("GET", "n/4", None, {"Host": "127.0.0.1"}, 403),
    ("GET", "n/4", None, {"Host": "127.0.0.1.example.org:80"}, 403),
    ("GET", "n/4", None, {"Host": ""}, 403),
    ("GET", "n/4", None, {"Origin": "https://example.org"}, 403),
    ("GET", "n/4", None, {"Origin": "null"}, 403),
    ("GET", "n/4", None, {"Origin": "http://127.0.0.1:1"}, 403),
    ("GET", "n/4", None, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}, 403),
    ("GET", "n/4", None, {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}, 403),
    # A link elsewhere may lead to the page.
    ("GET", "", None, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200),
    ("GET", "nowhere", None, {}, 404),
    # What only reads is not to be written, and what writes needs the own origin.
    ("POST", "n/4", None, OWN, 405),
    ("POST", "keep", None, {}, 403),
    ("POST", "keep", None, OWN, 200),
]


@each_case(("method", "path", "token", "headers", "status"), REQUESTS, ids=str)
def test_only_the_own_pages_are_answered(
    server: LocalServer, method: str, path: str, token: str | None, headers: dict[str, str],
    status: int,
):  # fmt: skip
    port = str(urlsplit(server.address).port)
    sent = {key: own(server) if text == "OWN" else text.replace("PORT", port)
            for key, text in headers.items()}  # fmt: skip
    answer = ask(server, path, method, token, sent, b"12345" if method == "POST" else b"")
    assert answer.status == status
    if path == "n/4" and status == 200:
        assert content(answer) == b"5"
    if token:
        assert "token" in json.loads(content(answer))["error"]


def test_too_much_is_refused(server: LocalServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(serving, "LARGEST_BODY", 4)
    assert ask(server, "keep", "POST", headers={"Origin": own(server)}, body=b"12345").status == 413


def test_errors_are_messages(server: LocalServer):
    refused = ask(server, "fail?why=no+such+board")
    assert (refused.status, json.loads(content(refused))) == (400, {"error": "no such board"})
    missing = ask(server, "fail?file=a.ludo")
    assert json.loads(content(missing)) == {"error": "a.ludo: No such file or directory"}
    lost = ask(server, "fail")
    assert lost.status == 500
    assert json.loads(content(lost))["error"] == "a mistake in ludograph: RuntimeError: lost"


@pytest.mark.parametrize("path", ["", "n/4", "fail", "nowhere"])
def test_answers_forbid_frames_and_foreign_use(server: LocalServer, path: str):
    headers = ask(server, path).headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in headers
    assert "Server" not in headers


def test_a_slow_answer_keeps_no_other_waiting():
    """The slow answer waits for the other one, so that a single thread would never finish."""
    other = threading.Event()

    def slow(asked: Asked) -> PlainTextResponse:
        return PlainTextResponse(str(other.wait(20)))

    def quick(asked: Asked) -> PlainTextResponse:
        other.set()
        return PlainTextResponse("quick")

    endpoints = [Endpoint("/slow", slow), Endpoint("/quick", quick)]
    with (
        LocalServer(endpoints, threads=2) as found,
        answering(found),
        ThreadPoolExecutor(1) as pool,
    ):
        first = pool.submit(ask, found, "slow")
        assert content(ask(found, "quick")) == b"quick"
        assert content(first.result()) == b"True"
