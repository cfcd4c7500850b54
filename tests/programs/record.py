"""Record a game move by move, save it in a format, and read it back.

Prints::

    Anna True True r5/6/6/3b2/6/5r b 0,0
"""

import ludograph

board, texts = ludograph.start("megiddo"), list[str]()
for text in ("F6", "D4", "A1"):
    texts.append(board.write(text))
    board = board.play(text)
record = ludograph.Record(tuple(texts), "megiddo", "base", tags={"Red": "Anna", "Blue": "Ben"})
ludograph.save(record, "game.sgf")
(game,) = ludograph.check("game.sgf")
print(game.record.tags["Red"], game.valid, game.position == board, str(board))
