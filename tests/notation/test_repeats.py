"""Patterns of moves take time in proportion to a text, whatever it repeats."""

from notation import dialects
from notation.registry import BUILT_IN
from tests.cases import each_case
from tests.fuzz.watch import limited

UNITS = (
    *("C5 x ", "C5x   ", "x C5 ", "(C5 ", "(C5) ", "xb3,b4,b5    ", "xb3 ; ", "xb3, ", "Gb3 - "),
    *(
        "rowa1-a5 gipfb3 ",
        "ne1-e2 ",
        "f1,g2-",
        "f1 , ",
        "e4xe9 ",
        "2.7.2 ",
        "2. 7. ",
        "- ",
        "x",
        "[2] ",
    ),
)
"""Parts of moves, with blanks where none belong."""

DIALECTS = [dialect for game in BUILT_IN for dialect in dialects(game)]


@each_case("dialect", DIALECTS, ids=lambda one: f"{one.game}-{one.name}")
def test_a_part_that_repeats_does_not_multiply_the_time(dialect):
    for unit in (*UNITS, f"{dialect.example}  "):
        for text in (unit * 30, f"5{unit * 30}!"):
            with limited():
                dialect.lenient_pattern.search(text)
                dialect.lenient_pattern.fullmatch(text)
                dialect.canonical_pattern.fullmatch(text)
