"""Removal of recurring texts that are not moves, such as prefixes and columns of a table."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, pairwise, takewhile, zip_longest

from notation import Dialect
from notation.dialect import DASH
from records.model import NOTHING
from records.results import result_in, whole_result
from records.text.game import GameNotes
from records.text.layout import LEAST_ROWS, REGULAR, row_number
from records.text.lines import HOLDER, SENT, TextLine, prefix_shape
from records.text.numbering import DIGITS
from records.text.titles import has_words, labelled_side, only_side
from records.words import colour, known_tag

_GROUP = re.compile(r"\d+|[^\W\d_]+(?:_[^\W\d_]+)*")
_PLAIN = re.compile(r"\s*(?:\(?9?(?:[.):]|\.\.+|\u2026)*-?|\(9\)[;,])\s*")
_CELL = re.compile(r"[^\s][^\t]*(?<!\s)")
_PARTED = re.compile(r"[,;]\s")
_PART = re.compile(r"(?![\s,;])(?:\([^()]*\)|[^,;]|[,;](?!\s|$))+")
_WORD = re.compile(r"\S+(?:\s*\([^()]*\))?")
_LAST = re.compile(r"\S\s+(\S{1,4})\s*$")
_SCORE = re.compile(r"(?<=\S)\s+(\(?\d{1,3}[:\N{EN DASH}-]\d{1,3}\)?)\s*$")
_CLOSED = re.compile(r"\)[\s;,]*$")
"""The closing bracket of a call or a tuple that opens before the moves."""
_AFTER_NAME = re.compile(r"[:;>]\s+")
_CLOCK = re.compile(r"\d[:.]\d\d")
_TIME = re.compile(r"\d{1,3}:\d\d(?::\d\d)?|\d{1,2}[/.]\d{1,2}[/.]?(?:\d{2,4})?")
_BETWEEN = re.compile(rf"(?<=\S)\s*+({DASH})\s*(?=\S)")
_JOINT = re.compile(r"[^\W\d_]{1,5}|[+&:=~]+>?")
"""A word or sign between two moves, such as ``and`` or ``+``."""
_SPEAKER = re.compile(r"([^\W\d_](?:[\w.']|[ -](?=[^\W_])){1,40}?)(?:[:>]|\s(?:plays|moves))\s*$")
_TALK = re.compile(
    r"\s*(?:[\[(<]?\d{1,2}[:.]\d\d(?::\d\d)?[\])>]?\s+)?"
    r"(?:<\s?[@+]?[\w. -]{1,30}>|[@+]?[\w.-]{1,30}(?: [\w.-]{1,20})?[:;])\s"
)


def without_recurring(
    lines: Sequence[TextLine], notes: GameNotes, among: Sequence[Dialect[object]]
) -> list[str]:
    """Blank the text that recurs before the moves of most lines, and note it.

    Row numbers are kept. Columns of a table that are neither numbers nor moves become comments.

    Args:
        among: the dialects in which the moves may be written.

    Returns:
        The names of players in the recurring text, in the order of moving; empty if it has none.
    """
    with_moves = [line for line in lines if line.first >= 0]
    _hold_columns(with_moves, among)
    _hold_scores(with_moves)
    if len(with_moves) < LEAST_ROWS:
        return []
    _blank_last_numbers([line for line in lines if line.text.strip()], notes, among)
    before = [(line, _before(line)) for line in with_moves]
    shapes = [prefix_shape(prefix) for _, prefix in before]
    shape, count = Counter(shapes).most_common(1)[0]
    if count < REGULAR * len(with_moves) or _PLAIN.fullmatch(shape) or not shape:
        return []
    alike = [one for one, found in zip(before, shapes, strict=True) if found == shape]
    groups = [_GROUP.findall(prefix) for _, prefix in alike]
    kept = _counting([prefix for _, prefix in alike], groups)
    others = [column for at, column in enumerate(zip(*groups, strict=False)) if at != kept]
    if kept is not None and any(len({*one}) > 1 and one[0].isdecimal() for one in others):
        return []  # A column of other numbers, such as times, which a table shows.
    names = _names([_words_of(prefix) for _, prefix in alike])
    first, at = alike[0][0], len(alike[0][1])
    shown = " ".join(first.written[: first.place(at)[1] - 1].split())
    for line, prefix in alike:
        if names and has_words(line.text[len(prefix) : line.first]):
            talk = line.text[len(prefix) :].strip()
            line.hold(len(prefix), len(line.text), talk, talk)
        elif names:
            line.mover = _side(_words_of(prefix), names), len(names)
        line.text = _number_only(prefix, kept) + line.text[len(prefix) :]
        closed = _CLOSED.search(line.text)
        if closed and line.text.count(")") > line.text.count("("):
            line.blank(closed.start(), len(line.text))
    times = f", {count} times" if count > 1 else ""
    message = f"text before the moves is left out: {shown!r}{times}"
    notes.add("side-name" if kept is None else "number-style", message, first.place(0), shown)
    if kept is None:
        read = {id(line) for line, _ in alike}
        _read_talk([line for line in lines if id(line) not in read], names, shape)
    return _players([prefix for _, prefix in alike], names)


def posters(lines: Sequence[TextLine]) -> list[str]:
    """Return the names of two players, each of whom is named above every second move.

    Posts have heads such as ``Anna, [14.07.22 18:00]`` or ``u/anna - 3d ago``. The list is empty if
    a side has fewer than two moves.

    Args:
        lines: the lines of a game with a move in each row.
    """
    gaps = [list[list[str]]()]
    for line in lines:
        if line.is_row and line.first >= 0:
            gaps.append([])
        else:
            gaps[-1].append([word.strip("[](){}<>,;:*|") for word in line.written.split()])
    halves = gaps[:-1:2], gaps[1:-1:2]
    names = [_usual_words(*pair) for pair in (halves, halves[::-1])]
    if len(halves[1]) < 2 or not all(names) or names[0][0][0] != names[1][0][0]:
        return []
    first, second = (" ".join(word for _, word in one) for one in names)
    signs = enumerate(zip(first, second, strict=False), 1)
    same = takewhile(lambda one: one[1][0] == one[1][1], signs)
    start = max((at for at, (sign, _) in same if not sign.isalnum()), default=0)
    players = [first[start:], second[start:]]
    return players if all(players) and not any(map(colour, players)) else []


def _usual_words(
    own: Sequence[Sequence[list[str]]], others: Sequence[Sequence[list[str]]]
) -> list[tuple[int, str]]:
    """Return adjacent words of a line that most texts in ``own`` have, and few in ``others``.

    The line is the last one of the first text with such words. Each word comes with its index in
    the line; the list is empty if there are no such words.

    Args:
        own, others: texts, as the words of each line.
    """
    counts, elsewhere = (
        Counter(word for text in texts for word in {*chain.from_iterable(text)})
        for texts in (own, others)
    )
    usual = {
        word
        for word, count in counts.items()
        if count >= REGULAR * len(own)
        and 2 * elsewhere[word] < len(others)
        and not SENT.search(word)
    }
    for line in reversed(own[0] if own else ()):
        runs = groupby(enumerate(line), lambda one: one[1] in usual)
        for is_usual, run in runs:
            found = [*run]
            if is_usual and any(map(str.isalpha, "".join(word for _, word in found))):
                return found
    return []


def _before(line: TextLine) -> str:
    """Return the text before the first move of a line; in a chat, only the time and the speaker."""
    talk = _TALK.match(line.text, 0, line.first)
    return talk[0] if talk else line.text[: line.first]


def _number_only(prefix: str, kept: int | None) -> str:
    """Return a prefix with blanks for all but its row number.

    Args:
        prefix: the text before the moves of a line.
        kept: index of the number among the words and numbers of the prefix; None without one.
    """
    blank = [" "] * len(prefix)
    if kept is not None:
        found = list(_GROUP.finditer(prefix))[kept]
        blank[found.start() : found.end()] = found[0]
        if found.end() + 1 < len(prefix) and prefix[found.end() :].strip(" \t|"):
            blank[found.end()] = "."
    return "".join(blank)


def _read_talk(lines: Sequence[TextLine], names: Sequence[str], shape: str) -> None:
    """Read the lines of a chat in which no move follows the speaker.

    What a player says may be a damaged move or a result. Everything else becomes a comment.

    Args:
        names: the names of the sides.
        shape: the shape of the text before the moves (`prefix_shape`).
    """
    for line in lines:
        ends = (one.end() for one in _AFTER_NAME.finditer(line.text))
        end = next((at for at in ends if prefix_shape(line.text[:at]) == shape), 0)
        if not end and line.first < 0 and (talk := _TALK.match(line.text)):
            end = talk.end()
        said, side = line.shown(end, len(line.text)), _side(_words_of(line.text[:end]), names)
        if not end or known_tag(line.text[:end].strip(" :")) in ("Winner", "Result"):
            continue
        if line.first >= 0 and not has_words(line.text[end : line.first]):
            continue
        line.blank(0, end)
        is_ply = any(map(str.isdigit, said)) or not any(map(str.isalpha, said))
        stated = result_in(line.text[end:].replace(HOLDER, " ").rstrip()) if side >= 0 else None
        if stated:
            begin, stop = end + stated[0], end + stated[0] + len(stated[1].written)
            line.blank(stop, len(line.text))
            if said != stated[1].written:  # The comment is apart from the result.
                line.hold(*((end, begin) if begin > end else (stop + 1, stop + 2)), said)
            line.mover, line.is_row = (side, len(names)), True
        elif side >= 0 and is_ply and len(said.split()) <= 2:
            line.mover = side, len(names)
        else:
            line.is_row = True
            line.hold(end, len(line.text), said, said if line.first >= 0 else "")


def _hold_scores(with_moves: Sequence[TextLine]) -> None:
    """Turn the running scores after the moves into comments, if most lines have them."""
    last = [_SCORE.search(line.text, max(line.first, 0)) for line in with_moves]
    if sum(map(bool, last)) >= max(LEAST_ROWS, REGULAR * len(with_moves)):
        for line, found in zip(with_moves, last, strict=True):
            if found:
                line.hold(found.start(1), found.end(1), found[1].strip("()"))


def _blank_last_numbers(
    lines: Sequence[TextLine], notes: GameNotes, among: Sequence[Dialect[object]]
) -> None:
    """Blank the row numbers at the ends of lines, if most lines have them."""
    last = [_LAST.search(line.text) for line in lines]
    places = Counter(int(one[1]) - at for at, one in enumerate(last) if one and one[1].isdecimal())
    if not places or places.most_common(1)[0][1] < max(LEAST_ROWS, REGULAR * len(lines)):
        return
    for line, found in zip(lines, last, strict=True):
        if found and not any(one.lenient_pattern.fullmatch(found[1]) for one in among):
            line.blank(found.start(1), len(line.text))
            message = "the number of the row behind its moves is left out"
            notes.count("number-style", message, line.place(found.start(1)), found[1])


def _counting(prefixes: Sequence[str], groups: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the row number in the groups; None if no number counts the rows.

    Args:
        prefixes: the texts before the moves.
        groups: the numbers and words of each prefix.
    """
    for index in range(min(map(len, groups), default=0)):
        column = [group[index] for group in groups]
        are_numbers = all(one.isdecimal() and len(one) <= DIGITS for one in column)
        if not are_numbers or any(map(_CLOCK.search, prefixes)):
            continue
        steps = [after - before for before, after in pairwise(map(int, column))]
        if any(steps) and sum(step in (0, 1) for step in steps) >= REGULAR * len(steps):
            return index
    return None


def _words_of(text: str) -> str:
    return " ".join(word for word in _GROUP.findall(text) if not word.isdigit())


def _names(written: Sequence[str]) -> list[str]:
    """Return the distinct names of sides, in the order of moving; empty for other texts.

    Of more than two names, the rarer ones have to be misreadings of the two most frequent.

    Args:
        written: the words before the moves of each line.
    """
    counts = Counter(written)
    names = list(counts)
    if len(names) > 2 and not (len(names) == LEAST_ROWS and all(map(_is_side, names))):
        usual = {name for name, _ in counts.most_common(2)}
        names = [name for name in names if name in usual]
        if any(_side(name, names) < 0 for name in counts):
            return []
    return names if all(names) and len(names) > 1 else []


def _players(prefixes: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the written names of the sides; empty if they are colours or letters.

    Args:
        prefixes: the texts before the moves.
        names: the words of the names.
    """
    found = dict[str, str]()
    for prefix in prefixes:
        if speaker := _SPEAKER.search(prefix):
            found.setdefault(_words_of(prefix), speaker[1])
    players = [found.get(name, "") for name in names]
    return players if all(players) and not any(map(_is_side, names)) else []


def _is_side(name: str) -> bool:
    return any(map(colour, name.split())) or len(name) == 1


def _side(name: str, names: Sequence[str]) -> int:
    """Return the index of the name that is equal or nearest to a name; -1 if none is near."""
    if name in names:
        return names.index(name)
    # Loaded here: few texts have names before their moves.
    from difflib import get_close_matches

    near = get_close_matches(name, names, n=1, cutoff=0.65)
    return names.index(near[0]) if near else -1


def _hold_columns(lines: Sequence[TextLine], among: Sequence[Dialect[object]]) -> None:
    """Turn the columns of remarks in a table into comments."""
    if len(lines) < LEAST_ROWS - 1:
        return
    for sign in ("\t", ";", "|"):
        counts = Counter(line.text.count(sign) for line in lines)
        count, alike = counts.most_common(1)[0]
        if count < 2 or alike < REGULAR * len(lines):
            continue
        rows = [(line, [*_cells(line.text, sign)]) for line in lines if line.text.count(sign) > 1]
        for index in range(1, count + 1):
            column = [(line, *cells[index]) for line, cells in rows if index < len(cells)]
            texts = [line.text[start:end].strip(f" \t{HOLDER}") for line, start, end in column]
            has_moves = any(one.lenient_pattern.fullmatch(text) for one in among for text in texts)
            is_number = index < 2 and any(map(str.isdigit, texts[0]))
            are_times = all(_TIME.fullmatch(text) for text in texts if text)
            words = any(re.search(r"[^\W\d_]{3}", text) for text in texts)
            if has_moves or is_number or not (words or are_times):
                continue
            for (line, start, end), text in zip(column, texts, strict=True):
                if text:
                    line.hold(line.text.index(text, start), end, text)
        return


def _cells(text: str, sign: str) -> Iterator[tuple[int, int]]:
    start = 0
    for cell in text.split(sign):
        yield start, start + len(cell)
        start += len(cell) + 1


def without_joints(lines: Sequence[TextLine], dialect: Dialect[object], notes: GameNotes) -> None:
    """Blank the word or sign that stands between two moves on most lines: ``and``, ``+``."""
    between = [
        (line, end, line.text[end:start])
        for line in lines
        for (_, end), (start, _) in pairwise(line.moves(dialect.lenient_pattern))
    ]
    counts = Counter(text.strip() for _, _, text in between)
    joint, count = counts.most_common(1)[0] if counts else ("", 0)
    if count < max(LEAST_ROWS, REGULAR * len(between)) or not _JOINT.fullmatch(joint):
        return
    if colour(joint):
        return  # It tells whose move follows.
    for line, end, text in reversed(between):
        if text.strip() == joint:
            at = end + text.index(joint)
            line.blank(at, at + len(joint))
            message = f"{joint!r} between two moves is left out"
            notes.count("mark-between", message, line.place(at), joint)


def without_dashes(
    lines: Sequence[TextLine],
    dialect: Dialect[object],
    own: Sequence[Dialect[object]],
    notes: GameNotes,
) -> None:
    """Blank the dashes between two moves, if most dashes separate moves.

    A dash without blanks around it may be part of a move. Such dashes are counted separately, and
    stay in any game that has ``...`` for a ply.

    Args:
        own: the dialects of the game; the text around a dash is a move if it is a canonical move on
            the usual board in one of them.
    """
    dashes = list[tuple[TextLine, list[tuple[int, bool]]]]()
    parting, inside = Counter[bool](), Counter[bool]()
    for line in lines:
        spans = line.moves(dialect.lenient_pattern)
        begins, ends = [start for start, _ in spans], {end for _, end in spans}
        found = list[tuple[int, bool]]()
        for dash in _BETWEEN.finditer(line.text) if spans else ():
            at, is_spaced = dash.start(1), len(dash[0]) > 2
            start, end = spans[max(bisect_left(begins, at) - 1, 0)]
            if start < at < end:
                halves = line.text[start : dash.start()], line.text[dash.end() : end]
                may_part = all(map(dialect.lenient_pattern.fullmatch, halves))
                number = row_number(line.text[:start])
                is_alone = is_spaced or (len(spans) == 1 and bool(number and number.signs))
                is_parting = may_part and is_alone and not _is_move(halves, own)
                inside[is_spaced] += (is_spaced or may_part) and not is_parting
            else:
                behind = bisect_left(begins, dash.end())
                is_parting = dash.start() in ends and dash.end() in begins[behind : behind + 1]
                may_part = is_parting or (is_spaced and not row_number(line.text[: dash.start()]))
                is_spaced = True
            parting[is_spaced] += is_parting
            found += [(at, is_spaced)] if may_part else []
        dashes.append((line, found))
    has_replies = any("..." in line.text for line in lines)
    are_parting = {
        True: parting[True] >= max(inside[True], 1),
        False: parting[False] > max(inside[False], 1) and not has_replies,
    }
    for line, found in dashes if any(are_parting.values()) else ():
        text = list(line.text)
        for at in (at for at, is_spaced in found if are_parting[is_spaced]):
            text[at] = " "
            message = "a dash between two moves is left out"
            notes.count("parting-dash", message, line.place(at), "-")
        line.text = "".join(text)


def _is_move(halves: tuple[str, str], own: Sequence[Dialect[object]]) -> bool:
    """Whether the text around a dash is a move in one of the given dialects, on the usual board."""
    from_, to = re.findall(r"\w+", halves[0])[-1], re.findall(r"\w+", halves[1])[0]
    ways = (f"{from_}-{to}", f"{from_}-{to}".lower(), f"{from_}-{to}".upper())
    return any(
        one.canonical_pattern.fullmatch(way) and one.fits(way, LEAST_ROWS)
        for one in own
        for way in ways
    )


def moves_in_turn(lines: Sequence[TextLine], head: str | None) -> tuple[list[TextLine], str]:
    """Return the moves of sides that are listed apart, as ``White: a, b, c``, in order of play.

    A list may also stand below the name of its side. Its moves are separated by commas or
    semicolons and blanks, or by blanks alone.

    Args:
        head: the side that the line above them names, if any.

    Returns:
        A line for each move, and a sentence on the layout; both are empty unless all lines are such
        lists.
    """
    groups: list[tuple[str, list[TextLine]]] = [(head, [])] if head else []
    endings: list[TextLine] = []
    for line in lines:
        if head and whole_result(line.text.strip()):
            endings.append(line)
            continue
        if _are_numbers(line.text):
            continue  # Above the moves of each side.
        label = labelled_side(line.text)
        side = only_side(line.text) or (label[0] if label else None)
        if line.comments or side == "" or not (side or groups or not line.text.strip()):
            return [], ""
        if side:
            groups.append((side, []))
        if only_side(line.text) or not line.text.strip():
            continue
        is_parted = _PARTED.search(line.text) or line.is_one_move
        pattern = _CELL if "\t" in line.text.strip() else _PART if is_parted else _WORD
        parts = [*pattern.finditer(line.text, label[1] if label else 0)]
        parts = _without_numbers(parts) if label else parts
        if row_number(parts[0][0]) if parts else side:
            return [], ""
        if side and len(parts) < 2 and pattern is not _CELL:
            return [], ""
        groups[-1][1].extend(line.part(one.start(), one.end()) for one in parts)
    of_side: dict[str, list[TextLine]] = {}
    for side, moves in groups:
        of_side.setdefault(side, []).extend(moves)
    counts = [len(moves) for moves in of_side.values()]
    if len(counts) < 2 or not all(counts):
        return [], ""
    message = f"each line has the moves of one side: {' and '.join(of_side)} move in turn"
    if max(counts) - min(counts) > 1 or counts[0] < counts[-1]:
        message += f"; they have {' and '.join(map(str, counts))} moves: ? stands for missing ones"
    turns = list(zip_longest(*of_side.values()))
    while turns[-1] and turns[-1][-1] is None:
        turns[-1] = turns[-1][:-1]
    lost = [TextLine(own[-1].number, own[-1].written, NOTHING) for own in of_side.values()]
    for index, moves in enumerate(of_side.values()):
        for move in moves:
            move.mover = index, len(of_side)
    found = [move or lost[at] for turn in turns for at, move in enumerate(turn)]
    found += endings
    for line in found:
        line.is_row = True
    return found, message


def _are_numbers(text: str) -> bool:
    """Whether a line has a tab and then only consecutive row numbers."""
    numbers = [one.value if one else 0 for one in map(row_number, text.split())]
    begins = text[:1] == "\t" and bool(numbers)
    return begins and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def _without_numbers(parts: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the moves among ``1. a 2. b 3. c``; all parts if the numbers are not consecutive."""
    numbers = [one.value for part in parts[::2] if (one := row_number(part[0])) and one.signs]
    is_counted = numbers == [*range(1, len(parts) // 2 + 1)]
    return parts[1::2] if numbers and is_counted and not len(parts) % 2 else parts
