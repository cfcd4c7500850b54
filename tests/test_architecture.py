"""The layers of the packages: allowed imports, and no import cycles."""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from analysis.games import GAMES

ROOT = Path(__file__).parent.parent
FLOORS = (
    ("notation", "analysis.version"),
    ("records", "analysis.drawing"),
    ("analysis.games",),
    ("analysis.typos",),
    ("analysis.replay",),
    ("analysis.diagrams", "analysis.select", "analysis.settings", "analysis.tables"),
    ("analysis.repair", "analysis.openings", "analysis.statistics"),
    ("analysis.plots", "analysis.batch"),
    ("analysis.library",),
    ("analysis.pages", "analysis.editing"),
    (
        "analysis.report",
        "analysis.language_server",
        "analysis.pages.transcribe",
        "analysis.pages.site",
    ),
    ("analysis",),
    ("ludograph", "analysis.cli"),
    ("analysis.__main__",),
)
"""Floors from the ground up; a module may import what is on its own floor or below."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the project, parsed, by its name."""
    found = {}
    for package in ("notation", "records", "analysis", "ludograph"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def nodes(name: str) -> list[ast.AST]:
    """Return every node of a module."""
    return list(ast.walk(modules()[name]))


@cache
def imports(name: str) -> set[str]:
    """Return the modules that a module imports anywhere, including imports for types only."""
    found = set()
    for node in nodes(name):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules() else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


@cache
def floor(name: str) -> int:
    """Return the number of a module's layer."""
    longest = max(
        (home for floor in FLOORS for home in floor if f"{name}.".startswith(f"{home}.")),
        key=len,
    )
    return next(number for number, homes in enumerate(FLOORS) if longest in homes)


@pytest.mark.slow
def test_no_module_imports_from_a_higher_floor():
    upward = [
        f"{name} -> {other}"
        for name in modules()
        for other in imports(name)
        if other in modules() and floor(other) > floor(name)
    ]
    assert not upward


@pytest.mark.slow
def test_no_imports_go_round_in_a_circle():
    graph = {
        name: {other for other in imports(name) if other in modules() and other != name}
        for name in modules()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_the_table_of_floors_goes_one_way():
    table = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w/]+)/` \|", table, re.MULTILINE)
    numbers = [floor(row.replace("/", ".")) for row in rows]
    assert len(rows) > 15
    assert numbers == sorted(numbers)


GAME = re.compile("|".join(GAMES), re.IGNORECASE)
OWN = re.compile(rf"(notation|analysis\.games|records\.sgf)\.(boardspace_)?({'|'.join(GAMES)})\b")
REGISTRIES = {"notation.registry", "analysis.games"}


@pytest.mark.slow
def test_no_module_outside_a_game_names_one():
    naming = {}
    for name in modules():
        if name in REGISTRIES or OWN.match(name):
            continue
        docstrings = {
            id(node.value)
            for node in nodes(name)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        said = [
            text
            for node in nodes(name)
            for text in (getattr(node, "id", ""), getattr(node, "name", ""), _string(node))
            if id(node) not in docstrings and text and GAME.search(text)
        ]
        if said:
            naming[name] = said
    assert naming == {}


def _string(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.slow
def test_every_class_name_means_one_thing():
    homes: dict[str, set[str]] = {}
    for name in modules():
        # The face has the field's words for what it shows of classes below.
        for node in nodes(name) if not name.startswith("ludograph.") else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, set()).add(name)
    shared = {"Move", "PartialMove", "Position", "State", "Diagram", "Measures", "Step"}
    twice = {name for name, found in homes.items() if len(found) > 1}
    assert twice <= shared


def test_modules_are_small_enough_to_be_read_at_once():
    lines = {
        str(path): len(path.read_text(encoding="utf-8").splitlines())
        for package in ("notation", "records", "analysis", "ludograph")
        for path in (ROOT / package).rglob("*.*")
        if path.suffix in (".py", ".js", ".css")
    }
    assert {path: count for path, count in lines.items() if count > 800} == {}


@pytest.mark.slow
def test_one_module_prints():
    """All printing goes through the module that escapes hidden characters."""
    printing = {
        name
        for name in modules()
        for node in nodes(name)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and ast.unparse(node.func)
        in {"print", "click.echo", "click.secho", "click.style", "sys.stdout.write"}
    }
    # The start prints the version, before anything of a record can be there.
    assert printing == {"analysis.cli.terminal", "analysis.cli"}
