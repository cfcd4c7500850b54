"""Programs as users write them: they print what they say, and type-check strictly."""

import ast
import runpy
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parent.parent
PROGRAMS = sorted((ROOT / "tests" / "programs").glob("*.py"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_what_its_docstring_says(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    expected = dedent(told.partition("Prints::\n")[2]).strip()
    assert capsys.readouterr().out.strip() == expected


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_imports_nothing_below_the_face(path):
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = [one.name for node in tree if isinstance(node, ast.Import) for one in node.names]
    assert not {"analysis", "notation", "records"} & {name.partition(".")[0] for name in names}


@pytest.mark.slow
def test_the_programs_type_check_strictly(tmp_path):
    pytest.importorskip("mypy")
    assert len(PROGRAMS) >= 15
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={tmp_path}"]
    command = [sys.executable, "-m", "mypy", *options, *map(str, PROGRAMS)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
