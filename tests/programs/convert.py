"""Convert games to another format and notation; what cannot be converted says why.

Prints::

    span g1,g2-g4 e12,f11-h9 d2,f2-g2
    not converted: capture-size
"""

import ludograph

for done in ludograph.convert(
    ["classic:epaminondas-demonstration", "classic:epaminondas-slip"], "jsonl:span"
):
    if done.record:
        ludograph.save(done, "game.jsonl")
        print(done.record.dialect, *done.record.moves[:3])
    else:
        print("not converted:", done.violations[0].code)
