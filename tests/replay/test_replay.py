"""The replay: played plies, the end of a replay, and findings."""

import random
from dataclasses import replace
from typing import Any

import pytest

from analysis import Replay, convert, find, replay
from analysis.games.position import write_unambiguously
from analysis.replay import branching
from analysis.replay.setup import Choice
from analysis.replay.verdict import GameFacts
from notation import LudographError, dialects
from records import Record
from tests.cases import each_case
from tests.examples import full
from tests.records.samples import DEMONSTRATION

SMALL = "6/1w4/6/6/4b1/6 w"
"""Six columns, six rows: White reaches row 6 at once, and Black cannot answer."""

SYMMETRIC = "6/1w4/6/6/4b1 w"
"""Five rows: 4.2.1N1 makes the board its own half-turn with the colours exchanged."""


def record(*moves: str, **fields: Any) -> Record:
    said: dict[str, Any] = {"game": "epaminondas", "variant": "standard", "dialect": "abbott"}
    return Record(moves, **(said | fields))


def told(game: Replay) -> list[tuple[str, int | None]]:
    return [(finding.code, finding.ply) for finding in game.findings]


VARIANTS = {
    "epaminondas": ("standard+rows=6+columns=5", "standard+symmetry=off+rows=5+columns=4"),
    "crossings": ("standard+rows=6+columns=5",),
    "gipf": ("basic", "standard", "tournament"),
    "megiddo": ("base", "master+cleopatra", "grand-master+radial-move", "base+players=3"),
}
GAMES = [(game, variant) for game, variants in VARIANTS.items() for variant in variants]


def drawn(game: str, variant: str, seed: int, plies: int = 60) -> tuple[Any, list[Any]]:
    """Return the start of a game and random legal moves; captures are preferred."""
    chance, start = random.Random(f"{seed}{variant}"), find(game).start(variant)
    position, moves = start, list[Any]()
    while len(moves) < plies and (legal := list(position.legal_moves())):
        taking = [move for move in legal if position.captured(move)]
        moves.append(chance.choice(taking if taking and chance.random() < 0.7 else legal))
        position = position.play(moves[-1])
    return start, moves


@each_case("seed", range(8 if full() else 1))
@each_case(("game", "variant"), GAMES)
def test_a_good_game_is_what_playing_it_move_by_move_gives(game, variant, seed):
    """Canonical texts are played fast; a text with a note is played by the full replay."""
    start, moves = drawn(game, variant, seed)
    usual, *others = dialects(game)
    texts = [usual.write(move) for move in moves]
    quick = replay(Record(tuple(texts), game, variant, usual.name))
    slow = replay(Record((f"{texts[0]} ", *texts[1:]), game, variant, usual.name))
    assert (quick.is_canonical, slow.is_canonical) == (True, False)
    assert told(slow)[0] == ("blank-in-move", 1)
    for found in (quick, slow):
        assert (found.valid, found.played, found.start) == (True, len(moves), start)
        assert list(map(repr, found.moves)) == list(map(repr, moves))
        position = start
        for ply, move in zip(found.plies(), moves, strict=True):
            assert (ply.move, ply.before) == (move, position)
            assert (ply.side, bool(ply.findings)) == (
                position.sides[position.turn], found is slow and ply.index == 1,
            )  # fmt: skip
            position = position.play(move)
            assert ply.after == position
        assert [ply.index for ply in found.plies()] == [*range(1, len(moves) + 1)]
        assert (found.position, found.outcome) == (position, position.outcome())
        assert list(found.positions()) == [start, *(ply.after for ply in found.plies())]
    for dialect in others:
        written = convert(quick, dialect.name)
        refused = [one.message.partition(": ")[2] for one in written.violations]
        wanted, error = wording(start, moves, dialect)
        assert refused == ([error] if error else [])
        if written.record:
            assert list(written.record.moves) == wanted
            again = replay(written.record)
            assert (again.valid, again.position) == (True, quick.position)
            back = convert(again, usual.name).record
            assert back
            assert list(back.moves) == texts


def wording(start: Any, moves: list[Any], dialect: Any) -> tuple[list[str], str]:
    """Write moves one by one; return the texts, and the reason why a move cannot be written."""
    position, texts = start, []
    for move in moves:
        try:
            texts.append(write_unambiguously(position, move, dialect))
        except LudographError as error:
            return texts, str(error)
        position = position.play(move)
    return texts, ""


def test_a_playthrough_plays_texts_as_far_as_their_counts_agree_with_the_board():
    game = replay(record(*DEMONSTRATION))
    assert game.start
    assert game.playthrough
    positions = list(game.positions())
    for at, text, agrees in ((6, "4.7.4N3x3", True), (6, "4.7.4N3", True), (6, "4.7.4N3x2", False)):
        plies = game.playthrough.plies((*DEMONSTRATION[:at], text, *DEMONSTRATION[at + 1 :]))
        result = game.playthrough.run(game.start, plies, 0)
        assert game.playthrough.agrees(positions[at], plies[at]) == agrees
        assert (result.reach, result.left) == ((23, 0) if agrees else (at, 23 - at))
        assert result.position == positions[result.reach]


@each_case("text", ["1.1.9N9", "9.9.9", "2.2.2S2x1", ""])
@each_case("index", [0, 3, 11])
def test_the_good_part_of_a_broken_game_is_kept(text, index):
    start, moves = drawn("epaminondas", VARIANTS["epaminondas"][0], 1)
    texts = list(map(str, moves))
    texts[index] = text
    broken = replay(record(*texts, variant=str(start.variant)))
    assert (broken.played, broken.outcome) == (index, None)
    assert [ply.move for ply in broken.plies()] == moves[:index]
    assert broken.position == start.advance(map(start.compile, moves[:index]))[0]
    (violation,) = broken.violations
    assert (violation.ply, violation.text) == (index + 1, text)


AS_RECORDED = {
    "too far": (("2.7.2N3", "11.6.2SE2", "5.7.2N2"), None, [("distance", 1)]),
    "a breach of symmetry": (("4.2.1N1", "1.5.1E1"), SYMMETRIC, [("symmetry", 1)]),
    "after the end": (
        ("5.2.1N1", "2.5.1E1", "6.2.1E1", "2.6.1W1", "6.3.1E1"),
        SMALL,
        [("after-end", 3), ("after-end", 5)],
    ),
}


@pytest.mark.parametrize(("moves", "start", "broken"), AS_RECORDED.values(), ids=AS_RECORDED)
def test_as_recorded_goes_on_and_keeps_what_is_wrong(moves, start, broken):
    game = record(*moves, start=start)
    strict, lenient = replay(game), replay(game, as_recorded=True)
    assert strict.played == broken[0][1] - 1
    assert told(strict) == broken[:1]
    assert lenient.played == len(moves)
    assert told(lenient) == broken
    assert not lenient.valid
    carried_out = [ply.index for ply in lenient.plies() if ply.move is None]
    assert carried_out == [ply for _, ply in broken]


NOT_CARRIED_OUT = ["1.7.1N1", "5.5.1N1", "1.1.1S1", "gibberish"]


@each_case("move", NOT_CARRIED_OUT)
def test_as_recorded_stops_at_what_cannot_be_carried_out(move):
    game = replay(record("2.7.2N3", "11.6.2SE2", move), as_recorded=True)
    assert game.played == 2
    assert len(game.violations) == 2


def test_a_choice_many_plies_back_is_undone():
    moves = ["g1,g2-g3"]
    for column in "abcdef":
        moves += [f"{column}11-{column}10", f"{column}2-{column}3"]
    moves += ["h11-h10", "g3,g4-g6"]
    game = replay(record(*moves, dialect="span"))
    assert (game.valid, str(game.moves[0])) == (True, "2.7.2N2")
    settled_early = replay(record(*moves[:-1], "g2,g3-g5", dialect="span"))
    assert (settled_early.valid, str(settled_early.moves[0])) == (True, "2.7.2N1")


def test_a_search_that_is_given_up_is_told(monkeypatch):
    moves = ("g1,g2-g3", "a11-a10", "g3,g4-g6")
    whole = replay(record(*moves, dialect="span", variant="standard"))
    assert (whole.played, whole.notes) == (3, [])
    monkeypatch.setattr(branching, "MAX_POSITIONS", 2)
    broken_off = replay(record(*moves, dialect="span", variant="standard"))
    assert [(one.code, one.ply) for one in broken_off.notes] == [("search-ended", 1)]


def test_positions_reached_in_two_ways_are_looked_at_once():
    asked = []

    def options(position: Any, index: int) -> list[Choice]:
        asked.append((position, index))
        return [Choice(None, (), position + step) for step in (1, 0)] if index < 30 else []

    choices, _ = branching.search(0, 0, 31, options)  # type: ignore[arg-type]
    assert len(choices) == 30
    assert len(asked) == len(set(asked)) == 31 * 32 // 2


@pytest.mark.parametrize("second", ["g2,g3-g5", "g3,g4-g6"])
def test_the_search_ends_at_a_text_that_is_no_move_with_what_a_whole_one_finds(monkeypatch, second):
    texts = ["g1,g2-g3", "g12,g11-g10", second, "h11-h10", "g", "a1,a2-a3", "a11-a10"]
    found = [replay(record(*texts, dialect="span"))]
    assert found[0].readable_until(0) == 4
    monkeypatch.setattr(Replay, "readable_until", lambda self, index: len(self.texts))
    found.append(replay(record(*texts, dialect="span")))
    short, long = ([*game.plies(), *game.findings] for game in found)
    assert short == long


def test_what_nothing_decides_is_told_in_one_note():
    game = replay(record("g1,g2-g3", "g12,g11-g10", "a1,a2-a3", dialect="span"))
    assert game.valid
    (note,) = game.notes
    assert (note.code, note.ply, note.side) == ("ambiguous", 1, "white")
    assert note.message == (
        "nothing decides between two readings, the first was taken: "
        "g1,g2-g3 (move 1, White) is 2.7.2N1 or 2.7.2N2; "
        "g12,g11-g10 (move 1, Black) is 11.7.2S1 or 11.7.2S2; "
        "a1,a2-a3 (move 2, White) is 2.1.2N1 or 2.1.2N2"
    )


HINT = "the variant was guessed: the whole game is legal as standard+symmetry=off"


def test_where_the_guess_fails_and_another_variant_fits_the_message_says_so():
    broken = record("4.2.1N1", "1.5.1E1", start=SYMMETRIC)
    guessed = replay(replace(broken, variant=None)).violations
    assert guessed[0].message.endswith(f"({HINT})")
    for sure in (replay(broken), replay(replace(broken, variant=None), variant="standard")):
        assert HINT not in sure.violations[0].message
        assert (sure.violations[0].code, sure.guessed) == ("symmetry", False)
    assert replay(broken, variant="standard+symmetry=off").valid
    assert replay(broken).under("standard+symmetry=off").valid


@each_case("result", ["1-0", "0-1", "1/2-1/2", "2", "3", "5", "0", "hello", "+-"])
@each_case(("variant", "sides"), [("base", 2), ("base+players=3", 3)])
def test_a_result_counts_if_it_is_one_of_a_game_of_so_many_sides(variant, sides, result):
    game = replay(Record(("D3", "B4"), "megiddo", variant, "book", result=result))
    (note,) = game.notes
    counts = result in ("1-0", "0-1", "1/2-1/2", "2", *(["3"] if sides == 3 else []))
    assert note.code == ("not-decided-on-board" if counts else "unclear-result")
    assert (game.verdict is not None) == counts
    assert GameFacts.of(game).ended == ("recorded" if counts else "unfinished")
