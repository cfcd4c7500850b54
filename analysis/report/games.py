"""The list of games on the page: what each record says, the verdict, and its key positions."""

from collections.abc import Mapping

from analysis.games import find
from analysis.report.collect import GameEntry, ReportCounts
from analysis.report.html import Child, Markup, element, join, said
from analysis.report.key_positions import KeyPosition
from analysis.report.page import file_link
from records.model import UNDECIDED

IN_HEADING = ("White", "Black", "Red", "Blue", "Green")
"""Tags that name players."""

UNSHOWN = frozenset({"Game", "Variant", "Dialect", "Result", *IN_HEADING})
"""Tags that are not listed, because they are said elsewhere."""

LETTERS = 600
"""Letters of a comment that the page shows."""

TAGS = 12
"""Tags of one game that the page lists."""


def games(tally: ReportCounts, diagrams: int) -> Markup:
    """Return the games that have diagrams, and how many have none."""
    if not tally.shown:
        found = "No game is shown." if tally.games else "There are no games."
        return element("p", found)
    left = sum(tally.kinds.values()) - len(tally.shown)
    about: list[Child] = [
        "The key positions are the first capture, the ply from which the winner was ahead to the "
        "end, and the last."
    ]
    if left:
        about += [
            f" Shown are the first {diagrams} games of each kind; the {left:,} others stand in ",
            file_link("games.csv"),
            ".",
        ]
    return join([element("p", about), *(_game(number, one) for number, one in _numbered(tally))])


def _numbered(tally: ReportCounts) -> list[tuple[int, GameEntry]]:
    return list(enumerate(tally.shown, start=1))


def _game(number: int, one: GameEntry) -> Markup:
    source = f"{one.source.path}, game {one.source.game}, line {one.source.line}"
    verdict = element("b", one.word, class_="good" if one.word == "valid" else "bad")
    return element(
        "article",
        element("h3", f"{number}. ", _players(one)),
        element("p", verdict, ": ", said(one.sentence)),
        element("ul", (element("li", said(text)) for text in one.findings))
        if one.findings
        else None,
        element("dl", _said("Record", source), _result(one), _tags(one.tags)),
        _comment(one.comment),
        element("div", map(_moment, one.moments), class_="moments"),
        class_="game",
    )


def _players(one: GameEntry) -> Child:
    """Return who played, in the order of the tags; the game where the record does not say."""
    names = [one.tags[tag] for tag in IN_HEADING if one.tags.get(tag)]
    title = find(one.game).title
    if not names:
        return title
    between = [[" – " if index else "", said(name)] for index, name in enumerate(names)]
    return [title, ": ", *between]


def _result(one: GameEntry) -> Child:
    return None if one.result == UNDECIDED else _said("Result", one.result)


def _tags(tags: Mapping[str, str]) -> Child:
    shown = [(name, text) for name, text in tags.items() if name not in UNSHOWN and text]
    return [_said(name, text) for name, text in shown[:TAGS]]


def _said(name: str, text: str) -> Markup:
    return element("div", element("dt", said(name)), element("dd", said(text)))


def _comment(text: str) -> Child:
    """Return a comment, cut where it is very long; nothing where there is none."""
    short = text if len(text) <= LETTERS else f"{text[:LETTERS]}…"
    return element("p", said(short), class_="soft") if text.strip() else None


def _moment(one: KeyPosition) -> Markup:
    return element(
        "figure",
        element("img", src=one.file, alt=one.description, loading="lazy"),
        element("figcaption", element("b", one.heading), one.caption, _comment(one.comment)),
    )
