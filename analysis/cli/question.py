"""Options for searches in a library, and the printing of hits."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.options import (
    Command,
    Whole,
    condition_options,
    game_name,
    gathered,
    known_variant,
    named,
    not_printed,
    played_conditions,
)
from analysis.cli.run import print_missing_tags
from analysis.cli.terminal import echo
from analysis.openings.names import bundled_names, read_names
from analysis.select.condition import Comparison, tags_of
from analysis.select.position import TargetPosition, read_position
from notation import InvalidPosition, UnknownName
from notation.errors import did_you_mean
from records.model import named_player
from records.sources.names import STANDARD_INPUT

if TYPE_CHECKING:
    from analysis.library.library import LibraryFile
    from analysis.library.pattern import PiecePattern
    from analysis.library.search import Hit, Query
    from analysis.select.condition import Condition

VARIABLE = "LUDOGRAPH_LIBRARY"
"""The environment variable with the name of the default library."""

LARGEST_PATTERN = 1 << 20
"""Largest pattern that is read, in bytes."""


library_option = click.option(
    "-L",
    "--library",
    "path",
    required=True,
    envvar=VARIABLE,
    metavar="FILE",
    type=click.Path(),
    callback=not_printed("library"),
    help=f"The library  [default: {VARIABLE}].",
)
"""``-L``, which names the library."""


def _pattern(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> "PiecePattern | None":
    """Read a pattern from a file, or from standard input."""
    if value is None:
        return None
    from analysis.library.pattern import PiecePattern

    try:
        with sys.stdin.buffer if value == STANDARD_INPUT else open(value, "rb") as file:
            return PiecePattern(file.read(LARGEST_PATTERN).decode("utf-8-sig", "replace"))
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), value) from None


def _games_question(
    game: str | None, variant: str | None, where: "Condition | None", **played: Any
) -> "Query":
    """Return the query for conditions on games."""
    from analysis.library.search import Query

    conditions = (*played_conditions(**played), *([where] if where is not None else ()))
    if variant is not None:
        variant = known_variant(game, variant)
    return Query(conditions, game=game, variant=variant)


games_question_options = gathered(
    "question",
    _games_question,
    click.option("--game", callback=game_name, help="Only this game."),
    click.option("--variant", help="Only this variant, e.g. standard+symmetry=off."),
    *condition_options,
)
"""Adds the options that choose games of a library, a `Query`, as ``question``."""


def _board_question(
    question: "Query",
    position: str | None,
    opening: str | None,
    names: tuple[str, ...],
    any_symmetry: bool,
    **asked: Any,
) -> "Query":
    """Return the query for conditions on games and positions."""
    if any_symmetry and position is None and opening is None and asked["pattern"] is None:
        raise click.UsageError("--any-symmetry needs --position, --opening or --pattern")
    if names and opening is None:
        raise click.UsageError("--names needs --opening")
    if position is not None and opening is not None:
        raise click.UsageError("--position and --opening exclude each other: both name a position")
    after, before = asked["after"], asked["before"]
    if before is not None and before <= (0 if after is None else after + 1):
        later = "" if after is None else f"--after {after} and "
        leave = "leaves" if after is None else "leave"
        raise click.UsageError(f"{later}--before {before} {leave} no ply")
    targets: tuple[TargetPosition, ...] = ()
    if position is not None:
        with named("--position", InvalidPosition):
            found = read_position(position, question.game, question.variant)
        targets = (TargetPosition.of(found, any_symmetry),)
    elif opening is not None:
        targets = tuple(opening_targets(opening, names, question.game, any_symmetry))
    return replace(question, targets=targets, fold=any_symmetry, **asked)


_board_options = gathered(
    "question",
    _board_question,
    click.option(
        "--position",
        metavar="POSITION",
        help="Only this position, given as a position string or by moves.",
    ),
    click.option(
        "--opening", metavar="NAME", help="Only the position of the opening with this name."
    ),
    click.option(
        "--names",
        multiple=True,
        metavar="FILE",
        help="File of more names of openings; may be repeated.",
    ),
    click.option(
        "--pattern",
        metavar="FILE",
        callback=_pattern,
        help="Only boards with this pattern: a text diagram; ? is any point, * any piece.",
    ),
    click.option(
        "--any-symmetry",
        is_flag=True,
        help="Rotated and mirrored images of the position or pattern count as well.",
    ),
    click.option("--after", type=Whole(0), metavar="PLY", help="Only later plies."),
    click.option("--before", type=Whole(0), metavar="PLY", help="Only earlier plies."),
    kept=("question",),
)


def question_options(function: Command) -> Command:
    """Add the options that choose games and positions of a library, as ``question``."""
    return games_question_options(_board_options(function))


def opening_targets(
    name: str, files: tuple[str, ...], game: str | None, fold: bool
) -> Iterator[TargetPosition]:
    """Yield the positions of an opening.

    Args:
        name: name of the opening; upper and lower case are the same.
        files: files of opening names, in addition to the bundled names.
        game: name of the game; None for any.
        fold: whether rotated and mirrored images of the positions count as well.

    Raises:
        UnknownName: no opening has this name.
    """
    known = [*bundled_names(), *(one for path in files for one in read_names(path))]
    fitting = [one for one in known if game in (None, one.game)]
    found = [one for one in fitting if one.name.casefold() == name.casefold()]
    if not found:
        raise UnknownName.among("opening", name, dict.fromkeys(one.name for one in fitting))
    for one in found:
        position = read_position(one.place, one.game, one.variant or None)
        yield TargetPosition.of(position, fold)


def answers(library: "LibraryFile", question: "Query") -> "Iterator[Hit]":
    """Yield the hits in a library; print hints if there are none.

    Raises:
        click.BadParameter: the pattern has unknown pieces, or fits no board of the library.
    """
    from analysis.library.pattern import InvalidPattern
    from analysis.library.search import search

    count = 0
    with named("--pattern", InvalidPattern):
        for hit in search(library, question):
            count += 1
            yield hit
    if question.pattern and question.pattern.left_out:
        lines = ", ".join(map(repr, question.pattern.left_out))
        echo(f"--pattern: ignored, since it is not part of the board: {lines}", err=True)
    if not count:
        _hint(library, question)


def _hint(library: "LibraryFile", question: "Query") -> None:
    """Print the tags and players of a query that do not occur in the library."""
    from analysis.library.games import TAG
    from records.library import named_errors

    with named_errors(library.path):
        tags = library.terms.tags()
        sides = library.terms.sides()
        values = (value for side in sides for _, value in library.terms.named(TAG + side.title()))
        players = {name for name in map(named_player, values) if name}
    for condition in question.conditions:
        print_missing_tags(tags_of(condition) - tags, tags)
        if isinstance(condition, Comparison) and condition.is_player(sides):
            wanted = condition.value.casefold()
            if wanted not in {one.strip().casefold() for one in players}:
                meant = did_you_mean(condition.value, players)
                echo(f"no game has the player {condition.value!r}{meant}", err=True)
