"""Values behave as the classes of `dataclasses` that they stand for."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from typing import ClassVar, Generic, TypeVar

import pytest

from notation.values import frozen, mutable

T = TypeVar("T")


def define(decorate):
    """Return classes with every kind of field, made by a decorator."""

    @decorate
    class Pair(Generic[T]):
        """Two things."""

        LIMIT: ClassVar[int] = 3
        first: T
        second: int = 2
        rest: list[int] = field(default_factory=list)
        aside: str = field(default="", compare=False)

        def __repr__(self):
            return f"<{self.first}>"

    @decorate
    class Lone:
        """One thing, which is checked."""

        one: int

        def __post_init__(self):
            if self.one < 0:
                raise ValueError(self.one)

    @decorate
    class Longer(Lone):
        """One thing more."""

        other: tuple[int, ...] = ()

    return Pair, Lone, Longer


FROZEN = define(frozen), define(dataclass(frozen=True, slots=True))
MUTABLE = define(mutable), define(dataclass(slots=True))


def behaviour(made):
    """Return what can be observed of classes and their values."""
    pair, lone, longer = made
    one, same, other = pair("a", rest=[1]), pair("a", 2, [1], "aside"), pair("b", 3)
    values = [one, other, lone(1), longer(1), longer(1, (2,))]
    return [
        [repr(value) for value in values],
        [[a == b for a in values] for b in values],
        one == same,
        [asdict(value) for value in values],
        [(one.name, one.default, one.compare) for kind in made for one in fields(kind)],
        [kind.__match_args__ for kind in made],
        [kind.__slots__ for kind in made],
        [repr(replace(value, **{fields(value)[0].name: 7})) for value in values],
        [copy.copy(value) == value for value in values],
        [type(value).__hash__ is None for value in values],
        [hasattr(value, "__dict__") for value in values],
        pair(1).rest is pair(1).rest,
        pair.LIMIT,
        pair.__doc__,
    ]


@pytest.mark.parametrize("made", [FROZEN, MUTABLE], ids=["frozen", "mutable"])
def test_values_behave_as_dataclasses(made):
    assert behaviour(made[0]) == behaviour(made[1])


@pytest.mark.parametrize("kind", [*FROZEN, *MUTABLE], ids=lambda made: made[1].__eq__.__module__)
def test_values_are_checked_and_need_all_fields(kind):
    _, lone, longer = kind
    with pytest.raises(ValueError, match="-1"):
        longer(-1)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'one'"):
        lone()


@pytest.mark.parametrize("kind", FROZEN, ids=["values", "dataclasses"])
def test_frozen_values_cannot_be_changed(kind):
    one = kind[1](1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'one'"):
        one.one = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'one'"):
        del one.one
    assert hash(one) == hash((1,))


def test_mutable_values_can_be_changed():
    one = MUTABLE[0][1](1)
    one.one = 2
    assert one.one == 2


@frozen
class Kept:
    """A value that is pickled."""

    one: int
    two: str = ""


def test_values_are_pickled():
    assert pickle.loads(pickle.dumps(Kept(1, "x"))) == Kept(1, "x")
