"""Known values of text options, for the help and for shell completion.

The command groups assign these values to options by name, so that every command has them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

Given = Mapping[str, Any]
"""Name of an option -> its value, for options given so far on a command line."""

Values = Iterable[str | tuple[str, str]]
"""Possible texts of a value, or pairs of a text and its description."""

FILE, FOLDER = "file", "dir"
"""The kinds of completions that the shell itself finds: file and folder names."""


class Known(click.ParamType):  # type: ignore[type-arg]  # generic only of late
    """A text parameter with some known values; other values are accepted as well.

    Args:
        find: returns the values, given the options and the part of the value typed so far.
        shown: the placeholder in the help, in which ``{}`` stands for all values.
        also: the kind of other values, `FILE` or `FOLDER`; empty if there is none.
    """

    name = "text"

    def __init__(
        self, find: Callable[[Given, str], Values], shown: str = "", also: str = ""
    ) -> None:
        self._find, self._shown, self._also = find, shown, also

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        """Return the placeholder of the value in the help; None to use the parameter's own."""
        names = self._find({}, "") if "{}" in self._shown else ()
        listed = "|".join(one if isinstance(one, str) else one[0] for one in names)
        return self._shown.format(listed) or None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list["click.shell_completion.CompletionItem"]:
        """Return the values that begin with a text."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(incomplete, type=self._also)] if self._also else []
        for one in self._find(ctx.params, incomplete):
            value, about = (one, None) if isinstance(one, str) else one
            if value.startswith(incomplete):
                found.append(CompletionItem(value, help=about))
        return found


def give_values(command: click.Command) -> None:
    """Assign known values to those parameters of a command that accept any text."""
    for param in command.params:
        name = max(param.opts, key=len)
        known = KNOWN.get(f"{command.name} {name}") or KNOWN.get(name)
        if known and param.type is click.STRING:
            param.type, param.metavar = known, None


def _games(given: Given, text: str) -> Values:
    from notation.registry import games

    return games()


def _dialects(given: Given, text: str) -> Values:
    from notation.registry import dialects

    return dict.fromkeys(one.name for one in dialects(given.get("game")))


def _formats(given: Given, text: str) -> Values:
    from records.formats import FORMATS, ONLY_READ

    return (*FORMATS, *ONLY_READ)


def _targets(given: Given, text: str) -> Values:
    """Return the names of formats, or if ``FORMAT:`` is typed, the dialects for that format."""
    from records.formats import FORMATS

    form, colon, _ = text.partition(":")
    return (f"{form}:{one}" for one in _dialects(given, "")) if colon else FORMATS


GROUPS = ("game", "variant", "player", "period", "event", "site", "date", "sides", "reason")
"""Words to group games by."""

ENCODINGS = ("utf-8", "cp1252", "latin-1", "mac-roman", "cp437", "cp850", "utf-16")
"""Encodings of files, current ones first."""


def _sides(given: Given, text: str) -> Values:
    from analysis.select.condition import known_sides

    return known_sides()


def _sources(given: Given, text: str) -> Values:
    """Return the bundled games, if the typed text begins with their prefix."""
    from records.classics import PREFIX, classics

    return (PREFIX + name for name in classics()) if text and PREFIX.startswith(text[:8]) else ()


def _plots(given: Given, text: str) -> Values:
    from analysis.plots import PLOTS

    return ((plot.name, plot.summary) for plot in PLOTS.values())


def _codes(given: Given, text: str) -> Values:
    from notation.catalogue import catalogue

    return sorted({(kind.code, kind.meaning) for kind in catalogue()})


def _fixed(*words: str) -> Callable[[Given, str], Values]:
    return lambda given, text: words


def _nothing(given: Given, text: str) -> Values:
    return ()


KNOWN = {
    "--game": Known(_games, "[{}]"),
    "--dialect": Known(_dialects, "[{}]"),
    "--format": Known(_formats, "[{}]"),
    "--to": Known(_targets, "[{}][:DIALECT]"),
    "--variant": Known(_nothing, "VARIANT"),
    "--select": Known(_codes, "CODES"),
    "--ignore": Known(_codes, "CODES"),
    "--side": Known(_sides, "SIDE"),
    "--encoding": Known(_fixed(*ENCODINGS), "ENCODING"),
    "--errors": Known(_fixed("typed", "scanned"), "[{}|FILE]", also=FILE),
    "--width": Known(_fixed("single", "double"), "[{}|MM]"),
    "--by": Known(_fixed(*GROUPS), "WORD"),
    "--compare": Known(_fixed(*GROUPS), "WORD"),
    "--names": Known(_nothing, "FILE", also=FILE),
    "--output": Known(_nothing, "FILE", also=FILE),
    "--pattern": Known(_nothing, "FILE", also=FILE),
    "--crops": Known(_nothing, "DIR", also=FOLDER),
    "--save": Known(_nothing, "DIR", also=FOLDER),
    "files": Known(_sources, also=FILE),
    "file": Known(_sources, also=FILE),
    "explain codes": Known(_codes),
    "plot name": Known(_plots),
}
"""Name of an option or argument -> its known values."""
