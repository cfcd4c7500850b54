"""Texts and dialects: characters that cannot be seen or look alike, odd separators."""

import pytest

import notation
import records
from analysis import replay
from notation.characters import fold, fold_words
from tests.records.samples import DEMONSTRATION, codes, messages, read_one, rows

MOVES = ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3")

ODD = {
    "soft hyphen": ("2.7.2\N{SOFT HYPHEN}N2", "invisible-character"),
    "zero-width space": ("2.\N{ZERO WIDTH SPACE}7.2N2", "invisible-character"),
    "zero-width joiner": ("2.7.2N2\N{ZERO WIDTH JOINER}", "invisible-character"),
    "byte order mark": ("\N{ZERO WIDTH NO-BREAK SPACE}2.7.2N2", "invisible-character"),
    "right-to-left mark": ("2.7.2N\N{RIGHT-TO-LEFT MARK}2", "invisible-character"),
    "variation selector": ("2.7.2N2\N{VARIATION SELECTOR-16}", "invisible-character"),
    "control character": ("2.7.2\x08N2", "invisible-character"),
    "null": ("2.7.2\0N2", "invisible-character"),
    "full-width digits": ("２.７.２N２", "look-alike"),
    "full-width all over": ("２．７．２Ｎ２", "look-alike"),
    "Greek capital": ("2.7.2\N{GREEK CAPITAL LETTER NU}2", "look-alike"),
    "Arabic digits": ("\u0662.7.2N2", "look-alike"),
    "mathematical digits": ("\U0001d7d0.7.2N2", "look-alike"),
    "middle dots": ("2·7·2N2", "look-alike"),
    "no-break space inside": ("2.7.2\N{NO-BREAK SPACE}N2", "unusual-blank"),
    "thin space inside": ("2.7.2\N{THIN SPACE}N2", "unusual-blank"),
}


@pytest.mark.parametrize("end", [" 11.6.2SE2\n", "\n1... 11.6.2SE2\n"], ids=["a row", "a line"])
@pytest.mark.parametrize(("odd", "code"), ODD.values(), ids=ODD)
def test_no_character_makes_a_move_vanish(odd, code, end):
    record = read_one(f"1. {odd}{end}2. 2.6.3E1 10.7.3S3\n")
    assert len(record.moves) == 4
    assert code in codes(record)
    assert not replay(record).violations


@pytest.mark.parametrize(("odd", "code"), ODD.values(), ids=ODD)
def test_dialects_read_odd_characters_with_a_note(odd, code):
    reading = notation.read("epaminondas", odd)
    assert str(reading.moves[0]) == "2.7.2N2"
    assert code in [one.code for one in reading.notes]


@pytest.mark.parametrize("odd", [text for text, code in ODD.values() if code[0] == "i"])
def test_columns_after_characters_that_are_left_out_are_those_of_the_file(odd):
    line = f"1. {odd} 11.6.2SE2"
    record = read_one(f"{line}\n2. 2.6.3E1 10.7.3S3\n")
    assert record.places[1] == (1, line.index("11.6") + 1)


def test_places_in_folded_text_lead_back():
    text = "a\N{SOFT HYPHEN}b\N{ZERO WIDTH SPACE}\N{ZERO WIDTH SPACE}c \N{NO-BREAK SPACE}d"
    odd = fold(text)
    assert odd is not None
    assert odd.text == "abc  d"
    for at, one in enumerate(odd.text):
        assert text[odd.column(at + 1) - 1] in (one, "\N{NO-BREAK SPACE}")


def test_comments_and_other_words_keep_their_characters():
    line = "1. 2.7.2N2 {пер\N{SOFT HYPHEN}вый ход} слово 2.６.3E1"
    odd = fold_words(line)
    assert odd is not None
    assert odd.text == line.replace("６", "6")
    record = read_one(f"{line}\n")
    assert record.details[0]["comment"] == "пер\N{SOFT HYPHEN}вый ход"
    assert record.moves == ("2.7.2N2", "2.6.3E1")


def test_a_kind_of_odd_character_is_noted_once_a_game():
    record = read_one(rows([f"{one}\N{NO-BREAK SPACE}" for one in DEMONSTRATION]))
    assert codes(record) == ["unusual-blank"]
    assert "no-break space (U+00A0)" in messages(record)


ABBOTT = {
    "2-6-3E1": ("2.6.3E1", "separator"),
    "2:6:3E1": ("2.6.3E1", "separator"),
    "2–6–3E1": ("2.6.3E1", "separator"),
    "2/6/3E1": ("2.6.3E1", "separator"),
    "11.6.2-SE-2": ("11.6.2SE2", "separator"),
    "11.6.2 - se - 2": ("11.6.2SE2", "separator"),
    "9.9.2–SW–2x1": ("9.9.2SW2x1", "separator"),
    "2.7.2-N2": ("2.7.2N2", "separator"),
    "11.6.2S.E.2": ("11.6.2SE2", "direction-points"),
    "11.6.2 S.E. 2": ("11.6.2SE2", "direction-points"),
    "11.6.2S-E2": ("11.6.2SE2", "direction-points"),
    "11.6.2s. e. 2": ("11.6.2SE2", "direction-points"),
    "2.7.2N.2": ("2.7.2N2", "direction-points"),
    "9.9.2S.O.2": ("9.9.2SW2", "french-compass"),
    "9.9.2SW2 (x1)": ("9.9.2SW2x1", "bracketed-count"),
    "9.9.2SW2(x 1)": ("9.9.2SW2x1", "bracketed-count"),
    "9.9.2SW2 [×1]": ("9.9.2SW2x1", "bracketed-count"),
    "9.9.2SW2 ✕1": ("9.9.2SW2x1", "look-alike"),
}


@pytest.mark.parametrize(("text", "meant"), ABBOTT.items(), ids=ABBOTT)
def test_spellings_of_the_inventors_notation(text, meant):
    reading = notation.read("epaminondas", text, "abbott")
    assert (str(reading.moves[0]), meant[1] in [one.code for one in reading.notes]) == (
        meant[0],
        True,
    )
    record = read_one(f"1. {text} 11.6.2SE2\n2. 2.6.3E1 10.7.3S3\n")
    assert len(record.moves) == 4


DASHED = [
    "1. {} — {}\n2. {} — {}\n",
    "1. {} - {}\n2. {} - {}\n",
    "1. {}–{}\n2. {}–{}\n",
    "- {}\n- {}\n- {}\n- {}\n",
]


@pytest.mark.parametrize("shape", DASHED)
def test_a_dash_between_the_sides_is_left_out_with_a_note(shape):
    record = read_one(shape.format(*MOVES))
    assert record.moves == MOVES
    assert codes(record) == ["parting-dash"]


def test_a_dash_in_place_of_a_move_keeps_its_place():
    record = read_one("1. 2.7.2N2 11.6.2SE2\n2. — 10.7.3S3\n")
    assert record.moves == ("2.7.2N2", "11.6.2SE2", "—", "10.7.3S3")


APART = {
    "megiddo": ("1. C4 — D3\n2. A1 — A2\n", ("C4", "D3", "A1", "A2")),
    "megiddo, one spoke": ("1. C4 — C2\n2. A1 — A2\n", ("C4", "C2", "A1", "A2")),
    "gipf": ("1. e2 — c3\n2. d5 - f4\n", ("e2", "c3", "d5", "f4")),
}


@pytest.mark.parametrize(("text", "moves"), APART.values(), ids=APART)
def test_a_dash_that_makes_no_move_parts_two(text, moves):
    record = read_one(text)
    assert record.moves == moves
    assert "parting-dash" in codes(record)


def test_a_push_written_with_blanks_stays_whole():
    record = read_one('[Game "gipf"]\n\n1. a1 - c3 i2 - g4\n2. b1 - c2\n')
    assert record.moves == ("a1 - c3", "i2 - g4", "b1 - c2")


def test_a_slide_written_with_blanks_stays_whole():
    record = read_one("1. C4 D3\n2. C4 - C2 A1\n")
    assert record.moves == ("C4", "D3", "C4 - C2", "A1")


def test_megiddo_reads_cyrillic_spokes():
    assert str(notation.read("megiddo", "А4 (В3, Е2)").moves[0]) == "A4 (B3, E2)"


@pytest.mark.parametrize("players", [4, 6])
def test_rows_of_all_players_are_not_too_wide(players):
    spokes = "ABCDEF"[:players]
    text = "".join(f"{ring}. {' '.join(f'{one}{ring}' for one in spokes)}\n" for ring in (1, 4))
    record = read_one(f'[Variant "base+players={players}"]\n\n{text}')
    found = replay(record)
    assert "wide-rows" not in [one.code for one in (*record.findings, *found.notes)]
    other = replay(read_one(f'[Variant "base"]\n\n{text}'))
    assert "wide-rows" in [one.code for one in other.notes]


def test_records_of_other_formats_read_odd_moves_too():
    record = records.Record(("2.7.2\N{SOFT HYPHEN}N2",), "epaminondas", "standard", "abbott")
    found = replay(record)
    assert not found.violations
    assert "invisible-character" in [one.code for one in found.notes]


@pytest.mark.parametrize("odd", ["\u200b", "\u2060", "\xad", "\u200e"])
def test_invisible_characters_in_a_tag_are_left_out_with_a_note(odd):
    text = f'[Game "megiddo"]\n[Red "Rob{odd}"]\n\n1. D3 B4\n'
    record = read_one(text)
    assert (record.tags["Red"], codes(record)) == ("Rob", ["invisible-character"])
    assert "tag Red: left out" in messages(record)
    assert read_one(text.replace(odd, "")).findings == ()
