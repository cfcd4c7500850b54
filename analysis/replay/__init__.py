"""Replays: a record on the board, its findings, its positions and its verdict."""

from analysis.replay.replay import Replay, replay, settle_doubts
from analysis.replay.setup import PlayedPly

__all__ = ["PlayedPly", "Replay", "replay", "settle_doubts"]
