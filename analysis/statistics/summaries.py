"""Everything there is to say of a group of games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.statistics.captures import COLUMNS as CAPTURE_COLUMNS
from analysis.statistics.captures import Counts, captures, removing
from analysis.statistics.estimates import Distribution, Proportion, rounded
from analysis.statistics.groups import Group, groups
from analysis.statistics.per_game import SCORES, courses, owners

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (*CAPTURE_COLUMNS, *SCORES, "legal_moves")
"""The columns of plies that `summarize` looks at."""

PLACES = ("first", "second", "third")
"""Players in the order in which they moved."""

DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Summary:
    """What there is to say of a group of games.

    Attributes:
        keys: what the games share.
        records: how many records there are.
        valid: how many of them break no rule.
        broken: how many could not be played to their end; all else is said of the others.
        plies: plies of the games that could be played to their end.
        length: their lengths in plies.
        wins: share of the finished games that each player won, in the order of moving.
        draws: share of the finished games that nobody won.
        unfinished: games of which neither the board nor the record tells a result.
        endings: how the games ended.
        measures: the measures of ``docs/measures.md`` by name; None where there is nothing to
            measure.
        spreads: measures that have a value for each game.
        captures: distributions of captures.
    """

    keys: dict[str, str | None]
    records: int
    valid: int
    broken: int
    plies: int
    length: Distribution
    wins: tuple[Proportion, ...]
    draws: Proportion
    unfinished: int
    endings: dict[str, Proportion]
    measures: dict[str, float | None]
    spreads: dict[str, Distribution]
    captures: dict[str, Counts]

    @property
    def games(self) -> int:
        """Games that could be played to their end."""
        return self.records - self.broken

    def to_json(self) -> dict[str, Any]:
        """Return the summary as a JSON object."""
        return {
            **self.keys,
            "records": self.records,
            "valid": self.valid,
            "broken": self.broken,
            "plies": self.plies,
            "length": self.length.to_json(),
            "wins": {
                place: share.to_json() for place, share in zip(PLACES, self.wins, strict=False)
            },
            "draws": self.draws.to_json(),
            "unfinished": self.unfinished,
            "endings": {name: share.to_json() for name, share in self.endings.items()},
            "measures": {name: rounded(value) for name, value in self.measures.items()},
            "spreads": {name: spread.to_json() for name, spread in self.spreads.items()},
            "captures": self.captures,
        }


def summarize(
    games: "pd.DataFrame", plies: "pd.DataFrame", by: Sequence[str] = ("variant",)
) -> Iterator[Summary]:
    """Yield a summary of each group of games.

    Args:
        games: the table of games.
        plies: the table of plies, with the columns `COLUMNS` at least.
        by: what to group by; see `analysis.statistics.groups.groups`.

    Raises:
        NoSuchGroup: the games cannot be grouped by that.
    """
    games = games.reset_index(drop=True)
    games = games.join(courses(plies, games))
    taking = removing(plies.assign(owner=owners(plies, games)))
    for group in groups(games, by):
        sound = group.games[(group.games["ended"] != "broken").to_numpy(bool)]
        yield _summary(group, sound, taking[taking["owner"].isin(sound.index)])


def _summary(group: Group, sound: "pd.DataFrame", taking: "pd.DataFrame") -> Summary:
    finished = sound[sound["verdict"].notna()]
    wins, draws = results(finished)
    return Summary(
        keys=group.keys,
        records=len(group.games),
        valid=int(group.games["valid"].sum()),
        broken=len(group.games) - len(sound),
        plies=int(sound["plies"].sum()),
        length=Distribution.of(sound["plies"]),
        wins=wins,
        draws=draws,
        unfinished=len(sound) - len(finished),
        endings=endings(sound),
        measures=measures(wins, draws, len(sound)),
        spreads=spreads(sound),
        captures=captures(taking),
    )


def results(finished: "pd.DataFrame") -> tuple[tuple[Proportion, ...], Proportion]:
    """Return the shares of finished games that each player won, and of those nobody won.

    Players are told apart by the order in which they moved.
    """
    verdicts = finished["verdict"].astype(object)
    drawn = (verdicts == DRAW).to_numpy(bool)
    won = finished[~drawn]
    sides = won["sides"].to_numpy(int)
    places = (verdicts[~drawn].astype(int).to_numpy() - won["first"].to_numpy(int)) % sides
    most = int(finished["sides"].max()) if len(finished) else 2
    wins = [Proportion(int((places == place).sum()), len(finished)) for place in range(most)]
    return tuple(wins), Proportion(int(drawn.sum()), len(finished))


def endings(sound: "pd.DataFrame") -> dict[str, Proportion]:
    """Return how games ended, the most frequent way first."""
    counts = sound["ended"].astype(str).value_counts()
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(name): Proportion(int(count), len(sound)) for name, count in pairs if count}


def measures(wins: Sequence[Proportion], draws: Proportion, games: int) -> dict[str, float | None]:
    """Return the measures of a group that its results tell."""
    finished, decided = draws.of, int(sum(share.count for share in wins))
    shares = [share.count / finished for share in wins] if finished else []
    return {
        "completion": Proportion(decided, games).value,
        "drawishness": draws.value,
        "advantage": Proportion(wins[0].count + draws.count / len(wins), finished).value,
        "balance": 1 - (max(shares) - min(shares)) if shares else None,
    }


def spreads(sound: "pd.DataFrame") -> dict[str, Distribution]:
    """Return the spreads of the measures that have a value for each game."""
    import pandas as pd

    length = sound["plies"].where(sound["plies"] > 0).astype("Float64")
    found: dict[str, pd.Series[Any]] = {
        "first capture": sound["first_capture"],
        "captured pieces": sound["captures"],
        "lead changes": sound["lead_changes"],
        "lead change rate": sound["lead_changes"] / length,
        "decisiveness": sound["decisive"] / length,
        "behind": sound["behind"] / length,
        "drama": sound["drama"],
        "stability": sound["stability"],
        "coverage": sound["covered"] / sound["board"].astype("Float64"),
        "branching": sound["branching"],
        "choices": sound["choices"],
        "tree": sound["tree"],
    }
    return {name: Distribution.of(values) for name, values in found.items()}
