"""Errors keep what they carry, and findings turn into the documented JSON."""

import pickle
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import analysis
import notation
import records
from notation import (
    AmbiguousMove,
    Finding,
    IllegalMove,
    InvalidPosition,
    InvalidVariant,
    LudographError,
    UnknownName,
    UnreadableMove,
)
from notation.findings import note, violation

ERRORS = [
    UnreadableMove("2.7.2Q2", 5, "expected a compass direction"),
    IllegalMove(violation("distance", "a lone piece moves at most 1 square, not 2")),
    AmbiguousMove("two moves fit"),
    InvalidPosition("no board"),
    InvalidVariant("no rules"),
    UnknownName("no game"),
]
every_error = pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)


@every_error
def test_errors_are_value_errors_of_one_family(error):
    assert isinstance(error, LudographError)
    assert isinstance(error, ValueError)


@every_error
def test_errors_pass_from_one_process_to_another(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_an_unreadable_move_quotes_the_text():
    error = ERRORS[0]
    assert str(error) == "'2.7.2Q2': expected a compass direction"


def test_violations_and_notes_in_json():
    place = {"line": 52, "column": 1, "ply": 49}
    broken = violation("distance", "too far", 3).at(
        number=25, side="white", text="a2-d4", suggestions=("a2-c4",), **place
    )
    assert broken.to_json() == place | {
        "number": 25,
        "side": "white",
        "text": "a2-d4",
        "code": "distance",
        "message": "too far",
        "suggestions": ["a2-c4"],
    }
    remark = note("letter-case", "lower case", 3)
    assert remark == Finding("letter-case", "lower case", violation=False, column=3)
    assert remark.to_json() == {
        "line": None,
        "column": 3,
        "code": "letter-case",
        "message": "lower case",
    }
    assert remark.at(**place).to_json() == place | {
        "code": "letter-case",
        "message": "lower case",
    }


def exceptions() -> Iterator[type[BaseException]]:
    """Yield the public exceptions of all modules."""
    for package in (notation, records, analysis):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("__main__"):
                continue
            for name, value in vars(import_module(module.name)).items():
                own = isinstance(value, type) and value.__module__ == module.name
                if own and issubclass(value, BaseException) and not name.startswith("_"):
                    yield value


def test_every_exception_is_of_the_project():
    assert all(issubclass(kind, LudographError) for kind in exceptions())
