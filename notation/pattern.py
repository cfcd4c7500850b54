"""Regular expressions that are compiled on first use, since compiling all would delay the start."""

import re
from functools import cached_property
from typing import cast


class LazyPattern:
    """A regular expression compiled on first use, with the attributes of ``re.Pattern``."""

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
    """Return a regular expression compiled on first use; arguments as for ``re.compile``."""
    return cast("re.Pattern[str]", LazyPattern(pattern, flags))
