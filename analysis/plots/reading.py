"""How plots are read, in plain words, for people who do not work with statistics."""

_CURVES = (
    "The line is the middle value of all games at that move: half of the games are above it and "
    "half below. The pale band holds the middle half of the games. The grey steps at the foot "
    "count the games that go on to that move (numbers at the right): far to the right only the "
    "long games are left, which are not typical. Dots without a line stand for fewer than five "
    "games."
)

READING = {
    "lengths": (
        "Each bar counts the games that lasted so many plies; hatched games broke off, were cut "
        "off or have no result. Half of the games last longer than the dashed line; the true "
        "middle is likely in the grey area around it."
    ),
    "balance": (
        "Each dot is the share of games that the side moving first won, a draw being divided; the "
        "line through it is where the true share likely is. A line that crosses the upright mark "
        "is compatible with a fair game."
    ),
    "openings": (
        "Each column is a ply, and to the right of a move are the answers to it. The higher a "
        "block, the more games went that way; its shade is how well the side that played it "
        "scored. Hatched blocks have fewer than five games with a result."
    ),
    "captures": (
        "The height is how many pieces a side takes with one move, on average, at that stage of "
        "the game. The band is where the true average likely is. The grey steps at the foot count "
        "the games that go on to that move; dots without a line stand for fewer than five moves."
    ),
    "capture-map": (
        "The darker a point (on a dark screen: the lighter), the more pieces are captured on it. "
        "Points in the colour of the board had no capture. Each board has a scale of its own."
    ),
    "material": _CURVES,
    "reserve": _CURVES,
    "score": _CURVES,
    "branching": _CURVES,
}
"""A text for each plot, by name."""
