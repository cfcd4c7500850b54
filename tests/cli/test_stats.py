"""``ludograph stats`` and ``ludograph players``."""

import csv
import io
import re

import pytest

import records
from analysis.cli.text_table import WIDTH, aligned, cut, listed, wide
from analysis.statistics.summaries import binned
from tests.games.engine_games import all_games

SLIP = "classic:epaminondas-slip"
ANSWERED = "classic:crossings-answered"
MATCH = "classic:megiddo-match"


@pytest.fixture
def archive(tmp_path):
    """Games of all kinds in one file."""
    path = tmp_path / "all.jsonl"
    path.write_text("".join(records.write(one, "jsonl") for one in all_games(4)), encoding="utf-8")
    return str(path)


def written(tmp_path, *games, **tags):
    """Return a file of games of Crossings: the plies and result of each, and tags of all."""
    moves = ("2.1.1N1", "7.1.1S1", "2.2.1N1")
    text = "".join(
        records.write(records.Record(moves[:plies], "crossings", "standard", "abbott",
                                     {"White": "Ann", "Black": "Bo"} | tags, result=result))
        for plies, result in games
    )  # fmt: skip
    path = tmp_path / "games.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_one_game_has_no_interval_and_no_balance(ludograph, tmp_path):
    out = ludograph("stats", written(tmp_path, (2, "1-0"))).out
    assert "One game: the figures describe it, and there is nothing to estimate." in out
    assert "100 %" in out
    assert not re.search(r"\d-\d+(\.\d+)? %", out)
    assert re.search(r"^balance +-$", out, re.MULTILINE)
    table = ludograph("stats", written(tmp_path, (2, "1-0")), "--by", "White").out
    assert not re.search(r"\d-\d+ %", table)


def test_lengths_of_games_cut_off_are_not_taken_for_whole(ludograph, tmp_path):
    path = written(tmp_path, (1, "1-0"), (2, "0-1"), *[(3, "*")] * 5)
    out = ludograph("stats", path).out
    assert re.search(r"^plies played +7 +2\.6 ", out, re.MULTILINE)
    # Five of seven go on at the end: the least quartile is known, the median is not.
    assert re.search(r"^length, plies +- +\S+ +2-\?$", out, re.MULTILINE)
    assert "limit of 3 plies" in out


def test_an_advantage_that_cannot_be_separated_is_not_estimated(ludograph, tmp_path):
    out = ludograph("players", written(tmp_path, *[(2, "1-0")] * 5, (2, "0-1"))).out
    assert "First-move advantage: nothing to estimate" in out


def test_names_of_wide_and_hidden_letters_keep_the_columns(ludograph, tmp_path):
    path = written(tmp_path, (2, "1-0"), White="山田太郎", Black="\u202eevil")
    rows = re.findall(r"^[12]\. .*", ludograph("players", path).out, re.MULTILINE)
    figures = [re.search(r" +1 +[01] +0", row) for row in rows]
    ends = [wide(row[: found.end()]) for row, found in zip(rows, figures, strict=True) if found]
    assert len(ends) == 2
    assert len(set(ends)) == 1


@pytest.mark.slow
def test_games_of_all_kinds_fit_the_terminal(ludograph, archive):
    run = ludograph("stats", archive, "--branching")
    assert run.out.count("how it ended") == 7
    assert "branching" in run.out
    assert max(map(len, run.out.splitlines())) <= WIDTH


@pytest.mark.slow
def test_groups_are_set_beside_each_other(ludograph, archive):
    run = ludograph("stats", archive, "--by", "event", "--by", "player")
    assert run.out.startswith("Epaminondas, standard+symmetry=off by event and player\n\n")
    assert run.out.count(" by event and player") == 7
    assert "how it ended" not in run.out
    assert max(map(len, run.out.splitlines())) <= WIDTH


@pytest.mark.slow
def test_csv_has_a_row_a_figure(ludograph, archive):
    run = ludograph("stats", archive, "--by", "event", "--csv")
    rows = list(csv.DictReader(io.StringIO(run.out)))
    assert list(rows[0])[:4] == ["game", "variant", "event", "table"]
    games = [int(row["count"]) for row in rows if row["item"] == "games"]
    assert sum(games) == len(all_games(4))


@pytest.mark.slow
@pytest.mark.parametrize("form", [[], ["--json"], ["--by", "event"]])
def test_what_is_saved_changes_nothing(ludograph, archive, form):
    saved = ludograph("stats", archive, "--save", "kept", *form)
    assert saved.status == 0
    assert saved.out == ludograph("stats", archive, *form).out


@pytest.mark.parametrize("command", ["stats", "players"])
def test_broken_games_are_said(ludograph, command):
    run = ludograph(command, SLIP)
    assert run.status == 1
    assert "1 record with errors" in run.err
    assert "left out" in run.out


def test_players_in_the_terminal(ludograph, archive):
    run = ludograph("players", archive)
    assert run.status == 0
    head = "Epaminondas, standard+symmetry=off: 3 players, 3 games; 1 of self-play left out"
    assert run.out.startswith(head)
    assert "points/games against" in run.out
    assert max(map(len, run.out.splitlines())) <= WIDTH


NOTHING_TO_ESTIMATE = {
    "stats": ("stats", "One game: the figures describe it, and there is nothing to estimate."),
    "players": (
        "players",
        "1 game, fewer than 6: too few to estimate; these",
    ),
    "openings": ("openings", "1 finished game, fewer than 6: too few to estimate."),
    "compare": (
        "stats --compare variant",
        "0 groups by variant with 6 finished games or more:",
    ),
}


@pytest.mark.parametrize("name", NOTHING_TO_ESTIMATE)
def test_one_game_is_nothing_to_estimate_from(ludograph, name):
    command, words = NOTHING_TO_ESTIMATE[name]
    assert words in ludograph(*command.split(), MATCH, "--where", "plies = 21").out
    nothing = ludograph(*command.split(), MATCH, "--where", "plies = 999")
    assert (nothing.status, nothing.err.count("Traceback")) == (0, 0)
    assert "no game" in nothing.out or "nothing to compare" in nothing.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "title"),
    [
        (["stats"], "GIPF, 3 variants pooled: 12 games, "),
        (["stats", "--by", "event"], "GIPF, 3 variants pooled by event\n"),
        (["players"], "GIPF, 3 variants pooled: 3 players, "),
        (["stats", "--compare", "player"], "GIPF, 3 variants pooled: compared by player\n"),
    ],
    ids=["stats", "groups", "players", "compare"],
)
def test_pooled_variants_are_named_in_the_title(ludograph, archive, command, title):
    assert title in ludograph(*command, archive, "--pool").out
    assert "pooled" not in ludograph(*command, archive).out


def test_players_who_may_be_one_and_circles_that_never_met(ludograph):
    games = [("Ann Lee", "Bo"), ("ANN LEE", "Bo"), ("Cy", "Di")]
    text = "\n\n".join(
        f'[Game "epaminondas"]\n[White "{one}"]\n[Black "{other}"]\n\n1. 2.7.2N2 1-0'
        for one, other in games
    )
    run = ludograph("players", "-", stdin=text.encode())
    assert "Perhaps one person: ANN LEE, Ann Lee." in run.out
    assert "2 circles of players never met" in run.out


def test_of_many_players_the_first_and_the_last_are_printed(ludograph):
    text = "\n\n".join(
        f'[Game "epaminondas"]\n[White "P{one:02}"]\n[Black "P{(one + 1) % 60:02}"]\n\n'
        f"1. 2.7.2N2 {'1-0' if one % 2 else '0-1'}"
        for one in range(60)
    )
    run = ludograph("players", "-", stdin=text.encode())
    rows = [line for line in run.out.splitlines() if re.match(r"\d+\. ", line)]
    assert [int(row.split(".")[0]) for row in rows] == [*range(1, 21), *range(51, 61)]
    assert "... 30 more (--csv lists all)" in run.out
    assert run.out.index("Players differ") < run.out.index("\n1. ")  # every other one wins twice
    assert len(ludograph("players", "-", "--csv", stdin=text.encode()).out.splitlines()) == 61
    assert max(map(len, run.out.splitlines())) <= WIDTH


def test_tables_are_aligned_and_cut():
    lines = aligned([("head", "a", "bb"), ("x" * 100, "1", "22")])
    assert [len(line) for line in lines] == [WIDTH, WIDTH]
    assert lines[1].endswith("\N{HORIZONTAL ELLIPSIS}  1  22")
    assert aligned([]) == []
    assert (cut("abc", 3), cut("abcd", 3)) == ("abc", "ab\N{HORIZONTAL ELLIPSIS}")


def test_counts_are_listed_in_columns():
    lines = listed([(str(value), str(value * value)) for value in range(1, 41)])
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(lines).split()[:4] == ["1:", "1", "2:", "4"]
    assert listed([]) == []


@pytest.mark.parametrize(
    ("counts", "parts"),
    [
        ({}, {}),
        ({"3": 1, "12": 2}, {"3": 1, "12": 2}),
        ({"1": 1, "2": 1, "13": 5}, {"1-2": 2, "13-14": 5}),
        ({"60": 1}, {"56-60": 1}),
        ({"61": 1, "1200": 3}, {"1-100": 1, "1101-1200": 3}),
    ],
)
def test_plies_are_put_into_equal_parts(counts, parts):
    found = binned(counts)
    assert {part: count for part, count in found.items() if count} == parts
    assert len(found) <= 12


@pytest.mark.slow
def test_groups_are_compared_in_pairs(ludograph, archive):
    twice = (archive, archive)
    run = ludograph("stats", *twice, "--compare", "variant")
    assert run.out.count(": compared by variant\n") == 3
    assert "in 6 tests (Benjamini and Hochberg)" in " ".join(run.out.split())
    assert max(map(len, run.out.splitlines())) <= WIDTH
    objects = ludograph("stats", *twice, "--compare", "variant", "--json").objects
    assert [(one["game"], one["tests"]) for one in objects] == [("gipf", 6)] * 3 + [
        ("megiddo", 6)
    ] * 3
    table = ludograph("stats", *twice, "--compare", "variant", "--csv").out
    rows = list(csv.DictReader(io.StringIO(table)))
    for row, one in zip(rows, objects, strict=True):
        assert float(row["lengths_p_adjusted"]) == one["lengths"]["p_adjusted"]
        assert (row["one"], int(row["finished_one"])) == (
            one["one"]["value"],
            one["one"]["wins"]["of"],
        )


@pytest.mark.parametrize("word", ["variant", "player", "period", "event"])
def test_one_group_is_nothing_to_compare(ludograph, word):
    run = ludograph("stats", ANSWERED, "--compare", word)
    assert f"by {word} with 6 finished games or more: nothing" in " ".join(run.out.split())
    run = ludograph("stats", ANSWERED, "--compare", word, "--json")
    assert "nothing to compare" in run.err or run.objects


def test_groups_of_mostly_unfinished_games_are_named(ludograph, tmp_path):
    text = "".join(
        f'[Game "megiddo"]\n[Event "{event}"]\n\n1. A1 B4 {result}\n\n'
        for event, result in (("Cup", "1-0"), ("Club", "*"), ("Club", "*"), ("Club", "0-1"))
    )
    (tmp_path / "club.txt").write_text(text, encoding="utf-8")
    out = " ".join(ludograph("stats", "club.txt", "--compare", "event").out.split())
    assert (
        "Most games are unfinished, so that the wins of the rest do not describe them: Club." in out
    )


def test_a_single_variant_is_named_although_variants_are_pooled(ludograph):
    game = '[Game "gipf"]\n[Variant "basic"]\n\n1. a1-b2 a5-b5 1-0\n'
    run = ludograph("stats", "-", "--pool", stdin=game.encode())
    assert run.out.startswith("GIPF, basic: 1 game, 2 plies\n")
