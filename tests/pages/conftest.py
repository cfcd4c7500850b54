"""A browser for the tests of pages. They are skipped where Playwright or Chromium is missing."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.pages.pages import BROWSER, watched_tab

QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One browser; its event loop must be gone when tests outside want one of their own."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as found:
        chromium = found.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab in which nothing goes wrong unseen, but for answers that are refused or do not come."""
    with watched_tab(browser, "status of 40", "ERR_CONN") as found:
        yield found
