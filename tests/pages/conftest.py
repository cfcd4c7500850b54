"""A browser for the tests of pages. They are skipped where Playwright or Chromium is missing."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.pages.pages import BROWSER


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as found:
        chromium = found.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()
