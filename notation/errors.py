"""The exceptions that several packages raise; each is a `LudographError`."""

import os
import sys
from collections.abc import Iterable
from errno import ENOENT
from os import strerror
from typing import Self

from notation.findings import Finding


class LudographError(ValueError):
    """The base class of the project's exceptions."""


class UnreadableMove(LudographError):
    """A text that is not a move.

    Attributes:
        text: the whole text that was read.
        column: offset in ``text`` at which reading stopped, from 0.
        reason: why reading stopped, such as the expected and the found text.
    """

    def __init__(self, text: str, column: int, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")
        self.text = text
        self.column = column
        self.reason = reason

    def __reduce__(self) -> tuple[type["UnreadableMove"], tuple[str, int, str]]:
        return type(self), (self.text, self.column, self.reason)


class UnwritableMove(LudographError):
    """A move that a dialect cannot express without loss."""


class IllegalMove(LudographError):
    """A move that breaks a rule in the position it was played in.

    Attributes:
        finding: the broken rule.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[Finding]]:
        return type(self), (self.finding,)


class GameLeftOut(UserWarning):
    """An installed game that cannot be loaded, and is left out of the list of all games."""


class AmbiguousMove(LudographError):
    """A move text that fits several legal moves."""


class InvalidPosition(LudographError):
    """A position string or text diagram that is malformed or breaks a rule.

    Attributes:
        code: kebab-case name of the broken rule; None for a syntax error.
    """

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


class InvalidVariant(LudographError):
    """A variant string that cannot be read."""


class UnknownName(LudographError, LookupError):
    """An unknown name; the message lists the known ones."""

    @classmethod
    def among(cls, what: str, name: str, known: Iterable[str], place: str = "") -> Self:
        """Return the error for an unknown name; the message proposes similar known names.

        Args:
            what: the kind of thing that is named, such as ``"format"``.
            name: the unknown name.
            known: the known names.
            place: the beginning of the message.
        """
        names = list(known)
        meant = did_you_mean(name, names)
        return cls(f"{place}no {what} {name!r}{meant}; there are: {', '.join(names)}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a proposal of up to three similar names, `` (did you mean sgf?)``; empty if none."""
    from difflib import get_close_matches  # loading it takes longer than starting most commands

    folded = {one.casefold(): one for one in known}
    close = get_close_matches(name.casefold(), folded, n=3, cutoff=0.65)
    return f" (did you mean {' or '.join(folded[one] for one in close)}?)" if close else ""


class MissingFile(LudographError, FileNotFoundError):
    """A path that does not exist.

    Attributes:
        filename: the path.
    """

    def __init__(self, path: str, reason: str | None = None) -> None:
        reason = reason or strerror(ENOENT)
        FileNotFoundError.__init__(self, ENOENT, reason, path)
        self.errno, self.strerror, self.filename = ENOENT, reason, path

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"

    def __reduce__(self) -> tuple[type["MissingFile"], tuple[str, str | None]]:
        return type(self), (self.filename, self.strerror)


def install_command(extra: str) -> str:
    """Return the command that installs an extra in the environment of this interpreter.

    Environments of ``uv tool`` and pipx are recognized by a file that these tools leave there,
    other environments of uv by an entry in ``pyvenv.cfg``. In all others the command uses pip.
    """
    wanted = f"'ludograph[{extra}]'"
    if _is_there("uv-receipt.toml"):
        return f"uv tool install --with {wanted} ludograph"
    if _is_there("pipx_metadata.json"):
        return f"pipx inject --force {os.path.basename(sys.prefix)} {wanted}"
    if any(line.partition("=")[0].strip() == "uv" for line in _settings()):
        return f"uv pip install {wanted}"
    return f"pip install {wanted}"


def _is_there(name: str) -> bool:
    return os.path.exists(os.path.join(sys.prefix, name))


def _settings() -> list[str]:
    """Return the lines of this environment's ``pyvenv.cfg``; empty if there is none."""
    try:
        with open(os.path.join(sys.prefix, "pyvenv.cfg"), encoding="utf-8") as file:
            return file.read().splitlines()
    except (OSError, UnicodeError):
        return []


class MissingExtra(LudographError, ModuleNotFoundError):
    """A missing optional package.

    Attributes:
        extra: the extra of this project that installs the package.
    """

    def __init__(self, extra: str) -> None:
        super().__init__(f'this needs "{install_command(extra)}"')
        self.extra = extra
