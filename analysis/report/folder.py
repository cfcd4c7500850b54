"""The folder of a report: it holds a complete report or none, and other files are not touched.

A report is written beside its place and moved there when it is complete, the page last. The
manifest lists its files; a later report replaces these, and no others.
"""

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.version import __version__
from notation.errors import LudographError
from records import Record

PAGE = "index.html"
MANIFEST = "report.json"

MADE_BY = "ludograph"
"""The maker that the manifest of a report names."""


class OccupiedFolder(LudographError, FileExistsError):
    """A folder that holds something other than a report."""


@contextmanager
def report_folder(target: Path, force: bool = False) -> Iterator[Path]:
    """Provide a folder to write a report in, which is moved to its place without an error.

    Args:
        target: where the report is to be; it need not exist.
        force: whether the folder may hold other files. Those stay, unless the report has files
            of the same name.

    Raises:
        OccupiedFolder: it holds something other than a report.
        OSError: the folder cannot be written.
    """
    check_folder(target, force)
    parent = target.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=parent, prefix=f".{target.name}-") as beside:
        written = Path(beside)
        yield written
        files = sorted(path for path in written.rglob("*") if path.is_file())
        names = [path.relative_to(written).as_posix() for path in files]
        manifest = {"made_by": MADE_BY, "version": __version__, "files": [*names, MANIFEST]}
        (written / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        _install(written, target, names)


def check_folder(target: Path, force: bool) -> None:
    """Check that a report may be written into a folder, before the work begins.

    Raises:
        OccupiedFolder: it may not.
    """
    if target.exists() and not target.is_dir():
        raise OccupiedFolder(f"{target} is a file, not a folder")
    if target.is_dir() and any(target.iterdir()) and not force and _former(target) is None:
        message = f"{target} holds files that are no report of ludograph's"
        raise OccupiedFolder(f"{message}; name another folder, or --force")


def outside(found: Iterable[Record], target: Path) -> Iterator[Record]:
    """Yield the records that do not come from the folder of the report.

    A report may lie in the folder of the games, and holds tables that could be read as records.
    """
    inside = {}
    place = target.resolve()
    for record in found:
        path = record.source.path
        if path not in inside:
            inside = {path: Path(path).resolve().is_relative_to(place)}
        if not inside[path]:
            yield record


def _former(target: Path) -> list[str] | None:
    """Return the files of the report that a folder holds, None if it holds none."""
    try:
        manifest = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    if not isinstance(manifest, dict) or manifest.get("made_by") != MADE_BY:
        return None
    return [name for name in manifest.get("files", []) if isinstance(name, str)]


def _install(written: Path, target: Path, names: list[str]) -> None:
    """Move a finished report to its place: the old page goes first, the new one comes last."""
    target.mkdir(exist_ok=True)
    (target / PAGE).unlink(missing_ok=True)
    for name in _former(target) or []:
        _remove(target, name)
    for name in [*(name for name in names if name != PAGE), MANIFEST, PAGE]:
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(written / name, place)


def _remove(target: Path, name: str) -> None:
    """Remove a file of a former report, and its folder if that is empty then."""
    place = target / name
    if place.resolve().is_relative_to(target.resolve()):
        place.unlink(missing_ok=True)
        if place.parent != target:
            with suppress(OSError):  # not empty: it holds other files
                place.parent.rmdir()
