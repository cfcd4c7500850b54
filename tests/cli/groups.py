"""All commands, including subcommands."""

from collections.abc import Iterator

import click

from analysis.cli import cli


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield all commands with their names, such as ``library search``."""
    for name in cli.list_commands(click.Context(cli)):
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        if not isinstance(command, click.Group):
            yield name, command
            continue
        for part in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), part)
            assert inner is not None
            yield f"{name} {part}", inner
