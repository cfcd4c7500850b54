"""What ``check --output-format`` prints: every finding of the JSON, in every format."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner

from analysis.cli import cli, formats
from notation.printing import visible

ROOT = Path(__file__).parents[2]
GAMES = ["classic:epaminondas-slip", "classic:megiddo-match", "classic:crossings-answered"]


def run(*arguments):
    return CliRunner().invoke(cli, ["check", *arguments])


def found(*arguments):
    """Return the games as JSON objects."""
    return [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]


@pytest.fixture
def hostile(tmp_path):
    """A file whose name and texts would end commands, tags and strings."""
    path = tmp_path / "a,b:c %0A]]>&<x>\N{RIGHT-TO-LEFT OVERRIDE}.txt"
    path.write_text(
        '[Game "gipf"]\n[White "::error::<b>%0A"]\n\n1. i5-g5 \x1b[31mi1-g9::%0A"\n2. <&> b2\n'
    )
    return str(path)


def test_full_is_the_default_and_json_is_json():
    assert run(*GAMES, "--output-format", "full").stdout == run(*GAMES).stdout
    assert run(*GAMES, "--output-format", "json").stdout == run(*GAMES, "--json").stdout


@pytest.mark.parametrize("style", formats.FORMATS)
def test_the_exit_status_is_that_of_the_games(style):
    assert run(GAMES[0], "--output-format", style).exit_code == 1
    assert run(GAMES[2], "--output-format", style).exit_code == 0


def findings_of(games):
    for game in games:
        for finding in game["violations"]:
            yield "error", game["source"]["path"], finding
        for finding in game["notes"]:
            yield "note", game["source"]["path"], finding


def test_sarif_has_a_result_for_every_finding(hostile):
    printed = json.loads(run(*GAMES, hostile, "--output-format", "sarif").stdout)
    assert printed["version"] == "2.1.0"
    (only,) = printed["runs"]
    rules = {rule["id"] for rule in only["tool"]["driver"]["rules"]}
    results = [
        (result["level"], result["ruleId"], region_of(result).get("startLine"))
        for result in only["results"]
    ]
    wanted = [
        (level, one["code"], one["line"]) for level, _, one in findings_of(found(*GAMES, hostile))
    ]
    assert sorted(results, key=str) == sorted(wanted, key=str)
    assert {code for _, code, _ in results} <= rules
    assert only["invocations"][0]["executionSuccessful"]
    helps = {one["id"]: one["helpUri"] for one in only["tool"]["driver"]["rules"]}
    page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    assert all(f'<a id="{address.partition("#")[2]}">' in page for address in helps.values())


def test_a_fingerprint_is_that_of_the_finding_wherever_its_game_stands(tmp_path):
    slip = "\n".join(('[Game "megiddo"]', '[Variant "base"]', "", "1. C4 B4", "2. C4 A4", ""))
    other = slip.replace("B4", "D1")
    found = []
    for text in (slip, f"{other}\n{slip}", slip.replace("A4", "A5")):
        (tmp_path / "games.txt").write_text(text)
        printed = run(str(tmp_path / "games.txt"), "--output-format", "sarif").stdout
        found.append(
            [
                one["partialFingerprints"]["ludograph/v1"]
                for one in json.loads(printed)["runs"][0]["results"]
            ]
        )
    (alone,), (first, second), (edited,) = found
    assert alone == second == edited != first
    assert len(alone) == 32


def region_of(result):
    return result["locations"][0]["physicalLocation"].get("region", {})


def test_a_suggestion_is_a_fix_of_the_text_concerned():
    printed = json.loads(run(GAMES[0], "-q", "--output-format", "sarif").stdout)
    (result,) = printed["runs"][0]["results"]
    change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"]["text"] == "4.7.4N3x3"
    region = change["deletedRegion"]
    assert region["endColumn"] - region["startColumn"] == len("4.7.3N3x3")


def test_junit_has_a_case_for_every_game(hostile):
    games = found(*GAMES, hostile)
    suites = ElementTree.fromstring(run(*GAMES, hostile, "--output-format", "junit").stdout)
    cases = suites.findall("./testsuite/testcase")
    names = [f"{game['source']['path']}:{game['source']['game']}" for game in games]
    assert [case.get("name") for case in cases] == list(map(visible, names))
    for suite in suites:
        own = suite.findall("testcase")
        assert {case.get("classname") for case in own} == {suite.get("name")}
        wrong = [case for case in own if case.find("failure") is not None]
        assert (suite.get("tests"), suite.get("failures")) == (str(len(own)), str(len(wrong)))
    assert len(cases) == len(games)
    for case, game in zip(cases, games, strict=True):
        place = visible(game["source"]["path"])
        assert case.get("name") == f"{place}:{game['source']['game']}"
        codes = [failure.get("type") for failure in case.findall("failure")]
        assert codes == [finding["code"] for finding in game["violations"]]
        notes = (case.findtext("system-out") or "").splitlines()
        assert len(notes) == len(game["notes"])


@pytest.mark.parametrize("style", ["concise", "github"])
def test_every_finding_is_a_line_of_its_own(hostile, style):
    lines = run(*GAMES, hostile, "--output-format", style).stdout.splitlines()
    count = len(list(findings_of(found(*GAMES, hostile))))
    assert len(lines) == count + (style == "concise")
    if style == "github":
        assert all(line.startswith(("::error file=", "::notice file=")) for line in lines)
        assert all(line.count("::") >= 2 for line in lines)
        assert any("a%2Cb%3Ac %250A]]>&<x>\\u202e.txt" in line for line in lines)
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize("style", sorted({*formats.FORMATS} - {"json"}))
def test_quiet_leaves_out_the_notes(style):
    printed = run(*GAMES, "-q", "--output-format", style).stdout
    assert "capture-size" in printed
    assert "guessed-game" not in printed.partition('"results"')[2 if style == "sarif" else 0]
