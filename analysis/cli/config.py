"""Commands on the program itself: its settings, codes of findings, and completion in shells."""

import os

import click

from analysis.cli.options import OneOf, json_option
from analysis.cli.output import print_json
from analysis.cli.printer import INDENT, Printer
from analysis.cli.terminal import Printable, echo
from analysis.settings import KEYS, OWN, SHARED, check_codes, find_settings
from analysis.version import finding_address
from notation.catalogue import catalogue
from notation.printing import json_line
from notation.registry import site_names

SHELLS = ("bash", "zsh", "fish")


@click.command("config")
@click.argument("folder", default=os.curdir, type=click.Path(exists=True, file_okay=False))
@json_option
def config(folder: str, as_json: bool) -> None:
    """Print the settings of FOLDER, and the file that they come from.

    The file is ludograph.toml, or pyproject.toml with a table [tool.ludograph]: the nearest one
    in the folder or its parents applies. Options of a command override the settings.

    \b
    Examples:
      ludograph config
      ludograph config games/ --json
    """
    found = find_settings(folder)
    if as_json:
        print_json({"path": found.path, "settings": found.named()} if found else {"path": None})
    elif found is None:
        files = f"{OWN}, or {SHARED} with [tool.ludograph],"
        echo(f"no settings: no file {files} in this folder or one above it")
        echo(f"settings are: {', '.join(KEYS)}")
    else:
        echo(f"# {found.path}")
        for name, value in found.named().items():
            echo(f"{name} = {json_line(list(value) if isinstance(value, tuple) else value)}")


@click.command("explain")
@click.argument("codes", metavar="CODE...", nargs=-1, required=True)
@json_option
def explain(codes: tuple[str, ...], as_json: bool) -> None:
    """Print what the codes of findings mean, with an example each.

    \b
    Examples:
      ludograph explain result-mismatch
      ludograph explain off-board --json
    """
    check_codes(codes)
    printer = Printer(False, False)
    for code in codes:
        for kind in (one for one in catalogue() if one.code == code):
            severity = "error" if kind.violation else "note"
            if as_json:
                known = {name: value for name, value in kind._asdict().items() if name != "section"}
                print_json(known | {"help": finding_address(code)})
                continue
            owner = f" of {site_names(kind.game).title}" if kind.game else ""
            strict = ", an error with --strict" if kind.loses else ""
            printer.paragraph(f"{code}: ", f"{severity}{owner}{strict}: {kind.meaning}.")
            if kind.example:
                printer.paragraph(INDENT, f"for example {kind.example}")


@click.command("completion")
@click.argument("shell", type=OneOf(SHELLS))
def completion(shell: str) -> None:
    """Print the script that completes ludograph's commands in a SHELL.

    It completes commands, options, and the values of options: games, notations, formats, plots,
    bundled games. Save the script in the folder where the shell looks for such scripts, or load it
    when the shell starts.

    \b
    Examples:
      ludograph completion bash > ludograph.bash
      ludograph completion zsh > _ludograph
      ludograph completion fish > ludograph.fish
    """
    echo(Printable(script(shell)), nl=False)


def script(shell: str) -> str:
    """Return the script that completes commands in a shell."""
    from click.shell_completion import get_completion_class

    from analysis.cli.group import cli

    # The environment variable by which a completion script calls `cli.main`.
    found = get_completion_class(shell)
    assert found is not None
    asked = found(cli, {}, "ludograph", "_LUDOGRAPH_COMPLETE")
    return asked.source_template % asked.source_vars()
