"""Keys of positions on arrays: those of `analysis.games.symmetry`, for many positions at once."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Boards, P, Words, distinct_rows
from analysis.games.symmetry import KEY_BITS, Symmetries, hash_word

CHUNK = 1 << 15
"""Keys compared at once: so many fit the cache of a processor."""


class ArrayKeys:
    """The keys of all images of positions under some symmetries.

    Args:
        symmetries: the symmetries.
    """

    def __init__(self, symmetries: Symmetries) -> None:
        self._label, self._images = symmetries.label, len(symmetries)
        self._tables = [self._by_byte(table.values) for table in symmetries.tables]

    def _by_byte(self, values: Sequence[int]) -> list[Words]:
        """Return what bytes 0, 1, 2, ... of a bit set add, each as a table of 256 by images."""
        size = self._images * KEY_BITS // 8
        packed = b"".join(value.to_bytes(size, "little") for value in values)
        words = np.frombuffer(packed, "<u8").astype(np.uint64).reshape(len(values), -1)
        tables = []
        for start in range(0, len(values), 8):
            table = np.zeros((256, self._images), np.uint64)
            for place, word in enumerate(words[start : start + 8]):
                np.bitwise_xor(table[: 1 << place], word, out=table[1 << place : 2 << place])
            tables.append(table)
        return tables

    def keys(
        self, sets: Sequence[Sequence[Words]], beside: Sequence[npt.NDArray[np.integer]]
    ) -> Words:
        """Return the keys of positions, as `Symmetries.keys` does; a row an image.

        Args:
            sets: bit sets of the kinds of pieces, each in words of 64 bits, the lowest first.
            beside: everything else that makes the positions what they are.
        """
        return self._keys(sets, self._beside(beside)).T

    def least(
        self, sets: Sequence[Sequence[Words]], beside: Sequence[npt.NDArray[np.integer]]
    ) -> tuple[Words, Words]:
        """Return the positions' own keys, and the least keys of their images."""
        others = self._beside(beside)
        own, least = np.empty_like(others), np.empty_like(others)
        for some, found in self._in_chunks(sets, others):
            own[some], least[some] = found[:, 0], found.min(axis=1)
        return own, least

    def canonical(
        self, sets: Sequence[Sequence[Words]], beside: Sequence[npt.NDArray[np.integer]]
    ) -> tuple[Words, npt.NDArray[np.uint16]]:
        """Return the least keys of the positions' images, and the first image that has each.

        Positions are the same where both are: the inverse of one symmetry leads back to them.
        """
        others = self._beside(beside)
        least, images = np.empty_like(others), np.empty(len(others), np.uint16)
        for some, found in self._in_chunks(sets, others):
            images[some] = found.argmin(axis=1)
            least[some] = found.min(axis=1)
        return least, images

    def _in_chunks(
        self, sets: Sequence[Sequence[Words]], others: Words
    ) -> Iterator[tuple[slice, Words]]:
        """Yield which positions come next, and the keys of their images; a row a position."""
        step = -(-CHUNK // self._images)
        for start in range(0, len(others), step):
            some = slice(start, start + step)
            yield (
                some,
                self._keys([[word[some] for word in words] for words in sets], others[some]),
            )

    def _keys(self, sets: Sequence[Sequence[Words]], others: Words) -> Words:
        found = np.repeat(others[:, np.newaxis], self._images, axis=1)
        for tables, words in zip(self._tables, sets, strict=True):
            for number, table in enumerate(tables):
                found ^= table.take(_byte(words, number), axis=0)
        return found

    def _beside(self, beside: Sequence[npt.NDArray[np.integer]]) -> Words:
        """Return the words that stand for everything that is not on the board."""
        rows, places = distinct_rows(beside)
        words = [hash_word(self._label, *row) for row in rows]
        return np.array(words, np.uint64)[places]


def _byte(words: Sequence[Words], number: int) -> npt.NDArray[np.intp]:
    """Return the bytes of bit sets at a place, from the lowest."""
    word, place = divmod(number, 8)
    # A view of bytes, because shifting words takes as long as all the rest.
    return np.ascontiguousarray(words[word], "<u8").view(np.uint8)[place::8].astype(np.intp)


@lru_cache(maxsize=16)
def array_keys(symmetries: Symmetries) -> ArrayKeys:
    """Return the keys under some symmetries on arrays."""
    return ArrayKeys(symmetries)


class ArrayBoards(Boards[P]):
    """The boards of games that were judged together, as arrays of bit sets."""

    @property
    @abstractmethod
    def parts(self) -> tuple[Sequence[Sequence[Words]], Sequence[npt.NDArray[np.integer[Any]]]]:
        """What keys stand for: the bit sets of the kinds of pieces, and all that is beside them.

        Each bit set is in words of 64 bits, the lowest first. `Position.BIT_SETS` begins with
        these kinds; the others are empty.
        """

    def keys(self) -> Words:
        """Return the keys of all images after all plies; a row an image."""
        return array_keys(self.start.variant.symmetries).keys(*self.parts)

    def own_and_least_keys(self) -> tuple[Words, Words]:
        """Return the keys after all plies, and for each the least of those of its images."""
        return array_keys(self.start.variant.symmetries).least(*self.parts)
