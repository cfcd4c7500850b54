"""The output of ``ludograph``, printed and written, equals kept texts.

A text in ``expected`` is a case: calls of ``ludograph``, each after a ``$``, with the printed and
written output. The calls of a case share a folder with copies of ``good`` and ``bad``. A new
case is a file with a line ``$ ludograph ...`` and a line ``exit status`` for each call.

``pytest tests/golden --write-golden`` rewrites the texts; read their differences before a commit.
Pictures of matplotlib and other binary files are kept by name only, since their bytes depend
on the versions of libraries. Of plots as SVG, the labels are kept; ``tests/plots/drawn`` has their
drawings. Of a report, the beginnings of its tables are kept, and digests of its diagrams.
"""

import hashlib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from records.formats import FORMATS
from tests.conftest import Ludograph, Run
from tests.kept import Kept

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
CALL = re.compile(r"^\$ (ludograph.*)\nexit status", re.MULTILINE)

Call = tuple[str, ...]
CASES: dict[str, tuple[Call, ...]] = {
    path.stem: tuple(tuple(shlex.split(line)[1:]) for line in CALL.findall(path.read_text("utf-8")))
    for path in sorted(EXPECTED.iterdir())
}
"""The calls of each case."""

SLOW = {
    *("repair-gipf-complete.txt", "repair-epaminondas-abbott.txt"),
    *("repair-gipf-pbem.txt", "repair-epaminondas-span.txt", "repair-json", "report", "stats-by"),
    *("repair-epaminondas-lines.txt", "repair-abstractplay.json", "repair-lines.jsonl"),
    *("repair-written", "plot-lengths", "plot-openings"),
}
"""Cases that take long."""

LONGEST_PICTURE = 12_000
"""Characters of an SVG picture that is kept whole."""

HEAD = 5
"""Lines that are kept of a table in a report."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in CASES]
)
def test_what_users_see_stays(name: str, ludograph: Ludograph, tmp_path: Path, kept: Kept) -> None:
    kept(told(CASES[name], ludograph, tmp_path), EXPECTED / f"{name}.txt")


def test_every_bad_file_is_checked_and_every_format_made() -> None:
    calls = {call[:2] for some in CASES.values() for call in some}
    assert calls >= {("check", f"bad/{path.name}") for path in (HERE / "bad").iterdir()}
    written = {call[-1] for some in CASES.values() for call in some if "--to" in call[:-1]}
    assert written >= {name for name, form in FORMATS.items() if not form.binary}


def told(calls: tuple[Call, ...], ludograph: Ludograph, folder: Path) -> str:
    """Run calls in a folder; return their output, without parts that differ in each run."""
    for name in ("good", "bad"):
        shutil.copytree(HERE / name, folder / name)
    version = ludograph("--version").out.split()[-1]
    before = contents(folder)
    parts = []
    for call in calls:
        parts += [printed(call, ludograph(*call))]
        after = contents(folder)
        changed = sorted(path for path in after if after[path] != before.get(path))
        parts += [f"--- file {path}\n{shown(path, after[path])}" for path in changed]
        before = after
    text = "\n".join(parts).replace(str(folder), "FOLDER")
    # click words this in two ways, by its version.
    text = re.sub(r"no such option: (--\w+)", r"no such option '\1'", text)
    text = re.sub(r"'[.]? Did you mean '?(--[\w-]+)'?[?]", r"'. Did you mean '\1'?", text)
    return re.sub(rf"(?<![\d.]){re.escape(version)}(?![\d.])", "VERSION", text)


def printed(call: Call, run: Run) -> str:
    """Return a call, its exit status, and its printed output."""
    lines = f"$ {shlex.join(('ludograph', *call))}\nexit status {run.status}\n"
    lines += f"--- standard output\n{readable(run.raw)}" if run.raw else ""
    return lines + (f"--- standard error\n{run.err}" if run.err else "")


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, by their paths in it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def shown(path: str, data: bytes) -> str:
    """Return the kept text of a file: its whole text, or for a report a part of it."""
    if not path.startswith("report/"):
        return readable(data)
    match Path(path).suffix:
        case ".csv":
            lines = data.decode().splitlines(keepends=True)
            return "".join(lines[:HEAD]) + f"({len(lines)} lines)\n"
        case ".svg" if path.startswith("report/diagrams/"):
            return f"(picture {hashlib.sha256(data).hexdigest()[:16]})\n"
        case ".svg":
            return "(plot)\n"
        case ".json":
            return "(JSON)\n"
    return readable(data)


def readable(data: bytes) -> str:
    """Return the text of a file in lines, or a remark on a binary file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "(binary)\n"
    if "\0" in text:
        return "(binary)\n"
    if "matplotlib" in text and "<svg" in text:
        text = "\n".join(labels(text))
    elif text.startswith("<!DOCTYPE"):
        return "(page)\n"
    elif text.startswith("<svg") and len(text) > LONGEST_PICTURE:
        return "(picture)\n"
    elif text.startswith("<svg"):
        text = text.replace("><", ">\n<")
    return text if text.endswith("\n") else f"{text}\n(no line feed at the end)\n"


def labels(svg: str) -> Iterator[str]:
    """Yield the text alternative and the texts of a plot."""
    yield "(labels of a plot)"
    found = re.findall(r"<(?:title|desc|text)[^>]*>(.*?)</", svg, re.DOTALL)
    yield from (label.strip() for label in found)
