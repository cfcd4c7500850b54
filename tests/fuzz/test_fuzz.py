"""A short run, always the same, and every input that once broke a law."""

import pytest

from records.formats import FORMATS, ONLY_READ, find, sniff
from tests.fuzz import kinds, seeds
from tests.fuzz.kinds import FOUND, check, made, minimised
from tests.fuzz.kinds import kinds as every_kind
from tests.fuzz.watch import Broken, Hang, limited

INPUTS = 12


@pytest.mark.slow
@pytest.mark.parametrize("name", every_kind())
def test_a_short_run_breaks_no_law(tmp_path, name):
    broken = {}
    for number in range(INPUTS):
        _, data = made(12, number, [name])
        if failure := check(name, data, tmp_path):
            broken[number] = failure.text
    assert broken == {}


def test_every_format_of_texts_is_fuzzed():
    forms = {name for name in (*FORMATS, *ONLY_READ) if not find(name).binary}
    assert {form for form, *_ in kinds.FILES.values()} == forms, (
        "FILES of tests/fuzz/kinds.py has a kind for each"
    )


def test_there_are_inputs_of_every_format_to_begin_with():
    assert {sniff(data.decode()).name for data in seeds.arrays()} == {"json"}
    assert all(len(seeds.files(form)) > 5 for form, *_ in kinds.FILES.values())


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_no_input_that_was_found_breaks_a_law_again(tmp_path, path):
    found = check(path.name.partition(".")[0], path.read_bytes(), tmp_path, all_laws=True)
    assert found is None, found.text


@pytest.mark.slow
def test_inputs_depend_on_the_seed_and_the_number_alone():
    first, again, other = ([made(seed, n)[1] for n in range(50)] for seed in (3, 3, 4))
    assert first == again != other


def made_of_nothing(rng):
    return b""


def test_what_breaks_a_law_is_made_small(tmp_path, monkeypatch):
    def loud(data, folder, all_laws):
        if b"loud" in data:
            raise Broken("silence", "loud")

    monkeypatch.setattr(kinds, "kinds", lambda: {"odd": kinds.Kind(made_of_nothing, loud, 1)})
    data = b"one\ntwo loud three\nfour\n" * 9
    found = check("odd", data, tmp_path)
    assert found is not None
    assert found.key == "silence "
    assert minimised("odd", data, found, tmp_path) == b"loud"


def endless():
    while True:
        pass


def test_a_hang_is_a_failure():
    with pytest.raises(Hang), limited(0.01):
        endless()
