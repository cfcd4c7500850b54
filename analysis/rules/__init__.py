"""The rules of the games, one file per game, and the shape that they share."""
