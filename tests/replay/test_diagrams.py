"""The text reader: text diagrams are positions of games, and not games."""

import pytest

from analysis.diagrams import text
from analysis.drawing.picture import PictureOptions
from analysis.replay import replay
from records import read
from tests.cases import each_case
from tests.records.samples import codes, messages, read_all, read_one

CLASSICS = ("epaminondas-demonstration", "crossings-answered", "gipf-tournament", "megiddo-double")


def diagrams(name):
    """Yield diagrams of a bundled game after some plies."""
    (record, *_) = read(f"classic:{name}")
    plies = list(replay(record).plies())
    for ply in (plies[0], plies[len(plies) // 2], plies[-1]):
        yield text(ply.after, last=ply.move, before=ply.before)
        yield text(ply.before, PictureOptions(caption="a caption", flip=True))


@each_case("name", CLASSICS)
def test_a_diagram_is_refused_by_name(name):
    for diagram in diagrams(name):
        (record,) = read_all(diagram)
        assert (record.moves, codes(record)) == ((), ["no-game", "diagram"])
        assert "a diagram of a position" in messages(record)


@each_case("name", CLASSICS)
def test_a_diagram_of_another_game_is_left_out_with_a_note(name):
    for diagram in diagrams(name):
        record = read_one(f"{diagram}\n\n1. 2.1.1N1 7.1.1S1\n", game="crossings")
        assert (record.moves, record.diagrams[0].ply) == (("2.1.1N1", "7.1.1S1"), 0)
        found = replay(record).notes
        assert {one.code for one in found} >= {"diagram"}


@pytest.mark.parametrize("above", ["1. D3 B4\n2. A4 C2 *", "D3 B4\nA4 C2", "1. D3\n\n*"])
def test_no_line_above_a_diagram_is_lost(above):
    alone = read_one(above)
    for name in CLASSICS:
        for diagram in diagrams(name):
            record = read_one(f"{above}\n\n{diagram}\n")
            assert (record.moves, record.result) == (alone.moves, alone.result)
            assert [one.ply for one in record.diagrams] == [len(alone.moves)]


@each_case("flipped", [False, True], ids=["upright", "flipped"])
@each_case("name", CLASSICS)
def test_a_diagram_before_the_moves_is_their_start(name, flipped):
    (record, *_) = read(f"classic:{name}")
    plies = list(replay(record).plies())
    at = len(plies) // 2
    diagram = text(plies[at].before, flipped=flipped)
    moves = "\n".join(ply.text for ply in plies[at:])
    tags = f'[Game "{record.game}"]\n' + (
        f'[Variant "{record.variant}"]\n' if record.variant else ""
    )
    for written in (f"{tags}\n{diagram}\n\n{moves}\n", f"{diagram}\n\n{tags}\n{moves}\n"):
        game = replay(read_one(written))
        assert game.record.start == str(plies[at].before)
        assert (game.played, str(game.position)) == (len(plies) - at, str(plies[-1].after))
        assert "read as the start position" in note_of(game, "diagram")


def note_of(game, code):
    """Return the message of the only finding with a code."""
    (found,) = (one for one in game.findings if one.code == code)
    return found.message


MOVES = "1. 2.7.2N2 11.6.2SE2\n2. 2.8.1SW1 11.11.2SW2\n"


def shown(count, flipped=False, text_of=MOVES):
    """Return the diagram of the position after ``count`` plies."""
    return text(list(replay(read_one(text_of)).positions())[count], flipped=flipped)


@pytest.mark.parametrize("flipped", [False, True], ids=["upright", "flipped"])
def test_a_diagram_of_the_end_above_the_moves_is_no_start(flipped):
    game = replay(read_one(f"{shown(4, flipped)}\n\n{MOVES}"))
    assert (game.valid, game.record.start) == (True, None)
    assert "the position after the last move" in note_of(game, "diagram")


def test_two_diagrams_before_the_moves_are_left_out():
    game = replay(read_one(f"{shown(0)}\n\n{shown(2)}\n\n{MOVES}"))
    assert "several" in note_of(game, "diagram")


def test_a_start_that_a_tag_names_is_compared_with_the_diagram():
    start = list(replay(read_one(MOVES)).positions())[2]
    game = replay(read_one(f'[Start "{start}"]\n\n{shown(0)}\n\n2. 2.8.1SW1 11.11.2SW2\n'))
    assert game.valid
    assert "differs from the record's start" in note_of(game, "diagram-differs")


@each_case("at", range(5))
@each_case("ply", range(5))
def test_a_diagram_among_the_moves_is_compared_with_the_position_there(at, ply):
    moves = MOVES.split()
    lines = [[f"{index // 2 + 1}. {moves[index // 2 * 3 + 1 + index % 2]}"] for index in range(4)]
    lines.insert(at, ["", shown(ply), ""])
    game = replay(read_one("\n".join(line for part in lines for line in part)))
    assert game.valid
    assert len(game.record.moves) == 4
    if at == 0:
        return
    if at == ply:
        assert f"shows the position after ply {at}" in note_of(game, "diagram")
    else:
        found = note_of(game, "diagram-differs")
        assert f"differs from the position after ply {at}: " in found
        assert (at, ply) != (4, 0) or found.endswith(", j10 has . for b, 4 more points")
