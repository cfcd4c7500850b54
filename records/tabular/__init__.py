"""Records as tables: a row for each ply or each game, as CSV and Parquet."""
