"""The text reader: text diagrams are no games."""

import pytest

from analysis.diagrams import text
from analysis.replay import replay
from records import read
from tests.records.samples import codes, messages, read_all, read_one

CLASSICS = ("epaminondas-demonstration", "crossings-answered", "gipf-tournament", "megiddo-double")


def diagrams(name):
    """Yield the diagrams of a bundled game after each of some plies."""
    (record, *_) = read(f"classic:{name}")
    plies = list(replay(record).plies())
    for ply in (plies[0], plies[len(plies) // 2], plies[-1]):
        yield text(ply.after, last=ply.move, before=ply.before)
        yield text(ply.before, caption="a caption", flipped=True)


@pytest.mark.parametrize("name", CLASSICS)
def test_a_diagram_is_refused_by_name(name):
    for diagram in diagrams(name):
        (record,) = read_all(diagram)
        assert (record.moves, codes(record)) == ((), ["no-game", "diagram"])
        assert "a diagram of a position" in messages(record)


@pytest.mark.parametrize("name", CLASSICS)
def test_a_diagram_before_a_game_is_skipped_with_a_note(name):
    for diagram in diagrams(name):
        record = read_one(f"{diagram}\n\n1. 2.7.2N2 11.6.2SE2\n")
        assert record.moves == ("2.7.2N2", "11.6.2SE2")
        assert codes(record) == ["diagram"]


@pytest.mark.parametrize("game", ["epaminondas", "crossings", "gipf", "megiddo"])
def test_no_first_position_is_read_as_moves(game):
    (record,) = read_all(text(_start(game)))
    assert not record.moves


def _start(game):
    return replay(read_one(f'[Game "{game}"]\n\n*\n')).start
