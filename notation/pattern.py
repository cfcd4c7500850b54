"""Regular expressions that are compiled when they are first used.

A program that reads one dialect, or one file that some program wrote, uses few of them, and the
time to compile one is that of reading a game.
"""

import re
from typing import cast

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub", "subn")


class Pattern:
    """A regular expression that takes the place of ``re.compile(...)``.

    In a class body, the compiled expression replaces this object in the class that was asked; in
    any other place, its methods become those of this object. So later use costs nothing.

    Attributes:
        pattern: the expression.
        options: its flags, as for `re.compile`.
    """

    def __init__(self, pattern: str, options: int = 0) -> None:
        self.pattern = pattern
        self.options = options
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> re.Pattern[str]:
        compiled = re.compile(self.pattern, self.options)
        setattr(owner, self._name, compiled)
        return compiled

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.options)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return what stands for a compiled regular expression, as `Pattern` does."""
    return cast("re.Pattern[str]", Pattern(pattern, flags))
