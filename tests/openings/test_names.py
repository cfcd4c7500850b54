"""Files of opening names."""

import pytest

from analysis.games import GAMES, find
from analysis.openings.names import (
    InvalidOpeningNames,
    bundled_names,
    names_by_key,
    parse_names,
)
from tests.cases import each_case

TEXT = """\
# A comment, and a blank line.

epaminondas | | Mine | 2.7.2N2
 gipf|tournament|Corner|Gb2
megiddo | grand-master | Start | 6/6/6/6/6/6 r 0,0
"""


BAD = {
    "fields": ("gipf | Corner | Gb2", "2: expected game | variant | name | position or moves"),
    "no name": ("gipf | | | Gb2", "2: expected game"),
    "game": ("chess | | Open | e4", "2: no game 'chess'"),
    "variant": ("gipf | blitz | Open | b2", "variant 'blitz'"),
    "move": ("epaminondas | | Far | 2.7.2N9", "2: '2.7.2N9' is neither a position string"),
    "position": ("megiddo | | Start | 6/6 r 0,0", "2: position '6/6 r 0,0'"),
}


@each_case(("line", "message"), BAD.values(), ids=BAD)
def test_errors_have_the_number_of_the_line(line, message):
    with pytest.raises(InvalidOpeningNames) as stop:
        parse_names(f"# names\n{line}\n", "my.txt")
    assert str(stop.value).startswith("my.txt:2: ")
    assert message in str(stop.value)


def test_a_variant_that_is_named_holds_for_itself_alone():
    names = parse_names(TEXT, "names.txt")
    for game, variant, expected in (
        ("epaminondas", "standard", {"Mine"}),
        ("epaminondas", "standard+symmetry=off", {"Mine"}),
        ("epaminondas", "standard+rows=5+columns=6", set()),
        ("gipf", "tournament", {"Corner"}),
        ("gipf", "basic", set()),
        ("megiddo", "base", set()),
        ("megiddo", "grand-master", {"Start"}),
    ):
        found = names_by_key(names, game, find(game).variant(variant), fold=True)
        assert set(found.values()) == expected


def test_bundled_names_name_positions_that_there_are():
    names = bundled_names()
    assert {"Demonstration game", "Basic start"} <= {name.name for name in names}
    for name in names:
        variants = [name.variant or GAMES[name.game].default]
        assert any(
            name.name
            in names_by_key([name], name.game, find(name.game).variant(one), True).values()
            for one in variants
        )
