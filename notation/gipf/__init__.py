"""GIPF notations: two dialects write removals as lists of pieces, two as separate words."""

from notation.gipf.lists import Complete, Short
from notation.gipf.words import GipfDialect, Pbem, Steps
from notation.sites import SiteNames

DIALECTS: tuple[GipfDialect, ...] = (Complete(), Short(), Pbem(), Steps())
"""The dialects, likeliest first."""

SITE_NAMES = SiteNames(
    "GIPF",
    sgf=39,
    logs="records.sgf.boardspace_gipf:LOGS",
    words=(
        *((word, "basic") for word in ("basic", "base", "de base", "basique", "basis")),
        ("standard", "standard"),
        *((word, "tournament") for word in ("tournament", "tournoi", "turnier")),
    ),
    foreign=(
        (
            r"\[\d\d:\d\d:\d\d\.\d{3}\]: (?:Started a new |(?:WHITE|BLACK)[: ])",
            "a log of the program GipfGame, which leaves out the rows that are taken",
        ),
    ),
)
