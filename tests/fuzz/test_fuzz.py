"""A short run, always the same, and every input that once broke a law."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.fuzz import kinds
from tests.fuzz.mutators import MAXIMUM
from tests.fuzz.run import FOUND, Shard, failure, minimised
from tests.fuzz.watch import Broken, Failure, Hang, limited

INPUTS = 250


@pytest.mark.slow
def test_a_short_run_breaks_no_law(tmp_path):
    run = Shard(seed=12)
    run.run(tmp_path, INPUTS, time.monotonic() + 600)
    assert run.counts.total() == INPUTS
    assert {key: found.text for key, (found, _) in run.failures.items()} == {}


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_no_input_that_was_found_breaks_a_law_again(tmp_path, path):
    kind = kinds.kinds()[path.name.partition(".")[0]]
    found = failure(kind, path.read_bytes(), tmp_path, kinds.ALL)
    assert found is None, found.text


def keep(made: list[bytes], data: bytes, folder: Path, which: str) -> object:
    """Keep an input; all of them show the same."""
    made.append(data)
    return 0


def test_inputs_depend_on_the_seed_alone(monkeypatch, tmp_path):
    move, runs = kinds.kinds()["move"], []
    for seed in (3, 3, 4):
        made: list[bytes] = []
        kind = replace(move, check=partial(keep, made))
        monkeypatch.setattr("tests.fuzz.run.kinds", partial(dict, move=kind))
        Shard(seed).run(tmp_path, 50, time.monotonic() + 600)
        runs.append(made)
    assert len(set(runs[0])) > 40
    assert runs[0] == runs[1] != runs[2]


def checked(data: bytes, folder: Path, which: str) -> object:
    """Break a law of inputs of bytes."""
    if b"quick" in data and b"hang" in data:
        while True:
            pass
    if b"loud" in data:
        raise Broken("silence", "loud")
    return 0


KIND = kinds.Kind("odd", lambda: [b""], lambda rng, pool: b"", checked)


def test_what_breaks_a_law_is_made_small(tmp_path):
    def breaks(data: bytes) -> bool:
        return failure(KIND, data, tmp_path, kinds.ALL) is not None

    assert minimised(b"one\ntwo loud three\nfour\n" * 9, breaks) == b"loud"


def test_a_hang_is_a_failure():
    with pytest.raises(Hang), limited(0.01):
        checked(b"quick hang", Path(), kinds.ALL)
    found = failure(KIND, b"loud", Path(), kinds.ALL)
    assert found is not None
    assert found.key == ("silence", "")


def test_seeds_are_small_and_good(tmp_path):
    for name, kind in kinds.kinds().items():
        assert all(len(data) <= 4 * MAXIMUM for data in kind.seeds()), name
        assert isinstance(failure(kind, kind.seeds()[0], tmp_path, kinds.SAMPLE), Failure | None)
