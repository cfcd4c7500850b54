"""A move that breaks a rule raises the finding: the rule, its numbers, and what may be meant.

Prints::

    off-board - meant 2.7.2N2 - the tail of the phalanx would be on row 0, c
    capture-count - meant 2.7.2N2 - x1 is written, but the move takes nothing
    unreadable - 'castles': expected a row number, found 'castle' - column 0
"""

import ludograph

board = ludograph.start("epaminondas")
for text in ("2.7.3N2", "2.7.2N2x1", "castles"):
    try:
        board.play(text)
    except ludograph.IllegalMove as error:
        print(error.finding.code, "- meant", *error.finding.suggestions[:1], "-", str(error)[:44])
    except ludograph.UnreadableMove as error:
        print("unreadable -", error, "- column", error.column)
