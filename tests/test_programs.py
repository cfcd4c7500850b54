"""Programs as users write them: they print their documented output, and pass strict mypy."""

import ast
import runpy
from pathlib import Path
from textwrap import dedent

import pytest

from tests.cases import each_case

ROOT = Path(__file__).parent.parent
PROGRAMS = sorted((ROOT / "tests" / "programs").glob("*.py"))


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] * (path.stem == "figures")) for path in PROGRAMS],
    ids=lambda path: path.stem,
)
def test_a_program_prints_what_its_docstring_says(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    expected = dedent(told.partition("Prints::\n")[2]).strip()
    assert capsys.readouterr().out.strip() == expected


@each_case("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_imports_nothing_below_the_face(path):
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = [one.name for node in tree if isinstance(node, ast.Import) for one in node.names]
    assert not {"analysis", "notation", "records"} & {name.partition(".")[0] for name in names}
