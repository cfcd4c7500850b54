"""``check --fix``, ``--diff`` and ``--watch``: files mended, shown, and checked again."""

import gzip
import stat

import pytest
import watchfiles

from tests.editing.texts import LENIENT, SHORT

FIXED = SHORT.replace("F4", "F4 (A4, B4)")


def test_a_file_is_mended_and_then_checked(ludograph, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbf" + SHORT.replace("\n", "\r\n").encode())
    (tmp_path / "a.txt").chmod(0o640)
    run = ludograph("check", "--fix", "a.txt")
    assert run.out.startswith("a.txt: 1 ply of 1 game mended\n")
    assert (run.status, "missing-captures" in run.out) == (0, False)
    content = (tmp_path / "a.txt").read_bytes()
    assert content == b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode()
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640
    before = (tmp_path / "a.txt").stat().st_mtime_ns
    assert "mended" not in ludograph("check", "--fix", "a.txt").out
    assert (tmp_path / "a.txt").stat().st_mtime_ns == before


def test_other_formats_of_findings_stay_clean(ludograph, tmp_path):
    (tmp_path / "a.txt").write_text(SHORT)
    run = ludograph("check", "--fix", "--json", "a.txt")
    assert run.objects[0]["valid"] is True
    assert run.err == "a.txt: 1 ply of 1 game mended\n"


def test_a_difference_is_printed_and_nothing_changed(ludograph, tmp_path):
    (tmp_path / "a.txt").write_text(SHORT)
    run = ludograph("check", "--diff", "a.txt")
    assert run.status == 1
    assert run.out.startswith("--- a.txt\n+++ a.txt\n@@")
    assert "\n-3. F4 C1\n+3. F4 (A4, B4) C1\n" in run.out
    assert run.err == "a.txt: 1 ply of 1 game would be mended\n"
    assert (tmp_path / "a.txt").read_text() == SHORT
    (tmp_path / "a.txt").write_text(FIXED)
    run = ludograph("check", "--diff", "a.txt")
    assert (run.status, run.out, run.err) == (0, "", "")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", SHORT.replace('"R"', '"Ren\xe9"').encode("cp1252")),
        ("a.txt.gz", gzip.compress(SHORT.encode())),
        ("a.txt", b"\0" + SHORT.encode()),
    ],
    ids=["cp1252", "gz", "null"],
)
def test_what_is_no_certain_text_is_named_and_left(ludograph, tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    run = ludograph("check", "--fix", name)
    assert f"{name}: not mended: it is not a text in UTF-8" in run.out
    assert (tmp_path / name).read_bytes() == content


def test_an_encoding_that_is_named_is_kept(ludograph, tmp_path):
    content = SHORT.replace('"R"', '"Ren\xe9"').encode("cp1252")
    (tmp_path / "a.txt").write_bytes(content)
    ludograph("check", "--fix", "--encoding", "cp1252", "a.txt")
    assert (tmp_path / "a.txt").read_bytes() == content.replace(b"F4", b"F4 (A4, B4)")


def test_what_cannot_be_read_or_is_no_file_is_named(ludograph):
    run = ludograph("check", "--diff", "nowhere.txt", "classic:epaminondas-demonstration", "-")
    assert run.status == 2
    assert "nowhere.txt: not mended: No such file or directory" in run.err
    assert run.err.count("only files are") == 2


def test_only_selected_games_are_mended(ludograph, tmp_path):
    (tmp_path / "a.txt").write_text(SHORT + "\n" + SHORT.replace('"R"', '"Other"'))
    ludograph("check", "--fix", "--where", 'Red = "Other"', "a.txt")
    assert (tmp_path / "a.txt").read_text().count("(A4, B4)") == 1


def test_a_check_is_repeated_after_a_change_until_it_is_interrupted(
    ludograph, tmp_path, monkeypatch
):
    (tmp_path / "a.txt").write_text(SHORT)
    watched: list[str] = []

    def changes(*roots, watch_filter, **options):
        watched.extend(roots)
        path = str(tmp_path / "a.txt")
        assert watch_filter(None, path)
        assert not watch_filter(None, str(tmp_path / "b.txt"))
        (tmp_path / "a.txt").write_text(SHORT.replace("C1", "C4"))
        yield {(1, path)}
        (tmp_path / "a.txt").unlink()
        yield {(1, path)}
        (tmp_path / "a.txt").write_text(LENIENT)
        yield {(1, path)}
        raise KeyboardInterrupt

    monkeypatch.setattr(watchfiles, "watch", changes)
    run = ludograph("check", "--watch", "--quiet", "a.txt")
    summaries = [line for line in run.out.splitlines() if " valid, " in line]
    assert [line.partition(";")[0] for line in summaries] == [
        "1 game read: 1 valid, 0 with errors",
        "1 game read: 0 valid, 1 with errors",
        "0 games read: 0 valid, 0 with errors",
        "1 game read: 1 valid, 0 with errors",
    ]
    assert run.status == 0
    assert run.err.count("Waiting for changes; Ctrl-C ends.") == 4
    assert watched == [str(tmp_path)]


@pytest.mark.parametrize(
    ("name", "root", "counted"),
    [
        ("in/a.txt", "in", {"in/a.txt"}),
        ("in", "in", {"in/a.txt", "in/b.csv"}),
        ("in/*.txt", "in", {"in/a.txt", "in/b.csv", "other.txt"}),
        ("*.txt", "", {"in/a.txt", "in/b.csv", "other.txt"}),
        ("@other.txt", "", {"other.txt"}),
    ],
)
def test_what_is_watched_of_a_source(ludograph, tmp_path, monkeypatch, name, root, counted):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text(SHORT)
    (tmp_path / "other.txt").write_text("in/a.txt\n")

    def changes(*roots, watch_filter, **options):
        assert roots == (str(tmp_path / root),)
        paths = {"in/a.txt", "in/b.csv", "other.txt", "crops/a.png"}
        assert {one for one in paths if watch_filter(None, str(tmp_path / one))} == counted
        raise KeyboardInterrupt

    monkeypatch.setattr(watchfiles, "watch", changes)
    run = ludograph("check", "--watch", "--crops", "crops", name)
    assert "Waiting for changes; Ctrl-C ends." in run.err
