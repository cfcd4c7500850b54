"""The columns of the tables: their order, their names, and what games add to them."""

import pandas
import pytest

from analysis.games import GAMES
from analysis.games.measures import LONGEST, MATERIAL, MOVE_COLUMNS, Column
from analysis.openings.lines import to_frame
from analysis.tables.schema import GAME_COLUMNS, ply_columns, with_columns_of

PLIES = """
    path game_id ply number side text move captured position game variant kind captured_points
    from_point to_point group_size direction distance displaced gipf_piece row_lengths returned
    line_kinds chain_depth material_1 material_2 material_3 far_row_1 far_row_2 reserve_1 reserve_2
    gipf_1 gipf_2 longest_1 longest_2 longest_3 score_1 score_2 score_3 leader legal_moves
    key folded
"""
ALL_GAMES = """
    path game_id game variant dialect plies valid result winner reason verdict ended sides first
    player_1 player_2 player_3 captures capture_plies first_capture lead_changes decisive behind
    score_1 score_2 score_3 board covered accepted tags
"""
OWN = Column("heat", "count", "pieces that glow")
CLASH = Column("kind", "number", "another kind")


def test_the_order_of_columns_is_fixed():
    assert [column.name for column in ply_columns()] == PLIES.split()
    assert [column.name for column in GAME_COLUMNS] == ALL_GAMES.split()


def test_no_column_of_a_data_frame_hides_an_attribute():
    names = {column.name for column in (*ply_columns(), *GAME_COLUMNS)}
    attributes = {*dir(pandas.DataFrame), *dir(pandas.Series)}
    # Methods of pandas 2 that are gone in 3.
    assert attributes & (names | set(to_frame([]).columns)) <= {"first", "last"}


@pytest.mark.parametrize(
    ("declared", "neighbours"),
    [
        ((*MOVE_COLUMNS, OWN, *MATERIAL), ("chain_depth", "material_1")),
        ((*MATERIAL, OWN, *LONGEST[:2]), ("gipf_2", "longest_1")),
        ((*MATERIAL, OWN), ("folded", None)),
        ((OWN,), ("folded", None)),
    ],
    ids=["move", "board", "last", "alone"],
)
def test_a_column_of_a_game_stands_before_the_shared_one_that_follows_it(declared, neighbours):
    own = [game.measures().COLUMNS for game in GAMES.values()]
    names = [column.name for column in with_columns_of([*own, declared])]
    place = names.index("heat")
    assert (names[place - 1], (*names, None)[place + 1]) == neighbours
    names.remove("heat")
    assert names == [column.name for column in with_columns_of(own)]


def test_games_may_share_a_column():
    alone = with_columns_of([(*MOVE_COLUMNS, OWN, *MATERIAL)])
    assert with_columns_of([(*MOVE_COLUMNS, OWN, *MATERIAL), (OWN, *MATERIAL[:2])]) == alone


def test_games_cannot_declare_different_columns_of_one_name():
    with pytest.raises(ValueError, match="two games declare different columns"):
        with_columns_of([*(game.measures().COLUMNS for game in GAMES.values()), (CLASH,)])
