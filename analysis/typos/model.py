"""The slip model: the kinds of slips when games are copied, and how rare each is.

It is read from ``errors.toml`` beside this module, which explains every entry; another file may
replace entries. Costs are decimal orders of magnitude. The fields of the texts of a dialect are
read from the file that its game names.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from analysis.games import GAMES
from analysis.typos.fields import Fields
from notation.errors import LudographError

Tables: TypeAlias = dict[str, Any]
"""A TOML document, or one of its tables."""


class InvalidSlipModel(LudographError):
    """A file of slips and costs that cannot be used."""


MIN_EDIT_COST = 0.9
"""Minimum cost of an edit; a game that breaks off needs at least one."""

Points: TypeAlias = tuple[tuple[float, float], ...]
"""Points of a calibration: raw weight and measured share of right repairs, sorted."""


@dataclass(frozen=True, eq=False)
class SlipModel:
    """Slips and their costs.

    Attributes:
        prices: the costs, by table and name, such as ``("plies", "missing")``.
        classes: groups of characters that are mistaken for each other, by kind of slip.
        unknown: characters that stand for one that could not be read.
        ligatures: pairs of texts that are mistaken for each other.
        swaps: costs of writing a text for a character, by the written text and the meant character.
        scanned: characters that only a scanner writes.
        dialects: the fields of texts, for dialects that the file describes; they take precedence
            over those that the games describe.
        calibration: raw weights of repairs, each with the fraction of right repairs, sorted.
        ply_calibration: the same for edits of a single ply.
    """

    prices: Mapping[tuple[str, str], float]
    classes: Mapping[str, tuple[str, ...]]
    unknown: str
    ligatures: tuple[tuple[str, str], ...]
    swaps: Mapping[tuple[str, str], float]
    scanned: str
    dialects: Mapping[str, Fields]
    calibration: Points = ()
    ply_calibration: Points = ()

    def price(self, table: str, name: str) -> float:
        """Return the cost of a slip."""
        return self.prices[table, name]

    def fields(self, game: str, dialect: str) -> Fields:
        """Return the fields of the texts of a dialect of a game."""
        known = self.dialects.get(dialect) or _own(game)[0].get(dialect)
        return known or self.dialects["default"]

    def weighs_moves(self, game: str) -> bool:
        """Return whether rival repairs of a game are weighted by the rarity of their moves."""
        return _own(game)[1]


@lru_cache(maxsize=64)
def _own(game: str) -> tuple[Mapping[str, Fields], bool]:
    """Return the content of a game's file: fields by dialect, and whether moves are weighted."""
    package, _, file = GAMES[game].slips.partition(":") if game in GAMES else ("", "", "")
    if not file:
        return {}, True
    tables = tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    weighed = bool(tables.pop("moves-weighed", True))
    return {dialect: Fields.from_table(table) for dialect, table in tables.items()}, weighed


TYPED, SCANNED = "typed", "scanned"

PROFILES = (TYPED, SCANNED)
"""Names of the slip models that are shipped."""


@lru_cache(maxsize=8)
def load(path: str | None = None) -> SlipModel:
    """Return a slip model.

    Args:
        path: `TYPED` or `SCANNED`, or a file whose entries replace those of the model for typing.

    Raises:
        InvalidSlipModel: the file is not a valid slip model; the message says why.
        OSError: the file cannot be read.
    """
    shipped = _shipped("errors.toml")
    if path in (None, TYPED):
        return _model(shipped, "errors.toml")
    if path == SCANNED:
        return _model(_laid_over(shipped, _shipped("scanned.toml"), path), path)
    try:
        own = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidSlipModel(f"{path}: {error}") from None
    return _model(_laid_over(shipped, own, path), path)


def _shipped(name: str) -> Tables:
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))


_PRICED = ("characters", "fields", "plies", "reading", "confidence")
_CALIBRATIONS = ("calibration", "ply-calibration")
_CLASSES = ("marks", "look-alike", "handwriting", "keyboard")


def _laid_over(shipped: Tables, own: Tables, path: str) -> Tables:
    for name, table in own.items():
        if name not in shipped or not isinstance(table, dict):
            known = ", ".join(shipped)
            raise InvalidSlipModel(f"{path}: no table [{name}]; there are: {known}")
        for key in table if name in _PRICED else ():
            if key not in shipped[name]:
                known = ", ".join(shipped[name])
                raise InvalidSlipModel(f"{path}: [{name}] has no {key!r}; it has: {known}")
    return {name: table | own.get(name, {}) for name, table in shipped.items()}


def _model(tables: Tables, path: str) -> SlipModel:
    def priced(value: object, *names: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            table, *name = names
            raise ValueError(f"[{table}] {' '.join(name)}: {value!r} is not a number of at least 0")
        return float(value)

    try:
        classes, confidence = tables["classes"], tables["confidence"]
        return SlipModel(
            {
                (table, name): priced(value, table, name)
                for table in _PRICED
                for name, value in tables[table].items()
                if name not in _CALIBRATIONS
            },
            {kind: tuple(classes[kind]) for kind in _CLASSES},
            str(classes["unknown"]),
            tuple((str(one), str(other)) for one, other in classes["ligatures"]),
            {
                (written, meant): priced(value, "swaps", meant, written)
                for meant, found in tables["swaps"].items()
                for written, value in found.items()
            },
            str(classes["scanned"]),
            {name: Fields.from_table(table) for name, table in tables["dialects"].items()},
            *(
                tuple((float(raw), float(share)) for raw, share in confidence[name])
                for name in _CALIBRATIONS
            ),
        )
    except (AttributeError, KeyError, TypeError, ValueError, re.error) as error:
        raise InvalidSlipModel(f"{path}: {error}") from None


def shares(costs: Sequence[float], model: SlipModel) -> list[float]:
    """Return the share of each repair in the total weight, given the costs of all repairs found."""
    if not costs:
        return []
    cheapest, temperature = min(costs), model.price("confidence", "temperature")
    weights = [10 ** ((cheapest - cost) / temperature) for cost in costs]
    total = sum(weights) + 10 ** (-model.price("confidence", "elsewhere") / temperature)
    return [weight / total for weight in weights]


def calibrated(share: float, points: Points, known: float = 0.0) -> float:
    """Return the calibrated confidence of a share: how many of the repairs with it are right.

    Args:
        share: the raw share of a repair.
        points: the measured points, for interpolation; without any, the share is returned.
        known: the sum of the shares of all repairs found that exclude each other, including this
            one. The result is at most ``share / known``: 0.5 for each of two equally good repairs.
    """
    right = _between(share, points) if points else share
    return min(right, share / known) if known > 0 else right


def _between(share: float, points: Points) -> float:
    for (low, below), (high, above) in pairwise(((0.0, 0.0), *points)):
        if share <= high:
            return below + (above - below) * (share - low) / (high - low) if high > low else above
    return points[-1][1]


def within(room: float, confidences: Sequence[float]) -> list[float]:
    """Scale the confidences of exclusive alternatives down to a sum of at most ``room``."""
    total = sum(confidences)
    return [one * room / total for one in confidences] if total > room else list(confidences)
