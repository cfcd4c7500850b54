"""``--as-recorded``: overlooked captures and rows are accepted by every command that reads games.

The laws: a game that was played as recorded is converted to a game with the same verdict, in every
format and dialect, and every command counts all of its plies and states what was accepted.
"""

import json
from typing import Any

import pytest

GAMES = {
    "megiddo": '[Start "6/6/rbb3/3b2/4b1/5r r 0,0"]\n\n1. D3 (C3, B3) A1\n2. A6 A2\n',
    "gipf": '[Variant "basic"]\n[Start "wwww/5/6/7/6/5/3b w 9,9 0,0 -"]\n\n1. h3 e8\n'
    "2. e2 e9-e7\n3. xb2,b3,b4,b5;c2 g6\n",
    "epaminondas": "1. 2.7.2N3 11.6.2SE2\n2. 2.3.2N1 11.2.2S1\n",
}


TARGETS = {
    "megiddo": ("text", "jsonl", "csv", "csv-games", "sgf"),
    "gipf": ("text", "text:short", "text:steps", "csv-games", "sgf"),
    "epaminondas": ("text", "text:span", "jsonl:abstractplay", "csv", "sgf"),
}


@pytest.fixture
def played(ludograph, tmp_path):
    """Run a command on the file of one game."""

    def run(command: str, name: str, *options: str):
        (tmp_path / f"{name}.txt").write_text(GAMES[name], encoding="utf-8")
        return ludograph(command, f"{name}.txt", *options)

    return run


def verdict(run) -> dict[str, Any]:
    """Return the JSON of a check, without places and texts, which a conversion changes."""
    (one,) = run.objects
    broken = [(found["code"], found["ply"]) for found in one["violations"]]
    kept = ("game", "variant", "plies", "valid", "position", "outcome", "accepted")
    return {name: one[name] for name in kept} | {"violations": broken}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "target"), [(name, target) for name in TARGETS for target in TARGETS[name]]
)
def test_a_converted_game_has_the_verdict_of_the_one_played_as_recorded(
    ludograph, played, name, target
):
    before = verdict(played("check", name, "--as-recorded", "--json"))
    assert (before["accepted"], before["valid"]) == ([1], False)
    refused = played("convert", name, "--to", target, "-o", "no.out")
    assert (refused.status, "0 written, 1 rejected" in refused.err) == (1, True)
    run = played("convert", name, "--to", target, "-o", "new.out", "--as-recorded")
    assert "1 written, 0 rejected; played as recorded: 1 game with 1 illegal move" in run.err
    assert run.status == 0
    form = target.partition(":")[0]
    assert verdict(ludograph("check", "new.out", "--format", form, "--json")) == before
    again = ludograph("convert", "new.out", "--format", form, "--to", "jsonl")
    assert json.loads(again.out)["tags"]["AsRecorded"] == f"ply 1 {before['violations'][0][0]}"
