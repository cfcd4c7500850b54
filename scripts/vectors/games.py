"""Cases of games: moves, positions, counts and games, with the right answers.

Games are played at random from a fixed seed in every variant of ``variants.json``. Texts are their
moves in every dialect, and variations of them such as people write. The answers are computed here;
the tests compare them with engines that were written from the rules alone.

Examples of rule books and of findings come from ``examples.json``.
"""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import notation
from analysis.games import GAMES
from analysis.games.position import AnyPosition, perft, write_unambiguously
from analysis.replay.conversion import convert
from analysis.replay.replay import replay
from notation import Dialect
from notation.catalogue import catalogue
from notation.errors import UnreadableMove, UnwritableMove
from records import Record
from scripts.corrupt import DAMAGES, corrupt

SEED = 1969
GAMES_EACH, LONGEST = 2, 150
POSITIONS_EACH = 3
TEXTS_EACH = 25
BROKEN_EACH, LONGEST_BROKEN = 150, 60
COUNTED = 5_000
"""Maximum number of sequences of moves that are counted from a position."""

COUNTED_FIRST = 2_000_000
"""The same for the start of the first variant, whose counts are also divided."""

EXAMPLES = Path(__file__).with_name("examples.json")
"""The file of cases written by hand, with their descriptions and sources."""

Case = dict[str, Any]

CHANGES: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "blanks": " ".join,
    "a point behind": lambda text: f"{text}.",
    "an exclamation mark": lambda text: f"{text}!",
    "en dashes": lambda text: text.replace("-", "\N{EN DASH}"),
    "minus signs": lambda text: text.replace("-", "\N{MINUS SIGN}"),
    "no dashes": lambda text: text.replace("-", ""),
    "colons": lambda text: text.replace("-", ":"),
    "signs of multiplication": lambda text: text.replace("x", "\N{MULTIPLICATION SIGN}"),
    "commas": lambda text: text.replace(".", ","),
    "points": lambda text: text.replace(",", "."),
    "no brackets": lambda text: text.replace("(", "").replace(")", ""),
    "square brackets": lambda text: text.replace("(", "[").replace(")", "]"),
    "French west": lambda text: text.replace("W", "O"),
    "letter O for zero": lambda text: text.replace("0", "O"),
    "letter l for one": lambda text: text.replace("1", "l"),
    "the end cut off": lambda text: text[:-1],
    "the beginning cut off": lambda text: text[1:],
    "written twice": lambda text: text + text,
    "one number too many": lambda text: f"{text}7",
}
"""Changes of texts by people and scanners."""


def plain(value: object) -> Any:
    """Return the meaning of a text as JSON: named fields as objects, sets as sorted lists."""
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    if isinstance(value, frozenset | set):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


def reading(dialect: Dialect[Any], text: str) -> Case:
    """Return the meaning of a text in a dialect, or the reason why it is not a move."""
    case: Case = {"dialect": dialect.name, "text": text}
    try:
        found = dialect.read(text)
    except UnreadableMove as error:
        return case | {"status": "unreadable", "at": error.column}
    kinds = sorted({type(move).__name__ for move in found.moves})
    case["status"] = "forgiven" if found.notes else "canonical"
    if found.notes:
        case["leniencies"] = sorted({note.code for note in found.notes})
    return case | {"kind": kinds, "moves": [plain(move) for move in found.moves]}


def playout(
    position: AnyPosition, dialect: Dialect[Any], chance: random.Random
) -> Iterator[tuple[Any, AnyPosition]]:
    """Yield random moves of a game and the positions after them; captures are preferred.

    Moves are drawn in the order of their texts, so that the order of generation does not matter.
    """
    while position.outcome() is None:
        moves = sorted(position.legal_moves(), key=lambda move: text_of(position, move, dialect))
        taking = [move for move in moves if position.captured(move)]
        move = chance.choice(taking if taking and chance.random() < 0.5 else moves)
        position = position.play(move)
        yield move, position


class Vectors:
    """The vectors of one game.

    Attributes:
        moves, leniencies, positions, perft, games: the cases of the file with this name.
    """

    def __init__(self, game: str, variants: Iterable[str]) -> None:
        """Play the games, and collect the cases."""
        self._game, self._chance = GAMES[game], random.Random(SEED)
        self._dialects = notation.dialects(game)
        self.moves: list[Case] = []
        self.leniencies: list[Case] = []
        self.positions: list[Case] = []
        self.perft: list[Case] = []
        self.games: list[Case] = []
        self._texts: dict[str, dict[str, None]] = {one.name: {} for one in self._dialects}
        for variant in variants:
            seen: set[str] = set()
            for number in range(GAMES_EACH):
                self._play(variant, seen, whole=number == 0)
        for dialect in self._dialects:
            self._read(dialect)
        for one in examples()["games"][self._game.name]:
            self._add_example(one)

    def _play(self, variant: str, seen: set[str], whole: bool) -> None:
        """Add a random game, with all positions if requested, and broken copies of it."""
        position = self._game.start(self._game.variant(variant))
        played = list(islice(playout(position, self._dialects[0], self._chance), LONGEST))
        positions = [position, *(after for _, after in played)]
        for dialect in self._dialects:
            texts = [
                text
                for before, (move, _) in zip(positions, played, strict=False)
                if (text := text_of(before, move, dialect))
            ]
            self._texts[dialect.name].update(dict.fromkeys(texts))
            if dialect is self._dialects[0]:
                record = Record(tuple(texts), self._game.name, variant, dialect.name)
                self._add(record, {}, whole)
                self._add_broken(record, seen)
        known = self._chance.sample(positions, min(POSITIONS_EACH, len(positions)))
        for one in (position, *known, positions[-1]):
            self._add_position(variant, one)

    def _add(self, record: Record, about: Case, whole: bool = True) -> None:
        """Add a game with its first violation; without one, with its end and its positions.

        If not ``whole``, only the last position is added.
        """
        played = replay(record)
        case = {"variant": record.variant, "dialect": record.dialect, "moves": [*record.moves]}
        case |= about
        if found := next(iter(played.violations), None):
            fault = {"ply": found.ply, "code": found.code, "message": found.message}
            self.games.append(case | {"finding": fault})
            return
        positions = [str(played.start), *(str(ply.after) for ply in played.plies())]
        texts = {
            name: list(done.record.moves)
            for name in (one.name for one in self._dialects)
            if name != record.dialect and (done := convert(played, name)).record
        }
        end = played.outcome
        self.games.append(
            case
            | {
                "texts": texts,
                "positions": positions if whole else positions[-1:],
                "winner": end.winner if end else None,
                "reason": end.reason if end else None,
            }
        )

    def _add_broken(self, record: Record, seen: set[str]) -> None:
        """Add damaged copies of a game whose first violation has a code that is not in ``seen``."""
        record = replace(record, moves=record.moves[:LONGEST_BROKEN])
        for number in range(BROKEN_EACH):
            broken = self._damaged(record, number)
            found = next(iter(replay(broken).violations), None)
            if found is not None and found.code not in seen:
                seen.add(found.code)
                self._add(broken, {})

    def _add_example(self, one: Case) -> None:
        """Add a game written by hand, and its start if stated."""
        name, dialect = self._game.name, one.get("dialect", self._dialects[0].name)
        start = one.get("start")
        record = Record(tuple(one["moves"]), name, one["variant"], dialect, start=start)
        about = {"about": one["about"], "source": one["source"]}
        if start is not None:
            about["start"] = start
            if known := replay(record).start:
                self._add_position(one["variant"], known)
        self._add(record, about)

    def _damaged(self, record: Record, number: int) -> Record:
        """Return a record with slips, or with a move that is legal in another position."""
        if number % 3:
            damage = list(DAMAGES.values())[number % len(DAMAGES)]
            return corrupt(record, damage, self._chance)
        moves = list(record.moves)
        elsewhere = self._texts[record.dialect or ""]
        at = self._chance.randrange(len(moves))
        moves[at] = self._chance.choice(list(elsewhere))
        return replace(record, moves=tuple(moves))

    def _add_position(self, variant: str, position: AnyPosition) -> None:
        legal = list(position.legal_moves()) if position.outcome() is None else []
        name = {"variant": variant, "position": str(position)}
        if any(name.items() <= known.items() for known in self.positions):
            return
        texts = {
            dialect.name: sorted(text_of(position, move, dialect) for move in legal)
            for dialect in self._dialects
        }
        self.positions.append(name | {"moves": len(legal), "texts": texts})
        counts, nodes = [len(legal)], len(legal)
        if self.perft:
            while nodes and nodes * len(legal) <= COUNTED:
                nodes = perft(position, len(counts) + 1)
                counts.append(nodes)
            self.perft.append(name | {"counts": counts})
            return
        divided, dialect = dict.fromkeys(legal, 1), self._dialects[0]
        while nodes * len(legal) <= COUNTED_FIRST:
            divided = {move: perft(position.play(move), len(counts)) for move in legal}
            nodes = sum(divided.values())
            counts.append(nodes)
        parts = {text_of(position, move, dialect): count for move, count in divided.items()}
        self.perft.append(name | {"counts": counts, "dialect": dialect.name, "divide": parts})

    def _read(self, dialect: Dialect[Any]) -> None:
        texts = sorted(self._texts[dialect.name], key=lambda text: (len(text), text))
        step = max(1, len(texts) // TEXTS_EACH)
        chosen = texts[::step]
        known = dict.fromkeys(chosen)
        for text in chosen[:: max(1, len(chosen) // 8)]:
            known.update(dict.fromkeys(change(text) for change in CHANGES.values()))
        for kind in catalogue([self._game.name]):
            if kind.section == "notes.moves":
                known.update(dict.fromkeys(re.findall("`([^`]+)`", kind.example or "")))
        for case in (reading(dialect, text) for text in known if text):
            (self.moves if case["status"] == "canonical" else self.leniencies).append(case)


def text_of(position: AnyPosition, move: Any, dialect: Dialect[Any]) -> str:
    """Return the text of a move; empty if the dialect cannot express it."""
    try:
        return write_unambiguously(position, move, dialect)
    except UnwritableMove:
        return ""


def examples() -> dict[str, Any]:
    """Return the cases written by hand: games, by the game's name, texts, and files."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found
