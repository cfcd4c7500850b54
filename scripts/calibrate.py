"""Calibration of confidences: damaged games and recognised sheets whose truth is known.

Each is repaired without calibration; how many were right is a rising step function of the raw
confidence (isotonic regression by pooling adjacent violators), of which the points between straight
lines are written. Fit on seeds that nothing is measured with.

    python -m scripts.calibrate --profile typed --seeds 1 4 --games 10 -o typed.toml
    python -m scripts.calibrate --profile scanned --folder sheets -o scanned.toml
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

import records
from analysis.repair.repair import repair
from analysis.typos.model import PROFILES, SCANNED, SlipModel, load
from notation import dialects
from records import Record
from scripts.corrupt import DAMAGES, corrupt
from scripts.ocr_benchmark import edited_plies, same
from scripts.repair_benchmark import PLAYED, material
from scripts.sheets.sheets import ReadSheet, read_folder

FEWEST = 8
"""Repairs that a point stands for, at least."""

Judged = tuple[float, bool]
"""A raw confidence, and whether the repair was right."""

Point = tuple[float, float]
"""A raw confidence, and the share of repairs with it that are right."""


def uncalibrated(profile: str) -> SlipModel:
    """Return a slip model whose confidences are shares of weight."""
    return replace(load(profile), calibration=(), ply_calibration=())


def damaged(seeds: Iterable[int], games: int, names: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield games and damaged copies, each dialect of each game with every damage.

    Args:
        seeds: of games and damage.
        games: how many for each seed, dialect and damage.
        names: the games.
    """
    for seed in seeds:
        for game in names:
            for dialect in dialects(game):
                pool = list(material(game, dialect.name))[::2]  # The others are held out.
                chance = random.Random(f"{seed}/{dialect.name}")
                for truth in chance.sample(pool, min(games, len(pool))):
                    for damage in DAMAGES.values():
                        yield truth, corrupt(truth, damage, chance)


def recognised(sheets: Iterable[ReadSheet]) -> Iterator[tuple[Record, ...]]:
    """Yield the games of sheets and what was read of them, from the text and from hOCR."""
    for sheet in sheets:
        for source in (sheet.text, sheet.hocr):
            found = max(records.read_text(source), key=lambda one: len(one.moves), default=None)
            if found and found.moves:
                yield sheet.truth, found


def judged(
    pairs: Iterable[tuple[Record, ...]], profile: str, seconds: float
) -> Iterator[tuple[Judged, list[Judged]]]:
    """Yield of each repair whether it was right, and of each ply that it edits.

    Args:
        pairs: games and their copies; a copy that is valid is passed over.
        profile: name of the slip model.
        seconds: processor time that each repair may take.
    """
    model = uncalibrated(profile)
    for truth, copy in pairs:
        done = repair(copy, errors=model, seconds=seconds)
        if done.solutions:
            plies = [(one.confidence, one.right) for one in edited_plies(done, truth)]
            yield (done.confidence, same(done.solutions[0].moves, truth)), plies


def fitted(found: Iterable[Judged]) -> list[Point]:
    """Return the points of a calibration, rising, from 0 to 1.

    Each stands at the mean confidence of the repairs that it stands for, with the share that would
    be right if one more were right and one more wrong, so that no share is 0 or 1.
    """
    blocks: list[list[Judged]] = []
    for one in sorted(found):
        if blocks and len(blocks[-1]) < FEWEST:
            blocks[-1].append(one)
        else:
            blocks.append([one])
        while len(blocks) > 1 and _right(blocks[-2]) >= _right(blocks[-1]) > 0:
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    if len(blocks) > 1 and (len(blocks[-1]) < FEWEST or _right(blocks[-2]) >= _right(blocks[-1])):
        blocks[-2:] = [blocks[-2] + blocks[-1]]
    points = [(sum(raw for raw, _ in block) / len(block), _right(block)) for block in blocks]
    inner = [(round(raw, 3), round(share, 3)) for raw, share in points if 0 < raw < 1]
    return [(0.0, 0.0), *inner, (1.0, inner[-1][1] if inner else 0.5)]


def _right(block: Sequence[Judged]) -> float:
    return (sum(right for _, right in block) + 1) / (len(block) + 2)


def as_toml(found: Sequence[tuple[Judged, Sequence[Judged]]], profile: str) -> str:
    """Return the points fitted on repairs as a file that ``--errors`` takes."""
    plies = [one for _, edited in found for one in edited]
    fits = {"calibration": [game for game, _ in found], "ply-calibration": plies}
    lines = [f"# Fitted on {len(found)} repairs with {len(plies)} edits, profile {profile}."]
    lines.append("[confidence]")
    for name, cases in fits.items():
        listed = ", ".join(f"[{raw}, {share}]" for raw, share in fitted(cases))
        lines.append(f"{name} = [{listed}]")
    return "\n".join(lines) + "\n"


@click.command()
@click.option("--profile", type=click.Choice(PROFILES), default=PROFILES[0], show_default=True)
@click.option("--seeds", nargs=2, default=(1, 4), show_default=True, help="First and last.")
@click.option("--games", default=4, show_default=True, help="For each seed, dialect and damage.")
@click.option("--game", "names", multiple=True, type=click.Choice(PLAYED), default=PLAYED)
@click.option("--folder", type=click.Path(path_type=Path, exists=True), help="Recognised sheets.")
@click.option("--seconds", default=6.0, show_default=True, help="For one repair.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="TOML to write.")
def main(
    profile: str,
    seeds: tuple[int, int],
    games: int,
    names: tuple[str, ...],
    folder: Path | None,
    seconds: float,
    output: Path | None,
) -> None:
    """Fit the calibration of a profile, typed on damaged games, scanned on a folder of sheets."""
    if profile == SCANNED and folder is None:
        raise click.UsageError("the profile scanned is fitted on sheets: give --folder")
    pairs = (
        recognised(read_folder(folder))
        if folder
        else damaged(range(seeds[0], seeds[1] + 1), games, names)
    )
    found = list(judged(pairs, profile, seconds))
    text = as_toml(found, profile)
    if output:
        output.write_text(text, encoding="utf-8")
    click.echo(text, nl=False)


if __name__ == "__main__":
    main()
