"""Laws of commands: exit status 0, 1 or 2, no traceback, no control characters, exact counts.

Commands run in this process, as the tests of the command line do.
"""

import json
import re
from collections.abc import Callable
from random import Random

from click.testing import CliRunner, Result

import records
from analysis.cli import cli
from notation import LudographError
from tests.fuzz.laws import Case
from tests.fuzz.watch import Broken

RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters that must not reach a terminal or a pipe."""

COUNTS = re.compile(r"([\d,]+) (?:games? )?read, ([\d,]+) written, ([\d,]+) rejected")


def run(*arguments: str) -> Result:
    """Run a command, and return its status and output.

    Raises:
        Broken: the command ends without a valid status, or prints a control character.
    """
    result = CliRunner().invoke(cli, arguments, prog_name="ludograph", standalone_mode=True)
    error = result.exception
    if error is not None and not isinstance(error, SystemExit | LudographError | OSError):
        raise error
    if isinstance(error, SystemExit) and error.code not in (None, 0, 1, 2):
        raise Broken("exit-status", str(error.code))
    if raw := RAW.search(result.output):
        shown = result.output[max(raw.start() - 90, 0) :][:200]
        raise Broken("control-character", f"{raw[0]!r}: {shown!r}")
    return result


def check_json(case: Case) -> None:
    """``check --json`` prints one object for each record, with the verdict of the replay."""
    printed = run("check", str(case.path), "--json").stdout
    objects = [json.loads(line) for line in printed.split("\n") if line]
    if len(objects) != len(case.found):
        raise Broken("check-json", f"{len(case.found)} records, {len(objects)} objects")


def convert(case: Case) -> None:
    """``convert`` writes or rejects every game, and the written games are valid."""
    for target in ("text", "jsonl"):
        out = case.path.parent / f"written.{'txt' if target == 'text' else target}"
        out.unlink(missing_ok=True)
        result = run("convert", str(case.path), "--to", target, "-o", str(out))
        counts = COUNTS.search(result.output)
        if counts is None:
            if result.exit_code != 2:
                raise Broken("convert-counts", result.output[-300:])
            return
        read, written, rejected = (int(one.replace(",", "")) for one in counts.groups())
        if read != written + rejected or read != len(case.games):
            raise Broken("convert-counts", f"{counts[0]}; {len(case.games)} games")
        back = [one for one in records.read(str(out)) if one.source.game]
        if len(back) != written:
            raise Broken("convert-read-back", f"{written} written, {len(back)} read")


COMMANDS = (
    ("check", "--as-recorded", "-v"),
    ("check", "--where", "plies > 0 or White ~ x", "--json"),
    ("check", "--dedupe", "moves"),
    ("stats",),
    ("stats", "--by", "player", "--csv"),
    ("openings", "--json"),
    ("players",),
    ("score",),
    ("show",),
    ("show", "--ply", "2", "--as", "svg"),
    ("repair", "--time", "0.05"),
    ("convert", "--to", "csv", "--lossy", "--json"),
)
"""Commands that read records, with options."""


def other(case: Case) -> None:
    """Every other command ends with a valid status as well."""
    name, *options = Random(case.data).choice(COMMANDS)
    extra = ["-o", str(case.path.parent / "out.csv")] if name == "convert" else []
    run(name, str(case.path), *options, *extra)


COMMAND_LAWS: dict[Callable[[Case], None], int] = {
    check_json: 24,
    convert: 100,
    other: 60,
}
"""The laws, and of how many inputs each is checked on one."""
