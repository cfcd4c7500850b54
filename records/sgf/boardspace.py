"""Site logs in the brackets of the Smart Game Format, such as Boardspace's.

The first node has the players, ``P0[id "name"]``, and the set-up, ``SU[NAME KEY REVISION]``, since
about 2009 with a random key and the revision of the site's program. Every other node has a command
of a player, ``P0[1 Dropb E 1]``, and the time used, ``TM[3261]``, in milliseconds. Numbers of
commands may be missing, and results are in the language of the visitor. Commands are clicks, not
moves: the `SiteLog` of the game executes them; games declare it in `notation.sites`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol

from notation import Finding, LudographError
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from notation.registry import games
from records.assumptions import Assumptions
from records.model import UNDECIDED, Place, Record, Source
from records.results import DRAW, FIRST_WINS, SECOND_WINS
from records.sgf.grammar import Node, Tree, Value
from records.sgf.reader import result_of
from records.sites import by_title, site_names

PLAYERS = ("P0", "P1")
TIME = "TM"

TAGS = {"DT": "Date", "GN": "Title", "EV": "Event", "PC": "Site"}
_NAME = lazy_pattern(r'\s*id\s+"(?P<name>.*)"\s*', re.DOTALL)
_COMMAND = lazy_pattern(r"(?:\d+\s+)?(?P<command>\S.*)", re.DOTALL)
_IGNORED = ("start", "time", "edit", "offerdraw", "declinedraw")
_ENDINGS = {
    "resign": "resignation",
    "gameoverontime": "time",
    "winontime": "time",
    "acceptdraw": "agreement",
}


class UnreadableCommand(LudographError):
    """A command of a log that cannot be executed."""


class SiteLog(Protocol):
    """Executes the commands of the log of one game.

    Attributes:
        variant: the variant.
        dialect: the dialect of the moves.
    """

    variant: str
    dialect: str

    def reads_as(self, revision: str) -> str | None:
        """Return how the rules of a revision of the site's program differ; None if they do not.

        `variant` is changed if a variant can express the difference.
        """

    def take(self, seat: int, command: str) -> str | None:
        """Execute a command; return the text of a move if it completes one.

        Args:
            seat: the index of the player's side.
            command: its words, without the number.

        Raises:
            UnreadableCommand: it is impossible here; the rest of the log is not read.
        """

    def rest(self) -> str | None:
        """Return the text of an unconfirmed move; None for none."""


def is_log(tree: Tree) -> bool:
    """Whether a game tree is a log: its first node has a player or a set-up of a site."""
    root = tree.nodes[0]
    if any(name in root for name in PLAYERS):
        return True
    setups = {word.lower() for value in root.get("SU", ()) for word in value.text.split()[:1]}
    return bool(setups) and any(setups & {*logs_of(game)} for game in games())


@dataclass(slots=True)
class _Reading:
    """The state of a log being read."""

    log: SiteLog | None
    moves: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    details: dict[int, dict[str, object]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    place: Place | None = None
    times: list[str] = field(default_factory=list)
    resigned: int | None = None
    termination: str = ""

    def add(self, move: str | None) -> None:
        """Add a complete move."""
        if move is None:
            return
        if self.times:
            self.details[len(self.moves)] = {"sgf": {TIME: self.times}}
        self.moves.append(move)
        self.places.append(self.place or (1, 1))
        self.place, self.times = None, []


def read_log(tree: Tree, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a log, up to a command that cannot be executed."""
    root = dict(tree.nodes[0])
    setup, *numbers = _text(root, "SU").split() or [""]
    if numbers:
        root["SU"] = tree.nodes[0]["SU"]
    game, log = _log(setup, _text(root, "GM"), assumptions)
    names = _players(root)
    reading = _Reading(log, findings=list(tree.findings))
    if log is None:
        message = f"no log of {setup or game or 'an unnamed game'!r} can be read"
        reading.findings.append(violation("unknown-log", message).at(line=here.line, column=1))
    else:
        if numbers[1:] and (revised := log.reads_as(numbers[-1])):
            reading.findings.append(note("old-revision", revised).at(line=here.line, column=1))
        _carry_out(tree.nodes, reading)
    tags = dict(zip(site_names(game).players, names, strict=False))
    tags |= {tag: text for name, tag in TAGS.items() if (text := _text(root, name))}
    result = _result(root, dict(enumerate(names)), reading)
    if reading.termination:
        tags["Termination"] = reading.termination
    left = {name: [value.text for value in values] for name, values in root.items()}
    return Record(
        moves=tuple(reading.moves),
        game=game,
        variant=assumptions.variant or (log.variant if log else None),
        dialect=log.dialect if log else None,
        tags={name: text for name, text in tags.items() if text},
        result=result,
        details=reading.details,
        source=here,
        places=tuple(reading.places),
        findings=tuple(reading.findings),
        extra={"sgf": left} if left else {},
    )


def _text(root: Node, name: str) -> str:
    """Remove and return the value of a property of the first node; empty for several."""
    values = root.get(name, [])
    return root.pop(name)[0].text.strip() if len(values) == 1 else ""


def _log(setup: str, name: str, assumptions: Assumptions) -> tuple[str | None, SiteLog | None]:
    for game in [assumptions.game] if assumptions.game else games():
        if log := logs_of(game).get(setup.lower()):
            return game, log()
    return assumptions.game or by_title(name or setup) or None, None


def logs_of(game: str) -> Mapping[str, Callable[[], SiteLog]]:
    """Return the `SiteLog` factories of a game by the name of the set-up; often none."""
    place = site_names(game).logs
    if place is None:
        return {}
    module, _, name = place.partition(":")
    logs: Mapping[str, Callable[[], SiteLog]] = getattr(import_module(module), name)
    return logs


def _players(root: Node) -> list[str]:
    names = []
    for player in PLAYERS:
        values = root.get(player, [])
        found = [match for value in values if (match := _NAME.fullmatch(value.text))]
        names.append(found[0]["name"] if found else "")
        if rest := [value for value in values if not _NAME.fullmatch(value.text)]:
            root[player] = rest
        else:
            root.pop(player, None)
    return names


def _carry_out(nodes: list[Node], reading: _Reading) -> None:
    """Execute the commands, up to one that cannot be."""
    assert reading.log is not None
    for node in nodes[1:]:
        reading.times += [value.text for value in node.get(TIME, ())]
        for seat, player in enumerate(PLAYERS):
            for value in node.get(player, ()):
                if not _take(reading, seat, value):
                    return
        if unknown := [name for name in node if name not in (*PLAYERS, TIME)]:
            value = node[unknown[0]][0]
            message = f"{unknown[0]}[{value.text[:40]}] is not part of a log: left out"
            reading.findings.append(note("skipped-text", message).at(line=value.line, column=1))
    if (last := reading.log.rest()) is not None:
        reading.add(last)
        message = "the last turn is not confirmed: it is taken as it stands"
        line = reading.places[-1][0]
        reading.findings.append(note("unconfirmed", message).at(line=line, column=1))


def _take(reading: _Reading, seat: int, value: Value) -> bool:
    match = _COMMAND.fullmatch(value.text.strip())
    if match is None:
        return True
    command = match["command"]
    word = command.split()[0].lower()
    if word in _ENDINGS:
        reading.termination = _ENDINGS[word]
        reading.resigned = seat if word == "resign" else None
        return True
    if word in _IGNORED or reading.log is None:
        return True
    reading.place = reading.place or (value.line, value.column)
    try:
        reading.add(reading.log.take(seat, command))
    except UnreadableCommand as error:
        message = f"{command!r}: {error}; the game is read up to here"
        finding = violation("unknown-command", message)
        reading.findings.append(finding.at(line=value.line, column=value.column, text=command))
        return False
    return True


def _result(root: Node, players: Mapping[int, str], reading: _Reading) -> str:
    value = root.get("RE", [None])[0]
    found = result_of(value.text, players) if value else None
    if found is not None:
        del root["RE"]
        return found[0]
    if value is not None:
        message = f"the result {value.text!r} is not understood"
        reading.findings.append(note("unclear-result", message).at(line=value.line))
    if reading.termination == "agreement":
        return DRAW
    if reading.resigned is None:
        return UNDECIDED
    return SECOND_WINS if reading.resigned == 0 else FIRST_WINS
