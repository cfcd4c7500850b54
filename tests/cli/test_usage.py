"""Bad usage of every command: exit status 2, what is wrong, and nothing printed or written."""

import shlex

import pytest

from tests.cli.test_convert import BROKEN, RICH

PLACES = {
    "GAME": "classic:epaminondas-demonstration",
    "MATCH": "classic:megiddo-match",
    "SLIP": "classic:epaminondas-slip",
}

USAGE = """
check good.txt --variant blitz               => 'blitz' is not one of standard, stones
check good.txt --variant turnament           => not one of basic, standard, tournament
check good.txt --variant basic+pieces=99     => pieces goes from 15 to 18
check good.txt --variant standard+symetry=off => 'symetry=off' is not one of standard
check good.txt --variant foo                 => GIPF: variant 'foo': 'foo' is not one of basic
check GAME --format jsnl                     => (did you mean jsonl
check GAME --game epaminodas                 => (did you mean epaminondas
check GAME --dialect abott                   => (did you mean abbott
check MATCH --game megiddo --variant mastr   => (did you mean master
check GAME --dedupe move                     => (did you mean moves
check                                        => missing argument
check good.txt --colour                      => no such option
check classic:megiddo-mach                   => (did you mean megiddo-match
check GAME --encoding utf9                   => (did you mean utf-8
convert GAME --to pgn                        => no format 'pgn'; there are:
convert GAME --to text:modern                => no dialect 'modern'; there are: abbott,
convert GAME --to text --dialect modern      => there are: abbott, abstractplay
convert GAME --to text --variant blitz       => 'blitz' is not one of standard
convert GAME --to text --game chess          => no game 'chess'; there are: epaminondas
convert GAME                                 => missing option '--to'
convert GAME --to text -o nil/out.txt        => No such file or directory
convert GAME --to text --json                => --json and text do not mix
convert GAME --to csv -o x.jsonl             => name it x.csv, or leave out --to
convert GAME --to csv -o x.games.csv         => stands for csv-games
convert GAME --to text -o x.sgf.gz           => stands for sgf
convert GAME --to text -o x.zip              => files of this kind are not written
convert GAME -o x.foo                        => the name stands for no format; name one with --to:
convert GAME -o x                            => the name stands for no format
convert good.txt --to jsonl --jobs 0.5       => not a valid integer
convert --to jsonl - --dedupe contained -o out => reads everything twice
convert SLIP --to text -o - --rejects -      => standard output
convert SLIP -o x.jsonl --rejects - --json   => standard output
convert GAME --to json                       => (did you mean jsonl
convert GAME -o x.jsnl                       => (did you mean jsonl
convert GAME --to text:spam                  => (did you mean span
library search -L x --after 10 --before 3    => --after 10 and --before 3
library search -L x --after 5 --before 6     => leave no ply
library search -L x --before 0               => --before 0 leaves no ply
library search -L x --variant nonsense       => no game has a variant 'nonsense'
library search -L x --game gipf --variant base => 'base'
library search -L x --position 'F6 D4' --game gipf => F6 D4
moves --game chess                           => no game 'chess'; there are: epaminondas
moves --game epaminondas --dialect modern    => it has: abbott, abstractplay, span
moves --game epaminondas --variant blitz     => 'blitz' is not one of standard
moves --game epaminondas --position 14       => expected rows, a blank, and w or b
moves --game epaminondas --count 0           => 0 is not in the range 1<=x<=100
moves --game Crosings                        => (did you mean crossings
moves --game gipf --dialect shrot            => (did you mean short
openings GAME --from 2.7.2N9                 => invalid value for --from: '2.7.2N9' is neither
openings GAME --pool                         => every variant has a tree of its own
openings GAME --depth 0                      => invalid value for '--depth'
openings GAME --names nowhere.txt            => nowhere.txt: No such file
openings GAME --variant blitz                => 'blitz' is not one of
plot winds MATCH                             => no plot 'winds'; there are: lengths
plot lengths MATCH -o plot.bmp               => no kind of plot 'bmp'
plot lengths MATCH --width wide              => 'wide' is not a width: single
plot lengths MATCH --width 5                 => or 50 to 1000 millimetres
plot lengths MATCH --by Event                => --by does not apply
plot balance MATCH --by Weather              => 'Weather'
plot balance GAME                            => no game has a result
plot reserve GAME                            => the games have no reserve
plot captures prose.txt                      => no piece was captured
plot lengths                                 => missing argument
plot lengths missing.txt                     => no game could be played to its end
plot lenghts GAME -o x.svg                   => (did you mean lengths
plot lengths GAME --as pgn                   => (did you mean png
plot lengths GAME --as png -o x.pdf          => --as png, but the name of x.pdf stands for pdf
repair SLIP --json -o -                      => standard output
repair SLIP -i -o -                          => standard input
show broken.txt --ply 3                      => 2 good plies, so there is no position after 3
show GAME --ply 24                           => 23 good plies, so there is no position after 24
show missing.txt                             => No such file or directory
show --position 'bbb3/2b3/4w1/1wb1w1/w3w1 w' => --position needs its --game
show --game epaminondas --position 14        => expected rows, a blank
show classic:nil                             => no bundled game 'nil'
show GAME --game chess                       => there are: epaminondas
show GAME --dialect modern                   => there are: abbott
show GAME --variant blitz                    => 'blitz' is not one of standard
show GAME --as jpg                           => 'jpg' (did you mean png?) is not one of
show GAME -o game.jpg                        => no kind of picture 'jpg' (did you mean png?)
show GAME -o game                            => no kind of picture ''; there are: text
show GAME --ply 20-24                        => so there is no position after 24
show GAME --ply last                         => 'last' is not a ply; write 7, or 7-12
show GAME --ply 7-5                          => '7-5' ends before it begins
show GAME --ply 5-7 --as svg                 => several plies as SVG need a file name
show --game epaminondas --position 'bbb3/2b3/4w1/1wb1w1/w3w1 w' --as gif => a GIF shows a game
show GAME -o nil/game.svg                    => nil/game.svg: No such file
show GAME -o x.svgg                          => (did you mean svg
show GAME --as png -o x.svg                  => --as png, but the name of x.svg stands for svg
stats GAME --by colour                       => 'colour'; the tags are
stats GAME --csv --json                      => --csv and --json exclude each other
stats GAME --safe-csv                        => --safe-csv goes with --csv
view GAME --where 'plies > 999' -o x.html    => no game is selected
view good.txt -o good.txt                    => this file is read, and is not overwritten
stats GAME --by resultt                      => (did you mean result
stats GAME --by evnt                         => (did you mean Event
"""
"""Command lines, and words of the message."""

CASES = [line.split(" => ") for line in USAGE.strip().splitlines()]


@pytest.mark.parametrize(("line", "words"), CASES, ids=[" ".join(one[0].split()) for one in CASES])
def test_bad_usage_is_told_and_nothing_is_written(ludograph, tmp_path, line, words):
    for name, text in (("good", RICH), ("broken", BROKEN), ("prose", "It was a dark night.\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    run = ludograph(*(PLACES.get(word, word) for word in shlex.split(line)))
    assert (run.status, run.out) == (2, "")
    assert words.strip() in " ".join(run.err.split())
    assert run.err.startswith("ludograph: ") or "error" in run.err
    assert sorted(tmp_path.iterdir()) == before
