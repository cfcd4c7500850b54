"""What the documents show is what the program does."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
MAKERS = {"violation", "note", "Finding", "add", "spelled", "_complain"}


def session() -> Iterator[tuple[str, str]]:
    """Yield the commands of the README's session with the output that it shows."""
    for block in CONSOLE.findall(README):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


SESSION = list(session())


@pytest.mark.parametrize(("command", "shown"), SESSION, ids=[command for command, _ in SESSION])
def test_the_session_shows_what_happens(command, shown, ludograph):
    program, *arguments = shlex.split(command)
    assert program == "ludograph"
    run = ludograph(*arguments)
    assert run.out + run.err == shown
    assert run.status == ("error:" in shown)


def test_the_python_example_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("True 23 bbbb1bwb2b1bb/")


def codes() -> set[str]:
    """Return the codes of the findings that the source can make."""
    found = set()
    for package in ("notation", "records", "analysis"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                    found |= {
                        text
                        for text in texts
                        if name in MAKERS and isinstance(text, str)
                        if re.fullmatch(r"[a-z]+(-[a-z]+)+|unreadable|heading|title|encoding", text)
                    }
    return found


def test_every_finding_is_documented():
    documented = set(re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs/findings.md").read_text(), re.M))
    assert codes() - documented == set()
    assert len(codes()) > 40


def test_nothing_documented_has_gone():
    source = "".join(
        path.read_text(encoding="utf-8")
        for package in ("notation", "records", "analysis")
        for path in (ROOT / package).rglob("*.py")
    )
    documented = re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs/findings.md").read_text(), re.M)
    assert [code for code in documented if f'"{code}"' not in source] == []
