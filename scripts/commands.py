"""What the commands' help has, in parts: the source of man pages and of the reference.

for command in every_command():
    print(command.name, command.usage)
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import click

from analysis.cli.group import LazyGroup, cli

EXIT_STATUS = (
    ("0", "all is well"),
    ("1", "something in the records is wrong"),
    ("2", "the command could not do its work"),
)


class HelpPage(NamedTuple):
    """The help of a command.

    Attributes:
        name: its whole name, such as ``ludograph library import``.
        line: what it does, in a line.
        usage: what follows the name.
        paragraphs: what it does, at length.
        examples: command lines.
        options: each with what it takes, and what it does.
        commands: the commands of a group, with their lines.
    """

    name: str
    line: str
    usage: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]

    @property
    def file(self) -> str:
        """The name with dashes, as files are named."""
        return self.name.replace(" ", "-")


def every_command() -> Iterator[HelpPage]:
    """Yield the help of ``ludograph``, and of all commands in the order of their names."""
    top = click.Context(cli, info_name="ludograph", help_option_names=["-h", "--help"])
    yield from _pages(top, "Validate, convert and draw game records")


def _pages(ctx: click.Context, line: str) -> Iterator[HelpPage]:
    command = ctx.command
    lines = dict(command.lines) if isinstance(command, LazyGroup) else {}
    paragraphs, examples = _parts(command.help or "")
    usage = " ".join(command.collect_usage_pieces(ctx))
    options = tuple(
        record
        for param in command.get_params(ctx)
        if isinstance(param, click.Option) and (record := param.get_help_record(ctx))
    )
    yield HelpPage(
        ctx.command_path, line.rstrip("."), usage, paragraphs, examples, options,
        tuple(lines.items()),
    )  # fmt: skip
    if isinstance(command, LazyGroup):
        for name in sorted(lines):
            inner = command.get_command(ctx, name)
            assert inner is not None
            yield from _pages(click.Context(inner, info_name=name, parent=ctx), lines[name])


def _parts(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paragraphs of a help and its examples."""
    body, _, shown = re.sub(r"\x08\s*", "\b", text).partition("\bExample")
    paragraphs = (" ".join(one.split()) for one in body.split("\n\n"))
    examples = (line.strip() for line in shown.splitlines()[1:])
    return tuple(filter(None, paragraphs)), tuple(filter(None, examples))
