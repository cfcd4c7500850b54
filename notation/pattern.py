"""Regular expressions of classes, compiled when they are first used."""

import re


class Pattern:
    """A regular expression in a class body, which takes the place of ``re.compile(...)``.

    A program that reads one dialect does not compile the expressions of the others. The compiled
    expression replaces this object in the class that was asked, so that later use costs nothing.

    Attributes:
        text: the expression.
        flags: as for `re.compile`.
    """

    def __init__(self, text: str, flags: int = 0) -> None:
        self.text = text
        self.flags = flags
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> re.Pattern[str]:
        compiled = re.compile(self.text, self.flags)
        setattr(owner, self._name, compiled)
        return compiled
