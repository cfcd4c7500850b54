"""Play a game on a board, each move in another notation.

Prints::

    white 114
    2.7.2N2 = 2.7.2N2 = g1,g2-g4
    f12-f10 = 11.6.2S1 = f12,f11-f10
    4.7.2N1 = 4.7.2N1 = g3,g4-g5
    black w None None
"""

import ludograph

board = ludograph.start("epaminondas")
print(board.side, len(board.legal_moves))
for text in ("2.7.2N2", "f12-f10", "4.7.2N1"):
    move = board.move(text)
    print(text, "=", move, "=", board.write(move, "span"))
    board = board.play(move)
print(board.side, board["g4"], board["a5"], board.outcome)
