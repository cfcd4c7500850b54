"""What all dialects share: the memo, the registry, sniffing, and what importing costs."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import notation
from notation import UnknownName, UnreadableMove, find_dialect, sniff
from notation.phalanx import Move
from notation.phalanx.dialects import Abbott, PhalanxDialect, Span
from notation.registry import BUILT_IN, dialects, games
from tests.strategies import moves

ROOT = Path(__file__).parents[2]
EPAMINONDAS = dialects("epaminondas")
GAMES = list(games())


def fresh(kind: type[PhalanxDialect]) -> PhalanxDialect:
    """Return a dialect that has read nothing yet."""
    return kind("epaminondas", ((1, 2), (11, 12)), Move(4, 7, 4, "N", 3, 3))


def test_a_canonical_text_is_answered_from_the_memo():
    dialect = fresh(Abbott)
    assert dialect.read("4.7.4N3x3") is dialect.read("4.7.4N3x3")


def test_only_canonical_texts_are_remembered():
    dialect = fresh(Abbott)
    for text in ("4.7.4N3x3", "4.7.4n3x3", "4.7.4 N3x3"):
        dialect.read(text)
    with pytest.raises(UnreadableMove):
        dialect.read("4.7.4")
    assert list(dialect._readings) == ["4.7.4N3x3"]


def damaged(text: str, chance: random.Random) -> str:
    """Return a text with one or two characters left out, put in, or replaced by others of it."""
    others = ["", *text.replace("x", "")]  # x8 is a point off the board, or a cross before 8
    for _ in range(chance.randint(1, 2)):
        at, width = chance.randint(0, len(text)), chance.randint(0, 1)
        text = text[:at] + chance.choice(others) + text[at + width :]
    return text


@pytest.mark.slow
@pytest.mark.parametrize(
    "dialect", [one for game in GAMES for one in dialects(game)], ids=lambda one: one.name
)
def test_damaged_texts_that_are_canonical_are_what_the_grammar_reads(dialect):
    chance = random.Random(dialect.name)
    for text in [damaged(dialect.example, chance) for _ in range(200)]:
        quick = dialect._read_canonical(text)
        assert quick is None or quick == dialect._read_leniently(text), text
        assert dialect.canonical_text(text.replace(" ", "\0")) == (text if quick else None)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], True),
        (["f1,g2-h3", "h1,h3-h6"], True),
        (["f1,g2-h3", "F1,g2-h3"], False),
        (["f1,g2-h3", "e12,f11h9"], False),
        (["f1,g2-h3", "g2,f1-h3"], False),
        (["f1,g2-h3", "f1,g3-h4"], False),
        (["f1,g2-h3", "resigns"], False),
    ],
    ids=["none", "canonical", "upper-case", "no-dash", "ends-exchanged", "no-line", "no-move"],
)
@pytest.mark.parametrize("known", [False, True], ids=["unknown", "known"])
def test_a_dialect_vouches_for_canonical_texts_only(texts, expected, known):
    dialect = fresh(Span)
    if known:
        dialect.read("f1,g2-h3")
    assert dialect.are_canonical(texts) is expected


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["2.7.2N2", "11.6.2SE2"], "abbott"),
        (["2,7,2n2"], "abbott"),
        (["f1,g2-h3", "e12,f11h9"], "span"),
        (["h3-h4", "f1,g2-h3"], "span"),
        (["h3-h4", "e4xe9"], "abstractplay"),
        (["h3-h4"], "abstractplay"),
        (["e4:e9", "resigns"], "abstractplay"),
        (["resigns", "?"], None),
        ([], None),
    ],
)
def test_sniffing_finds_the_dialect_that_most_texts_have_the_shape_of(texts, name):
    found = sniff(iter(texts), EPAMINONDAS)
    assert (found and found.name) == name


def test_sniffing_may_look_among_some_dialects_only():
    assert sniff(["h3-h4"], [find_dialect("epaminondas", "span")]) is find_dialect(
        "epaminondas", "span"
    )
    assert sniff(["2.7.2N2"], []) is None


@given(st.sampled_from(EPAMINONDAS), moves())
def test_parse_finds_the_dialect_by_itself(dialect, move):
    text = notation.format("epaminondas", move, dialect.name)
    expected = notation.parse("epaminondas", text, dialect.name)
    lone_span = dialect.name == "span" and move.count == 1
    if not lone_span:
        assert notation.parse("epaminondas", text) == expected
    assert notation.read("epaminondas", text, dialect.name).moves[0] == expected


def test_the_default_dialect_writes_and_explains():
    assert notation.format("epaminondas", Move(4, 7, 4, "N", 3, 3)) == "4.7.4N3x3"
    with pytest.raises(UnreadableMove, match="expected a row number, found 'resign'"):
        notation.read("epaminondas", "resigns")


@pytest.mark.parametrize(
    ("call", "known"),
    [
        pytest.param(lambda: dialects("chess"), GAMES, id="dialects-of-a-game"),
        pytest.param(lambda: find_dialect("chess", "san"), GAMES, id="game-of-a-dialect"),
        pytest.param(lambda: notation.parse("chess", "e4"), GAMES, id="game-of-a-text"),
        pytest.param(
            lambda: find_dialect("epaminondas", "san"),
            ["epaminondas", "abbott", "abstractplay", "span"],
            id="dialect",
        ),
        pytest.param(
            lambda: notation.read("epaminondas", "2.7.2N2", ""),
            ["epaminondas", "abbott", "abstractplay", "span"],
            id="empty-name",
        ),
        pytest.param(
            lambda: notation.format("epaminondas", Move(2, 7, 2, "N", 2, 0), "Abot"),
            ["'Abot'", "abbott", "abstractplay", "span"],
            id="a-misspelt-name",
        ),
    ],
)
def test_unknown_names_list_what_exists(call, known):
    with pytest.raises(UnknownName) as caught:
        call()
    assert all(name in str(caught.value) for name in known)


@pytest.mark.parametrize("game", GAMES)
def test_dialects_of_a_game_have_one_name_each(game):
    family = dialects(game)
    assert all(find_dialect(game, dialect.name) is dialect for dialect in family)
    assert {dialect.game for dialect in family} == {game}
    assert {type(dialect.example) for dialect in family} == {str}


def test_the_dialects_of_the_built_in_games_come_in_their_order():
    assert dialects() == tuple(dialect for game in BUILT_IN for dialect in dialects(game))


HEAVY = ("pyparsing", "matplotlib", "pandas", "numpy")


def loaded_after(statements: str) -> set[str]:
    """Run statements in a fresh interpreter; return the heavy packages that they load."""
    report = "import sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", f"{statements}; {report}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(HEAVY) & set(run.stdout.split())


def test_importing_the_notations_loads_nothing_heavy():
    assert loaded_after("import notation") == set()


def test_canonical_texts_load_nothing_heavy_and_others_the_grammar():
    assert loaded_after("import notation; notation.read('epaminondas', '4.7.4N3x3')") == set()
    lenient = loaded_after("import notation; notation.read('epaminondas', '4.7.4n3x3')")
    assert lenient == {"pyparsing"}


@given(st.sampled_from(EPAMINONDAS), moves(), st.data())
def test_blanks_alone_are_read_as_the_grammar_reads_them(dialect, move, data):
    text = dialect.write(move)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = f"{text[:at]} {text[at:]}"
    quickly = dialect._read_spaced(text)
    if quickly is not None:
        assert quickly == dialect._read_leniently(text)
