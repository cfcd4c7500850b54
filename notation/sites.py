"""Names of a game in file formats and on sites."""

from typing import NamedTuple


class SiteNames(NamedTuple):
    """The names of one game in file formats and on sites.

    Attributes:
        title: the game's name as sites print it.
        players: names of the sides in tags, in the order of moving.
        identifier: Abstract Play's short name of the game; empty if it is the title.
        sgf: the game's number in the Smart Game Format's list of games; None if it has none.
        usual: variant string of Abstract Play's default variant; None if that site lacks the game.
        variants: Abstract Play's names of other variants, each with its variant string.
        labels: the labels of set-ups in the languages of Abstract Play, each with the set-up's name
            in ``variants``. The name is empty for the default set-up.
        logs: ``module:name`` of the readers of a site's logs; None if no site has logs of the game.
            It is a mapping from the site's name of a set-up, in lower case, to a class or function
            that returns a ``records.sgf.boardspace.SiteLog``.
        words: names of variants in titles and tags, in lower case without accents, each with the
            corresponding part of a variant string.
        foreign: unsupported formats of other programs: for each a regular expression that matches
            one of the first lines of a file, and a description for messages.
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
