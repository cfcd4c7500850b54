"""The section of a report on the results and measures of each kind of games."""

from collections.abc import Sequence

from analysis.games import find
from analysis.openings.lines import MARK
from analysis.pages.html import Child, Markup, element, join
from analysis.report.page import file_link, rules_of, table, with_code
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.significance import LEVEL, benjamini_hochberg
from analysis.statistics.summaries import Summary
from analysis.statistics.wording import (
    NOTHING,
    between,
    fixed,
    from_to,
    marked,
    measure,
    median_range,
    percent,
    places_for,
    quartiles,
)

COURSE = ("first capture", "captured pieces", "lead changes", "branching", "tree")
"""The measures of the course of single games on the page."""

CHARACTER = ("drama", "decisiveness", "stability", "coverage")
"""Those of their character."""

Summaries = Sequence[Summary]


def title(one: Summary) -> str:
    """Return the title of a group's game."""
    return find(one.keys["game"] or "").title


def measures(summaries: Summaries) -> Markup:
    """Return results, endings and measures of each kind of game."""
    if not summaries:
        return element("p", "Without games there is nothing to measure.")
    course: list[Sequence[Child]] = [
        (
            title(one),
            rules_of(one),
            one.length.count,
            _lasted(one),
            *(_of(one, name) for name in COURSE),
            fixed(one.state_space, 1),
        )
        for one in summaries
    ]
    character: list[Sequence[Child]] = [
        (
            title(one),
            rules_of(one),
            one.length.count,
            *(_of(one, name) for name in CHARACTER),
        )
        for one in summaries
    ]
    ways = [
        (title(one), rules_of(one), with_code(f"`{way}`"), share.count,
         percent(share))
        for one in summaries
        for way, share in one.endings.items()
    ]  # fmt: skip
    return join(
        [
            _results(summaries),
            table(
                "Course of the games: median, and the middle half in brackets",
                ("game", "variant", "games", "length in plies", *COURSE, "state space, log10"),
                course,
                range(2, 5 + len(COURSE)),
            ),
            table(
                "Character of the games: median, and the middle half in brackets",
                ("game", "variant", "games", *CHARACTER),
                character,
                range(2, 3 + len(CHARACTER)),
            ),
            table("Endings", ("game", "variant", "ending", "games", "share"), ways, (3, 4)),
            element(
                "p",
                "Lengths are by Kaplan and Meier, as above. Behind a measure stands the number of "
                "games that have it, where not all do. A measure without a value has no game "
                "to be measured in, or was not counted (branching and tree need the option ",
                element("code", "--branching"),
                "). All values, means and deviations too, are in ",
                file_link("statistics.json"),
                ".",
            ),
        ]
    )


def _results(summaries: Summaries) -> Markup:
    """Return the table of results, with tests against even chances."""
    adjusted = adjusted_evenness(summaries)
    heads = (
        *("game", "variant", "finished", "unfinished", "first player wins", "95 % interval"),
        *("draws", "decided", "p of even chances", "median length", "95 % interval of it"),
        *("balance", "completion"),
    )
    rows = [
        (
            title(one),
            rules_of(one),
            one.draws.of,
            one.unfinished,
            percent(one.wins[0]),
            between(one.wins[0]) if enough else "",
            percent(one.draws),
            one.evenness.of,
            marked(one.evenness.p, adjusted.get(place)),
            fixed(one.survival.median, 1),
            median_range(one.survival),
            measure(one.measures["balance"]) if enough else "",
            measure(one.measures["completion"]),
        )
        for place, one in enumerate(summaries)
        for enough in (one.draws.of >= ENOUGH,)
    ]
    about = (
        "Shares are of the finished games, with Wilson's interval; the summary has that of Clopper "
        "and Pearson, of the decided games, which fits the test. The test is exact, of the decided "
        f"games against equal chances; {MARK} stands where p is below {LEVEL:g} after the "
        f"correction of Benjamini and Hochberg for all tests of the table. Fewer than {ENOUGH} "
        "games are nothing to estimate from: they have no interval and no test. The median length "
        "is that of Kaplan and Meier, which takes games that are not complete (unfinished, or cut "
        "off) for longer than what is known of them."
    )
    return join([table("Results", heads, rows, range(2, 13)), element("p", about, class_="soft")])


def _of(one: Summary, name: str) -> str:
    """Return a measure; where some games lack it, with the number of the others."""
    spread = one.spreads[name]
    some = f" of {spread.count:,}" if 0 < spread.count < one.length.count else ""
    if spread.median is None:
        return NOTHING
    places = places_for(spread.most or 0)
    return f"{_middle(fixed(spread.median, places), quartiles(spread, places))}{some}"


def _lasted(one: Summary) -> str:
    """Return the median length with the quartiles, by Kaplan and Meier; of one game its own."""
    half = one.survival
    known = one.length.count > 1
    ends = from_to(half.low_quartile, half.high_quartile) if known else NOTHING
    median = "?" if half.median is None and ends != NOTHING else fixed(half.median, 1)
    return _middle(median, ends)


def _middle(median: str, ends: str) -> str:
    """Return a median with the quartiles in brackets, if there are any."""
    return median if ends == NOTHING else f"{median} ({ends})"


def adjusted_evenness(summaries: Summaries) -> dict[int, float]:
    """Return the p-values of even games, adjusted for each other, by the places of the groups.

    Fewer than `ENOUGH` decided games are not tested.
    """
    tested = {
        place: one.evenness.p
        for place, one in enumerate(summaries)
        if one.evenness.p is not None and one.evenness.of >= ENOUGH
    }
    return dict(zip(tested, benjamini_hochberg(list(tested.values())), strict=True))
