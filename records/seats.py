"""Who sits where: what a record's game, variant and start say of the order of moving."""

from notation import UnknownName
from records.assumptions import candidates
from records.sites import site_names


def seats(game: str | None, variant: str | None) -> tuple[str, ...]:
    """Return the names of the sides that a game is played by, in the order of moving."""
    try:
        count = len(candidates(game, None)[0].side_letters(variant))
    except UnknownName:
        count = 2
    return site_names(game).players[:count]


def first_seat(game: str | None, variant: str | None, start: str | None) -> int:
    """Return the seat, from 0, of the side that a position string has to move."""
    mover = (start or "").split()[1:2]
    try:
        letters = candidates(game, None)[0].side_letters(variant)
    except UnknownName:
        letters = "wb"
    return max(letters.find(mover[0][0]), 0) if mover else 0
