"""The help of every command as man pages, which wheels contain, and as a page of the site."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from analysis.cli.group import LazyGroup, cli
from analysis.version import __version__
from scripts import table

Rows = tuple[tuple[str, str], ...]
"""Terms with their descriptions."""

EXIT_STATUS: Rows = (
    ("0", "all is well"),
    ("1", "something in the records is wrong"),
    ("2", "the command could not do its work"),
)


class HelpPage(NamedTuple):
    """The help of a command.

    Attributes:
        name: its whole name, such as ``ludograph library import``.
        line: its description in one line.
        usage: the arguments after the name.
        paragraphs: its full description.
        examples: command lines.
        options: each with its arguments and its description.
        commands: the commands of a group, with their lines.
    """

    name: str
    line: str
    usage: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    options: Rows
    commands: Rows


def every_command() -> Iterator[HelpPage]:
    """Yield the help of ``ludograph``, and of all commands in the order of their names."""
    top = click.Context(cli, info_name="ludograph", help_option_names=["-h", "--help"])
    yield from _pages(top, "Validate, convert and draw game records")


def _pages(ctx: click.Context, line: str) -> Iterator[HelpPage]:
    command = ctx.command
    lines = dict(command.lines) if isinstance(command, LazyGroup) else {}
    options = [one for one in command.get_params(ctx) if isinstance(one, click.Option)]
    # Click does not wrap the paragraph after the mark \b.
    text, _, shown = re.sub(r"\x08\s*", "\b", command.help or "").partition("\bExample")
    yield HelpPage(
        ctx.command_path,
        line.rstrip("."),
        " ".join(command.collect_usage_pieces(ctx)),
        tuple(" ".join(part.split()) for part in text.split("\n\n") if part.split()),
        tuple(part.strip() for part in shown.splitlines()[1:] if part.split()),
        tuple(filter(None, (one.get_help_record(ctx) for one in options))),
        tuple(lines.items()),
    )
    for name in sorted(lines):
        inner = command.get_command(ctx, name) if isinstance(command, LazyGroup) else None
        assert inner is not None
        yield from _pages(click.Context(inner, info_name=name, parent=ctx), lines[name])


def write_man_pages(folder: Path) -> list[Path]:
    """Write the man pages of all commands into a folder, and return their files."""
    written = []
    for page in every_command():
        written.append(folder / f"{page.name.replace(' ', '-')}.1")
        written[-1].write_text(man_page(page), encoding="utf-8", newline="\n")
    return written


def man_page(page: HelpPage) -> str:
    """Return the man page of a command in roff."""
    return "\n".join(_man_lines(page)) + "\n"


def _man_lines(page: HelpPage) -> Iterator[str]:
    file = page.name.replace(" ", "-")
    yield f'.TH "{file.upper()}" "1" "" "ludograph {__version__}" "ludograph"'
    yield from (".nh", ".ad l")
    yield from (".SH NAME", f"{_roff(file)} \\- {_roff(page.line)}")
    yield from (".SH SYNOPSIS", f".B {_roff(page.name)}", _roff(page.usage))
    yield ".SH DESCRIPTION"
    for paragraph in page.paragraphs:
        yield from (".PP", _roff(paragraph))
    groups = {"COMMANDS": page.commands, "OPTIONS": page.options, "EXIT STATUS": EXIT_STATUS}
    for heading, rows in groups.items():
        if rows:
            yield f".SH {heading}"
        for term, text in rows:
            yield from (".TP", f"\\fB{_roff(term)}\\fR", _roff(text))
    if page.examples:
        yield from (".SH EXAMPLES", ".nf", *map(_roff, page.examples), ".fi")
    yield ".SH SEE ALSO"
    above = page.name.rpartition(" ")[0].replace(" ", "-") or "ludograph"
    others = [f"{file}-{name}" for name, _ in page.commands] or [above]
    yield " ,\n".join(f".BR {_roff(name)} (1)" for name in others)


def _roff(text: str) -> str:
    """Return a text with the characters escaped that roff interprets."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("|", "|\\:")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def commands_page() -> str:
    """Return the reference of all commands in Markdown."""
    status = ", ".join(f"{number} {meaning}" for number, meaning in EXIT_STATUS)
    parts = ["# Commands", f"From the help of each command, `ludograph COMMAND --help`. "
             f"Exit status: {status}."]  # fmt: skip
    for page in every_command():
        parts += [f"## {page.name}", f"```text\n{page.name} {page.usage}\n```"]
        parts += map(_escaped, page.paragraphs)
        if page.examples:
            parts.append("\n".join(["```sh", *page.examples, "```"]))
        for heading, rows in ("command", page.commands), ("option", page.options):
            cells = [[part.replace("|", "\\|") for part in row] for row in rows]
            if cells:
                escaped = [(f"`{term}`", _escaped(text)) for term, text in cells]
                parts.append(table((heading, "meaning"), escaped))
    return "\n\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    """Return a text with the characters escaped that Markdown interprets."""
    return re.sub(r"([*_<`[])", r"\\\1", text)
