"""The page that steps through games: every frame is the diagram, every text is text."""

from dataclasses import replace

import pytest

from analysis import replay
from analysis.diagrams import compose, ply_diagram
from analysis.drawing.svg import shapes
from analysis.pages.view import game_page
from records import Record, read
from records.classics import classics
from tests.pages.pages import boards, data
from tests.report.test_html import read as parsed

WHOLE = [record for name in classics() for record in read(f"classic:{name}")]

GAMES = [replace(record, moves=record.moves[:8]) for record in WHOLE]

THREE = Record(("A1", "B1", "C1", "A2"), "megiddo", "base+players=3", "book")

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]></noscript><img src=x>",
    '"><b',
)


def diagrams(game, flipped):
    """Return the drawing of every position of a game, from the diagrams themselves."""
    for ply in (None, *game.plies()):
        position, _, options = ply_diagram(game, ply, flipped)
        yield shapes(compose(position, **options).shapes)


def test_the_page_has_every_frame_of_every_game():
    games = [replay(record) for record in (*GAMES, THREE)]
    html = game_page(games)
    for number, game in enumerate(games, start=1):
        assert boards(html, str(number)) == list(diagrams(game, False))
        assert boards(html, str(number), flipped=True) == list(diagrams(game, True))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts(text):
    details = {0: {"comment": text, "marks": text}}
    record = Record(
        ("A1", f"B1{text}"), "megiddo", "base", "book", {"Red": text, text: text},
        comment=text, details=details,
    )  # fmt: skip
    html = game_page([replay(record)] * 2, text)
    allowed = html.replace(" ", "").count("</script>")
    names = [name for name, _ in parsed(html).elements]
    assert names.count("script") == allowed == 5  # two games, shapes, index, program
    assert not {"img", "iframe", "link"} & set(names)
    whole = parsed(html)
    assert whole.text.count(text) >= 6
    head = parsed(data(html)["2"]["head"] + data(html)["2"]["moves"])
    assert not {"script", "img"} & {name for name, _ in head.elements}
    assert head.text.count(text) >= 5


def test_a_broken_game_has_its_good_part_its_error_and_the_rest():
    (record,) = read("classic:epaminondas-slip")
    game = replay(record)
    html = game_page([game])
    page = parsed(html)
    kinds = [attributes.get("class") for _, attributes in page.elements]
    assert (kinds.count("ply"), kinds.count("wrong"), kinds.count("unplayed")) == (6, 1, 1)
    struck = [attributes["class"] for name, attributes in page.elements if name == "s"]
    assert struck == ["wrong"]
    assert "a phalanx of 3 takes at most 2" in page.text
    assert "Did you mean 4.7.4N3x3" in page.text
    assert "(guessed)" in page.text
    assert len(boards(html, "1")) == 7


def test_moves_stand_in_the_columns_of_their_sides():
    def rows(record):
        html = game_page([replay(record)])
        moves = html[html.index('<ol class="of-') :]
        names = " ".join(name for name, _ in parsed(moves.partition("</ol")[0], False).elements)
        return names.replace("bdi", "").replace("wbr", "").replace("b ", "").split("li")[1:]

    three = [row.split() for row in rows(THREE)]
    assert [row.count("a") for row in three] == [3, 1]
    (game,) = read("classic:epaminondas-demonstration")
    start = str(replay(game).start)
    late = replace(game, start=start.replace(" w", " b"), moves=("11.6.2SE2",))
    assert [row.split() for row in rows(late)] == [["span", "span", "a"]]


def test_a_record_that_cannot_be_set_up_is_shown_with_its_moves():
    odd = Record(("A1",), "megiddo", "blitz", "book")
    html = game_page([replay(Record(("a", "b"))), replay(THREE), replay(odd)])
    page = parsed(html)
    assert "no game is named, and no known dialect reads these moves" in page.text
    assert "frames" not in data(html)["1"]
    assert "frames" not in data(html)["3"]
    assert len(boards(html, "2")) == 5


def test_the_first_game_is_there_without_the_script():
    page = parsed(game_page(map(replay, GAMES)))
    assert all(text in page.text for text in GAMES[0].moves)
    assert [name for name, _ in page.elements].count("svg") > 1
