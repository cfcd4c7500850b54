"""Options of all commands."""

import click
import pytest

from analysis.cli.options import ByteSize
from tests.cli.groups import every_command


@pytest.mark.parametrize(("name", "command"), list(every_command()), ids=dict(every_command()))
def test_an_option_of_one_value_is_given_once(ludograph, name, command):
    """Only the last of several would count, and the others would be lost without a word."""
    for one in command.params:
        if isinstance(one, click.Option) and not (one.multiple or one.is_flag or one.nargs != 1):
            run = ludograph(*name.split(), one.opts[0], "1", "x", one.opts[-1], "2")
            wanted = f"{'/'.join(one.opts)} takes one value, and is given 2 times"
            assert (run.status, run.err) == (
                2,
                f"ludograph: {wanted}; see ludograph {name} --help\n",
            )


@pytest.mark.parametrize("name", dict(every_command()))
def test_an_option_that_does_not_exist_is_bad_usage(ludograph, name):
    run = ludograph(*name.split(), "--nonsense")
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("ludograph: ")
    assert run.err.count("\n") == 1
    assert "--nonsense" in run.err
    assert f"see ludograph {name} --help" in run.err


def test_options_of_several_values_and_flags_are_given_often(ludograph):
    run = ludograph("check", "-q", "-q", "classic:gipf-tournament")
    assert run.status == 0
    run = ludograph("openings", "--names", "a.toml", "--names", "b.toml", "classic:gipf-tournament")
    assert "a.toml" in run.err


SIZES = {"500": 500, "64K": 64 << 10, "1.5M": 3 << 19, "2 GB": 2 << 30, "16GiB": 16 << 30}


@pytest.mark.parametrize(("text", "size"), SIZES.items(), ids=SIZES)
def test_sizes(text, size):
    assert ByteSize().convert(text, None, None) == size
