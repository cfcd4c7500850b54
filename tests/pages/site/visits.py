"""Visits to the page: a static server, and a tab that enforces the page's policy."""

import functools
import http.server
import threading
import time
from pathlib import Path
from typing import Any, Self

from tests.pages.pages import PATIENCE

SETTLED = (
    "!bench.dirty && !bench.wanted && !bench.working && !field().readOnly && held === null"
    " && checker.isReady"
)

KEPT = """(async () => {
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some((one) => one.url.includes("snapshot?"))) return true;
  }
  return false;
})()"""
"""Whether the memory of Python is kept for the next visit."""


class StaticServer:
    """A server of static files only."""

    def __init__(self, folder: Path) -> None:
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

        handler = functools.partial(Handler, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


class Visit:
    """A tab with the page, whose policy is enforced; only `of` bypasses the policy.

    Attributes:
        tab: the tab.
        wrong: errors in the tab.
    """

    def __init__(self, context: Any, address: str) -> None:
        self.tab = context.new_page()
        self._inspector = context.new_cdp_session(self.tab)
        self.wrong: list[str] = []
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.on(
            "console", lambda one: self.wrong.append(one.text) if one.type == "error" else None
        )
        self.tab.goto(address)

    def of(self, expression: str) -> Any:
        found = self._inspector.send(
            "Runtime.evaluate",
            {"expression": expression, "awaitPromise": True, "returnByValue": True},
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait(self, expression: str) -> None:
        until = time.monotonic() + PATIENCE / 1000
        while not self.of(expression):
            assert time.monotonic() < until, f"{expression}: {self.tab.inner_text('body')}"
            time.sleep(0.02)

    def settle(self) -> None:
        self.wait(SETTLED)

    def example(self, name: str) -> None:
        self.tab.select_option("#example", name)
        self.wait(f"site.name === '{name}.txt'")
        self.settle()

    def type(self, text: str) -> None:
        self.of("replaceText('example', {name: 'tour'}).then(() => undefined)")
        self.tab.keyboard.press("Control+a")
        self.tab.keyboard.insert_text(text)
        self.settle()

    @property
    def text(self) -> str:
        return str(self.of("field().value"))
