"""Hypothesis strategies: records with all data that a container may have to hold."""

from hypothesis import strategies as st

from notation import find_dialect
from notation.epaminondas import DIALECTS
from records import Record
from records.jsonl import KEYS
from tests import strategies

RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", "1", "2", "3"])

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
"""Any text, with quotes, brackets, braces, backslashes and line ends in many of them."""

ODD_TEXTS = st.one_of(TEXTS, st.text('ab "\\{}[]\n\r\t%;*-1.0', max_size=30))

COMMENTS = ODD_TEXTS.map(str.strip).filter(bool)

OWN_TAGS = ("Game", "Variant", "Dialect", "Start", "Result")

TAG_NAMES = st.one_of(
    st.sampled_from(["White", "Black", "Event", "Title", "Termination", "Élo", "a-b"]),
    st.from_regex(r"[A-Za-z]\w{0,8}", fullmatch=True).filter(lambda name: name not in OWN_TAGS),
)

TAGS = st.dictionaries(TAG_NAMES, ODD_TEXTS, max_size=4)

VARIANTS = st.sampled_from([None, "standard", "standard+symmetry=off"])

DETAILS = st.fixed_dictionaries(
    {}, optional={"comment": COMMENTS, "marks": st.text("!?", min_size=1, max_size=3)}
).filter(bool)

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)

EXTRA = st.dictionaries(st.text(max_size=6).filter(lambda key: key not in KEYS), JSON, max_size=3)

PER_MOVE = st.dictionaries(st.text(max_size=6).filter(lambda key: key != "move"), JSON, max_size=3)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record of canonical moves, legal or not."""
    dialect = find_dialect("epaminondas", draw(st.sampled_from([one.name for one in DIALECTS])))
    drawn = draw(st.lists(strategies.moves(14, 12), max_size=12))
    moves = tuple(dialect.write(move) for move in drawn)
    indices = st.integers(0, max(len(moves) - 1, 0))
    return Record(
        moves=moves,
        game="epaminondas",
        variant=draw(VARIANTS),
        dialect=dialect.name,
        tags=draw(TAGS),
        result=draw(RESULTS),
        details=draw(st.dictionaries(indices, DETAILS, max_size=4)) if moves else {},
        comment=draw(st.one_of(st.just(""), COMMENTS)),
        start=draw(st.one_of(st.none(), strategies.positions())),
    )
