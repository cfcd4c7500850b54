"""Reading Abstract Play's game records, schema 1-0-0, with what occurs in the wild.

A file is one record, an array of them, or one after the other. Properties without a field of a
`Record` are kept in ``extra["abstractplay"]``, so that they are written back:

- ``header``: the header's keys that have no tag, as they stand;
- ``players``: for each player all but the name, and the result where it is not the usual 1 or 0;
- ``site``, ``game``: the rest of those objects, and the list of variants where another would be
  written, None where there is none;
- ``rounds``: for each round the players' places in the order of moving, 0 for one who did not
  move, where that is not simply one after the other.

Source of the format: the schema ``gamerecord.json`` of the site's package recranks, and the
functions there and in gameslib that make and read such records.
"""

from collections.abc import Mapping, Sequence

from notation import Finding, UnknownName
from notation.findings import note, violation
from records.assumptions import Assumptions, Guess, candidates, guess
from records.jsonl import KEYS, move_with_details, with_repeated_keys
from records.jsontext import JsonValue
from records.model import UNDECIDED, Record, Source
from records.results import CANONICAL, DRAW, FIRST_WINS, SECOND_WINS, winner_index, won_by
from records.sites import by_title, sides_of, site_names
from records.sources.boundary import fault

KEY = "abstractplay"
"""The key of ``extra`` that keeps what a record has no place for, and the dialect's name."""

TAGS = {
    "event": "Event",
    "round": "Round",
    "date-start": "Date",
    "date-end": "EndDate",
    "date-generated": "DateGenerated",
}
"""Tags for keys of the header."""

SITE_TAGS = {"name": "Site", "gameid": "GameId"}
"""Tags for keys of the header's site."""

OTHER_TAGS = "tags"
"""The header's key for tags that have no key of their own, written here and read back."""

NO_VARIANT = "variant"
"""The header's key that is null in a record that leaves the variant open, written here and read."""

ENDINGS = {
    "resign": "resignation",
    "timeout": "time",
    "draw": "agreement",
    "abandoned": "abandoned",
}
"""Words that end the game in place of a move, and the tag ``Termination`` for each."""


def to_record(found: JsonValue, here: Source, assumptions: Assumptions) -> Record:
    """Return the record that a JSON value describes, or one with a finding that it describes none.

    Args:
        found: the value.
        here: where it stands.
        assumptions: what the caller knows of the games; it overrides what they state.
    """
    try:
        record = _Reader(found.value, here, assumptions).record()
        return with_repeated_keys(record, found.repeated)
    except (TypeError, ValueError) as error:
        broken = violation("bad-json", f"not a record: {error}")
    except Exception as error:
        broken = fault(error)
    return Record(source=here, findings=(broken.at(line=found.line, column=1),))


class _Reader:
    """Turns one object into a record."""

    def __init__(self, data: object, here: Source, assumptions: Assumptions) -> None:
        self.findings: list[Finding] = []
        self.data = _object(data, "a record")
        if "stack" in self.data and "moves" not in self.data:
            self.data = _record_of_state(self.data)
            message = "the state of a game in the site's program is read; it names no players"
            self.findings.append(note("site-state", message).at(line=here.line, column=1))
        if not self.data.keys() & {"header", "moves"}:
            raise TypeError("it has neither 'header' nor 'moves'")
        self.header = dict(_object(self.data.get("header") or {}, "'header'"))
        self.rounds = _rounds(self.data.get("moves") or [])
        self.here, self.assumptions = here, assumptions
        self.tags: dict[str, str] = {}
        self.kept: dict[str, object] = {}

    def record(self) -> Record:
        """Return the record."""
        game, variant = self._game()
        sides = sides_of(game, variant)
        players = self._players(sides)
        self._site()
        self._tags()
        dialect, start = self._text("dialect"), self._text("startingPosition")
        entries, ending = self._moves()
        moves = tuple(move for move, _ in entries)
        result = self._stated() or result_of(players)
        if ending is not None:
            result = self._ended(ending, result, len(sides))
        word = ending[1] if ending else None
        self._keep_rounds(len(moves), len(sides), ender(word, result, len(moves), len(sides)))
        if self.header:
            self.kept["header"] = self.header
        game, dialect, why = self._dialect(game, dialect, moves)
        others = {key: value for key, value in self.data.items() if key not in ("header", "moves")}
        if own := {key: others.pop(key) for key in KEYS if key in others}:
            # Under these keys, JSON lines have something else.
            self.kept["record"] = own
        return Record(
            moves=moves,
            game=game,
            variant=self.assumptions.variant or variant,
            dialect=dialect,
            tags=self.tags,
            start=start,
            result=result,
            details={index: detail for index, (_, detail) in enumerate(entries) if detail},
            source=self.here,
            findings=tuple(self.findings),
            extra=others | ({KEY: self.kept} if self.kept else {}),
            guess=why,
        )

    def _text(self, key: str) -> str | None:
        """Take a key of the header if its value is a text."""
        return str(self.header.pop(key)) if isinstance(self.header.get(key), str) else None

    def _stated(self) -> str | None:
        """Take the header's key for results that those of the players cannot express."""
        stated = self.header.get("result")
        is_known = isinstance(stated, str) and (stated in CANONICAL or stated.isdecimal())
        return self._text("result") if is_known else None

    def _game(self) -> tuple[str | None, str | None]:
        rest = dict(_object(self.header.pop("game", {}), "'game'"))
        title = str(rest.pop("name", "") or "")
        game = self.assumptions.game or (by_title(title) if title else None)
        names = rest.pop("variants", None)
        if not isinstance(names, list | None):
            raise TypeError(f"'variants' must be a list, not {names!r:.60}")
        variant = variant_of(game, names)
        if names is None and self.header.get(NO_VARIANT, "") is None:
            del self.header[NO_VARIANT]
            variant = None
        elif names != variant_names(game, variant):
            rest["variants"] = names
            if names is None and variant and not self.assumptions.variant:
                self._assumed(variant)
        if title and title != site_names(game).title:
            rest["name"] = title
        if rest:
            self.kept["game"] = rest
        return game, variant

    def _assumed(self, variant: str) -> None:
        message = f"the record has no list of variants: read as {variant}, the site's usual game"
        self.findings.append(note("guessed-variant", message).at(line=self.here.line, column=1))

    def _players(self, sides: Sequence[str]) -> list[object]:
        """Take the players; return their results."""
        listed = self.header.pop("players", None) or []
        if not isinstance(listed, list):
            raise TypeError(f"'players' must be a list, not {listed!r:.60}")
        players = [dict(_object(one, "a player")) for one in listed]
        results = [player.pop("result", None) for player in players]
        for side, player in zip(sides, players, strict=False):
            if name := player.pop("name", None):
                self.tags[side] = str(name)
        for player, result, usual in zip(players, results, usual_results(results), strict=True):
            if result != usual or type(result) is not type(usual):
                player["result"] = result
        while players and not players[-1]:
            del players[-1]
        if players:
            self.kept["players"] = players
        return results

    def _site(self) -> None:
        site = dict(_object(self.header.pop("site", None) or {}, "'site'"))
        for key, tag in SITE_TAGS.items():
            value = site.get(key)
            if isinstance(value, str | int | float):
                self.tags[tag] = str(value)
            if isinstance(value, str):
                del site[key]
        if site:
            self.kept["site"] = site

    def _tags(self) -> None:
        for key, tag in TAGS.items():
            if (text := self._text(key)) is not None:
                self.tags[tag] = text
        others = self.header.get(OTHER_TAGS)
        if isinstance(others, dict) and all(isinstance(value, str) for value in others.values()):
            self.tags |= others
            del self.header[OTHER_TAGS]

    def _moves(self) -> tuple[list[tuple[str, dict[str, object]]], tuple[int, str] | None]:
        """Return the moves with their details, and the seat and word that end the game."""
        slots = [(seat, slot) for one in self.rounds for seat, slot in _ordered(one)]
        played = [
            (seat, *move_with_details(slot, "null, a text or"))
            for seat, slot in slots
            if slot is not None
        ]
        ending = None
        if played and played[-1][1].strip().lower() in ENDINGS and not played[-1][2]:
            seat, word, _ = played.pop()
            ending = seat, word.strip().lower()
        return [(move, detail) for _, move, detail in played], ending

    def _keep_rounds(self, count: int, seat_count: int, ended_by: int | None) -> None:
        """Keep the order of moving in each round, unless it is that of the seats."""
        shape = [_turns(one) for one in self.rounds]
        if shape == usual_rounds(count, seat_count, ended_by):
            return
        self.kept["rounds"] = shape
        for number, turns in enumerate(shape, start=1):
            if 0 in turns:
                message = f"round {number} has no move of player {turns.index(0) + 1}: passed over"
                self.findings.append(note("null-move", message).at(line=self.here.line, column=1))

    def _ended(self, ending: tuple[int, str], result: str, seat_count: int) -> str:
        """Take the word that ends the game; return the result, which may follow from it."""
        seat, word = ending
        self.tags.setdefault("Termination", ENDINGS[word])
        if result != UNDECIDED:
            return result
        if word == "draw":
            return DRAW
        if word == "abandoned" or seat_count != 2:
            return UNDECIDED
        return SECOND_WINS if seat == 0 else FIRST_WINS

    def _dialect(self, game: str | None, named: str | None, moves: tuple[str, ...]) -> Guess:
        """Return game and dialect: the one named, else the site's own if the moves are like it."""
        if self.assumptions.dialect or named:
            return guess(game, self.assumptions.dialect or named, moves)
        try:
            (own,) = candidates(game, KEY)
        except (UnknownName, ValueError):
            return guess(game, None, moves)
        if all(own.lenient_pattern.fullmatch(one) or own.are_canonical([one]) for one in moves):
            return guess(game, KEY, moves)
        return guess(game, None, moves)


def variant_of(game: str | None, names: Sequence[object] | None) -> str | None:
    """Return the variant string for the names in a record; None where it is left open.

    The site prints labels or its own identifiers, and for each group of variants of which none is
    chosen the default: ``Default`` and the group, or the group's identifier after ``#``.

    Args:
        game: the game.
        names: what the record has; None for no list.
    """
    known = site_names(game)
    if names is None:
        return known.usual
    labels = {label.casefold(): name for label, name in known.labels}
    meant = (labels.get(name.casefold(), name) for name in map(str, names) if not _is_default(name))
    written = "+".join(dict.fromkeys(filter(None, meant)))
    return dict(known.variants).get(written, written) or known.usual


def _is_default(name: str) -> bool:
    return name.startswith("#") or name.casefold().startswith("default ")


def variant_names(game: str | None, variant: str | None) -> list[str] | None:
    """Return the site's names for a variant, None for one that is left open."""
    if variant is None:
        return None
    known = site_names(game)
    written = {meant: name for name, meant in known.variants}.get(variant, variant)
    return [] if variant == known.usual else written.split("+")


def ender(word: str | None, result: str, count: int, seat_count: int) -> int | None:
    """Return the seat of the player who ends a game by a word; None if that is not clear.

    Args:
        word: the word, None for none.
        result: the result of the game: the player who resigns, or runs out of time, has lost.
        count: number of moves before.
        seat_count: number of players.
    """
    winner = winner_index(result)
    if word == "abandoned" or (word == "draw" and result == DRAW):
        return count % seat_count
    if word in ("resign", "timeout") and winner is not None and seat_count == 2:
        return 1 - winner
    return None


def usual_rounds(count: int, seat_count: int, ended_by: int | None = None) -> list[list[int]]:
    """Return the order of moving in each round: each seat's place in it, 0 for none.

    Args:
        count: number of moves, each by the next in turn.
        seat_count: number of players.
        ended_by: the seat of the player who then ends the game by a word; None for none.
    """
    slots: list[object] = [True] * count
    if ended_by is not None:
        slots += [None] * ((ended_by - count) % seat_count) + [True]
    return [_turns(slots[first : first + seat_count]) for first in range(0, len(slots), seat_count)]


def _turns(slots: Sequence[object]) -> list[int]:
    """Return each seat's place in the order of a round, 0 where it has no move."""
    places = [0] * len(slots)
    moved = [seat for seat, slot in _ordered(slots) if slot is not None]
    for turn, seat in enumerate(moved, start=1):
        places[seat] = turn
    return places


def usual_results(results: Sequence[object]) -> list[int | None]:
    """Return results as the site has them: 1 for a win or a draw, else 0; None for none."""
    best = max((_rank(result) for result in results), default=None)
    if best is None or best == _rank(None):
        return [None] * len(results)
    return [int(_rank(result) == best) for result in results]


def _rank(result: object) -> float:
    return result if isinstance(result, int | float) else float("-inf")


def result_of(results: Sequence[object]) -> str:
    """Return the result of a game from those of its players."""
    usual = usual_results(results)
    winners = [seat for seat, result in enumerate(usual) if result == 1]
    if len(winners) > 1:
        return DRAW
    if not winners or len(usual) < 2:
        return UNDECIDED
    return won_by(winners[0], len(usual))


def _ordered(slots: Sequence[object]) -> list[tuple[int, object]]:
    """Return the moves of a round with their seats, in the order in which they were made."""
    numbers = {seat: slot["sequence"] for seat, slot in enumerate(slots)
               if isinstance(slot, dict) and isinstance(slot.get("sequence"), int)}  # fmt: skip
    if len(numbers) + slots.count(None) < len(slots):
        return list(enumerate(slots))
    return sorted(enumerate(slots), key=lambda one: numbers.get(one[0], len(slots)))


def _object(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError(f"{what} must be an object, not {type(value).__name__}")
    return value


def _rounds(value: object) -> list[list[object]]:
    if not isinstance(value, list) or not all(isinstance(one, list) for one in value):
        raise TypeError("'moves' must be a list of rounds, each a list")
    return value


def _record_of_state(state: Mapping[str, object]) -> dict[str, object]:
    """Return the record of a state that the site's program saves: a stack with the last moves."""
    stack, count, winners = state["stack"], state.get("numplayers", 2), state.get("winner") or []
    if not isinstance(stack, list) or type(count) is not int or count < 2:
        raise TypeError("'stack' must be a list, and 'numplayers' at least 2")
    if not isinstance(winners, list):
        raise TypeError(f"'winner' must be a list, not {winners!r}")
    moves = [_object(one, "an entry of 'stack'").get("lastmove") for one in stack[1:]]
    rounds = [moves[first : first + count] for first in range(0, len(moves), count)]
    results = [int(seat in winners) if winners else None for seat in range(1, min(count, 99) + 1)]
    game = {"name": state.get("game", ""), "variants": state.get("variants", [])}
    players = [{"name": "", "result": result} for result in results]
    return {"header": {"game": game, "players": players}, "moves": rounds}
