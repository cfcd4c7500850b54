"""What commands share: numbers with their words, and how far long work has come."""

import io
import sys

import pytest

from analysis.cli import options
from analysis.cli.options import plural, watched
from records import Record

COUNTS = {
    (0, "game"): "0 games",
    (1, "game"): "1 game",
    (12_345, "game"): "12,345 games",
    (1, "ply"): "1 ply",
    (2, "ply"): "2 plies",
}


@pytest.mark.parametrize(("counted", "words"), COUNTS.items(), ids=COUNTS.values())
def test_numbers_with_their_words(counted, words):
    assert plural(*counted) == words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "patience", "told"),
    [(Terminal(), -1, True), (Terminal(), 60, False), (io.StringIO(), -1, False)],
    ids=["long work on a terminal", "short work on a terminal", "no terminal"],
)
def test_a_terminal_is_told_how_far_long_work_has_come(monkeypatch, stream, patience, told):
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(options, "PATIENCE", patience)
    games = [Record(result=result) for result in ("1-0", "0-1", "*")]
    assert list(watched(games)) == games
    shown = stream.getvalue()
    assert ("\r3 games, " in shown) == told
    assert shown.endswith("\r") == told
