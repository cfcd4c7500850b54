import pytest

from analysis.games.diagram import DiagramReader, known_labels, spelled
from notation.errors import InvalidPosition, UnknownName
from notation.phalanx import Move

sides = ("white", "black")


def test_reader_says_at_the_end_what_was_expected():
    reader = DiagramReader("one\n")
    reader.next()
    reader.next()
    with pytest.raises(InvalidPosition) as caught:
        raise reader.next().wrong("something")
    assert str(caught.value) == ("diagram line 2: expected something, found the end of the diagram")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("White to move", 0),
        ("Black to move\n", 1),
        ("  Black   to move\nLast move: 4.7.4N3x3\n# and a caption", 1),
    ],
    ids=["white", "black", "move and caption"],
)
def test_reader_finds_whose_turn_it_is(text, turn):
    assert DiagramReader(text).turn(sides) == turn


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected 'White to move' or 'Black to move', found the end of the diagram"),
        ("Red to move", "line 1: expected 'White to move' or 'Black to move', found 'Red to move'"),
        ("White to move\n\nw w", "line 3: expected the end of the diagram, found 'w w'"),
    ],
    ids=["nothing", "unknown side", "more"],
)
def test_reader_refuses_other_endings(text, message):
    with pytest.raises(InvalidPosition) as caught:
        DiagramReader(text).turn(sides)
    assert str(caught.value) == f"diagram {message}"


@pytest.mark.parametrize(
    ("labels", "text"),
    [("numbers", "4.7.4N3x3"), ("letters", "g1xg7")],
    ids=["numbers", "letters"],
)
def test_moves_are_spelled_in_the_notation_that_goes_with_the_labels(labels, text):
    assert spelled("epaminondas", Move(4, 7, 4, "N", 3, 3), labels) == text


def test_moves_are_spelled_in_the_first_notation_if_none_has_the_labels():
    assert spelled("epaminondas", Move(4, 7, 4, "N", 3, 3), "runes") == "4.7.4N3x3"


def test_unknown_labels_are_told_the_known_ones():
    assert known_labels({}, "letters", "numbers") == "letters"
    with pytest.raises(UnknownName, match="no labels 'runes'; there are: letters, numbers"):
        known_labels({"labels": "runes"}, "letters", "numbers")
