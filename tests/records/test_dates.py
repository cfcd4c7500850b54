"""Dates as records write them."""

import pytest

from records.dates import played_on


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2004.05.17", "2004-05-17"),
        ("2004-5-7", "2004-05-07"),
        (" 2004/11 ", "2004-11"),
        ("2004.??.??", "2004"),
        ("2004.05.??", "2004-05"),
        ("2004-05-17T12:30:00", "2004-05-17"),
        ("????.??.??", ""),
        ("17 May 2004", ""),
        ("200405", ""),
        ("", ""),
    ],
)
def test_as_much_of_a_date_as_is_known(written, read):
    assert played_on({"Date": written}) == read


def test_no_date():
    assert played_on({"Event": "2004"}) == ""
