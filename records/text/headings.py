"""What stands above a game and beside its moves, however it is written: tags, players, sides.

People write ``[Event “Démo”]`` and ``Rouge : Paul`` where programs write ``[Event "Démo"]``.
"""

import re
from collections.abc import Sequence
from functools import cache

from notation import Dialect
from notation.characters import without_invisible
from notation.pattern import lazy_pattern
from records.model import USUAL
from records.words import any_of, colour, folded, plain, tables, tag_name

MOST_HEADED = 7
"""Words of a line that may name the sides above their columns, and what numbers them."""

_QUOTES = "\"'`´\N{QUOTATION MARK}“”„‟«»‹›‘’‚‛″\N{FULLWIDTH QUOTATION MARK}"
_NAME = r"([^\s\[\]\"“”„«»:=]+(?: [^\W\d][^\s\[\]\"“”„«»:=\d]*)?)"
_QUOTED = lazy_pattern(rf"\s*\[\s*{_NAME}\s*[:=]?\s*[{_QUOTES}]+(.*?)[{_QUOTES}]*\s*\]?\s*")
_BARE = lazy_pattern(r"\s*\[\s*([^\s\[\]:=]+)\s*[:=]\s*([^\[\]]*?)\s*\]\s*")

_LABELLED = lazy_pattern(r"\s*[^\W\d_][^:=：]{0,40}[:=：]")
"""The beginning of a line such as ``Rouge : Paul``."""

_BETWEEN = " \t,;/|-–—\N{NO-BREAK SPACE}"


def loose_tag(line: str) -> tuple[str, str] | None:
    """Return the name and value of a tag that is not written as programs write it.

    Returns:
        The usual name of the tag and its value; None for a line that is not a tag. Without quotes
        of any kind, there is a colon, and the name is known.
    """
    if not line.rstrip().endswith(("]", *_QUOTES)) or "[" not in line[:8]:
        return None
    seen = line.lstrip("\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NO-BREAK SPACE}\N{WORD JOINER}")
    if found := _QUOTED.fullmatch(seen):
        name = without_invisible(found[1])
        return tag_name(name) or name.replace(" ", "_"), found[2].strip()
    bare = _BARE.fullmatch(seen)
    known = known_tag(without_invisible(bare[1])) if bare else None
    return (known, bare[2]) if bare and known else None


def known_tag(name: str) -> str | None:
    """Return the usual name of a tag, None if neither it nor another word for it is known."""
    return tag_name(name) or (name if name in tables()["tags"] or colour(name) else None)


def labelled(line: str, dialects: Sequence[Dialect[object]]) -> list[tuple[str, str]]:
    """Return the tags that a line such as ``Blancs : Robert, Noirs : Jean`` stands for.

    Args:
        line: a line that is not a tag.
        dialects: the dialects that moves may be written in: ``Blanc : 2.7.2N2`` is a move.
    """
    if not _LABELLED.match(line):
        return []
    labels = list(_labels().finditer(folded(line)))
    if not labels or line[: labels[0].start()].strip():
        return []
    ends = [label.start() for label in labels[1:]] + [len(line)]
    found = []
    for label, end in zip(labels, ends, strict=True):
        value = line[label.end() : end].strip(_BETWEEN)
        is_move = any(one.lenient_pattern.match(value) for one in dialects)
        if not value or (is_move and colour(label["name"])):
            return []
        found.append((known_tag(label["name"]) or label["name"], value))
    return found


@cache
def _labels() -> re.Pattern[str]:
    """Return the expression for a label and its colon in folded text."""
    table = tables()
    names = any_of(
        word for part in ("colours", "tags") for words in table[part].values() for word in words
    )
    fillers = any_of((*table["fillers"]["articles"], *table["fillers"]["players"]))
    return re.compile(rf"(?<![\w-])(?:{fillers}\s*)*(?P<name>{names})(?:\s+{fillers})?\s*[:=：]\s*")


def is_heading(line: str) -> bool:
    """Whether a line only names the columns of a table."""
    words = re.sub(r"[:.|/#]", " ", line).split()
    return bool(words) and all(map(_heads_column, words))


def _heads_column(word: str) -> bool:
    return colour(word) is not None or plain(word) in map(plain, tables()["headings"]["words"])


def sides_headed(words: Sequence[str]) -> int:
    """Return how many sides the words of a heading name, each once; 0 if they are no heading."""
    sides = [side for word in words if (side := colour(word.strip(".:|")))]
    return len(sides) if len(words) - 1 <= len(sides) == len(set(sides)) else 0


def most_headed(lines: Sequence[Sequence[str]]) -> int:
    """Return how many sides the first heading of more than two names; 0 where there is none.

    Args:
        lines: the words of each line.
    """
    named = map(sides_headed, (words for words in lines if USUAL < len(words) <= MOST_HEADED))
    return next((sides for sides in named if sides > USUAL), 0)


def side_named(label: str) -> str | None:
    """Return the colour that a label before a move names, empty if it is unclear which.

    Args:
        label: a word, and perhaps its colon; one letter alone needs the colon.

    Returns:
        The colour as tags have it; None if the label names no side.
    """
    word = label.rstrip(" :")
    if len(word) > 1:
        return colour(word)
    letters = tables()["initials"] if label != word else {}
    named = next((one for one, words in letters.items() if plain(word) in words), None)
    return "" if named == "unclear" else named
