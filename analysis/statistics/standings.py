"""The players of a pool as sections: standings, crosstable, and what their ratings are worth."""

from collections.abc import Iterator, Sequence

from analysis.statistics.estimates import ENOUGH
from analysis.statistics.players import RatingPool, Standing
from analysis.statistics.section import Section, against_even, chance, percent
from notation.numbers import plural

CROSSED = 10
"""Largest number of players for whom there is a crosstable, and of names that are listed."""

LISTED = 40
"""Largest number of players who are all in the table."""

TOP, BOTTOM = 20, 10
"""Players who are in the table of more."""

HEADS = ("player", "games", "won", "drawn", "lost", "score", "rating", "\N{PLUS-MINUS SIGN}")


def standings(pool: RatingPool, rest: str) -> list[Section]:
    """Return the players of a pool, the highest rated first, with a crosstable of few.

    Args:
        pool: the players.
        rest: where those are who are not in the table, as words.
    """
    other = pool.left_out - pool.self_play
    left_out = f"; {other:,} without result or names left out" if other else ""
    left_out += f"; {pool.self_play:,} of self-play left out" if pool.self_play else ""
    players = plural(len(pool.standings), "player")
    title = f"{pool.title}: {players}, {plural(pool.games, 'game')}{left_out}"
    remarks = list(_remarks(pool))
    if not pool.standings:
        return [Section(title, remarks=remarks)]
    first = Section(title, HEADS, list(_rows(pool, rest)), [_whether_ranked(pool)], remarks)
    if not 2 < len(pool.standings) <= CROSSED:
        return [first]
    return [first._replace(remarks=()), _crosstable(pool, remarks)]


def _rows(pool: RatingPool, rest: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table; of more than `LISTED` players the first and the last."""
    placed = list(enumerate(pool.standings, start=1))
    if len(placed) <= LISTED:
        yield from map(_row, placed)
        return
    yield from map(_row, placed[:TOP])
    yield f"... {len(placed) - TOP - BOTTOM:,} more ({rest})", *[""] * (len(HEADS) - 1)
    yield from map(_row, placed[-BOTTOM:])


def _row(placed: tuple[int, Standing]) -> tuple[str, ...]:
    place, one = placed
    results = map(str, (one.games, one.wins, one.draws, one.losses))
    rating = f"{one.rating.value:.0f}", f"{one.rating.error:.0f}"
    return f"{place}. {one.name}", *results, percent(one.score), *rating


def _whether_ranked(pool: RatingPool) -> str:
    """Return whether the players differ, so that their order is a ranking."""
    found = pool.differing
    if found is None:
        return (
            f"{plural(pool.games, 'game')}, fewer than {ENOUGH}: too few to estimate; these "
            "ratings are made by the prior, and the order is no ranking."
        )
    tested = f"p {chance(found.p)}, {found.shuffles} shuffles of the results"
    if found.is_shown:
        return f"Players differ: their points vary more than those of equal players ({tested})."
    return (
        "The order is no ranking: nothing shows that the players differ, for their points vary "
        f"like those of equal players ({tested})."
    )


def _crosstable(pool: RatingPool, remarks: Sequence[str]) -> Section:
    names = [standing.name for standing in pool.standings]
    heads = ("points/games against", *(f"{place}." for place in range(1, len(names) + 1)))
    rows = [
        (f"{place}. {name}", *(_cell(pool, name, other) for other in names))
        for place, name in enumerate(names, start=1)
    ]
    return Section("", heads, rows, remarks=remarks)


def _cell(pool: RatingPool, one: str, other: str) -> str:
    share = pool.met.get((one, other))
    return f"{share.count:g}/{share.of}" if share else "\N{MIDDLE DOT}"


def _remarks(pool: RatingPool) -> Iterator[str]:
    yield from (f"Perhaps one person: {', '.join(names)}." for names in pool.alike[:CROSSED])
    if len(pool.alike) > CROSSED:
        yield f"{len(pool.alike) - CROSSED:,} more groups of names may be one person each."
    if len(pool.circles) > 1:
        yield (
            f"{len(pool.circles)} circles of players never met: ratings of different circles "
            "cannot be compared."
        )
    yield from _fit_remarks(pool)
    if pool.alone.of:
        yield f"One player on all sides: {against_even(pool.alone)}."


def _fit_remarks(pool: RatingPool) -> Iterator[str]:
    """Yield sentences on connected players, the first-move advantage, and the deviance."""
    parts, fit = pool.components, pool.fit
    if 0 < pool.games < ENOUGH:
        return
    if len(parts) > 1:
        shown = "; ".join(map(_some_names, parts[:CROSSED]))
        more = f"; and {len(parts) - CROSSED:,} more" if len(parts) > CROSSED else ""
        yield (
            f"{len(parts):,} sets of players who took points from each other ({shown}{more}): "
            "ratings of different sets are comparable by the prior alone."
        )
    if fit is None:
        if pool.games:
            yield "No game is between players of one such set: the model cannot be tested."
        else:
            yield "No rated game: nothing to estimate."
        return
    kept = "in the ratings" if fit.has_advantage else "not in the ratings"
    advantage = f"{fit.first.value:+.0f} \N{PLUS-MINUS SIGN} {fit.first.error:.0f}"
    tested = f"likelihood ratio {fit.ratio:.1f} with 1 degree of freedom, p {chance(fit.first_p)}"
    if fit.separable:
        yield f"First-move advantage {advantage}: {tested}; {kept}."
    else:
        yield (
            "First-move advantage: nothing to estimate; the same players moved first, so that it "
            "cannot be separated from their strength."
        )
    if not fit.freedom:
        yield "Fit: no degree of freedom is left to test the model."
        return
    few = "without a p-value, for few games of the same players"
    tested = few if fit.deviance_p is None else f"p {chance(fit.deviance_p)}"
    freedom = plural(fit.freedom, "degree")
    yield f"Fit: deviance {fit.deviance:.1f} with {freedom} of freedom, {tested}."


def _some_names(names: Sequence[str]) -> str:
    """Return names as a list, of many the first."""
    more = f" and {len(names) - CROSSED:,} more" if len(names) > CROSSED else ""
    return ", ".join(names[:CROSSED]) + more
