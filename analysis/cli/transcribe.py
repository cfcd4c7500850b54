"""``ludograph transcribe``: the workbench, where a game is typed from a scan."""

import click

from analysis.batch import InputOptions
from analysis.cli.options import OutputFile, Whole, not_printed, with_playing
from analysis.cli.output import NOT_WRITTEN, check_output
from analysis.cli.terminal import echo
from records.formats import COMPRESSED, by_suffix

PORTS = 65535


@click.command("transcribe")
@click.argument("scans", nargs=-1, metavar="SCAN...", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    required=True,
    callback=not_printed("file that is saved at each change"),
    help="File to type, game.txt.",
)
@with_playing
@click.option("--port", type=Whole(0, PORTS), default=0, help="Port  [default: any that is free].")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
def command(
    scans: tuple[str, ...],
    output: str,
    reading: InputOptions,
    port: int,
    no_browser: bool,
) -> None:
    """Type a game from the SCAN of a score sheet, in a browser, checked as you type.

    The scan stands at the left, the text with its findings in the middle, the board at the right;
    a click on the board types a move. The output is saved at each change, and continued if it is
    there. It begins with what tesseract reads, where that is installed. The page is served to this
    machine only, under an address that nobody can guess, until Ctrl-C. docs/workbench.md has more.

    \b
    Examples:
      ludograph transcribe sheet.png -o game.txt
      ludograph transcribe page1.jpg page2.jpg -o game.txt --game gipf
      ludograph transcribe -o game.txt --game megiddo
    """
    check_output(output, scans)
    form = by_suffix(output)
    if output.lower().endswith((*NOT_WRITTEN, *COMPRESSED)):
        raise click.UsageError(f"{output}: plain text is typed, and not compressed")
    if form is not None and form.name != "text":
        raise click.UsageError(f"{output}: plain text is typed, and {form.name} is another format")
    from contextlib import closing

    from analysis.cli.serving import serve
    from analysis.pages.transcribe.endpoints import WorkbenchEndpoints
    from analysis.pages.transcribe.sheets import scans_of
    from analysis.pages.transcribe.workbench import Workbench

    pages = [page for scan in scans for page in scans_of(scan)]
    with closing(Workbench(output, pages, reading)) as bench:
        bench.start()
        for note in filter(None, (*bench.notes, bench.why)):
            echo(note, err=True)
        serve(WorkbenchEndpoints(bench).all, output, port, not no_browser)
