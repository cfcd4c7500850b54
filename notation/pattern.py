"""Regular expressions that are compiled when they are first used.

A command uses few of the project's expressions, and compiling one takes as long as reading a game.
"""

import re
from functools import cached_property
from typing import cast


class LazyPattern:
    """A regular expression with the attributes of a compiled one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled expression."""
        return re.compile(self.pattern, self.flags)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        # Cached: methods are called for each word of a text.
        found = self.__dict__[name] = getattr(self.compiled, name)
        return cast("object", found)


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used."""
    return cast("re.Pattern[str]", LazyPattern(pattern, flags))
