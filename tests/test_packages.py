"""Other distributions' packages in place of those of ludograph are noticed at the start."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = {
    *("ludograph", "notation", "records", "analysis", "tests", "scripts", "docs", "vectors"),
    *("README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"),
    *("pyproject.toml", "editors", "action.yml"),
}
FOREIGN = '"""Musical notation."""\n\n\ndef play():\n    raise SystemExit("music")\n'


def test_the_top_level_holds_nothing_left_over():
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout: the files of the top level are not known")
    names = subprocess.check_output([git, "ls-files"], cwd=ROOT, text=True).splitlines()
    assert {name.split("/")[0] for name in names if not name.startswith(".")} <= TOP


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the packages as an installation has them."""
    folder = tmp_path_factory.mktemp("site")
    leave = shutil.ignore_patterns("__pycache__")
    for name in ("ludograph", "notation", "records", "analysis"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    return folder


def run(site, *arguments, cwd=None):
    code = f"import sys; sys.path.insert(0, {str(site)!r}); "
    return subprocess.run(
        [sys.executable, "-I", "-c", code + arguments[0], *arguments[1:]],
        cwd=cwd,
        capture_output=True,
        text=True,
    )


COMMAND = "from ludograph.__main__ import main; sys.argv[0] = 'ludograph'; main()"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["notation", "records", "analysis"])
def test_a_package_that_was_overwritten_is_named(site, tmp_path, name):
    copied = tmp_path / "site"
    shutil.copytree(site, copied)
    (copied / name / "__init__.py").write_text(FOREIGN)
    done = run(copied, COMMAND, "check", "classic:megiddo-match")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"ludograph: the package {name} is not that of ludograph (")
    assert "pipx install ludograph" in done.stderr
    assert done.stderr.count("\n") == 1
    done = run(copied, "from ludograph import check")
    assert f"ForeignPackage: the package {name} is not" in done.stderr


@pytest.mark.slow
def test_the_distribution_that_overwrote_it_is_named(site, tmp_path):
    copied = tmp_path / "site"
    shutil.copytree(site, copied)
    (copied / "records" / "__init__.py").write_text(FOREIGN)
    info = copied / "music-3.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: music\nVersion: 3.1\n")
    (info / "RECORD").write_text("records/__init__.py,,\n")
    done = run(copied, COMMAND, "--version")
    assert done.returncode == 2
    assert "the package records is that of music 3.1 (" in done.stderr


@pytest.mark.slow
def test_a_package_that_was_removed_is_named(site, tmp_path):
    copied = tmp_path / "site"
    shutil.copytree(site, copied)
    (copied / "notation" / "__init__.py").unlink()
    done = run(copied, COMMAND, "--version")
    assert (done.returncode, done.stdout) == (2, "")
    assert "ludograph: the package notation is " in done.stderr


@pytest.mark.slow
def test_a_folder_of_the_name_in_front_is_named(site, tmp_path):
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "__init__.py").write_text("")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); {COMMAND}"
    done = run(site, code, "--version")
    assert done.returncode == 2
    assert str(tmp_path / "records") in done.stderr


@pytest.mark.slow
def test_a_sound_installation_starts(site):
    done = run(site, COMMAND, "check", "classic:megiddo-match")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 valid" in done.stdout


def test_every_dependency_has_a_lowest_version():
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for some in extras.values() for one in some)]
    assert len(wanted) > 30
    bound = re.compile(r"ludograph\[[\w,]+\]|[\w.-]+(\[\w+\])?>=[\d.]+")
    assert [one for one in wanted if not bound.fullmatch(one)] == []
