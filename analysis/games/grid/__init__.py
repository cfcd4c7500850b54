"""The common rules, diagrams and measures of games of phalanxes on a rectangular board.

A *phalanx* is an unbroken line of pieces of one side, which moves along its line. Each game adds
its own rules of captures and of the end. The modules are the same as in the package of a game.
"""
