"""``ludograph completion``: completion scripts for shells, and the candidates they ask for."""

import shlex
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import NamedTuple

import click

from analysis.cli.options import OneOf
from analysis.cli.terminal import Printable, echo
from notation import LudographError
from notation.printing import visible

SHELLS = ("bash", "zsh", "fish")


class Completion(NamedTuple):
    """A completion of a word.

    Attributes:
        kind: ``plain``, ``part`` for an incomplete word, ``file`` or ``dir`` for names that the
            shell completes.
        value: the whole word.
        about: a description in one line.
    """

    kind: str
    value: str
    about: str


@click.command("completion", context_settings={"ignore_unknown_options": True})
@click.argument("shell", type=OneOf(SHELLS))
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def command(shell: str, words: tuple[str, ...]) -> None:
    """Print the script that completes ludograph's commands in a SHELL.

    It completes commands, options, and the values of options: games, variants, notations,
    formats, plots, fields of conditions, bundled games. Save the script in the folder where
    the shell looks for such scripts, or load it when the shell starts. With WORDS, as the script
    passes them, the candidates for the last word are printed instead: a line each with the kind,
    the word, and its description.

    \b
    Examples:
      ludograph completion bash > ludograph.bash
      ludograph completion zsh > _ludograph
      ludograph completion fish > ludograph.fish
    """
    if not words:
        echo(Printable(script(shell)), nl=False)
        return
    before, last = _split(words[0]) if shell == "bash" else (list(words[:-1]), words[-1])
    for one in candidates(before, last):
        echo(Printable("\t".join(map(visible, one)).rstrip("\t")))


def script(shell: str) -> str:
    """Return the script of a shell."""
    return resources.files(__name__).joinpath(f"ludograph.{shell}").read_text(encoding="utf-8")


def candidates(before: Iterable[str], last: str) -> Iterator[Completion]:
    """Yield the completions of the last word of a command line, given the words before it."""
    from click.shell_completion import ShellComplete

    from analysis.cli.group import cli

    option, equals, _ = last.partition("=")
    stem = option + equals if equals and option.startswith("--") else ""
    try:
        found = ShellComplete(cli, {}, "ludograph", "").get_completions(list(before), last)
    except LudographError:  # a line that is wrong already cannot be completed
        return
    for one in found:
        about = " ".join((one.help or "").split())
        yield Completion(one.type, stem + one.value, about)


def _split(line: str) -> tuple[list[str], str]:
    """Return the words of a command line after the first, and the last, perhaps partial, one."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
        if line[-1:].isspace():
            words.append("")
    except ValueError:  # a quotation mark that is still open
        words.append(lexer.token)
    return words[1:-1], words[-1] if len(words) > 1 else ""
