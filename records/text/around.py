"""What stands around the games of a text: titles, players, headings, prose."""

import re
from collections.abc import Sequence

from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from records.model import EMPTY_FILE, UNDECIDED
from records.results import match_result, may_state
from records.sites import foreign_text
from records.text.game import GameBuilder
from records.text.tokens import Kind, tokens

TITLE_LENGTH = 90

_BLANKS = lazy_pattern(" {2,}")

HEADING = 3
"""Lines above a game of which one may head the columns of its table."""

STATEMENT = 3
"""Lines of skipped text that may state a result."""

SHOWN = 20
"""Lines skipped within a game in which moves are looked for."""

FOREIGN_LINES = 50
"""Lines of a text without a game that may show which program it is of."""


def take_labels(game: GameBuilder, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Add the tags of lines such as ``Rouge : Paul`` to a game, and return the other lines."""
    from records.text.headings import labelled

    left = []
    for number, text in lines:
        found = labelled(text, game.dialects) if ":" in text or "=" in text else []
        for name, value in found:
            game.add_tag(name, value, number)
        if not found:
            left.append((number, text))
            continue
        read = ", ".join(f"{name} {value!r}" for name, value in found)
        game.note("tag-words", f"read as tags: {read}", (number, 1), text.strip())
    while len(left) < len(lines) and left and not left[-1][1].strip():
        left.pop()
    return left


def game_titled(title: str) -> tuple[str, str] | None:
    """Return the game that a title names, and its variant string; None if it names no game."""
    from records.words import game_named

    return game_named(title)


def _is_heading(line: str) -> bool:
    """Whether a line only names the columns of a table."""
    from records.text.headings import is_heading

    return is_heading(line)


def _sides_headed(line: str) -> tuple[int, ...]:
    """Return where a line names sides, as columns, if it only names the columns of a table."""
    from records.words import colour

    words = re.finditer(r"[^\s:.|/]+", line) if _is_heading(line) else ()
    named = {side: word.start() + 1 for word in words if (side := colour(word[0]))}
    return tuple(sorted(named.values()))


def title_of(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines directly above a game that are its title, not a sentence about it."""
    above = [entry for entry in lines if not _is_heading(entry[1])]
    while above and not above[-1][1].strip() and above[-1][0] >= lines[-1][0] - 1:
        above.pop()
    title: list[tuple[int, str]] = []
    while above and above[-1][1].strip():
        title.insert(0, above.pop())
    texts = [text.strip() for _, text in title]
    talks = any(
        len(text) > TITLE_LENGTH or text[-1] in ".:;,#" or text[0] in "#{[" for text in texts
    )
    return [] if talks or len(title) > 2 else title


def skipped_notes(lines: list[tuple[int, str]], above: bool = False) -> list[Finding]:
    """Return notes for the text among lines; right above a game it may be a heading."""
    written = [(number, text.strip()) for number, text in lines if text.strip()]
    notes = []
    while above and written and _is_heading(written[-1][1]):
        number, text = written.pop()
        message = f"{text!r} is taken for the heading of the table"
        notes.append(note("heading", message).at(line=number, column=1))
    if written:
        first, last = written[0][0], written[-1][0]
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        message = f"skipped {where}: text that belongs to no game"
        if len(written) <= STATEMENT and any(may_state(text) for _, text in written):
            message = f"{message}; it may state a result, and is not understood"
        notes.append(note("skipped-text", message).at(line=first, column=1))
    return notes[::-1]


def note_above(game: GameBuilder, lines: list[tuple[int, str]], may_be_title: bool) -> None:
    """Take the tags and the title among the lines above a game, and note the lines left over.

    Args:
        game: the game.
        lines: numbers and texts of the lines.
        may_be_title: whether the game has no move yet.
    """
    if may_be_title:
        lines = take_labels(game, lines)
        game.headed = max(
            (_sides_headed(text) for _, text in lines[-HEADING:]), key=len, default=()
        )
    if may_be_title and "Title" not in game.tags and (title := title_of(lines)):
        lines = [entry for entry in lines if entry not in title]
        game.tags["Title"] = " ".join(_BLANKS.sub(" ", text.strip()) for _, text in title)
        message = f"taken for the title: {game.tags['Title']!r}"
        if _names_result(game.tags["Title"]):
            message = f"{message}; a result in it is not read: the tag Result states one"
        game.note("title", message, (title[0][0], 1))
        game.titled = game_titled(game.tags["Title"])
    notes = skipped_notes(lines, above=may_be_title)
    if not may_be_title and any(_has_move(text, game) for _, text in lines[:SHOWN]):
        notes = [one.at(message=f"{one.message}; no move in it is played") for one in notes]
    game.findings.extend(notes)


def _has_move(line: str, game: GameBuilder) -> bool:
    """Whether a line has a word that is a move, or looks like one."""
    return any(
        one.kind is Kind.MOVE or (one.kind is Kind.SUSPECT and any(map(str.isdigit, one.text)))
        for one in tokens(line, game.dialects)
    )


def _names_result(title: str) -> bool:
    """Whether a title has a score or a word that states a result."""
    scores = (match_result(title, word.start()) for word in re.finditer(r"\S+", title))
    return may_state(title) or any(one and one.value != UNDECIDED for one in scores)


def left_out(diagram: tuple[int, str]) -> Finding:
    """Return the note on a diagram that stands with no game."""
    message = "a diagram that stands with no game is left out"
    return note("diagram", message).at(line=diagram[0], column=1)


def nothing_found(
    lines: list[tuple[int, str]], diagrams: Sequence[tuple[int, str]] = ()
) -> Finding:
    """Return the finding on a source in which no game was read.

    Args:
        lines: numbers and texts of its lines, without those of diagrams.
        diagrams: the lines and texts of diagrams.
    """
    if not diagrams and not any(text.strip() for _, text in lines):
        return EMPTY_FILE
    message = "there is text, but no game in it"
    if foreign := foreign_text(text for _, text in lines[:FOREIGN_LINES]):
        message = f"no game can be read: this looks like {foreign}"
    elif diagrams:
        message = "there is a diagram of a position, and no game in it"
    return violation("no-game", message).at(line=1, column=1)
