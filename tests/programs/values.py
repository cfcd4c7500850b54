"""Positions are values: they compare, hash, and evaluate from their representation.

Prints::

    True 1 True
    ludograph.position('w2w/1b3/6/bw4b/6/5/b2w w 11,11 0,0 -', 'gipf', 'basic')
    True True
    1 e0bd39a2a15fc65b
"""

import pickle

import ludograph

first = ludograph.start("gipf", "basic").play("a1-b2").play("e1-e2")
other = ludograph.position(str(first), "gipf", "basic")
print(first == other, len({first, other}), first != other.play("i1-h2"))
print(repr(first))
print(eval(repr(first)) == first, pickle.loads(pickle.dumps(first)) == first)
seen: dict[ludograph.Position, int] = {first: 1}
print(seen[other], f"{first.key:016x}")
