"""``ludograph library search`` and ``export``: answers, and the games that have them."""

import sys
from typing import TYPE_CHECKING

import click

from analysis.cli.library.listing import described_in_words
from analysis.cli.library.options import answers, library_option, question_options
from analysis.cli.options import (
    STANDARD_OUTPUT,
    OpenPool,
    OutputFile,
    jobs_options,
    json_option,
    plural,
)
from analysis.cli.output import check_output, output_format, print_json, refuse_terminal
from analysis.cli.terminal import echo
from records.save import save

if TYPE_CHECKING:
    from analysis.library.search import Query


@click.command("search")
@library_option
@question_options
@jobs_options
@json_option
def search_games(path: str, question: "Query", pool: OpenPool, as_json: bool) -> None:
    """Find games and positions: one answer a game and ply, in their order.

    Without anything asked of the board there is one answer a game. A pattern is a file with a text
    diagram: ? is any point, . an empty one, * any piece, letters are pieces. With coordinates, as
    ludograph show prints it, it is the whole board; without, it may lie anywhere.

    \b
    Examples:
      ludograph library search -L games.ludo --position "F6 D4" --any-symmetry
      ludograph library search -L games.ludo --pattern corner.txt --json
    """
    from analysis.library.library import Library

    games, count = set[int](), 0
    with pool() as workers, Library(path) as library:
        for hit in answers(library, question, workers):
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
@jobs_options
@click.option("--to", "form", metavar="FORMAT", help="Format  [default: by the name of the file].")
@click.option("-o", "--output", type=OutputFile(), required=True, help="File to write.")
@click.option("--lossy", is_flag=True, help="Leave out, with a note, what the format cannot hold.")
def export_games(
    path: str, question: "Query", pool: OpenPool, form: str | None, output: str, lossy: bool
) -> None:
    """Write games of a library to a file as they were read, those with errors too.

    All games are written, or those that answer, as in search. In another notation, ludograph
    convert writes them.

    \b
    Examples:
      ludograph library export -L games.ludo -o games.jsonl
      ludograph library export -L games.ludo --player Anna --to sgf -o anna.sgf
    """
    from analysis.library.library import Library

    check_output(output, [path])
    is_printed = output == STANDARD_OUTPUT
    chosen = output_format(None if is_printed else output, form)
    if chosen.binary:
        refuse_terminal(chosen.name, None if is_printed else output)
    with pool() as workers, Library(path) as library:
        numbers = list(dict.fromkeys(hit.number for hit in answers(library, question, workers)))
        target = sys.stdout.buffer if is_printed else output
        notes = save(library.records(numbers), target, chosen.name, lossy=lossy)
    for message in dict.fromkeys(one.message for one in notes):
        echo(message, err=True)
    echo(f"{plural(len(numbers), 'game')} written", err=is_printed)
