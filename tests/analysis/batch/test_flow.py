"""Batches: the same results whatever the pieces and however many workers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.batch import Flow, Reading, local_pool
from records.jsonl import to_json
from tests.analysis.batch.tasks import described
from tests.records.samples import ROW

GAMES = [
    f'[White "Anna"]\n[Round "1"]\n\n{ROW}',
    f'[Game "epaminondas"]\n[Variant "standard"]\n\n{ROW}2. 2.6.3E1 10.7.3S3\n1-0\n',
    '[Game "gipf"]\n\n1. e2 e8\n2. b2 h5\n*\n',
    f'{ROW}{{a comment\n\n[Round "9"]\n\nthat never ends\n',
    f"{ROW}{{a comment\n\nwith a blank line\n\n[not a tag]\n\n}} 2. 2.6.3E1\n",
    '[White "Nobody"]\n',
    '[Event "Cup"]\n\n[Round "2"]\n\n1. 2.7.2N2 11.6.2SE2\n',
    "Some prose about games.\n",
    "A title of a game\n\n1. 2.7.2N2 11.6.2SE2\n",
    "-----\n",
    "\n\n\n",
    "1-0\n",
    "{",
    '[Round "3"] 1. 2.7.2N2\n',
    "[\n",
    '[Broken "',
    "2. 2.6.3E1 10.7.3S3\n",
    "René\x85\u2028\x0c?\n",
]
TEXTS = st.lists(st.sampled_from(GAMES), max_size=9).flatmap(
    lambda parts: st.sampled_from(["\n", "", "\n\n"]).map(lambda joint: joint.join(parts))
)


def run(names, jobs=1, **reading):
    with local_pool(jobs) as pool:
        return [one for done in Flow(described, pool, Reading(**reading)).run(names)
                for one in done.value]  # fmt: skip


def expected(names, **reading):
    """Return what a single reader finds, but for the original lines."""
    return [
        to_json(record)
        | {
            "here": record.source.to_json(),
            "findings": [repr(one) for one in record.findings],
            "places": list(record.places),
        }
        for record in Reading(**reading).records(names)
    ]


def without_lines(found):
    return [{key: value for key, value in one.items() if key != "original"} for one in found]


@settings(max_examples=300)
@given(TEXTS, st.integers(1, 60), st.sampled_from(["\n", "\r\n", "\r"]),
       st.sampled_from(["utf-8", "cp1252", "utf-16"]))  # fmt: skip
def test_any_text_cut_anywhere_is_read_as_by_one_reader(tmp_path_factory, text, size, ends, code):
    path = tmp_path_factory.getbasetemp() / "text.txt"
    path.write_bytes(text.replace("\n", ends).encode(code, errors="replace"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("records.cutting.PIECE", size)
        patch.setattr("records.cutting.HOLD", 2)
        found = run([path])
    assert without_lines(found) == expected([path])
