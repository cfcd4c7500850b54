"""Values: the slotted classes of `dataclasses`, made in a fifth of the time.

A command that checks one game defines fifty such classes before it reads a byte. `dataclass`
compiles eight functions for each; `frozen` and `mutable` compile one, the constructor, and the
other methods are closures. `dataclasses.replace`, `fields` and `asdict` accept such values.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields, make_dataclass
from operator import attrgetter
from typing import ClassVar, NoReturn, TypeVar, cast, dataclass_transform, get_origin

T = TypeVar("T")

_FIELD = fields(make_dataclass("_", "_"))[0]._field_type  # type: ignore[attr-defined]
"""What marks a field that is neither a class variable nor for the constructor alone."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class with annotated fields one of frozen values: ``@dataclass(frozen, slots)``.

    Methods that the class has itself stay. Fields may be inherited from other values.
    """
    return _made(cls, _FROZEN)


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[T]) -> type[T]:
    """Make a class one of values that can be changed, ``@dataclass(slots=True)``, as `frozen`."""
    return _made(cls, _MUTABLE)


def _made(cls: type[T], ways: Mapping[str, object]) -> type[T]:
    own = _annotations(cls)
    known: dict[str, Field[object]] = {}
    for base in reversed(cls.__mro__[1:]):
        known |= vars(base).get("__dataclass_fields__", {})
    inherited = set(known)
    for name, kind in own.items():
        if get_origin(kind) is not ClassVar:
            known[name] = _field(name, kind, vars(cls).get(name, MISSING))
    names = tuple(known)
    namespace = {
        name: content
        for name, content in vars(cls).items()
        if name not in known and name not in ("__dict__", "__weakref__")
    }
    if namespace.get("__hash__") is None:
        namespace.pop("__hash__", None)
    namespace |= {
        "__slots__": tuple(name for name in known if name not in inherited),
        "__match_args__": names,
        "__dataclass_fields__": known,
    }
    compared = _values_of([name for name in names if known[name].compare])
    namespace = {**_methods(names, compared), **ways, **namespace}
    made: type[T] = type(cls)(cls.__name__, cls.__bases__, namespace)  # type: ignore[misc]
    made.__qualname__ = cls.__qualname__
    setters = [getattr(made, name).__set__ for name in names]
    made.__init__ = _constructor(made, known, setters)  # type: ignore[method-assign]
    return made


def _annotations(cls: type) -> Mapping[str, object]:
    """Return the annotations of a class's own body; from Python 3.14 on they are made on demand."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.FORWARDREF)
    found: Mapping[str, object] = vars(cls).get("__annotations__", {})
    return found


def _field(name: str, kind: object, default: object) -> "Field[object]":
    """Return the field of a name, as `dataclasses` knows it."""
    made: Field[object] = default if isinstance(default, Field) else _plain_field(default)
    made.name, made.type = name, cast("type", kind)
    made._field_type = _FIELD  # type: ignore[attr-defined]
    return made


def _plain_field(default: object) -> "Field[object]":
    return cast("Field[object]", field(default=default))


def _values_of(names: list[str]) -> Callable[[object], tuple[object, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple(getattr(one, name) for name in names)


def _methods(
    names: tuple[str, ...], compared: Callable[[object], tuple[object, ...]]
) -> dict[str, Callable[..., object]]:
    """Return the methods that a class has where its body defines none of the name."""

    def eq(self: object, other: object) -> object:
        if other.__class__ is self.__class__:
            return compared(self) == compared(other)
        return NotImplemented

    def hash_(self: object) -> int:
        return hash(compared(self))

    def repr_(self: object) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    def getstate(self: object) -> list[object]:
        return [getattr(self, name) for name in names]

    def setstate(self: object, state: list[object]) -> None:
        for name, content in zip(names, state, strict=True):
            object.__setattr__(self, name, content)

    return {
        "__eq__": eq,
        "__hash__": hash_,
        "__repr__": repr_,
        "__getstate__": getstate,
        "__setstate__": setstate,
    }


def _constructor(
    cls: type, fields: "dict[str, Field[object]]", setters: list[Callable[..., None]]
) -> Callable[..., None]:
    """Return ``__init__`` of a class: its parameters are the fields, in their order.

    Args:
        cls: the class.
        fields: its fields by name.
        setters: what sets each of them.
    """
    scope: dict[str, object] = {"__builtins__": {}}
    parameters, body = ["self"], []
    for number, (name, one) in enumerate(fields.items()):
        scope[f"_set{number}"] = setters[number]
        given = name
        if one.default_factory is not MISSING:
            scope[f"_make{number}"] = one.default_factory
            scope["_MISSING"] = MISSING
            parameters.append(f"{name}=_MISSING")
            given = f"_make{number}() if {name} is _MISSING else {name}"
        elif one.default is not MISSING:
            scope[f"_default{number}"] = one.default
            parameters.append(f"{name}=_default{number}")
        else:
            parameters.append(name)
        body.append(f" _set{number}(self, {given})")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    source = f"def __init__({', '.join(parameters)}):\n" + ("\n".join(body) or " pass")
    exec(source, scope)
    made: Callable[..., None] = scope["__init__"]  # type: ignore[assignment]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _refuse_setting(self: object, name: str, content: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


_FROZEN = {"__setattr__": _refuse_setting, "__delattr__": _refuse_deleting}
_MUTABLE = {"__hash__": None}
