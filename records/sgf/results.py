"""Results as the Smart Game Format states them, and as sites do in words of any language."""

import re
from collections.abc import Mapping

from records.model import UNDECIDED, Record
from records.results import CANONICAL, DRAW, FIRST_WINS, SECOND_WINS, match_result

COLOURS = ("W", "B")
"""The properties that moves stand in, and the letters of winners; the side that begins first."""

ENDINGS = {"Resign": "resignation", "Time": "time", "Forfeit": "forfeit"}
"""What stands after the plus of a result, and the tag ``Termination`` for it."""

_SHORT = {word[0]: word for word in ENDINGS}
_WORDS = {termination: word for word, termination in ENDINGS.items()}


def stated(record: Record) -> tuple[str | None, str]:
    """Return the value of ``RE`` for a record, None for none, and the ending that it includes."""
    if record.result == UNDECIDED:
        return None, ""
    if record.result == DRAW:
        return "Draw", ""
    if record.result not in (FIRST_WINS, SECOND_WINS):
        return record.result, ""
    colour = COLOURS[record.result == SECOND_WINS]
    ending = record.tags.get("Termination", "")
    return (f"{colour}+{_WORDS[ending]}", ending) if ending in _WORDS else (f"{colour}+", "")


def result_of(text: str, players: Mapping[int, str] | None = None) -> tuple[str, str] | None:
    """Return the result that a value of ``RE`` states, and how it came about; None if unclear.

    Args:
        text: the value.
        players: names of players by side; in words that are not understood, the one named has won.
    """
    value = text.strip()
    colour, plus, how = value.partition("+")
    if plus and colour.upper() in COLOURS:
        word = _SHORT.get(how.upper(), how.capitalize())
        return (FIRST_WINS, SECOND_WINS)[COLOURS.index(colour.upper())], ENDINGS.get(word, "")
    if value in CANONICAL or (value.isdecimal() and value != "0"):
        return value, ""
    if value.lower() in ("0", "draw", "jigo"):
        return DRAW, ""
    if value.lower() in ("", "?", "void"):
        return UNDECIDED, ""
    named = [seat for seat, name in (players or {}).items() if name and _names(value, name)]
    if len(named) == 1:
        return (FIRST_WINS, SECOND_WINS)[named[0]], ""
    words = match_result(value)
    if words and words.value in CANONICAL and words.written.strip(". ") == value.strip(". "):
        return words.value, words.termination
    return None


def _names(words: str, name: str) -> bool:
    """Whether a name stands in words, not as a part of a longer one."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
