"""Every command: help, manual, options, bad values, standard output, JSON."""

import copy
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest

from analysis.cli import COMMANDS, cli
from analysis.cli.options import ByteSize
from notation.registry import BUILT_IN
from scripts import manual
from tests.cases import each_case
from tests.cli.groups import every_command
from tests.pages.transcribe.sheets import png
from tests.records.samples import DEMONSTRATION, rows


def examples() -> Iterator[str]:
    for name in [None, *COMMANDS]:
        command = cli.get_command(None, name) if name else cli  # type: ignore[arg-type]
        assert command is not None
        _, _, shown = (command.help or "").partition("Example")
        found = [line.strip() for line in shown.splitlines() if "ludograph " in line]
        assert found, f"{name} shows no example"
        yield from found


EXAMPLES = sorted(set(examples()))


def built(folder: Path, package: Path | None) -> dict[str, int]:
    """Build a folder with an empty page, in place of the site."""
    folder.mkdir(parents=True)
    (folder / "index.html").touch()
    return {"index.html": 0}


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(ludograph, monkeypatch, tmp_path, example):
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    # A server would go on until Ctrl-C.
    monkeypatch.setattr("analysis.pages.server.LocalServer.run", lambda server: None)
    # The folder of the page is built by the tests of the page.
    monkeypatch.setattr("analysis.pages.site.build.build_site", built)
    (tmp_path / "games").mkdir()
    shutil.copy(str(files("records.classics") / "epaminondas-demonstration.txt"), "games")
    name, *arguments = shlex.split(example)
    if "games.ludo" in arguments:
        games = "classic:megiddo-match", "classic:gipf-tournament"
        ludograph("library", "import", *games, "-L", "games.ludo")
    if arguments[0] == "transcribe":
        monkeypatch.setattr("analysis.pages.transcribe.sheets.which", lambda name: None)
        for picture in ("sheet.png", "page1.jpg", "page2.jpg"):
            (tmp_path / picture).write_bytes(png())
    assert name == "ludograph"
    redirected = arguments[arguments.index(">") + 1 :] if ">" in arguments else []
    arguments = arguments[: arguments.index(">")] if redirected else arguments
    run = ludograph(*arguments)
    assert run.status == 0, run.err
    # Of a scan nothing is known at once, and so nothing is typed.
    has_output = "-o" in arguments and "sheet.png" not in arguments
    written = [arguments[arguments.index("-o") + 1]] if has_output else []
    # A language server answers nothing to nothing.
    assert run.raw or written or arguments[0] == "lsp"
    for path in written:
        assert (tmp_path / path).stat().st_size
    assert "warning" not in run.err.lower()


@each_case("command", ["", "library", *dict(every_command())])
def test_help_fits_the_terminal(ludograph, command):
    run = ludograph(*command.split(), "--help")
    assert run.status == 0
    # Examples and choices are not broken.
    lines = [one for one in run.out.splitlines() if not re.match(r"\s+(ludograph|--)", one)]
    assert max(map(len, lines)) <= 80
    assert "Example" in run.out


def test_the_module_is_the_command():
    run = subprocess.run(
        [sys.executable, "-m", "analysis", "check", "--game", "nil"], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"ludograph: no game 'nil'; there are: {', '.join(BUILT_IN)}\n"


MANUAL = {page.name: page for page in manual.every_command()}


@each_case("name", MANUAL)
def test_a_page_has_what_the_help_has(name, ludograph):
    shown = ludograph(*name.split()[1:], "--help").out.partition("\nOptions:\n")[2]
    page = unroffed(manual.man_page(MANUAL[name]))
    options = re.findall(r"^  (-\S.*?)(?:  |$)", shown, re.MULTILINE)
    assert len(options) == len(MANUAL[name].options)
    for one in options:
        assert one.split()[0].rstrip(",") in page
    assert MANUAL[name].examples
    for one in MANUAL[name].examples:
        assert one in page


def unroffed(roff: str) -> str:
    """Return the plain text of a man page."""
    return roff.replace("\\-", "-").replace("\\:", "").replace("\\e", "\\").replace("\\&", "")


def test_texts_are_printed_as_they_stand():
    page = manual.HelpPage("x", "a-b.", "[OPTIONS]", (".dot \\ '",), (), (), ())
    shown = manual.man_page(page)
    assert "\\&.dot \\e '" in shown
    assert "a\\-b" in shown


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_pages_are_roff(tmp_path):
    for path in manual.write_man_pages(tmp_path):
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", "-K", "utf8", path], capture_output=True, text=True
        )
        assert done.stderr == "", path.name


@each_case(("name", "command"), list(every_command()), ids=dict(every_command()))
def test_an_option_of_one_value_is_given_once(ludograph, name, command):
    """A repeated option is an error, since only its last value would count."""
    for one in command.params:
        if isinstance(one, click.Option) and not (one.multiple or one.is_flag or one.nargs != 1):
            run = ludograph(*name.split(), one.opts[0], "1", "x", one.opts[-1], "2")
            wanted = f"{'/'.join(one.opts)} takes one value, and is given 2 times"
            assert (run.status, run.err) == (
                2,
                f"ludograph: {wanted}; see ludograph {name} --help\n",
            )


SIZES = {"500": 500, "64K": 64 << 10, "1.5M": 3 << 19, "2 GB": 2 << 30, "16GiB": 16 << 30}


@each_case(("text", "size"), SIZES.items(), ids=SIZES)
def test_sizes(text, size):
    assert ByteSize().convert(text, None, None) == size


MATCH = "classic:megiddo-match"

SLIP = "classic:epaminondas-slip"

GAME = "classic:epaminondas-demonstration"

PRINTED = {
    "convert": (f"convert {SLIP} {MATCH} --to jsonl", b'{"game"'),
    "plot": (f"plot lengths {MATCH} --as svg", b"<?xml"),
    "show": (f"show {GAME} --as text", b"12 b"),
    "library show": ("library show 1 -L games.ludo --as text", b"   "),
    "library export": ("library export -L games.ludo --to jsonl", b'{"game"'),
    "view": (f"view {MATCH}", b"<!doctype html>"),
    "repair": (f"repair {SLIP}", b"[Game"),
}
"""Commands that write one file, and how it begins."""


def test_every_option_is_documented():
    root = Path(__file__).parents[2]
    pages = [root / "README.md", *(root / "docs").glob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    documented = set(re.findall(r"(?<![\w-])--?\w[\w-]*", text))
    unknown = [
        f"{name} {option.opts[-1]}"
        for name, command in every_command()
        for option in command.params
        if isinstance(option, click.Option) and documented.isdisjoint(option.opts)
    ]
    assert not unknown, f"no page of docs/ has {', '.join(unknown)}"


def test_every_command_with_an_output_is_listed():
    writing = {
        name
        for name, command in every_command()
        for one in command.params
        if isinstance(one, click.Option) and "-o" in one.opts
    }
    assert writing == {*PRINTED, "report", "transcribe"}


@pytest.mark.parametrize(
    ("command", "begins"),
    [pytest.param(*one, id=name, marks=[pytest.mark.slow] * (name in ("plot", "view")))
     for name, one in PRINTED.items()],
)  # fmt: skip
def test_one_file_is_printed_as_it_is_written(ludograph, tmp_path, command, begins):
    """Messages of the command go to standard error, not into the file."""
    if "games.ludo" in command:
        ludograph("library", "import", MATCH, "-L", "games.ludo")
    before = sorted(tmp_path.iterdir())
    run = ludograph(*command.split(), "-o", "-")
    assert run.status in (0, 1)
    assert run.raw.lower().startswith(begins.lower()), run.raw[:80]
    assert sorted(tmp_path.iterdir()) == before
    name = "new.txt" if command.startswith("repair") else "new"
    ludograph(*command.split(), "-o", name)
    assert (tmp_path / name).read_bytes() == run.raw


SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/schemas/ludograph.json").read_text(encoding="utf-8")
)

BOTH = "classic:megiddo-match classic:megiddo-double"

ALL = f"{BOTH} classic:epaminondas-slip classic:epaminondas-demonstration classic:gipf-tournament"

TABLE = Path(__file__).with_name("objects.txt").read_text(encoding="utf-8")
OBJECTS = {
    line.replace("ALL", ALL).replace("BOTH", BOTH): kind
    for kind, line in (row.split(" | ") for row in TABLE.splitlines())
}
"""Command lines, and the kind of object that each prints."""

FILES = {
    "overlooked.txt": '[Game "megiddo"]\n[Variant "base"]\n\n1. A1 B1 2. F6 C1 3. D1 A6\n',
    "hopeless.txt": '[Game "epaminondas"]\n\n1. 9.9.9N9 9.9.9N9 2. 8.8.8S8 7.7.7E7\n',
    "doubtful.txt": '[Game "epaminondas"]\n\n1. ? 11.6.2SE2 2. 2.6.3E1 ?\n',
    "empty.txt": "nothing\n",
    "settings/ludograph.toml": 'game = "gipf"\nvariant = "basic"\ndialect = "short"\ninclude = []\n'
    'exclude = ["a"]\nselect = ["unreadable"]\nignore = ["title"]\nstrict = true\n'
    'output-format = "full"\n',
}
"""A capture that was overlooked, a game beyond repair, one with lost plies, and none."""


def closed(schema: Any) -> Any:
    """Return a schema in which objects have no keys besides the listed ones."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        made["additionalProperties"] = False
    return made


def validator(kind: str, extra: tuple[str, ...] = ()) -> jsonschema.Draft202012Validator:
    schema = closed(copy.deepcopy(SCHEMA))
    for key in extra:
        schema["$defs"][kind]["properties"][key] = {"type": ["string", "null"]}
    return jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{kind}"})


@pytest.mark.slow
def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.slow
@pytest.mark.parametrize("line", OBJECTS, ids=lambda line: line[:60])
def test_what_is_written_is_of_the_schema(ludograph, tmp_path, line):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    if line.startswith("library") and " import " not in line:
        ludograph("library", "import", *ALL.split(), "-L", "games.ludo")
    words = line.split()
    extra = tuple(words[words.index("--by") + 1].split(",")) if "--by" in words else ()
    asked = [] if "--output-format" in words else ["--json"]
    written = [json.loads(one) for one in ludograph(*words, *asked).out.splitlines()]
    assert written
    check = validator(OBJECTS[line], extra)
    for one in written:
        check.validate(one)


@pytest.mark.slow
def test_records_are_of_the_schema(ludograph, tmp_path):
    for command in f"convert {ALL}", "repair classic:epaminondas-slip":
        ludograph(*command.split(), "-o", "all.jsonl")
        for line in (tmp_path / "all.jsonl").read_text().splitlines():
            validator("record").validate(json.loads(line))


def test_every_command_with_json_has_a_schema():
    having = {
        name for name, command in every_command() for p in command.params if "--json" in p.opts
    }
    tried = {name for name in having if any(line.startswith(f"{name} ") for line in OBJECTS)}
    assert having - tried == set()


def test_a_key_that_is_not_in_the_schema_is_an_error():
    with pytest.raises(jsonschema.ValidationError):
        validator("count").validate({"depth": 1, "count": 2, "more": 3})


LONG = "9" * 5000

INTEGERS = ("-1", "99999999999999999999999", LONG, "nan", "")

NUMBERS = ("-1", "nan", "inf", "-inf", "1e999", LONG, "", "1,5", "one")

NAMES = ("", "nothing", "x" * 5000, "\x1b[2J", "a\0b", "\udcff", "..")

BAD: dict[str, tuple[str, ...]] = {
    "--after": INTEGERS,
    "--arrow": ("", "a1", "a1-", "-a1", "a1-a1", "a1-z99", "a1-a2-a3", "x" * 5000),
    "--as": NAMES,
    "--before": INTEGERS,
    "--opening": NAMES,
    "--pattern": ("", ".", "nowhere.txt"),
    "-L": (".", "nowhere/games.ludo", "games.txt"),
    "--crops": ("", "games.txt", "games.txt/crops", "x" * 5000),
    "--count": ("0", *INTEGERS),
    "--dedupe": NAMES,
    "--delay": ("0", "61", *NUMBERS),
    "--depth": ("0", *INTEGERS),
    "--dialect": NAMES,
    "--dpi": ("0", "9999", *NUMBERS),
    "--encoding": (*NAMES, "hex", "rot13", "undefined", "base64", "zlib", "bz2", "uu", "quopri"),
    "--journal": (".", "nowhere/answers.jsonl", "games.txt/answers.jsonl"),
    "--layout": ("", "columns", "x" * 5000),
    "--port": ("65536", *INTEGERS),
    "--pyodide": (".", "games.txt", "nowhere.tgz", "x" * 5000),
    "--min-confidence": ("", "x", "-1", "2", "nan", "inf"),
    "--output-format": NAMES,
    "--errors": ("", "nowhere.toml", ".", "games.txt", "x" * 5000),
    "--format": NAMES,
    "--from": (*NAMES, "9" * 5000 + " w"),
    "--game": NAMES,
    "--jobs": ("1025", "99999999", *INTEGERS),
    "--labels": NAMES,
    "--mark": ("", "z99", "a1,", "x" * 5000, "\x1b[2J"),
    "--size": ("0", "12km", "9" * 30, "1e3", *NUMBERS),
    "--theme": NAMES,
    "--limit": ("0", *NUMBERS),
    "--diagrams": INTEGERS,
    "--min-count": ("0", *INTEGERS),
    "--names": ("", "nowhere.toml", ".", "games.txt", "x" * 5000),
    "--nth": ("0", "2", *INTEGERS),
    "--ply": ("7-3", "-3", "3-", "1,,2", "1,", "0,99", "a", "99", "0-99999999", *INTEGERS),
    "--position": (*NAMES, "9" * 5000 + " w"),
    "--rejects": (".", "nowhere/rejects.txt"),
    "--select": NAMES[1:],
    "--ignore": NAMES[1:],
    "--side": NAMES,
    "--since": ("", "yesterday", "04-05-2004", "2004-05-17x", *NAMES),
    "--time": ("0", *NUMBERS),
    "--to": NAMES,
    "--until": ("", "tomorrow", "2004-5-17-3", *NAMES),
    "--variant": NAMES[1:],
    "--where": ("", "plies >", "(" * 5000, "\x1b[2J = 3", "a\0b", "not " * 5000),
    "--width": ("0", *NUMBERS),
    "-o": (".", "nowhere/out.svg", "games.txt/out.svg", "x" * 5000 + ".svg"),
}
"""Values that each option refuses."""

FREE = {"--by", "--cluster", "--compare", "--exclude", "--include", "--player", "--save", "--title"}
"""Options that take any text: the name of a tag, an address, a folder."""

WITHOUT_FILES = {
    *("lsp", "moves", "transcribe"),
    *(f"library {name}" for name in ("search", "export")),
}

NEEDED = {
    "library export": ["-o", "out.jsonl"],
    "convert": ["--to", "jsonl"],
    "moves": ["--game", "epaminondas"],
    "openings": [],
    "plot": ["lengths"],
    "report": ["-o", "report"],
    "transcribe": ["-o", "typed.txt"],
    "view": ["-o", "view.html"],
}


def options() -> Iterator[tuple[str, click.Option]]:
    for name, command in every_command():
        for param in command.params:
            if isinstance(param, click.Option) and not param.is_flag:
                yield name, param


def spelled(option: click.Option) -> str:
    """Return the key for an option in `BAD`."""
    short = [name for name in option.opts if name in ("-o", "-L")]
    return short[0] if short else option.opts[0]


def test_every_option_with_a_value_is_tried():
    assert {spelled(option) for _, option in options()} == BAD.keys() | FREE


def cases() -> Iterator[tuple[str, str, str]]:
    """Yield all bad values of an option for its first command, and one for each other command."""
    tried = set()
    for name, option in options():
        key = spelled(option)
        if (name, key) == ("report", "-o"):
            continue  # any folder that is free
        yield from ((name, key, value) for value in BAD.get(key, ())[: 1 if key in tried else None])
        tried.add(key)


@pytest.mark.slow
@each_case(("command", "option", "value"), cases())
def test_a_bad_value_is_one_line(ludograph, tmp_path, command, option, value):
    (tmp_path / "games.txt").write_text(f'[Variant "standard"]\n\n{rows(DEMONSTRATION)}')
    files = [] if command in WITHOUT_FILES else ["games.txt"]
    given = f"{option}={value}" if option.startswith("--") else f"{option}{value}"
    run = ludograph(*command.split(), *NEEDED.get(command, []), *files, given)
    assert run.status == 2, run.err
    assert run.err.startswith("ludograph: ")
    assert (run.out, run.err.count("\n")) == ("", 1)
    assert len(run.err) < 1200
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.txt"]
