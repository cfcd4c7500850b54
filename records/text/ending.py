"""How a game in progress ended, as its text states it."""

from notation import Dialect
from records.assumptions import Assumptions
from records.model import UNDECIDED, Place
from records.results import CANONICAL, MOVER_LOSES, Result, match_result, mover_loses
from records.sites import sides_of, site_names


class GameEnding:
    """The part of a game in progress that takes its result."""

    assumptions: Assumptions
    line: int
    tags: dict[str, str]
    moves: list[str]
    result: str

    @property
    def dialects(self) -> tuple[Dialect[object], ...]:
        """The dialects that the moves may be written in."""
        raise NotImplementedError

    def note(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""
        raise NotImplementedError

    def _sides(self) -> list[tuple[str, ...]]:
        """Return the sides as tags name them, in each game that it may be; two of an unknown."""
        variant = self.assumptions.variant or self.tags.get("Variant")
        games = dict.fromkeys(dialect.game for dialect in self.dialects)
        return list(dict.fromkeys(sides_of(game, variant) for game in games or [None]))

    def _take_result(self, text: str, place: Place) -> None:
        found = match_result(text)
        if found is None:
            raise ValueError(f"{text!r} is not a result")
        value = self._value(found)
        if text not in CANONICAL:
            self._note_words(found, value, place)
        if self.result not in ("", UNDECIDED, value):
            self.note("repeated-result", f"{text!r} after {self.result}: the last counts", place)
        self.result = value

    def _value(self, found: Result) -> str:
        """Return the canonical result that words stand for in this game."""
        among = self._sides()
        if found.colour and not any(found.colour in sides for sides in among):
            # More may play than the variant, if any, has been read to have.
            games = dict.fromkeys(dialect.game for dialect in self.dialects)
            among = [site_names(game).players for game in games]
        values = {found.among(sides) for sides in among if found.colour in ("", *sides)}
        value = values.pop() if len(values) == 1 else UNDECIDED
        return mover_loses(len(self.moves)) if value == MOVER_LOSES else value

    def _note_words(self, found: Result, value: str, place: Place) -> None:
        """Add a note on a result in words, and the way in which the game ended as a tag."""
        known = self.tags.get("Termination", found.termination)
        ended = ""
        if found.termination and known == found.termination:
            self.tags["Termination"] = found.termination
            ended = f", by {found.termination}"
        message = f"{found.written!r} is read as {value}{ended}"
        self.note("result-words", message, place, found.written)

    def _result(self) -> str:
        tag = self.tags.get("Result", "").strip()
        if not tag:
            return self.result or UNDECIDED
        found = match_result(tag)
        known = found is not None and found.written == tag
        value = self._value(found) if found and known else tag
        if not known and not tag.isdecimal():
            self.note("result-words", f"{tag!r} is not a known result", (self.line, 1))
        elif found and tag not in CANONICAL:
            self._note_words(found, value, (self.line, 1))
        if self.result in ("", UNDECIDED, value):
            return value
        if value != UNDECIDED:
            message = f"the tag has {tag}, the end of the moves {self.result}: the end counts"
            self.note("repeated-result", message, (self.line, 1))
        return self.result
