"""Every option of every command with values that are none: status 2 and one line, or the work."""

from collections.abc import Iterator

import click
import pytest

from tests.cli.groups import every_command
from tests.records.samples import DEMONSTRATION, rows

LONG = "9" * 5000
INTEGERS = ("-1", "99999999999999999999999", LONG, "nan", "")
NUMBERS = ("-1", "nan", "inf", "-inf", "1e999", LONG, "", "1,5", "one")
NAMES = ("", "nothing", "x" * 5000, "\x1b[2J", "a\0b", "\udcff", "..")

BAD: dict[str, tuple[str, ...]] = {
    "--after": INTEGERS,
    "--arrow": ("", "a1", "a1-", "-a1", "a1-a1", "a1-z99", "a1-a2-a3", "x" * 5000),
    "--as": NAMES,
    "--before": INTEGERS,
    "--material": ("", "w", "w>", "9" * 5000, "w=1;b=1"),
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
    "--max-drawn": INTEGERS,
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
    *(f"library {name}" for name in ("list", "search", "export", "stats")),
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
    """Return the key of an option in `BAD`."""
    short = [name for name in option.opts if name in ("-o", "-L")]
    return short[0] if short else option.opts[0]


def test_every_option_with_a_value_is_tried():
    assert {spelled(option) for _, option in options()} == BAD.keys() | FREE


def cases() -> Iterator[tuple[str, str, str]]:
    """Yield every value for the first command with an option, and one for the others."""
    tried = set()
    for name, option in options():
        key = spelled(option)
        if (name, key) == ("report", "-o"):
            continue  # any folder that is free
        yield from ((name, key, value) for value in BAD.get(key, ())[: 1 if key in tried else None])
        tried.add(key)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "option", "value"),
    [pytest.param(*case, id=f"{case[0]} {case[1]} {case[2][:12]!r}") for case in cases()],
)
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
