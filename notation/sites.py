"""Names of a game outside this project: in file formats, and on sites where it is played."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteNames:
    """Names of one game in file formats and on sites.

    Attributes:
        title: the game's name as sites print it.
        players: names of the sides in the order of moving, as tags have them.
        sgf: the game's number in the Smart Game Format's list of games; None if it has none.
        usual: the variant that Abstract Play means when it names none; None where that site does
            not have the game.
        variants: further names that Abstract Play gives to variants, each with the variant meant.
        logs: where readers of a site's logs of the game are found, as ``module:name`` of a mapping
            from the site's name for a set-up, in small letters, to a class or function that
            returns a reader (``records.sgf.boardspace.SiteLog``). None where no site logs the game.
    """

    title: str
    players: tuple[str, ...] = ("White", "Black")
    sgf: int | None = None
    usual: str | None = None
    variants: tuple[tuple[str, str], ...] = ()
    logs: str | None = None
