"""Keep games in a library, and find who reached a position.

Prints::

    3 games
    Program A ply 2 ('C6', 'A4')
    [1]
"""

import ludograph

with ludograph.library("games.ludo", "w") as library:
    done = library.add("classic:megiddo-match")
    print(done.added, "games")
    for hit in library.search(position="F6 D4", any_symmetry=True):
        print(hit.tags["Red"], "ply", hit.ply, library.record(hit.number).moves[: hit.ply])
    print([hit.number for hit in library.search("plies < 20", player="program a")])
