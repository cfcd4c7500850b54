"""Packages of other distributions in place of ludograph's are detected at the start."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from analysis.version import HOME, __version__
from scripts.links import is_home, readme, urls

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
    """A folder with the packages as in an installation."""
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


@pytest.fixture
def copied(site, tmp_path):
    """A copy of the packages that a test may damage."""
    return shutil.copytree(site, tmp_path / "site")


COMMAND = "from ludograph.__main__ import main; sys.argv[0] = 'ludograph'; main()"


@pytest.mark.slow
def test_a_package_that_was_overwritten_is_named(copied):
    name = "analysis"
    (copied / name / "__init__.py").write_text(FOREIGN)
    done = run(copied, COMMAND, "check", "classic:megiddo-match")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"ludograph: the package {name} is not that of ludograph (")
    assert "pipx install ludograph" in done.stderr
    assert done.stderr.count("\n") == 1
    done = run(copied, "from ludograph import check")
    assert f"ForeignPackage: the package {name} is not" in done.stderr


@pytest.mark.slow
def test_the_distribution_that_overwrote_it_is_named(copied):
    (copied / "records" / "__init__.py").write_text(FOREIGN)
    info = copied / "music-3.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: music\nVersion: 3.1\n")
    (info / "RECORD").write_text("records/__init__.py,,\n")
    done = run(copied, COMMAND, "--version")
    assert done.returncode == 2
    assert "the package records is that of music 3.1 (" in done.stderr


@pytest.mark.slow
def test_a_package_that_was_removed_is_named(copied):
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


def test_versions_and_dates_agree():
    cited = dict(
        re.findall(r"^(version|date-released): (.*)", text_of("CITATION.cff"), re.MULTILINE)
    )
    changed = re.findall(r"^## \[(.*?)\] - (.*)", text_of("CHANGELOG.md"), re.MULTILINE)
    assert cited["version"] == changed[0][0] == __version__
    assert cited.get("date-released", "not yet released") == changed[0][1]
    extension = json.loads(text_of("editors/vscode/package.json"))
    assert extension["version"] == __version__


def test_the_change_log_is_one_screen_a_version():
    versions = re.split(r"^## ", text_of("CHANGELOG.md"), flags=re.MULTILINE)
    assert all(len(one.splitlines()) <= 50 for one in versions)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_no_address_is_in_metadata_until_one_is_known():
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert project["authors"] == [{"name": "the ludograph developers"}]
    assert "urls" not in project
    assert not is_home(HOME)
    assert (urls(HOME), readme("[a](docs/a.md)", HOME)) == ({}, "[a](docs/a.md)")


def test_one_setting_makes_links_absolute():
    home = "https://games.test/ludograph"
    text = "[a](docs/a.md) [b](https://b.test) [c](#c) ![d](docs/d.png)"
    made = f"[a]({home}/docs/a.md) [b](https://b.test) [c](#c) ![d]({home}/docs/d.png)"
    assert readme(text, home) == made
    assert set(urls(home).values()) == {home, f"{home}/docs/index.html", f"{home}/CHANGELOG.md"}


def test_every_dependency_has_a_lowest_version():
    whole = tomllib.loads(text_of("pyproject.toml"))
    project = whole["project"]
    extras = {**project["optional-dependencies"], **whole["dependency-groups"]}
    wanted = [*project["dependencies"], *(one for some in extras.values() for one in some)]
    wanted = [one for one in wanted if isinstance(one, str)]
    assert len(wanted) > 30
    bound = re.compile(r"ludograph\[[\w,]+\]|[\w.-]+(\[\w+\])?>=[\d.]+")
    assert [one for one in wanted if not bound.fullmatch(one)] == []
