"""``ludograph library remove`` and ``check``."""

from typing import TYPE_CHECKING

import click

from analysis.cli.library.options import answers, games_question_options, library_option
from analysis.cli.options import FOUND_WRONG, Whole, json_option, plural
from analysis.cli.output import print_json
from analysis.cli.terminal import echo

if TYPE_CHECKING:
    from analysis.library.search import Query


@click.command("remove")
@click.argument("number", nargs=-1, type=Whole(1))
@library_option
@games_question_options
@click.pass_context
def remove_games(ctx: click.Context, number: tuple[int, ...], path: str, question: "Query") -> None:
    """Remove games by their numbers, or those that answer, as in list.

    Numbers are never given again. What is removed leaves room in the file for later games.

    \b
    Example:
      ludograph library remove 17 18 -L games.ludo
    """
    from analysis.library.library import Library
    from analysis.library.search import Query

    asked = question != Query()
    if bool(number) == asked:
        raise click.UsageError("name the games by numbers, or else by --where, --player or --game")
    with Library(path, write=True) as library:
        chosen = number or tuple(hit.number for hit in answers(library, question))
        with library.changing():
            removed = library.remove(sorted(set(chosen)))
    missing = len(set(chosen)) - removed
    echo(f"{removed:,} removed" + (f", {missing:,} not there" if missing else ""))
    ctx.exit(FOUND_WRONG if missing else 0)


@click.command("check")
@library_option
@json_option
@click.pass_context
def check_library(ctx: click.Context, path: str, as_json: bool) -> None:
    """Check that a library is sound, or what is left of a damaged one.

    A damaged library is a source still: ludograph library import damaged.ludo -L new.ludo takes
    over the games that are left.

    \b
    Example:
      ludograph library check -L games.ludo
    """
    from analysis.library.checking import check

    found = check(path)
    if as_json:
        print_json(
            {
                "sound": not found.problems,
                "games": found.games,
                "readable": found.readable,
                "positions": found.positions,
                "problems": list(found.problems),
            }
        )
    else:
        for problem in found.problems:
            echo(f"{path}: {problem}")
        games = f"{found.readable:,} of {plural(found.games, 'game')} can be read"
        if found.problems:
            echo(f"{path}: damaged: {games}; ludograph library import {path} -L NEW keeps these")
        else:
            echo(f"{path}: sound: {games}, {plural(found.positions, 'position')}")
    ctx.exit(FOUND_WRONG if found.problems else 0)
