"""Duplicates in an archive, compared with a plain comparison of move lists."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from analysis.replay.conversion import convert
from analysis.replay.replay import replay
from analysis.select.duplicates import KINDS, Deduper, fingerprint
from records import Record
from tests.examples import examples
from tests.records.samples import DEMONSTRATION

BOOK = Record(DEMONSTRATION, "epaminondas", dialect="abbott", tags={"White": "A"})


def kept(records, kind):
    """Return the indices of the records that a deduper keeps."""
    deduper = Deduper(kind)
    found = [fingerprint(replay(record), kind) for record in records]
    if deduper.passes == 2:
        for one in found:
            deduper.survey(one)
    return [place for place, one in enumerate(found) if deduper.keeps(one)]


def test_names_results_and_dialects_do_not_matter():
    span = convert(replay(BOOK), "span").record
    assert span is not None
    assert span.moves != BOOK.moves
    other = replace(BOOK, tags={"Black": "B"}, result="1-0", variant="standard+symmetry=off")
    sloppy = replace(BOOK, moves=(BOOK.moves[0].lower(), *BOOK.moves[1:]))
    for kind in KINDS:
        assert kept([BOOK, span, other, sloppy], kind) == [0]


def test_texts_that_cannot_be_played_are_compared_as_they_stand():
    broken = replace(BOOK, moves=("2.7.2N2", "what", "2.6.3E1"))
    same = replace(broken, moves=("2.7.2 N2", "wh at", "2.6.3E1"))
    other = replace(broken, moves=("2.7.2N2", "when", "2.6.3E1"))
    good = replace(BOOK, moves=("2.7.2N2",))
    for kind in ("moves", "position"):
        assert kept([broken, same, other, good], kind) == [0, 2, 3]
    assert kept([broken, same, other, good], "contained") == [0, 2]


def test_what_is_no_game_is_never_dropped():
    nothing = Record(("one", "two"))
    for kind in KINDS:
        assert kept([nothing, nothing], kind) == [0, 1]


@examples(60)
@given(lists=st.lists(st.lists(st.sampled_from("ABC"), max_size=4), max_size=9))
def test_contained_is_what_a_comparison_of_lists_says(lists):
    records = [
        Record(tuple(f"{spoke}{n}" for n, spoke in enumerate(one, 1)), "megiddo") for one in lists
    ]
    expected = [
        place
        for place, one in enumerate(lists)
        if one not in lists[:place]
        and not any(other[: len(one)] == one and other != one for other in lists)
    ]
    assert kept(records, "contained") == expected
