"""Names on the command line: case, slips, addresses, lists, and sources with nothing in them."""

import json

import pytest

import analysis
import ludograph as library
from records import Record

GAME = "classic:epaminondas-demonstration"
MATCH = "classic:megiddo-match"


def test_a_record_of_a_misspelt_game_comes_with_the_right_one():
    (found,) = analysis.replay(Record(("2.7.2N2",), "epaminodas")).violations
    assert "'epaminodas' (did you mean epaminondas?) is not one" in found.message


@pytest.mark.parametrize("name", ["Epaminondas", "EPAMINONDAS", "epaminondas"])
def test_names_of_games_are_understood_in_any_case(ludograph, name):
    plain = ludograph("check", GAME, "--json")
    assert ludograph("check", GAME, "--json", "--game", name) == plain
    assert ludograph("moves", "--game", name) == ludograph("moves", "--game", "epaminondas")
    (record,) = library.read_text("1. 2.7.2N2", game=name, dialect="Abbott")
    assert (record.game, record.dialect) == ("epaminondas", "abbott")
    assert library.parse(name, "2.7.2N2") == library.parse("epaminondas", "2.7.2N2")
    options = ("--game", name, "--position", "2.7.2N2")
    assert len(ludograph("check", GAME, "--json", *options).objects) == 1


def test_formats_and_dialects_are_understood_in_any_case(ludograph):
    expected = ludograph("convert", GAME, "--to", "jsonl:span")
    assert ludograph("convert", GAME, "--to", "JSONL:Span") == expected


@pytest.mark.parametrize("address", ["https://example.org/games.txt", "ftp://a/b?c=1"])
def test_an_address_is_told_from_a_file(ludograph, address):
    run = ludograph("check", address, "--json")
    (found,) = run.objects[0]["violations"]
    assert (run.status, "files are meant" in found["message"]) == (2, True)
    with pytest.raises(library.MissingFile, match="files are meant"):
        next(library.read([address]))


def test_a_list_may_name_bundled_games(ludograph, tmp_path):
    (tmp_path / "games.lst").write_text(f"{GAME}\nclassic:nothing\n{MATCH}\n", encoding="utf-8")
    run = ludograph("check", "@games.lst", "--json")
    paths = [one["source"]["path"] for one in run.objects]
    assert paths == [GAME, "classic:nothing", *[MATCH] * 3]
    assert "no bundled game 'nothing'" in json.dumps(run.objects[1])
    assert run.status == 2
    assert ludograph("check", "@games.lst", "--json", "--jobs", "2") == run
