"""Browsers for the tests of pages, which are skipped if Playwright or Chromium is missing."""

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
    """One browser, closed after these tests, since its event loop would disturb other tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as found:
        chromium = found.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def open_tab(browser: Any) -> Any:
    """A tab that ignores content security policies, so that tests can read the state of pages."""
    found = browser.new_page(bypass_csp=True, viewport=SIZE)
    found.set_default_timeout(PATIENCE)
    return found


@pytest.fixture(scope="package")
def strict_tab(browser: Any) -> Any:
    """A tab that enforces the content security policies of pages."""
    found = browser.new_page(viewport=SIZE)
    found.set_default_timeout(PATIENCE)
    return found


@pytest.fixture
def tab(open_tab: Any) -> Iterator[Any]:
    """A tab in which script and console errors fail the test, except for failed requests."""
    wrong: list[str] = []
    listeners = {
        "pageerror": lambda error: wrong.append(str(error)),
        "console": lambda one: wrong.append(one.text) if one.type == "error" else None,
    }
    with heard(open_tab, **listeners) as found:
        yield found
    assert [one for one in wrong if "status of 40" not in one and "ERR_CONN" not in one] == []
