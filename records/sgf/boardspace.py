"""Site logs in the brackets of the Smart Game Format, such as Boardspace's.

The first node has the players, ``P0[id "name"]``, and the set-up, ``SU[NAME KEY REVISION]``, since
about 2009 with a random key and the revision of the site's program. Every other node has a command
of a player, ``P0[1 Dropb E 1]``, and the time used, ``TM[3261]``, in milliseconds. Numbers of
commands may be missing, and results are in the language of the visitor. Commands are clicks, not
moves: the `SiteLog` of the game executes them; games declare it in `notation.sites`. The moves make
a game tree, which is read as any other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Protocol

from notation import Finding, LudographError
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from notation.registry import games
from records.assumptions import Assumptions
from records.model import UNDECIDED, Record, Source
from records.results import DRAW, FIRST_WINS, SECOND_WINS
from records.sgf.grammar import Node, Tree, Value
from records.sgf.reader import COLOURS, TreeReader
from records.sgf.reader import PLAYERS as NAMES
from records.sites import by_title, site_names

PLAYERS = ("P0", "P1")
TIME = "TM"

_NAME = lazy_pattern(r'(?s)\s*id\s+"(?P<name>.*)"\s*')
_COMMAND = lazy_pattern(r"(?s)(?:\d+\s+)?(?P<command>\S.*)")
_IGNORED = ("start", "time", "edit", "offerdraw", "declinedraw")
_ENDINGS = {
    "resign": "resignation",
    "gameoverontime": "time",
    "winontime": "time",
    "acceptdraw": "agreement",
}


class UnreadableCommand(LudographError):
    """A command in a log that cannot be executed."""


class SiteLog(Protocol):
    """Executes the commands of the log of one game.

    Attributes:
        variant: the variant.
        dialect: the dialect of the moves.
    """

    variant: str
    dialect: str

    def reads_as(self, revision: str) -> str | None:
        """Return the differences in the rules of a revision of the site's program; None for none.

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
class _Play:
    """The moves of a log as nodes of a game tree, with the end of the game."""

    nodes: list[Node] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    place: Value | None = None
    times: list[Value] = field(default_factory=list)
    resigned: int | None = None
    termination: str = ""

    def add(self, move: str | None) -> None:
        """Add a complete move."""
        if move is None:
            return
        colour = COLOURS[len(self.nodes) % len(COLOURS)]
        node = {colour: [(self.place or Value("", 1, 1))._replace(text=move)]}
        self.nodes.append(node | {TIME: self.times} if self.times else node)
        self.place, self.times = None, []


def read_log(tree: Tree, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a log, up to a command that cannot be executed."""
    root = dict(tree.nodes[0])
    setup, *numbers = _text(root, "SU").split() or [""]
    if numbers:
        root["SU"] = tree.nodes[0]["SU"]
    game, log = _log(setup, _text(root, "GM"), assumptions)
    _name_players(root)
    play = _Play(findings=list(tree.findings))
    if log is None:
        message = f"no log of {setup or game or 'an unnamed game'!r} can be read"
        play.findings.append(violation("unknown-log", message).at(line=here.line, column=1))
    else:
        if numbers[1:] and (revised := log.reads_as(numbers[-1])):
            play.findings.append(note("old-revision", revised).at(line=here.line, column=1))
        _carry_out(tree.nodes, log, play)
    stated = {"game": game}
    if log:
        stated |= {"variant": log.variant, "dialect": log.dialect}
    moves = Tree(tree.line, [root, *play.nodes], play.findings)
    reader = TreeReader(moves, here, replace(assumptions, dialect=None), stated)
    record = reader.record()
    if play.termination:
        record = replace(record, tags={**record.tags, "Termination": play.termination})
    if record.result != UNDECIDED or not play.termination:
        return record
    result = DRAW if play.termination == "agreement" else UNDECIDED
    if play.resigned is not None:
        result = SECOND_WINS if play.resigned == 0 else FIRST_WINS
    return replace(record, result=result)


def _text(root: Node, name: str) -> str:
    """Remove and return the value of a property of the first node; empty if it has several."""
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


def _name_players(root: Node) -> None:
    """Move the names of the players to the properties that game trees use."""
    for player, name in zip(PLAYERS, NAMES, strict=True):
        rest = []
        for value in root.pop(player, ()):
            if found := _NAME.fullmatch(value.text):
                root.setdefault(name, [value._replace(text=found["name"])])
            else:
                rest.append(value)
        if rest:
            root[player] = rest


def _carry_out(nodes: list[Node], log: SiteLog, play: _Play) -> None:
    """Execute the commands of a log, up to one that cannot be executed."""
    for node in nodes[1:]:
        play.times += node.get(TIME, ())
        for seat, player in enumerate(PLAYERS):
            for value in node.get(player, ()):
                try:
                    _take(log, play, seat, value)
                except UnreadableCommand as error:
                    command = _command(value)
                    message = f"{command!r}: {error}; the game is read up to here"
                    finding = violation("unknown-command", message)
                    finding = finding.at(line=value.line, column=value.column, text=command)
                    play.findings.append(finding)
                    return
        if unknown := [name for name in node if name not in (*PLAYERS, TIME)]:
            value = node[unknown[0]][0]
            message = f"{unknown[0]}[{value.text[:40]}] is not part of a log: left out"
            play.findings.append(note("skipped-text", message).at(line=value.line, column=1))
    if (last := log.rest()) is not None:
        line = play.place.line if play.place else None
        play.add(last)
        message = "the last turn is not confirmed: it is taken as it stands"
        play.findings.append(note("unconfirmed", message).at(line=line, column=1))


def _command(value: Value) -> str:
    """Return a command without its number; empty for none."""
    match = _COMMAND.fullmatch(value.text.strip())
    return match["command"] if match else ""


def _take(log: SiteLog, play: _Play, seat: int, value: Value) -> None:
    """Execute one command."""
    command = _command(value)
    word = command.split()[0].lower() if command else ""
    if word in _ENDINGS:
        play.termination = _ENDINGS[word]
        play.resigned = seat if word == "resign" else None
    elif word and word not in _IGNORED:
        play.place = play.place or value
        play.add(log.take(seat, command))
