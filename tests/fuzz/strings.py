"""The laws of short strings: positions, variants, conditions, and moves of every dialect.

An input has a line with what it is read as, then the string.
"""

from functools import cache
from itertools import islice

from analysis import find, replay
from analysis.diagrams import text as diagram
from analysis.replay import Replay
from analysis.replay.verdict import GameFacts
from analysis.select.condition import InvalidCondition, parse_condition
from notation import (
    InvalidPosition,
    InvalidVariant,
    UnreadableMove,
    UnwritableMove,
    dialects,
    find_dialect,
)
from notation.dialect import AnyDialect
from notation.registry import BUILT_IN
from tests.fuzz import seeds
from tests.fuzz.watch import Broken


def parted(data: bytes) -> tuple[list[str], str]:
    """Return the words of the first line, and the string after it."""
    head, _, rest = data.decode("utf-8", "surrogatepass").partition("\n")
    return head.split(), rest


@cache
def replays() -> tuple[Replay, ...]:
    """Return replayed games, every dialect among them."""
    return tuple(map(replay, seeds.games()[::3]))


@cache
def positions() -> tuple[bytes, ...]:
    """Return position strings of all games, as inputs."""
    found = []
    for played in replays():
        reached = [played.start, *(ply.after for ply in islice(played.plies(), 2, None, 6))]
        head = f"{played.game.name if played.game else ''} {played.variant}"
        found += [f"{head}\n{one}".encode() for one in reached]
    return tuple(dict.fromkeys(found))


def position(data: bytes) -> None:
    """A position string is refused, or read, written alike, drawn, and played on from."""
    (name, variant), text = parted(data)
    try:
        found = find(name).position(text, variant)
    except (InvalidPosition, InvalidVariant):
        return
    again = find(name).position(str(found), variant)
    if str(again) != str(found) or again != found or hash(again) != hash(found):
        raise Broken("position-string", f"{found} then {again}")
    diagram(found)
    for move in islice(found.legal_moves(), 3):
        after = found.after(move)
        if str(find(name).position(str(after), str(found.variant))) != str(after):
            raise Broken("position-after", f"{found}: {move}: {after}")
    found.outcome()


CONDITIONS = tuple(
    f"\n{text}".encode()
    for text in (
        'plies >= 40 and White ~ "jong"', "valid", "not valid or code = capture-count",
        "player in (Zoë, 'O''Neil', \"B\")", "date < 2004-05", "(winner = white) and not (draw)",
        'tag:Round != 3 and Event !~ "^Cup.*[0-9]"', "plies = 1.5 or plies < -3", "((((valid))))",
    )
)  # fmt: skip


def condition(data: bytes) -> None:
    """A condition is refused, or holds of a game or not."""
    _, text = parted(data)
    try:
        found = parse_condition(text)
    except InvalidCondition:
        return
    for game in replays()[:6]:
        found.holds(GameFacts.of(game))


@cache
def moves() -> tuple[bytes, ...]:
    """Return move texts of every dialect, as inputs."""
    found = [
        f"{game.game} {game.dialect}\n{move}".encode()
        for game in seeds.games()
        for move in game.moves
    ]
    examples = [f"{one.game} {one.name}\n{one.example}" for one in _dialects()]
    return (*dict.fromkeys(found), *(text.encode() for text in examples))


def _dialects() -> list[AnyDialect]:
    return [one for name in BUILT_IN for one in dialects(name)]


def move(data: bytes) -> None:
    """A move text is refused, or read; each meaning that can be written is read back."""
    (game, name), text = parted(data)
    dialect = find_dialect(game, name)
    try:
        found = dialect.read(text)
    except UnreadableMove as error:
        if not 0 <= error.column <= len(error.text):
            raise Broken("move-column", f"{error.column} of {error.text!r}") from None
        return
    for meaning in found.moves:
        # Partial moves are completed on a board before they can be written.
        if not hasattr(meaning, "__dataclass_fields__") or "Partial" in type(meaning).__name__:
            continue
        if min(getattr(meaning, "target", (1, 1))) < 1:
            continue  # it leads off every board, which the rules refuse
        try:
            again = dialect.write(meaning)
        except UnwritableMove:
            continue
        back = dialect.read(again)
        # A text may not give what the other one gave, such as a count of captures.
        if str(meaning) not in map(str, back.moves) or len(back.notes) > len(found.notes):
            raise Broken("move-text", f"{text!r}: {meaning}: {again!r}: {back}")
    for finding in found.notes:
        if finding.column is not None and not 1 <= finding.column <= len(text) + 1:
            raise Broken("note-column", f"{finding}")


OPTIONS = tuple(
    "\n".join(("", *line.split())).encode()
    for line in (
        "check classic:gipf-tournament --where plies>3 --encoding utf-8",
        "check classic:megiddo-double --game megiddo --variant base",
        "check classic:epaminondas-slip --dialect abbott --format text",
        "check classic:epaminondas-slip --limit 64K --json",
        "check classic:epaminondas-slip --position 2.7.2N2 --any-symmetry",
        "check classic:epaminondas-slip --dedupe moves",
        "show classic:epaminondas-slip --nth 1 --ply 2",
        "moves --game epaminondas --position 2.7.2N2",
        "moves --game gipf --variant basic+pieces=18 --count 1",
        "openings classic:megiddo-match --depth 3 --from D3 --min-count 2",
        "stats classic:megiddo-match --by variant --json",
        "players classic:megiddo-match --json",
        "repair classic:epaminondas-slip --time 0.1 --json",
        "convert classic:epaminondas-slip --to text:span",
        "score classic:megiddo-match --json",
    )
)
"""Commands with options whose values are changed: one argument a line, after an empty line."""
