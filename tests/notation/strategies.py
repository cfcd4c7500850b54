"""Hypothesis strategies for moves and texts of every dialect."""

import re
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from notation.dialect import AnyDialect
from notation.gipf.moves import NOTHING, PartialPush, Piece, Push, Removal, Row
from notation.gipf.moves import Move as Turn
from notation.gipf.moves import PartialMove as PartialTurn
from notation.gipf.points import ENTRIES, SPOTS, WAYS, way
from notation.megiddo import Move as Stone
from notation.phalanx import PartialMove
from tests import strategies

_spots = st.frozensets(st.sampled_from(SPOTS), max_size=20)
rows = st.builds(
    lambda spots, gipf, captured: Row(
        tuple(Piece(spot, spot in gipf, spot in captured) for spot in sorted(spots))
    ),
    st.sampled_from(sorted(WAYS))
    .flatmap(lambda ends: st.lists(st.sampled_from(WAYS[ends]), min_size=2, max_size=7))
    .map(set)
    .filter(lambda spots: len(spots) > 1),
    _spots,
    _spots,
)
removals = st.one_of(
    st.just(NOTHING),
    rows.map(lambda row: Removal.of([row])),
    st.tuples(rows, rows)
    .filter(lambda pair: not {p.spot for p in pair[0].pieces} & {p.spot for p in pair[1].pieces})
    .map(Removal.of),
)
pushes = st.builds(
    lambda ends, number, gipf: Push(
        WAYS[ends][number % len(WAYS[ends])], ends[0] if number % len(WAYS[ends]) else None, gipf
    ),
    st.sampled_from(sorted(WAYS)),
    st.integers(0, 6),
    st.booleans(),
)
turns = st.builds(Turn, removals, pushes, removals, st.none() | st.integers(0, 18))
points = st.tuples(st.integers(1, 6), st.integers(1, 6))
stones = st.builds(
    Stone, points, st.lists(st.tuples(points, points), max_size=4).map(tuple), st.none() | points
)

MOVES = {
    "epaminondas": strategies.moves(),
    "crossings": strategies.moves(),
    "gipf": turns,
    "megiddo": stones,
}
"""Complete moves of each game, legal or not."""

KEPT: dict[str, Callable[[Any], object]] = {
    "abbott": lambda move: move,
    "span": lambda move: move._replace(captures=None),
    "abstractplay": lambda move: PartialMove(move.tail, move.target, bool(move.captures)),
    "complete": lambda turn: turn,
    "book": lambda stone: stone,
    "short": lambda turn: (_of(turn, "rows", "gipf"), turn.push, turn.reserve),
    "pbem": lambda turn: (_of(turn, "lines", "gipf"), turn.push, None),
    "steps": lambda turn: (_of(turn, "spots"), _first_step(turn.push), None),
}
"""What of a move each dialect writes; of a partial turn what `kept` has."""


def kept(dialect: AnyDialect, move: Any) -> object:
    """Return the parts of a move that the dialect writes."""
    assert dialect.name in KEPT, (
        f"the dialect {dialect.name} has no entry in KEPT of tests/notation/strategies.py: "
        "a function that returns what of a move it writes; the move itself, if it writes all"
    )
    return KEPT[dialect.name](move)


def meaning(dialect: AnyDialect, claim: Any) -> object:
    """Return the parts of a move that a text states, for comparison with `kept`."""
    if not isinstance(claim, PartialTurn):
        return claim
    names = {"short": ("rows", "gipf"), "pbem": ("lines", "gipf"), "steps": ("spots",)}
    said = [
        tuple(getattr(taken, name) for name in names[dialect.name])
        for taken in (claim.before, claim.after)
    ]
    return said, claim.push, claim.reserve


def _of(turn: Turn, *names: str) -> list[tuple[object, ...]]:
    found = []
    for taken in (turn.before, turn.after):
        parts = {
            "rows": len(taken.rows),
            "lines": {row.named_line for row in taken.rows},
            "gipf": taken.gipf,
            "spots": taken.spots,
        }
        found.append(tuple(parts[name] for name in names))
    return found


def _first_step(push: Push) -> PartialPush:
    dot = push.dot or ENTRIES[push.spot]
    return PartialPush(dot, way(dot, push.spot)[0], push.gipf)


_WAYS = {
    "gipf": {"x": "X×", ";": ":", "-": "‐‑–—−→"},
    "megiddo": {",": ";", "(": "[", ")": "]", "-": "–—→"},
}
"""Other characters for the separators of each family."""


@st.composite
def sloppy(draw: st.DrawFn, dialect: AnyDialect, text: str) -> str:
    """Draw a lenient spelling of a text, which readers accept."""
    if dialect.game in ("epaminondas", "crossings"):
        return draw(strategies.sloppy(st.just(text)))
    ways = dict(_WAYS[dialect.game])
    if dialect.name == "pbem":
        ways = {}
    if dialect.name == "steps":
        ways["x"] = "X"
    written = ""
    for token in re.findall(r"[a-zA-Z]\d|[a-zA-Z]+|.", text):
        choices = [token, token, *ways.get(token, "")]
        if re.fullmatch(r"[a-zA-Z]\d", token) and not written.endswith("G"):
            choices.append(token.swapcase() if token[0] not in "xX" else token)
        if token in (",", ";", "(") and dialect.name in ("book", "complete", "short"):
            choices.append(f"{token} ")
        written += draw(st.sampled_from(choices))
    return written


def damaged(dialect: AnyDialect, texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Draw a text, and change one or two of its characters."""
    own = "" if dialect.game in ("epaminondas", "crossings") else dialect.example.replace("x", "")
    return strategies.damaged(texts) if not own else _changed(texts, own)


@st.composite
def _changed(draw: st.DrawFn, texts: st.SearchStrategy[str], characters: str) -> str:
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        at, width = draw(st.integers(0, len(text))), draw(st.integers(0, 1))
        text = text[:at] + draw(st.sampled_from(["", *characters])) + text[at + width :]
    return text
