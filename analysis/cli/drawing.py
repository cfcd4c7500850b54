"""Boards of games drawn into files: one game's plies, or those of every game into a folder."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath

import click

from analysis import diagrams
from analysis.batch.games import is_game
from analysis.cli.options import OutputFile, is_unreadable, plural
from analysis.cli.output import check_output, write_bytes
from analysis.cli.printer import Printer
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.terminal import echo
from analysis.diagrams import draw_ply, ply_scenes
from analysis.drawing.picture import PictureOptions
from analysis.replay.replay import Replay

ANIMATION = "gif"
KINDS = (*diagrams.KINDS, ANIMATION)
"""Kinds of picture; an animation shows many positions."""

Plies = tuple[range, ...]
"""The numbers of plies, in ranges."""


class PictureTarget(OutputFile):
    """The name of a file to write, or with a slash at its end of a folder for many."""

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
    """What is drawn of a game, and how.

    Attributes:
        kind: the kind of picture.
        plies: the plies; None for the last one, or in an animation for all.
        flip: whether the board is seen from the second side.
        delay: seconds that an animation shows each position.
        options: theme, size and what else is drawn.
    """

    kind: str
    plies: Plies | None
    flip: bool
    delay: float
    options: PictureOptions

    def numbers(self, game: Replay) -> list[int]:
        """Return the numbers of the plies to draw, as far as they were played."""
        if self.plies is None:
            last = game.played
            return list(range(last + 1)) if self.kind == ANIMATION else [last]
        return [one for some in self.plies for one in some[: max(0, game.played + 1 - some.start)]]

    @property
    def last(self) -> int:
        """The number of the last ply that is asked for."""
        return max((some[-1] for some in self.plies or ()), default=0)

    @property
    def is_single(self) -> bool:
        """Whether it is one picture."""
        return self.kind == ANIMATION or self.plies is None or sum(map(len, self.plies)) == 1

    def picture(self, game: Replay, number: int) -> bytes:
        """Return the picture of a position."""
        return draw_ply(game, number, self.kind, self.options, flip=self.flip)

    def animation(self, game: Replay) -> bytes:
        """Return the animation of the positions."""
        frames = ply_scenes(game, self.numbers(game), self.options, flip=self.flip)
        return diagrams.animate(list(frames), self.options, delay=self.delay)


def draw_game(game: Replay, drawing: GamePictures, output: str | None) -> None:
    """Draw the positions of a game; several of them are written to one file each."""
    if drawing.kind == ANIMATION:
        write_bytes(drawing.animation(game), output)
        return
    several = not drawing.is_single
    if several and drawing.kind != "text" and output is None:
        raise click.UsageError(f"several plies as {drawing.kind.upper()} need a file name: -o")
    for number in drawing.numbers(game):
        path = output
        if output and several:
            path = str(Path(output).with_stem(f"{Path(output).stem}-{number}"))
            check_output(path, [game.record.source.path])
        write_bytes(drawing.picture(game, number), path)


def draw_games(
    games: Iterable[Replay], drawing: GamePictures, folder: Path, nth: int | None
) -> int:
    """Draw positions of every game, or of the one with a number, into a folder.

    Returns:
        The exit status.
    """
    status = written = count = 0
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
    Printer(verbose=False, quiet=True, err=True).findings(source.path, game.violations)
    if game.position is None:
        return 0
    if drawing.last > game.played:
        good = plural(game.played, "good ply")
        echo(f"{source}: {good}, so there is no position after {drawing.last}", err=True)
    stem = f"{PurePath(source.path.replace(':', '/')).stem}-{count:03}"
    folder.mkdir(parents=True, exist_ok=True)
    numbers = drawing.numbers(game)
    if drawing.kind == ANIMATION:
        if numbers:
            write_bytes(drawing.animation(game), str(folder / f"{stem}.{ANIMATION}"))
        return bool(numbers)
    for number in numbers:
        ending = "txt" if drawing.kind == "text" else drawing.kind
        name = str(folder / f"{stem}-{number:03}.{ending}")
        check_output(name, [source.path])
        write_bytes(drawing.picture(game, number), name)
    return len(numbers)
