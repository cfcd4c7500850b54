"""Replays: a record on the board, its findings, its positions and its verdict."""
