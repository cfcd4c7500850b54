"""Names of a game outside this project: in file formats, and on servers."""

from typing import NamedTuple


class SiteNames(NamedTuple):
    """The names of one game in file formats and on sites.

    Attributes:
        title: the game's name as sites print it.
        players: names of the sides in the order of moving, as tags have them.
        identifier: Abstract Play's short name of the game; empty if it is the title.
        sgf: the game's number in the Smart Game Format's list of games; None if it has none.
        usual: the default variant of Abstract Play; None where that site does not have the game.
        variants: Abstract Play's names of other variants, each with the variant string.
        labels: the labels that Abstract Play shows for these names, in each of its languages, with
            the name of each; the name is empty for the default of a group of variants.
        logs: ``module:name`` of a mapping from a site's name for a set-up, in small letters, to a
            class or function that returns a reader of its logs
            (``records.sgf.boardspace.SiteLog``). None where no site has logs of the game.
        words: names of the variants in titles and tags, in lower case without accents, each with
            the matching part of a variant string.
        foreign: formats of other programs that are not supported: for each, a regular expression
            that matches in one of its first lines, and its name.
    """

    title: str
    players: tuple[str, ...] = ("White", "Black")
    identifier: str = ""
    sgf: int | None = None
    usual: str | None = None
    variants: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    logs: str | None = None
    words: tuple[tuple[str, str], ...] = ()
    foreign: tuple[tuple[str, str], ...] = ()
