"""Bad usage of every command: exit status 2, what is wrong, and nothing printed or written."""

import shlex

from tests.cases import each_case
from tests.cli.test_convert import BROKEN, RICH
from tests.pages.transcribe.sheets import png

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
check GAME --where 'plies >= and'             => 'and', at column 10 of 'plies >= and'
check GAME --position C9                     => --position: 'C9' is neither a position
check GAME --any-symmetry                    => --any-symmetry goes with --position
check GAME --dedupe names                    => 'names' is not one of moves, position, contained
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
convert GAME --to text -o x.zip              => files of this kind cannot be written
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
library search -L x --variant nonsense       => 'nonsense' is not one of
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
openings GAME --pool                         => no such option '--pool'
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
show --position 'bbb3/2b3/4w1/1wb1w1/w3w1 w' => --position needs --game
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
chek x                                       => no such command
--colour                                     => no such option
moves --game gipf --count 101                => 101 is not in the range
check GAME --limit 0                         => '0' is not a size such as 500M or 16G
check good.txt --diff --fix                  => --diff excludes
check good.txt --diff --json                 => --diff excludes
check good.txt --watch --fix                 => --watch and --fix exclude each other
check --watch -                              => --watch is for files, and - does not change
check good.txt --json --output-format full   => --json and --output-format full exclude
check good.txt --json --output-format sarif  => --json and --output-format sarif exclude
check MATCH --crops -                        => - is standard output, which is no folder
completion bsh                               => 'bsh' (did you mean bash or zsh?) is not one of
convert GAME --to jsonl --safe-csv           => --safe-csv is for tables in CSV
convert GAME --to jsonl -o good.txt/out      => good.txt/out
explain symetry                              => did you mean symmetry
explore good.txt                             => good.txt: not a library of games
explore nowhere.ludo                         => nowhere.ludo: No such file
library import MATCH -L -                    => - is standard output, which is no library
library search                               => missing option '-L'
library search -L nowhere.ludo               => nowhere.ludo: No such file or directory
library search -L good.txt                   => good.txt: not a library of games
library serch                                => did you mean search
plot lengths MATCH -o good.txt/x.svg         => good.txt/x.svg
repair SLIP -i                               => --interactive needs -o FILE
repair SLIP --time 0                         => '--time'
repair SLIP -o x.jsonl --journal own.jsonl   => --journal goes with --interactive
repair SLIP -o x.jsonl -i --journal x.jsonl  => -o x.jsonl and --journal x.jsonl are the same file
repair SLIP -i -o x.txt --journal -          => - is standard output, which is no journal
repair SLIP -i -o x.txt --jobs 2             => --interactive asks about one game at a time
repair SLIP -i -o x.txt --cluster tcp://x:1  => --interactive asks about one game at a time
repair SLIP -o good.txt/x.txt                => good.txt/x.txt
repair - -o x.jsonl -i                       => reads answers from standard input
repair SLIP --errors costs.toml              => [plies] has no 'lost'
repair SLIP -o x.json                        => cannot keep the original text of an edit
report MATCH -o -                            => - is standard output, which is no folder
report good.txt -o .                         => holds files that are not a report
report MATCH -o good.txt                     => good.txt
show --game epaminondas --position '3/3/3/3/3 w' --dedupe moves => name one
show good.txt --nth 3                        => good.txt has no game number 3
show good.txt --where 'plies > 99'           => no game number 1: it has 0 selected games
show GAME --mark z9                          => no point 'z9': its points are
show GAME --arrow a1-a1                      => has no length
show GAME --as svg --dpi 300                 => --dpi applies to PNG
show GAME --theme dark                       => --theme and --size apply to pictures
show GAME --labels none                      => --labels none is for pictures
show MATCH --labels numbers                  => no labels 'numbers'
show GAME --as svg --legend                  => --legend applies
stats MATCH --save -                         => - is standard output, which is no folder
stats MATCH --save good.txt                  => good.txt
transcribe sheet.png                         => missing option '-o'
transcribe -o -                              => - is standard output, which is no file
transcribe sheet.png -o sheet.png            => this file is read, and is not overwritten
transcribe nowhere.png -o a.txt              => nowhere.png: No such file or directory
transcribe prose.txt -o a.txt                => no picture of a sheet, and none beside it
transcribe bad.png -o a.txt                  => neither PNG, JPEG, WebP nor TIFF
transcribe bad.tif -o a.txt                  => bad.tif: cannot be read
transcribe -o a.jsonl                        => only plain text can be written, not jsonl
transcribe -o a.txt.gz                       => only plain text can be written
transcribe -o nowhere/a.txt                  => nowhere/a.txt
transcribe -o bytes.txt                      => not in UTF-8
transcribe -o a.txt --game gipf --variant nothing => nothing
"""
"""Command lines, and words of the message."""

CASES = [line.split(" => ") for line in USAGE.strip().splitlines()]


FILES = {
    "good.txt": RICH.encode(),
    "broken.txt": BROKEN.encode(),
    "prose.txt": b"It was a dark night.\n",
    "costs.toml": b"[plies]\nlost = 1\n",
    "sheet.png": png(),
    "bad.png": b"<svg onload='alert(1)'/>",
    "bad.tif": b"II*\0not at all",
    "bytes.txt": b"\xff\xfe",
}


@each_case(("line", "words"), CASES, ids=[" ".join(one[0].split()) for one in CASES])
def test_bad_usage_is_told_and_nothing_is_written(ludograph, tmp_path, line, words):
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    run = ludograph(*(PLACES.get(word, word) for word in shlex.split(line)))
    assert (run.status, run.out) == (2, "")
    assert words.strip() in " ".join(run.err.split())
    assert run.err.startswith("ludograph: ") or "error" in run.err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == FILES
