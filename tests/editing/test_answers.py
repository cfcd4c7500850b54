"""Answers about a draft: which can be used, and what they leave known to be right."""

from dataclasses import replace

import pytest

from analysis.editing.answers import KEPT, Answer, Draft
from analysis.repair.edits import EXCHANGED, MISSING, OVERLOOKED, SPLIT, SUPERFLUOUS, WRONG
from records import Record
from tests.records.samples import DEMONSTRATION

GOOD = list(DEMONSTRATION[:8])
DRAFT = Draft(Record(tuple(GOOD), "epaminondas", "standard", "abbott"))


def test_an_answer_behind_a_break_waits_for_what_is_before_it():
    record = replace(DRAFT.record, moves=("2.7.2N9", *GOOD[1:]))
    assert Draft(record).is_legal(Answer(7, WRONG, "4.7.1N1"))
    assert not Draft(record).is_legal(Answer(1, WRONG, "2.7.2N8"))


USABLE = {
    "a ply that is right": (Answer(7, KEPT, ""), True),
    "no such ply": (Answer(9, KEPT, ""), False),
    "ply 0": (Answer(0, WRONG, GOOD[0]), False),
    "another move": (Answer(7, WRONG, "4.7.1N1"), True),
    "a missing ply that the side cannot play": (Answer(7, MISSING, GOOD[7]), False),
    "too many": (Answer(8, SUPERFLUOUS, ""), True),
    "halves of which one is lacking": (Answer(8, SPLIT, GOOD[7]), False),
    "exchanged, and illegal so": (Answer(7, EXCHANGED, GOOD[7]), False),
    "exchanged with nothing": (Answer(8, EXCHANGED, ""), False),
    "an unknown kind": (Answer(7, "typo", ""), False),
    "standing": (Answer(7, KEPT, "", GOOD[6]), True),
    "not standing": (Answer(7, KEPT, "", GOOD[5]), False),
}


@pytest.mark.parametrize(("answer", "usable"), USABLE.values(), ids=USABLE)
def test_what_can_be_answered(answer, usable):
    assert DRAFT.is_legal(answer) is usable


SETTLED = {
    WRONG: {2, 4, 6},
    KEPT: {2, 4, 6},
    OVERLOOKED: {2, 4, 6},
    MISSING: {2, 4, 7},
    SUPERFLUOUS: {2, 5},
    SPLIT: {2, 4, 5},
    EXCHANGED: {2, 4, 5, 6},
}


@pytest.mark.parametrize(("kind", "settled"), SETTLED.items(), ids=SETTLED)
def test_the_plies_known_to_be_right_move_with_the_game(kind, settled):
    draft = Draft(DRAFT.record, settled=frozenset({2, 6}))
    assert draft.after(Answer(5, kind, GOOD[4])).settled == frozenset(settled)
