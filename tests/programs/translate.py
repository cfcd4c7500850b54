"""Write a move in every notation of its game that has room for it.

Prints::

    abbott       2.6.3E1
    span         d2,f2-g2
    abstractplay d2-g2
"""

import ludograph

board = ludograph.position("2.7.2N2 11.6.2SE2", game="epaminondas")
move = board.move("2.6.3E1")
for dialect in ("abbott", "span", "abstractplay"):
    print(f"{dialect:13}{board.write(move, dialect)}")
