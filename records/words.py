"""Words of records in several languages, from ``words.toml``.

The table is read on first use: records that programs write need none of it.
"""

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import cast

from notation import registry
from notation.characters import without_invisible
from notation.pattern import LazyPattern, lazy_pattern
from records.sites import is_variant_string, site_names

_ACCENTED = "àâäáãåąçćéèêëęíìîïłñńóòôöõśúùûüýÿźż"
_FOLDED = str.maketrans(
    _ACCENTED + "\N{RIGHT SINGLE QUOTATION MARK}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}",
    "aaaaaaacceeeeeiiiilnnooooosuuuuyyzz'  ",
)
_MISREAD = {"ß": ("b", "8", "f"), "ü": ("i", "ii", "u")}
"""Letters as character recognition reads them if it only knows English."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae"})


@cache
def tables() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the tables of ``words.toml``; each has lists of words by their meaning."""
    found: dict[str, dict[str, list[str]]] = {}
    with open(os.path.join(os.path.dirname(__file__), "words.toml"), encoding="utf-8") as file:
        # Each list is on one line: loading tomllib takes longer than reading them this way.
        for line in file:
            name, _, words = line.strip().partition(" = ")
            if name.startswith("["):
                table = found[name.strip("[]")] = {}
            elif words:
                table[name.strip('"')] = words.split('"')[1::2]
    return found


def folded(text: str) -> str:
    """Return a text in lower case without accents, of the same length."""
    small = text.lower()
    return (small if len(small) == len(text) else text).translate(_FOLDED)


def plain(text: str) -> str:
    """Return a text in lower case without accents, with single blanks."""
    import unicodedata

    return " ".join(folded(unicodedata.normalize("NFC", text)).translate(_SPELLED_OUT).split())


def spellings(word: str) -> set[str]:
    """Return the spellings of a word in folded text, such as ``muller`` and ``mueller``.

    Spellings with misread characters are included.
    """
    ways = {folded(word), folded(word.translate(_SPELLED_OUT)), plain(word)}
    misread = {word.replace(one, other) for one in _MISREAD for other in _MISREAD[one]}
    return ways | set(map(folded, misread))


def any_of(words: Iterable[str]) -> str:
    """Return a pattern that matches any of the words in folded text, the longest first."""
    ways = sorted({way for word in words for way in spellings(word)}, key=lambda way: -len(way))
    return f"(?:{'|'.join(re.escape(way).replace(chr(92) + ' ', ' +') for way in ways)})"


def words_in(lists: str) -> list[str]:
    """Return the words of a list, such as ``verbs.wins``, or of a table, such as ``verbs``.

    Names of several lists and tables are separated by ``|``.
    """
    words = list[str]()
    for table, _, name in (one.partition(".") for one in lists.split("|")):
        words += tables()[table][name] if name else chain.from_iterable(tables()[table].values())
    return words


def spellings_in(lists: str) -> frozenset[str]:
    """Return the spellings of the words that `words_in` returns."""
    return frozenset(chain.from_iterable(map(spellings, words_in(lists))))


class _WordsPattern(LazyPattern):
    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled expression, with the words."""
        pattern = _LISTS.sub(lambda found: any_of(words_in(found[1])), self.pattern)
        return re.compile(pattern, self.flags)


def words_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression for folded text, compiled on first use.

    In it, ``{verbs.wins}`` stands for any of the words of that list; see `words_in`.
    """
    return cast("re.Pattern[str]", _WordsPattern(pattern, flags))


_LISTS = lazy_pattern(r"\{([A-Za-z][A-Za-z.|]+)\}")


@lru_cache(maxsize=1)
def _meanings() -> dict[tuple[str, str], str]:
    return {
        (table, variant): meaning
        for table, meanings in tables().items()
        for meaning, words in meanings.items()
        for word in words
        for variant in map(plain, spellings(word))
    }


def meaning(table: str, word: str) -> str | None:
    """Return the meaning of a word in a table, ``White`` for ``blancs``; None if unknown."""
    return _meanings().get((table, plain(word)))


def colour(word: str) -> str | None:
    """Return the English name of a colour of pieces, as in tags; None for other words."""
    return meaning("colours", word)


@lru_cache(maxsize=1 << 10)
def known_tag(name: str) -> str | None:
    """Return the usual name of a tag in any spelling or language; None if it is unknown."""
    seen = _HUMP.sub(" ", without_invisible(name)).replace("_", " ")
    return meaning("tags", seen) or colour(seen) or _side_of_player(seen)


def tag_name(name: str) -> str | None:
    """Return the usual name of a tag in another spelling or language; else None."""
    known = known_tag(name)
    return known if known != name else None


def listed_tags(tags: Iterable[tuple[str, str]]) -> str:
    """Return tags for a message: ``White 'Anna', Black 'Ben'``."""
    return ", ".join(f"{name} {value!r}" for name, value in tags)


def _side_of_player(name: str) -> str | None:
    """Return the colour in the name of a tag for a player: ``White player``, ``player_white``."""
    fillers = {*tables()["fillers"]["players"], "name", "nom"}
    words = [word for word in name.lower().split() if word not in fillers]
    return colour(words[0]) if len(words) == 1 else None


def side_alone(text: str) -> tuple[str, str] | None:
    """Return the side and the player that a text such as ``White (Anna):`` names.

    The player may be missing (an empty text). None for any other text.
    """
    found = _SIDE_ALONE.fullmatch(text) if len(text) < LONGEST_LABEL else None
    side = colour(found[1]) if found else None
    return (side, (found[2] or "").strip()) if found and side else None


LONGEST_LABEL = 90
"""Maximum length of a line that names a side, in characters."""

LONGEST_TITLE = 500
"""Maximum length of a title that may name a game, in characters."""


PAGE = (
    r"(?:page|sheet|seite|blatt|feuille|hoja|p[aá]gina|foglio|blad|strona)\s*\d{1,3}"
    r"(?:\s*(?:/|of|von|sur|de|di|van|z)\s*\d{1,3})?(?!\w)"
)
"""The expression for the number of a page, which may stand above the rows on it."""

_SIDE_ALONE = lazy_pattern(
    rf"(?i)[\s:.#*_|-]*(?:{PAGE}[\s:.,-]*)?([^\W\d_]+)\s*(?:\(([^()\d]+)\)\s*)?[\s:.#*_|-]*"
)
_HUMP = lazy_pattern(r"(?<=[a-z])(?=[A-Z])")
_PIECES = lazy_pattern(r"[][(),.;:!?|\N{EN DASH}\N{EM DASH}]| - ")
"""Signs between the parts of a title."""


@lru_cache(maxsize=1 << 10)
def game_named(text: str) -> tuple[str, str] | None:
    """Return the built-in game that a title or tag names, and its variant string.

    The variant string is empty if no variant is named. None if the text names no game or several,
    or is too long for a title.
    """
    if len(text) > LONGEST_TITLE:
        return None
    words = plain(text)
    titles = {game: plain(site_names(game).title) for game in registry.BUILT_IN}
    found = [game for game, title in titles.items() if re.search(rf"\b{title}\b", words)]
    if len(found) != 1:
        return None
    pieces = [piece for piece in _PIECES.split(words) if piece.strip()]
    # "GIPF, Turnier, Essen" is a game of an event.
    lone = [one for one in pieces if meaning("tags", one) != "Event" or len(pieces) <= 2]
    named = [one for piece in lone if (one := variant_named(found[0], piece))]
    joined = "+".join(dict.fromkeys("+".join(named).split("+")))
    return found[0], joined


RULES = ("rules", "règles", "regeln", "reglas", "regole", "regras", "regels", "zasady", "pravidla")
"""Words for the rules of a game; with another word, as in ``Master rules``, they name a variant."""


_GAMES = {"game", "jeu", "spiel", "partie", "partij", "partita", "partida"}


def variant_of_piece(text: str, game: str) -> str | None:
    """Return the variant named in a part of a title that has a word such as ``game``.

    ``Standard game`` names one, but ``tournament game`` may mean a game played in a tournament.
    """
    for piece in _PIECES.split(text):
        words = plain(piece).split()
        is_named = len(words) == 2 and not _GAMES.isdisjoint(words)
        if is_named and (variant := variant_named(game, piece)) and "tournament" not in variant:
            return variant
    return None


def rules_named(text: str) -> str | None:
    """Return the part of a title that names a variant by its rules, such as ``Master rules``."""
    for piece in _PIECES.split(text):
        words = plain(piece).split()
        is_named = 1 < len(words) < 5 and not {*map(plain, RULES)}.isdisjoint(words)
        if is_named and any(variant_named(game, piece) for game in registry.BUILT_IN):
            return piece.strip()
    return None


_BESIDE_VARIANTS = {
    *("et", "and", "und", "the", "game", "jeu", "spiel", "partie", "with", "avec", "mit"),
    *("variante", "variant", "version", "versione", "regle", *map(plain, RULES)),
}
"""Words that may occur beside the words of a variant."""

_COMPOUND = "regeln|spiel|partie|variante|version"
"""Second parts of German compounds: ``meisterregeln``."""


def variant_named(game: str, text: str) -> str | None:
    """Return the variant string that a text names; None if the text has any further words."""
    names = site_names(game)
    if not (known := dict(names.words)):
        return None
    words = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w-])({words})(?:{_COMPOUND})?(?![\w-])")
    title = re.escape(plain(names.title))
    text = re.sub(rf"-(?={title}\b)|(?<=\b{title})-", " ", plain(text))
    parts = list(dict.fromkeys(known[word] for word in pattern.findall(text)))
    rest = pattern.sub(" ", text)
    beside = {plain(names.title), *_BESIDE_VARIANTS, *map(plain, tables()["fillers"]["articles"])}
    left = set(re.findall(r"\w+", rest)) - beside
    return "+".join(parts) if parts and not left else None


@lru_cache(maxsize=256)
def variant_meant(game: str, written: str) -> str:
    """Return the variant string of a text in any language; the text itself if it is unknown."""
    if is_variant_string(game, written):
        return written
    return variant_named(game, written) or written


@lru_cache(maxsize=1 << 10)
def side_named(label: str) -> str | None:
    """Return the colour that a label before a move names, such as ``White``.

    The text is empty for a letter that may mean several colours, and None if the label names no
    side. A single letter needs a colon.
    """
    word = label.rstrip(" :.\t")
    if len(word) > 1:
        return colour(word)
    letters = tables()["initials"] if ":" in label else {}
    named = next((one for one, words in letters.items() if plain(word) in words), None)
    return "" if named == "unclear" else named
