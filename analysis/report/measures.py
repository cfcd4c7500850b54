"""The section of a report on the results and measures of each kind of games."""

from collections.abc import Sequence

from analysis.games import find
from analysis.openings.lines import MARK
from analysis.pages.html import Child, Markup, element, join
from analysis.report.figures import TO, interval, marked, middle, number, percent, quartiles
from analysis.report.page import file_link, rules_of, table, with_code
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.significance import LEVEL, benjamini_hochberg
from analysis.statistics.summaries import Summary
from analysis.statistics.survival import Survival

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
            "" if one.state_space is None else f"{one.state_space:.0f}",
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
    """Return the results, tested against those of an even game."""
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
            interval(one.wins[0]) if enough else "",
            percent(one.draws),
            one.evenness.of,
            marked(one.evenness.p, adjusted.get(place)),
            number(one.survival.median),
            _ends(one.survival),
            number(one.measures["balance"]) if enough else "",
            number(one.measures["completion"]),
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
    """Return a measure, with the number of games that it is of where not all have it."""
    spread = one.spreads[name]
    some = f" of {spread.count:,}" if 0 < spread.count < one.length.count else ""
    return f"{quartiles(spread)}{some}"


def _lasted(one: Summary) -> str:
    """Return the median length with the quartiles, by Kaplan and Meier; of one game its own."""
    half, known = one.survival, one.length.count > 1
    ends = (half.low_quartile, half.high_quartile) if known else (None, None)
    return middle(half.median, *ends)


def _ends(found: Survival) -> str:
    """Return the interval of a median length; empty where neither end is reached, or of few."""
    if found.finished < ENOUGH or (found.low is None and found.high is None):
        return ""
    return TO.join(f"{end:g}" if end is not None else "?" for end in (found.low, found.high))


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
