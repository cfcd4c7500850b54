"""Tables: a row for each ply or each game, as Arrow batches, data frames and files."""
