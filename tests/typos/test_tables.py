"""Tables of prices by character: limits, and what texts with one beginning share."""

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
