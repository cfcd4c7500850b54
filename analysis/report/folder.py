"""The folder of a report: complete or absent; other files are not touched.

A report is written to a temporary folder and moved when it is complete, the page last. The manifest
lists its files; only these are replaced by a later report.
"""

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from analysis.version import __version__
from notation.errors import LudographError
from records.target import named_in_errors, unfinished_folder

PAGE = "index.html"
MANIFEST = "report.json"

MADE_BY = "ludograph"
"""The value of ``made_by`` in the manifest."""


class OccupiedFolder(LudographError, FileExistsError):
    """The folder has files that do not belong to a report."""


@contextmanager
def report_folder(target: Path, force: bool = False) -> Iterator[Path]:
    """Yield a temporary folder, which is moved to the target unless there is an error.

    Args:
        target: the folder of the report; it need not exist.
        force: whether the folder may hold other files, which are kept except where the report has
            a file of the same name.

    Raises:
        OccupiedFolder: the target holds other files.
        OSError: the target cannot be written to.
    """
    check_folder(target, force)
    parent = target.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with unfinished_folder(parent) as beside:
        written = Path(beside)
        with named_in_errors(target, beside):
            yield written
        files = sorted(path for path in written.rglob("*") if path.is_file())
        names = [path.relative_to(written).as_posix() for path in files]
        manifest = {"made_by": MADE_BY, "version": __version__, "files": [*names, MANIFEST]}
        with named_in_errors(target, beside):
            text = json.dumps(manifest, indent=1) + "\n"
            (written / MANIFEST).write_text(text, encoding="utf-8")
            _install(written, target, names)


def check_folder(target: Path, force: bool, sources: Iterable[str] = ()) -> None:
    """Check that a report may be written to a folder.

    Args:
        target: the folder.
        force: whether it may hold other files.
        sources: names of the sources of the report.

    Raises:
        OccupiedFolder: the folder is a file, holds other files, or contains a source.
    """
    if target.exists() and not target.is_dir():
        raise OccupiedFolder(f"{target} is a file, not a folder")
    if target.is_dir() and any(target.iterdir()) and not force and _former(target) is None:
        message = f"{target} holds files that are not a report of ludograph"
        raise OccupiedFolder(f"{message}; name another folder, or use --force")
    inside = (one for one in sources if Path(one).resolve().is_relative_to(target.resolve()))
    if one := next(inside, None):
        raise OccupiedFolder(
            f"{one} is a source: it cannot be in {target}, the report; name another"
        )


def _former(target: Path) -> list[str] | None:
    """Return the files of an earlier report in a folder; None if there is none."""
    try:
        manifest = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    if not isinstance(manifest, dict) or manifest.get("made_by") != MADE_BY:
        return None
    return [name for name in manifest.get("files", []) if isinstance(name, str)]


def _install(written: Path, target: Path, names: list[str]) -> None:
    """Move a complete report to the target; the page comes last."""
    target.mkdir(exist_ok=True)
    (target / PAGE).unlink(missing_ok=True)
    for name in _former(target) or []:
        _remove(target, name)
    for name in [*(name for name in names if name != PAGE), MANIFEST, PAGE]:
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(written / name, place)


def _remove(target: Path, name: str) -> None:
    """Remove a file of a former report, and its folder if empty."""
    place = target / name
    if place.resolve().is_relative_to(target.resolve()):
        place.unlink(missing_ok=True)
        if place.parent != target:
            with suppress(OSError):  # other files are in it
                place.parent.rmdir()
