"""Laws of every dialect of every built-in game."""

import pickle
import string
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import notation
from notation import UnreadableMove, UnwritableMove, find_dialect
from notation.gipf.moves import NOTHING, Push
from notation.gipf.moves import Move as Turn
from notation.phalanx import Placement
from notation.registry import BUILT_IN, dialects
from tests.cases import each_case
from tests.examples import examples
from tests.notation.strategies import MOVES, damaged, kept, meaning, sloppy

NAMES = [f"{one.game}-{one.name}" for one in dialects()]
every_dialect = pytest.mark.parametrize("dialect", dialects(), ids=NAMES)
each_dialect = each_case("dialect", dialects(), ids=NAMES)


def leniently(dialect, text):
    """Return the reading of a text by the grammar; None for an error, which is checked."""
    try:
        return dialect._read_leniently(text)
    except UnreadableMove as stop:
        error = stop
    assert error.text == text
    assert 0 <= error.column <= len(text)
    assert str(error) == f"{text!r}: {error.reason}"
    return None


@every_dialect
@examples(50)
@given(data=st.data())
def test_a_canonical_text_is_read_back(dialect, data):
    move = data.draw(MOVES[dialect.game])
    text = dialect.write(move)
    reading = dialect.read(text)
    assert reading.notes == ()
    assert meaning(dialect, reading.moves[0]) == kept(dialect, move)
    assert dialect.canonical_pattern.fullmatch(text)
    assert dialect.lenient_pattern.fullmatch(text)
    assert dialect._read_leniently(text) == dialect._read_canonical(text) == reading
    assert dialect.are_canonical([text])
    assert dialect.canonical([text.replace(" ", "\0")]) == (text,)
    assert notation.format(dialect.game, move, dialect.name) == text
    assert notation.parse(dialect.game, text, dialect.name) == reading.moves[0]


@every_dialect
@examples(60)
@given(data=st.data())
def test_sloppy_spelling_means_the_same_with_a_note(dialect, data):
    canonical = dialect.write(data.draw(MOVES[dialect.game]))
    text = data.draw(sloppy(dialect, canonical))
    reading, clean = dialect.read(text), dialect.read(canonical)
    assert [meaning(dialect, one) for one in reading.moves] == [
        meaning(dialect, one) for one in clean.moves
    ]
    assert bool(reading.notes) == (text != canonical)
    assert all(one.column in range(1, len(text) + 1) for one in reading.notes)
    assert dialect.lenient_pattern.fullmatch(text)


def is_held(dialect, text):
    """Check the laws of a text; return whether it is read."""
    quick, reading = dialect._read_canonical(text), leniently(dialect, text)
    assert quick in (None, reading)
    assert dialect._read_spaced(text) in (None, reading)
    assert dialect.are_canonical([text]) == (quick is not None)
    assert dialect.canonical_text(text.replace(" ", "\0")) == (text if quick else None)
    if reading is None:
        return False
    assert dialect.read(text) == reading
    assert all(one.column in range(1, len(text) + 1) for one in reading.notes)
    for move in reading.moves:
        # A board completes a part of a move, and refuses what leads off it.
        row, column = getattr(move, "target", (1, 1))
        if "Partial" in type(move).__name__ or row not in range(1, 100) or not 1 <= column <= 26:
            continue
        with suppress(UnwritableMove):
            again = dialect.read(dialect.write(move))
            said = repr if isinstance(move, Placement) else partial(kept, dialect)
            assert said(move) in map(said, again.moves)
            assert len(again.notes) <= len(reading.notes)
    return True


@st.composite
def spaced(draw, texts):
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = f"{text[:at]} {text[at:]}"
    return text


ANY_TEXT = st.text(string.ascii_letters + string.digits + "-;:,.()[]* >→", max_size=30)


@every_dialect
@examples(100)
@given(data=st.data())
def test_any_text_is_read_alike_in_every_way_or_refused_at_its_place(dialect, data):
    texts = MOVES[dialect.game].map(dialect.write)
    text = data.draw(st.one_of(damaged(dialect, texts), spaced(texts), ANY_TEXT))
    event("readable" if is_held(dialect, text) else "unreadable")


@each_case(
    ("name", "text"),
    [("crossings span", "e1,e35e5"), ("crossings span", "A1,A50A51"), ("gipf complete", "xe3,g2")],
)
def test_texts_that_once_broke_the_law(name, text):
    is_held(find_dialect(*name.split()), text)


@every_dialect
@examples(50)
@given(data=st.data(), around=st.sampled_from(["1. {} {}", "{}\t{}", "7. {}  8... {}", "{} / {}"]))
def test_moves_are_found_in_a_line(dialect, data, around):
    texts = [dialect.write(data.draw(MOVES[dialect.game])) for _ in range(2)]
    if dialect.game == "gipf":  # a removal behind a push may be of either player
        texts = [texts[0], dialect.write(Turn(NOTHING, Push("e4", "e1"), NOTHING))]
    if dialect.inner_blanks is None and " " in texts[0]:
        around = "{}   {}"
    found = [one[0].strip() for one in dialect.lenient_pattern.finditer(around.format(*texts))]
    assert [one for one in found if one in texts] == texts


@each_dialect
def test_the_example_is_canonical_and_takes_something(dialect):
    (move, *_) = dialect.read(dialect.example).moves
    assert dialect.are_canonical([dialect.example])
    taken = ("captures", "takes", "after", "groups")
    assert any(getattr(move, name, None) is not None for name in taken) or not (
        writes_captures(dialect, move)
    )


def writes_captures(dialect, move):
    """Whether a dialect writes moves that differ only in their captures differently."""
    return kept(dialect, move._replace(captures=1)) != kept(dialect, move._replace(captures=2))


@each_dialect
def test_a_dialect_that_has_read_anything_goes_to_another_process(dialect):
    with pytest.raises(UnreadableMove):
        dialect.read("nothing like a move")
    copy = pickle.loads(pickle.dumps(dialect))
    assert copy.read(dialect.example) == dialect.read(dialect.example)


@each_dialect
def test_only_canonical_texts_are_remembered(dialect):
    fresh = pickle.loads(pickle.dumps(dialect))
    assert not fresh._readings
    fresh.read(f" {dialect.example}")
    assert fresh.read(dialect.example) is fresh.read(dialect.example)
    assert [*fresh._readings] == [dialect.example]
    assert fresh.canonical([dialect.example, "?"]) is None


@each_case("game", BUILT_IN)
def test_the_dialects_of_a_game_have_names(game):
    assert all(find_dialect(game, one.name.upper()) is one for one in dialects(game))
    assert {one.game for one in dialects(game)} == {game}
    assert find_dialect(game) is dialects(game)[0]


@each_dialect
def test_a_text_that_is_longer_than_any_move_is_refused_at_once(dialect):
    with pytest.raises(UnreadableMove, match="at most 500 characters, here are 5,000"):
        dialect.read("x" * 5000)
