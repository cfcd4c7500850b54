"""A record gives one result; a path gives an iterator of the results of its games.

Prints::

    1 game, 3 in the match
"""

from collections.abc import Iterator
from typing import assert_type

import ludograph

(record,) = ludograph.read_text("1. 2.7.2N2 11.6.2SE2\n")
checked = [assert_type(ludograph.check(record), ludograph.Game)]
others = list(assert_type(ludograph.check("classic:megiddo-match"), Iterator[ludograph.Game]))
assert_type(ludograph.convert(record), ludograph.Conversion)
assert_type(ludograph.repair(["classic:epaminondas-slip"]), Iterator[ludograph.Repair])
assert_type(ludograph.draw(record), str)
assert_type(ludograph.draw(record, "png"), bytes)
print(f"{len(checked)} game, {len(others)} in the match")
