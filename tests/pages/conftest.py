"""A browser for the tests of pages. They are skipped where Playwright or Chromium is missing."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.pages.pages import BROWSER, PATIENCE, SIZE, heard

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


@pytest.fixture(scope="package")
def open_tab(browser: Any) -> Any:
    """A tab past the policy of its pages: only there can a test ask a page for its state."""
    found = browser.new_page(bypass_csp=True, viewport=SIZE)
    found.set_default_timeout(PATIENCE)
    return found


@pytest.fixture(scope="package")
def strict_tab(browser: Any) -> Any:
    """A tab in which the policies of pages hold."""
    found = browser.new_page(viewport=SIZE)
    found.set_default_timeout(PATIENCE)
    return found


@pytest.fixture
def tab(open_tab: Any) -> Iterator[Any]:
    """A tab in which nothing goes wrong unseen, but for answers that are refused or do not come."""
    wrong: list[str] = []
    listeners = {
        "pageerror": lambda error: wrong.append(str(error)),
        "console": lambda one: wrong.append(one.text) if one.type == "error" else None,
    }
    with heard(open_tab, **listeners) as found:
        yield found
    assert [one for one in wrong if "status of 40" not in one and "ERR_CONN" not in one] == []
