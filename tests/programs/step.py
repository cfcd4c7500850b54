"""Step through a recorded game: moves, captures, and the board at a ply.

Prints::

    4. white 4.7.4N3x3 takes 3: g7, g8, g9
    4. black 9.9.2SW2x1 takes 1: g7
    5. white 6.7.3N1x1 takes 1: g7
    7. black 12.8.2W1x1 takes 1: g12
    8. white 11.7.2N1x1 takes 1: g12
    8. black 4.8.4S3x1 takes 1: h1
    11. white 1.6.5E1x2 takes 2: g1, h1
    12. white 1.9.6W1x1 takes 1: h1
    23 True None True
"""

import ludograph

(record,) = ludograph.read("classic:epaminondas-demonstration")
game = ludograph.Game(record)
for ply in game.plies:
    if taken := ply.before.captured(ply.move):
        print(f"{ply.number}. {ply.side} {ply.text} takes {len(taken)}: {', '.join(taken)}")
print(game.played, game.valid, game.outcome, game.positions[-1] == game.position)
