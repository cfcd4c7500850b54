"""Game trees of the Smart Game Format as records, and records as game trees: FF[4] and earlier.

A move is the value of a node's ``W`` or ``B``, in any dialect of the game. Properties of other
programs are kept in ``extra["sgf"]`` and in a move's key ``sgf``. Data without a property are JSON
objects, in ``EXTRA`` of the first node and in ``DETAILS`` of the nodes of moves.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from notation import Finding
from notation.findings import note, violation
from notation.numbers import DIGITS, to_int
from notation.printing import json_line
from records.assumptions import Assumptions
from records.jsonl import from_json, others_of
from records.jsontext import JsonFields, loads
from records.model import UNDECIDED, Place, Record, Source
from records.results import CANONICAL, DRAW, FIRST_WINS, SECOND_WINS, match_result
from records.sgf.grammar import Node, Tree, Value, escaped
from records.sites import by_sgf_number, by_title, first_side, sides_of, site_names
from records.tabular.rows import CSV_ODD, is_plain

Properties = list[tuple[str, list[str]]]
"""Properties of a node with the texts of their values."""

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
"""Marks by the property and the value that judge a move."""

ENDINGS = {"Resign": "resignation", "Time": "time", "Forfeit": "forfeit"}
"""Values of the tag ``Termination``, by the text after the plus sign of a result."""

SEATS = ("P0", "P1")
"""Properties of the players in the logs of a site."""

_WINS = dict(zip(COLOURS, (FIRST_WINS, SECOND_WINS), strict=True))
_SETUP = ("AB", "AW", "AE", "PL")


class TreeReader:
    """Turns one game tree into a record.

    Args:
        assumptions: what the caller knows about the games; it overrides properties of the tree.
        stated: data of the game that the tree does not state, such as the dialect.
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
        beside = self._object(self.root, "EXTRA")
        game, variant = game_of(self._take(self.root, "GM")), self._take(self.root, "RU")
        known = {"game": game, "variant": variant, **self.stated} | beside
        game, variant = (
            getattr(self.assumptions, one) or known[one] for one in ("game", "variant")
        )
        players = sides_of(game, variant)
        names = dict(zip(PLAYERS, players, strict=False)) | TAGS
        for name in [name for name in self.root if name in names]:
            values = self.root[name]
            if len(values) == 1 and values[0].text:
                self.tags[names[name]] = values[0].text
                del self.root[name]
        result = self._result(players)
        self._nodes(first_side(game, variant, beside.get("start")))
        for name in ("FF", "CA"):
            self.root.pop(name, None)
        data = {
            **known,
            "tags": self.tags | beside.pop("tags", {}),
            "result": beside.pop("result", result),
            "comment": beside.pop("comment", "\n".join(self.comments)),
            "moves": self.moves,
        }
        if self.root:
            data[KEY] = _kept(beside, self.root)
        record = from_json(data, self.here, self.assumptions)
        return replace(record, places=tuple(self.places)).with_findings(*self.findings)

    def _take(self, node: Node, name: str) -> str | None:
        """Remove and return the value of a property; note further values."""
        values = node.pop(name, None)
        if values and len(values) > 1:
            message = f"{name} has {len(values)} values: the first is read"
            self._add(note("skipped-text", message), values[1])
        return values[0].text if values else None

    def _object(self, node: Node, name: str) -> dict[str, Any]:
        """Remove a property and return its JSON object; empty if it is missing or invalid."""
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
            self._add(violation("bad-json", f"{name}: {error}"), values[0])
            return {}
        return found

    def _add(self, finding: Finding, at: Value) -> None:
        self.findings.append(finding.at(line=at.line, column=at.column))

    def _result(self, players: tuple[str, ...]) -> str:
        value = self.root.get("RE", [None])[0]
        if value is None:
            return UNDECIDED
        found = result_of(value.text, [self.tags.get(side, "") for side in players])
        if found is None:
            message = f"the result {value.text!r} is not understood: it is ignored"
            self.findings.append(note("unclear-result", message).at(line=value.line))
            return UNDECIDED
        result, termination = found
        if termination:
            self.tags.setdefault("Termination", termination)
        del self.root["RE"]
        return result

    def _nodes(self, first: int) -> None:
        """Read the moves and their details, node by node.

        Args:
            first: index of the side that moves first.
        """
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
                self._add(violation("wrong-turn", message), node[played[0]][0])
            for name in _SETUP:
                if name in node:
                    message = f"{name} sets up a position"
                    self._add(violation("sgf-setup", message), node[name][0])
            comments = [value.text for value in rest.pop("C", ())]
            if not self.moves:
                self.comments += comments
                self.root |= rest
                continue
            if number and rest:
                self._beside(rest, self.moves[-1])
            if comments:
                known = filter(None, [self.moves[-1].get("comment")])
                self.moves[-1]["comment"] = "\n".join([*known, *comments])

    def _beside(self, node: Node, move: dict[str, Any]) -> None:
        """Read the other properties in the node of a move."""
        move |= {**self._object(node, "DETAILS"), "move": move["move"]}
        for mark, sign in MARKS.items():
            name, strength = mark[:2], mark[2:]
            if "marks" not in move and [one.text for one in node.get(name, ())] == [strength]:
                move["marks"] = sign
                del node[name]
        if node:
            move[KEY] = _kept(move, node)


def _kept(beside: JsonFields, node: Node) -> JsonFields:
    """Return properties of other programs: those kept in JSON, and those of a node."""
    before = beside.get(KEY)
    found = {name: [value.text for value in values] for name, values in node.items()}
    return {**before, **found} if isinstance(before, dict) else found


def game_of(number: str | None) -> str | None:
    """Return the game for a value of ``GM``: a number of the specification, or a name."""
    written = (number or "").strip()
    if not written.isdecimal() or len(written) > DIGITS:
        return by_title(written) if written else None
    return by_sgf_number(to_int(written)) or f"sgf game {written}"


def is_of_other_game(tree: Tree) -> bool:
    """Whether the number in ``GM`` is that of an unknown game."""
    values = tree.nodes[0].get("GM", ())
    return any((game_of(value.text) or "").startswith("sgf game ") for value in values[:1])


def result_of(text: str, players: Sequence[str] = ()) -> tuple[str, str] | None:
    """Return the result of a value of ``RE`` and its termination; None if it is unclear.

    Args:
        text: the value.
        players: the names of the players; a value with one of them is a win of this player.
    """
    value = text.strip()
    colour, plus, how = value.partition("+")
    if plus and colour.upper() in COLOURS:
        short = {word[0]: word for word in ENDINGS}
        return _WINS[colour.upper()], ENDINGS.get(short.get(how.upper(), how.capitalize()), "")
    if value in CANONICAL or (value.isdecimal() and value != "0"):
        return value, ""
    if value.lower() in ("0", "draw", "jigo"):
        return DRAW, ""
    if value.lower() in ("", "?", "void"):
        return UNDECIDED, ""
    # A name as a whole, and not as part of a longer one.
    named = [seat for seat, name in enumerate(players)
             if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", value)]  # fmt: skip
    if len(named) == 1 and named[0] < len(COLOURS):
        return _WINS[COLOURS[named[0]]], ""
    words = match_result(value)
    if words and words.value in CANONICAL and words.written.strip(". ") == value.strip(". "):
        return words.value, words.termination
    return None


# Writing.


def written(record: Record) -> str:
    """Return a record as a game tree."""
    first = first_side(record.game, record.variant, record.start)
    nodes = [
        _node(record, index, COLOURS[(first + index) % len(COLOURS)])
        for index in range(len(record.moves))
    ]
    texts = (
        "".join(name + "".join(f"[{escaped(text)}]" for text in values) for name, values in node)
        for node in (_root(record), *nodes)
    )
    return "(;" + "\n;".join(texts) + ")\n"


def _root(record: Record) -> Properties:
    """Return the properties of the first node; other data is a JSON object in ``EXTRA``."""
    properties: Properties = [("FF", ["4"])]
    beside = others_of(record)

    def put(name: str, key: str, text: str | None, fits: bool = True) -> None:
        if text is not None and fits and name and not CSV_ODD.search(text):
            properties.append((name, [text]))
        elif text is not None:
            beside[key] = getattr(record, key)

    number = site_names(record.game).sgf
    game = None if record.game is None else str(number or record.game)
    put("GM", "game", game, game_of(game) == record.game)
    properties.append(("CA", ["UTF-8"]))
    tags = dict(record.tags)
    sides = sides_of(record.game, record.variant)
    names = dict(zip(sides, PLAYERS, strict=False)) | {tag: name for name, tag in TAGS.items()}
    for tag, name in names.items():
        if tags.get(tag) and not CSV_ODD.search(tags[tag]):
            properties.append((name, [tags.pop(tag)]))
    put("RU", "variant", record.variant)
    value, ending = _stated(record)
    is_read = result_of(value or "") == (record.result, ending)
    put("RE", "result", value, is_read)
    if ending and is_read:
        del tags["Termination"]
    put("", "start", record.start)
    put("", "dialect", record.dialect)
    put("C", "comment", record.comment or None)
    if tags:
        beside["tags"] = tags
    if beside:
        properties.append(("EXTRA", [json_line(beside)]))
    return properties


def _stated(record: Record) -> tuple[str | None, str]:
    """Return the value of ``RE`` (None without a result), and the ``Termination`` in it."""
    if record.result in (UNDECIDED, DRAW):
        return ("Draw" if record.result == DRAW else None), ""
    for colour, result in _WINS.items():
        if record.result == result:
            ending = record.tags.get("Termination", "")
            word = next((word for word, one in ENDINGS.items() if one == ending), "")
            return f"{colour}+{word}", ending if word else ""
    return record.result, ""


def _node(record: Record, index: int, colour: str) -> Properties:
    """Return the properties of a move's node; other data is a JSON object in ``DETAILS``."""
    properties: Properties = [(colour, [record.moves[index]])]
    rest = dict(record.details.get(index, {}))
    for mark, sign in MARKS.items():
        if rest.get("marks") == sign:
            del rest["marks"]
            properties.append((mark[:2], [mark[2:]]))
    if is_plain(rest.get("comment"), CSV_ODD):
        properties.append(("C", [rest.pop("comment")]))
    if rest:
        properties.append(("DETAILS", [json_line(rest)]))
    return properties
