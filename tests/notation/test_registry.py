"""Games are found on demand: built-in games first, then installed ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from notation import UnknownName, registry
from notation.errors import GameLeftOut
from notation.registry import BUILT_IN, dialects, games, home, likeliest, sniff
from tests.cases import each_line

ROOT = Path(__file__).parents[2]

TINY = """
import re
from notation.dialect import Dialect, Reading
from notation.errors import UnreadableMove
from notation.sites import SiteNames

class Arrow(Dialect[int]):
    game, name, example = "tiny", "arrow", ">7"
    canonical_pattern = lenient_pattern = re.compile(r">(?P<number>[1-9])")

    def write(self, move):
        return f">{move}"

    def _moves(self, parts, text):
        return Reading((int(parts["number"]),))

    def _grammar(self):
        from pyparsing import Regex
        return ">" + Regex("[1-9]")("number")

    def _normalise(self, parts, notes):
        return parts.as_dict()

DIALECTS = (Arrow(),)
SITE_NAMES = SiteNames("Tiny Game", ("Left", "Right"))
"""

ENTRY = """
[ludograph.games]
tiny = ludograph_tiny
broken = ludograph_broken
gipf = ludograph_tiny
"""


@pytest.fixture
def installed_game(tmp_path, monkeypatch):
    """Install two games beside the built-in ones: one that works, one that cannot be imported."""
    package = tmp_path / "ludograph_tiny"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "notation.py").write_text(TINY)
    details = tmp_path / "ludograph_tiny-1.0.dist-info"
    details.mkdir()
    (details / "METADATA").write_text("Metadata-Version: 2.1\nName: ludograph-tiny\nVersion: 1.0\n")
    (details / "entry_points.txt").write_text(ENTRY)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.installed.cache_clear()
    yield
    registry.installed.cache_clear()
    registry.home.cache_clear()
    for name in [name for name in sys.modules if name.startswith("ludograph_tiny")]:
        del sys.modules[name]


@pytest.mark.usefixtures("installed_game")
def test_an_installed_game_is_found_by_name():
    assert list(games())[: len(BUILT_IN)] == list(BUILT_IN)
    assert {"tiny", "broken"} < {*games()}
    (arrow,) = dialects("tiny")
    assert arrow.read(">3").moves == (3,)
    assert registry.site_names("tiny").title == "Tiny Game"


@pytest.mark.usefixtures("installed_game")
def test_a_built_in_game_cannot_be_replaced():
    assert home("gipf").__name__ == "notation.gipf"


@pytest.mark.usefixtures("installed_game")
def test_texts_belong_to_installed_games_where_no_built_in_one_fits():
    with pytest.warns(GameLeftOut, match="'broken' cannot be loaded: .*; left out"):
        found = sniff([">7", ">8"])
    assert found is not None
    assert found.game == "tiny"
    built_in = sniff(["2.7.2N2"])
    assert built_in is not None
    assert built_in.game == "epaminondas"


@pytest.mark.usefixtures("installed_game")
def test_a_game_that_cannot_be_loaded_is_named_with_the_reason():
    with pytest.raises(UnknownName, match=r"'broken' cannot be loaded: .*No module named"):
        dialects("broken")


SNIFFED = Path(__file__).with_name("sniffed.jsonl")
"""Moves with their ``dialect``, or the ``games`` that they may be of and the ``reason``."""


@each_line(SNIFFED, "dialect")
def test_sniffing_finds_the_dialect_that_most_texts_have_the_shape_of(case):
    found = sniff(iter(case["texts"]))
    assert (found and f"{found.game} {found.name}") == case["dialect"]


@each_line(SNIFFED, "games")
def test_the_likeliest_game_has_a_reason(case):
    found = likeliest(case["texts"], dialects())
    assert found is not None
    assert found.games == case["games"]
    assert found.reason.startswith(case["reason"])


STEPS = (
    "import notation; notation.findings.note('heading', 'x')",
    "notation.read('epaminondas', '7.7.3N3')",
    "notation.sniff(['2.7.2N2', '11.6.2SE2'])",
    "notation.read('epaminondas', '4.7.4n3x3')",
)


def test_modules_are_loaded_when_they_are_asked_for():
    """Modules on demand: the catalogue, the game of a move, games for a guess, and the grammar."""
    program = "\n".join(("import sys", *(f"{step}; print(*sys.modules)" for step in STEPS)))
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    noted, read, sniffed, lenient = ({*line.split()} for line in run.stdout.splitlines())
    heavy = {"pyparsing", "matplotlib", "pandas", "numpy"}
    assert not {"tomllib", "notation.catalogue", "notation.epaminondas"} & noted
    assert "notation.epaminondas" in read
    assert not {"notation.gipf", "notation.megiddo", "importlib.metadata", *heavy} & read
    assert "notation.gipf" in sniffed
    assert not {"importlib.metadata", *heavy} & sniffed
    assert heavy & lenient == {"pyparsing"}
    assert "tomllib" not in lenient
