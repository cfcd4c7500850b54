"""What games of phalanxes on a rectangular board share: not a game, but most of several.

A *phalanx* is an unbroken line of pieces of one side; it moves along itself. A game brings its own
captures, its own end, and whatever its laws add. The files are those of every game.
"""
