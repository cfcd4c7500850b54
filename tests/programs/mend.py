"""Find the error of a record, mend it, and save the mended game.

Prints::

    6 of 8 capture-size
    ply 7: 4.7.3N3x3 -> 4.7.4N3x3 (0.97)
    [True]
"""

import ludograph

for game in ludograph.check("classic:epaminondas-slip"):
    print(game.played, "of", len(game.record.moves), game.violations[0].code)
    repair = ludograph.repair(game)
    for edit in repair.edits:
        print(f"ply {edit.ply}: {edit.written} -> {edit.meant} ({edit.confidence:.2f})")
    ludograph.save(repair, "mended.txt")
print([game.valid for game in ludograph.check("mended.txt")])
