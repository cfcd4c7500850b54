"""Replays: a record on the board, its findings, its positions and its verdict."""

from analysis.replay.replay import Replay, replay
from analysis.replay.setup import Ply

__all__ = ["Ply", "Replay", "replay"]
