"""Patterns are compiled when they are first used, and behave as compiled ones."""

import copy
import re

import pytest

from notation.pattern import Pattern, lazy_pattern


@pytest.fixture
def compiled(monkeypatch):
    """Return the list of the expressions that have been compiled."""
    found = []
    compile_ = re.compile

    def counted(text, flags=0):
        found.append(text)
        return compile_(text, flags)

    monkeypatch.setattr("notation.pattern.re.compile", counted)
    return found


def test_patterns_are_compiled_once(compiled):
    words = lazy_pattern(r"(?P<word>\w+)", re.ASCII)
    assert words.pattern == r"(?P<word>\w+)"
    assert compiled == []
    assert words.sub(r"<\g<word>>", "a b") == "<a> <b>"
    assert words.findall("a b") == ["a", "b"]
    assert words.sub("x", "a b") == "x x"
    assert compiled == [words.pattern]
    assert words.groupindex == {"word": 1}


def test_patterns_of_a_class_are_compiled_at_first_use(compiled):
    class Reader:
        digits = Pattern(r"\d+")

    assert not hasattr(vars(Reader)["digits"], "__isabstractmethod__")
    assert compiled == []
    assert Reader.digits.match("12")
    assert isinstance(vars(Reader)["digits"], re.Pattern)
    assert copy.copy(Reader.digits) == re.compile(r"\d+")
