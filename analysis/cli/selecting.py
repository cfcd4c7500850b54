"""Options with which commands are told which games to take."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from analysis.select.duplicates import KINDS
from analysis.select.selection import choosing
from notation import InvalidPosition

if TYPE_CHECKING:
    from analysis.select.condition import Condition


def _condition(ctx: click.Context, param: click.Parameter, value: str | None) -> "Condition | None":
    """Read a condition."""
    if value is None:
        return None
    # Loaded here: most commands are given none, and start sooner without.
    from analysis.select.condition import InvalidCondition, parse_condition

    try:
        return parse_condition(value)
    except InvalidCondition as error:
        raise click.BadParameter(str(error)) from None


def selecting_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--where``, ``--position``, ``--any-symmetry`` and ``--dedupe``.

    The command is given what they say as one argument, ``chosen``, a `Choosing`. It has to have
    the options ``--game`` and ``--variant``, for reading the position.
    """

    @wraps(function)
    def command(
        *args: Any,
        where: "Condition | None",
        position: str | None,
        any_symmetry: bool,
        dedupe: str | None,
        **others: Any,
    ) -> Any:
        if any_symmetry and position is None:
            raise click.UsageError("--any-symmetry says how to look for a --position")
        try:
            chosen = choosing(
                where,
                position,
                any_symmetry=any_symmetry,
                dedupe=dedupe,
                game=others["game"],
                variant=others["variant"],
            )
        except InvalidPosition as error:
            raise click.BadParameter(str(error), param_hint="--position") from None
        return function(*args, chosen=chosen, **others)

    decorated: Callable[..., Any] = command
    for decorator in reversed(
        (
            click.option(
                "--where",
                metavar="CONDITION",
                callback=_condition,
                help="Only games of which this holds, e.g. 'plies >= 40 and White ~ \"jong\"'.",
            ),
            click.option(
                "--position",
                metavar="POSITION",
                help="Only games that reach this position string, or where these moves lead.",
            ),
            click.option(
                "--any-symmetry", is_flag=True, help="... or any turned or mirrored image of it."
            ),
            click.option(
                "--dedupe",
                type=click.Choice(list(KINDS)),
                help="Drop games with the moves or the end position of an earlier one, or "
                "contained in another.",
            ),
        )
    ):
        decorated = decorator(decorated)
    return decorated
