"""Outputs of games: data frames, pictures and files."""

import os
from typing import IO, TYPE_CHECKING, Literal, Unpack, overload

import analysis
import records
from analysis import diagrams
from analysis.repair.apply import with_comments
from analysis.replay.replay import Replay
from ludograph._arguments import check_range, typed
from ludograph._board import Position
from ludograph._drawing import DrawOptions, as_shown, draw_options, picture_of_position
from ludograph._games import Game, HasRecord, Source, game_of, records_of, replays
from ludograph._sources import Path, read
from notation.errors import LudographError
from notation.extras import named_extras
from notation.findings import Finding
from records import Record
from records.formats import DEFAULT, by_suffix, find

if TYPE_CHECKING:
    import pandas as pd


@named_extras()
@typed
def plies(
    source: HasRecord | Source,
    *,
    legal_moves: bool = False,
    keys: bool = True,
    as_recorded: bool = False,
) -> "pd.DataFrame":
    """Return a data frame with a row for each ply that could be played.

    Args:
        source: a record, a path, or records.
        legal_moves: whether to count the legal moves before each ply, which takes longer.
        keys: whether to fill in the keys of positions.
        as_recorded: go on after an illegal move wherever it can be carried out.

    Raises:
        MissingFile: there is no such file.
    """
    return analysis.plies(replays(source, as_recorded), legal_moves=legal_moves, keys=keys)


@named_extras()
@typed
def games(source: HasRecord | Source, *, as_recorded: bool = False) -> "pd.DataFrame":
    """Return a data frame with a row for each record; a column ``tag:NAME`` holds each tag.

    Args:
        source: a record, a path, or records.
        as_recorded: go on after an illegal move wherever it can be carried out; the column
            ``accepted`` counts such moves.

    Raises:
        MissingFile: there is no such file.
    """
    return analysis.games(replays(source, as_recorded))


@overload
def draw(
    source: Position | Game | Record | Path,
    kind: Literal["svg", "text", "tex"] = "svg",
    *,
    ply: int | None = None,
    delay: float = 1.0,
    as_recorded: bool = False,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw(
    source: Position | Game | Record | Path,
    kind: Literal["png", "pdf", "gif"],
    *,
    ply: int | None = None,
    delay: float = 1.0,
    as_recorded: bool = False,
    **options: Unpack[DrawOptions],
) -> bytes: ...
@named_extras()
@typed
def draw(
    source: Position | Game | Record | Path,
    kind: Literal["svg", "text", "tex", "png", "pdf", "gif"] = "svg",
    *,
    ply: int | None = None,
    delay: float = 1.0,
    as_recorded: bool = False,
    **options: Unpack[DrawOptions],
) -> str | bytes:
    """Return a picture of a position, or of a game after one of its plies.

    Args:
        source: a position; or a game, a record, or the path of a file, whose first game is drawn.
            The last move of a game is marked.
        kind: ``"svg"`` (shown by notebooks), ``"text"``, or ``"tex"`` for LaTeX with TikZ, returned
            as a string; ``"png"``, ``"pdf"``, or ``"gif"`` for an animation of a game up to the
            ply, returned as bytes.
        ply: number of the ply after which a game is drawn, 0 for the start; None draws the last
            position that was reached.
        delay: seconds that an animation shows each position, from 0.02 to 60.
        as_recorded: go on after an illegal move wherever it can be carried out.
        **options: see `DrawOptions`.

    Raises:
        InvalidPicture: a size, an arrow or a mark is invalid, or an option does not apply to the
            kind of picture.
        LudographError: the game has no such ply, or there is no position to draw.
        MissingFile: there is no such file.
        UnknownName: there is no such kind of picture, theme or point, or the game's boards have no
            such labels.
        ValueError: a number is out of range.
    """
    drawn = draw_options(kind, **options)
    check_range("delay", delay, diagrams.QUICKEST, diagrams.SLOWEST)
    if isinstance(source, Position):
        if ply is not None:
            raise ValueError("ply is for games: a position has none")
        return picture_of_position(source._board, kind, drawn)
    if isinstance(source, str | os.PathLike):
        source = next(read(source))
    game = game_of(source, None, as_recorded)._replay
    last = _ply(game, ply)
    plies = range(last + 1) if kind == diagrams.GIF else [last]
    (content,) = diagrams.draw_plies(game, plies, kind, drawn, delay=delay)
    return as_shown(content, kind)


def _ply(game: Replay, ply: int | None) -> int:
    """Return the number of a ply to draw, the last one for None."""
    if game.start is None:
        reasons = "; ".join(finding.message for finding in game.violations)
        raise LudographError(f"{game.record.source}: there is no position to draw: {reasons}")
    if ply is not None and not 0 <= ply <= game.played:
        reached = f"{game.played} plies were played, so there is no position after {ply}"
        raise LudographError(f"{game.record.source}: {reached}")
    return game.played if ply is None else ply


@typed
def view(source: HasRecord | Source, title: str = "") -> str:
    """Return a page of HTML that steps through games, and works offline.

    Args:
        source: a path, or records, one or more.
        title: heading of the page; empty for the number of games.

    Raises:
        MissingFile: there is no such file.
    """
    from analysis.pages.view import game_page

    return game_page(replays(source), title)


@named_extras()
@typed
def save(
    source: HasRecord | Source,
    path: str | os.PathLike[str] | IO[bytes],
    format: str | None = None,  # noqa: A002 (the command line's word)
    *,
    lossy: bool = False,
) -> tuple[Finding, ...]:
    """Write a file of records; it appears under its name only when it is complete.

    Args:
        source: a record, a game, a repair, a path, or any number of these, read one at a time. The
            repaired record of a repair is written if there is one; the texts that it replaces
            become comments if the format has no other place for them.
        path: name of the file, or a file open for writing bytes. The endings ``.gz`` and
            ``.zst`` compress.
        format: name of the file format; None infers it from the name, or is text for an open file.
        lossy: whether to leave out what the format cannot hold.

    Returns:
        A note for each omission, in the order of the records.

    Raises:
        CannotWrite: a record has data that the format cannot hold.
        MissingFile: there is no such file to read.
        UnknownName: there is no such format, or no format has the suffix of the file.
        OSError: the file cannot be written.
    """
    suffix = os.fspath(path) if isinstance(path, str | os.PathLike) else ""
    form = find(format) if format else by_suffix(suffix) or DEFAULT
    several = records_of(source)
    kept = several if form.lossless else map(with_comments, several)
    return records.save(kept, path, format, lossy=lossy)
