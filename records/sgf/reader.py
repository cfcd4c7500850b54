"""Reading the Smart Game Format: FF[4] and earlier versions.

A move is the value of a node's ``W`` or ``B``, in any dialect of the game. Properties of other
programs are kept in ``extra["sgf"]`` and in a move's key ``sgf``. Data without a property in the
format are in ``EXTRA`` of the first node and in ``DETAILS`` beside moves, with the keys of the
documented JSON.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from notation.findings import note, violation
from notation.numbers import DIGITS, to_int
from records.assumptions import Assumptions
from records.jsonl import from_json
from records.jsontext import loads
from records.model import UNDECIDED, Place, Record, Source
from records.results import CANONICAL, DRAW, FIRST_WINS, SECOND_WINS, match_result
from records.sgf.grammar import Node, Tree, Value
from records.sites import by_sgf_number, by_title, first_side, sides_of

KEY = "sgf"
"""The key of other programs' properties, in ``extra`` and in the details of a move."""

TAGS = {
    "EV": "Event",
    "RO": "Round",
    "DT": "Date",
    "PC": "Site",
    "GN": "Title",
    "AN": "Annotator",
    "CP": "Copyright",
    "SO": "Publication",
    "US": "Transcriber",
}
"""Tags by property of the first node."""

PLAYERS = ("PW", "PB")

COLOURS = ("W", "B")
"""The properties for moves, and the letters for winners, in the order of moving."""

MARKS = {"TE1": "!", "TE2": "!!", "BM1": "?", "BM2": "??", "IT": "!?", "DO": "?!"}
"""Marks by the property, with its value, that judges a move."""

ENDINGS = {"Resign": "resignation", "Time": "time", "Forfeit": "forfeit"}
"""Values of the tag ``Termination``, by the text after the plus sign of a result."""

_SHORT = {word[0]: word for word in ENDINGS}
_SETUP = ("AB", "AW", "AE", "PL")
_LATIN = ("", "utf8", "utf-8", "iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "ascii",
          "us-ascii")  # fmt: skip


class TreeReader:
    """Turns one game tree into a record.

    Args:
        tree: the game tree.
        here: its place.
        assumptions: what the caller knows about the games; it overrides what they state.
        stated: data of this game beside its properties, such as its dialect.
    """

    def __init__(
        self,
        tree: Tree,
        here: Source,
        assumptions: Assumptions,
        stated: Mapping[str, str | None] | None = None,
    ) -> None:
        self.stated = stated or {}
        self.root, self.nodes = dict(tree.nodes[0]), tree.nodes
        self.here, self.assumptions = here, assumptions
        self.findings = list(tree.findings)
        self.tags: dict[str, str] = {}
        self.comments: list[str] = []
        self.moves: list[dict[str, Any]] = []
        self.places: list[Place] = []

    def record(self) -> Record:
        """Return the record."""
        self._check_encoding()
        beside = self._object(self.root, "EXTRA")
        game, variant = game_of(self._take(self.root, "GM")), self._take(self.root, "RU")
        known = {"game": game, "variant": variant, **self.stated} | beside
        sides = (
            self.assumptions.game or known["game"],
            self.assumptions.variant or known["variant"],
        )
        players = sides_of(*sides)
        self._tags(players)
        result = self._result(players)
        self._nodes(first_side(*sides, beside.get("start")))
        self.root.pop("FF", None)
        data = {
            **known,
            "tags": self.tags | beside.pop("tags", {}),
            "result": beside.pop("result", result),
            "comment": beside.pop("comment", "\n".join(self.comments)),
            "moves": self.moves,
        }
        if left := texts(self.root):
            data[KEY] = left
        record = from_json(data, self.here, self.assumptions)
        return replace(record, places=tuple(self.places), findings=tuple(self.findings))

    def _take(self, node: Node, name: str) -> str | None:
        """Remove and return the value of a property; note further values."""
        values = node.pop(name, None)
        if values and len(values) > 1:
            message = f"{name} has {len(values)} values: the first is read"
            self._note("skipped-text", message, values[1])
        return values[0].text if values else None

    def _object(self, node: Node, name: str) -> dict[str, Any]:
        """Remove a property and return its JSON object; empty if it is wrong."""
        values, text = node.get(name), self._take(node, name)
        if values is None or text is None:
            return {}
        try:
            found = loads(text)
            if not isinstance(found, dict):
                raise TypeError("an object was expected")
            if node is self.root:
                from_json({**found, "moves": []}, self.here, Assumptions())
        except (TypeError, ValueError) as error:
            self._complain("bad-json", f"{name}: {error}", values[0])
            return {}
        return found

    def _check_encoding(self) -> None:
        charset = self._take(self.root, "CA") or ""
        if charset.strip().lower() not in _LATIN:
            message = f"the game has CA[{charset}]; read it with --encoding {charset} "
            self._note("encoding", message + "if letters look odd", Value("", self.here.line, 1))

    def _note(self, code: str, message: str, at: Value) -> None:
        self.findings.append(note(code, message).at(line=at.line, column=at.column))

    def _complain(self, code: str, message: str, at: Value) -> None:
        self.findings.append(violation(code, message).at(line=at.line, column=at.column))

    def _tags(self, sides: tuple[str, ...]) -> None:
        names = dict(zip(PLAYERS, sides, strict=False)) | TAGS
        for name in [name for name in self.root if name in names]:
            values = self.root[name]
            if len(values) == 1 and values[0].text:
                self.tags[names[name]] = values[0].text
                del self.root[name]

    def _result(self, players: tuple[str, ...]) -> str:
        value = self.root.get("RE", [None])[0]
        if value is None:
            return UNDECIDED
        found = result_of(value.text, [self.tags.get(side, "") for side in players])
        if found is None:
            message = f"the result {value.text!r} is not understood: it counts for none"
            self.findings.append(note("unclear-result", message).at(line=value.line))
            return UNDECIDED
        result, termination = found
        if termination:
            self.tags.setdefault("Termination", termination)
        del self.root["RE"]
        return result

    def _nodes(self, first: int) -> None:
        """Read the moves and their details, node by node."""
        for number, node in enumerate(self.nodes):
            rest = self.root if number == 0 else dict(node)
            turn = COLOURS[(first + len(self.moves)) % len(COLOURS)]
            played = [name for name in rest if name in COLOURS]
            for name in played:
                value = rest[name][0]
                self.moves.append({"move": self._take(rest, name)})
                self.places.append((value.line, value.column))
            if played and played != [turn]:
                message = f"{' and '.join(played)} moves, and it is {turn}'s turn"
                self._complain("wrong-turn", message, node[played[0]][0])
            for name in _SETUP:
                if name in node:
                    self._complain("sgf-setup", f"{name} sets up a position", node[name][0])
            comments = [value.text for value in rest.pop("C", ())]
            if not self.moves:
                self.comments += comments
                self.root |= rest
                continue
            if number:
                self._beside(rest, self.moves[-1])
            if comments:
                known = filter(None, [self.moves[-1].get("comment")])
                self.moves[-1]["comment"] = "\n".join([*known, *comments])

    def _beside(self, node: Node, move: dict[str, Any]) -> None:
        """Read the other properties in the node of a move."""
        move |= {**self._object(node, "DETAILS"), "move": move["move"]}
        for mark, sign in MARKS.items():
            name, strength = mark[:2], mark[2:]
            if "marks" not in move and texts(node).get(name) == [strength]:
                move["marks"] = sign
                del node[name]
        if node:
            move[KEY] = move.get(KEY, {}) | texts(node)


def texts(node: Node) -> dict[str, list[str]]:
    """Return the texts of the values of a node."""
    return {name: [value.text for value in values] for name, values in node.items()}


def game_of(number: str | None) -> str | None:
    """Return the game for a value of ``GM``: a number of the specification, or a name."""
    written = (number or "").strip()
    if not written:
        return None
    if not written.isdecimal() or len(written) > DIGITS:
        return by_title(written)
    return by_sgf_number(to_int(written)) or f"sgf game {written}"


def is_of_other_game(tree: Tree) -> bool:
    """Whether the number in ``GM`` is that of an unknown game."""
    values = dict(tree.nodes[0]).get("GM")
    written = values[0].text.strip() if values else ""
    return written.isdecimal() and len(written) <= DIGITS and not by_sgf_number(to_int(written))


def result_of(text: str, players: Sequence[str] = ()) -> tuple[str, str] | None:
    """Return the result of a value of ``RE`` and its termination; None if it is unclear.

    Args:
        text: the value.
        players: the names of the players; a player named in other words has won.
    """
    value = text.strip()
    colour, plus, how = value.partition("+")
    if plus and colour.upper() in COLOURS:
        word = _SHORT.get(how.upper(), how.capitalize())
        return (FIRST_WINS, SECOND_WINS)[COLOURS.index(colour.upper())], ENDINGS.get(word, "")
    if value in CANONICAL or (value.isdecimal() and value != "0"):
        return value, ""
    if value.lower() in ("0", "draw", "jigo"):
        return DRAW, ""
    if value.lower() in ("", "?", "void"):
        return UNDECIDED, ""
    named = [seat for seat, name in enumerate(players) if name and _names(value, name)]
    if len(named) == 1 and named[0] < 2:
        return (FIRST_WINS, SECOND_WINS)[named[0]], ""
    words = match_result(value)
    if words and words.value in CANONICAL and words.written.strip(". ") == value.strip(". "):
        return words.value, words.termination
    return None


def _names(words: str, name: str) -> bool:
    """Whether a text contains a name, and not only as part of a longer one."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
