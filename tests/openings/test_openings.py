"""Opening trees compared with a plain recount, and with games in one orientation."""

import pickle
import random
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import analysis
from analysis.openings.counted import default_min_count
from analysis.openings.lines import rows
from analysis.openings.moves import notation_order
from analysis.openings.nodes import opening_trees
from analysis.openings.tree import Openings
from analysis.replay.replay import replay
from analysis.select.position import read_position
from notation import find_dialect
from records import Record, Source
from tests.replay.short_games import SETS, short_games

DEPTH = 5

ALL = pytest.mark.parametrize(
    ("name", "variant"),
    [
        pytest.param(*kind, id=name, marks=[pytest.mark.slow] * ("torus" in name))
        for name, kind in SETS.items()
    ],
)


def start_of(record):
    position = replay(record).start
    assert position is not None
    return position


def counted(records, depth=DEPTH, **settings):
    openings = Openings(depth, **settings)
    for record in records:
        openings.add(replay(record))
    return openings


def only_tree(openings):
    (tree,) = opening_trees(openings)
    return tree


def only(openings):
    (tree,) = openings.trees.values()
    return tree


def turned(record, symmetry):
    """Return the image of a game under a symmetry."""
    dialect = find_dialect(record.game)
    texts, position = [], start_of(record)
    for ply in replay(record).plies():
        (candidate,) = symmetry.position(position).completions(symmetry.move(ply.move))
        texts.append(dialect.write(candidate.move))
        position = ply.after
    return replace(
        record,
        moves=tuple(texts),
        dialect=dialect.name,
        start=str(symmetry.position(start_of(record))),
    )


def scores(tree):
    """Return the score of each counted position, by key."""
    return {key: tree.score(key) for keys, _ in tree.positions.parts() for key in keys}


def edges(tree):
    """Return the counted moves, by the keys of the positions before and after."""
    return {(key, after): edge for key in scores(tree) for after, edge in tree.played(key, 1).moves}


def images(position):
    """Return the position strings of all images, by symmetry."""
    return {one: str(one.position(position)) for one in position.variant.symmetries}


def recount(records, depth, fold):
    """Count positions and moves with position strings alone."""
    positions, moves = defaultdict(list), Counter[tuple[str, str]]()
    for record in records:
        along = [start_of(record), *(ply.after for ply in replay(record).plies())][: depth + 1]
        seen = [images(one) if fold else {None: str(one)} for one in along]
        for text in {min(one.values()) for one in seen}:
            positions[text].append(record)
        played = set()
        for before, after in pairwise(seen):
            least = min(before.values())
            there = min(after[one] for one, text in before.items() if text == least)
            played.add((least, there))
        moves.update(played)
    return positions, moves


def figures(score):
    return score.games, score.plies, score.last, score.draws, score.wins


@pytest.mark.slow
@ALL
@pytest.mark.parametrize("fold", [True, False], ids=["folded", "unfolded"])
def test_counts_are_those_of_a_plain_recount(name, variant, fold):
    records = short_games(name, variant)
    tree = only(counted(records, fold=fold))
    positions, moves = recount(records, DEPTH, fold)
    by_score, by_move = scores(tree), edges(tree)
    assert len(by_score) == len(positions)
    assert Counter(played.times for played in by_move.values()) == Counter(moves.values())
    by_key = {}
    for text, reached in positions.items():
        position = analysis.find(tree.game).position(text, tree.variant)
        key = min(position.keys()) if fold else position.key
        by_key[text] = key
        found = by_score[key]
        results = Counter(record.result for record in reached)
        assert found.games == len(reached)
        assert found.plies == sum(len(record.moves) for record in reached)
        assert (found.wins[:2], found.draws) == (
            [results["1-0"], results["0-1"]],
            results["1/2-1/2"],
        )
        assert found.decided == found.games - results["*"]
        assert found.last == max(
            "-".join(part.zfill(2) for part in record.tags["Date"].split(".")[:2])
            for record in reached
        )
    pairs = Counter[int]()
    for (least, _), times in moves.items():
        pairs[by_key[least]] += times
    played = Counter[int]()
    for (key, _), one in by_move.items():
        played[key] += one.times
    assert played == pairs


@ALL
def test_a_folded_tree_does_not_depend_on_how_the_games_lie(name, variant):
    records = short_games(name, variant)
    chance = random.Random(7)
    group = list(start_of(records[0]).variant.symmetries)
    laid = [turned(record, chance.choice(group)) for record in records]
    assert any(one.moves != other.moves for one, other in zip(records, laid, strict=True))
    first, second = only(counted(records)), only(counted(laid))
    one, other = (
        {key: figures(of) for key, of in scores(tree).items()} for tree in (first, second)
    )
    assert one == other
    one, other = ({key: of.times for key, of in edges(tree).items()} for tree in (first, second))
    assert one == other


def test_parts_counted_otherwise_are_not_added():
    here = read_position("2.7.2N2")
    for other in (Openings(3), Openings(fold=False), Openings(origin=here)):
        with pytest.raises(ValueError, match="counted differently"):
            Openings().merge(other)
    Openings(origin=here).merge(Openings(origin=read_position("2.7.2N2")))


@ALL
def test_lines_can_be_played_and_lead_where_they_say(name, variant):
    records = short_games(name, variant)
    openings = counted(records)
    tree = only(openings)
    (root,) = only_tree(openings).roots
    shown = list(root.walk())
    for branch in shown:
        game = replay(Record(branch.line, tree.game, tree.variant, find_dialect(tree.game).name))
        assert game.is_canonical
        assert game.position == branch.position
        assert min(branch.position.keys()) == branch.key
        assert branch.results == tree.score(branch.key)
        assert branch.transposes <= (not branch.replies)
    replies = sum(len(branch.replies) for branch in shown)
    assert replies == len(edges(tree)) == len(shown) - 1
    assert sum(reply.times for reply in root.replies) == sum(1 for one in records if one.moves)


@ALL
def test_fold_is_the_number_of_moves_that_count_as_one(name, variant):
    openings = counted(short_games(name, variant), 1)
    (root,) = only_tree(openings).roots
    for reply in root.replies:
        after = {root.position.play(move) for move in root.position.legal_moves()}
        assert reply.fold == sum(min(one.keys()) == reply.key for one in after) > 0
    plain = counted(short_games(name, variant), 1, fold=False)
    (root,) = only_tree(plain).roots
    assert {reply.fold for reply in root.replies} == {1}


@ALL
def test_of_equivalent_moves_the_first_of_the_notation_is_shown(name, variant):
    dialect, symmetrical = find_dialect(name.split("-")[0]), 0
    for node in [one for root in only_tree(counted(short_games(name, variant), 2)).roots
                 for one in root.walk() if one.replies]:  # fmt: skip
        own = [one for one in node.position.variant.symmetries
               if one.position(node.position) == node.position]  # fmt: skip
        symmetrical += len(own) > 1
        for reply in node.replies:
            (move, *_) = node.position.completions(dialect.read(reply.move).moves[0])
            after = node.position.after(move.move)
            images = {one.position(after) for one in own}
            texts = [dialect.write(one) for one in node.position.legal_moves()
                     if node.position.after(one) in images]  # fmt: skip
            assert reply.move == min(texts, key=notation_order)
    assert symmetrical


def test_counts_beyond_memory_are_merged_from_a_file(monkeypatch: pytest.MonkeyPatch):
    records = short_games(*SETS["gipf"])
    whole, spilled = counted(records, 6), Openings(6)
    monkeypatch.setattr("analysis.openings.tree.IN_MEMORY", 50)
    monkeypatch.setattr("analysis.openings.rows.BLOCK", 3)
    for start in range(0, len(records), 7):
        part = Openings(6)
        part.add_all(records[start : start + 7])
        spilled.merge(part)
    assert all(tree.in_memory <= 50 for tree in spilled.trees.values())
    copied = pickle.loads(pickle.dumps(spilled))
    for min_count in (1, 2, 5):
        expected = list(rows(opening_trees(whole, min_count=min_count)))
        for one in (spilled, copied):
            assert list(rows(opening_trees(one, min_count=min_count))) == expected
    merged = Openings(6)
    merged.merge(spilled)
    assert list(rows(opening_trees(merged))) == list(rows(opening_trees(whole)))


def test_rare_moves_of_many_games_are_left_out_and_counted():
    records = short_games(*SETS["gipf"])
    openings = counted(records, 3)
    few = next(opening_trees(openings, min_count=3))
    every = next(opening_trees(openings, min_count=1))
    for root in few.roots:
        whole = next(one for one in every.roots if one.key == root.key)
        rare = [one.times for one in whole.replies if one.times < 3]
        assert root.rare == (len(rare), sum(rare))
    assert default_min_count(4_999) == 1
    assert default_min_count(1_000_000) == 201


def megiddo(*moves, variant="base", result="*", date="", line=1):
    return Record(moves, "megiddo", variant, "book", {"Date": date}, result=result,
                  source=Source("a.txt", line, line))  # fmt: skip


ROWS = {
    "results, dates and examples": [
        megiddo("A1", "B1", result="1-0", date="2004.05.17"),
        megiddo("A1", "C1", result="0-1", date="2004", line=2),
        megiddo("B2", result="1/2-1/2", line=3),
    ],
    "what goes on from a meeting stands once, under the most played line": [
        megiddo("C6", "B4", "A1", "E5"), megiddo("A1", "B4", "C6", "E2"),
        megiddo("A1", "B4", "C6", "E3"),
    ],
    "a game that comes back to a position counts once": [
        Record(("b5-b4", "e2-e3", "b4-b5", "e3-e2", "b5-b4", "e2-e3"), "epaminondas",
               start="6/1w4/6/6/4b1/6 w", dialect="span")
    ],
    "a result comes from the board": [
        Record(("b5-b6", "e2-f2"), "epaminondas", dialect="span", start="6/1w4/6/6/4b1/6 w")
    ],
    "of three sides": [
        megiddo("A1", variant="base+players=3", result=result, line=line)
        for line, result in enumerate(("3", "1/2-1/2", "4"), start=1)
    ],
}  # fmt: skip


def test_rows_are_kept(kept):
    lines = []
    for name, records in ROWS.items():
        lines.append(f"=== {name}")
        lines += map(str, rows(opening_trees(counted(records, 6, fold=False))))
    kept("\n".join(lines) + "\n", Path(__file__).with_name("rows.txt"))
