"""The base install, messages that name extras, and the modules loaded at the start."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest

import ludograph
from notation.extras import EXTRAS, WITH, missing_extra
from tests.cases import each_case
from tests.cli.groups import every_command

LIGHT = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(EXTRAS)}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
from analysis.cli import main
"""


GAME = "classic:epaminondas-demonstration"

ROOT = Path(__file__).parents[2]


EACH = """
import json, os, tempfile
for line in sys.stdin.read().splitlines():
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            sys.argv = ["ludograph", *line.split()]
            try:
                main()
            finally:
                if "loaded" in globals():
                    print(*sys.modules, file=sys.stderr)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for one in (out, err):
            one.seek(0)
        print(json.dumps([status, out.read(), err.read()]), flush=True)
"""
"""Runs each line of its input as a command, in a process that has loaded nothing else."""


def runs(folder, program, lines):
    """Return the status, output and errors of command lines, run in one process."""
    done = subprocess.run(
        [sys.executable, "-c", program + EACH],
        cwd=folder, input="\n".join(lines), capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return dict(zip(lines, found, strict=True))


def run(folder, line):
    return runs(folder, LIGHT, [line])[line]


ROWS = [
    row.split(" | ")
    for row in Path(__file__).with_name("light.txt").read_text(encoding="utf-8").splitlines()
]
NEEDS = {line.replace("GAME", GAME): words[6:] for words, line in ROWS if words[:5] == "needs"}
"""Commands, and the extra that each needs."""

LOADING = {line: {*words.split()[1:]} for words, line in ROWS if words[:5] == "loads"}
"""Commands, and the heavy libraries that they load."""


@pytest.mark.slow
def test_the_help_of_every_command_needs_no_extra(tmp_path):
    """All commands run in one process, since the start takes most of the time."""
    program = LIGHT + (
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
    (tmp_path / "games.txt").write_text("\n\n".join([text] * 300))
    _, out, _ = run(tmp_path, "check games.txt --jobs 1")
    assert "300 games read: 300 valid" in out


@pytest.mark.slow
def test_a_missing_extra_is_named_in_one_line(tmp_path):
    for line, (status, _, err) in runs(tmp_path, LIGHT, NEEDS).items():
        wanted = f"ludograph: this needs \"pip install 'ludograph[{NEEDS[line]}]'\"\n"
        assert (status, err) == (2, wanted), line
    assert not list(tmp_path.glob("*.parquet")), "nothing half written"


@pytest.mark.slow
def test_a_source_that_needs_an_extra_costs_no_other(tmp_path):
    (tmp_path / "a.txt.zst").write_bytes(b"\x28\xb5\x2f\xfd\x00\x00\x00\x00\x00")
    status, out, _ = run(tmp_path, f"check a.txt.zst {GAME}")
    assert "a.txt.zst: error: this needs \"pip install 'ludograph[zst]'\"" in out
    assert "1 valid" in out
    assert status == 2


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


@each_case(
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
    """It is not always the extra of the command: pictures of a library need another one."""
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
    """Return the modules that a new interpreter has loaded after a command."""
    run = subprocess.run([sys.executable, "-c", *command], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stderr.split()


CLEAN = '[Game "epaminondas"]\n\n1. 2.7.2N2 11.6.2SE2\n'


@pytest.mark.slow
def test_commands_load_what_they_need(tmp_path):
    (tmp_path / "clean.txt").write_text(CLEAN)
    (tmp_path / "sloppy.txt").write_text(CLEAN.replace("2N2", "2n2"))
    start = "import sys\nfrom analysis.cli import main\nloaded = True\n"
    for line, (status, _, err) in runs(tmp_path, start, LOADING).items():
        assert status == 0, line
        assert {name.partition(".")[0] for name in err.split()} & HEAVY == LOADING[line], line


def test_imports_are_light():
    """Public names import the packages that they need at their first use."""
    below = {"analysis", "records"}
    for packages, late in ("ludograph", HEAVY | below), ("notation, records, analysis", HEAVY):
        found = modules(f"import sys, {packages}\nprint(*sys.modules, file=sys.stderr)")
        assert {name.partition(".")[0] for name in found} & late == set()


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
