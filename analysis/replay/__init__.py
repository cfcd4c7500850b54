"""Replays: a record on the board, its findings, its positions and its verdict."""

from analysis.replay.replay import Replay, replay, settle_doubts
from analysis.replay.setup import Ply

__all__ = ["Ply", "Replay", "replay", "settle_doubts"]
