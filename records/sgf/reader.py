"""Reading the Smart Game Format: FF[4], what came before it, and the logs of sites.

A move stands in a node's ``W`` or ``B``, in any dialect of the game. Properties that a record has
no field for are kept in ``extra["sgf"]`` and in a move's key ``sgf``, and written back. Fields that
the format has no property for stand in private ones: ``DIALECT``, ``START``, ``TAGS``, ``EXTRA``,
and beside moves ``MARKS``, ``RESERVE`` and ``DETAILS``. Of these, ``TAGS``, ``EXTRA`` and
``DETAILS`` have an object of JSON for a value.
"""

from collections.abc import Iterable

from notation.findings import note, violation
from notation.numbers import DIGITS, to_int
from records.assumptions import Assumptions, guess
from records.jsontext import JsonFields, is_count, loads
from records.model import UNDECIDED, Place, Record, Source
from records.sgf.grammar import Node, Tree, Value
from records.sgf.results import COLOURS, result_of
from records.sites import by_sgf_number, by_title, first_side, sides_of

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

MARKS = {"TE1": "!", "TE2": "!!", "BM1": "?", "BM2": "??", "IT": "!?", "DO": "?!"}
"""Marks for the properties that judge a move, with their values."""

ASIDE = ("game", "variant", "dialect", "start", "result", "comment")
"""What stands in ``EXTRA``, under these keys, where a text cannot hold it."""

PRIVATE = ("TAGS", "DIALECT", "START", "EXTRA")
_BESIDE = ("MARKS", "RESERVE", "DETAILS")
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
        game = self.assumptions.game or game_of(self._text("GM"))
        variant, start = self.assumptions.variant or self._text("RU"), self._text("START")
        dialect, extra = self._text("DIALECT"), self._object("EXTRA")
        aside = {key: extra.pop(key) for key in ASIDE if isinstance(extra.get(key), str)}
        game, variant = aside.get("game", game), aside.get("variant", variant)
        start, dialect = aside.get("start", start), aside.get("dialect", dialect)
        self._tags(sides_of(game, variant))
        result = aside.get("result") or self._result()
        self._moves(first_side(game, variant, start))
        comment = self._joined_comments()
        self.root.pop("FF", None)
        if left := {name: texts(values) for name, values in self.root.items()}:
            extra[KEY] = left
        game, dialect, why = guess(game, self.assumptions.dialect or dialect, tuple(self.moves))
        return Record(
            moves=tuple(self.moves),
            game=game,
            variant=variant,
            dialect=dialect,
            tags=self.tags,
            start=start,
            result=result,
            comment=aside.get("comment", comment),
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

    def _tags(self, sides: tuple[str, ...]) -> None:
        names = dict(zip(PLAYERS, sides, strict=False)) | TAGS
        for name in [name for name in self.root if name in names]:
            values = self.root[name]
            if len(values) == 1 and values[0].text:
                self.tags[names[name]] = values[0].text
                del self.root[name]
        others = self._object("TAGS")
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
        for name in [name for name in node if name in _BESIDE]:
            self._private(detail, name, self._first(name, node.pop(name)))
        for mark, sign in MARKS.items():
            name, strength = mark[:2], mark[2:]
            if name in node and "marks" not in detail and texts(node[name]) == [strength]:
                detail["marks"] = sign
                del node[name]
        if node:
            kept = detail.setdefault(KEY, {})
            kept |= {name: texts(values) for name, values in node.items()}

    def _private(self, detail: dict[str, object], name: str, value: Value) -> None:
        if name == "MARKS":
            detail["marks"] = value.text
        elif name == "RESERVE":
            self._reserve(detail, value)
        elif isinstance(others := self._json(value), dict):
            detail |= others

    def _reserve(self, detail: dict[str, object], value: Value) -> None:
        text = value.text.strip()
        number = to_int(text) if text.isdecimal() and len(text) <= DIGITS else None
        if is_count(number):
            detail["reserve"] = number
        else:
            message = f"RESERVE[{text[:20]}] is not a number of pieces: left out"
            self._complain("sgf-syntax", message, value)


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
