"""``ludograph show``: themes, sizes, coordinates, arrows, circles, legends, starts, folders."""

import re
from io import BytesIO

import pytest
from PIL import Image

from analysis import diagrams, find
from analysis.games import GAMES

CLASSIC = "classic:epaminondas-demonstration"
MATCH = "classic:megiddo-match"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_alone_shows_its_start_board(ludograph, game):
    run = ludograph("show", "--game", game)
    assert (run.status, run.err) == (0, "")
    assert str(diagrams.read_text(game, run.out)).split()[0] == str(find(game).start()).split()[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_legend_explains_every_sign_and_is_read_back(ludograph, game):
    plain, told = (ludograph("show", "--game", game, *more).out for more in ((), ("--legend",)))
    assert told.startswith(plain)
    assert len(told.splitlines()) > len(plain.splitlines()) + 3
    assert diagrams.read_text(game, told) == diagrams.read_text(game, plain)


def width(svg):
    (found, *_) = re.findall(r'width="([\d.]+)"', svg)
    return float(found)


@pytest.mark.parametrize(
    ("size", "pixels"), [("600", 600), ("10cm", 377.953), ("5in", 480), ("120 mm", 453.543)]
)
def test_the_size_is_the_width(ludograph, size, pixels):
    svg = ludograph("show", CLASSIC, "--as", "svg", "--size", size).out
    assert width(svg) == pytest.approx(pixels, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "pixels", "dpi"),
    [(("--size", "600"), 600, 96), (("--size", "600", "--dpi", "300"), 600, 300),
     (("--size", "5cm", "--dpi", "300"), 591, 300)],
    ids=["pixels", "pixels and dots", "length and dots"],
)  # fmt: skip
def test_a_png_has_its_dots(ludograph, options, pixels, dpi):
    with Image.open(BytesIO(ludograph("show", CLASSIC, "--as", "png", *options).raw)) as image:
        assert image.width == pixels
        assert image.info["dpi"][0] == pytest.approx(dpi, abs=0.1)


def test_labels_of_other_kinds_and_none(ludograph):
    letters = ludograph("show", CLASSIC, "--labels", "letters").out
    assert "a b c d e" in letters
    for path in (CLASSIC, MATCH, "classic:gipf-tournament"):
        svg = ludograph("show", path, "--as", "svg", "--labels", "none").out
        assert 'class="ludograph-label' not in svg
        assert 'class="ludograph-label' in ludograph("show", path, "--as", "svg").out


@pytest.mark.parametrize(
    ("path", "flip"), [(CLASSIC, ()), (CLASSIC, ("--flip",)), (MATCH, ()), (MATCH, ("--flip",))]
)
def test_arrows_and_circles_are_drawn_at_their_points(ludograph, path, flip):
    names = ("--mark", "c4", "--arrow", "a1-b3,B2-b4")
    svg = ludograph("show", path, "--as", "svg", *names, *flip).out
    assert svg.count('class="ludograph-mark"') == 1
    (pointers,) = re.findall(r'<g class="ludograph-pointer".*?</g>', svg)
    assert pointers.count("<path") == 2
    assert "marked c4; arrows a1-b3, B2-b4" in svg


@pytest.mark.parametrize(
    "options",
    [
        ["--ply", "7", "--as", "svg", "--theme", "dark", "--size", "9cm", "--mark", "d4"],
        ["--ply", "0", "--as", "tex", "--labels", "none", "--arrow", "a1-a3", "--flip"],
        ["--ply", "7", "-o", "board.txt", "--legend", "--labels", "numbers"],
    ],
    ids=str,
)
def test_a_game_of_a_library_is_drawn_with_the_same_options(ludograph, tmp_path, options):
    ludograph("library", "import", CLASSIC, "-L", "games.ludo")
    board = tmp_path / "board.txt"
    found = []
    for command in (["show", CLASSIC], ["library", "show", "1", "-L", "games.ludo"]):
        run = ludograph(*command, *options)
        assert run.status == 0
        found.append(run.out or board.read_text())
    assert found[0] == found[1]


@pytest.mark.parametrize("source", [CLASSIC, "classic:gipf-tournament", "classic:megiddo-double"])
def test_boards_are_patterns(ludograph, source):
    ludograph("library", "import", source, "-L", "games.ludo")
    ludograph("show", source, "--ply", "12", "-o", "board.txt")
    run = ludograph("library", "search", "-L", "games.ludo", "--pattern", "board.txt", "--json")
    assert (run.status, '"ply": 12' in run.out) == (0, True)


def test_plies_of_every_game_go_to_a_folder(ludograph, tmp_path):
    run = ludograph("show", MATCH, "--ply", "0,20-22", "-o", "boards/")
    assert (run.status, run.out) == (0, "8 pictures in boards\n")
    found = sorted(path.name for path in (tmp_path / "boards").iterdir())
    assert found == [
        *(
            "megiddo-match-001-000.svg",
            "megiddo-match-002-000.svg",
            "megiddo-match-002-020.svg",
        ),
        *(
            "megiddo-match-002-021.svg",
            "megiddo-match-002-022.svg",
            "megiddo-match-003-000.svg",
        ),
        *("megiddo-match-003-020.svg", "megiddo-match-003-021.svg"),
    ]
    assert "19 good plies, so there is no position after 22" in run.err
    single = ludograph("show", MATCH, "--nth", "2", "--ply", "21", "--as", "svg").raw
    assert (tmp_path / "boards" / "megiddo-match-002-021.svg").read_bytes() == single


def test_a_folder_has_the_last_positions_and_names_errors(ludograph, tmp_path):
    run = ludograph("show", "classic:epaminondas-slip", "-o", "boards/", "--as", "text")
    assert (run.status, run.out) == (1, "1 picture in boards\n")
    assert "error: move 4, White: a phalanx of 3 takes" in run.err
    assert (tmp_path / "boards" / "epaminondas-slip-001-006.txt").is_file()
    selected = ludograph("show", MATCH, "--where", "plies > 999", "-o", "none/")
    assert (selected.status, selected.out) == (1, "0 pictures in none\n")
