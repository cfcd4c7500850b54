"""Site logs in the brackets of the Smart Game Format, such as Boardspace's.

The first node has the players, ``P0[id "name"]``, and the set-up, ``SU[NAME KEY REVISION]``. The
random key and the revision of the site's program are missing before about 2009. Every other node
has a command of a player, ``P0[1 Dropb E 1]``, and the time used, ``TM[3261]``, in milliseconds.
Numbers of commands may be missing, and results are in the language of the visitor. Commands are
clicks, not moves. The `SiteLog` of the game, declared in `notation.sites`, executes the commands
and returns the moves. These are put into a game tree, which is read like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Protocol

from notation import Finding, LudographError
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.model import UNDECIDED, Record, Source
from records.results import DRAW, mover_loses
from records.sgf.grammar import Node, Tree, Value
from records.sgf.trees import COLOURS, PLAYERS, SEATS, TreeReader
from records.sites import by_title, known, site_names

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
        """Return how the rules differ in a revision of the site's program; None if they do not.

        `variant` is changed if a variant can express the difference.
        """

    def take(self, seat: int, command: str) -> str | None:
        """Execute a command; return the text of a move if the command completes one.

        Args:
            seat: the index of the player's side.
            command: its words, without the number.

        Raises:
            UnreadableCommand: the command is impossible here; the log is not read further.
        """

    def rest(self) -> str | None:
        """Return the text of the last move if it has not been confirmed; None if there is none."""


def is_log(tree: Tree) -> bool:
    """Whether a game tree is a log: its first node has a player or a set-up of a site."""
    root = tree.nodes[0]
    setups = [word for value in root.get("SU", ()) for word in value.text.lower().split()[:1]]
    return any(seat in root for seat in SEATS) or any(
        setup in logs_of(game) for setup in setups for game, _ in known()
    )


def logs_of(game: str) -> Mapping[str, Callable[[], SiteLog]]:
    """Return the `SiteLog` factories of a game by the name of the set-up; most games have none."""
    place = site_names(game).logs
    if place is None:
        return {}
    module, _, name = place.partition(":")
    logs: Mapping[str, Callable[[], SiteLog]] = getattr(import_module(module), name)
    return logs


def read_log(tree: Tree, here: Source, assumptions: Assumptions) -> Record:
    """Return the record of a log, up to a command that cannot be executed."""
    root, findings = dict(tree.nodes[0]), list(tree.findings)
    setup, *numbers = _text(root, "SU").split() or [""]
    if numbers:
        root["SU"] = tree.nodes[0]["SU"]
    name = _text(root, "GM")
    for seat, player in zip(SEATS, PLAYERS, strict=True):
        rest = []
        for value in root.pop(seat, ()):
            if found := _NAME.fullmatch(value.text):
                root.setdefault(player, [value._replace(text=found["name"])])
            else:
                rest.append(value)
        if rest:
            root[seat] = rest
    among = [assumptions.game] if assumptions.game else (game for game, _ in known())
    game = next((one for one in among if setup.lower() in logs_of(one)), None)
    log = logs_of(game)[setup.lower()]() if game else None
    game = game or assumptions.game or by_title(name or setup) or None
    stated, moves, termination, resigned = {"game": game}, list[Node](), "", None
    if log is None:
        message = f"logs of {setup or game or 'an unnamed game'!r} cannot be read"
        findings.append(violation("unknown-log", message).at(line=here.line, column=1))
    else:
        if numbers[1:] and (revised := log.reads_as(numbers[-1])):
            findings.append(note("old-revision", revised).at(line=here.line, column=1))
        moves, termination, resigned = _carried_out(tree.nodes[1:], log, findings)
        stated |= {"variant": log.variant, "dialect": log.dialect}
    played = Tree(tree.line, [root, *moves], findings)
    record = TreeReader(played, here, replace(assumptions, dialect=None), stated).record()
    if not termination:
        return record
    result = record.result
    if result == UNDECIDED and termination == "agreement":
        result = DRAW
    elif result == UNDECIDED and resigned is not None:
        result = mover_loses(resigned)
    return replace(record, result=result, tags={**record.tags, "Termination": termination})


def _text(root: Node, name: str) -> str:
    """Remove and return the value of a property of the first node; empty if it has several."""
    values = root.get(name, [])
    return root.pop(name)[0].text.strip() if len(values) == 1 else ""


def _carried_out(
    nodes: Sequence[Node], log: SiteLog, findings: list[Finding]
) -> tuple[list[Node], str, int | None]:
    """Execute the commands of a log, up to one that cannot be executed.

    Returns:
        The moves as nodes of a game tree, the value of the tag ``Termination``, and the seat of the
        player who resigned (from 0), or None.
    """
    moves, times, place = list[Node](), list[Value](), None
    termination, resigned = "", None

    def add(move: str | None) -> None:
        nonlocal times, place
        if move is not None:
            colour = COLOURS[len(moves) % len(COLOURS)]
            node = {colour: [(place or Value("", 1, 1))._replace(text=move)]}
            moves.append(node | {TIME: times} if times else node)
            times, place = [], None

    for node in nodes:
        times += node.get(TIME, ())
        for seat, value in (
            (at, one) for at, name in enumerate(SEATS) for one in node.get(name, ())
        ):
            match = _COMMAND.fullmatch(value.text.strip())
            command = match["command"] if match else ""
            word = command.split()[0].lower() if command else ""
            if word in _ENDINGS:
                termination, resigned = _ENDINGS[word], seat if word == "resign" else None
            elif word and word not in _IGNORED:
                place = place or value
                try:
                    add(log.take(seat, command))
                except UnreadableCommand as error:
                    message = f"{command!r}: {error}; the game is read up to here"
                    finding = violation("unknown-command", message)
                    findings.append(finding.at(line=value.line, column=value.column, text=command))
                    return moves, termination, resigned
        if unknown := [name for name in node if name not in (*SEATS, TIME)]:
            value = node[unknown[0]][0]
            message = f"{unknown[0]}[{value.text[:40]}] is not part of a log: left out"
            findings.append(note("skipped-text", message).at(line=value.line, column=1))
    if (last := log.rest()) is not None:
        message = "the last turn is not confirmed: it is read as written"
        line = place.line if place else None
        findings.append(note("unconfirmed", message).at(line=line, column=1))
        add(last)
    return moves, termination, resigned
