"""How a game in progress ended, as its text states it."""

import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from unicodedata import normalize

from notation import Dialect
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.model import UNDECIDED, Place
from records.results import CANONICAL, MOVER_LOSES, SIDES, Result, match_result, mover_loses
from records.sites import sides_of, site_names
from records.words import folded, is_known

SHORTEST = 3
"""Letters of a word of a player's name that stands for the player."""

LONGEST = 300
"""Characters of a line in which names of players are looked for."""

_LETTERS = lazy_pattern(r"[^\W\d_]{3}")
_WORD = lazy_pattern(r"(?<!\S)\S")


class GameEnding:
    """The part of a game in progress that takes its result."""

    assumptions: Assumptions
    line: int
    tags: dict[str, str]
    moves: list[str]
    places: list[Place]
    details: dict[int, dict[str, object]]
    result: str

    @property
    def dialects(self) -> tuple[Dialect[object], ...]:
        """The dialects that the moves may be written in."""
        raise NotImplementedError

    def note(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""
        raise NotImplementedError

    def sides(self) -> list[tuple[str, ...]]:
        """Return the sides as tags name them, in each game that it may be; two of an unknown."""
        variant = self.assumptions.variant or self.tags.get("Variant")
        games = dict.fromkeys(dialect.game for dialect in self.dialects)
        return list(dict.fromkeys(sides_of(game, variant) for game in games or [None]))

    def statement(self, line: str) -> tuple[str, Result | None]:
        """Return a line without what it states of a player by name at its end, and the result.

        Args:
            line: a line that may follow moves.

        Returns:
            The text before the statement, and the result; the line and None if it ends otherwise.
        """
        bare = line.strip()
        if self.moves and bare[:1] == "[" and bare[-1:] == "]" and len(line) < LONGEST:
            found = self.stated(bare[1:-1])
            return ("", found) if found else (line, None)
        if not self.moves or len(line) > LONGEST or not _LETTERS.search(line, line.rfind("}") + 1):
            return line, None
        players = {name: self.tags[name] for name in chain(*SIDES) if name in self.tags}
        names = _names(tuple(players.items())) if players else None
        if names is None:
            return line, None
        whole = normalize("NFC", line).rstrip()
        named = names.search(folded(whole))
        for word in _WORD.finditer(whole) if named else ():
            rest = whole[word.start() :]
            meant = names.sub(lambda found: found.lastgroup or "", folded(rest))
            found = match_result(meant) if named and word.start() <= named.start() else None
            if found and _is_whole(meant, found):
                return whole[: word.start()], replace(found, written=rest)
        return line, None

    def stated(self, text: str) -> Result | None:
        """Return the result that a text states, None if it states anything else."""
        before, by_name = self.statement(text)
        found = by_name if by_name and not before else match_result(text)
        return found if found and found.written.strip(" .!") == text.strip(" .!") else None

    def _take_result(self, text: str, place: Place) -> None:
        found = match_result(text)
        if found is None:
            raise ValueError(f"{text!r} is not a result")
        self.take_stated(found, place)

    def take_stated(self, found: Result, place: Place) -> None:
        """Take a result that the text states at a place."""
        text = found.written
        value = self._value(found)
        if text not in CANONICAL:
            self._note_words(found, value, place)
        if self.result not in ("", UNDECIDED, value):
            self.note("repeated-result", f"{text!r} after {self.result}: the last counts", place)
        self.result = value

    def _value(self, found: Result) -> str:
        """Return the canonical result that words stand for in this game."""
        among = self.sides()
        if found.colour and not any(map(found.names, chain(*among))):
            # More may play than the variant, if any, has been read to have.
            games = dict.fromkeys(dialect.game for dialect in self.dialects)
            among = [site_names(game).players for game in games]
        values = {
            found.among(sides)
            for sides in among
            if not found.colour or any(map(found.names, sides))
        }
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
            return self.result or self._commented() or UNDECIDED
        found = self.stated(tag)
        value = self._value(found) if found else tag
        if not found and not tag.isdecimal():
            self.note("result-words", f"{tag!r} is not a known result", (self.line, 1))
        elif found and tag not in CANONICAL:
            self._note_words(found, value, (self.line, 1))
        if self.result in ("", UNDECIDED, value):
            return value
        if value != UNDECIDED:
            message = f"the tag has {tag}, the end of the moves {self.result}: the end counts"
            self.note("repeated-result", message, (self.line, 1))
        return self.result

    def _commented(self) -> str:
        """Return the result that a comment behind the last move states, if no other does."""
        last = len(self.moves) - 1
        comment = str(self.details.get(last, {}).get("comment", ""))
        found = self.stated(comment)
        if found is None:
            return ""
        value = self._value(found)
        self._note_words(found, value, self.places[last])
        return value


def _is_whole(text: str, found: Result) -> bool:
    """Whether a result is all of a text, but for a score that agrees with it."""
    rest = text[len(found.written) :].strip(" .,;:!()")
    score = match_result(rest) if rest else None
    return not rest or (score is not None and len(score.written) == len(rest))


@lru_cache(maxsize=256)
def _names(players: tuple[tuple[str, str], ...]) -> re.Pattern[str] | None:
    """Return the expression that finds the players' names in folded text, by their colours.

    A name is any of its words that no other player has, perhaps after initials.

    Args:
        players: the colour and the name of each.
    """
    words = {
        colour: set(re.findall(r"[^\W\d_]+", folded(normalize("NFC", name))))
        for colour, name in players
    }
    groups = []
    for name, own in words.items():
        others = set().union(*(theirs for other, theirs in words.items() if other != name))
        left = [one for one in own - others if len(one) >= SHORTEST and not is_known(one)]
        if left:
            any_one = "|".join(sorted(map(re.escape, left), key=len, reverse=True))
            groups.append(
                rf"(?P<{name}>(?<!\w)(?:[^\W\d_]\.[ ]?)*(?:{any_one})(?:[ -]+(?:{any_one}))*(?!\w))"
            )
    return re.compile("|".join(groups)) if groups else None
