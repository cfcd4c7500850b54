"""Completion: the scripts for shells, and values for every option that takes a text."""

import os
import subprocess
import sys

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete

from analysis.cli import COMMANDS, cli
from analysis.cli.config import SHELLS
from analysis.cli.values import KNOWN
from notation.registry import dialects, games
from records.classics import classics
from tests.cases import each_case
from tests.cli.groups import every_command

FREE = {
    "--arrow", "--cluster", "--exclude", "--from", "--include", "--mark",
    "--opening", "--player", "--ply", "--position", "--since", "--size", "--title", "--until",
    "--where",
}  # fmt: skip
"""Options that take any text: no list of their values is known."""


def candidates(line: str) -> list[CompletionItem]:
    *before, last = line.split(" ")
    return ShellComplete(cli, {}, "ludograph", "").get_completions(before, last)


def completed(line: str) -> list[str]:
    return [one.value for one in candidates(line) if one.type == "plain"]


WORDS = {
    "": list(COMMANDS),
    "st": ["stats"],
    "library s": ["search", "show"],
    "check --game ": list(games()),
    "check --game e": ["epaminondas"],
    "check --game=e": ["epaminondas"],
    "check --game gipf --dialect ": [one.name for one in dialects("gipf")],
    "convert x --to js": ["jsonl"],
    "convert x --game megiddo --to jsonl:b": ["jsonl:book"],
    "check --format ho": ["hocr"],
    "plot ca": ["captures", "capture-map"],
    "plot --list ca": ["captures", "capture-map"],
    "plot captures --as p": ["png", "pdf"],
    "check classic:g": ["classic:gipf-tournament"],
    "check cl": [f"classic:{name}" for name in classics()],
    "stats x --by pe": ["period"],
    "check --dedupe p": ["position"],
    "check --output-format s": ["sarif"],
    "repair --err": ["--errors"],
    "repair --errors s": ["scanned"],
    "completion f": ["fish"],
}


@each_case("line", WORDS, ids=lambda line: line or "nothing")
def test_words_are_completed(line):
    assert completed(line)[: len(WORDS[line]) + 1] == WORDS[line]


@each_case(
    ("line", "kind"),
    [("check ", "file"), ("show ", "file"), ("check --crops ", "dir"), ("report -o ", "dir"),
     ("library search -L ", "file")],
)  # fmt: skip
def test_names_of_files_are_left_to_the_shell(line, kind):
    assert kind in {one.type for one in candidates(line)}


def texts() -> set[str]:
    """Return the names of all options and arguments that take any text."""
    return {
        max(param.opts, key=len)
        for _, command in every_command()
        for param in command.params
        if param.type is click.STRING and isinstance(param, click.Option)
    }


def test_every_option_has_values_or_is_free():
    assert texts() - FREE == set()
    assert FREE.isdisjoint(KNOWN)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_asks_for_the_words_that_fit(ludograph, shell):
    assert f"_LUDOGRAPH_COMPLETE={shell}_complete" in ludograph("completion", shell).out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "found"), [("check --game gi", "plain,gipf\n"), ("chekc ", "plain,check\n")]
)
def test_what_a_script_asks_is_answered(line, found):
    asked = {"_LUDOGRAPH_COMPLETE": "bash_complete", "COMP_WORDS": f"ludograph {line}",
             "COMP_CWORD": str(len(line.split(" ")))}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "analysis"], env=os.environ | asked, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(found)


@each_case(("name", "command"), [*every_command()])
def test_no_help_or_candidate_has_a_control_character_or_an_escape(name, command):
    shown = [command.get_help(click.Context(command, info_name=name))]
    for last in ("", "-"):
        shown += [one.value + (one.help or "") for one in candidates(f"{name} {last}")]
    for text in shown:
        assert "\\" not in text
        assert text.replace("\n", "").isprintable()


@pytest.mark.slow
def test_candidates_are_found_without_heavy_libraries():
    program = (
        "import sys\nfrom click.shell_completion import ShellComplete\n"
        "from analysis.cli import cli\n"
        "for line in ['check', '--game'], ['plot'], ['check'], []:\n"
        "    ShellComplete(cli, {}, 'ludograph', '').get_completions(line, '')\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
    heavy = {"pandas", "numpy", "matplotlib", "pyarrow", "pyparsing"}
    assert not heavy.intersection(done.stdout.split())
