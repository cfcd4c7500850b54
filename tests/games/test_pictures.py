"""Rules in pictures: each game's table of boards before and after moves."""

import re
from collections.abc import Callable

from analysis.games import find
from analysis.games.position import AnyPosition
from tests.cases import each_case
from tests.games.pictures import Case, cases, claim, shows

CASES = list(cases())


def stating(kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that runs a test with the cases that have a law of a kind."""
    found = [case for case in CASES if case.stated(kind)]
    return each_case("case", found, ids=lambda case: f"{case.game}: {case.name}")


@each_case("case", CASES, ids=lambda case: f"{case.game}: {case.name}")
def test_moves_lead_to_the_next_picture(case: Case) -> None:
    shows(case.start, case.pictures[0])
    case.play()


@stating("then refused")
def test_moves_after_others_are_refused_by_name(case: Case) -> None:
    assert_refused(case, case.play(), "then refused")


@stating("refused")
def test_refused_moves_name_the_law_and_its_numbers(case: Case) -> None:
    assert_refused(case, case.start, "refused")


def assert_refused(case: Case, here: AnyPosition, kind: str) -> None:
    for text, expected in case.stated(kind):
        move = claim(case.game, text)
        code, _, message = expected.partition(": ")
        findings = [each for found in here.completions(move) for each in found.findings]
        finding = findings[0] if findings else here.violation_of(move)
        assert finding.violation
        assert finding.code == code, text
        assert message in finding.message
        if not findings:
            assert here.advance([here.compile(move)]) == (here, 0)


@stating("legal")
def test_legal_moves_are_those_stated(case: Case) -> None:
    for wanted, expected in case.stated("legal"):
        word, _, variant = wanted.partition(" in ")
        here = case.start
        if variant:
            here = find(case.game).position(str(here), variant)
        moves = {str(move) for move in here.legal_moves()}
        found = {text for text in moves if word in re.split("[ ;]", text)}
        assert found == set(filter(None, expected.split(" / ")))


@stating("ends")
def test_ends_are_decided(case: Case) -> None:
    ((stated, _),) = case.stated("ends")
    position = case.play()
    outcome = position.outcome()
    assert outcome is not None
    assert f"{outcome.winner}, {outcome.reason}: {outcome.message}" == stated
    assert position.count_moves() == len(list(position.legal_moves())) == 0
