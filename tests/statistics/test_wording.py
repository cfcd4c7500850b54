"""Estimates in words: one way for text, pages and documents."""

import pytest

from analysis.cli.text_table import lines_of
from analysis.report.sections import section
from analysis.statistics import wording
from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.wording import Section

SPREAD = Distribution(3, 12.0, 2.0, 12.0, 9.0, 20.0, 10.5, 15.25)
ONE = Distribution(1, 7.0, None, 7.0, 7.0, 7.0, 7.0, 7.0)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (wording.chance(None), "-"),
        (wording.chance(0.00009), "<0.0001"),
        (wording.chance(0.0001), "0.0001"),
        (wording.chance(0.0456), "0.046"),
        (wording.chance(0.456), "0.46"),
        (wording.percent(Proportion(1, 3)), "33 %"),
        (wording.percent(Proportion(0, 0)), "-"),
        (wording.percent(Proportion(333, 999)), "33 %"),
        (wording.percent(Proportion(333, 1000)), "33.3 %"),
        (wording.ends_of(0.25, 0.756), "25-76 %"),
        (wording.quartiles(SPREAD), "10.5-15.2"),
        (wording.quartiles(ONE), "-"),
        (wording.quartiles(Distribution(0)), "-"),
        (wording.from_to(3.0, None), "3-?"),
        (wording.from_to(None, None), "-"),
        (wording.measure(0.0000123), "0.0000123"),
        (wording.measure(0.5), "0.500"),
        (wording.measure(None), "-"),
        (wording.share_of(0.9996), "99.96 %"),
        (wording.share_of(1e-17), "0 %"),
        (wording.number(2.25), "2.2"),
        (wording.number(12345), "12,345"),
        (wording.fixed(None, 2), "-"),
        (wording.marked(0.01, 0.04), "0.01 *"),
        (wording.marked(0.01, 0.06), "0.01"),
        (wording.marked(0.01, None), "-"),
    ],
)
def test_estimates_in_words(found, words):
    assert found == words


ROWS = [("<b>", "1", "-"), ("c", "22", "-")]
PARTS = Section("A title", ("name", "games", "none"), ROWS, ("Before.",), ("*",))


def test_a_section_as_text():
    counts = Section("Counts", rows=[("4", "31"), ("5", "4")])
    assert list(lines_of([PARTS, counts])) == [
        *("A title", "", "Before.", "", "name  games  none", "<b>       1     -"),
        *("c        22     -", "", "*", "", "Counts", "  4: 31   5:  4"),
    ]


def test_a_section_on_a_page_is_escaped_and_has_no_empty_column():
    found = str(section(PARTS))
    assert found.index("A title") < found.index("22") < found.index("Before.")
    assert "&lt;b&gt;" in found
    assert "none" not in found
