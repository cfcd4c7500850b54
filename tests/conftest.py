"""Fixtures: the command line, run in this process as a shell would run it.

Examples that hypothesis draws have no deadline: a machine that is busy is no bug.
"""

import gc
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

# Modules are compiled once, also for the many processes that tests start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Of all that is imported and collected nothing is ever garbage, and is looked at less often.
gc.set_threshold(10_000, 20, 20)

from hypothesis import settings  # noqa: E402 (compiled, too)

from analysis.cli import main  # noqa: E402
from notation import Finding, findings  # noqa: E402
from notation.catalogue import catalogue  # noqa: E402
from notation.registry import games  # noqa: E402
from records.sources.boundary import FAULT  # noqa: E402
from tests.kept import Kept  # noqa: E402

for name, count in (("quick", 10), ("usual", 20), ("full", 100)):
    settings.register_profile(name, max_examples=count, deadline=None)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--write-golden``, which rewrites kept texts."""
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write kept outputs, pages and drawings of the tests, and docs/findings.md, anew",
    )


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Kept:
    """Return a function that compares texts with kept texts."""
    return Kept(request.config.getoption("--write-golden"), request.node.nodeid.partition("::")[0])


@pytest.fixture(scope="session")
def scipy_stats() -> Any:
    """SciPy's module of tests and intervals, which takes more than a second to import."""
    return pytest.importorskip("scipy.stats")


CATALOGUE = {(kind.code, kind.violation) for kind in catalogue(games())}


def catalogued(code: str, message: str, violation: bool = False, **place: Any) -> Finding:
    """Return a finding; fail if the catalogue has no finding with its code and severity.

    An unexpected error of a reader, which users see as a finding, fails the test as well.
    """
    if code == FAULT:
        pytest.fail(message)
    kind = "error" if violation else "note"
    assert (code, violation) in CATALOGUE, f"{kind} {code!r} is not in the catalogue"
    return Finding(code, message, violation, **place)


@pytest.fixture(autouse=True, scope="session")
def findings_are_in_the_catalogue() -> Iterator[None]:
    """Fail every test in which a finding is made that is not in the catalogue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "_new", catalogued)
        yield


@dataclass(frozen=True)
class Run:
    """The result of one call of ``ludograph``.

    Attributes:
        status: the exit status.
        raw: standard output.
        err: standard error, decoded.
    """

    status: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        """Standard output, decoded."""
        return self.raw.decode("utf-8")

    @property
    def objects(self) -> list[Any]:
        """Standard output as JSON lines; other output fails the test."""
        return [json.loads(line) for line in self.out.splitlines()]


Ludograph = Callable[..., Run]


@pytest.fixture
def ludograph(monkeypatch, tmp_path, capsysbinary) -> Ludograph:
    """Run ``ludograph`` with arguments in an empty folder, on a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "argv", ["ludograph", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsysbinary.readouterr()
        return Run(int(stop.value.code or 0), out, err.decode("utf-8"))

    return run
