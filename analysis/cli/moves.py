"""``ludograph moves``: legal moves listed, or sequences of moves counted."""

import click

import notation
from analysis.cli.options import Whole, game_name, json_option
from analysis.cli.output import print_json
from analysis.cli.terminal import echo
from analysis.games import find
from analysis.games.position import MOST_MOVES, perft


@click.command("moves")
@click.option("--game", required=True, callback=game_name, help="Name of the game.")
@click.option("--variant", help="Variant, e.g. standard+symmetry=off.")
@click.option("--position", help="Position string  [default: the start of the game].")
@click.option("--dialect", help="Notation of the moves.")
@click.option(
    "--count",
    "depth",
    type=Whole(1, MOST_MOVES),
    metavar="N",
    help="Count the sequences of N moves.",
)
@json_option
def command(
    game: str,
    variant: str | None,
    position: str | None,
    dialect: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """List the legal moves of a position, or count the sequences of moves from it.

    \b
    Examples:
      ludograph moves --game epaminondas --dialect span
      ludograph moves --game epaminondas --count 2
    """
    rules = find(game)
    here = rules.start(variant) if position is None else rules.position(position, variant)
    if depth is not None:
        count = perft(here, depth)
        print_json({"depth": depth, "count": count}) if as_json else echo(f"{count:,}")
        return
    write = notation.find_dialect(game, dialect).write
    texts = [write(move) for move in here.legal_moves()]
    for text in texts:
        print_json({"move": text}) if as_json else echo(text)
    if not as_json:
        mover = here.sides[here.turn].title()
        echo(f"{len(texts)} legal moves, {mover} to move", err=True)
