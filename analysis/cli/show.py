"""``ludograph show``: diagrams of positions and games, and the options of every picture."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

import click

import notation
from analysis import diagrams
from analysis.batch import InputOptions
from analysis.batch.work import is_game, is_unreadable
from analysis.cli.options import (
    Finite,
    Games,
    OneOf,
    OutputFile,
    Whole,
    games_of,
    gathered,
    or_printed,
    parsed,
    with_lists,
)
from analysis.cli.output import check_output, file_kind, refuse_terminal, write_bytes
from analysis.cli.printer import print_errors
from analysis.cli.run import Run
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.terminal import echo
from analysis.diagrams import DELAY, GIF, QUICKEST, SLOWEST, draw_plies
from analysis.drawing.picture import (
    LABELS,
    LEAST_DPI,
    MOST_DPI,
    NOTATION,
    InvalidPicture,
    PictureOptions,
    parse_arrows,
    parse_points,
    parse_width,
)
from analysis.drawing.style import CLASSIC, THEMES
from analysis.games import find as find_game
from analysis.replay.replay import Replay
from notation.numbers import plural
from notation.printing import file_name

KINDS = (*diagrams.KINDS, GIF)
"""Kinds of picture; a GIF shows many positions."""

Plies = tuple[range, ...]
"""The numbers of plies, in ranges."""


IMAGES = ("png", "pdf", GIF)
"""Binary kinds, which a terminal cannot show."""


def _plies(ctx: click.Context, param: click.Parameter, value: str | None) -> Plies | None:
    """Parse plies such as ``7``, ``7-12`` or ``0,10,20-22``."""
    return None if value is None else tuple(map(_range, value.split(",")))


def _range(value: str) -> range:
    found = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a ply; write 7, or 7-12 or 7,9 for several")
    first = int(found[1])
    last = int(found[2]) if found[2] else first
    if last < first:
        raise click.BadParameter(f"{value!r} ends before it begins")
    return range(first, last + 1)


class PictureTarget(OutputFile):
    """The name of a file, or of a folder for many files if it ends in a slash."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        """Return the name.

        Raises:
            OSError: its folder does not exist, or the name is too long.
        """
        name = os.fspath(value)
        if not is_folder(name):
            return super().convert(value, param, ctx)
        if os.path.exists(name.rstrip("/\\")) and not os.path.isdir(name):
            self.fail(f"{name!r} is not a folder", param, ctx)
        return name


def is_folder(name: str | None) -> bool:
    """Return whether the name of an output is that of a folder."""
    return bool(name) and str(name).endswith(("/", os.sep))


@dataclass(frozen=True, slots=True)
class GamePictures:
    """The pictures of a game: positions, style and destination.

    Attributes:
        kind: one of `KINDS`.
        output: the file, or a folder; None for standard output.
        plies: the plies; None for the last one, or for all in an animation.
        delay: seconds that an animation shows each position.
        options: the options of each picture.
    """

    kind: str
    output: str | None
    plies: Plies | None
    delay: float
    options: PictureOptions

    def numbers(self, game: Replay) -> list[int]:
        """Return the numbers of the requested plies that were played."""
        if self.plies is None:
            last = game.played
            return list(range(last + 1)) if self.kind == GIF else [last]
        return [one for some in self.plies for one in some[: max(0, game.played + 1 - some.start)]]

    @property
    def last(self) -> int:
        """The number of the last requested ply."""
        return max((some[-1] for some in self.plies or ()), default=0)

    @property
    def is_single(self) -> bool:
        """Whether there is only one picture."""
        return self.kind == GIF or self.plies is None or sum(map(len, self.plies)) == 1

    def draw(self, game: Replay, name: Callable[[int], str | None]) -> int:
        """Draw the positions, or their animation; return the number of pictures.

        ``name`` returns the path for a ply, or None for standard output.
        """
        numbers = self.numbers(game)
        pictures = draw_plies(game, numbers, self.kind, self.options, delay=self.delay)
        drawn = 0
        for number, picture in zip(numbers, pictures, strict=False):
            drawn += 1
            path = name(number)
            check_output(path, [game.record.source.path])
            write_bytes(picture, path)
        return drawn


def _drawing(
    ply: Plies | None,
    kind: str | None,
    output: str | None,
    delay: float,
    labels: str,
    arrow: Any,
    mark: Any,
    **values: Any,
) -> GamePictures:
    """Return the settings of pictures; refuse options that do not apply to their kind."""
    if not is_folder(output):
        kind = file_kind(output, kind, KINDS, "text", "picture")
    kind = kind or "svg"
    named = None if labels == NOTATION else labels
    drawn = PictureOptions(labels=named, arrows=arrow, marks=mark, **values)
    if found := drawn.misfit(kind):
        names, why = found
        hint = ": name a kind with --as or -o" if len(names) > 1 else ""
        raise click.UsageError(f"{' and '.join(f'--{name}' for name in names)} {why}{hint}")
    if kind in IMAGES:
        refuse_terminal(kind, output)
    return GamePictures(kind, output, ply, delay, drawn)


drawing_options = gathered(
    "drawing",
    _drawing,
    click.option(
        "--ply", callback=_plies, help="Plies to draw: 7, 7-12 or 0,10,20; 0 is the start."
    ),
    click.option("--as", "kind", type=OneOf(KINDS), help="Kind of picture."),
    click.option(
        "-o",
        "--output",
        type=PictureTarget(),
        callback=or_printed,
        help="File to write; a folder, DIR/, for the pictures of every game.",
    ),
    click.option("--flip", is_flag=True, help="Draw the board from the second side."),
    click.option(
        "--delay",
        type=Finite(QUICKEST, SLOWEST),
        default=DELAY,
        show_default=True,
        help="Seconds that a GIF shows each position.",
    ),
    click.option(
        "--theme", type=OneOf(list(THEMES)), default=CLASSIC, help="Colours  [default: classic]."
    ),
    click.option(
        "--size",
        metavar="WIDTH",
        callback=parsed(parse_width, InvalidPicture),
        help="Width of the picture: 600, 12cm, 5in.",
    ),
    click.option(
        "--dpi", type=Finite(LEAST_DPI, MOST_DPI), help="Resolution of a PNG in dots per inch."
    ),
    click.option(
        "--labels",
        type=OneOf(LABELS),
        default=NOTATION,
        help="Coordinates: those of the game's notation, letters, numbers, or none.",
    ),
    click.option(
        "--arrow",
        multiple=True,
        callback=parsed(parse_arrows, InvalidPicture),
        help="Draw an arrow, e.g. a1-a3.",
    ),
    click.option(
        "--mark",
        multiple=True,
        callback=parsed(parse_points, InvalidPicture),
        help="Draw a circle, e.g. d4.",
    ),
    click.option("--legend", is_flag=True, help="Explain the signs of a text diagram."),
)
"""Adds the options of drawing a game, a `GamePictures`, as ``drawing``."""


@click.command("show")
@click.option("--nth", type=Whole(1), help="Number of the game in the file  [default: 1].")
@drawing_options
@games_of(click.argument("files", metavar="[FILE]", required=False, callback=with_lists))
@click.pass_context
def command(ctx: click.Context, games: Games, nth: int | None, drawing: GamePictures) -> int:
    """Draw a position of the game in FILE: the last one, or those after --ply.

    The last move and its captures are marked. The kind of picture follows from --as, else from
    the name of the output; without either it is text on standard output, or SVG in a folder. A
    GIF replays the game, or the plies of --ply. For other kinds, each of several plies is written
    to a file of its own, with the number of the ply in the name. If the name of the output ends
    in a slash, it is a folder for pictures of every game, or of the game --nth. A game with an
    error is drawn up to the error.

    --nth counts the selected games only. Without FILE, the position string of --position is
    drawn, or the start of the --game.

    \b
    Examples:
      ludograph show classic:epaminondas-demonstration --ply 7
      ludograph show classic:epaminondas-demonstration --ply 7 -o capture.png --size 12cm
      ludograph show classic:epaminondas-demonstration --ply 5-9 -o capture.gif
      ludograph show classic:megiddo-match --ply 0,10 --theme print -o boards/
      ludograph show --game megiddo --mark A3 --arrow B2-B4 --as svg
      ludograph show --game epaminondas --position "bbb3/2b3/4w1/1wb1w1/w3w1 w"
    """
    folder = is_folder(drawing.output)
    if not games.files:
        _check_position(ctx, games, folder)
        write_bytes(_draw_position(ctx.params["position"], games.reading, drawing), drawing.output)
        return 0
    if not folder:
        check_output(drawing.output, games.files)
    run = Run(games, complains=False)
    with run, closing(run.records()) as found:
        replays = map(games.reading.replay, found)
        if folder:
            status = draw_games(replays, drawing, nth)
        else:
            verdict, count = _wanted(replays, nth or 1)
    for line in run.not_read:
        echo(line, err=True)
    if folder:
        return status
    if verdict is None:
        of = plural(count, "selected game" if games.chosen else "game")
        raise click.UsageError(f"{games.files[0]} has no game number {nth or 1}: it has {of}")
    return draw_game(verdict, drawing)


def _wanted(games: Iterator[Replay], number: int) -> tuple[Replay | None, int]:
    """Return the game with a number, from 1, and the number of games read.

    If there is no such game, return the replay of the first source without a game, or None.
    """
    missing, count = None, 0
    for game in games:
        if is_game(game.record):
            count += 1
            if count == number:
                return game, count
        else:
            missing = missing or game
    return missing, count


def _check_position(ctx: click.Context, games: Games, folder: bool) -> None:
    """Raise `click.UsageError` for options that need a FILE of games when none is named."""
    if ctx.params["position"] is None and games.reading.game is None:
        raise click.UsageError("name a file, or a --position and its --game")
    if games.chosen.dedupe or games.chosen.conditions or ctx.params["any_symmetry"]:
        raise click.UsageError("games are selected from a FILE: name one")
    if folder:
        raise click.UsageError("a folder is for the games of a FILE: name one")


def _draw_position(text: str | None, reading: InputOptions, drawing: GamePictures) -> bytes:
    """Return the picture of a position string, or of the start of a game."""
    if reading.game is None:
        raise click.UsageError("--position needs --game")
    if drawing.kind == GIF:
        raise click.UsageError("a GIF shows a game, not a --position")
    game = find_game(reading.game)
    position = game.start(reading.variant) if text is None else game.position(text, reading.variant)
    labels = drawing.options.labels
    labels = labels or notation.find_dialect(reading.game, reading.dialect).label_style
    return diagrams.draw(position, drawing.kind, drawing.options, labels=labels)


def _report(verdict: Replay, asked: int) -> int:
    """Print on standard error why a game is drawn incompletely; return the exit status.

    Raises:
        click.UsageError: the requested ply ``asked`` was not played.
    """
    source = verdict.record.source
    is_there = asked <= verdict.played
    if is_there and verdict.valid:
        return 0
    if is_there or asked <= len(verdict.record.moves) or not source.game:
        print_errors(source.path, verdict.violations)
    if source.game and not is_there:
        plies = plural(verdict.played, "good ply")
        raise click.UsageError(f"{source} has {plies}, so there is no position after {asked}")
    return COULD_NOT_WORK if is_unreadable(verdict.record) else FOUND_WRONG


def draw_game(game: Replay, drawing: GamePictures) -> int:
    """Draw positions of a game, each to its own file; return the exit status."""
    status, several, output = _report(game, drawing.last), not drawing.is_single, drawing.output
    if game.position is None:
        return max(status, FOUND_WRONG)
    if several and drawing.kind != "text" and output is None:
        raise click.UsageError(f"several plies as {drawing.kind.upper()} need a file name: -o")

    def name(number: int) -> str | None:
        if not (output and several):
            return output
        return str(Path(output).with_stem(f"{Path(output).stem}-{number}"))

    drawing.draw(game, name)
    return status


def draw_games(games: Iterable[Replay], drawing: GamePictures, nth: int | None) -> int:
    """Draw positions of every game, or only of game number ``nth``; return the exit status."""
    status = written = count = 0
    folder = Path(str(drawing.output))
    for game in games:
        count += is_game(game.record)
        if nth in (None, count) or not is_game(game.record):
            wrong = COULD_NOT_WORK if is_unreadable(game.record) else FOUND_WRONG
            status = max(status, 0 if game.valid else wrong)
            written += _draw_into(folder, game, drawing, count)
    echo(f"{plural(written, 'picture')} in {folder}")
    return status if written else max(status, FOUND_WRONG)


def _draw_into(folder: Path, game: Replay, drawing: GamePictures, count: int) -> int:
    """Draw positions of a game into a folder; return the number of pictures."""
    source = game.record.source
    print_errors(source.path, game.violations)
    if game.position is None:
        return 0
    if drawing.last > game.played:
        good = plural(game.played, "good ply")
        echo(f"{source}: {good}, so there is no position after {drawing.last}", err=True)
    stem = f"{file_name(PurePath(source.path.replace(':', '/')).stem)}-{count:03}"
    ending = "txt" if drawing.kind == "text" else drawing.kind
    folder.mkdir(parents=True, exist_ok=True)

    def name(number: int) -> str:
        ply = "" if drawing.kind == GIF else f"-{number:03}"
        return str(folder / f"{stem}{ply}.{ending}")

    return drawing.draw(game, name)
