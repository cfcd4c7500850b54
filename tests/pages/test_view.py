"""The page that steps through games: frames equal diagrams, and texts remain text."""

from dataclasses import replace
from pathlib import Path

from analysis import replay
from analysis.diagrams import compose, ply_diagram
from analysis.drawing.svg import groups, written
from analysis.pages.view import game_page
from records import Record, read
from records.classics import classics
from tests.cases import each_case
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
    """Return the drawing of every position of a game, by the functions for diagrams."""
    for ply in (None, *game.plies()):
        position, _, options = ply_diagram(game, ply, flipped)
        yield "".join(map(written, groups(compose(position, **options).shapes)))


def test_the_words_of_games_are_kept(kept):
    """Games that are broken, have three sides, begin with Black, or have no start."""
    (slip,), (game,) = read("classic:epaminondas-slip"), read("classic:epaminondas-demonstration")
    start = str(replay(game).start).replace(" w", " b")
    late = replace(game, start=start, moves=("11.6.2SE2",), details={0: {"comment": "A reply."}})
    odd = [Record(("A1",), "megiddo", "blitz", "book"), Record(("a", "b"))]
    # The first game is not packed.
    games = [replay(one) for one in (THREE, slip, THREE, late, *odd)]
    packed, lines = data(game_page(games)), []
    for number in map(str, range(2, len(games) + 1)):
        found = packed[number]
        lines.append(f"=== {number}: {len(found.get('frames', ()))} frames")
        lines += [found.get(name, "").replace("><", ">\n<") for name in ("head", "moves")]
    kept("\n".join(lines) + "\n", Path(__file__).with_name("games.txt"))


def test_a_page_of_one_game_has_no_list():
    games = [replay(record) for record in GAMES[:2]]
    assert ["view many" in game_page(games[:count]) for count in (1, 2)] == [False, True]


def test_the_page_has_every_frame_of_every_game():
    games = [replay(record) for record in (*GAMES, THREE)]
    html = game_page(games)
    for number, game in enumerate(games, start=1):
        assert boards(html, str(number)) == list(diagrams(game, False))
        assert data(html)[str(number)]["positions"] == list(map(str, game.positions()))
        assert boards(html, str(number), flipped=True) == list(diagrams(game, True))


@each_case("text", HOSTILE)
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


def test_the_first_game_is_there_without_the_script():
    html = game_page(map(replay, GAMES))
    page = parsed(html)
    caption = data(html)["1"]["captions"][-1]
    assert GAMES[0].moves[-1] in caption
    assert all(text in page.text for text in (*GAMES[0].moves, caption))
    assert [name for name, _ in page.elements].count("svg") > 1
