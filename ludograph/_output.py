"""What comes out of games: data frames, pictures and files."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import IO, TYPE_CHECKING, Literal, TypeVar, overload

import analysis
import records
from analysis import diagrams
from analysis.drawing.picture import (
    LABELS,
    LEAST_DPI,
    MOST_DPI,
    NOTATION,
    STEP,
    InvalidPicture,
    PictureOptions,
    Pointers,
    parse_arrows,
    parse_points,
    parse_width,
)
from analysis.drawing.themes import CLASSIC, THEMES
from analysis.games.diagram import Options
from analysis.games.position import AnyPosition
from analysis.replay.replay import Replay
from ludograph._games import replayed
from ludograph._sources import Path, Source, read, records_of
from notation.errors import LudographError, UnknownName
from notation.extras import named_extras
from notation.findings import Finding
from records import Record

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")


@named_extras()
def plies(
    source: Record | Replay | Source,
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
    return analysis.plies(_played(source, as_recorded), legal_moves=legal_moves, keys=keys)


@named_extras()
def games(source: Record | Replay | Source, *, as_recorded: bool = False) -> "pd.DataFrame":
    """Return a data frame with a row for each record; a column ``tag:NAME`` holds each tag.

    Args:
        source: a record, a path, or records.
        as_recorded: go on after an illegal move wherever it can be carried out; the column
            ``accepted`` counts such moves.

    Raises:
        MissingFile: there is no such file.
    """
    return analysis.games(_played(source, as_recorded))


def _played(source: Record | Replay | Source, as_recorded: bool) -> Iterator[Replay]:
    """Return the replays of a source; those in it are taken as they are."""
    games = iter((source,)) if isinstance(source, Replay) else records_of(source)
    return (replayed(game, None, as_recorded) for game in games)


@overload
def draw(
    source: AnyPosition | Replay | Record | Path,
    kind: Literal["svg", "text", "tex"] = "svg",
    *,
    ply: int | None = None,
    flip: bool = False,
    caption: str | None = None,
    step: float = STEP,
    delay: float = diagrams.DELAY,
    theme: str = CLASSIC,
    size: str | float | None = None,
    dpi: float | None = None,
    labels: str | None = None,
    arrows: Iterable[str | tuple[str, str]] = (),
    marks: Iterable[str] = (),
    legend: bool = False,
    as_recorded: bool = False,
) -> str: ...
@overload
def draw(
    source: AnyPosition | Replay | Record | Path,
    kind: Literal["png", "pdf", "gif"],
    *,
    ply: int | None = None,
    flip: bool = False,
    caption: str | None = None,
    step: float = STEP,
    delay: float = diagrams.DELAY,
    theme: str = CLASSIC,
    size: str | float | None = None,
    dpi: float | None = None,
    labels: str | None = None,
    arrows: Iterable[str | tuple[str, str]] = (),
    marks: Iterable[str] = (),
    legend: bool = False,
    as_recorded: bool = False,
) -> bytes: ...
@named_extras()
def draw(
    source: AnyPosition | Replay | Record | Path,
    kind: Literal["svg", "text", "tex", "png", "pdf", "gif"] = "svg",
    *,
    ply: int | None = None,
    flip: bool = False,
    caption: str | None = None,
    step: float = STEP,
    delay: float = diagrams.DELAY,
    theme: str = CLASSIC,
    size: str | float | None = None,
    dpi: float | None = None,
    labels: str | None = None,
    arrows: Iterable[str | tuple[str, str]] = (),
    marks: Iterable[str] = (),
    legend: bool = False,
    as_recorded: bool = False,
) -> str | bytes:
    """Return a picture of a position, or of a game after one of its plies.

    Args:
        source: a position, or a game, whose last move is marked: a replay, a record, or the path
            of a file, whose first game is drawn.
        kind: ``"svg"`` (shown by notebooks), ``"text"``, or ``"tex"`` for LaTeX with TikZ, returned
            as a string; ``"png"``, ``"pdf"``, or ``"gif"`` for an animation of a game up to the
            ply, returned as bytes.
        ply: number of the ply after which a game is drawn, 0 for the start; None draws the last
            position that was reached.
        flip: whether the board is seen from the second side.
        caption: text under the board; None names the move of a game.
        step: length of a board step in pixels, where there is no size.
        delay: seconds that an animation shows each position.
        theme: ``"classic"``, ``"print"``, ``"dark"`` or ``"high-contrast"``.
        size: width of the whole picture: pixels as a number, or a text such as ``"12cm"``.
        dpi: dots of a PNG to an inch, 96 for None.
        labels: coordinates: ``"letters"``, ``"numbers"`` or ``"none"``; None for those of the
            game's notation.
        arrows: arrows to add, each the names of two points: ``"a1-a3"`` or a pair.
        marks: the names of points to draw circles on.
        legend: whether the signs of a text are explained under it.
        as_recorded: go on after an illegal move wherever it can be carried out.

    Raises:
        InvalidPicture: a size, an arrow or a mark is invalid, or an option means nothing for the
            kind of picture.
        LudographError: the game has no such ply, or there is no position to draw.
        MissingFile: there is no such file.
        UnknownName: there is no such kind of picture, theme or point, or the game's boards have no
            such labels.
    """
    drawn = replace(_asked(kind, theme, size, dpi, labels, arrows, marks, legend), step=step)
    if isinstance(source, str | os.PathLike):
        source = next(read(source))
    if not isinstance(source, Record | Replay):
        if kind == "gif":
            raise InvalidPicture("an animation shows a game, not a position")
        position, words, options = source, "", Options(flipped=flip)
        if drawn.labels:
            options["labels"] = drawn.labels
    else:
        game = replayed(source, None, as_recorded)
        last = _ply(game, ply)
        if kind == "gif":
            frames = diagrams.ply_scenes(game, range(last + 1), drawn, flip=flip)
            return diagrams.animate(list(frames), drawn, delay=delay)
        played = next(islice(game.plies(), last - 1, None)) if last else None
        position, words, options = diagrams.ply_diagram(game, played, flip, drawn.labels)
    words = words if caption is None else caption
    if kind == "svg":
        return diagrams.svg(position, drawn, caption=words, **options)
    content = diagrams.draw(position, kind, drawn, caption=words, **options)
    if kind == "text":
        return content.decode().removesuffix("\n")
    return content.decode() if kind == "tex" else content


def _asked(
    kind: str,
    theme: str,
    size: str | float | None,
    dpi: float | None,
    labels: str | None,
    arrows: Iterable[str | tuple[str, str]],
    marks: Iterable[str],
    legend: bool,
) -> PictureOptions:
    """Return the options of a picture.

    Raises:
        InvalidPicture: one is invalid, or means nothing for the kind of picture.
        UnknownName: there is no such kind, theme or labels.
    """
    for what, name, known in (
        ("kind of picture", kind, (*diagrams.KINDS, "gif")),
        ("theme", theme, THEMES),
        ("labels", labels or NOTATION, LABELS),
    ):
        if name not in known:
            raise UnknownName.among(what, name, known)
    if dpi is not None and not LEAST_DPI <= dpi <= MOST_DPI:
        raise InvalidPicture(f"{dpi} is not from {LEAST_DPI} to {MOST_DPI} dots to an inch")
    texts = [one if isinstance(one, str) else "-".join(one) for one in _several(arrows)]
    drawn = PictureOptions(
        theme,
        None
        if size is None
        else parse_width(f"{size:g}" if isinstance(size, float) else str(size)),
        dpi,
        None if labels == NOTATION else labels,
        Pointers(parse_arrows(texts), parse_points(_several(marks))),
        legend,
    )
    if found := drawn.misfit(kind):
        raise InvalidPicture(f"{' and '.join(found[0])} {found[1]}")
    return drawn


def _several(values: Iterable[T]) -> Iterable[T | str]:
    """Return several values, also of one text."""
    return [values] if isinstance(values, str) else values


def _ply(game: Replay, ply: int | None) -> int:
    """Return the number of a ply to draw, the last one for None."""
    if game.start is None:
        reasons = "; ".join(finding.message for finding in game.violations)
        raise LudographError(f"{game.record.source}: there is no position to draw: {reasons}")
    if ply is not None and not 0 <= ply <= game.played:
        reached = f"{game.played} plies were played, so there is no position after {ply}"
        raise LudographError(f"{game.record.source}: {reached}")
    return game.played if ply is None else ply


@named_extras()
def save(
    source: Record | Source,
    path: str | os.PathLike[str] | IO[bytes],
    format: str | None = None,  # noqa: A002 (the command line's word)
    *,
    lossy: bool = False,
) -> tuple[Finding, ...]:
    """Write a file of records; it takes its name only when it is complete.

    Args:
        source: a record, a path, or records, taken one at a time.
        path: name of the file, or a file open for writing bytes. The endings ``.gz`` and
            ``.zst`` compress.
        format: name of the file format; None infers it from the name, else writes text.
        lossy: whether to leave out what the format cannot hold.

    Returns:
        A note for each thing left out, in the order of the records.

    Raises:
        CannotWrite: a record has something that the format cannot hold.
        MissingFile: there is no such file to read.
        UnknownName: there is no such format.
        OSError: the file cannot be written.
    """
    return records.save(records_of(source), path, format, lossy=lossy)
