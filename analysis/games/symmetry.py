"""Symmetries of boards, and position keys that are the same in every run and on every machine.

A *symmetry* maps a board onto itself and preserves the rules: the image of a legal move is a legal
move in the image of the position. Sides are never exchanged.

The *key* of a position has 64 bits. It is the exclusive or of a `hash_word` for each piece and one
for the part of the position that is not on the board. The word of a piece hashes the label of the
board, the kind of piece and the index of its bit: ``gipf white 9``. The last word hashes the label
and the numbers of `Position.beside`: ``gipf 0 12 12 0 0 0 0``. Tables have the words of a piece
in all images together, so that the keys of all images cost little more than one key.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import getitem, xor
from struct import Struct
from typing import Any, Protocol, Self, TypeVar

KEY_BITS = 64

IDENTITY = "identity"
"""The name of the symmetry that maps each point to itself."""

HALF_TURN = "rotation 180"
"""The name of the rotation by 180 degrees."""


@lru_cache(maxsize=1 << 14)
def hash_word(*parts: str | int) -> int:
    """Return the 64-bit hash of the parts joined by blanks; it is the same in every version."""
    from hashlib import blake2b

    text = " ".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=KEY_BITS // 8).digest(), "little")


class _Byte(dict[int, int]):
    """For each byte, the values of its bits combined by exclusive or; computed on first use."""

    __slots__ = ("_values",)

    def __init__(self, values: Sequence[int]) -> None:
        self._values = values

    def __missing__(self, byte: int) -> int:
        chosen = (value for place, value in enumerate(self._values) if byte >> place & 1)
        self[byte] = found = reduce(xor, chosen, 0)
        return found


class Blend:
    """A function that combines the values of the bits in a set by exclusive or.

    Attributes:
        values: the values of bits 0, 1, 2, ...
        width: number of bits.
    """

    def __init__(self, values: Sequence[int]) -> None:
        """Create the function from the values of bits 0, 1, 2, ..."""
        self.values = values
        self.width = len(values)
        self._bytes = [_Byte(values[start : start + 8]) for start in range(0, self.width, 8)]
        self._size = len(self._bytes)

    def __call__(self, bits: int) -> int:
        """Return the values of the bits in a set, combined by exclusive or."""
        return reduce(xor, map(getitem, self._bytes, bits.to_bytes(self._size, "little")))


class OnBoard(Protocol):
    """A position with bit sets, which symmetries can map."""

    @property
    def sets(self) -> tuple[int, ...]:
        """The bit sets of points of the position."""

    def with_sets(self, sets: Iterable[int]) -> Self:
        """Return the position with other bit sets."""


T = TypeVar("T", bound=OnBoard)


class Symmetry(ABC):
    """A symmetry of a board.

    Attributes:
        name: such as ``mirror`` or ``rotation 60``. A name of several parts is a composition; the
            part named first is applied first.
        points: the image of each point, by the point.
        bits: function from a bit set of points to the bit set of their images.
    """

    def __init__(self, name: str, points: Mapping[Any, Any], number: Callable[[Any], int]) -> None:
        """Create a symmetry from the image of each point; ``number`` returns its bit index."""
        self.name = name
        self.points = points
        images = {number(point): number(image) for point, image in points.items()}
        size = max(images) + 1
        # Points beside the playing area have no bit, and some bits have no point.
        self.bits = Blend([1 << images[bit] if bit in images else 0 for bit in range(size)])

    def __repr__(self) -> str:
        return f"<symmetry: {self.name}>"

    def point(self, point: Any) -> Any:
        """Return the image of a point of the board."""
        return self.points[point]

    @abstractmethod
    def move(self, move: Any) -> Any:
        """Return the image of a complete move, without counts and other data that texts may add.

        If the canonical order of captures depends on the board, it may be wrong in the image;
        `Position.completions` corrects it.
        """

    def position(self, position: T) -> T:
        """Return the image of a position; the side to move and the owners of pieces stay."""
        return position.with_sets(map(self.bits, position.sets))


class Symmetries(tuple[Symmetry, ...]):
    """All symmetries of a board, the identity first, with a function for keys of positions.

    Attributes:
        label: a text that identifies the board in hashes.
        tables: for each kind of piece, a function from a bit set of points to its contribution to
            the keys of all images. The contributions are packed into one number, with 64 bits for
            each image and the identity in the lowest bits.
    """

    label: str
    tables: list[Blend]
    _ones: int
    _unpack: Callable[[bytes], tuple[int, ...]]

    def __new__(cls, symmetries: Iterable[Symmetry], kinds: Sequence[str], label: str) -> Self:
        """Create the sequence and the tables for keys.

        Args:
            symmetries: a complete group, closed under composition, the identity first.
            kinds: the kinds of pieces, in the order of the bit sets passed to `keys`.
            label: a text that identifies the board in hashes. Equal bit sets of boards with
                different labels have different keys.
        """
        self = super().__new__(cls, symmetries)
        self.label = label
        self._unpack = Struct(f"<{len(self)}Q").unpack
        self._ones = sum(1 << KEY_BITS * place for place in range(len(self)))
        self.tables = [self._table(f"{label} {kind}") for kind in kinds]
        return self

    @property
    def half_turn(self) -> Symmetry | None:
        """The rotation by 180 degrees; None if it is not a symmetry of the board."""
        return next((one for one in self if one.name == HALF_TURN), None)

    def keys(self, sets: Iterable[int], *beside: int) -> tuple[int, ...]:
        """Return the keys of a position's images, in the order of the symmetries.

        Args:
            sets: bit sets of the kinds of pieces; empty sets at the end may be left out.
            beside: the numbers of `Position.beside`, which no symmetry changes.
        """
        packed = hash_word(self.label, *beside) * self._ones
        for table, bits in zip(self.tables, sets, strict=False):
            packed ^= table(bits)
        return self._unpack(packed.to_bytes(len(self) * KEY_BITS // 8, "little"))

    def _table(self, kind: str) -> Blend:
        """Return the element of `tables` for a kind, with the label before it: ``gipf white``."""
        values = []
        for bit in range(self[0].bits.width):
            images = [one.bits(1 << bit).bit_length() - 1 for one in self]
            words = [hash_word(kind, image) if image >= 0 else 0 for image in images]
            values.append(sum(found << KEY_BITS * place for place, found in enumerate(words)))
        return Blend(values)
