"""Estimates in words, for text, pages and documents."""

from analysis.cli.text_table import lines_of
from analysis.report.page import section
from analysis.statistics import section as words
from analysis.statistics.estimates import Distribution, Proportion, percentage
from analysis.statistics.section import Section
from tests.cases import each_case

SPREAD = Distribution(3, 12.0, 2.0, 12.0, 9.0, 20.0, 10.5, 15.25)
ONE = Distribution(1, 7.0, None, 7.0, 7.0, 7.0, 7.0, 7.0)


@each_case(
    ("put", "values", "words"),
    [
        (words.chance, (None,), "-"),
        (words.chance, (0.00009,), "<0.0001"),
        (words.chance, (0.0001,), "0.0001"),
        (words.chance, (0.0456,), "0.046"),
        (words.chance, (0.456,), "0.46"),
        (words.percent, (Proportion(1, 3),), "33 %"),
        (words.percent, (Proportion(0, 0),), "-"),
        (words.percent, (Proportion(333, 999),), "33 %"),
        (words.percent, (Proportion(333, 1000),), "33.3 %"),
        (words.between, (Proportion(10, 40),), "14-40 %"),
        (words.between, (Proportion(1, 5),), "-"),
        (words.quartiles, (SPREAD,), "10.5-15.2"),
        (words.quartiles, (ONE,), "-"),
        (words.quartiles, (Distribution(0),), "-"),
        (words.from_to, (3.0, None), "3-?"),
        (words.from_to, (None, None), "-"),
        (words.measure, (0.0000123,), "0.0000123"),
        (words.measure, (0.5,), "0.500"),
        (words.measure, (None,), "-"),
        (percentage, (0.9996,), "99.96"),
        (percentage, (1e-17,), "0"),
        (words.number, (2.25,), "2.2"),
        (words.number, (12345,), "12,345"),
        (words.fixed, (None, 2), "-"),
        (words.places_for, (1.5,), 1),
        (words.places_for, (0.02,), 4),
    ],
)
def test_estimates_in_words(put, values, words):
    assert put(*values) == words


ROWS = [("<b>", "1", "-"), ("c", "22", "-")]
PARTS = Section("A title", ("name", "games", "none"), ROWS, ("Before.",), ("*",))


def test_the_first_column_of_a_text_is_cut_where_no_notes_follow():
    long = Section(heads=("name", "games"), rows=[("x" * 99, "1")])
    (head, row), (_, whole) = (lines_of([one]) for one in (long, long._replace(notes=["a note"])))
    assert (len(head), row) == (80, f"{'x' * 72}…      1")
    assert whole == f"{'x' * 99}      1  a note"


def test_a_section_on_a_page_is_escaped_and_has_no_empty_column():
    found = str(section(PARTS))
    assert found.index("A title") < found.index("22") < found.index("Before.")
    assert "&lt;b&gt;" in found
    assert "none" not in found
    counts = str(section(Section("Counts", rows=[("4", "31"), ("5", "4")])))
    assert counts == "<p><b>Counts</b> 4: 31; 5: 4</p>"


def test_names_that_begin_alike_are_cut_behind_where_they_differ():
    names = [f"Championship of Berlin {year}, first half" for year in (2001, 2002)]
    figures = ("1,234,567",) * 5
    one = Section("Megiddo", ["", *figures], rows=[(name, *figures) for name in names])
    lines = list(lines_of([one]))
    assert [f"Berlin {year}" in "\n".join(lines) for year in (2001, 2002)] == [True, True]
