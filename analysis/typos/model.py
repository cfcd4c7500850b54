"""The error model: which slips there are, and how rare each is.

It is read from ``errors.toml`` beside this module, where every entry is explained; another file may
be laid over it. Prices are decimal orders of magnitude.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from notation.errors import LudographError


class InvalidSlipModel(LudographError):
    """A file of slips and prices that cannot be used."""


@dataclass(frozen=True, eq=False)
class Fields:
    """What the texts of a dialect are made of.

    Attributes:
        tokens: finds the fields of a text; its named groups are their kinds.
        scales: names in order, by kind.
        rings: kinds whose scale closes to a ring.
    """

    tokens: re.Pattern[str]
    scales: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rings: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class SlipModel:
    """Slips and their prices.

    Attributes:
        prices: by table and name, such as ``("plies", "missing")``.
        classes: groups of characters that are taken for each other, by kind of slip.
        unknown: characters that stand for one that could not be read.
        ligatures: pairs of one text and another that is taken for it.
        dialects: what the texts of each dialect are made of.
        calibration: pairs of a raw weight and the share of right repairs among such, rising.
    """

    prices: Mapping[tuple[str, str], float]
    classes: Mapping[str, tuple[str, ...]]
    unknown: str
    ligatures: tuple[tuple[str, str], ...]
    dialects: Mapping[str, Fields]
    calibration: tuple[tuple[float, float], ...] = ()

    def price(self, table: str, name: str) -> float:
        """Return a price."""
        return self.prices[table, name]

    def fields(self, dialect: str) -> Fields:
        """Return what the texts of a dialect are made of."""
        return self.dialects.get(dialect, self.dialects["default"])


@lru_cache(maxsize=8)
def load(path: str | None = None) -> SlipModel:
    """Return the error model, with a file of one's own laid over it.

    Raises:
        BadErrorModel: the file is no such file; the message says what is wrong.
        OSError: it cannot be read.
    """
    shipped = tomllib.loads((files(__package__) / "errors.toml").read_text(encoding="utf-8"))
    if path is None:
        return _model(shipped, "errors.toml")
    try:
        own = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSlipModel(f"{path}: {error}") from None
    return _model(_laid_over(shipped, own, path), path)


_PRICED = ("characters", "fields", "plies", "reading", "confidence")


def _laid_over(shipped: dict[str, Any], own: dict[str, Any], path: str) -> dict[str, Any]:
    for name, table in own.items():
        if name not in shipped or not isinstance(table, dict):
            known = ", ".join(shipped)
            raise InvalidSlipModel(f"{path}: no table [{name}]; there are: {known}")
        for key in table if name in _PRICED else ():
            if key not in shipped[name]:
                known = ", ".join(shipped[name])
                raise InvalidSlipModel(f"{path}: [{name}] has no {key!r}; it has: {known}")
    return {name: table | own.get(name, {}) for name, table in shipped.items()}


def _model(tables: dict[str, Any], path: str) -> SlipModel:
    prices = {}
    for table in _PRICED:
        for name, value in tables[table].items():
            if name == "calibration":
                continue
            if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
                raise InvalidSlipModel(f"{path}: [{table}] {name}: {value!r} is no price from 0 up")
            prices[table, name] = float(value)
    classes = tables["classes"]
    try:
        return SlipModel(
            prices,
            {kind: tuple(classes[kind]) for kind in _CLASSES},
            str(classes["unknown"]),
            tuple((str(one), str(other)) for one, other in classes["ligatures"]),
            {name: _fields(entry) for name, entry in tables["dialects"].items()},
            tuple((float(raw), float(share)) for raw, share in _calibration(tables)),
        )
    except (KeyError, TypeError, ValueError, re.error) as error:
        raise InvalidSlipModel(f"{path}: {error}") from None


_CLASSES = ("marks", "look-alike", "handwriting", "keyboard")


def _calibration(tables: dict[str, Any]) -> list[list[float]]:
    return tables["confidence"].get("calibration") or []


def _fields(entry: dict[str, Any]) -> Fields:
    scales = {kind: tuple(names) for kind, names in entry.get("scales", {}).items()}
    return Fields(re.compile(entry["tokens"]), scales, frozenset(entry.get("rings", ())))
