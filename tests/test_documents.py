"""What the documents show is what the program does."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from notation.catalogue import document

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


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


def test_the_document_of_findings_is_the_catalogue(request):
    path = ROOT / "docs/findings.md"
    if request.config.getoption("--write-golden"):
        path.write_text(document(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == document()
