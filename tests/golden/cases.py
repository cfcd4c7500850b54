"""The calls of ``ludograph`` whose results are kept, grouped into cases of one file each.

Every case runs in an empty folder with copies of ``good`` and ``bad``. The calls of a case share
the folder, so that a later one can read what an earlier one wrote.
"""

from pathlib import Path

from analysis.plots import PLOTS

HERE = Path(__file__).parent

Call = tuple[str, ...]

CLASSICS = (
    "crossings-answered",
    "epaminondas-demonstration",
    "epaminondas-slip",
    "gipf-tournament",
    "megiddo-double",
    "megiddo-match",
)
FORMATS = ("text", "jsonl", "csv", "csv-games", "abstractplay-json", "sgf")
PLOTTED = {
    "captures": "epaminondas-demonstration",
    "capture-map": "epaminondas-demonstration",
    "material": "epaminondas-demonstration",
    "reserve": "gipf-tournament",
    "branching": "megiddo-double",
}
"""The bundled games that a plot is drawn of, if others than a match of Megiddo."""

BAD = tuple(sorted(path.name for path in (HERE / "bad").iterdir()))
IN_JSON = ("epaminondas-abbott.txt", "games.csv", "lines.jsonl", "megiddo-book.txt")
"""Bad files that are checked with `--json`, too."""

SMALL = ("--position", "bbb3/2b3/4w1/1wb1w1/w3w1 w")
"""A board of few points, where few moves are legal."""

MENDED = (
    "abstractplay.json",
    "epaminondas-abbott.txt",
    "epaminondas-lines.txt",
    "epaminondas-mirror.txt",
    "epaminondas-span.txt",
    "gipf-complete.txt",
    "gipf-pbem.txt",
    "gipf-short.txt",
    "lines.jsonl",
    "tree.sgf",
    "unknown-game.txt",
)
"""Bad files that are repaired; the search through the others takes seconds or finds nothing."""

PLACES = {
    "epaminondas": ("classic:epaminondas-demonstration", 1, (7, 23)),
    "epaminondas-spans": ("good/epaminondas.txt", 2, (9,)),
    "crossings": ("classic:crossings-answered", 1, (20,)),
    "gipf": ("classic:gipf-tournament", 1, (22, 84)),
    "gipf-basic": ("good/gipf.jsonl", 2, (16,)),
    "megiddo": ("classic:megiddo-double", 1, (14,)),
    "megiddo-cleopatra": ("good/megiddo.txt", 1, (13,)),
    "small-board": ("good/small-board.jsonl", 1, (0, 2)),
}
"""What is drawn: a file, the number of a game in it, and plies."""

STARTS: dict[str, tuple[Call, ...]] = {
    "epaminondas": (
        SMALL,
        (*SMALL, "--dialect", "span"),
        (*SMALL, "--dialect", "abstractplay", "--json"),
        ("--count", "2"),
        ("--position", "bbb3/2b3/4w1/1wb1w1/w3w1/7 w"),
    ),
    "gipf": (
        (),
        ("--variant", "standard", "--dialect", "pbem"),
        ("--variant", "tournament", "--dialect", "steps", "--json"),
        ("--count", "2"),
        ("--variant", "nothing"),
    ),
    "megiddo": (
        ("--variant", "master"),
        ("--count", "2", "--json"),
        ("--dialect", "abbott"),
        ("--position", "nonsense"),
    ),
}


def cases() -> dict[str, tuple[Call, ...]]:
    """Return all cases: the name of each, and its calls."""
    return {
        **_help(),
        **_checks(),
        **_conversions(),
        **_repairs(),
        **_counts(),
        **_pictures(),
        **_positions(),
    }


def _help() -> dict[str, tuple[Call, ...]]:
    return {
        "help": ((), ("--help",), ("--version",), ("chekc",)),
        "help-command": (("check", "--help"), ("library", "search", "--help")),
    }


def _checks() -> dict[str, tuple[Call, ...]]:
    return {
        "check-classics": tuple(("check", f"classic:{name}") for name in CLASSICS),
        "check-bad": tuple(("check", f"bad/{name}") for name in BAD),
        "check-folders": (("check", "good"), ("check", "bad/match.txt", "good", "--quiet")),
        "check-json": tuple(("check", f"bad/{name}", "--json") for name in IN_JSON),
        "check-as-recorded": (("check", "bad/megiddo-book.txt", "--as-recorded", "--verbose"),),
        "check-forced": (
            ("check", "bad/encoding.txt", "--encoding", "latin-1", "--variant", "standard"),
            ("check", "bad/prose.txt", "--game", "epaminondas", "--dialect", "span"),
            ("check", "bad/match.txt", "--variant", "base+cleopatra"),
            ("check", "bad/lines.jsonl", "--format", "text"),
        ),
        "check-selected": (
            ("check", "good", "--where", "plies > 20 and game = gipf"),
            ("check", "good", "classic:megiddo-match", "--dedupe", "moves"),
            ("check", "good/megiddo.txt", "--position", "D3 B4", "--any-symmetry"),
        ),
    }


def _conversions() -> dict[str, tuple[Call, ...]]:
    found: dict[str, tuple[Call, ...]] = {}
    for to in FORMATS:
        found[f"convert-{to}"] = (("convert", "good/gipf.jsonl", "--to", to),)
    found["convert-parquet"] = (
        ("convert", "good/megiddo.txt", "-o", "games.parquet"),
        ("convert", "games.parquet", "--to", "jsonl"),
    )
    found["convert-bad"] = (
        ("convert", "bad", "--to", "jsonl", "-o", "out", "--rejects", "rejects", "--lossy"),
    )
    return found | {
        "convert-dialect": (("convert", "good/epaminondas.txt", "--to", "text:span"),),
        "convert-counts": (
            ("convert", "classic:gipf-tournament", "--to", "text", "--counts"),
            ("convert", "classic:epaminondas-slip", "--to", "text", "--counts"),
        ),
        "convert-strict": (
            ("convert", "bad/layout.txt", "classic:gipf-tournament", "--to", "abstractplay-json"),
            ("convert", "classic:gipf-tournament", "--to", "sgf:pbem", "--json"),
        ),
        "convert-wrong-dialect": (
            ("convert", "good/small-board.jsonl", "good/gipf.jsonl", "--to", "text:span"),
        ),
    }


def _repairs() -> dict[str, tuple[Call, ...]]:
    patient = ("--time", "600")
    return {
        **{f"repair-{name}": (("repair", f"bad/{name}", *patient),) for name in MENDED},
        "repair-classics": tuple(("repair", f"classic:{name}", *patient) for name in CLASSICS),
        "repair-json": tuple(
            ("repair", path, *patient, "--json")
            for path in ("classic:epaminondas-slip", "bad/gipf-pbem.txt", "bad/lines.jsonl")
        ),
        "repair-written": (
            ("repair", "bad/epaminondas-span.txt", *patient, "-o", "mended.txt"),
            ("repair", "bad/lines.jsonl", *patient, "-o", "mended.jsonl"),
            ("check", "mended.txt"),
        ),
    }


def _counts() -> dict[str, tuple[Call, ...]]:
    return {
        "stats-match": (("stats", "classic:megiddo-match"),),
        "stats-good": (("stats", "good"),),
        "stats-json": (("stats", "good", "--json"),),
        "stats-csv": (("stats", "classic:megiddo-match", "--branching", "--csv"),),
        "stats-by": (
            ("stats", "good", "--by", "player"),
            ("stats", "good/gipf.jsonl", "--by", "variant", "--by", "Event"),
            ("stats", "good", "--by", "nothing"),
            ("stats", "good", "--compare", "variant"),
            ("stats", "good", "--compare", "player", "--by", "game", "--csv"),
        ),
        "players": (
            ("players", "good/megiddo.txt"),
            ("players", "classic:megiddo-match", "--json"),
            ("players", "good", "--csv"),
            ("players", "classic:megiddo-double"),
        ),
        "openings": (
            ("openings", "good"),
            ("openings", "good/gipf.jsonl", "--depth", "2", "--json"),
            ("openings", "good/megiddo.txt", "--depth", "3", "--no-fold", "--csv"),
            ("openings", "good/megiddo.txt", "--from", "D3 B4"),
            ("openings", "good/megiddo.txt", "--from", "D3 D3"),
            ("openings", "good", "--min-count", "2"),
        ),
        "score": (
            ("score", "classic:megiddo-match"),
            ("score", "classic:megiddo-match", "--json"),
            ("score", "bad/match.txt"),
            ("score", "good/megiddo.txt"),
            ("score", "bad/megiddo-book.txt"),
            ("score", "classic:gipf-tournament"),
        ),
        "report": (
            (
                *("report", "bad/epaminondas-abbott.txt", "classic:epaminondas-demonstration"),
                *("-o", "report", "--diagrams", "1", "--branching"),
            ),
            ("report", "good", "-o", "bad"),
        ),
    }


def _pictures() -> dict[str, tuple[Call, ...]]:
    found: dict[str, tuple[Call, ...]] = {}
    for name, (path, nth, plies) in PLACES.items():
        game = ("show", path, "--nth", str(nth))
        found[f"show-{name}"] = tuple((*game, "--ply", str(ply)) for ply in plies)
        if name in ("epaminondas", "gipf", "megiddo"):
            found[f"show-{name}-svg"] = ((*game, "--ply", str(plies[-1]), "-o", "board.svg"),)
    return found | {
        "show-plies": (("show", "good/small-board.jsonl", "--ply", "0-2", "--flip"),),
        "show-pictures": (
            ("show", "--game", "megiddo", "--legend"),
            ("show", "classic:gipf-tournament", "--ply", "22", "--legend", "--mark", "c4"),
            ("show", "good", "--nth", "2", "--ply", "1,2", "-o", "boards/", "--as", "text"),
            ("show", "good/megiddo.txt", "-o", "a.tex", "--theme", "print", "--arrow", "A1-B3"),
            ("show", "--game", "megiddo", "--mark", "Z9", "--as", "svg"),
        ),
        "show-wrong": (
            ("show", "bad/epaminondas-abbott.txt"),
            ("show", "bad/gipf-complete.txt", "--nth", "2"),
            ("show", "bad/gipf-complete.txt", "--nth", "9"),
            ("show", "classic:megiddo-double", "--ply", "99"),
            ("show", "bad/prose.txt"),
            ("show", "--game", "epaminondas", "--position", "bbb3/2b3/4w1/1wb1w1/w3w1 w"),
            ("show", "--game", "gipf", "--position", "nonsense"),
        ),
        **{
            f"plot-{name}": (
                ("plot", name, f"classic:{PLOTTED.get(name, 'megiddo-match')}", "-o", "plot.svg"),
            )
            for name in PLOTS
        },
    }


def _positions() -> dict[str, tuple[Call, ...]]:
    return {
        f"moves-{game}": tuple(("moves", "--game", game, *options) for options in starts)
        for game, starts in STARTS.items()
    }
