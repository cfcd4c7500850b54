"""Names of openings, from small text files.

A line holds ``GAME | VARIANT | NAME | POSITION``: the position as a position string or as the
moves that lead to it. An empty variant stands for all variants with such a position. Blank lines
and lines that begin with ``#`` are comments.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from analysis.games.variant import Variant
from analysis.select.position import merge_keys, read_position
from notation import InvalidPosition, InvalidVariant, LudographError, UnknownName

BUNDLED = "names.txt"
"""The file of names in the package, each with its source."""

FIELDS = ("game", "variant", "name", "position or moves")


class InvalidOpeningNames(LudographError):
    """A file of names has a line without a valid position."""


@dataclass(frozen=True, slots=True)
class OpeningName:
    """A name and the position that has it.

    Attributes:
        game: name of the game.
        variant: variant string; empty for every variant with such a position.
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
        InvalidOpeningNames: a line names no position; the message has the line and the reason.
        OSError: the file cannot be read.
    """
    return parse_names(Path(path).read_text(encoding="utf-8"), path)


def bundled_names() -> tuple[OpeningName, ...]:
    """Return the names in the package."""
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
        name = OpeningName(*fields)
        try:
            read_position(name.place, name.game, name.variant or None)
        except (InvalidPosition, InvalidVariant, UnknownName) as error:
            raise InvalidOpeningNames(f"{path}:{number}: {error}") from None
        found.append(name)
    return tuple(found)


def names_by_key(
    names: Iterable[OpeningName], game: str, rules: Variant, fold: bool
) -> Mapping[int, str]:
    """Return the names of positions under some rules, by the key that they count under.

    Of several names for a position the last one is taken.
    """
    found = {}
    for name in names:
        if name.game != game:
            continue
        try:
            position = read_position(name.place, game, name.variant or str(rules))
        except (InvalidPosition, InvalidVariant):
            continue
        if position.variant == rules:
            found[min(merge_keys(position, fold))] = name.name
    return found
