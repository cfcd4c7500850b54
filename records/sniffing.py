"""Which container a text is in, told from its beginning, without loading what reads it."""

import re
from collections.abc import Sequence


def is_jsonl(head: str) -> bool:
    """Tell whether a text begins with a record of the documented interface."""
    line = head.lstrip().partition("\n")[0]
    return line[:1] == "{" and '"moves"' in line and not is_abstractplay(head)


def is_abstractplay(head: str) -> bool:
    """Tell whether a text begins with a record of Abstract Play's, or a list of them."""
    if head.lstrip("\N{BYTE ORDER MARK} \t\r\n")[:1] not in ("{", "["):
        return False
    return bool(re.search(r'"header"\s*:\s*\{', head) and re.search(r'"game"\s*:\s*\{', head))


def is_sgf(head: str) -> bool:
    """Tell whether a text begins with a game tree, be there other text before it."""
    if "(" not in head or "[" not in head:
        return False
    return re.search(r"^[ \t\N{BYTE ORDER MARK}]*\(\s*;\s*[A-Za-z]\w*\s*\[", head, re.M) is not None


def is_csv(head: str) -> bool:
    """Tell whether a text begins with the names of the columns of a table of records."""
    line = head.lstrip("\N{BYTE ORDER MARK}").partition("\n")[0]
    return is_table([name.strip() for name in line.split(",")])


def is_table(names: Sequence[str]) -> bool:
    """Tell whether columns of these names are a table of plies or of games."""
    keys = {"record", "ply", "game", "plies"}
    return bool({"move", "moves"} & {*names}) and bool(keys & {*names})


def is_no_text(head: str) -> bool:
    """Tell of no text that it is of this container."""
    return False
