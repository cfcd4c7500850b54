"""Whatever a file holds, reading and replaying it end in findings, not in failures."""

import io
import json

from hypothesis import example, given
from hypothesis import strategies as st

from analysis import replay
from notation.characters import without_invisible
from records import CannotWrite, write
from tests.examples import examples
from tests.records.samples import DEMONSTRATION, read_all

PIECES = st.sampled_from(
    [
        *DEMONSTRATION[:4],
        *("g1,g2-g4", "a11-a10", "e4xe9", "2.6.3Q1", "--", "...", "1…", "!", "?!", "2.7.2 N2"),
        *("1.", "2.", "(3)", "4", "17)", "1-0", "*", "White wins", "resigns", "½", "nulle"),
        *("{", "}", "{a}", "\\", "\n", "\n", "\n\n", "\n---\n", "\t", "/", "|", ";", " "),
        *('[White "A"]', '[White "B"]\n', '[Game "chess"]', '[Dialect "span"]', "[", "]", '"'),
        *('[Start "6/1w4/6/6/4b1/6 w"]', '[Start "?"]', '[Variant "fog"]', '[Result "2"]'),
        *("White Black", "A title", "prose, really.", "é", "\N{NO-BREAK SPACE}", "\x00", "\r"),
    ]
)

SOUP = st.lists(PIECES, max_size=40).flatmap(
    lambda pieces: st.sampled_from(["", " "]).map(lambda joint: joint.join(pieces))
)


def noted(record, line):
    """Return a hole with each code of the findings on a line."""
    return [("?", one.code) for one in record.findings if one.line == line]


@given(SOUP)
@example('2.7.2N2 \n 2.7.2N2 "')
@example("1. 2.7.2N2 {x\n2. {y\n3. {z")
@example('{\n[White "A"]\n{')
@example("1.2.7.2N22.7.2N2½\0")
@example("2.7.2N2 2.7.2N2\n 2.7.2N2 2.7.2N2\n (3) 2.7.2N2 g1,g2-g4 1-0 2.7.2N2 2.7.2N2")
@examples(400)
def test_any_text(text):
    lines = io.StringIO(text, newline=None).read().split("\n")
    games = read_all(text, format="text")
    assert games
    for number, record in enumerate(games, start=1):
        assert record.source.game in (0, number)
        assert 1 <= record.source.line <= len(lines)
        for move, (line, column) in zip(record.moves, record.places, strict=True):
            written = lines[line - 1].replace("\N{NO-BREAK SPACE}", " ")
            is_lost = (move, "lost-ply") in noted(record, line)
            rest, wanted = without_invisible(written[column - 1 :]), without_invisible(move)
            if ("?", "row-cut") in noted(record, line):
                # A ply that is cut anew passes over blanks, and over a result between its words.
                left = iter(rest)
                assert is_lost or all(one in left for one in wanted)
            else:
                assert is_lost or rest.startswith(wanted)
        for finding in replay(record, as_recorded=True).findings:
            assert finding.line is None or 1 <= finding.line <= len(lines)
            json.dumps(finding.to_json())
        json.loads(write(record, "jsonl"))


@given(SOUP)
@examples(200)
def test_what_can_be_written_is_read_back(text):
    for record in read_all(text, format="text"):
        if not record.source.game:
            continue
        try:
            again = read_all(write(record))
        except CannotWrite:
            continue
        assert [one.moves for one in again] == [record.moves]
