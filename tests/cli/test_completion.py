"""Completion: what the shells are given, and that every option that takes a text has values."""

import subprocess
import sys

import click
import pytest

from analysis.cli import COMMANDS
from analysis.cli.completion import candidates
from analysis.cli.values import KNOWN
from notation.registry import dialects, games
from records.classics import classics
from tests.cases import each_case
from tests.cli.groups import every_command

FREE = {
    "--arrow", "--cluster", "--exclude", "--from", "--include", "--mark",
    "--opening", "--player", "--ply", "--position", "--since", "--size", "--title", "--until",
}  # fmt: skip
"""Options that take any text: no list of their values is known."""


def completed(line: str) -> list[str]:
    *before, last = line.split(" ")
    return [one.value for one in candidates(before, last) if one.kind in ("plain", "part")]


def kinds(line: str) -> set[str]:
    *before, last = line.split(" ")
    return {one.kind for one in candidates(before, last)}


WORDS = {
    "": list(COMMANDS),
    "st": ["stats"],
    "library s": ["search", "show"],
    "check --game ": list(games()),
    "check --game e": ["epaminondas"],
    "check --game=e": ["--game=epaminondas"],
    "check --game gipf --dialect ": [one.name for one in dialects("gipf")],
    "convert x --to js": ["jsonl"],
    "convert x --game megiddo --to jsonl:": ["jsonl:book"],
    "check --format ho": ["hocr"],
    "check --game gipf --variant t": ["tournament"],
    "check --variant grand-master+c": ["grand-master+cleopatra"],
    "check --variant grand-master+r": ["grand-master+radial-move"],
    "check --variant grand-master+m": [],
    "check --variant standard+symmetry=m": ["standard+symmetry=mirror", "standard+symmetry=move"],
    "plot ca": ["captures", "capture-map"],
    "plot --list ca": ["captures", "capture-map"],
    "plot captures --as p": ["png", "pdf"],
    "check classic:g": ["classic:gipf-tournament"],
    "check cl": [f"classic:{name}" for name in classics()],
    "stats x --by pe": ["period"],
    "stats x --where pl": ["player", "plies"],
    "check --dedupe p": ["position"],
    "check --output-format s": ["sarif"],
    "repair --err": ["--errors"],
    "repair --errors s": ["scanned"],
    "completion f": ["fish"],
    "no-such-command ": [],
}


@each_case("line", WORDS, ids=lambda line: line or "nothing")
def test_words_are_completed(line):
    assert completed(line)[: len(WORDS[line]) + 1] == WORDS[line]


def test_a_condition_is_completed_at_its_end():
    found = [one.value for one in candidates(["check", "--where"], "plies > 3 and Wh")]
    assert found == ["plies > 3 and White"]


@pytest.mark.parametrize(
    ("line", "kind"),
    [("check ", "file"), ("show ", "file"), ("check --crops ", "dir"), ("report -o ", "dir"),
     ("library search -L ", "file")],
)  # fmt: skip
def test_names_of_files_are_left_to_the_shell(line, kind):
    assert kind in kinds(line)


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


def test_a_line_in_bash_is_split_as_far_as_it_is_typed(ludograph):
    lines = {
        "ludograph check --where 'plies > 3 an": "part\tplies > 3 and\tjoins tests\n",
        'ludograph check "a b" --game e': "plain\tepaminondas\n",
        "ludograph check --game gi": "plain\tgipf\n",
        "ludograph": "".join(f"plain\t{name}\t{line}\n" for name, line in COMMANDS.items()),
    }
    for line, shown in lines.items():
        assert ludograph("completion", "bash", "--", line).out == shown


@each_case(("name", "command"), [*every_command()])
def test_no_help_or_candidate_has_a_control_character_or_an_escape(name, command):
    shown = [command.get_help(click.Context(command, info_name=name))]
    for last in ("", "-"):
        shown += [value + about for _, value, about in candidates(name.split(), last)]
    for text in shown:
        assert "\\" not in text
        assert text.replace("\n", "").isprintable()


@pytest.mark.slow
def test_candidates_are_found_without_heavy_libraries():
    program = (
        "import sys; from analysis.cli.completion import candidates\n"
        "for line in ['check', '--game'], ['plot'], ['stats', 'x', '--where'], ['check'], []:\n"
        "    list(candidates(line, ''))\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
    heavy = {"pandas", "numpy", "matplotlib", "pyarrow", "pyparsing"}
    assert not heavy.intersection(done.stdout.split())
