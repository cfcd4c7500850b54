"""The folder of the page, built once, and a browser that has visited the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analysis.pages.site.build import CannotBuild, build_site
from tests.pages.pages import PATIENCE
from tests.pages.site.visits import KEPT, StaticServer, Visit


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("site")
    try:
        build_site(found)
    except CannotBuild as error:
        pytest.skip(f"the page cannot be built: {error}")
    return found


@pytest.fixture(scope="module")
def context(browser: Any) -> Iterator[Any]:
    """A browser context that lists all its requests in ``requested``."""
    found = browser.new_context(accept_downloads=True)
    found.set_default_timeout(PATIENCE)
    # The windows of the system in which files are chosen cannot be tested.
    found.add_init_script("delete window.showSaveFilePicker; delete window.showOpenFilePicker")
    found.requested = []
    found.on("request", lambda request: found.requested.append(request.url))
    yield found
    found.close()


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[StaticServer]:
    found = StaticServer(folder)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def visited(context: Any, server: StaticServer) -> str:
    """The address of the page, after a first visit that stored its files for later visits."""
    first = Visit(context, server.address)
    assert first.tab.locator("#text").is_visible()  # at once, before Python has come
    first.wait("checker.isReady")
    assert not first.of("site.isRestored")
    first.wait(KEPT)
    first.wait("navigator.serviceWorker.controller !== null")
    assert first.wrong == []
    first.tab.close()
    return server.address


@pytest.fixture
def visit(context: Any, visited: str) -> Iterator[Visit]:
    """A later visit, in which every error fails the test."""
    found = Visit(context, visited)
    found.settle()
    yield found
    found.tab.close()
    assert found.wrong == []
