"""Writing Abstract Play's game records, schema 1-0-0.

The schema allows further keys in the header only. So tags without a key in the schema, the dialect
and a start go into the header; comments and marks have no place and are reported as losses. An open
result is written as null, as the site does; dates and the site, which the schema requires, are
written where there are tags for them.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import chain, repeat, zip_longest

from notation.printing import json_line
from records.abstractplay.reader import (
    ENDINGS,
    KEY,
    NO_VARIANT,
    OTHER_TAGS,
    SITE_TAGS,
    TAGS,
    ender,
    result_of,
    to_record,
    usual_results,
    usual_rounds,
    variant_names,
    variant_of,
)
from records.assumptions import Assumptions
from records.jsontext import JsonValue
from records.model import JsonObject, Record
from records.results import DRAW, winner_index
from records.sites import sides_of, site_names

_WORDS = {termination: word for word, termination in ENDINGS.items()}


def fits_beside_move(key: str, value: object) -> bool:
    """Whether a slot of the schema has room for a detail of its move."""
    if key == "sequence":
        return type(value) is int
    return key == "result" and isinstance(value, str | list)


def is_kept(kept: object) -> bool:
    """Whether a value has the shape of what the reader keeps."""
    kinds = {"header": dict, "players": list, "site": dict, "game": dict, "record": dict}
    if not isinstance(kept, dict):
        return False
    game = kept.get("game", {})
    return (
        isinstance(game, dict)
        and isinstance(game.get("variants"), list | None)
        and all(
            _are_rounds(value) if key == "rounds" else isinstance(value, kinds.get(key, ()))
            for key, value in kept.items()
        )
    )


def _are_rounds(value: object) -> bool:
    """Whether a value is an order of moving for each round."""
    return isinstance(value, list) and all(
        isinstance(turns, list)
        and sorted(filter(None, turns))
        == [*range(1, len(turns) + 1)][: len(turns) - turns.count(0)]
        for turns in value
    )


def is_variant(variant: str | None) -> bool:
    """Whether a variant string is words with a plus between them, each once."""
    words = (variant or "standard").split("+")
    return variant is None or (variant != "" and all(words) and len({*words}) == len(words))


def is_read_back(record: Record) -> bool:
    """Whether further keys of a site's record come back when the record is read again."""
    kept = {key: record.extra[KEY].get(key) for key in ("header", "record")}
    if not any(kept.values()):
        return True
    found = JsonValue(json.loads(to_text(record)), 1)
    again = to_record(found, record.source, Assumptions()).extra.get(KEY, {})
    return all(again.get(key) == value for key, value in kept.items())


def to_text(record: Record) -> str:
    """Return a record that fits the schema as one JSON object on one line, without its line end."""
    kept = record.extra.get(KEY, {}).get("record", {})
    return json_line(kept | {"header": _Header(record).header(), "moves": _rounds(record)})


class _Header:
    """Builds the header of a record; tags are used up as they find their keys."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.kept: JsonObject = record.extra.get(KEY, {})
        self.tags = dict(record.tags)
        self.sides = sides_of(record.game, record.variant)

    def header(self) -> dict[str, object]:
        """Return the header."""
        record = self.record
        header: dict[str, object] = {"game": self._game()}
        self._take(header, {key: TAGS[key] for key in ("event", "round")})
        if site := self._take({}, SITE_TAGS) | self._site():
            header["site"] = site
        self._take(header, {key: tag for key, tag in TAGS.items() if key not in header})
        if record.variant is None and site_names(record.game).usual is not None:
            header[NO_VARIANT] = None
        header["players"] = self._players()
        if record.start is not None:
            header["startingPosition"] = record.start
        header |= self.kept.get("header", {})
        if record.dialect not in (None, KEY):
            header["dialect"] = record.dialect
        if result_of(_usual_results(record.result, len(self.sides))) != record.result:
            header["result"] = record.result
        if _ending(record):
            del self.tags["Termination"]
        if self.tags:
            header[OTHER_TAGS] = self.tags
        return header

    def _take(self, into: dict[str, object], keys: Mapping[str, str]) -> dict[str, object]:
        into |= {key: self.tags.pop(tag) for key, tag in keys.items() if tag in self.tags}
        return into

    def _game(self) -> dict[str, object]:
        named = site_names(self.record.game)
        game: dict[str, object] = {"name": named.title}
        variant = self.record.variant
        game["variants"] = variant_names(self.record.game, variant)
        kept = dict(self.kept.get("game", {}))
        if "variants" in kept and variant_of(self.record.game, kept["variants"]) != variant:
            del kept["variants"]
        game |= kept
        return {key: value for key, value in game.items() if (key, value) != ("variants", None)}

    def _site(self) -> dict[str, object]:
        """Return what was kept of the site; the number of a game only if the tag still has it."""
        kept = dict(self.kept.get("site", {}))
        if str(kept.get("gameid")) != self.record.tags.get("GameId"):
            kept.pop("gameid", None)
        return kept

    def _players(self) -> list[dict[str, object]]:
        kept = [one if isinstance(one, dict) else {} for one in self.kept.get("players", [])]
        players = []
        for side, rest, result in zip_longest(self.sides, kept, self._results(kept)):
            name = (self.tags.pop(side) if self.tags.get(side) else "") if side else ""
            players.append({"name": name, **(rest or {}), "result": result})
        return players

    def _results(self, kept: list[dict[str, object]]) -> Sequence[object]:
        """Return the players' results: those that were kept, if they still mean the same."""
        usual = _usual_results(self.record.result, len(self.sides))
        pairs = zip(usual, chain(kept, repeat({})), strict=False)
        results = [rest.get("result", result) for result, rest in pairs]
        return results if usual_results(results) == usual else usual


def _usual_results(result: str, count: int) -> list[int | None]:
    """Return what each player gets, None where that cannot express the result."""
    winner = winner_index(result)
    if winner is not None and winner < count:
        return [int(seat == winner) for seat in range(count)]
    return [1 if result == DRAW else None] * count


def _ending(record: Record) -> tuple[int, str] | None:
    """Return the seat and the word that end the game in place of a move; None for none."""
    word = _WORDS.get(record.tags.get("Termination", ""))
    count = len(sides_of(record.game, record.variant))
    seat = ender(word, record.result, len(record.moves), count)
    return None if word is None or seat is None else (seat, word)


def _rounds(record: Record) -> list[list[object]]:
    slots: list[object] = [
        {"move": move, **detail} if (detail := record.details.get(index)) else move
        for index, move in enumerate(record.moves)
    ]
    count = len(sides_of(record.game, record.variant))
    ending = _ending(record)
    usual = usual_rounds(len(slots), count, ending[0] if ending else None)
    if ending:
        slots.append(ending[1])
    shape = record.extra.get(KEY, {}).get("rounds") or usual
    if sum(map(len, map(_movers, shape))) != len(slots):
        shape = usual
    rest = iter(slots)
    return [_round(turns, [next(rest) for _ in _movers(turns)]) for turns in shape]


def _movers(turns: list[int]) -> list[int]:
    return [turn for turn in turns if turn]


def _round(turns: list[int], moves: list[object]) -> list[object]:
    """Return the slots of a round: the moves made in it, each in its player's place."""
    return [moves[turn - 1] if turn else None for turn in turns]
