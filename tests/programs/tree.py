"""The tree of first moves, and statistics, as data frames.

Prints::

     ply move  times
       0           3
       1   A6      2
    [3.0]
    24 [19, 25, 21]
"""

import ludograph

match = "classic:megiddo-match"
lines = ludograph.openings(match, depth=2, min_count=2)
print(lines[["ply", "move", "times"]].to_string(index=False))
values = ludograph.statistics(match)
print(values[values.item == "games"]["count"].tolist())
print(ludograph.plies(match).captured.sum(), ludograph.games(match).plies.tolist())
