import pytest

from analysis import diagrams, replay
from analysis.diagrams import canonical_text, draw_ply, ply_caption, ply_scenes
from records import Record
from tests.drawing.demonstration import MOVES, moment


def verdict(*, as_recorded: bool = False, moves: tuple[str, ...] = MOVES):
    record = Record(moves, "epaminondas", "standard", "abbott")
    return replay(record, as_recorded=as_recorded)


def test_a_ply_is_drawn_with_its_move_and_caption():
    position, move, before = moment(7)
    expected = diagrams.draw(
        position,
        "svg",
        caption="4. 4.7.4N3x3 (White, ply 7)",
        last=move,
        before=before,
        labels="numbers",
    )
    assert draw_ply(verdict(), 7, "svg") == expected


@pytest.mark.parametrize("flip", [False, True], ids=["as White", "as Black"])
def test_scenes_are_those_of_the_plies(flip):
    game = verdict()
    for number, scene in zip((0, 7, 23), ply_scenes(game, (0, 7, 23), flip=flip), strict=True):
        assert scene.title in draw_ply(game, number, "svg", flip=flip).decode()


def test_an_illegal_move_that_was_carried_out_is_captioned_as_written():
    game = verdict(as_recorded=True, moves=("2.7.2N3",))
    *_, last = game.plies()
    assert (last.move, canonical_text(game, last)) == (None, "2.7.2N3")
    assert ply_caption(game, last) == "1. 2.7.2N3 (White, ply 1), illegal, played as recorded"


def test_a_record_of_no_game_is_not_drawn():
    with pytest.raises(ValueError, match="without a start"):
        draw_ply(replay(Record(("e4",))), 0, "svg")
