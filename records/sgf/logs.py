"""Logs: what players clicked on a site, command by command, which has to be put into moves.

A game that some site logs in its own way has a reader for that in a module of its own, named in
`records.sites`.
"""

from typing import Protocol

from notation.errors import LudographError


class UnreadableCommand(LudographError):
    """A command of a log that says nothing which could be carried out; the message says why."""


class SiteLog(Protocol):
    """Carries out the commands of one game's log.

    Attributes:
        variant: the variant that is played.
        dialect: the dialect of the moves that come out.
    """

    variant: str
    dialect: str

    def take(self, seat: int, command: str) -> str | None:
        """Carry out a command; return the text of a move when that completes one.

        Args:
            seat: who gave it, 0 for the side that begins.
            command: its words, without a number before them.

        Raises:
            UnreadableCommand: it makes no sense here. What follows will not either.
        """

    def rest(self) -> str | None:
        """Return the text of a move that was made and not confirmed; None if there is none."""
