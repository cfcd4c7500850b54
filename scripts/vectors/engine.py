"""Answers the questions of ``vectors/run.py``: one line of JSON for each question and answer.

Run ``python vectors/run.py python -m scripts.vectors.engine``. Other programs can answer in the
same way.
"""

import json
import sys
from typing import Any

import ludograph
import notation
from scripts.vectors.files import text_case
from scripts.vectors.games import Case, reading


def answer(question: Case) -> Case:
    """Return the answer to a question."""
    ask = question["ask"]
    if ask == "read":
        return reading(
            notation.find_dialect(question["game"], question["dialect"]), question["text"]
        )
    if ask == "text":
        return text_case({"about": "", "text": question["text"]})
    if ask == "play":
        return _played(question)
    board = ludograph.position(question["position"], question["game"], question["variant"])
    if ask == "legal":
        return {"moves": [board.write(move, question["dialect"]) for move in board.legal_moves]}
    if ask == "count":
        return {"count": ludograph.perft(board, question["depth"])}
    if ask == "divide":
        depth, dialect = question["depth"] - 1, question["dialect"]
        counts: dict[str, Any] = {
            board.write(move, dialect): ludograph.perft(board.play(move), depth)
            for move in board.legal_moves
        }
        return {"moves": counts}
    return {"skip": f"unknown question {ask!r}"}


def _played(question: Case) -> Case:
    record = ludograph.Record(
        tuple(question["moves"]),
        question["game"],
        question["variant"],
        question["dialect"],
        start=question["start"],
    )
    game = ludograph.Game(record)
    if not game.valid:
        return {"refused": True}
    outcome = game.outcome
    return {"position": str(game.position), "winner": outcome.winner if outcome else None}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
