"""The statistics compared with DuckDB's SQL over the Parquet files of the tables."""

from functools import cache
from math import comb
from types import SimpleNamespace

import duckdb
import pytest

from analysis.statistics.games import game_table
from analysis.statistics.players import rating_pools
from analysis.statistics.summaries import summarize
from analysis.tables.frames import arrow_batches
from analysis.tables.parquet import write_parquet
from analysis.tables.rows import TableBuilder
from tests.games.engine_games import all_games

RECORDS = all_games(8)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """A database with the tables of files as views, and the statistics of the same games."""
    folder = tmp_path_factory.mktemp("tables")
    batches = list(arrow_batches(RECORDS, TableBuilder(legal_moves=True), size=400))
    assert len(batches) > 3
    write_parquet(batches, folder)
    database = duckdb.connect()
    for name in ("plies", "games"):
        database.execute(f"create view {name} as select * from '{folder}/{name}/*.parquet'")
    games = game_table(batches, named=True)
    summaries = {tuple(one.keys.values()): one for one in summarize(games)}
    return SimpleNamespace(
        sql=cache(lambda text: database.execute(text).fetchall()), summaries=summaries, games=games
    )


def test_counts_and_lengths(archive):
    rows = archive.sql(
        "select game, variant, count(*), sum(plies), avg(plies), stddev_samp(plies),"
        " median(plies), min(plies), max(plies), quantile_cont(plies, 0.25),"
        " quantile_cont(plies, 0.75) from games group by game, variant"
    )
    assert len(rows) == len(archive.summaries) == 7
    for *keys, games, plies, mean, deviation, median, least, most, low, high in rows:
        summary = archive.summaries[tuple(keys)]
        assert (summary.records, summary.plies, summary.broken) == (games, plies, 0)
        assert summary.length.mean == pytest.approx(mean)
        assert summary.length.deviation == pytest.approx(deviation)
        assert (summary.length.median, summary.length.least, summary.length.most) == (
            median,
            least,
            most,
        )
        quartiles = summary.length.low_quartile, summary.length.high_quartile
        assert quartiles == pytest.approx((low, high))


def test_results_and_balance(archive):
    rows = archive.sql(
        "select game, variant, count(*) filter (verdict = '1'), count(*) filter (verdict = '2'),"
        " count(*) filter (verdict = 'draw'), count(verdict), count(*)"
        " from games group by game, variant"
    )
    for *keys, first, second, drawn, finished, games in rows:
        summary = archive.summaries[tuple(keys)]
        assert [share.count for share in summary.wins.values()] == [first, second]
        assert (summary.draws.count, summary.draws.of, summary.unfinished) == (
            *(drawn, finished, games - finished),
        )
        assert summary.measures["balance"] == pytest.approx(1 - abs(first - second) / finished)
        assert summary.measures["advantage"] == pytest.approx((first + drawn / 2) / finished)
        assert summary.measures["completion"] == pytest.approx((first + second) / games)
        even = summary.first_player
        assert (even.count, even.of, even.even) == (first, first + second, 0.5)
        tail = sum(comb(even.of, wins) for wins in range(max(first, second), even.of + 1))
        assert even.p == pytest.approx(min(2 * tail / 2**even.of, 1))
        centre = (first + 1.959964**2 / 2) / (finished + 1.959964**2)
        assert sum(summary.wins["first"].interval) / 2 == pytest.approx(centre)


def test_ratings_rest_on_the_games_of_a_variant_without_self_play(archive):
    rows = archive.sql(
        "select game, variant, count(*) filter (player_1 <> player_2),"
        " count(*) filter (player_1 = player_2)"
        " from games where verdict is not null group by game, variant"
    )
    pools = {(one.game, one.variant): one for one in rating_pools(archive.games)}
    assert len(pools) == len(rows)
    for name, variant, rated, alone in rows:
        one = pools[name, variant]
        assert (one.games, one.self_play) == (rated, alone)


def test_endings(archive):
    rows = archive.sql("select game, variant, ended, count(*) from games group by all")
    assert {(*keys, ended): count for *keys, ended, count in rows} == {
        (*keys, ended): share.count
        for keys, summary in archive.summaries.items()
        for ended, share in summary.endings.items()
    }


LEADS = """
    with led as (
        select path, game_id, ply, game, variant,
            case when score_1 > score_2 then 1 when score_2 > score_1 then 2 end as leader
        from plies
    ), changes as (
        select *, leader <> lag(leader) over (partition by path, game_id order by ply) as changed
        from led where leader is not null
    ), counted as (
        select g.path, g.game_id, count(*) filter (c.changed) as changes
        from games g left join changes c using (path, game_id) group by all
    )
    select g.game, g.variant, avg(n.changes), avg(n.changes / g.plies)
    from games g join counted n using (path, game_id) group by g.game, g.variant
"""

DRAMA = """
    with shares as (
        select p.path, p.game_id, p.game, p.variant, g.verdict,
            if(p.score_1 + p.score_2 = 0, 0.5, p.score_1 / (p.score_1 + p.score_2)) as one
        from plies p join games g using (path, game_id)
    ), single as (
        select game, variant, path, game_id, verdict, var_pop(one) as variance,
            avg(greatest(one, 1 - one) - if(verdict = '1', one, 1 - one)) as drama,
            avg(if(verdict = '1', one < 0.5, one > 0.5)::int) as behind
        from shares group by all
    )
    select game, variant, avg(variance), avg(drama) filter (verdict in ('1', '2')),
        avg(behind) filter (verdict in ('1', '2')) from single group by all
"""


def test_lead_changes(archive):
    for *keys, changes, rate in archive.sql(LEADS):
        spreads = archive.summaries[tuple(keys)].spreads
        assert spreads["lead changes"].mean == pytest.approx(changes)
        assert spreads["lead change rate"].mean == pytest.approx(rate)


def test_drama_and_stability(archive):
    for *keys, variance, drama, behind in archive.sql(DRAMA):
        spreads = archive.summaries[tuple(keys)].spreads
        assert spreads["stability"].mean == pytest.approx(variance)
        assert spreads["drama"].mean == pytest.approx(drama, abs=1e-12)
        assert spreads["behind"].mean == pytest.approx(behind, abs=1e-12)


def test_the_decisive_ply_is_the_first_of_the_winner_s_last_lead(archive):
    rows = archive.sql(
        "with led as (select p.path, p.game_id, p.game, p.variant, p.ply, g.plies,"
        " if(g.verdict = '1', p.score_1 > p.score_2, p.score_2 > p.score_1) as ahead"
        " from plies p join games g using (path, game_id) where g.verdict in ('1', '2')),"
        " single as (select path, game_id, game, variant, any_value(plies) as plies,"
        " coalesce(max(ply) filter (not ahead), 0) + 1 as decisive from led group by all)"
        " select game, variant, avg(least(decisive, plies) / plies) from single group by all"
    )
    for *keys, decisiveness in rows:
        spread = archive.summaries[tuple(keys)].spreads["decisiveness"]
        assert spread.mean == pytest.approx(decisiveness)


def test_branching(archive):
    rows = archive.sql(
        "with single as (select path, game_id, game, variant, avg(legal_moves) as branching,"
        " avg((legal_moves > 1)::int) as choices, count(*) * log10(avg(legal_moves)) as tree"
        " from plies group by all) select game, variant, avg(branching), avg(choices), avg(tree)"
        " from single group by all"
    )
    for *keys, branching, choices, tree in rows:
        spreads = archive.summaries[tuple(keys)].spreads
        assert spreads["branching"].mean == pytest.approx(branching)
        assert spreads["choices"].mean == pytest.approx(choices)
        assert spreads["tree"].mean == pytest.approx(tree)


DISTRIBUTIONS = {
    "ply": "select game, variant, ply, sum(captured) from plies where captured > 0 group by all",
    "pieces": "select game, variant, captured, count(*) from plies where captured > 0 group by all",
    "size": "select game, variant, group_size, count(*) from plies"
    " where captured > 0 and group_size > 0 group by all",
    "chain depth": "select game, variant, chain_depth, count(*) from plies where chain_depth > 0"
    " group by all",
} | {
    name: "select game, variant, value, count(*) from"
    f" (select game, variant, unnest({column}) as value from plies) group by all"
    for name, column in (
        ("point", "captured_points"),
        ("row length", "row_lengths"),
        ("line kind", "line_kinds"),
    )
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions_of_captures(archive, name):
    rows = archive.sql(DISTRIBUTIONS[name])
    assert rows
    assert {(*keys, str(value)): count for *keys, value, count in rows} == {
        (*keys, value): count
        for keys, summary in archive.summaries.items()
        for value, count in summary.captures.get(name, {}).items()
    }


def test_first_captures_and_coverage(archive):
    rows = archive.sql(
        "with first as (select path, game_id, min(ply) as ply, sum(captured) as pieces from plies"
        " where captured > 0 group by all) select game, variant, avg(first.ply),"
        " avg(coalesce(first.pieces, 0)), avg(covered / board) from games"
        " left join first using (path, game_id) group by all"
    )
    for *keys, first, pieces, coverage in rows:
        spreads = archive.summaries[tuple(keys)].spreads
        assert spreads["first capture"].mean == pytest.approx(first)
        assert spreads["captured pieces"].mean == pytest.approx(pieces)
        assert spreads["coverage"].mean == pytest.approx(coverage)
