"""The JSON records of the Abstract Play server, schema 1-0-0."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import IO

from records.abstractplay.reader import ENDINGS, KEY, to_record
from records.abstractplay.writer import (
    fits_beside_move,
    is_kept,
    is_read_back,
    is_variant,
    to_text,
)
from records.assumptions import Assumptions
from records.format import CannotWrite, FileWriter, Format, Reduced
from records.jsonl import read_values
from records.jsontext import JsonValue
from records.model import UNDECIDED, Record, Source
from records.results import CANONICAL
from records.sites import site_names


class AbstractPlayFormat(Format):
    """An array of records, or one record after the other."""

    framed = True
    keeps_evidence = False
    # Half a character can only stand inside a string, where JSON has an escape for it.
    surrogates = "backslashreplace"

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""

        def described(found: JsonValue, here: Source) -> Record:
            return to_record(found, here, assumptions)

        return read_values(blocks, path, ("header", "moves"), described)

    def write(self, record: Record) -> str:
        """Return a record as one JSON object on one line, with its line end."""
        return f"{self._line(record)}\n"

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return objects, one to a line, with commas between them."""
        return self.encoded(",\n".join(map(self._line, records)))

    def writer(self, out: IO[bytes]) -> FileWriter:
        """Return what makes an array of fragments."""
        return FileWriter(out, b"[\n", b",\n", b"\n]\n")

    def reduce(self, record: Record) -> Reduced:
        """Return what fits into the schema.

        Raises:
            CannotWrite: a move would be read as none, or as the end of the game.
        """
        self._check_moves(record)
        losses = ["a comment before the first move"] if record.comment else []
        details = {}
        for index, detail in record.details.items():
            kept = {key: value for key, value in detail.items() if fits_beside_move(key, value)}
            if kept:
                details[index] = kept
            if lost := sorted(detail.keys() - kept.keys()):
                losses.append(f"{', '.join(lost)} of {record.moves[index]!r}")
        extra = {key: value for key, value in record.extra.items() if key in (KEY, "source")}
        losses += [f"the key {key!r}" for key in record.extra if key not in extra]
        if not is_kept(extra.get(KEY, {})):
            losses.append(f"a key {KEY!r} of another shape")
            del extra[KEY]
        variant, result = record.variant, record.result
        if not is_variant(variant):
            losses.append(f"the variant {variant!r}: words are separated by +, each once")
            variant = None
        if meant := dict(site_names(record.game).variants).get(variant or ""):
            losses.append(f"the variant {variant!r}: Abstract Play means {meant!r} by it")
            variant = None
        if result not in CANONICAL and not result.isdecimal():
            losses.append(f"the result {result!r}")
            result = UNDECIDED
        fitted = replace(
            record, comment="", details=details, extra=extra, variant=variant, result=result
        )
        if KEY in extra and not is_read_back(fitted):
            losses.append(f"a key {KEY!r} that contradicts the rest of the record")
            del extra[KEY]
        if not losses:
            return Reduced(record)
        return Reduced(fitted, tuple(losses))

    def ends_whole(self, text: str) -> bool:
        """Return true: half an object is not JSON."""
        return True

    def _check_moves(self, record: Record) -> None:
        if not all(record.moves):
            raise CannotWrite(f"{self.name} cannot hold a move without text")
        last = record.moves[-1].strip().lower() if record.moves else ""
        if last in ENDINGS:
            raise CannotWrite(f"{self.name} cannot hold the move {last!r}: it ends the game there")

    def _line(self, record: Record) -> str:
        return to_text(self.fit(record)[0])
