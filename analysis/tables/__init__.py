"""Tables with a row for each ply or each game, as Arrow batches, data frames and files."""

from analysis.tables.frames import arrow_batches, games, plies

__all__ = ["arrow_batches", "games", "plies"]
