"""Draw a position; a diagram in plain text is read again.

Prints::

    8 b b b b b b b b
    7 b b b b b b b b
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . w . . . .
    2 w w w . w w w w
    1 w w w w w w w w
      a b c d e f g h
    Black to move
"""

import ludograph

board = ludograph.start("crossings").play("d2-d3")
text = board.diagram()
print(text)
assert ludograph.position(text, "crossings") == board
assert board.diagram("svg", theme="print", marks=["d3"]).startswith("<svg")
assert ludograph.draw("classic:gipf-tournament", "text", ply=3, flip=True)
