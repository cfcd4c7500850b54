"""Tables of prices by character: limits, and what texts with one beginning share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.typos.characters import CostTable, slips_of
from analysis.typos.model import load
from tests.examples import examples

TEXTS = st.text("12.NEIVx rnm", max_size=7)


@examples(80)
@given(TEXTS, st.lists(TEXTS, max_size=6), st.sampled_from([0.5, 1.2, 2.0, 3.5]))
def test_a_limit_hides_no_price_below_it_and_no_price_depends_on_what_was_asked_before(
    written, others, limit
):
    slips = slips_of(load())
    shared = CostTable(slips, written, "")
    for meant in others:
        alone = CostTable(slips, written, "").price(meant)
        limited = shared.price(meant, limit)
        assert limited == alone or min(limited, alone) > limit
        assert shared.price(meant) == alone


@pytest.fixture
def rows(monkeypatch):
    """Meant characters of the rows that are computed."""
    found, after = [], CostTable._after

    def counted(table, row, one):
        found.append(one)
        return after(table, row, one)

    monkeypatch.setattr(CostTable, "_after", counted)
    return found


def test_the_rows_of_a_common_beginning_are_computed_once(rows):
    table = CostTable(slips_of(load()), "g1-g3", "")
    for last in "3456789":
        table.price(f"g1-g{last}")
    assert len(rows) == 4 + 7
