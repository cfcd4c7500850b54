"""Long texts in pieces that can be read independently.

The `Splitting` of a format finds where a piece may begin, and opens a reader that can start there.
A game begins there for certain if the reader of the text before is *settled* at its end; otherwise
both pieces are read as one.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count
from typing import NamedTuple

from notation import Finding
from notation.characters import INVISIBLE, names_of, without_invisible
from notation.findings import note, violation
from records.assumptions import Assumptions
from records.chess import without_chess
from records.format import Splitting
from records.model import Record, without_games
from records.sources.boundary import guarded
from records.sources.decode import Stream, placed

PIECE = 1 << 20
"""Approximate size of a piece, in characters."""

FIRST = 4
"""Divisor of `PIECE` for the first piece of a source; the work on a small piece begins sooner."""

HOLD = 2
"""Maximum size of a piece in units of `PIECE`; a longer piece is cut at any line."""

HIDDEN = "hidden-character"
"""The code of the note on invisible characters in tags."""

_NOTHING = ("empty-file", "no-game")
"""The codes of the findings on a source without games."""

_BLANK = 1 << 12
"""Size up to which blank pieces are joined to the previous piece."""


class TextPiece(NamedTuple):
    """Part of a text.

    Attributes:
        path: name of the source.
        container: name of the format.
        assumptions: what the caller knows about the games.
        text: the part, whole lines.
        number: index of the piece in its source, from 0.
        line: number of lines of the source before the piece.
        complete: whether a record seems to begin after the piece, or nothing follows.
        last: whether nothing follows.
        notes: the findings of decoding the piece.
        failures: the reasons why the text after the piece cannot be read.
        size: size of the file in bytes, 0 if it is unknown.
    """

    path: str
    container: str
    assumptions: Assumptions
    text: str
    number: int = 0
    line: int = 0
    complete: bool = True
    last: bool = False
    notes: tuple[Finding, ...] = ()
    failures: tuple[Finding, ...] = ()
    size: int = 0


def with_reading_findings(
    records: Iterable[Record],
    path: str,
    notes: list[Finding],
    failures: list[Finding],
) -> Iterator[Record]:
    """Yield records with the findings of decoding their text, and a record for each failure.

    A note is added to the record in whose lines it stands. Before a failure, the last record gets
    the finding ``cut-off``.

    Args:
        records: the records of one source.
        path: the name of the source.
        notes: the findings of decoding; filled while the source is read, ahead of the records.
        failures: the reasons why reading stopped; filled while the source is read.
    """
    held: Record | None = None
    for record in map(_with_hidden_named, without_chess(guarded(records, failures), path)):
        if held:
            yield held.with_findings(*placed(notes, record.source.line)) if notes else held
        held = record
    # The last record may state that the source is empty; the failure is the reason.
    if held and not (failures and held.findings and held.findings[0].code in _NOTHING):
        found = [*placed(notes)]
        if failures:
            message = "nothing after this can be read, and the game may be incomplete: "
            cut_off = violation("cut-off", message + failures[0].message)
            found.append(cut_off.at(line=held.source.line, column=1))
        yield held.with_findings(*found) if found else held
    for failure in failures:
        yield without_games(path, failure)


def _with_hidden_named(record: Record) -> Record:
    """Return a record with a note on invisible characters in its tags, if there are any."""
    if "".join(chain(record.tags, record.tags.values())).isprintable():
        return record
    hidden = {name: INVISIBLE.findall(name + value) for name, value in record.tags.items()}
    found = [*chain.from_iterable(hidden.values())]
    if not found or any(one.code == HIDDEN for one in record.findings):
        return record
    tags = ", ".join(without_invisible(name) for name, there in hidden.items() if there)
    message = f"{len(found)} in the tags {tags}, and kept: {names_of(found)}"
    return record.with_findings(note(HIDDEN, message).at(line=record.source.line, column=1))


def pieces(
    stream: Stream,
    container: str,
    split: Splitting | None,
    blocks: Iterator[str],
    assumptions: Assumptions,
) -> Iterator[TextPiece]:
    """Yield a text in pieces.

    Args:
        stream: the stream of the text.
        container: name of the format.
        split: cuts the text; None if it can only be read as a whole.
        blocks: the text, as `records.read.choose` returns it.
    """
    failures: list[Finding] = []
    text = guarded(blocks, failures)
    parts = cut_text(text, split.cut if split else None, PIECE)
    (content, complete), line = next(parts, ("", True)), 0
    for number in count():
        following = next(parts, None)
        if following and len(following[0]) < _BLANK and not following[0].strip():
            # Alone, it would have no record that a following failure could cut off.
            content, complete = content + following[0], following[1]
            following = next(parts, None)
        last, after = following is None, line + content.count("\n")
        notes = placed(stream.findings, None if last else after + 1) if stream.findings else ()
        yield TextPiece(
            stream.path,
            container,
            assumptions,
            content,
            number,
            line,
            complete,
            last,
            notes,
            tuple(failures) if last else (),
            stream.size,
        )
        if following is None:
            return
        (content, complete), line = following, after


def cut_text(
    blocks: Iterable[str], cut: Callable[[str, int], int] | None, size: int
) -> Iterator[tuple[str, bool]]:
    """Yield a text in parts, each with a flag: whether a record seems to begin after it.

    Args:
        blocks: the text, in whole lines.
        cut: as in `Splitting`; None if the parts can only be read together.
        size: approximate size of a part, in characters; the first part is smaller by the factor
            `FIRST`.
    """
    held: list[str] = []
    length, wanted = 0, size // FIRST if cut else HOLD * size
    for block in blocks:
        held.append(block)
        length += len(block)
        if length <= wanted:
            continue
        text, start = "".join(held), 0
        while len(text) - start > wanted:
            rest = text[start:] if start else text
            at, complete = cut(rest, wanted) if cut else len(rest), cut is not None
            if not at and len(rest) > HOLD * size:
                at, complete = rest.rfind("\n", 0, size) + 1 or rest.find("\n") + 1, False
            if not at:
                break
            yield rest[:at], complete
            start += at
            wanted = size if cut else wanted
        held = [text[start:]]
        length = len(held[0])
    if held:
        yield "".join(held), True
