"""Checks of arguments: a wrong type is a `TypeError` that names the argument."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import IO, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

P = ParamSpec("P")
T = TypeVar("T")


def typed(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that checks its arguments against its annotations.

    Classes, ``None``, unions and literals of them are checked; arguments with other annotations are
    passed on unchecked. A ``bool`` is not accepted as a number; an ``int`` is accepted as a
    ``float``.
    """
    parameters = signature(function).parameters
    names = tuple(parameters)
    wanted = {name: _classes(one.annotation) for name, one in parameters.items()}

    @wraps(function)
    def checked(*arguments: P.args, **options: P.kwargs) -> T:
        for name, value in (*zip(names, arguments, strict=False), *options.items()):
            if classes := wanted.get(name):
                check_type(name, value, *classes)
        return function(*arguments, **options)

    return checked


def check_type(name: str, value: object, *classes: type) -> None:
    """Check that an argument is an instance of one of some classes.

    Raises:
        TypeError: the value has another type; the message names the argument.
    """
    if isinstance(value, bool) and bool not in classes and object not in classes:
        fits = False
    else:
        fits = isinstance(value, classes) or (float in classes and isinstance(value, int))
    if not fits:
        known = ["None" if one is NoneType else one.__name__ for one in classes]
        raise TypeError(f"{name} must be {' or '.join(known)}, not {type(value).__name__}")


def check_range(name: str, value: float, least: float, most: float | None = None) -> None:
    """Check that a number is within its limits, which are included.

    Raises:
        ValueError: the number is outside or NaN; the message names the argument and its limits.
    """
    if not (value >= least and (most is None or value <= most)):
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be {limits}, not {value}")


def _classes(annotation: Any) -> tuple[type, ...]:
    """Return the classes in an annotation; none if classes do not suffice to check it."""
    if annotation is None:
        return (NoneType,)
    if get_origin(annotation) in (Union, UnionType):
        parts = [_classes(one) for one in get_args(annotation)]
        return tuple(one for part in parts for one in part) if all(parts) else ()
    if get_origin(annotation) is Literal:
        return tuple({type(one): None for one in get_args(annotation)})
    found = get_origin(annotation) or annotation
    if found is IO:
        return ()
    return (found,) if isinstance(found, type) and found not in (object, Parameter.empty) else ()
