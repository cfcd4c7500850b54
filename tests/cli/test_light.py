"""The light install, what names its extra, and what a start loads."""

import re
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest

import ludograph
from notation.extras import EXTRAS, WITH, missing_extra
from tests.cli.groups import every_command

LIGHT = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(EXTRAS)}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
from analysis.cli import main
main()
"""


GAME = "classic:epaminondas-demonstration"

ROOT = Path(__file__).parents[2]


def run(folder, line):
    return subprocess.run(
        [sys.executable, "-c", LIGHT, *line.split()], cwd=folder, capture_output=True, text=True
    )


WORKS = [
    "--version",
    f"check {GAME} classic:gipf-tournament classic:megiddo-match --json",
    "moves --game crossings",
    f"openings {GAME} --depth 3",
    "openings classic:megiddo-match --depth 3 --csv",
    "score classic:megiddo-match",
    f"show {GAME} --ply 7 -o seven.svg",
    f"show {GAME} --ply 7",
    *(f"convert {GAME} -o game.{name}" for name in ("txt", "jsonl", "csv", "sgf")),
]

NEEDS = {
    f"stats {GAME}": "tables",
    f"players {GAME}": "tables",
    f"convert {GAME} -o game.parquet": "tables",
    f"show {GAME} -o seven.png": "plots",
    f"show {GAME} -o seven.gif": "plots",
    f"plot captures {GAME} -o captures.svg": "plots",
    f"report {GAME} -o report": "plots",
    f"check {GAME} --cluster tcp://127.0.0.1:1": "cluster",
    f"convert {GAME} -o game.jsonl.zst": "zst",
    f"library import {GAME} -L games.ludo": "library",
    "lsp": "lsp",
    f"check {GAME} --watch": "watch",
    "library search -L games.ludo --player Anna": "library",
    "explore games.ludo": "serve",
    "site play --serve": "browser",
    "transcribe -o new.txt": "serve",
}


@pytest.mark.slow
@pytest.mark.parametrize("line", WORKS)
def test_the_light_install_does_the_main_job(tmp_path, line):
    done = run(tmp_path, line)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)


@pytest.mark.slow
def test_the_help_of_every_command_needs_no_extra(tmp_path):
    """In one process, for start-up is most of the time."""
    program = LIGHT.replace("main()", "").replace("import main", "import cli") + (
        "from scripts.manual import every_command\n"
        "print(*(page.name for page in every_command()), sep=',')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
    found = done.stdout.rstrip("\n").split(",")
    assert set(found) >= {f"ludograph {name}" for name, _ in every_command()}


@pytest.mark.slow
def test_a_large_archive_is_played_without_arrays(tmp_path):
    text = resources.files("records.classics").joinpath("gipf-tournament.txt").read_text()
    (tmp_path / "games.txt").write_text("\n\n".join([text] * 600))
    done = run(tmp_path, "check games.txt --jobs 1")
    assert "600 games read: 600 valid" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("line", "extra"), NEEDS.items(), ids=NEEDS)
def test_a_missing_extra_is_named_in_one_line(tmp_path, line, extra):
    done = run(tmp_path, line)
    wanted = f"ludograph: this needs \"pip install 'ludograph[{extra}]'\"\n"
    assert (done.returncode, done.stderr) == (2, wanted)
    assert not list(tmp_path.glob("*.parquet")), "nothing half written"


@pytest.mark.slow
def test_a_source_that_needs_an_extra_costs_no_other(tmp_path):
    (tmp_path / "a.txt.zst").write_bytes(b"\x28\xb5\x2f\xfd\x00\x00\x00\x00\x00")
    done = run(tmp_path, f"check a.txt.zst {GAME}")
    assert "a.txt.zst: error: this needs \"pip install 'ludograph[zst]'\"" in done.stdout
    assert "1 valid" in done.stdout
    assert done.returncode == 2


ENVIRONMENTS = {
    "pip": ({}, "pip install 'ludograph[plots]'"),
    "a virtual environment": (
        {"pyvenv.cfg": "home = /usr/bin\n"},
        "pip install 'ludograph[plots]'",
    ),
    "uv's": ({"pyvenv.cfg": "home = /usr\nuv = 0.4.9\n"}, "uv pip install 'ludograph[plots]'"),
    "a tool of uv's": (
        {"pyvenv.cfg": "uv = 0.4.9\n", "uv-receipt.toml": "[tool]\n"},
        "uv tool install --with 'ludograph[plots]' ludograph",
    ),
    "pipx's": (
        {"pyvenv.cfg": "uv = 0.4.9\n", "pipx_metadata.json": "{}"},
        "pipx inject --force games 'ludograph[plots]'",
    ),
}


@pytest.mark.parametrize(("files", "command"), ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_the_command_that_adds_an_extra_fits_the_environment(tmp_path, monkeypatch, files, command):
    prefix = tmp_path / "games"
    prefix.mkdir()
    for name, content in files.items():
        (prefix / name).write_text(content)
    monkeypatch.setattr(sys, "prefix", str(prefix))
    assert str(ludograph.MissingExtra("plots")) == f'this needs "{command}"'


@pytest.mark.parametrize(
    ("package", "wanted", "named"),
    [
        ("numpy", "library", "library"),
        ("numpy", "plots", "plots"),
        ("starlette", "serve", "serve"),
        ("matplotlib", "library", "plots"),
        ("pyarrow", "library", "tables"),
        ("distributed", "serve", "cluster"),
        ("pandas", "", "tables"),
    ],
)
def test_the_extra_named_is_one_that_brings_the_package(package, wanted, named):
    """Not that of the command, which may be installed: a picture of a library needs another."""
    error = ModuleNotFoundError(f"No module named {package!r}", name=package)
    found = missing_extra(error, wanted)
    assert found is not None
    assert found.extra == named


def test_what_extras_bring_is_what_the_package_declares():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {
        extra: {re.split(r"[>\[]", one)[0] for one in some} - {"ludograph"}
        for extra, some in project["optional-dependencies"].items()
    }
    names = {"PIL": "pillow", "lsprotocol": "pygls"}
    for extra, some in project["optional-dependencies"].items():
        inner = ",".join(re.findall(r"ludograph\[([\w,]+)\]", str(some))).split(",")
        declared[extra] = declared[extra].union(*(declared.get(one, ()) for one in inner))
    for package, extra in EXTRAS.items():
        assert names.get(package, package) in declared[extra]
    for extra, packages in WITH.items():
        assert set(packages) <= declared[extra]


HEAVY = {"pyparsing", "pandas", "pyarrow", "matplotlib", "numpy", "zstandard", "PIL"}

PROGRAM = """
import sys
sys.argv = ["ludograph", *sys.argv[1:]]
from analysis.cli import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def modules(*command: str) -> list[str]:
    """Return the modules that a fresh interpreter has loaded after a command."""
    run = subprocess.run([sys.executable, "-c", *command], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stderr.split()


def loaded(*command: str) -> set[str]:
    """Return the heavy libraries that a fresh interpreter has loaded after a command."""
    return {name.partition(".")[0] for name in modules(*command)} & HEAVY


CLEAN = '[Game "epaminondas"]\n\n1. 2.7.2N2 11.6.2SE2\n'

LOADING = {
    "help": (["--help"], set()),
    "version": (["--version"], set()),
    "check a clean game": (["check", "clean.txt"], set()),
    "check a game that needs lenient reading": (["check", "sloppy.txt"], {"pyparsing"}),
    "convert": (["convert", "clean.txt", "--to", "text:span"], set()),
    "openings": (["openings", "clean.txt"], set()),
    "openings of chosen games": (["openings", "clean.txt", "--where", "valid"], {"pyparsing"}),
    "moves": (["moves", "--game", "epaminondas"], set()),
    "list the plots": (["plot", "--list"], set()),
    "help of stats": (["stats", "--help"], set()),
    "help of players": (["players", "--help"], set()),
    "stats": (["stats", "clean.txt"], {"pandas", "pyarrow", "numpy"}),
    "show as text": (["show", "clean.txt"], set()),
    "show as svg": (["show", "clean.txt", "--as", "svg"], set()),
}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "heavy"), LOADING.values(), ids=LOADING)
def test_commands_load_what_they_need(tmp_path, monkeypatch, arguments, heavy):
    (tmp_path / "clean.txt").write_text(CLEAN)
    (tmp_path / "sloppy.txt").write_text(CLEAN.replace("2N2", "2n2"))
    paths = [str(tmp_path / part) if part.endswith(".txt") else part for part in arguments]
    assert loaded(PROGRAM, *paths) == heavy


@pytest.mark.parametrize("package", ["ludograph", "notation", "records", "analysis"])
def test_imports_are_light(package):
    assert loaded(f"import sys, {package}\nprint(*sys.modules, file=sys.stderr)") == set()


NOT_FOR_ONE_TIDY_GAME = re.compile(
    r"concurrent|csv|glob|json|logging|lzma|pathlib|shutil|string|tomllib"
    r"|notation[.](crossings|gipf|megiddo)|analysis[.]games[.](crossings|gipf|megiddo)[.]\w+"
    r"|analysis[.](openings|plots|repair|report|statistics|tables|typos)"
    r"|analysis[.]select[.](condition|fields|filters)"
    r"|analysis[.]batch[.](convert|direct|folder|output|rejects)"
    r"|records[.](abstractplay|jsonl|jsontext|scans|sgf|tabular[.]\w+|text[.](rows|writer))"
)


def test_the_check_of_a_tidy_game_loads_what_it_needs(tmp_path):
    (tmp_path / "clean.txt").write_text(CLEAN)
    found = modules(PROGRAM, "check", str(tmp_path / "clean.txt"))
    assert "analysis.games.epaminondas.rules" in found
    assert not list(filter(NOT_FOR_ONE_TIDY_GAME.fullmatch, found))


def test_the_version_is_printed_without_the_commands():
    assert not {"click", "notation", "records"}.intersection(modules(PROGRAM, "--version"))
