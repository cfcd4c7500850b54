"""Automatic fixes keep the games, are complete after one run, and change nothing else."""

import random

import pytest

import records
from analysis.editing.fixing import fix_text
from analysis.games import GAMES
from analysis.games.position import write_unambiguously
from analysis.replay import replay
from notation import UnwritableMove, dialects
from tests.cases import each_case

DIALECTS = [(game, one) for game in GAMES for one in dialects(game)]


def damaged(game, dialect, chance, plies=14):
    """Return a legal game as text in which some moves are spelled leniently."""
    position, texts = GAMES[game].start(GAMES[game].default), list[str]()
    while len(texts) < plies and (legal := list(position.legal_moves())):
        move = chance.choice(legal)
        try:
            text = write_unambiguously(position, move, dialect)
        except UnwritableMove:
            break
        texts.append(chance.choice(SPELLINGS)(text))
        position = position.after(move)
    rows = [f"{at // 2 + 1}. {'   '.join(texts[at : at + 2])}" for at in range(0, len(texts), 2)]
    head = f'[Game "{game}"]\r\n[Dialect "{dialect.name}"]\r\n[White "Zo\xeb"]\r\n\r\n'
    return head + " {a comment}\r\n".join(rows) + "\r\n"


SPELLINGS = (
    str,
    str.lower,
    str.upper,
    lambda text: text.replace("-", "\N{EN DASH}"),
    lambda text: text.replace(".", ","),
    lambda text: text.partition("x")[0] or text,
    lambda text: text.partition(" (")[0],
    lambda text: text.replace("(", "[").replace(")", "]"),
)


def games_of(text):
    return [replay(record) for record in records.read_text(text)]


def described(game):
    record = game.record
    beside = (dict(record.tags), dict(record.details), record.comment, record.result)
    return list(game.positions()), [ply.move for ply in game.plies()], beside


@pytest.mark.parametrize(("game", "dialect"), DIALECTS, ids=lambda one: getattr(one, "name", one))
def test_the_games_stay_the_same_and_mending_twice_is_mending_once(game, dialect):
    text = damaged(game, dialect, random.Random(f"{game} {dialect.name}"))
    fixed = fix_text(text)
    assert list(map(described, games_of(fixed.text))) == list(map(described, games_of(text)))
    assert fix_text(fixed.text)[:2] == (fixed.text, ())
    assert fixed.text.count("\r\n") == text.count("\r\n") == fixed.text.count("\n")
    assert bool(fixed.fixes) == (fixed.text != text)
    assert sum(len(one.notes) for one in games_of(fixed.text)) <= sum(
        len(one.notes) for one in games_of(text)
    )


def test_a_game_stays_where_another_on_its_line_grows_shorter():
    one, other = "(;GM[megiddo]RU[base];W[c 4];B[B4])", "(;GM[megiddo]RU[base];W[E6];B[A4])"
    fixed = fix_text(one + other, "games.sgf")
    assert (fixed.text, fixed.left) == (one.replace("c 4", "C4") + other, ())


@each_case(
    ("text", "why"),
    [
        ('[Game "megiddo"]\n\n1. c4 C4\n', "it has 1 error"),
        ('[Game "megiddo"]\n\n1. C4 B4\n2. e6 A4 1-0\n[Result "0-1"]\n', None),
        ("", None),
        ("prose", None),
        ("(;W[c2];B[", None),
        ('{"moves": ["c4"], "game": "megiddo"}\n', None),
        ("\0\x01", None),
    ],
    ids=["error", "result", "empty", "prose", "sgf", "jsonl", "binary"],
)
def test_what_is_not_certain_stays(text, why):
    fixed = fix_text(text)
    assert [reason for _, reason in fixed.left] == ([why] if why else [])
    assert fixed.text == text or all(game.valid for game in games_of(fixed.text)[:1])


PUSHES = (("b1-b3", "E1-e3"), ("h1–h3", "b6-b4"), ("e9-e7", "h5-h3"), ("b1-b3", "a3-c5"))
