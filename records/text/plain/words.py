"""The words of a text as codes, found from their bytes all at once.

A word of up to `LONGEST` bytes is packed into two numbers, whose hashes lead to its place among the
words that are known. What is not found like this is looked up word by word.
"""

from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from notation.dialect import INNER_BLANK
from records.columns import END, WordCodes
from records.text.plain.section import tied

if TYPE_CHECKING:
    from records.columns import Codes

LONGEST = 15
"""Bytes of a word that is packed; the sixteenth is its length."""

_MASKS = np.frombuffer(
    b"".join(bytes([255] * length + [0] * (16 - length)) for length in range(LONGEST + 1)), "V16"
)

_PADDING = b" " * (LONGEST + 1)

_MIXERS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)
_SHIFTS = np.uint64(40), np.uint64(20)

_ROOM = 8
"""Places in a table for each word; of the words, one in a few thousand finds none."""

_MOST = 1 << 20
"""Places in a table at most."""

Packed = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


class CodedWords:
    """Finds the codes of words.

    Attributes:
        codes: the codes of all words so far.
    """

    def __init__(self, codes: WordCodes) -> None:
        """Begin with no packed word."""
        self.codes = codes
        self._learned: set[str] = set()
        self._known = np.zeros(1, "V16")
        self._codes: Codes = np.zeros(1, np.int32)
        self._tables = np.zeros((2, 1 << 10), np.int32)
        self._lock = Lock()  # workers of a cluster may be threads

    def of(self, text: str, inner: tuple[str, ...] = ()) -> "Codes":
        """Return the codes of the words of a text, which are those that `str.split` finds.

        Args:
            text: the text.
            inner: what words have blanks in, as `Dialect.inner_blanks`.
        """
        with self._lock:
            return self._of(text, inner)

    def _of(self, text: str, inner: tuple[str, ...]) -> "Codes":
        raw = np.frombuffer(text.encode() + _PADDING, np.uint8)
        blank, line_end = raw == ord(" "), raw == ord("\n")
        controls = np.count_nonzero(raw < ord(" "))
        usual = np.count_nonzero(line_end) + np.count_nonzero(raw == ord(END))
        if controls > usual or not text.isascii():
            return self._one_by_one(tied(text, inner).split())
        for pair in inner:
            if pair.startswith(" "):
                blank[:-1] &= raw[1:] != ord(pair[1])
            else:
                blank[1:] &= raw[:-1] != ord(pair[0])
        blank |= line_end
        starts, stops = _edges(blank)
        lengths = stops - starts
        packed = _packed(raw, starts, np.minimum(lengths, LONGEST))
        found, codes = self._look_up(packed)
        found &= lengths <= LONGEST
        if found.all():
            return codes

        def named(some: Places) -> list[str]:
            spans = map(slice, starts[some].tolist(), stops[some].tolist())
            return [text[span].replace(" ", INNER_BLANK) for span in spans]

        long = np.flatnonzero(lengths > LONGEST)
        codes[long] = self._one_by_one(named(long))
        short = np.flatnonzero(~found & (lengths <= LONGEST))
        firsts, places = _distinct(packed[short])
        names, some = named(short[firsts]), packed[short[firsts]]
        once = self._one_by_one(names)
        codes[short] = once[places]
        new = [name not in self._learned for name in names]
        if any(new):
            self._learn(some[new], once[new])
            self._learned.update(names)
        return codes

    def _one_by_one(self, words: list[str]) -> "Codes":
        return np.fromiter(map(self.codes.__getitem__, words), np.int32, len(words))

    def _look_up(self, packed: Packed) -> "tuple[Flags, Codes]":
        """Return which words are in the tables, and their codes."""
        at = self._tables[0][self._places(packed, _SHIFTS[0])]
        found = self._is_at(at, packed)
        others = np.flatnonzero(~found)
        at[others] = self._tables[1][self._places(packed[others], _SHIFTS[1])]
        found[others] = self._is_at(at[others], packed[others])
        return found, self._codes[at]

    def _is_at(self, places: "Codes", packed: Packed) -> Flags:
        """Return which words are the known ones at some places."""
        differs = self._known[places].view(np.uint64).reshape(-1, 2) ^ packed
        found: Flags = differs[:, 0] | differs[:, 1] == 0
        return found

    def _places(self, packed: Packed, shift: np.uint64) -> Places:
        """Return where words may stand in a table."""
        mixed = _mixed(packed)
        mixed >>= shift
        mixed &= np.uint64(self._tables.shape[1] - 1)
        found: Places = mixed.view(np.int64)
        return found

    def _learn(self, packed: Packed, codes: "Codes") -> None:
        """Enter new words into the tables, each of which is given once."""
        self._known = np.concatenate((self._known, packed.view("V16")[:, 0]))
        self._codes = np.concatenate((self._codes, codes))
        size = self._tables.shape[1]
        added = np.arange(len(self._known) - len(codes), len(self._known), dtype=np.int32)
        while size < min(_ROOM * len(self._known), _MOST):
            size *= 2
        if size > self._tables.shape[1]:
            self._tables = np.zeros((2, size), np.int32)
            added = np.arange(len(self._known), dtype=np.int32)
        self._enter(added)

    def _enter(self, numbers: "Codes") -> None:
        """Enter known words by their numbers; one that finds both places taken is left out."""
        for table, shift in zip(self._tables, _SHIFTS, strict=True):
            places = self._places(self._known[numbers].view(np.uint64).reshape(-1, 2), shift)
            free = table[places] == 0
            table[places[free]] = numbers[free]
            numbers = numbers[table[places] != numbers]


def _mixed(packed: Packed) -> Packed:
    """Return the hashes of words."""
    mixed: Packed = packed[:, 0] * _MIXERS[0] ^ packed[:, 1] * _MIXERS[1]
    mixed ^= mixed >> np.uint64(32)  # or the last bytes of a word would have no part in it
    mixed *= _MIXERS[0]
    return mixed


def _distinct(packed: Packed) -> tuple[Places, Places]:
    """Return where different words come first, and the place of each word among these."""
    _, firsts, places = np.unique(_mixed(packed), return_index=True, return_inverse=True)
    if not np.array_equal(packed, packed[firsts][places]):  # two have the same hash
        whole = packed.view("V16")[:, 0]
        _, firsts, places = np.unique(whole, return_index=True, return_inverse=True)
    return firsts, places


def _edges(blank: Flags) -> tuple[Places, Places]:
    """Return where words begin, and where they end, from where blanks are."""
    edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    if not blank[0]:
        edges = np.concatenate(([0], edges))
    return edges[::2], edges[1::2]


def _packed(raw: npt.NDArray[np.uint8], starts: Places, lengths: Places) -> Packed:
    """Return the bytes of words and their lengths as two numbers each."""
    windows = np.ndarray((len(raw) - LONGEST,), "V16", raw.data, strides=(1,))
    found = windows[starts].view(np.uint64).reshape(-1, 2)
    found &= _MASKS[lengths].view(np.uint64).reshape(-1, 2)
    found[:, 1] |= lengths.astype(np.uint64) << np.uint64(56)
    return found
