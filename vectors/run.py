"""Run the test vectors against a program: python run.py PROGRAM [ARGUMENT...]

The program reads a question a line from standard input, as JSON, and writes the answer as a line of
JSON to standard output. README.md lists the questions. This file needs Python 3.9 and nothing else.

Options, before the program:
  --game NAME     only this game
  --level LEVEL   core (the default), optional or all
  --dialect NAME  ask in this dialect wherever the vectors have it
  --most N        ask for no count above N (default 20000)
"""

import json
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent


def questions(kind, case, options):
    """Yield questions of a case, each with what is right of the answer."""
    about = {key: case[key] for key in ("game", "variant") if key in case}
    wish = options["--dialect"]
    if kind in ("moves", "leniencies"):
        ask = {**about, "ask": "read", "dialect": case["dialect"], "text": case["text"]}
        if wish in (None, case["dialect"]):
            right = {"status": case["status"]}
            yield ask, {**right, "moves": case["moves"]} if "moves" in case else right
    elif kind == "positions":
        dialect = wish if wish in case["texts"] else next(iter(case["texts"]))
        texts = case["texts"][dialect]
        ask = {**about, "ask": "legal", "position": case["position"], "dialect": dialect}
        if all(texts):
            yield ask, {"moves": sorted(texts)}
    elif kind == "perft":
        ask = {**about, "position": case["position"]}
        for depth, count in enumerate(case["counts"], start=1):
            if count <= int(options["--most"]):
                yield {**ask, "ask": "count", "depth": depth}, {"count": count}
        if "divide" in case and case["counts"][-1] <= int(options["--most"]):
            ask = {**ask, "ask": "divide", "depth": depth, "dialect": case["dialect"]}
            yield ask, {"moves": case["divide"]}
    elif kind == "games":
        moves, dialect = case["moves"], case["dialect"]
        if wish in case.get("texts", {}):
            moves, dialect = case["texts"][wish], wish
        ask = {
            **about,
            "ask": "play",
            "start": case.get("start"),
            "dialect": dialect,
            "moves": moves,
        }
        if "finding" in case:
            yield ask, {"refused": True}
        else:
            yield ask, {"position": case["positions"][-1], "winner": case["winner"]}
    elif kind == "texts":
        yield (
            {"ask": "text", "text": case["text"]},
            {"games": case["games"], "findings": case["findings"]},
        )


def difference(right, answer):
    """Return the keys of which the answer is wrong; a key that it leaves out is not judged."""
    if "refused" in right:
        return [] if answer.get("refused") else ["refused"]
    if answer.get("refused"):
        return ["refused"]
    if (
        isinstance(answer.get("moves"), list)
        and answer["moves"]
        and isinstance(answer["moves"][0], str)
    ):
        answer = {**answer, "moves": sorted(answer["moves"])}
    return [key for key in right if key in answer and answer[key] != right[key]]


def main(arguments):
    """Ask a program, print what differs and the totals, and exit with 1 if anything does."""
    options = {"--game": None, "--level": "core", "--dialect": None, "--most": "20000"}
    while arguments and arguments[0] in options:
        options[arguments[0]], arguments = arguments[1], arguments[2:]
    if not arguments:
        sys.exit(__doc__)
    program = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    totals = {}
    for path in sorted(HOME.rglob("*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        if "cases" not in file or options["--level"] not in (file["level"], "all"):
            continue
        if options["--game"] not in (None, file.get("game")):
            continue
        name = "/".join(filter(None, (file.get("game"), file["kind"])))
        counts = totals.setdefault(name, {"agree": 0, "differ": 0, "not answered": 0})
        for case in file["cases"]:
            for ask, right in questions(file["kind"], {"game": file.get("game"), **case}, options):
                program.stdin.write(json.dumps({"id": case["id"], **ask}) + "\n")
                program.stdin.flush()
                line = program.stdout.readline()
                if not line:
                    sys.exit(f"{case['id']}: the program ended")
                answer = json.loads(line)
                wrong = difference(right, answer)
                if not answer or "skip" in answer:
                    counts["not answered"] += 1
                elif wrong:
                    counts["differ"] += 1
                    print(
                        json.dumps(
                            {
                                "id": case["id"],
                                "about": case["about"],
                                "ask": ask,
                                "right": right,
                                "answer": {key: answer.get(key) for key in wrong},
                            }
                        )
                    )
                else:
                    counts["agree"] += 1
    program.stdin.close()
    program.wait()
    for name, counts in totals.items():
        print(f"{name}: " + ", ".join(f"{number} {word}" for word, number in counts.items()))
    sys.exit(any(counts["differ"] for counts in totals.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
