"""Names of players, taken from headings and from running text where they stand."""

import pytest

from tests.records.samples import codes, read_one

GAME = "\n\n1. C6 B4\n2. D5 A1\n"

NAMES = {
    "Première partie. Rouge : Martin. Bleu : Lefèvre.": (
        {"Red": "Martin", "Blue": "Lefèvre", "Title": "Première partie"}
    ),
    "Rouge : Martin. Bleu : Lefèvre.": {"Red": "Martin", "Blue": "Lefèvre"},
    "Game 1. Red: J. R. Smith, Blue: Ben Jr.": (
        {"Red": "J. R. Smith", "Blue": "Ben Jr", "Title": "Game 1"}
    ),
    "Partie 1 (Rot: Anna; Blau: Ben)": {"Red": "Anna", "Blue": "Ben", "Title": "Partie 1"},
    "Rouge : M. Martin. Bleu : Mme Lefèvre. Paris, 1985.": (
        {"Red": "M. Martin", "Blue": "Mme Lefèvre", "Title": "Paris, 1985"}
    ),
    "Anna (Blue) - Ben (Red)": {"Blue": "Anna", "Red": "Ben", "Title": "Anna (Blue) - Ben (Red)"},
    "Anna Berg (Rot) gegen Ben (Blau)": (
        {"Red": "Anna Berg", "Blue": "Ben", "Title": "Anna Berg (Rot) gegen Ben (Blau)"}
    ),
    "Red: Anna (Paris), Blue: Ben": {"Red": "Anna (Paris)", "Blue": "Ben"},
}


@pytest.mark.parametrize(("heading", "tags"), NAMES.items(), ids=NAMES)
def test_names_stand_in_headings(heading, tags):
    record = read_one(heading + GAME)
    assert (record.tags, len(record.moves)) == (tags, 4)
    assert "tag-words" in codes(record)


@pytest.mark.parametrize(
    "text",
    ["Red: the colour of fire. It was late.", "Anna (late) - Ben (early)", "Red wins. Blue:"],
)
def test_other_words_with_colours_name_nobody(text):
    assert not {"Blue"} & read_one(text + GAME).tags.keys()


def test_names_in_running_text_make_a_match(ludograph, tmp_path):
    """Colours change between the games, so that the scores are added up by the names."""
    run = ludograph("convert", "classic:megiddo-match", "--to", "text", "-o", "match.txt")
    text = (tmp_path / "match.txt").read_text()
    games = text.split("[Game ")[1:]
    told = []
    for number, game in enumerate(games, 1):
        names = dict(
            line[1:].rstrip("]").split(" ", 1) for line in game.splitlines()[1:] if line[:1] == "["
        )
        moves = "\n".join(line for line in game.splitlines() if line[:3].strip(" .").isdecimal())
        red, blue = (names[side].strip('"').replace("Program ", "Prog") for side in ("Red", "Blue"))
        told.append(f"Partie {number}. Megiddo Master. Rouge : {red}. Bleu : {blue}.\n\n{moves}\n")
    (tmp_path / "told.txt").write_text("\n".join(told))
    run = ludograph("score", "told.txt", "--game", "megiddo", "--variant", "master")
    assert "ProgA 40, ProgB 8." in run.out
    assert "unnamed-players" not in run.out + run.err
