"""Tags, titles, headings and names: the text above a game and beside its moves.

People write ``[Event “Démo”]`` and ``Rouge : Paul`` where programs write ``[Event "Démo"]``.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from notation import Dialect, dialects
from notation.characters import without_invisible
from notation.pattern import lazy_pattern
from notation.registry import likeliest
from records.assumptions import Assumptions, is_known_game
from records.results import may_state, whole_result
from records.sites import NUMBERED, sides_of
from records.text.lines import MAIL, SENT, unescape
from records.which_game import game_of
from records.words import (
    PAGE,
    RULES,
    any_of,
    colour,
    folded,
    game_named,
    known_tag,
    meaning,
    plain,
    rules_named,
    side_alone,
    side_named,
    tag_name,
    variant_meant,
    variant_of_piece,
    words_in,
    words_pattern,
)

TAG = lazy_pattern(r'\s*\[\s*([^\s"\[\]]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
"""Matches a tag at the beginning of a line: its name and value."""

_TAG_BLOCK = lazy_pattern(r'(?<!\S)(?:\[[A-Za-z]\w*+ "(?:[^"\\\[\]]|\\.)*+"\]\s*+){2,}+')

EXTRA = "Extra"
"""The tag that holds `Record.extra` as a JSON object."""

FIELDS = ("Game", "Variant", "Dialect", "Start", "Result")
"""The tags that are fields of a record."""

PLAIN_TAGS = frozenset(
    {*FIELDS, "Event", "Site", "Date", "Round", "White", "Black", "Red", "Blue", "Green", "Title"}
    | {"Termination", "Annotator", "Extra", "Source", "Comment", "TimeControl", "PlyCount"}
)
"""Tags with their usual names; any other name may be a synonym of one of them."""

MEANT = ("Winner", *NUMBERED)
"""Tags that are read as a result, or as the tag of a side."""

LONGEST_TITLE, LONGEST_NAMED = 90, 160
"""Maximum length of a title, and of a title with the name of a game, in characters."""

_QUOTES = "\"'`´\N{QUOTATION MARK}“”„‟«»‹›‘’‚‛″\N{FULLWIDTH QUOTATION MARK}"
_NAME = r"([^\s\[\]\"“”„«»:=]+(?: [^\W\d][^\s\[\]\"“”„«»:=\d]*)?)"
_QUOTED = lazy_pattern(rf"\s*\[\s*{_NAME}\s*[:=]?\s*[{_QUOTES}]+(.*?)[{_QUOTES}]*\s*\]?\s*")
_BARE = lazy_pattern(r"\s*\[\s*([^\s\[\]:=]+)\s*[:=]\s*([^\[\]]*?)\s*\]\s*")
_SIDE_APART = lazy_pattern(
    r"\s*([^\W\d_]+)(\s+[-–—]\s|\t| {2,}|\s*(?:\.[ ]?){3,}\s*|;)\s*+([^\d:=\t;]+?)[\s;]*$"
)
"""A side and a player, separated by a dash, a tab, blanks, dots or a semicolon."""
_LABELLED = lazy_pattern(r"[^:=：]{0,160}[:=：]")
_TWICE = lazy_pattern(r"(?<![^\W\d_])([^\W\d_]{1,30})\s?/\s?([^\W\d_]{1,30})(?=\s?[:=])")
"""A label in two languages."""
_APART = lazy_pattern(r"\s{2,}|\t|\s\|")
_RATED = lazy_pattern(r"(.*[^\W\d].*?)\s*\((?:Elo:?\s*)?(\d{3,4})\)")
"""A player with a rating in brackets."""
_NAMED = lazy_pattern(
    r"(?:[ \t]*\((?:[^\w\s]|\w(?=\)))?|[ \t])[ \t)]*(?P<name>@?[^\W\d_](?:[\w.'-]| (?=\w))*?)"
    r"\)?(?=\s*(?:$|[,;|/&(\\]|\s\s|\.(?:\s|$)))"
)
"""A player behind a side; the sign of the side in brackets may come between them."""
_WORD = lazy_pattern(r"[^\W\d_]+")
_BETWEEN = " \t,;/|-–—*_\N{NO-BREAK SPACE}"
_PARTING = (*".:;,()|-", "\N{EN DASH}", "\N{EM DASH}")
"""Signs before a label that follows other text on its line."""
_BULLETS = lazy_pattern(r"^[\s#*•>_=|:-]+|(?<![\s#*_=])[\s#*_=]+$")
_PERSON = r"(?<![^\W\d_])[^\W\d_](?:(?!\s[-–—]\s)[^,;:()&\n]){0,40}?"
"""The name of a player, which has no dash between blanks; such a dash follows games and events."""
_OPPOSED = r"(?:vs?\.?|versus|contre|gegen|against|contra|contro|tegen)"
_VERSUS = lazy_pattern(
    rf"(?i)(?P<first>{_PERSON})\s+{_OPPOSED}"
    r"\s+(?P<second>[^\W\d_][^,;:()\n]{0,40}?)\s*(?:[,;(|]|\s[-–—]\s|(?<=\w{4})(?<!Prof)\.|$)"
)
_ALONGSIDE = r"(?:and|et|und|en|y|e)"
_AND = lazy_pattern(rf"\s+{_ALONGSIDE}\s*$")
_BETWEEN_TWO = r"(?:between|entre|zwischen|tussen|tra|fra)"
_MATCHED = lazy_pattern(
    rf"(?i)\b{_BETWEEN_TWO}\s+(?P<first>{_PERSON})\s+{_ALONGSIDE}"
    r"\s+(?P<second>[^\W\d_][^,;:()\n]{0,40}?)\s*(?:[,;(]|(?<=\w\w)\.|$)"
)
"""Two players after a word such as ``between``."""
_FULL_NAME = r"[^\W\d_](?:[^-,;:()\d\n–—/]|(?<=\w)-(?=\w)){2,40}?"
_DASHED = lazy_pattern(
    rf"(?:^|[:,.;(]\s*)(?P<first>{_FULL_NAME})\s*(?:--|\s[-–—/]\s)\s*(?P<second>{_FULL_NAME})"
    r"\s*(?=$|[,;(]|\.\s*$)"
)
"""Two players with a dash between them; without a score their names must be full names, unless the
title has a number, a year or the name of the game before them."""
_COUNTED = lazy_pattern(r"\W*(?:[^\W\d_]{4,10}\.?\s*)?\W{0,3}\d{1,4}[.:)]\s+(?=[^\W\d_])")
"""The number of a game, a board or a round before its players."""
_YEAR = lazy_pattern(r"(?:1[89]|20)\d\d\W*$")
_PARTICLES = frozenset(
    ("de", "van", "von", "der", "den", "del", "della", "da", "di", "la", "le", "du", "dos", "ten")
)
"""Words of names that may begin with a small letter."""
_PAIRING = lazy_pattern(
    r"(?P<first>[^\W\d_][^-,;:()\d\n–—]{0,40}?)\s+[-–—]\s+(?P<second>[^\W\d_][^-,;:()\d\n–—]{0,40}?)"
    r"[\s,:(]+(?P<score>[\d½][^\s)]*)[)\s.]*$"
)
"""Two players with a dash between them, and their score."""
_SCORED = lazy_pattern(
    r"(?P<first>[^\W\d_][^-,;:()\d\n–—]{0,40}?)\s+(?P<score>[\d½][^\s)]*)\s+"
    r"(?P<second>[^\W\d_][^-,;:()\d\n–—]{0,40}?)[)\s.]*$"
)
"""Two players with their score between them."""

_NAME_LIKE = lazy_pattern(r"[^\W\d_]{4}")
_LONG = lazy_pattern(r"[^\W\d_]{3,}")
"""A word of three or more letters; most damaged moves without digits are shorter."""
_NUMBERED_TITLE = lazy_pattern(
    r"(?i)\W*(?:game|partie|spiel|partida|partita|partij|juego|gioco|match)\W*(?:n\W*[or]?\W*)?\d{1,4}"
    r"[.:]?\s*"
)
_SIDE_LABEL = lazy_pattern(r"\s*[^\W\d_]+(?:\s*[:.]|\t(?=[^\t]*\d)|\s(?=\s*\S*\d\S*\s+\S*\d))")
"""A word with a colon or a tab before the moves of a side; before several moves, with a blank."""

_PAGE = lazy_pattern(rf"(?i)\W*{PAGE}\W*(?:[^\W\d_]+\.?\W*)?(?:\([^()]*\))?")
_NUMBER_AND_MORE = lazy_pattern(r"\d\W+(?:[^\W\d_]{3}|(?:[^\W\d_]+\s*)?\d)")
_IN_BRACKETS = lazy_pattern(r"(.*\S)\s*\(([^()]+)\)")
_STOP = lazy_pattern(r"(?<=\w{4})(?<!Prof)\.\s+(?=\w)")
"""The end of a sentence; not after an initial or a short title such as ``Mr.``."""

_PLAYS = (
    r"is|ist|est|was|war|plays|played|playing|as|spielt|spielte|joue(?:\s+les)?|jouait(?:\s+les)?"
)
_SCORE_AFTER = lazy_pattern(r"\)[\s,:]+([\d½]\S*)[\s.]*$")
_BEFORE_NAME = lazy_pattern(
    rf"(?i)^(?:.*\b(?:{_BETWEEN_TWO}|(?:played|gespielt|jouée?)\s+(?:by|von|par))\s"
    rf"|(?:{_OPPOSED}|[-–—]|{_ALONGSIDE})\s)\s*"
)
"""Words before the name of a player."""


_COMMENT = lazy_pattern(r'"(?:[^"\\]|\\.)*"?|\{(?:[^}\\]|\\.)*(\}?)')
"""A comment, or a text in quotation marks, which may have braces; one may lack its end."""


def begins_with_tag(text: str, start: int = 0) -> bool:
    """Whether the line at an offset of a text begins with a tag."""
    end = text.find("\n", start)
    return TAG.match(text[start : len(text) if end < 0 else end]) is not None


class Tag(NamedTuple):
    """A tag in a text: its name, its value, and the offset of its end.

    ``is_loose`` tells whether it is written differently than programs write tags.
    """

    name: str
    value: str
    end: int
    is_loose: bool = False


def tag_blocks(line: str) -> list[int]:
    """Return the offsets of further tag blocks on a line with several games."""
    if line.count('"]') < 2:
        return []
    if "{" in line:
        line = _COMMENT.sub(lambda one: "x" * len(one[0]) if one[1] else one[0], line)
    starts = [one.start() for one in _TAG_BLOCK.finditer(line)]
    return starts if starts and line[: starts[0]].strip() else starts[1:]


def tags_of(line: str) -> list[Tag]:
    """Return the tags that a line begins with."""
    found: list[Tag] = []
    if "[" not in line[:80]:
        return found
    end = 0
    while tag := TAG.match(line, end):
        found.append(Tag(tag[1], unescape(tag[2]), tag.end()))
        end = tag.end()
    if not found and (loose := _loose_tag(line)):
        found.append(Tag(*loose, len(line), is_loose=True))
    return found


def _loose_tag(line: str) -> tuple[str, str] | None:
    """Return the usual name and the value of a leniently written tag.

    A tag without quotes needs a colon and a known name.
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


def head_of_mail(lines: Sequence[str]) -> list[int]:
    """Return the indices of the lines in the head of a mail; empty if there is no such head."""
    found = {at: one for at, line in enumerate(lines) if (one := MAIL.match(line))}
    names = {one[1].casefold() for one in found.values()}
    is_sent = any(SENT.search(one[2]) for one in found.values())
    return [*found] if len(names) > 1 and is_sent else []


class Labelled(NamedTuple):
    """The tags in a line, and the text before them: ``Crossings`` in ``Crossings. Weiß: Anna``."""

    tags: list[tuple[str, str]]
    before: str


def labelled(line: str, among: Sequence[Dialect[object]]) -> Labelled | None:
    """Return the tags of a line such as ``Blancs : Robert, Noirs : Jean``; None for other lines.

    Args:
        line: a line that is not a tag.
        among: the dialects of moves; a move after a side, as in ``Blanc : 2.7.2N2``, is no player.
    """
    line = _BULLETS.sub(lambda one: " " * len(one[0]), line)
    apart = _SIDE_APART.match(line) if len(line) < LONGEST_TITLE else None
    if apart and colour(apart[1]) and not (_heads(apart[3]) or may_state(line)):
        line = f"{apart[1]}: {apart[3]}"
    line = _TWICE.sub(_once, line)
    line = _sides_labelled(line)
    if not _LABELLED.match(line):
        return None
    labels = list(_labels().finditer(folded(line)))
    above = line[: labels[0].start()].strip() if labels else ""
    before = above.strip(_BETWEEN)
    sides = [one for one in labels if colour(one["name"])]
    is_game = bool(sides) and game_named(before) is not None
    is_apart = above[-1:] in _PARTING or (is_game and len(sides) > 1)
    is_beside = is_apart and len(labels) < 5 and (len(sides) > 1 or is_game)
    if not labels or (before and not is_beside):
        return None
    ends = [label.start() for label in labels[1:]] + [len(line)]
    values = [line[label.end() : end] for label, end in zip(labels, ends, strict=True)]
    # Sentences: a full stop is no part of a name, and another sentence may follow the last.
    are_sentences = before or (len(sides) > 1 and all(one.rstrip().endswith(".") for one in values))
    if are_sentences and colour(labels[-1]["name"]) and (stop := _STOP.search(values[-1])):
        before = f"{before} {values[-1][stop.end() :].strip()}".strip()
        values[-1] = values[-1][: stop.start()]
    found = []
    for at, (label, value) in enumerate(zip(labels, values, strict=True), 1):
        if len(sides) > 1:
            value, *others = _APART.split(value.strip(_BETWEEN), 1)
            before = " ".join([before, *others]).strip()
            value = _AND.sub("", value) if at < len(labels) else value
        value = value.strip(_BETWEEN).strip(_QUOTES).strip()
        if (beside := _IN_BRACKETS.fullmatch(value)) and game_named(beside[2]):
            value, before = beside[1], f"{before} {beside[2]}"
        if are_sentences:
            value = value.rstrip(".")
        if ")" in value and "(" not in value:  # from the text around the labels
            value = value.rstrip(").:")
        rated = _RATED.fullmatch(value) if colour(label["name"]) else None
        if rated:
            value = rated[1]
            found.append((f"{colour(label['name'])}Elo", rated[2]))
        is_move = not _NAME_LIKE.search(value) and (
            any(map(str.isdigit, value)) or any(one.lenient_pattern.match(value) for one in among)
        )
        if not value or (is_move and colour(label["name"])):
            return None
        found.append((known_tag(label["name"]) or label["name"], value))
    before = before.strip(_BETWEEN).rstrip(".:;(")
    result = whole_result(before) if len(sides) > 1 else None
    if result and "Result" not in dict(found):
        return Labelled([*found, ("Result", before)], "")
    return Labelled(found, before)


def _once(label: re.Match[str]) -> str:
    """Return the second of two labels if both mean the same tag; else the text of both."""
    return label[2] if known_tag(label[1]) == known_tag(label[2]) else label[0]


def _sides_labelled(line: str) -> str:
    """Insert colons between sides and players: ``White Hana, Black Ruben``.

    Other lines are not changed. Each side is named once; names have capitals, or begin with ``@``.
    """
    sides = [one for one in _WORD.finditer(line) if colour(one[0])]
    if len({colour(one[0]) for one in sides}) < max(len(sides), 2) or len(line) > LONGEST_TITLE:
        return line
    parts = [line[: sides[0].start()]]
    for side, end in zip(sides, [one.start() for one in sides[1:]] + [len(line)], strict=True):
        named = _NAMED.match(line, side.end(), end)
        words = named["name"].split() if named else []
        capital = [one[0].isupper() or one[0] == "@" for one in words if one not in _PARTICLES]
        if named is None or not capital or len(words) > 4 or not all(capital):
            return line
        parts.append(f"{side[0]}: {named['name']}{line[named.end() : end]}")
    return "".join(parts)


def _heads(text: str) -> bool:
    """Whether a text looks like headings of columns, by its words or its spacing."""
    return "  " in text or any(map(_heads_column, text.split()))


@cache
def _labels() -> re.Pattern[str]:
    """Return the pattern for a label and its colon in folded text."""
    names = any_of([*words_in("colours|tags"), *RULES])
    fillers = any_of(words_in("fillers.articles|fillers.players"))
    return re.compile(
        rf"(?<![\w-])(?:{fillers}\s*)*(?P<name>{names})(?:\s+{fillers})?\s*[:=：]+\s*"
    )


def is_heading(line: str) -> bool:
    """Whether a line only names the columns of a table."""
    words = re.sub(r"[:.|/#;,!]", " ", line).split()
    return bool(words) and all(map(_heads_column, words))


def is_columns(line: str) -> bool:
    """Whether a line has headings of columns, separated by tabs, semicolons or bars."""
    cells = [cell.strip() for cell in re.split(r"[\t|;]", line.strip())]
    with_digits = sum(any(map(str.isdigit, cell)) for cell in cells)
    return len(cells) > 2 and all(cells[1:-1]) and with_digits <= any(map(str.isdigit, cells[-1]))


def _heads_column(word: str) -> bool:
    return colour(word) is not None or plain(word) in _heading_words()


@cache
def _heading_words() -> frozenset[str]:
    return frozenset(map(plain, words_in("headings")))


def is_next_page(line: str) -> bool:
    """Whether a line is the number of a page in a game: ``page 2 (continued)``, ``page 2 of 3``."""
    goes_on = _PAGE.fullmatch(line) and _NUMBER_AND_MORE.search(line)
    return goes_on is not None and side_alone(line) is None


def is_numbered_title(line: str) -> bool:
    """Whether a line begins with a title such as ``Game 2``."""
    return _NUMBERED_TITLE.match(line) is not None


def has_words(text: str) -> bool:
    """Whether a text has several words of three or more letters; damaged moves are shorter."""
    return len(_LONG.findall(text)) > 1


def head_game(lines: Sequence[str]) -> bool:
    """Whether lines above a game have a numbered title or the names of its players."""
    worded = list(filter(has_words, lines))
    found = [labelled(line, ()) for line in worded]
    sides = {colour(name) for one in found if one for name, _ in one.tags} - {None}
    are_players = len(sides) > 1 or any(_is_pairing(bare(line)) for line in worded)
    return are_players or any(map(is_numbered_title, lines))


def only_side(line: str) -> str | None:
    """Return the side that a line names, perhaps with a player; None for any other line."""
    named = side_alone(line)
    return named[0] if named else None


def side_and_player(line: str) -> tuple[str, str] | None:
    """Return the side and the player that a line such as ``White (Anna)`` names.

    The player may be missing (an empty text), as in ``Page 2: Black``. None for other lines.
    """
    if named := side_alone(line):
        return named
    found = labelled(line, ())
    tags = found.tags if found and not found.before else []
    return tags[0] if len(tags) == 1 and colour(tags[0][0]) else None


def labelled_side(line: str) -> tuple[str, int] | None:
    """Return the side named before the moves of a line, and the offset of the moves.

    None if the line does not begin with a side.
    """
    label = _SIDE_LABEL.match(line)
    side = side_named(label[0].strip()) if label else None
    return (side, label.end()) if label and side is not None else None


def title_lines(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the number and the text of each line of the title above a game; empty for prose.

    A short line that names a game is a title even if other lines follow it, and so is a line near
    it that names two players.
    """
    above = [entry for entry in lines if not (is_heading(entry[1]) or is_columns(entry[1]))]
    near = [(entry, bare(entry[1])) for entry in above[-8:]]
    for entry, text in near:
        if text and len(text) < LONGEST_NAMED and game_named(text):
            return [one for one, other in near if one is entry or _is_pairing(other)]
    while above and not above[-1][1].strip() and above[-1][0] >= lines[-1][0] - 2:
        above.pop()
    title: list[tuple[int, str]] = []
    while above and above[-1][1].strip():
        title.insert(0, above.pop())
    texts = [bare(text) for _, text in title]
    talks = any(
        not text or len(text) > LONGEST_TITLE or text[-1] in ".:;," or text[0] in "{["
        for text in texts
    ) or any(text.lstrip().startswith("#") for _, text in title)
    has_letters = any(map(str.isalpha, "".join(texts)))
    return title if has_letters and not talks and len(title) <= 2 else []


class FileHeading(NamedTuple):
    """The game and the variant that the heading of a file states for all its games."""

    game: str | None
    variant: str | None


NO_HEADING = FileHeading(None, None)


def file_heading(lines: Sequence[str]) -> FileHeading:
    """Return the heading of a file, given the lines above its first game.

    The heading stands above a title with a number or players; it is empty without such a title.
    """
    titles = [
        at for at, line in enumerate(lines) if is_numbered_title(line) or _is_pairing(bare(line))
    ]
    above = lines[: titles[-1]] if titles else ()
    named = next(filter(None, map(game_named, above)), None)
    rules = next(filter(None, map(rules_named, above)), None)
    game, variant = named or (None, None)
    return FileHeading(game, rules or variant or None)


def _is_pairing(text: str) -> bool:
    """Whether a line has the names of two players and nothing else except their score."""
    if len(text) > LONGEST_TITLE:
        return False
    is_counted = _COUNTED.match(text) is not None
    text = _COUNTED.sub("", text, 1)
    is_sided = len(_named_sides(text)) == 2
    if text.endswith(".") and not is_sided:
        return False
    scored = (one.match(text) for one in (_PAIRING, _SCORED))
    are_scored = any(one and whole_result(one["score"]) for one in scored)
    return is_sided or are_scored or _unscored(text, is_counted) is not None


_SUBJECT = lazy_pattern(
    r"(?i)(?:subject|betreff|objet|sujet|asunto|oggetto)\s*:\s*(?:(?:re|aw|fwd?|tr|wg|rif)\s*:\s*)*"
)
"""The label of the subject of a mail, and the signs of answers."""


_ATTRIBUTE = lazy_pattern(r'(?<!\S)\w+="([^"\n]*)"')


def bare(text: str) -> str:
    """Return a title without bullets, signs of emphasis, double blanks and ``Subject:``.

    An attribute such as ``name="Megiddo"`` is replaced by its value.
    """
    marked = _SUBJECT.sub("", _BULLETS.sub("", _ATTRIBUTE.sub(r"\1", text.strip())), 1)
    return re.sub(" {2,}", " ", re.sub(r"(?<=\w)\*+(?!\w)", "", marked)).strip()


def players_of(title: str, game: str | None) -> dict[str, str]:
    """Return the names in a title such as ``Anna vs. Ben``, by the sides of a game.

    The names are in the order of moving, unless the title has the sides, as in ``Anna (Blue) - Ben
    (Red)``. A score after the names or between them becomes the tag ``Result``: ``Anna 1-0 Ben``.
    With a dash and no score, both must be full names: ``Anna Keller - Ben Maier``.
    """
    prefix = _NUMBERED_TITLE.match(title) or _COUNTED.match(title)
    title = title[prefix.end() :] if prefix else title
    named = _named_sides(title)
    if game and len(named) > 1 and named.keys() <= {*sides_of(game, None)}:
        score = _SCORE_AFTER.search(title)
        result = whole_result(score[1]) if score else None
        return named | {"Result": result.value} if result else named
    if not game:
        return {}
    pairing = _PAIRING.search(title) or _SCORED.search(title)
    result = whole_result(pairing["score"]) if pairing else None
    if pairing and result:
        names, stated = pairing.group("first", "second"), {"Result": result.value}
    elif found := _unscored(title, prefix is not None):
        names, stated = found.group("first", "second"), {}
    else:
        return {}
    names = (_after_game(names[0].strip()), names[1].strip())
    of_side = {
        colour(side): name for side, _, name in (one.partition(" ") for one in names) if name
    }
    if len(of_side) > 1 and of_side.keys() <= {*sides_of(game, None)}:
        return {side: name for side, name in of_side.items() if side} | stated
    return dict(zip(sides_of(game, None), names, strict=False)) | stated


def _named_sides(text: str) -> dict[str, str]:
    """Return the players with their sides: ``Anna (Blue)``, ``Anna is White``."""
    return {
        side: _BEFORE_NAME.sub("", _after_game(one["name"].strip()), 1)
        for sentence in _STOP.split(text)
        for one in _named_side().finditer(sentence)
        if (side := colour(one["side"])) and one["name"].casefold() not in _PRONOUNS
    }


_PRONOUNS = frozenset(
    ("i", "he", "she", "we", "you", "who", "ich", "er", "sie", "je", "il", "elle")
)


@cache
def _named_side() -> re.Pattern[str]:
    """Return the pattern of a player with the side in brackets, or behind a verb."""
    colours = {*words_in("colours")}
    side = "|".join(map(re.escape, sorted(colours, key=len, reverse=True)))
    return re.compile(rf"(?P<name>{_PERSON})(?:\s*\(|\s(?:{_PLAYS})\s)(?P<side>(?i:{side}))\b\)?")


def _unscored(title: str, is_counted: bool) -> re.Match[str] | None:
    """Return the match of two players in a title without a score; None for other titles.

    Args:
        title: the title.
        is_counted: whether the number of a game or board stood before the title.
    """
    if found := _VERSUS.search(re.sub(r"^[^:]*:\s*", "", title)) or _MATCHED.search(title):
        return found
    dashed = _DASHED.search(title)
    is_sure = is_counted or _YEAR.search(title) or game_named(title.partition(":")[0])
    least = 1 if is_sure else 2
    return dashed if dashed and _are_names(dashed["first"], dashed["second"], least) else None


def _are_names(first: str, second: str, least: int) -> bool:
    """Whether two texts are names of persons, of at least ``least`` words each.

    A family name may be a colour, such as ``Weiß``.
    """
    for name in (_after_game(first.strip()), second.strip()):
        words = name.split()
        are_known = bool(words) and (colour(words[0]) or any(map(_is_of_title, words)))
        capital = [one[0].isupper() for one in words if one not in _PARTICLES]
        if are_known or game_named(name) or not all(capital):
            return False
        if len(capital) < least or len(words) > 5:
            return False
    return True


def _is_of_title(word: str) -> bool:
    return meaning("tags", word) is not None or meaning("titles", word) is not None


def _after_game(name: str) -> str:
    """Return the name of a player without the game before it: ``Megiddo Anna``."""
    name = _STOP.split(name)[-1]
    first, _, rest = name.partition(" ")
    return rest.strip(_BETWEEN) if rest.strip(_BETWEEN) and game_named(first) else name


@lru_cache(maxsize=1 << 10)
def is_usual_tag(name: str) -> bool:
    """Whether a tag is read as it is: it has no other usual name, and is not one of `MEANT`."""
    return name in PLAIN_TAGS or (tag_name(name) is None and name not in MEANT)


def variant_of(tags: Mapping[str, str], game: str) -> tuple[str | None, str | None]:
    """Return the variant in the tags of a game, as written and as a variant string.

    Without the tag ``Variant``, the tag ``Game`` or the title may name it: ``GIPF (tournoi)``.
    """
    written = tags.get("Variant") or None
    if written:
        named = game_named(written)
        if named and named[0] == game and (named[1] or plain(written) == plain(game)):
            return written, named[1] or None
        return written, variant_meant(game, written)
    for text in (tags[name] for name in ("Game", "Title") if tags.get(name, game).lower() != game):
        named = game_named(text)
        if named and named[0] == game and named[1]:
            return text, named[1]
        if variant := variant_of_piece(text, game):
            return text, variant
    return None, None


def contradicts(
    assumptions: Assumptions, tags: Mapping[str, str], moves: Sequence[str]
) -> str | None:
    """Return a message if the caller or all the moves contradict the tag ``Game``; else None."""
    named = game_of(tags) if tags.get("Game") else None
    if named is None or not is_known_game(named):
        return None
    if assumptions.game:
        asked = f"the tag Game names {named}: read as {assumptions.game}, given by the caller"
        return None if assumptions.game == named else asked
    if not moves or any(
        one.lenient_pattern.search(move) for one in dialects(named) for move in moves
    ):
        return None
    found = likeliest(moves, dialects())
    return (
        f"the tag Game names {named}, but the moves are like those of {found.dialect.game}"
        if found
        else None
    )


def correction(text: str, dialect: Dialect[object]) -> str:
    """Return the corrected move in a comment such as ``recte D3``; empty if there is none."""
    found = _CORRECTS.match(folded(text)) if len(text) < LONGEST_TITLE else None
    move = text[found.end() :].strip(" :=.!?") if found else ""
    return move if dialect.lenient_pattern.fullmatch(move) else ""


_CORRECTS = words_pattern(r"\s*{transcription.correction}(?!\w)")
