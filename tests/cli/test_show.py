"""``ludograph show``: the right position, in every kind of picture."""

from io import BytesIO

import pytest
from PIL import Image

from analysis import find
from tests.records.samples import DEMONSTRATION, ROW

CLASSIC = "classic:epaminondas-demonstration"
BEGINNINGS = {"svg": b"<svg", "png": b"\x89PNG\r\n", "pdf": b"%PDF-", "gif": b"GIF89a"}
BROKEN = "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4 10.7.3S3\n"


def board(text: str) -> list[str]:
    """Return the rows of a text diagram, the marks of squares left and pieces taken undone."""
    rows = [line.split()[1:] for line in text.split("\n")[:12]]
    return ["".join(row).lower().translate(str.maketrans("+x", "..")) for row in rows]


def expected(plies: int) -> list[str]:
    position = find("epaminondas").start()
    for text in DEMONSTRATION[:plies]:
        position = next(position.play(move) for move in position.legal_moves() if str(move) == text)
    return [
        "".join(position.piece((row, column)) for column in range(1, 15))  # type: ignore[attr-defined]
        for row in range(12, 0, -1)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "beginning"), BEGINNINGS.items(), ids=BEGINNINGS)
def test_kinds_of_picture_by_option_and_by_name(ludograph, tmp_path, kind, beginning):
    named = ludograph("show", CLASSIC, "--ply", "7", "-o", f"capture.{kind.upper()}")
    asked = ludograph("show", CLASSIC, "--ply", "7", "--as", kind, "-o", "capture")
    piped = ludograph("show", CLASSIC, "--ply", "7", "--as", kind)
    assert (named.status, asked.status, piped.status) == (0, 0, 0)
    assert (named.raw, asked.raw) == (b"", b"")
    for content in (
        (tmp_path / f"capture.{kind.upper()}").read_bytes(),
        (tmp_path / "capture").read_bytes(),
        piped.raw,
    ):
        assert content.startswith(beginning)
        assert len(content) > 1000


def shown(content: bytes) -> list[int]:
    """Return for how long each frame of a GIF is shown, in milliseconds."""
    with Image.open(BytesIO(content)) as image:
        durations = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            durations.append(image.info["duration"])
        return durations


@pytest.mark.slow
def test_a_gif_replays_the_game_or_a_part_of_it(ludograph):
    whole = ludograph("show", CLASSIC, "--as", "gif")
    assert (whole.status, len(shown(whole.raw))) == (0, 24)
    part = ludograph("show", CLASSIC, "--as", "gif", "--ply", "5-9", "--delay", "0.2")
    assert shown(part.raw) == [200, 200, 200, 200, 600]


def test_a_broken_game_is_replayed_up_to_its_error(ludograph, tmp_path):
    (tmp_path / "broken.txt").write_text(BROKEN)
    run = ludograph("show", "broken.txt", "--as", "gif")
    assert (run.status, len(shown(run.raw))) == (1, 3)
    assert "broken.txt:2:4: error" in run.err


def test_several_plies_are_several_files_or_diagrams(ludograph, tmp_path):
    run = ludograph("show", CLASSIC, "--ply", "5-7", "-o", "game.svg")
    assert (run.status, run.raw) == (0, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("game-5.svg", "game-6.svg", "game-7.svg")
    ]
    single = ludograph("show", CLASSIC, "--ply", "6", "--as", "svg").raw
    assert (tmp_path / "game-6.svg").read_bytes() == single
    texts = ludograph("show", CLASSIC, "--ply", "5-7").out
    assert texts == "".join(ludograph("show", CLASSIC, "--ply", ply).out for ply in "567")


def test_the_nth_game_of_a_file(ludograph, tmp_path):
    (tmp_path / "two.txt").write_text(f"{ROW}\n1. 2.8.2N2 11.5.2S1\n")
    assert "11.6.2SE2" in ludograph("show", "two.txt").out
    assert "11.5.2S1" in ludograph("show", "two.txt", "--nth", "2").out
    third = ludograph("show", "two.txt", "--nth", "3")
    assert (third.status, third.out) == (2, "")
    assert "two.txt has no game number 3" in third.err


def test_a_broken_game_is_drawn_up_to_its_error(ludograph, tmp_path):
    (tmp_path / "broken.txt").write_text(BROKEN)
    run = ludograph("show", "broken.txt")
    assert run.status == 1
    assert board(run.out) == expected(2)
    assert run.err.startswith("broken.txt:2:4: error: move 2, White: a phalanx of 3 moves")
    assert "     |    ^^^^^^^\n" in run.err
    before = ludograph("show", "broken.txt", "--ply", "1")
    assert (before.status, board(before.out)) == (1, expected(1))


def test_a_record_that_cannot_be_set_up_is_not_drawn(ludograph, tmp_path):
    (tmp_path / "odd.txt").write_text('[Variant "blitz"]\n\n1. 2.7.2N2\n')
    run = ludograph("show", "odd.txt")
    assert (run.status, run.out) == (1, "")
    assert "[bad-variant]" in run.err
