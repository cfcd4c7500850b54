"""Reading and writing the JSON records of the Abstract Play server, schema 1-0-0.

A file is a record, an array of records, or a sequence of them. The header and other data that
writing would not reproduce are kept in ``extra["abstractplay"]``; changed fields are written over
them.

The schema allows further keys in the header. They hold the dialect, tags without a key in the
schema, and a result that the results of the players cannot express. Comments and marks are lost.

Source of the format: the schema ``gamerecord.json`` of the site's package recranks, and the
functions there and in gameslib that make and read such records.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import starmap, zip_longest
from typing import Any

from notation import Finding, UnknownName
from notation.findings import note
from notation.printing import json_line
from records.assumptions import Assumptions, candidates
from records.format import CannotWrite, Format
from records.jsonl import move_with_details, moves_with_details, read_values
from records.jsontext import JsonFields, typed
from records.model import UNDECIDED, Record, Source
from records.results import CANONICAL, DRAW, winner_index, won_by
from records.sites import by_title, sides_of, site_names
from records.which_game import Guess, guess

KEY = "abstractplay"
"""The key of ``extra`` for the original data, and the name of the dialect."""

TAGS = {
    "Event": ("event",),
    "Round": ("round",),
    "Date": ("date-start",),
    "EndDate": ("date-end",),
    "DateGenerated": ("date-generated",),
    "Site": ("site", "name"),
    "GameId": ("site", "gameid"),
}
"""The path of keys in the header to the value of each tag."""

OTHER_TAGS = "tags"
"""The key of the header for other tags."""

NO_VARIANT = "variant"
"""The key of the header that is null for an unspecified variant."""

ENDINGS = {
    "resign": "resignation",
    "timeout": "time",
    "draw": "agreement",
    "abandoned": "abandoned",
}
"""Values of the tag ``Termination``, by the word in place of a move that ends the game."""

_KEYS = ("header", "moves")
"""The keys with which a record may begin."""

_WORDS = {termination: word for word, termination in ENDINGS.items()}

Slot = tuple[int, str, dict[str, object]]
"""A move of a round: the seat of its player, its text, and its details."""


class AbstractPlayFormat(Format):
    """JSON records of Abstract Play, in an array or one after the other."""

    keeps_evidence = False
    # A lone surrogate is always inside a string, where JSON has an escape for it.
    surrogates = "backslashreplace"
    around = "[\n", ",\n", "\n]\n"

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text."""
        return read_values("".join(blocks), path, _KEYS, _record, assumptions)

    def write(self, record: Record) -> str:
        """Return a record as a JSON object on one line, without a line end."""
        return json_line(_written(self.fit(record)[0]))

    def reduce(self, record: Record) -> tuple[Record, Sequence[str]]:
        """Return the record without the data that the schema cannot hold, such as comments.

        Raises:
            CannotWrite: a move has no text, or would be read as the end of the game.
        """
        if not all(record.moves):
            raise CannotWrite(f"{self.name} cannot hold a move without text")
        last = record.moves[-1].strip().lower() if record.moves else ""
        if last in ENDINGS:
            raise CannotWrite(f"{self.name} cannot hold the move {last!r}: it ends the game there")
        losses = ["a comment before the first move"] if record.comment else []
        details = {}
        exchanged = _out_of_order(record)
        for index, detail in record.details.items():
            kept = {key: value for key, value in detail.items() if _fits_beside_move(key, value)}
            if index in exchanged:
                del kept["sequence"]
            if kept:
                details[index] = kept
            if lost := sorted(detail.keys() - kept.keys()):
                losses.append(f"{', '.join(lost)} of {record.moves[index]!r}")
        extra = {key: value for key, value in record.extra.items() if key in (KEY, "source")}
        losses += [f"the key {key!r}" for key in record.extra if key not in extra]
        variant, result = record.variant, record.result
        if variant is not None:
            back = variant_of(record.game, _variant_names(record.game, variant))
            if back != variant:
                losses.append(f"the variant {variant!r}: Abstract Play means {back!r} by it")
                variant = None
        if result not in CANONICAL and not result.isdecimal():
            losses.append(f"the result {result!r}")
            result = UNDECIDED
        fitted = replace(
            record, comment="", details=details, extra=extra, variant=variant, result=result
        )
        if KEY in extra:
            try:
                _record(_written(fitted), record.source, Assumptions())
            except (TypeError, ValueError):
                losses.append(f"a key {KEY!r} that the site's records do not have")
                del extra[KEY]
        return (fitted if losses else record), losses


def _out_of_order(record: Record) -> set[int]:
    """Return the indices of moves whose ``sequence`` would put them before an earlier move.

    ``sequence`` is the order of the moves within a round.
    """
    sides = len(sides_of(record.game, record.variant))
    numbers = {
        index: number
        for index, detail in sorted(record.details.items())
        if type(number := detail.get("sequence")) is int
    }
    return {
        index
        for index, number in numbers.items()
        if any(numbers.get(at, number) > number for at in range(index - index % sides, index))
    }


def _fits_beside_move(key: str, value: object) -> bool:
    if key == "sequence":
        return type(value) is int
    return key == "result" and isinstance(value, str | list)


# Reading


def _record(data: object, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a JSON object.

    Raises:
        TypeError: it is not a record.
    """
    data = typed(data, dict, "a record")
    findings: list[Finding] = []

    def add(code: str, message: str) -> None:
        findings.append(note(code, message).at(line=here.line, column=1))

    if not data.keys() & {"header", "moves"}:
        raise TypeError("it has neither 'header' nor 'moves'")
    header = _part(data, "header")
    rounds = data.get("moves") or []
    if not isinstance(rounds, list) or not all(isinstance(one, list) for one in rounds):
        raise TypeError("'moves' must be a list of rounds, each a list")
    part = _part(header, "game")
    names = part.get("variants")
    typed(names, list, "'variants'")
    game = assumptions.game or by_title(str(part.get("name") or "")) or None
    is_open = names is None and header.get(NO_VARIANT, "") is None
    variant = None if is_open else variant_of(game, names)
    if variant and not assumptions.variant and "variants" not in part:
        message = f"the record has no list of variants: read as {variant}, the site's usual game"
        add("guessed-variant", message)
    sides = sides_of(game, variant)
    slots, word = _slots(rounds)
    moves = tuple(move for _, move, _ in slots)
    tags, result = _tags(header, sides), _stated(header)
    if word:
        tags.setdefault("Termination", ENDINGS[word[1]])
        if result == UNDECIDED and word[1] == "draw":
            result = DRAW
        elif result == UNDECIDED and word[1] != "abandoned" and len(sides) == 2:
            result = won_by(1 - word[0], 2)
    start = header.get("startingPosition")
    game, dialect, why, _ = _dialect(game, header, moves, assumptions)
    record = Record(
        moves=moves,
        game=game,
        variant=assumptions.variant or variant,
        dialect=dialect,
        tags=tags,
        start=start if isinstance(start, str) else None,
        result=result,
        details={index: detail for index, (_, _, detail) in enumerate(slots) if detail},
        source=here,
        guess=why,
    )
    own = _fresh(record)
    kept = {
        key: value
        for key, value in data.items()
        if key not in own or _compared(own[key]) != _compared(value)
    }
    for number, one in enumerate(rounds if "moves" in kept else (), start=1):
        if None in one:
            player = one.index(None) + 1
            add("null-move", f"round {number} has no move of player {player}: skipped")
    return replace(record, extra={KEY: kept} if kept else {}, findings=tuple(findings))


def _part(header: JsonFields, key: str) -> JsonFields:
    """Return an object in the header, an empty one if it is missing."""
    return typed(header.get(key), dict, repr(key))


def _compared(value: object) -> str:
    """Return JSON text for comparing values; unlike in Python, 1 and 1.0 are different."""
    return json.dumps(value, sort_keys=True)


def variant_of(game: str | None, names: Sequence[object] | None) -> str | None:
    """Return the variant string for the names of a variant on the site.

    Names are labels or identifiers of the site. For a group of variants without a choice, the site
    writes ``Default`` and the group, or ``#`` and the identifier of the group: these are skipped.

    Args:
        names: the names; None if the record has none, for the site's usual variant.
    """
    known = site_names(game)
    if names is None:
        return known.usual
    labels = {label.casefold(): name for label, name in known.labels}
    chosen = (name for name in map(str, names) if not name.casefold().startswith(_DEFAULT))
    written = "+".join(dict.fromkeys(filter(None, (labels.get(one.casefold(), one)
                                                   for one in chosen))))  # fmt: skip
    return dict(known.variants).get(written, written) or known.usual


_DEFAULT = ("#", "default ")
"""Beginnings of the names of defaults."""


def _players(header: JsonFields) -> list[JsonFields]:
    listed = header.get("players")
    return [typed(one, dict, "a player") for one in typed(listed, list, "'players'")]


def _tags(header: JsonFields, sides: Sequence[str]) -> dict[str, str]:
    """Return the tags of a header, the players first, those without a key in the schema last."""
    named = zip(sides, _players(header), strict=False)
    tags = {side: str(player["name"]) for side, player in named if player.get("name")}
    for tag, (*above, key) in TAGS.items():
        value = (_part(header, above[0]) if above else header).get(key)
        if isinstance(value, str | int | float):
            tags[tag] = str(value)
    others = header.get(OTHER_TAGS)
    if isinstance(others, dict) and all(isinstance(one, str) for one in others.values()):
        tags |= others
    return tags


def _stated(header: JsonFields) -> str:
    """Return the result in a header, from its own key or else from the players."""
    stated = header.get("result")
    if isinstance(stated, str) and (stated in CANONICAL or stated.isdecimal()):
        return stated
    return result_of([player.get("result") for player in _players(header)])


def result_of(results: Sequence[object]) -> str:
    """Return the result of a game from the results of its players: the highest wins."""
    ranks = [one if isinstance(one, int | float) else float("-inf") for one in results]
    best = max(ranks, default=float("-inf"))
    winners = [seat for seat, rank in enumerate(ranks) if rank == best > float("-inf")]
    if len(winners) > 1:
        return DRAW
    return won_by(winners[0], len(ranks)) if winners and len(ranks) > 1 else UNDECIDED


def _slots(rounds: list[list[object]]) -> tuple[list[Slot], tuple[int, str] | None]:
    """Return the moves in order of play, and how a player ended the game without a move.

    The second value is the seat of this player, from 0, and a word such as ``resign``; None if the
    game has no such end.
    """
    slots = [
        (seat, *move_with_details(slot, "null, a text or"))
        for one in rounds
        for seat, slot in _ordered(one)
        if slot is not None
    ]
    if slots and (word := slots[-1][1].strip().lower()) in ENDINGS and not slots[-1][2]:
        return slots[:-1], (slots[-1][0], word)
    return slots, None


def _ordered(slots: Sequence[object]) -> list[tuple[int, object]]:
    """Return the moves of a round in order of play, each with the seat of its player."""
    numbers = {
        seat: slot["sequence"]
        for seat, slot in enumerate(slots)
        if isinstance(slot, dict) and isinstance(slot.get("sequence"), int)
    }
    if len(numbers) + slots.count(None) < len(slots):
        return list(enumerate(slots))
    return sorted(enumerate(slots), key=lambda one: numbers.get(one[0], len(slots)))


def _dialect(
    game: str | None, header: JsonFields, moves: tuple[str, ...], assumptions: Assumptions
) -> Guess:
    """Return game and dialect: the named dialect, or the site's if it fits the moves."""
    named = header.get("dialect")
    named = assumptions.dialect or (named if isinstance(named, str) else None)
    if named:
        return guess(game, named, moves)
    try:
        (own,) = candidates(game, KEY)
    except (UnknownName, ValueError):
        return guess(game, None, moves)
    fit = all(own.lenient_pattern.fullmatch(one) or own.are_canonical([one]) for one in moves)
    return guess(game, KEY if fit else None, moves)


# Writing


def _written(record: Record) -> dict[str, object]:
    """Return the object of a record: the original JSON, with the changes of the record.

    Raises:
        TypeError: the original JSON is not a record of the site.
    """
    new, kept = _fresh(record), typed(record.extra.get(KEY), dict, "what is kept")
    if not kept:
        return new
    whole = {**new, **kept}
    read = _record(whole, record.source, Assumptions())
    before = _fresh(read)
    if (before["moves"], read.result) != (new["moves"], record.result):
        # All results are replaced: that of one player depends on those of the others.
        whole, before = _without_results(whole), _without_results(before)
    merged: dict[str, object] = _merged(whole, before, new)
    return merged


def _without_results(data: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a record without results in its header."""
    header = {key: value for key, value in _part(data, "header").items() if key != "result"}
    header["players"] = [{**one, "result": None} for one in _players(header)]
    return {**data, "header": header}


def _merged(original: Any, before: Any, new: Any) -> Any:
    """Return the original value with the changes from ``before`` to ``new`` applied.

    Lists of objects are merged object by object.
    """
    if before == new:
        return original
    three = original, before, new
    if all(isinstance(one, dict) for one in three):
        kept = {key: value for key, value in original.items() if key in new or key not in before}
        changed = {
            key: _merged(original.get(key), before.get(key), value)
            for key, value in new.items()
            if key not in before or before[key] != value
        }
        return kept | changed
    if all(isinstance(one, list) and all(isinstance(it, dict) for it in one) for one in three):
        return list(starmap(_merged, zip_longest(*three, fillvalue={})))
    return new


def _fresh(record: Record) -> dict[str, Any]:
    """Return the JSON object of a record without its original data."""
    known, sides = site_names(record.game), sides_of(record.game, record.variant)
    ending, tags = _ending(record, len(sides)), dict(record.tags)
    if ending:
        del tags["Termination"]
    game: dict[str, Any] = {"name": known.title}
    header: dict[str, Any] = {"game": game}
    if record.variant is not None:
        game["variants"] = _variant_names(record.game, record.variant)
    elif known.usual is not None:
        header[NO_VARIANT] = None
    for tag, (*above, key) in TAGS.items():
        if tag in tags:
            (header.setdefault(above[0], {}) if above else header)[key] = tags.pop(tag)
    winner = winner_index(record.result)
    is_won = winner is not None and winner < len(sides)
    results = [1 if record.result == DRAW else int(seat == winner) if is_won else None
               for seat in range(len(sides))]  # fmt: skip
    names = [tags.pop(side) if tags.get(side) else "" for side in sides]
    header["players"] = [
        {"name": name, "result": one} for name, one in zip(names, results, strict=True)
    ]
    if result_of(results) != record.result:
        header["result"] = record.result
    if record.start is not None:
        header["startingPosition"] = record.start
    # The site's dialect need not be named where the moves show it.
    is_seen = (
        record.dialect == KEY
        and _dialect(record.game, {}, record.moves, Assumptions()).dialect == KEY
    )
    if record.dialect is not None and not is_seen:
        header["dialect"] = record.dialect
    if tags:
        header[OTHER_TAGS] = tags
    entries = moves_with_details(record)
    if ending:
        entries += [None] * ((ending[0] - len(entries)) % len(sides)) + [ending[1]]
    rounds = [entries[at : at + len(sides)] for at in range(0, len(entries), len(sides))]
    return {"header": header, "moves": rounds}


def _variant_names(game: str | None, variant: str) -> list[str]:
    """Return the names of a variant on the site."""
    known = site_names(game)
    names = {meant: name for name, meant in known.variants}.get(variant, variant)
    return [] if variant == known.usual else names.split("+")


def _ending(record: Record, seat_count: int) -> tuple[int, str] | None:
    """Return the seat of the player who ends the game without a move, and the word to be written.

    A player who resigns or runs out of time has lost. None if the schema needs no such word.
    """
    word = _WORDS.get(record.tags.get("Termination", ""))
    winner, count = winner_index(record.result), len(record.moves)
    if word == "abandoned" or (word == "draw" and record.result == DRAW):
        return count % seat_count, word
    if word in ("resign", "timeout") and winner is not None and seat_count == 2:
        return 1 - winner, word
    return None
