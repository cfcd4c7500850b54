"""The folder of a report: complete or absent, and other files are unchanged."""

import json
import shutil

import pytest

from analysis.report.folder import MANIFEST, PAGE, OccupiedFolder, check_folder, report_folder


def write(target, force=False, **files):
    with report_folder(target, force) as folder:
        (folder / PAGE).write_text("page")
        (folder / "plots").mkdir()
        for name, text in files.items():
            (folder / "plots" / f"{name}.svg").write_text(text)


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def test_a_report_takes_the_place_of_a_former_one_and_leaves_other_files(tmp_path):
    target = tmp_path / "report"
    write(target, one="1", two="2")
    (target / "plots" / "mine.svg").write_text("mine")
    write(target, two="new")
    assert names(target) == [
        *("index.html", "plots/mine.svg", "plots/two.svg", "report.json"),
    ]
    assert (target / "plots" / "two.svg").read_text() == "new"
    (target / "plots" / "mine.svg").unlink()
    write(target)
    assert not (target / "plots").exists()


def test_what_failed_leaves_the_former_report_as_it_was(tmp_path):
    target = tmp_path / "report"
    write(target, one="1")
    with pytest.raises(RuntimeError), report_folder(target) as folder:  # noqa: PT012
        (folder / PAGE).write_text("half a page")
        raise RuntimeError
    assert names(tmp_path) == [f"report/{name}" for name in names(target)]
    assert (target / PAGE).read_text() == "page"


def test_the_page_comes_last(tmp_path, monkeypatch):
    moved = []
    move = shutil.move

    def watched(there, here):
        moved.append(here.name)
        return move(there, here)

    monkeypatch.setattr(shutil, "move", watched)
    write(tmp_path / "report", one="1", two="2")
    assert moved[-1] == PAGE
    assert len(moved) == 4


MANIFESTS = {
    "no manifest": None,
    "no object": "[]",
    "no JSON": "made_by ludograph",
    "another maker": '{"made_by": "another", "files": ["notes.txt"]}',
}


@pytest.mark.parametrize("manifest", MANIFESTS.values(), ids=MANIFESTS)
def test_a_folder_with_other_files_is_refused(tmp_path, manifest):
    (tmp_path / "notes.txt").write_text("mine")
    if manifest is not None:
        (tmp_path / MANIFEST).write_text(manifest)
    with pytest.raises(OccupiedFolder, match="holds files that are not a report"):
        check_folder(tmp_path, force=False)
    write(tmp_path, force=True, one="1")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert {PAGE, "plots/one.svg", MANIFEST} < set(names(tmp_path))


def test_an_empty_folder_is_taken_and_a_file_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    check_folder(tmp_path / "empty", force=False)
    (tmp_path / "file").write_text("")
    with pytest.raises(OccupiedFolder, match="is a file, not a folder"):
        check_folder(tmp_path / "file", force=True)


def test_a_manifest_cannot_name_files_elsewhere(tmp_path):
    target = tmp_path / "report"
    write(target)
    (tmp_path / "precious.txt").write_text("mine")
    outside = ["../precious.txt", str(tmp_path / "precious.txt"), 7, "missing.txt"]
    manifest = {"made_by": "ludograph", "files": outside}
    (target / MANIFEST).write_text(json.dumps(manifest))
    write(target, one="1")
    assert (tmp_path / "precious.txt").read_text() == "mine"
