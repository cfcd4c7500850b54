"""Reading the Smart Game Format: FF[4], what came before it, and the logs of sites.

A move stands in a node's ``W`` or ``B``, in any dialect of the game. Properties that a record has
no field for are kept in ``extra["sgf"]`` and in a move's key ``sgf``, and written back. What the
format has no property for stands in an object of JSON: in ``EXTRA`` of the first node, and beside
moves in ``DETAILS``.
"""

import re
from collections.abc import Iterable, Mapping

from notation.findings import note, violation
from notation.numbers import DIGITS, to_int
from records.assumptions import Assumptions
from records.jsonl import details_of
from records.jsontext import JsonFields, loads
from records.model import UNDECIDED, Place, Record, Source
from records.results import CANONICAL, DRAW, FIRST_WINS, SECOND_WINS, match_result
from records.sgf.grammar import Node, Tree, Value
from records.sites import by_sgf_number, by_title, first_side, sides_of
from records.which_game import guess

KEY = "sgf"
"""The key of ``extra``, and of a move's details, for properties without a field of a record."""

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
"""Tags for properties of the first node."""

PLAYERS = ("PW", "PB")

COLOURS = ("W", "B")
"""The properties that moves stand in, and the letters of winners; the side that begins first."""

MARKS = {"TE1": "!", "TE2": "!!", "BM1": "?", "BM2": "??", "IT": "!?", "DO": "?!"}
"""Marks for the properties that judge a move, with their values."""

ENDINGS = {"Resign": "resignation", "Time": "time", "Forfeit": "forfeit"}
"""What stands after the plus of a result, and the tag ``Termination`` for it."""

_SHORT = {word[0]: word for word in ENDINGS}
_SETUP = ("AB", "AW", "AE", "PL")
_LATIN = ("", "utf8", "utf-8", "iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "ascii",
          "us-ascii")  # fmt: skip


class TreeReader:
    """Turns one game tree into a record.

    Args:
        tree: the game tree.
        here: where it stands.
        assumptions: what the caller knows of the games; it overrides what they state.
    """

    def __init__(self, tree: Tree, here: Source, assumptions: Assumptions) -> None:
        self.root, self.nodes = dict(tree.nodes[0]), tree.nodes
        self.here, self.assumptions = here, assumptions
        self.findings = list(tree.findings)
        self.tags: dict[str, str] = {}
        self.comments: dict[int, list[str]] = {}
        self.moves: list[str] = []
        self.places: list[Place] = []
        self.details: dict[int, JsonFields] = {}

    def record(self) -> Record:
        """Return the record."""
        self._check_encoding()
        aside = self._object("EXTRA")
        stands = {key: value for key, value in aside.items() if isinstance(value, str)}
        game = self.assumptions.game or game_of(self._text("GM"))
        game = stands.get("game", game)
        variant = self.assumptions.variant or self._text("RU")
        variant, start = stands.get("variant", variant), stands.get("start")
        extra = dict(aside["extra"]) if isinstance(aside.get("extra"), dict) else {}
        self._tags(sides_of(game, variant), aside.get("tags"))
        result = stands.get("result") or self._result()
        self._moves(first_side(game, variant, start))
        comment = self._joined_comments()
        self.root.pop("FF", None)
        if left := {name: texts(values) for name, values in self.root.items()}:
            extra[KEY] = left
        named = self.assumptions.dialect or stands.get("dialect")
        game, dialect, why, _ = guess(game, named, tuple(self.moves))
        return Record(
            moves=tuple(self.moves),
            game=game,
            variant=variant,
            dialect=dialect,
            tags=self.tags,
            start=start,
            result=result,
            comment=stands.get("comment", comment),
            details=self.details,
            source=self.here,
            places=tuple(self.places),
            findings=tuple(self.findings),
            extra=extra,
            guess=why,
        )

    def _text(self, name: str) -> str | None:
        """Take a property of the first node that has one value."""
        values = self.root.pop(name, None)
        return self._first(name, values).text if values else None

    def _first(self, name: str, values: list[Value]) -> Value:
        """Return the first value of a property that should have one; note that there are more."""
        if len(values) > 1:
            message = f"{name} has {len(values)} values: the first is read"
            finding = note("skipped-text", message)
            self.findings.append(finding.at(line=values[1].line, column=values[1].column))
        return values[0]

    def _check_encoding(self) -> None:
        charset = self._text("CA") or ""
        if charset.strip().lower() in _LATIN:
            return
        message = (
            f"the game has CA[{charset}]; read it with --encoding {charset} if letters look odd"
        )
        self.findings.append(note("encoding", message).at(line=self.here.line, column=1))

    def _object(self, name: str) -> JsonFields:
        """Take a property of the first node whose value is an object of JSON."""
        values = self.root.pop(name, None)
        data = self._json(self._first(name, values)) if values else {}
        return data if isinstance(data, dict) else {}

    def _json(self, value: Value) -> object:
        try:
            return loads(value.text)
        except ValueError as error:
            self._complain("bad-json", f"not JSON: {error}", value)
            return None

    def _complain(self, code: str, message: str, value: Value) -> None:
        self.findings.append(violation(code, message).at(line=value.line, column=value.column))

    def _tags(self, sides: tuple[str, ...], others: object) -> None:
        names = dict(zip(PLAYERS, sides, strict=False)) | TAGS
        for name in [name for name in self.root if name in names]:
            values = self.root[name]
            if len(values) == 1 and values[0].text:
                self.tags[names[name]] = values[0].text
                del self.root[name]
        if isinstance(others, dict):
            self.tags |= {name: text for name, text in others.items() if isinstance(text, str)}

    def _result(self) -> str:
        value = self.root.get("RE", [None])[0]
        if value is None:
            return UNDECIDED
        found = result_of(value.text)
        if found is None:
            message = f"the result {value.text!r} is not understood: it counts for none"
            self.findings.append(note("unclear-result", message).at(line=value.line))
            return UNDECIDED
        result, termination = found
        if termination:
            self.tags.setdefault("Termination", termination)
        del self.root["RE"]
        return result

    def _moves(self, first: int) -> None:
        """Take the moves, and what stands beside them, node by node."""
        for number, node in enumerate(self.nodes):
            rest = self.root if number == 0 else dict(node)
            turn = COLOURS[(first + len(self.moves)) % len(COLOURS)]
            played = [name for name in rest if name in COLOURS]
            for name in played:
                value = self._first(name, rest.pop(name))
                self.moves.append(value.text)
                self.places.append((value.line, value.column))
            if played and played != [turn]:
                message = f"{' and '.join(played)} moves, and it is {turn}'s turn"
                self._complain("wrong-turn", message, node[played[0]][0])
            self._comment(rest)
            if number:
                self._beside(rest)
            for name in _SETUP:
                if name in node:
                    self._complain("sgf-setup", f"{name} sets up a position", node[name][0])

    def _comment(self, node: Node) -> None:
        for value in node.pop("C", ()):
            self.comments.setdefault(len(self.moves) - 1, []).append(value.text)

    def _joined_comments(self) -> str:
        """Put the comments after moves beside them; return those before the first."""
        for index, parts in self.comments.items():
            if index >= 0:
                detail = self.details.setdefault(index, {})
                detail["comment"] = "\n".join([*filter(None, [detail.get("comment")]), *parts])
        return "\n".join(self.comments.get(-1, ()))

    def _beside(self, node: Node) -> None:
        """Take what else stands in a node; before the first move it belongs to the game."""
        if not node:
            return
        if not self.moves:
            self.root |= node
            return
        detail = self.details.setdefault(len(self.moves) - 1, {})
        if "DETAILS" in node:
            others = self._json(self._first("DETAILS", node.pop("DETAILS")))
            detail |= details_of(others) if isinstance(others, dict) else {}
        for mark, sign in MARKS.items():
            name, strength = mark[:2], mark[2:]
            if name in node and "marks" not in detail and texts(node[name]) == [strength]:
                detail["marks"] = sign
                del node[name]
        if node:
            kept = detail.setdefault(KEY, {})
            kept |= {name: texts(values) for name, values in node.items()}


def texts(values: Iterable[Value]) -> list[str]:
    """Return the texts of values."""
    return [value.text for value in values]


def game_of(number: str | None) -> str | None:
    """Return the game of a value of ``GM``: its number in the specification, or its name."""
    written = (number or "").strip()
    if not written:
        return None
    if not written.isdecimal() or len(written) > DIGITS:
        return by_title(written)
    return by_sgf_number(to_int(written)) or f"sgf game {written}"


def is_of_other_game(tree: Tree) -> bool:
    """Whether the number in the property ``GM`` of a tree is that of no game here."""
    values = dict(tree.nodes[0]).get("GM")
    written = values[0].text.strip() if values else ""
    return written.isdecimal() and len(written) <= DIGITS and not by_sgf_number(to_int(written))


def result_of(text: str, players: Mapping[int, str] | None = None) -> tuple[str, str] | None:
    """Return the result that a value of ``RE`` states, and how it came about; None if unclear.

    Args:
        text: the value.
        players: names of players by side; in words that are not understood, the one named has won.
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
    named = [seat for seat, name in (players or {}).items() if name and _names(value, name)]
    if len(named) == 1:
        return (FIRST_WINS, SECOND_WINS)[named[0]], ""
    words = match_result(value)
    if words and words.value in CANONICAL and words.written.strip(". ") == value.strip(". "):
        return words.value, words.termination
    return None


def _names(words: str, name: str) -> bool:
    """Whether a name stands in words, not as a part of a longer one."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
