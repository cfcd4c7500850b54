"""Laws that the rules of every game obey, for testing games in packages of their own, with pytest.

A law is a function of a variant that raises an AssertionError if the game breaks the law. It takes
positions from games of random legal moves, which are the same in every run. Some laws are about
*steps*: moves in the compact form that a position's ``compile`` returns and its ``advance`` plays::

    from ludograph.testing import Subject, over

    @over([Subject("threeline", "standard")])
    def test_the_contract(law, subject):
        law(subject)
"""

import pickle
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from analysis.diagrams import compose, text
from analysis.drawing.scene import Disc, Shape, Text
from analysis.drawing.svg import paint
from analysis.games import find
from analysis.games.game import GameDefinition
from analysis.games.position import AnyPosition, canonical_key, write_unambiguously
from analysis.replay.replay import replay
from notation import InvalidPosition, InvalidVariant, UnknownName, UnwritableMove, dialects
from records import Record

LONGEST = 90
"""Maximum length of a random game in plies."""


@dataclass(frozen=True)
class Subject:
    """A variant of a game.

    Attributes:
        game: the game's name.
        variant: the variant string.
        games: number of random games from which positions are taken.
    """

    game: str
    variant: str
    games: int = 5

    def __str__(self) -> str:
        return f"{self.game} {self.variant}"

    @property
    def rules(self) -> GameDefinition:
        """The rules of the game."""
        return find(self.game)

    def plies(self) -> Iterator[tuple[AnyPosition, Any]]:
        """Yield early and late positions of random games, each with a legal move."""
        for seed in range(self.games):
            played = random_game(self, seed)
            step = max(1, len(played) // 12)
            yield from played[seed % step :: step]


@lru_cache(maxsize=256)
def random_game(subject: Subject, seed: int) -> list[tuple[AnyPosition, Any]]:
    """Return the positions of a random game, each with its move; captures are preferred."""
    chance = random.Random(f"{subject} {seed}")
    position = subject.rules.start(subject.variant)
    played: list[tuple[AnyPosition, Any]] = []
    while len(played) < LONGEST and (legal := list(position.legal_moves())):
        taking = chance.sample(legal, min(len(legal), 12))
        taking.sort(key=lambda move: -len(position.captured(move)))
        move = taking[0] if chance.random() < 0.7 else chance.choice(legal)
        played.append((position, move))
        position = position.after(move)
    return played


def last_position(subject: Subject, seed: int = 0) -> AnyPosition:
    """Return the position after the last move of a random game."""
    position, move = random_game(subject, seed)[-1]
    return position.after(move)


def variant_strings_are_read_back(subject: Subject) -> None:
    """A variant string parses back to an equal variant, which can be hashed and pickled."""
    variant = subject.rules.variant(subject.variant)
    again = type(variant).parse(str(variant))
    assert (again, hash(again), str(again)) == (variant, hash(variant), str(variant))
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert len(set(variant.sides)) == len(variant.sides) >= 2


def position_strings_are_read_back(subject: Subject) -> None:
    """A position string parses back to an equal position, which can be hashed and pickled."""
    for position, move in subject.plies():
        for one in (position, position.after(move)):
            again = subject.rules.position(str(one), one.variant)
            assert (again, hash(again), str(again)) == (one, hash(one), str(one))
            assert pickle.loads(pickle.dumps(one)) == one


def text_diagrams_are_read_back(subject: Subject) -> None:
    """A text diagram shows the whole position, from either side, with or without the last move."""
    diagram = subject.rules.diagram()
    for (position, move), flipped in product(subject.plies(), (False, True)):
        after, variant = position.after(move), str(position.variant)
        assert diagram.read_text(text(position, flipped=flipped), variant) == position
        shown = text(after, last=move, before=position, flipped=flipped)
        assert diagram.read_text(shown, variant) == after


def scenes_are_drawn(subject: Subject) -> None:
    """A position is drawn as well-formed SVG, whose shapes lie within the picture."""
    for position, move in list(subject.plies())[::4]:
        after = position.after(move)
        for flipped in (False, True):
            scene = compose(after, last=move, before=position, flipped=flipped)
            discs = [shape for shape in scene.shapes if isinstance(shape, Disc)]
            for shape in scene.shapes:
                if isinstance(shape, Disc | Text):
                    room = shape.radius if isinstance(shape, Disc) else 0
                    assert room <= shape.x <= scene.width - room
                    assert room <= shape.y <= scene.height - room
            circles = [one for one in ElementTree.fromstring(paint(scene)).iter()
                       if one.tag.endswith("}circle")]  # fmt: skip
            assert len(circles) == len(discs)
        for draw in (compose, text):
            with pytest.raises(UnknownName, match="no labels 'runes'; there are: "):
                draw(after, labels="runes")


def shapes_have_one_place_on_the_other_side(subject: Subject) -> None:
    """A flipped board has as many shapes, in the same order; equal shapes move to equal places."""
    places: dict[Shape, Shape] = {}
    for position, move in subject.plies():
        sides = [
            compose(position.after(move), last=move, before=position, flipped=flipped).shapes
            for flipped in (False, True)
        ]
        for one, other in zip(*sides, strict=True):
            assert places.setdefault(one, other) == other


def damaged_texts_are_refused_or_read(subject: Subject) -> None:
    """A damaged diagram or position string raises an error with a reason, or is a valid one."""
    chance, diagram = random.Random(str(subject)), subject.rules.diagram()
    for position, _ in subject.plies():
        variant = str(position.variant)
        for whole, read in (
            (text(position), diagram.read_text),
            (str(position), subject.rules.position),
        ):
            for _ in range(4):
                refusal = "position"
                try:
                    found = read(damaged(whole, chance), variant)
                except InvalidPosition as error:
                    refusal = str(error)
                else:
                    assert subject.rules.position(str(found), found.variant) == found
                assert refusal.startswith(("diagram", "position"))


def damaged_variants_are_refused_or_read(subject: Subject) -> None:
    """A damaged variant string raises an `InvalidVariant`, or is a valid one."""
    chance = random.Random(str(subject))
    for _ in range(40):
        with suppress(InvalidVariant):
            found = subject.rules.variant(damaged(subject.variant, chance))
            assert subject.rules.variant(str(found)) == found


def damaged(whole: str, chance: random.Random) -> str:
    """Return a text with one character removed, inserted or replaced."""
    at = chance.randrange(len(whole))
    put: str = chance.choice(["", *"wbrgsWB.+x/ 0129-\n=,"])
    return whole[:at] + put + whole[at + chance.randint(0, 1) :]


def legal_moves_have_steps(subject: Subject) -> None:
    """A legal move breaks no rule, and playing its step leads to the same position as `after`."""
    for position, _ in subject.plies():
        moves = list(position.legal_moves())
        assert len(set(moves)) == len(moves) == position.count_moves()
        for move in moves[:: len(moves) // 25 + 1]:
            assert position.broken_law(move) is None
            assert position.check(move) is None
            after = position.after(move)
            assert position.play(move) == after
            assert position.advance([position.compile(move)]) == (after, 1)


def other_moves_have_none(subject: Subject) -> None:
    """A move from another position either is legal and can be played, or breaks a rule and cannot.

    The violation has a code and a message.
    """
    plies = list(subject.plies())
    foreign = [move for position, _ in plies for move in list(position.legal_moves())[::7]]
    foreign += [
        move for position, _ in plies for move in list(position.pass_turn().legal_moves())[::7]
    ]
    chance = random.Random(str(subject))
    for position, _ in plies:
        legal = set(position.legal_moves())
        for move in chance.sample(foreign, min(len(foreign), 25)):
            finding, step = position.check(move), position.compile(move)
            _, played = position.advance([step])
            if finding is None:
                assert move in legal or position.complete(move) in legal
                assert played == 1
                continue
            assert move not in legal
            assert played == 0
            assert position.broken_law(move) == finding
            assert finding.violation
            assert finding.message
            assert finding.code.replace("-", "").isalpha()


def games_run_through_at_once(subject: Subject) -> None:
    """Steps played in one call lead to the same position as moves played one by one.

    A step that is None ends the call.
    """
    for seed in range(2):
        played = random_game(subject, seed)
        start, moves = played[0][0], [move for _, move in played]
        steps = [start.compile(move) for move in moves]
        assert start.advance(steps) == (last_position(subject, seed), len(moves))
        middle = len(moves) // 2
        assert start.advance([*steps[:middle], None, *steps[middle:]])[1] == middle


def moves_are_written_and_read_back(subject: Subject) -> None:
    """The text that a dialect writes for a legal move is canonical and means that move here."""
    for dialect in dialects(subject.game):
        for position, _ in subject.plies():
            legal = list(position.legal_moves())
            for move in legal[:: len(legal) // 8 + 1]:
                try:
                    written = write_unambiguously(position, move, dialect)
                except UnwritableMove:
                    continue
                reading = dialect.read(written)
                assert not reading.notes
                assert dialect.are_canonical([written])
                likeliest = next(
                    one for claim in reading.moves for one in position.completions(claim)
                )
                assert position.after(likeliest.move) == position.after(move)


def random_games_are_valid_records(subject: Subject) -> None:
    """A game of legal moves, written in the game's first dialect, is a valid record."""
    dialect, *_ = dialects(subject.game)
    for seed in range(2):
        played = random_game(subject, seed)
        texts = tuple(write_unambiguously(*ply, dialect) for ply in played)
        record = Record(texts, subject.game, subject.variant, dialect.name)
        found = replay(record)
        assert not found.violations
        assert found.position == last_position(subject, seed)
        assert [ply.before for ply in found.plies()] == [position for position, _ in played]


def symmetries_are_a_group(subject: Subject) -> None:
    """Symmetries have names and inverses, any two make a third, and a half-turn undoes itself."""
    group = subject.rules.variant(subject.variant).symmetries
    assert len({one.name for one in group}) == len(group)
    assert group[0].name == "identity"
    number = {point: place for place, point in enumerate(group[0].points)}
    maps = {one: tuple(number[one.point(point)] for point in number) for one in group}
    known = set(maps.values())
    assert len(known) == len(group)
    for places in maps.values():
        assert {tuple(map(places.__getitem__, image)) for image in known} == known
    start = subject.rules.start(subject.variant)
    for name in subject.rules.diagram().ground(start.variant).cells:
        turned = start.half_turn(name)
        assert turned is not None
        assert start.half_turn(turned) == name


def images_are_played_alike(subject: Subject) -> None:
    """The image of a legal move is legal, and leads to the image of the next position.

    An image is a rotated or mirrored position or move. All images of a position have the same keys.
    """
    for position, move in subject.plies():
        symmetries = position.variant.symmetries
        assert len(position.keys()) == len(symmetries)
        turning = symmetries[len(moved := list(position.legal_moves())) % len(symmetries)]
        images = (turning.position(position).completions(turning.move(one)) for one in moved)
        assert {one.move for found in images for one in found} == set(
            turning.position(position).legal_moves()
        )
        for symmetry in list(symmetries)[:: len(symmetries) // 6 + 1]:
            image = symmetry.position(position)
            assert image.count_moves() == position.count_moves()
            (found,) = image.completions(symmetry.move(move))[:1]
            assert image.after(found.move) == symmetry.position(position.after(move))
            assert canonical_key(image)[0] == canonical_key(position)[0]
            assert sorted(image.keys()) == sorted(position.keys())


def turns_go_round(subject: Subject) -> None:
    """Passing leaves the board unchanged and gives the turn to the next side."""
    for position, move in subject.plies():
        here = position
        for side in range(len(position.sides)):
            assert here.turn == (position.turn + side) % len(position.sides)
            here = here.pass_turn()
        # Passing may drop the previous move from the position, but nothing else.
        assert here == position or str(position).startswith(f"{here} ")
        assert position.after(move).turn == position.pass_turn().turn


def measures_fit_the_board(subject: Subject) -> None:
    """Measures give a value for each of their columns; captures are on points of the board."""
    import numpy as np

    from analysis.games.arrays import PositionBoards

    rules, measures = subject.rules, subject.rules.measures()
    for position, move in subject.plies():
        after = position.after(move)
        captured = measures.captured(position, move)
        arrays, one = rules.arrays()(position) if rules.arrays else None, np.array([1], np.int32)
        plies = PositionBoards(position, one, [move], [after], measures, arrays)
        found = plies.measured()
        assert len(found.values) == len(measures.COLUMNS)
        assert found.captured.values[found.captured.codes[0]] == captured
        assert tuple(score[0] for score in found.scores) == measures.standing(after)
        occupied = sum(int(word[0]) << 64 * at for at, word in enumerate(plies.occupied))
        assert occupied == after.occupied
        cells = subject.rules.diagram().ground(position.variant).cells
        assert set(captured) <= set(cells)
        assert len(captured) == len(position.captured(move))


def ended_games_go_no_further(subject: Subject) -> None:
    """A game that has ended has an outcome with a reason, no legal move, and no step."""
    for seed in range(2 * subject.games):
        played, position = random_game(subject, seed), last_position(subject, seed)
        outcome = position.outcome()
        if outcome is None:
            assert position.count_moves()
            continue
        assert outcome.winner is None or outcome.winner in position.sides
        assert outcome.reason
        assert outcome.message
        assert list(position.legal_moves()) == []
        assert position.count_moves() == 0
        _, move = played[-1]
        assert position.advance([position.compile(move)])[1] == 0
        assert position.check(move) is not None


LAWS: tuple[Callable[[Subject], None], ...] = (
    variant_strings_are_read_back,
    position_strings_are_read_back,
    text_diagrams_are_read_back,
    scenes_are_drawn,
    shapes_have_one_place_on_the_other_side,
    damaged_texts_are_refused_or_read,
    damaged_variants_are_refused_or_read,
    legal_moves_have_steps,
    other_moves_have_none,
    games_run_through_at_once,
    moves_are_written_and_read_back,
    random_games_are_valid_records,
    symmetries_are_a_group,
    images_are_played_alike,
    turns_go_round,
    measures_fit_the_board,
    ended_games_go_no_further,
)
"""The laws, in an order that suits the implementation of a new game."""


def over(subjects: list[Subject]) -> pytest.MarkDecorator:
    """Return a decorator that gives a test ``law`` and ``subject``: every law, every variant."""
    cases = [(law, subject) for subject in subjects for law in LAWS]
    names = [f"{subject} {law.__name__.replace('_', ' ')}" for law, subject in cases]
    return pytest.mark.parametrize(("law", "subject"), cases, ids=names)
