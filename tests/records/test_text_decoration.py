"""The text reader: whatever stands between moves and is passed over is named in a finding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records.samples import codes, messages, read_one

PLIES = ("2.7.2N2", "11.6.2SE2", "2.8.1SW1", "11.11.2SW2", "4.7.4N3x3", "9.9.2SW2x1")
WORDS = [word for row in range(3) for word in (f"{row + 1}.", *PLIES[2 * row : 2 * row + 2])]

SIGNS = [
    "|",
    ",",
    "/",
    ";",
    "-",
    "–",
    "—",
    "=",
    "~",
    "•",
    "*",
    "·",
    "→",
    "...",
    "…",
    "||",
    "&",
    "+",
    "%",
    "§",
    "<",
    ">",
    "__",
]
DECORATIONS = [*SIGNS, "abc", "note", "(aside)", "[aside]", "{aside}", '"']


def is_accounted(record, mark):
    """Whether a note or a comment of a record names a mark."""
    said = messages(record) + "".join(one.text or "" for one in record.findings)
    comments = record.comment + "".join(str(one) for one in record.details.values())
    bare = mark.strip("()[]{}")
    dash = mark in "-–—" and "a dash between" in said
    dots = mark in ("...", "…") and "'...' between" in said
    played = mark in record.moves
    return (
        dash
        or dots
        or played
        or bare in comments
        or bare[0] in said
        or "look-alike" in codes(record)
    )


@pytest.mark.slow
@pytest.mark.parametrize("at", [2, 3, 5, 6, 8])
@pytest.mark.parametrize("mark", DECORATIONS)
def test_a_mark_between_moves_is_accounted_for(mark, at):
    words = [*WORDS[:at], mark, *WORDS[at:]]
    record = read_one(" ".join(words) + "\n")
    assert [move for move in record.moves if move in PLIES] == list(PLIES)
    assert is_accounted(record, mark), (record.findings, record.details)


@given(
    st.lists(st.sampled_from(DECORATIONS[:8]), min_size=9, max_size=9),
    st.lists(st.booleans(), min_size=8, max_size=8),
)
def test_all_marks_between_moves_are_accounted_for(marks, chosen):
    text = "".join(
        f"{word} {mark} " if here and not word.endswith(".") else f"{word} "
        for word, mark, here in zip(WORDS, marks, [*chosen, False], strict=True)
    )
    record = read_one(text + "\n")
    for word, mark, here in zip(WORDS, marks, [*chosen, False], strict=True):
        assert not here or word.endswith(".") or is_accounted(record, mark)


@pytest.mark.parametrize("style", ["{})", "({})", "{}:", "{} )"])
def test_the_style_of_numbers_is_counted(style):
    numbers = ["1.", style.format(2), "3."]
    lines = [
        f"{number} {PLIES[2 * row]} {PLIES[2 * row + 1]}" for row, number in enumerate(numbers)
    ]
    record = read_one("\n".join(lines))
    assert (record.moves, codes(record)) == (PLIES, ["number-style"])
    assert [(one.line, one.column) for one in record.findings] == [(2, 1)]


def test_each_kind_of_mark_is_counted_in_one_note():
    record = read_one(f"1. {PLIES[0]}, {PLIES[1]} | 2. {PLIES[2]}, {PLIES[3]} |\n")
    assert [(one.code, one.message, one.column) for one in record.findings] == [
        ("mark-between", "',' between moves is left out, 2 times", 11),
        ("mark-between", "'|' between moves is left out, 2 times", 23),
    ]


def test_moves_after_a_result_are_noted():
    record = read_one(f"1. {PLIES[0]} {PLIES[1]} 1-0 {PLIES[2]}\n")
    assert (record.result, codes(record)) == ("1-0", ["moves-after-result"])
    star = read_one(f"1. {PLIES[0]} * {PLIES[1]}\n")
    assert (star.result, codes(star)) == ("*", ["mark-between"])
