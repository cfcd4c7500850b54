"""Error messages of commands: one line each on standard error."""

import re
from contextlib import suppress
from errno import EBADF

import click

from analysis.cli.streams import COULD_NOT_WORK, INTERRUPTED, discard_output
from analysis.cli.terminal import echo
from notation import LudographError

_NO_COMMAND: type[click.ClickException] | tuple[()] = getattr(
    click.exceptions, "NoArgsIsHelpError", ()
)
"""The error of click when no command is given; the help is printed instead."""


def report(error: BaseException) -> int:
    """Print the line for an expected error, and return its exit status; re-raise all others."""
    if isinstance(error, click.Abort | KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    if isinstance(error, OSError):
        complain(_of_system(error))
        discard_output()
    elif isinstance(error, _NO_COMMAND):
        error.show()  # the help
    elif isinstance(error, click.ClickException):
        complain(_of_usage(error))
    elif isinstance(error, LudographError):
        complain(str(error))
    elif isinstance(error, MemoryError):
        complain("not enough memory")
    else:
        raise error
    return COULD_NOT_WORK


LONGEST = 1000
"""Maximum length of a message, in characters; the middle of longer messages is cut."""


def complain(message: str) -> None:
    """Print an error as ``ludograph: what went wrong``."""
    if len(message) > LONGEST:
        left_out = f" [... {len(message) - LONGEST:,} characters ...] "
        message = message[: LONGEST // 2] + left_out + message[-LONGEST // 2 :]
    # If standard error fails as well, only the exit status is left.
    with suppress(OSError):
        echo(f"ludograph: {message}", err=True)


def _of_system(error: OSError) -> str:
    if error.errno == EBADF and not error.filename:
        return "a standard stream that is needed is closed"
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{error.strerror or error}"


def _of_usage(error: click.ClickException) -> str:
    """Return the message of a usage error, with a pointer to the help."""
    message = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption):
        likely = " or ".join(error.possibilities or ())
        message = f"no such option {error.option_name}{likely and f' (did you mean {likely}?)'}"
    message = re.sub(r"'(--?[\w-]+)'", r"\1", message[:1].lower() + message[1:])
    context = getattr(error, "ctx", None)
    return f"{message}; see {context.command_path} --help" if context else message
