"""Play random moves until the game is over.

Prints::

    29 plies: D1 A2 B2 C5 ... megiddo
    red - Red owns 1 of 24 lines: counter-clockwise spiral C
"""

from random import Random

import ludograph

chance = Random(2)
board = ludograph.start("megiddo")
moves: list[ludograph.Move] = []
while not board.outcome:
    move = chance.choice(board.legal_moves)
    moves.append(move)
    board = board.play(move)
print(len(moves), "plies:", *moves[:4], "...", board.outcome.reason)
print(board.outcome.winner, "-", board.outcome.message[:50])
