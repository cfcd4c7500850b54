"""The Smart Game Format: game trees, and the logs of sites that use it.

``GM`` is the number of the game in the specification; for other games it is the name,
``GM[megiddo]``, as on Boardspace, since a tree without ``GM`` is Go. Each move is a node, in the
dialect of the record.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from notation.findings import violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from notation.printing import json_line
from records.assumptions import Assumptions
from records.chess import OTHER_GAME
from records.format import CannotWrite, Format, Reduced
from records.jsonl import others_of
from records.model import EMPTY_FILE, UNDECIDED, Record, Source, without_games
from records.results import DRAW, FIRST_WINS, SECOND_WINS
from records.sgf.boardspace import PLAYERS as SEATS
from records.sgf.boardspace import is_log, read_log
from records.sgf.grammar import Tree, escaped, trees
from records.sgf.reader import (
    COLOURS,
    ENDINGS,
    KEY,
    MARKS,
    PLAYERS,
    TAGS,
    TreeReader,
    game_of,
    is_of_other_game,
    result_of,
)
from records.sites import first_side, sides_of, site_names
from records.sources.boundary import fault
from records.tabular.schema import CSV_ODD, check_moves, is_plain
from records.which_game import guess

Properties = list[tuple[str, list[str]]]

# A tree with "SU" or a seat would be read as a log.
_OWN = {"FF", "GM", "CA", "RU", "RE", "C", "SU", "EXTRA", *COLOURS, *PLAYERS, *SEATS, *TAGS}
_NAME = lazy_pattern(r"[A-Z][A-Z0-9]*")
_SIGNS = {sign: (mark[:2], mark[2:]) for mark, sign in MARKS.items()}
_OWN_BESIDE = {"C", "DETAILS", *COLOURS, "AB", "AW", "AE", "PL"}
_OWN_BESIDE |= {name for name, _ in _SIGNS.values()}
_WORDS = {termination: word for word, termination in ENDINGS.items()}


class SgfFormat(Format):
    """One game tree after the other, FF[4]."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the games of a text, with the logs of sites."""
        text = "".join(blocks)
        found = list(trees(text))
        if found and not assumptions.game and all(map(is_of_other_game, found)):
            (value, *_) = dict(found[0].nodes[0])["GM"]
            message = f"{plural(len(found), 'game')} with GM[{value.text.strip()}]"
            message += ", a number that SGF gives to no game of these"
            refused = violation(OTHER_GAME, message).at(line=value.line, column=value.column)
            yield without_games(path, refused)
            return
        for number, tree in enumerate(found, start=1):
            yield self._record(tree, Source(path, tree.line, number), assumptions)
        if not found:
            no_tree = violation("no-game", "there is no game tree in this text")
            yield without_games(path, no_tree.at(line=1, column=1) if text else EMPTY_FILE)

    def _record(self, tree: Tree, here: Source, assumptions: Assumptions) -> Record:
        try:
            if is_log(tree):
                return read_log(tree, here, assumptions)
            return TreeReader(tree, here, assumptions).record()
        except Exception as error:
            failed = fault(error).at(line=here.line, column=1)
            return Record(source=here, findings=(*tree.findings, failed))

    def write(self, record: Record) -> str:
        """Return a record as a game tree."""
        record = self.reduce(record).record
        first = first_side(record.game, record.variant, record.start)
        nodes = [
            _node(record, index, COLOURS[(first + index) % len(COLOURS)])
            for index in range(len(record.moves))
        ]
        return "\n;".join(["(;" + _written(_root(record)), *nodes]) + ")\n"

    def reduce(self, record: Record) -> Reduced:
        """Return the record unchanged, since the format can hold all of it.

        Raises:
            CannotWrite: there are more than two sides, or odd characters in a move.
        """
        if len(sides_of(record.game, record.variant)) > len(COLOURS):
            raise CannotWrite(f"{self.name} cannot hold a game of more than two sides")
        check_moves(record, CSV_ODD, self.name)
        return Reduced(record)


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
    if guess(record.game, None, record.moves).dialect != record.dialect:
        put("", "dialect", record.dialect)
    put("C", "comment", record.comment or None)
    kept = _properties(beside, _OWN)
    if tags:
        beside["tags"] = tags
    if beside:
        properties.append(("EXTRA", [json_line(beside)]))
    return [*properties, *kept]


def _stated(record: Record) -> tuple[str | None, str]:
    """Return the value of ``RE``, None for none, and the ending that it states."""
    if record.result == UNDECIDED:
        return None, ""
    if record.result == DRAW:
        return "Draw", ""
    if record.result not in (FIRST_WINS, SECOND_WINS):
        return record.result, ""
    colour = COLOURS[record.result == SECOND_WINS]
    ending = record.tags.get("Termination", "")
    return (f"{colour}+{_WORDS[ending]}", ending) if ending in _WORDS else (f"{colour}+", "")


def _properties(beside: dict[str, Any], own: set[str]) -> Properties:
    """Remove and return the properties of other programs, if they can be read back."""
    kept = beside.get(KEY)
    are_read = isinstance(kept, Mapping) and all(
        _NAME.fullmatch(name) and name not in own and isinstance(texts, list) and texts
        and all(isinstance(text, str) and not CSV_ODD.search(text) for text in texts)
        for name, texts in kept.items()
    )  # fmt: skip
    return list(beside.pop(KEY).items()) if are_read else []


def _node(record: Record, index: int, colour: str) -> str:
    properties: Properties = [(colour, [record.moves[index]])]
    detail = record.details.get(index)
    if not detail:
        return _written(properties)
    rest = dict(detail)
    kept = _properties(rest, _OWN_BESIDE)
    if rest.get("marks") in _SIGNS:
        name, strength = _SIGNS[rest.pop("marks")]
        properties.append((name, [strength]))
    if is_plain(rest.get("comment"), CSV_ODD):
        properties.append(("C", [rest.pop("comment")]))
    if rest:
        properties.append(("DETAILS", [json_line(rest)]))
    return _written([*properties, *kept])


def _written(properties: Properties) -> str:
    return "".join(
        name + "".join(f"[{escaped(text)}]" for text in values) for name, values in properties
    )
