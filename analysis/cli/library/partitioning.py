"""``ludograph library partition``: libraries as one that is partitioned."""

import click

from analysis.cli.options import OpenPool, jobs_options, plural
from analysis.cli.terminal import echo
from notation.extras import named_extras


@click.command("partition")
@click.argument("library", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Folder to write.")
@jobs_options
def partition_libraries(library: tuple[str, ...], output: str, pool: OpenPool) -> None:
    """Write libraries as one of many Parquet files, for several machines.

    The folder is a library for every command that only reads. Its games have the numbers that they
    have in the first LIBRARY; those of further ones are counted on, and games that an earlier one
    has are left out. A library that is in the folder already is replaced when the new one is whole.

    \b
    Example:
      ludograph library partition games.ludo -o games.parquet --jobs 2
    """
    with named_extras():
        from analysis.library.partitioning import partition

    with pool() as workers:
        made = partition(library, output, workers)
    games, positions = (sum(one.rows for one in some) for some in (made.games, made.keys))
    counts = [plural(games, "game"), plural(positions, "position"), f"{made.size:,} bytes"]
    echo(f"{', '.join(counts)} in {plural(len(made.partitions), 'partition')}")
