"""Writing Abstract Play's game records, schema 1-0-0.

The schema allows further keys in the header only. So tags without a key in the schema, the dialect
and a start go into the header; comments and marks have no place and are reported as losses. An open
result is written as null, as the site does; dates and the site, which the schema requires, are
written where there are tags for them.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from records.abstractplay.reader import (
    ENDINGS,
    KEY,
    OTHER_TAGS,
    SITE_TAGS,
    TAGS,
    ender,
    result_of,
    usual_results,
    usual_rounds,
)
from records.format import CannotWrite, Reduced
from records.model import UNDECIDED, Record
from records.results import CANONICAL, DRAW, winner_index
from records.sites import sides_of, site_names

NAME = "abstractplay-json"
"""The name of the format in messages."""

_WORDS = {termination: word for word, termination in ENDINGS.items()}
_BESIDE = {"sequence", "result"}


def reduce(record: Record) -> Reduced:
    """Fit a record into the schema.

    Raises:
        CannotWrite: a move would be read as none, or as the end of the game.
    """
    _check_moves(record)
    losses = []
    if record.comment:
        losses.append("a comment before the first move")
    details = {}
    for index, detail in record.details.items():
        kept = {key: value for key, value in detail.items() if _fits(key, value)}
        if kept:
            details[index] = kept
        if lost := sorted(detail.keys() - kept.keys()):
            losses.append(f"{', '.join(lost)} of {record.moves[index]!r}")
    extra = {key: value for key, value in record.extra.items() if key in (KEY, "source")}
    losses += [f"the key {key!r}" for key in record.extra if key not in extra]
    kept = extra.get(KEY, {})
    if not _is_ours(kept):
        losses.append(f"a key {KEY!r} of another shape")
        extra.pop(KEY)
    variant, result = record.variant, record.result
    if not _is_variant(variant):
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
    return Reduced(fitted, tuple(losses)) if losses else Reduced(record)


def _fits(key: str, value: Any) -> bool:
    if key == "sequence":
        return type(value) is int
    return key == "result" and isinstance(value, str | list)


def _is_ours(kept: Any) -> bool:
    kinds = {"header": dict, "players": list, "site": dict, "game": dict}
    return isinstance(kept, dict) and all(
        _are_rounds(value) if key == "rounds" else isinstance(value, kinds.get(key, ()))
        for key, value in kept.items()
    )


def _are_rounds(value: Any) -> bool:
    """Whether a value is an order of moving for each round."""
    return isinstance(value, list) and all(
        isinstance(turns, list)
        and sorted(filter(None, turns))
        == [*range(1, len(turns) + 1)][: len(turns) - turns.count(0)]
        for turns in value
    )


def _is_variant(variant: str | None) -> bool:
    words = (variant or "standard").split("+")
    return variant is None or (variant != "" and all(words) and len({*words}) == len(words))


def _check_moves(record: Record) -> None:
    for move in record.moves:
        if not move:
            raise CannotWrite(f"{NAME} cannot hold a move without text")
    last = record.moves[-1].strip().lower() if record.moves else ""
    if last in ENDINGS:
        raise CannotWrite(f"{NAME} cannot hold the move {last!r}: it ends the game there")


def to_text(record: Record) -> str:
    """Return a record as one JSON object on one line, without its line end.

    Raises:
        CannotWrite: the format would lose something.
    """
    record = reduce(record).strict(NAME)
    data = {"header": _Header(record).header(), "moves": _rounds(record)}
    return json.dumps(data, ensure_ascii=False)


class _Header:
    """Builds the header of a record; tags are used up as they find their keys."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.kept: Mapping[str, Any] = record.extra.get(KEY, {})
        self.tags = dict(record.tags)
        self.sides = sides_of(record.game, record.variant)

    def header(self) -> dict[str, Any]:
        """Return the header."""
        record = self.record
        header: dict[str, Any] = {"game": self._game()}
        self._take(header, {key: TAGS[key] for key in ("event", "round")})
        if site := self._take({}, SITE_TAGS) | self._site():
            header["site"] = site
        self._take(header, {key: tag for key, tag in TAGS.items() if key not in header})
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

    def _take(self, into: dict[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
        into |= {key: self.tags.pop(tag) for key, tag in keys.items() if tag in self.tags}
        return into

    def _game(self) -> dict[str, Any]:
        named = site_names(self.record.game)
        game: dict[str, Any] = {"name": named.title}
        variant = self.record.variant
        if variant is not None:
            names = {meant: name for name, meant in named.variants}
            written = names.get(variant, variant)
            game["variants"] = [] if variant == named.usual else written.split("+")
        game |= self.kept.get("game", {})
        return game

    def _site(self) -> dict[str, Any]:
        """Return what was kept of the site; the number of a game only if the tag still has it."""
        kept = dict(self.kept.get("site", {}))
        if str(kept.get("gameid")) != self.record.tags.get("GameId"):
            kept.pop("gameid", None)
        return kept

    def _players(self) -> list[dict[str, Any]]:
        kept = self.kept.get("players", [])
        results = self._results(kept)
        players = []
        for seat in range(max(len(self.sides), len(kept))):
            side = self.sides[seat] if seat < len(self.sides) else ""
            player = {"name": self.tags.pop(side) if self.tags.get(side) else ""}
            rest = kept[seat] if seat < len(kept) and isinstance(kept[seat], dict) else {}
            result = results[seat] if seat < len(results) else None
            players.append(player | {**rest, "result": result})
        return players

    def _results(self, kept: list[Any]) -> list[Any]:
        """Return the players' results: those that were kept, if they still mean the same."""
        usual = _usual_results(self.record.result, len(self.sides))
        results = [
            kept[seat].get("result", result) if seat < len(kept) and isinstance(kept[seat], dict)
            else result
            for seat, result in enumerate(usual)
        ]  # fmt: skip
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


def _rounds(record: Record) -> list[list[Any]]:
    slots: list[Any] = [
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


def _round(turns: list[int], moves: list[Any]) -> list[Any]:
    """Return the slots of a round: the moves made in it, each in its player's place."""
    return [moves[turn - 1] if turn else None for turn in turns]
