"""The text reader: tags, players, titles and results in French, English and German."""

import io
import json
import os
import time
import tomllib

import pytest

import records
from records.results import match_result
from records.words import tables
from tests.records.samples import ROW, codes, messages, read_one

GAME = "1. C4 D3\n2. A1 B2\n"

TAGS = {
    "French": ('[Blancs "Robert"]\n[Noirs "Jean"]\n[Résultat "1-0"]', "1-0"),
    "German": ('[Weiß "Robert"]\n[Schwarz "Jean"]\n[Ergebnis "0:1"]', "0-1"),
    "without accents": ('[blanc "Robert"]\n[noir "Jean"]\n[RESULTAT "1/2"]', "1/2-1/2"),
    "small letters": ('[white "Robert"]\n[black "Jean"]\n[result "1-0"]', "1-0"),
}


@pytest.mark.parametrize("end", ["\n\n", "\n"])
@pytest.mark.parametrize(("block", "result"), TAGS.values(), ids=TAGS)
def test_tags_in_other_languages_have_their_usual_names(block, result, end):
    record = read_one(f"{block}{end}{ROW}")
    assert (record.tags["White"], record.tags["Black"]) == ("Robert", "Jean")
    assert (record.result, record.game) == (result, "epaminondas")
    assert "tag-words" in codes(record)


def test_no_word_of_the_tables_stands_for_two_tags():
    seen: dict[str, str] = {}
    for table in ("colours", "tags"):
        for meaning, words in tables()[table].items():
            for word in words:
                assert seen.setdefault(word, meaning) == meaning


def test_a_tag_keeps_its_own_name_where_the_usual_one_has_another_value():
    record = read_one(f'[Site "Lyon"]\n[Lieu "Paris"]\n\n{ROW}')
    assert (record.tags["Site"], record.tags["Lieu"]) == ("Lyon", "Paris")


def test_text_refuses_a_tag_that_would_be_read_back_under_another_name():
    record = records.Record(("2.7.2N2",), "epaminondas", tags={"Blancs": "Robert"})
    with pytest.raises(ValueError, match="another word"):
        records.save([record], io.BytesIO(), format="text")


LOOSE = {
    "typographic quotes": "[Event “Démo”]",
    "French quotes": "[Event « Démo »]",
    "German quotes": "[Event „Démo“]",
    "single quotes": "[Event 'Démo']",
    "mixed quotes": '[Event "Démo”]',
    "a colon": "[Event: Démo]",
    "a colon and quotes": '[Event : "Démo"]',
    "no closing bracket": '[Event "Démo"',
    "a zero-width space before": '\N{ZERO WIDTH SPACE}[Event "Démo"]',
    "a soft hyphen in the name": '[Ev\N{SOFT HYPHEN}ent "Démo"]',
    "French": "[Événement “Démo”]",
}


@pytest.mark.parametrize("tag", LOOSE.values(), ids=LOOSE)
def test_tags_as_people_type_them(tag):
    record = read_one(f'{tag}\n[White "A"]\n\n{ROW}')
    assert dict(record.tags) == {"Event": "Démo", "White": "A"}
    assert len(record.moves) == 2
    assert "tag-words" in codes(record)


def test_a_loose_tag_begins_the_next_game():
    first, second = records.read(io.StringIO(f"{ROW}\n[Event “B”]\n\n{ROW}"))
    assert ("Event" in first.tags, second.tags["Event"]) == (False, "B")


LABELLED = {
    "a line each": "Rouge : Paul\nBleu: Anne",
    "one line": "Rouge : Paul, Bleu : Anne",
    "one line, a dash between": "Rouge : Paul — Bleu : Anne",
    "with articles": "Les Rouges : Paul\nLes Bleus : Anne",
    "German": "Rot: Paul\nBlau: Anne",
    "English, with title": "A game\n\nRed: Paul\nBlue: Anne",
}


@pytest.mark.parametrize("lines", LABELLED.values(), ids=LABELLED)
def test_players_named_above_a_game(lines):
    record = read_one(f"{lines}\n\n{GAME}")
    assert (record.tags["Red"], record.tags["Blue"]) == ("Paul", "Anne")
    assert record.moves == ("C4", "D3", "A1", "B2")
    assert "Red 'Paul'" in messages(record)


@pytest.mark.parametrize(
    ("game", "variant", "meant"),
    [
        ("megiddo", "Grand Master Megiddo", "grand-master"),
        ("megiddo", "Grand Maître Megiddo", "grand-master"),
        ("megiddo", "Maître Megiddo", "master"),
        ("megiddo", "règles de base", "base"),
        ("gipf", "règles de base", "basic"),
        ("gipf", "Standard GIPF rules", "standard"),
        ("gipf", "règles de la maison", "règles de la maison"),
    ],
)
def test_a_variant_may_be_written_as_rule_books_print_it(game, variant, meant):
    text = {"megiddo": "1. D3 B4", "gipf": "1. e1-e3 d1-d3"}[game]
    assert read_one(f'[Game "{game}"]\n[Variant "{variant}"]\n\n{text}\n').variant == meant


def test_each_game_of_a_file_has_its_own_players():
    text = "".join(f"Rouge : {name}\n{GAME}\n" for name in "AB")
    assert [one.tags["Red"] for one in records.read(io.StringIO(text))] == ["A", "B"]


def test_a_line_with_place_date_and_result():
    record = read_one(f"Lieu : Paris\nDate : 12.5.1990\nRésultat : 1-0\n\n{GAME}")
    assert dict(record.tags) == {"Site": "Paris", "Date": "12.5.1990"}
    assert record.result == "1-0"


def test_sides_before_their_moves_are_left_out_with_a_note():
    text = "Blanc: 2.7.2N2\nNoir: 11.6.2SE2\nBlanc: 2.6.3E1\n"
    record = read_one(text)
    assert record.moves == ("2.7.2N2", "11.6.2SE2", "2.6.3E1")
    assert codes(record) == ["side-name"]
    row = read_one("1. W: 2.7.2N2 S: 11.6.2SE2\n2. Weiß 2.6.3E1 Schwarz 10.7.3S3\n")
    assert len(row.moves) == 4
    assert codes(row) == ["side-name"]


def test_a_side_named_twice_shows_that_a_ply_is_missing():
    record = read_one("Blanc: 2.7.2N2\nNoir: 11.6.2SE2\nNoir: 2.6.3E1\n")
    assert record.moves == ("2.7.2N2", "11.6.2SE2", "?", "2.6.3E1")
    assert "a ply is missing" in messages(record)


TITLES = {
    "Megiddo (Master)": ("megiddo", "master"),
    "Mégiddo (Maître)": ("megiddo", "master"),
    "Master Megiddo": ("megiddo", "master"),
    "Megiddo (Master, Cléopâtre)": ("megiddo", "master+cleopatra"),
    "Megiddo (grand master)": ("megiddo", "grand-master"),
    "Megiddo, 3 joueurs": ("megiddo", "players=3"),
    "Megiddo in Paris": ("megiddo", None),
    "A Megiddo tournament": ("megiddo", None),
}


@pytest.mark.parametrize(("title", "meant"), TITLES.items(), ids=TITLES)
def test_titles_name_the_game_and_its_variant(title, meant):
    record = read_one(f"{title}\n\n{GAME}")
    assert (record.game, record.variant) == meant
    assert record.tags["Title"] == title
    tagged = read_one(f'[Jeu "{title}"]\n\n{GAME}')
    assert (tagged.game, tagged.variant) == meant


@pytest.mark.parametrize(
    ("variant", "meant"),
    [("Tournoi", "tournament"), ("tournoi", "tournament"), ("standard", "standard")],
)
def test_a_variant_in_another_language_is_understood(variant, meant):
    assert read_one(f'[Variante "{variant}"]\n\n1. Gh4 Gb4\n').variant == meant
    assert read_one(f'[Game "gipf"]\n[Variant "{variant}"]\n\n1. Gh4 Gb4\n').variant == meant


def test_a_title_that_the_moves_do_not_fit_does_not_decide_the_game():
    assert read_one(f"Like Megiddo\n\n{ROW}").game == "epaminondas"


RESULTS = {
    "Abandon des Noirs": ("1-0", "resignation"),
    "Victoire des Blancs": ("1-0", ""),
    "Blanc vainqueur": ("1-0", ""),
    "Vainqueur : les Noirs.": ("0-1", ""),
    "Le joueur blanc gagne": ("1-0", ""),
    "draw agreed": ("1/2-1/2", "agreement"),
    "Partie nulle par accord mutuel": ("1/2-1/2", "agreement"),
    "1/2": ("1/2-1/2", ""),
    "0,5 : 0,5": ("1/2-1/2", ""),
    "1:0": ("1-0", ""),
    "0\N{EM DASH}1": ("0-1", ""),
    "remis": ("1/2-1/2", ""),
    "Unentschieden": ("1/2-1/2", ""),
    "aufgegeben": ("1-0", "resignation"),
    "Schwarz hat aufgegeben": ("1-0", "resignation"),
    "Sieg für Weiss": ("1-0", ""),
    "White wins on time": ("1-0", "time"),
    "Les Noirs perdent au temps": ("1-0", "time"),
    "Les Noirs abandonnent au 34e coup.": ("1-0", "resignation"),
    "White won by resignation": ("1-0", "resignation"),
    "Black wins by forfeit": ("0-1", "forfeit"),
    "Résultat : Abandon des Noirs": ("1-0", "resignation"),
    "Ergebnis: 1-0": ("1-0", ""),
}


@pytest.mark.parametrize(("words", "meant"), RESULTS.items(), ids=RESULTS)
def test_results_in_words_end_the_game(words, meant):
    record = read_one(f"1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1\n\n{words}\n")
    assert record.moves == ("2.7.2N2", "11.6.2SE2", "2.6.3E1")
    assert (record.result, record.tags.get("Termination", "")) == meant
    assert codes(record) == ["result-words"]
    tagged = read_one(f'[Result "{words}"]\n\n{ROW}2. 2.6.3E1\n')
    if not words.startswith(("Rés", "Erg")):
        assert (tagged.result, tagged.tags.get("Termination", "")) == meant


@pytest.mark.parametrize("way", ["par Mégiddo", "by Megiddo", "durch Megiddo", "(Megiddo)"])
def test_the_way_of_winning_is_the_termination(way):
    record = read_one(f"{GAME}Rouge gagne {way}\n")
    assert (record.result, record.tags["Termination"]) == ("1-0", "megiddo")


THREE = {
    "les verts gagnent": "3",
    "Blue wins": "2",
    "Victoire des Rouges": "1",
    "Abandon des Verts": "*",
    "White wins": "*",
}


@pytest.mark.parametrize(("words", "result"), THREE.items(), ids=THREE)
def test_results_in_words_count_the_sides_of_the_game(words, result):
    text = f'[Game "megiddo"]\n[Variant "base+players=3"]\n\n1. A1 B1 C1\n2. A2 B2 C2\n{words}\n'
    assert read_one(text).result == result


PROSE = [
    "White wins a piece",
    "draw offered",
    "a draw-ish position",
    "Les Noirs gagnent du temps ici",
]


@pytest.mark.parametrize("prose", PROSE)
def test_prose_that_begins_like_a_result_is_none(prose):
    assert match_result(prose) is None


def test_words_do_not_change_records_of_programs():
    record = records.Record(
        ("2.7.2N2",), "epaminondas", "standard", "abbott", {"White": "A", "Lap": "3"}, result="1-0"
    )
    out = io.BytesIO()
    records.save([record], out, format="text")
    (back,) = records.read(io.BytesIO(out.getvalue()))
    assert (dict(back.tags), back.result, back.findings) == (dict(record.tags), "1-0", ())


def test_reading_of_prose_after_a_game_takes_time_in_proportion():
    def seconds(count: int) -> float:
        text = f"{ROW}2. 2.6.3E1 " + "Les Noirs perdent du temps ; " * count
        started = time.process_time()
        read_one(text)
        return time.process_time() - started

    seconds(10)
    assert min(seconds(400) for _ in range(3)) < 6 * min(seconds(100) for _ in range(3)) + 0.05


def test_json_keeps_tags_of_any_name():
    line = json.dumps({"game": "gipf", "moves": ["e2"], "tags": {"Blancs": "Robert"}})
    (record,) = records.read(io.StringIO(line), format="jsonl")
    assert dict(record.tags) == {"Blancs": "Robert"}


def test_the_tables_are_those_of_the_file():
    path = os.path.join(os.path.dirname(records.__file__), "words.toml")
    with open(path, "rb") as file:
        assert tables() == tomllib.load(file)
