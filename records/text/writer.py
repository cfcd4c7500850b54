"""Records as text: tags, numbered rows of moves, and a result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from notation import Dialect, UnknownName
from notation.characters import INVISIBLE
from notation.pattern import lazy_pattern
from notation.printing import CONTROLS, json_line
from records.assumptions import Assumptions, candidates
from records.format import CannotWrite
from records.model import CORRECTION, UNDECIDED, Record
from records.results import CANONICAL
from records.sites import first_side, side_letters
from records.text.reader import TextReader
from records.text.titles import EXTRA, FIELDS, correction, is_usual_tag

INDENT = 4
"""Number of characters for the row number and its point, up to number 99."""

_UNHOLDABLE = lazy_pattern(r"[\n{}]")
"""Matches characters that a move in a text cannot have."""

_ACTING = lazy_pattern(f"[{CONTROLS}]|{INVISIBLE.pattern}")

UNFIT = lazy_pattern("[\0\ud800-\udfff]")
"""Characters that a text file cannot hold: nulls and lone surrogates."""

TAG_NAME = lazy_pattern(r'[^\s"\[\]]+')
_MARKS = lazy_pattern(r"[!?]*")


def write_text(record: Record) -> str:
    """Return a record as text, with an empty line at its end.

    Args:
        record: what to write; move texts are written as they are, a row for each round of turns.

    Raises:
        CannotWrite: a tag's name, a move or a mark would not be read back as it is.
    """
    lines = [*_tags(record), ""]
    if record.comment:
        lines.append(_braces(record.comment))
    lines += move_rows(record)
    # The number of a winner is written only in the tag: after the moves it would be read as a move
    # number.
    lines += [record.result if record.result in CANONICAL else UNDECIDED, "", ""]
    text = "\n".join(lines)
    _verify(record, text)
    return text


def _verify(record: Record, text: str) -> None:
    """Check that moves which are not canonical are read back unchanged."""
    likely = _likely(record)
    if any(one.inner_blanks is not None and one.are_canonical(record.moves) for one in likely):
        return
    reader = TextReader("", Assumptions())
    found = [(back.moves, _commented(back)) for back in (*reader.feed([text]), *reader.end())]
    if found != [(record.moves, _commented(record))]:
        raise CannotWrite("text cannot hold the moves as they are: they would be read differently")


def _likely(record: Record) -> tuple[Dialect[object], ...]:
    """Return the dialects that a record may have; none for an unknown game or dialect."""
    try:
        return candidates(record.game, record.dialect)
    except UnknownName:
        return ()


def _commented(record: Record) -> list[int]:
    """Return the indices of the moves with comments."""
    return [at for at, beside in sorted(record.details.items()) if beside.get("comment")]


def _tags(record: Record) -> Iterator[str]:
    own = dict(
        zip(FIELDS, (record.game, record.variant, record.dialect, record.start), strict=False)
    )
    own["Result"] = record.result
    extra = {key: value for key, value in record.extra.items() if key != "source"}
    if extra:
        own[EXTRA] = json_line(extra)
    for name in record.tags:
        if unfit := _unfit(record, name):
            raise CannotWrite(f"text cannot hold {unfit}")
    for name, value in [*own.items(), *record.tags.items()]:
        if value or (value is not None and name in record.tags):
            yield f'[{name} "{_escape(value, chr(34))}"]'


def _unfit(record: Record, name: str) -> str:
    """Return the reason why text cannot hold a tag of a record, as a phrase; empty if it can."""
    if not TAG_NAME.fullmatch(name) or UNFIT.search(name):
        return f"a tag named {name!r}: blanks, quotes, brackets"
    is_own = name in FIELDS
    if name == EXTRA:
        own = record.extra.keys() - {"source"}
        is_own = bool(own) or record.tags[name].lstrip().startswith("{")
    if is_own:
        return f"a tag named {name!r}: the name is reserved for a field of the record"
    return (
        "" if is_usual_tag(name) else f"a tag named {name!r}: it is another spelling of a known tag"
    )


def move_rows(record: Record, first: int = 1) -> list[str]:
    """Return the lines of a game: numbered rows with a column for each side, and details of moves.

    Args:
        record: the record; move texts are written as they are.
        first: the number of the first row.

    Raises:
        CannotWrite: a move or its details would not be read back unchanged.
    """
    movers = side_letters(record.game, record.variant)
    cells = ["..."] * first_side(record.game, record.variant, record.start) + _cells(record)
    columns = [_padded(cells[side :: len(movers)]) for side in range(len(movers))]
    rows = enumerate(zip_longest(*columns, fillvalue=""), start=first)
    return [f"{f'{number}.':>{INDENT}} {'  '.join(row)}".rstrip() for number, row in rows]


def _padded(column: list[str]) -> list[str]:
    """Pad the cells of a column to the width of the widest cell that has no comment."""
    width = max((len(cell) for cell in column if "{" not in cell), default=0)
    return [cell.ljust(width) for cell in column]


def _cells(record: Record) -> list[str]:
    """Return the moves with their details."""
    plain = not record.details and _UNHOLDABLE.search(" ".join(record.moves)) is None
    if plain and all(map(str.strip, record.moves)):
        return list(record.moves)
    return [_cell(record, index) for index in range(len(record.moves))]


def _cell(record: Record, index: int) -> str:
    move = record.moves[index]
    if _UNHOLDABLE.search(move) or not move.strip():
        raise CannotWrite(f"text cannot hold the move {move!r}")
    detail = record.details.get(index, {})
    unknown = detail.keys() - {"marks", "comment"}
    if unknown:
        raise CannotWrite(f"text cannot hold {', '.join(sorted(unknown))} of {move!r}")
    marks = str(detail.get("marks", ""))
    if not _MARKS.fullmatch(marks):
        raise CannotWrite(f"text cannot hold the mark {marks!r}: only ! and ?")
    comment = f" {_braces(str(detail['comment']))}" if detail.get("comment") else ""
    return f"{move}{marks}{comment}"


def _braces(comment: str) -> str:
    """Return a comment in braces; blanks at its ends, which readers strip, are escaped."""
    escaped = _escape(comment, "}")
    for end in (0, -1):
        if escaped[end].isspace():
            spelt = f"\\u{ord(escaped[end]):04x}"
            escaped = escaped[:-1] + spelt if end else spelt + escaped[1:]
    return f"{{{escaped}}}"


def _escape(text: str, special: str) -> str:
    """Escape backslashes, special characters and control characters."""
    escaped = text.replace("\\", r"\\").replace(special, f"\\{special}")
    escaped = escaped.replace("\n", r"\n").replace("\r", r"\r")
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)


def clean(text: str, what: str, losses: list[str]) -> str:
    """Return a text without characters that a file cannot hold; note them in the losses."""
    if not UNFIT.search(text):
        return text
    losses.append(f"a null character or lone surrogate in {what}")
    return UNFIT.sub("", text)


def fitting_detail(
    detail: Mapping[str, object],
    move: str,
    losses: list[str],
    dialects: Sequence[Dialect[object]],
) -> dict[str, object]:
    """Return the comment and the marks (``!``, ``?``) of a move; note other data in the losses.

    A correction is no loss if the comment states it.
    """
    kept: dict[str, object] = {}
    comment, marks = detail.get("comment"), detail.get("marks")
    if isinstance(comment, str):
        kept["comment"] = clean(comment, f"the comment on {move!r}", losses)
    if isinstance(marks, str) and _MARKS.fullmatch(marks):
        kept["marks"] = marks
    stated = {correction(str(comment), one) for one in dialects if CORRECTION in detail}
    told = {CORRECTION} if detail.get(CORRECTION) in stated else set[str]()
    if lost := sorted(detail.keys() - kept.keys() - told):
        names = ", ".join(name if name.strip() else repr(name) for name in lost)
        losses.append(f"{names} of {move!r}")
    return kept


def reduced(record: Record) -> tuple[Record, Sequence[str]]:
    """Return a record with only the data that text can hold; see `TextFormat.reduce`."""
    losses: list[str] = []
    tags = {}
    for name, text in record.tags.items():
        if unfit := _unfit(record, name):
            losses.append(unfit)
        else:
            tags[name] = clean(text, f"the tag {name!r}", losses)
    comment = clean(record.comment, "the comment", losses)
    dialects = _likely(record)
    details = {
        index: detail
        for index, details in record.details.items()
        if (detail := fitting_detail(details, record.moves[index], losses, dialects))
    }
    if losses or details != record.details:
        record = replace(record, tags=tags, comment=comment, details=details)
    return record, losses
