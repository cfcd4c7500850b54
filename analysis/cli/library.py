"""``ludograph library``: many games in one file, searched in milliseconds."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from analysis.batch.games import SelectedGames
from analysis.cli.group import LazyGroup
from analysis.cli.options import (
    Games,
    OutputFile,
    Whole,
    games_options,
    json_option,
)
from analysis.cli.output import (
    check_output,
    output_format,
    print_json,
    refuse_terminal,
)
from analysis.cli.question import (
    answers,
    games_question_options,
    library_option,
    question_options,
)
from analysis.cli.run import Run
from analysis.cli.show import GamePictures, draw_game, draw_games, drawing_options, is_folder
from analysis.cli.streams import FOUND_WRONG, STANDARD_OUTPUT
from analysis.cli.terminal import echo
from analysis.replay import replay
from analysis.replay.findings import result_of
from analysis.select.condition import FIELDS
from notation import LudographError
from notation.numbers import plural
from records.jsonl import to_json
from records.save import save

if TYPE_CHECKING:
    # Not loaded here: they need numpy.
    from analysis.library.games import LibraryGame
    from analysis.library.importing import IndexedBatch, Indexer
    from analysis.library.search import Hit, Query

COMMANDS = {
    "import": "Add games to a library, which is created if it does not exist.",
    "search": "Find positions, patterns and players.",
    "show": "Draw a game of a library.",
    "export": "Write games of a library to a file, as they were read.",
    "remove": "Remove games from a library.",
    "check": "Check that a library is sound.",
}
"""The subcommands with their lines in the help."""


class LibraryGroup(LazyGroup):
    """The subcommands."""

    lines = COMMANDS
    homes = MappingProxyType({name: f"{__name__}:{name}_command" for name in COMMANDS})
    kind = "command of library"


@click.group("library", cls=LibraryGroup)
def command() -> None:
    """Keep many games in one file, and search them in milliseconds.

    A library holds games of any kind from any files, with an index of all their positions. It is a
    source for every command: ludograph stats games.ludo. -L names the library; its default is
    the environment variable LUDOGRAPH_LIBRARY. docs/library.md describes libraries.

    \b
    Examples:
      ludograph library import classic:megiddo-match -L games.ludo
      ludograph library search -L games.ludo --position "F6 D4" --any-symmetry
    """


@click.command("import")
@library_option
@games_options
@json_option
def import_command(games: Games, path: str, as_json: bool) -> int:
    """Add the games in FILES to a library, which is created if it does not exist.

    Games that the library already has are skipped. Games with errors are kept, and can be found
    by their positions before the error. Games are added some thousands at a time: after an
    interruption, the same command adds the rest.

    \b
    Example:
      ludograph library import games/ more.zip -L games.ludo --jobs 2
    """
    from analysis.library.importing import Importer
    from analysis.library.library import LibraryFile

    check_output(path, games.files, "-L")
    with _removed_if_empty(path), LibraryFile.made(path) as library:
        importer = Importer(library, games.reading)
        with Run(games) as run:
            make = partial(_indexed, importer.indexer(shared=not run.workers.remote))
            for indexed in run.of(make, judged=False):
                importer.add(indexed)
            importer.flush()
    counts = asdict(importer.tally)
    if as_json:
        print_json(counts)
    else:
        words = (f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items())
        echo(run.summary(", ".join(words) + run.left_out))
    return run.status(importer.tally.with_errors)


def _indexed(indexer: "Indexer", found: SelectedGames) -> "IndexedBatch":
    """Return games with their index entries; called in the workers."""
    return indexer(found.records)


@contextmanager
def _removed_if_empty(path: str) -> Iterator[None]:
    """Remove a new library if the work fails before a game is added."""
    is_new = not os.path.exists(path)
    try:
        yield
    except BaseException:
        if is_new and os.path.exists(path) and _is_empty(path):
            os.remove(path)
        raise


def _is_empty(path: str) -> bool:
    """Whether a library is undamaged and has no games, or no tables yet."""
    from analysis.library.library import LibraryFile

    with suppress(LudographError, OSError):
        if not os.path.getsize(path):
            return True
        with LibraryFile(path) as library:
            return not len(library)
    return False


def described_in_words(hit: "Hit") -> str:
    """Return one line on a game: variant, players, result, length, date, source."""
    game = hit.found
    players = " - ".join(str(one) for one in FIELDS["player"].values(game) if one)
    error = "" if game.valid else f" of {game.moves:,}, with errors"
    parts = [
        f"{game.record.game or 'unknown game'} {game.variant or ''}".strip(),
        players,
        _result(game),
        f"{plural(game.played, 'ply')}{error}",
        game.record.tags.get("Date", ""),
        f"{game.source.get('path')}:{game.source.get('line')}",
    ]
    return ", ".join(filter(None, parts))


def _result(game: "LibraryGame") -> str:
    """Return how a game ended on the board and why; if it did not end, the recorded result."""
    ended = game.outcome
    if ended is None:
        return game.record.result
    return f"{result_of(ended.winner, game.sides)} ({ended.reason})"


@click.command("show")
@click.argument("number", type=Whole(1))
@library_option
@drawing_options
@json_option
def show_command(number: int, path: str, drawing: GamePictures, as_json: bool) -> int:
    """Draw a position of the game with this NUMBER, which library search prints.

    \b
    Examples:
      ludograph library show 17 -L games.ludo --ply 30
      ludograph library show 17 -L games.ludo -o board.png --theme print --size 12cm
      ludograph library show 17 -L games.ludo --json
    """
    from analysis.library.library import LibraryFile
    from analysis.library.search import Hit

    check_output(drawing.output, [path])
    with LibraryFile(path) as library:
        record = next(library.records([number]), None)
        found = next(library.games([number]), None)
    if record is None or found is None:
        raise click.UsageError(f"{path} has no game {number}")
    about = found[1]
    if as_json:
        print_json(to_json(record))
        return 0 if about.valid else FOUND_WRONG
    game = replay(record, as_recorded=bool(about.accepted))
    if is_folder(drawing.output):
        return draw_games([game], drawing, None)
    if drawing.output is None:
        echo(described_in_words(Hit(number, 0, about)), err=True)
    return draw_game(game, drawing)


@click.command("search")
@library_option
@question_options
@json_option
def search_command(path: str, question: "Query", as_json: bool) -> None:
    """Find games and positions: one result for each game and ply, in their order.

    Without conditions on the board there is one result for each game. A pattern is a file with a
    text diagram: ? is any point, . an empty point, * any piece, letters are pieces. With
    coordinates, as ludograph show prints it, it is the whole board; without, it may lie anywhere.

    \b
    Examples:
      ludograph library search -L games.ludo --position "F6 D4" --any-symmetry
      ludograph library search -L games.ludo --pattern corner.txt --json
    """
    from analysis.library.library import LibraryFile

    games, count = set[int](), 0
    with LibraryFile(path) as library:
        for hit in answers(library, question):
            games.add(hit.number)
            count += 1
            if as_json:
                print_json(hit.to_json())
            else:
                ply = f"ply {hit.ply:<4}  " if question.of_boards else ""
                echo(f"{hit.number:6}  {ply}{described_in_words(hit)}")
    if not as_json:
        what = f"{plural(count, 'position')} in " if question.of_boards else ""
        echo(f"{what}{plural(len(games), 'game')}", err=True)


@click.command("export")
@library_option
@question_options
@click.option("--to", "form", metavar="FORMAT", help="Format  [default: by the name of the file].")
@click.option("-o", "--output", type=OutputFile(), required=True, help="File to write.")
@click.option("--lossy", is_flag=True, help="Leave out, with a note, what the format cannot hold.")
def export_command(
    path: str, question: "Query", form: str | None, output: str, lossy: bool
) -> None:
    """Write games of a library to a file as they were read, those with errors too.

    All games are written, or those that match the conditions, as in search. ludograph convert
    writes them in another notation.

    \b
    Examples:
      ludograph library export -L games.ludo -o games.jsonl
      ludograph library export -L games.ludo --player Anna --to sgf -o anna.sgf
    """
    from analysis.library.library import LibraryFile

    check_output(output, [path])
    is_printed = output == STANDARD_OUTPUT
    chosen = output_format(None if is_printed else output, form)
    if chosen.binary:
        refuse_terminal(chosen.name, None if is_printed else output)
    with LibraryFile(path) as library:
        numbers = list(dict.fromkeys(hit.number for hit in answers(library, question)))
        target = sys.stdout.buffer if is_printed else output
        notes = save(library.records(numbers), target, chosen.name, lossy=lossy)
    for message in dict.fromkeys(one.message for one in notes):
        echo(message, err=True)
    echo(f"{plural(len(numbers), 'game')} written", err=is_printed)


@click.command("remove")
@click.argument("number", nargs=-1, type=Whole(1))
@library_option
@games_question_options
def remove_command(number: tuple[int, ...], path: str, question: "Query") -> int:
    """Remove games by their numbers, or those that match the conditions, as in search.

    Numbers are never reused. The file shrinks.

    \b
    Example:
      ludograph library remove 17 18 -L games.ludo
    """
    from analysis.library.library import LibraryFile
    from analysis.library.search import Query

    asked = question != Query()
    if bool(number) == asked:
        raise click.UsageError("name the games by numbers, or else by --where, --player or --game")
    with LibraryFile(path, write=True) as library:
        chosen = number or tuple(hit.number for hit in answers(library, question))
        with library.changing():
            removed = library.remove(sorted(set(chosen)))
    missing = len(set(chosen)) - removed
    echo(f"{removed:,} removed" + (f", {missing:,} not there" if missing else ""))
    return FOUND_WRONG if missing else 0


@click.command("check")
@library_option
@json_option
def check_command(path: str, as_json: bool) -> int:
    """Check that a library is sound, and count the readable games of a damaged one.

    A damaged library can still be read: ludograph library import damaged.ludo -L new.ludo imports
    the games that are left.

    
    Example:
      ludograph library check -L games.ludo
    """
    from analysis.library.checking import check

    found = check(path)
    if as_json:
        print_json({"sound": not found.problems, **asdict(found)})
    else:
        for problem in found.problems:
            echo(f"{path}: {problem}")
        games = f"{found.readable:,} of {plural(found.games, 'game')} can be read"
        if found.problems:
            echo(f"{path}: damaged: {games}; ludograph library import {path} -L NEW copies these")
        else:
            echo(f"{path}: sound: {games}, {plural(found.positions, 'position')}")
    return FOUND_WRONG if found.problems else 0
