"""Select games by a condition and by a position that they reach.

Prints::

    [25, 21]
    [24]
"""

import ludograph

match = "classic:megiddo-match"
print([game.played for game in ludograph.select(match, "winner = red and plies > 20")])
board = ludograph.start("megiddo", "master").play("F6")
print([game.record.source.line for game in ludograph.select(match, position=board)])
