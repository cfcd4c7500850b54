"""``ludograph completion``: completion scripts for shells, as click writes them."""

import click

from analysis.cli.options import OneOf
from analysis.cli.terminal import Printable, echo

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=OneOf(SHELLS))
def command(shell: str) -> None:
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
    """Return the script of a shell."""
    from click.shell_completion import get_completion_class

    from analysis.cli.group import cli

    # The variable in which `cli.main` expects the request of a completion script.
    found = get_completion_class(shell)
    assert found is not None
    asked = found(cli, {}, "ludograph", "_LUDOGRAPH_COMPLETE")
    return asked.source_template % asked.source_vars()
