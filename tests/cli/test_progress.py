"""The progress line, which appears on terminals only."""

import io
import sys

import pytest

from analysis.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def shown(monkeypatch, clock, stream, sources, **options):
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(sources, **options) as told:
        clock[0] += 10
        told.update(3000, 250_000, 25_000)
        text = stream.getvalue()
        clock[0] += 0.1
        told.update(3001, 250_001, 25_001)
        assert stream.getvalue() == text, "it is written anew a few times a second at most"
    return text


@pytest.fixture
def source(tmp_path):
    (tmp_path / "a.txt").write_bytes(b" " * 60_000)
    (tmp_path / "b.txt").write_bytes(b" " * 40_000)
    return str(tmp_path)


def test_a_terminal_is_shown_a_bar_and_the_time_that_is_left(monkeypatch, clock, source):
    stream = Terminal()
    text = shown(monkeypatch, clock, stream, [source])
    assert text == "\r[#####...............]  25%  3,000 games, 25,000 plies/s, 0:30 left"
    assert stream.getvalue() == text + "\r" + " " * (len(text) - 1) + "\r"


def test_of_standard_input_nobody_knows_how_much_is_left(monkeypatch, clock, source):
    text = shown(monkeypatch, clock, Terminal(), [source, "-"])
    assert text == "\r3,000 games, 25,000 plies/s"


@pytest.mark.parametrize(
    ("stream", "options"),
    [(io.StringIO(), {}), (Terminal(), {"shown": False})],
    ids=["no terminal", "nothing to be shown"],
)
def test_others_are_shown_nothing(monkeypatch, clock, source, stream, options):
    assert shown(monkeypatch, clock, stream, [source], **options) == ""
    assert stream.getvalue() == ""
