"""Names of openings, from small text files.

A line of a file is ``GAME | VARIANT | NAME | POSITION``, where the position is a position string or
the moves that lead to it. If the variant is empty, the name applies to all variants that have the
position. Blank lines and lines that begin with ``#`` are ignored.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from analysis.games.position import AnyPosition
from analysis.games.variant import Variant
from analysis.select.position import merge_keys, read_position
from notation import InvalidPosition, InvalidVariant, LudographError, UnknownName

BUNDLED = "names.txt"
"""The file of names in the package, which gives a source for each name."""

FIELDS = ("game", "variant", "name", "position or moves")


class InvalidOpeningNames(LudographError):
    """A line of a file of opening names has no valid position."""


@dataclass(frozen=True, slots=True)
class OpeningName:
    """The name of a position.

    Attributes:
        game: name of the game.
        variant: variant string; empty for every variant that has the position.
        name: the name of the opening.
        place: position string, or moves that lead to the position.
    """

    game: str
    variant: str
    name: str
    place: str


def read_names(path: str) -> tuple[OpeningName, ...]:
    """Read a file of names.

    Raises:
        InvalidOpeningNames: a line has no valid position; the message has the line and the reason.
        OSError: the file cannot be read.
    """
    return parse_names(Path(path).read_text(encoding="utf-8"), path)


def bundled_names() -> tuple[OpeningName, ...]:
    """Return the bundled names."""
    return parse_names((files(__package__) / BUNDLED).read_text(encoding="utf-8"), BUNDLED)


def parse_names(text: str, path: str) -> tuple[OpeningName, ...]:
    """Return the names in a text; see `read_names`."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        fields = [part.strip() for part in line.split("|")]
        if len(fields) != len(FIELDS) or not all((fields[0], *fields[2:])):
            raise InvalidOpeningNames(
                f"{path}:{number}: expected {' | '.join(FIELDS)}, found {line.strip()!r}"
            )
        name = OpeningName(fields[0], fields[1], fields[2], fields[3])
        try:
            read_position(name.place, name.game, name.variant or None)
        except (InvalidPosition, InvalidVariant, UnknownName) as error:
            raise InvalidOpeningNames(f"{path}:{number}: {error}") from None
        found.append(name)
    return tuple(found)


def names_by_key(
    names: Iterable[OpeningName], game: str, variant: Variant, fold: bool
) -> Mapping[int, str]:
    """Return key -> name for named positions of a variant; the keys are those of counted positions.

    If a position has several names, the last is used.
    """
    found = {}
    for name in names:
        if name.game != game:
            continue
        try:
            position = read_position(name.place, game, name.variant or str(variant))
        except (InvalidPosition, InvalidVariant):
            continue
        if position.variant == variant:
            found[min(merge_keys(position, fold))] = name.name
    return found


def bundled_name(position: AnyPosition) -> str:
    """Return the bundled name of a position or any image of it; empty if there is none."""
    return _bundled(position.GAME, position.variant).get(min(position.keys()), "")


@lru_cache(maxsize=64)
def _bundled(game: str, variant: Variant) -> Mapping[int, str]:
    return names_by_key(bundled_names(), game, variant, fold=True)
