"""Every JSON that is written is of the published schema, which has all of its keys."""

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.groups import every_command

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/schemas/ludograph.json").read_text(encoding="utf-8")
)
BOTH = "classic:megiddo-match classic:megiddo-double"
ALL = f"{BOTH} classic:epaminondas-slip classic:epaminondas-demonstration classic:gipf-tournament"
LINES = {
    f"check {ALL} nowhere.txt": "check",
    "check overlooked.txt --as-recorded": "check",
    "check classic:gipf-tournament --output-format json": "check",
    "check overlooked.txt --ignore missing-captures": "check",
    "config": "config",
    "config settings": "config",
    "explain off-board doubtful-ply": "explain",
    f"repair {ALL}": "repair",
    "repair hopeless.txt doubtful.txt": "repair",
    f"convert {ALL} nowhere.txt empty.txt -o all.jsonl": "convert",
    f"convert {ALL} --where valid -o all.json --lossy": "convert",
    "moves --game gipf": "moves",
    "moves --game megiddo --count 2": "count",
    f"openings {ALL}": "opening",
    f"openings {BOTH} --by year --examples": "opening",
    f"players {BOTH}": "player",
    "score classic:megiddo-match": "score",
    f"stats {ALL}": "stats",
    f"stats {BOTH} --by event --branching": "stats",
    f"stats {BOTH} --by player": "stats",
    f"stats {BOTH} --compare event": "comparison",
    f"library import {ALL} -L games.ludo": "library-import",
    "library list -L games.ludo": "library-list",
    "library search -L games.ludo --position F6": "library-search",
    "library show 1 -L games.ludo": "record",
    "library stats -L games.ludo": "library-stats",
    "library check -L games.ludo": "library-check",
}
FILES = {
    "overlooked.txt": '[Game "megiddo"]\n[Variant "base"]\n\n1. A1 B1 2. F6 C1 3. D1 A6\n',
    "hopeless.txt": '[Game "epaminondas"]\n\n1. 9.9.9N9 9.9.9N9 2. 8.8.8S8 7.7.7E7\n',
    "doubtful.txt": '[Game "epaminondas"]\n\n1. ? 11.6.2SE2 2. 2.6.3E1 ?\n',
    "empty.txt": "nothing\n",
    "settings/ludograph.toml": 'game = "gipf"\nvariant = "basic"\ndialect = "short"\ninclude = []\n'
    'exclude = ["a"]\nselect = ["unreadable"]\nignore = ["title"]\nstrict = true\n'
    'output-format = "full"\n',
}
"""A capture that was overlooked, a game beyond repair, one with lost plies, and none."""


def closed(schema: Any) -> Any:
    """Return a schema that allows no keys but those that it names."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        made["additionalProperties"] = False
    return made


def validator(kind: str, extra: tuple[str, ...] = ()) -> jsonschema.Draft202012Validator:
    schema = closed(copy.deepcopy(SCHEMA))
    for key in extra:
        schema["$defs"][kind]["properties"][key] = {"type": ["string", "null"]}
    return jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{kind}"})


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_what_is_written_is_of_the_schema(ludograph, tmp_path, line):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    if line.startswith("library") and " import " not in line:
        ludograph("library", "import", *ALL.split(), "-L", "games.ludo")
    words = line.split()
    extra = tuple(words[words.index("--by") + 1].split(",")) if "--by" in words else ()
    asked = [] if "--output-format" in words else ["--json"]
    written = [json.loads(one) for one in ludograph(*words, *asked).out.splitlines()]
    assert written
    check = validator(LINES[line], extra)
    for one in written:
        check.validate(one)


@pytest.mark.slow
def test_records_are_of_the_schema(ludograph, tmp_path):
    for command in f"convert {ALL}", "repair classic:epaminondas-slip":
        ludograph(*command.split(), "-o", "all.jsonl")
        for line in (tmp_path / "all.jsonl").read_text().splitlines():
            validator("record").validate(json.loads(line))


def test_every_command_with_json_has_a_schema():
    having = {
        name for name, command in every_command() for p in command.params if "--json" in p.opts
    }
    tried = {name for name in having if any(line.startswith(f"{name} ") for line in LINES)}
    assert having - tried == set()


def test_a_key_that_is_not_in_the_schema_is_an_error():
    with pytest.raises(jsonschema.ValidationError):
        validator("count").validate({"depth": 1, "count": 2, "more": 3})
