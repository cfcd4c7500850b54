"""The options of every command that reads games, and the selected games themselves."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from analysis.cli.options import Command, OneOf, gathered, jobs_options, with_reading
from analysis.select.duplicates import KINDS
from analysis.select.selection import Selection, parse_selection
from notation import InvalidPosition
from records.sources.names import expanded

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.select.condition import Condition


def read_condition(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> "Condition | None":
    """Parse a condition."""
    if value is None:
        return None
    from analysis.select.condition import InvalidCondition, parse_condition

    try:
        return parse_condition(value)
    except InvalidCondition as error:
        place = f"column {error.column + 1} of {error.text!r}"
        raise click.BadParameter(f"{error.reason}, at {place}") from None


def _side(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of a side."""
    if value is None:
        return None
    from analysis.select.filters import side_named

    return side_named(value)


def _bound(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return a date as dates are compared."""
    if value is None:
        return None
    from analysis.select.filters import InvalidDate, date_bound

    try:
        return date_bound(value)
    except InvalidDate as error:
        raise click.BadParameter(str(error)) from None


def played_conditions(
    player: str | None, side: str | None, since: str | None, until: str | None
) -> "Iterator[Condition]":
    """Yield the conditions of who played, and when."""
    if side and not player:
        raise click.UsageError("--side goes with --player")
    if not (player or since or until):
        return
    from analysis.select.filters import PlayedBy, PlayedWhen

    if player:
        yield PlayedBy(player, side or "")
    if since or until:
        if since and until and since[: len(until)] > until:
            raise click.UsageError(f"--since {since} is later than --until {until}")
        yield PlayedWhen(since or "", until or "")


condition_options = (
    click.option(
        "--where",
        metavar="CONDITION",
        callback=read_condition,
        help="Only games of which this holds, e.g. 'plies >= 40 and White ~ \"jong\"'.",
    ),
    click.option("--player", metavar="NAME", help="Only games of this player, in any case."),
    click.option(
        "--side", metavar="SIDE", callback=_side, help="... on this side: white, first..."
    ),
    click.option(
        "--since", metavar="DATE", callback=_bound, help="Only games of this date or later."
    ),
    click.option(
        "--until", metavar="DATE", callback=_bound, help="Only games of this date or earlier."
    ),
)
"""The options of conditions on games."""


def _selection(
    where: "Condition | None",
    player: str | None,
    side: str | None,
    since: str | None,
    until: str | None,
    position: str | None,
    any_symmetry: bool,
    dedupe: str | None,
    game: str | None,
    variant: str | None,
) -> Selection:
    """Return which games are selected."""
    if any_symmetry and position is None:
        raise click.UsageError("--any-symmetry goes with --position")
    try:
        return parse_selection(
            where,
            position,
            any_symmetry=any_symmetry,
            dedupe=dedupe,
            game=game,
            variant=variant,
            others=played_conditions(player, side, since, until),
        )
    except InvalidPosition as error:
        raise click.BadParameter(str(error), param_hint="--position") from None


selecting_options = gathered(
    "chosen",
    _selection,
    *condition_options,
    click.option(
        "--position",
        metavar="POSITION",
        help="Only games that reach this position string, or where these moves lead.",
    ),
    click.option("--any-symmetry", is_flag=True, help="... or any turned or mirrored image of it."),
    click.option(
        "--dedupe",
        type=OneOf(list(KINDS)),
        help="Drop games with the moves or the end position of an earlier one, or "
        "contained in another.",
    ),
    kept=("game", "variant"),
)
"""Adds the options that select games, a `Selection`, as ``chosen``; beside `with_reading`."""


def _with_lists(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    """Return names of sources, with the names in lists that can be read only once."""
    return expanded(value)


files_argument = click.argument("files", nargs=-1, required=True, callback=_with_lists)
"""Adds the argument of commands that read games."""


def games_options(function: Command) -> Command:
    """Add the options of every command that reads games.

    They select games, state how they are read and played, and where that is done. The command
    receives them as ``reading``, an `InputOptions`, ``chosen``, a `Selection`, and ``pool``, an
    `OpenPool`.
    """
    return selecting_options(with_reading(jobs_options(function)))
