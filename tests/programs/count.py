"""Count sequences of moves in all games, as engines are compared.

Prints::

    epaminondas [1, 114, 12996]
    crossings [1, 60, 3600]
    gipf [1, 30, 924]
    megiddo [1, 36, 1260]
"""

import ludograph

for game in ("epaminondas", "crossings", "gipf", "megiddo"):
    board = ludograph.start(game)
    divided = {str(one): ludograph.perft(board.play(one), 1) for one in board.legal_moves}
    assert sum(divided.values()) == ludograph.perft(board, 2)
    print(game, [ludograph.perft(board, depth) for depth in range(3)])
