"""The games on the page: tags, verdict and key positions of each."""

from collections.abc import Mapping

from analysis.games import find
from analysis.report.collect import GameEntry, ReportCounts
from analysis.report.html import Child, Markup, element, from_record, join
from analysis.report.key_positions import KeyPosition
from analysis.report.page import file_link
from analysis.text import plural
from records.model import UNDECIDED, player_of

IN_HEADING = ("White", "Black", "Red", "Blue", "Green")
"""Tags that name players."""

UNSHOWN = frozenset({"Game", "Variant", "Dialect", "Result", *IN_HEADING})
"""Tags that are not listed, because they are elsewhere on the page."""

LETTERS = 600
"""Most letters of a comment on the page."""

TAGS = 12
"""Most tags of one game on the page."""


def games_section(counts: ReportCounts, diagrams: int) -> Markup:
    """Return the games with diagrams, and the number of the others."""
    if not counts.entries:
        return element("p", "No games are shown." if counts.games else "There are no games.")
    left = sum(counts.played.values()) - len(counts.entries)
    about: list[Child] = [
        "The key positions of a game are those after the first capture, after the ply from which "
        "the winner led to the end, and after the last ply."
    ]
    if left:
        about += [
            f" Shown: the first {plural(diagrams, 'record')} of each game; ",
            f"the {left:,} others are in ",
            file_link("games.csv"),
            ".",
        ]
    articles = (_game(number, one) for number, one in enumerate(counts.entries, start=1))
    return join([element("p", about), *articles])


def _game(number: int, one: GameEntry) -> Markup:
    source = f"{one.source.path}, game {one.source.game}, line {one.source.line}"
    verdict = element("b", one.verdict, class_="good" if one.verdict == "valid" else "bad")
    return element(
        "article",
        element("h3", f"{number}. ", _players(one)),
        element("p", verdict, ": ", from_record(one.sentence)),
        element("ul", (element("li", from_record(text)) for text in one.findings))
        if one.findings
        else None,
        element("dl", _entry("Record", source), _result(one), _tags(one.tags)),
        _comment(one.comment),
        element("div", map(_key_position, one.key_positions), class_="moments"),
        class_="game",
    )


def _players(one: GameEntry) -> Child:
    """Return the title of the game, and the players in the order of their tags."""
    names = list(filter(None, (player_of(one.tags, tag) for tag in IN_HEADING)))
    title = find(one.game).title
    if not names:
        return title
    between = [[" – " if index else "", from_record(name)] for index, name in enumerate(names)]
    return [title, ": ", *between]


def _result(one: GameEntry) -> Child:
    return None if one.result == UNDECIDED else _entry("Result", one.result)


def _tags(tags: Mapping[str, str]) -> Child:
    listed = [(name, text) for name, text in tags.items() if name not in UNSHOWN and text]
    return [_entry(name, text) for name, text in listed[:TAGS]]


def _entry(name: str, text: str) -> Markup:
    return element("div", element("dt", from_record(name)), element("dd", from_record(text)))


def _comment(text: str) -> Child:
    """Return a comment of at most `LETTERS` letters; nothing for an empty one."""
    short = text if len(text) <= LETTERS else f"{text[:LETTERS]}…"
    return element("p", from_record(short), class_="soft") if text.strip() else None


def _key_position(one: KeyPosition) -> Markup:
    return element(
        "figure",
        element("img", src=one.file, alt=one.description, loading="lazy"),
        element("figcaption", element("b", one.heading), one.caption, _comment(one.comment)),
    )
