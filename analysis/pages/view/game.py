"""A game on a page: its heading, and its moves with findings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from analysis.pages.html import Child, Markup, element, from_record, join
from analysis.replay import PlayedPly, Replay
from analysis.replay.verdict import verdict_words
from notation import Finding
from notation.numbers import plural
from records.model import UNDECIDED, player_of

ELSEWHERE = frozenset({"Game", "Variant", "Dialect", "Result", "Event", "Date"})
"""Tags that are not listed, because the page shows them elsewhere."""

SEPARATOR = " \N{MIDDLE DOT} "

_PART = re.compile(r"[^,;]*[,;]+|[^,;]+")
"""A part of a move, with the character that ends it."""


class GameText:
    """The texts about a game on a page, as HTML and as plain text."""

    def __init__(self, game: Replay) -> None:
        self.game = game
        self.sides: Sequence[str] = game.start.sides if game.start else ()
        self.plies: list[PlayedPly] = list(game.plies())
        self.word, self.sentence = verdict_words(game)

    @property
    def is_good(self) -> bool:
        """Whether the game has no errors."""
        return self.word in ("valid", "playable")

    @cached_property
    def title(self) -> str:
        """The players, or else the event, or else the game."""
        tags, game = self.game.record.tags, self.game.game
        named = filter(None, (player_of(tags, side) for side in self.sides))
        known = tags.get("Event") or (game.title if game else "Unknown game")
        return " \N{EN DASH} ".join(named) or known

    @property
    def rules(self) -> str:
        """The game and its variant."""
        game = self.game
        if game.game is None:
            return "Unknown game"
        guessed = " (guessed)" if game.guessed or game.record.guess else ""
        return f"{game.game.title} {game.variant or 'of unknown variant'}{guessed}"

    @property
    def detail(self) -> str:
        """One line: rules, result, number of plies, event, date and source."""
        record = self.game.record
        played, written = self.game.played, len(record.moves)
        length = plural(written, "ply") if played == written else f"{played} of {written} plies"
        result = "" if record.result == UNDECIDED else record.result
        tags = (record.tags.get(name) for name in ("Event", "Date"))
        event = ", ".join(one for one in tags if one and one != self.title)
        place = str(record.source) if record.source.path else ""
        return SEPARATOR.join(filter(None, (self.rules, result, length, event, place)))

    @cached_property
    def _notes(self) -> Mapping[int, list[Finding]]:
        """The findings by number of ply; 0 for findings on the whole record."""
        found: dict[int, list[Finding]] = {}
        for one in self.game.findings:
            found.setdefault(one.ply or 0, []).append(one)
        return found

    def head(self) -> Markup:
        """Return the heading: players, verdict, findings on the whole record, comment, tags."""
        record = self.game.record
        above = {*ELSEWHERE, *(side.title() for side in self.sides)}
        listed = [(name, text) for name, text in record.tags.items() if name not in above]
        return join(
            (
                element("h2", from_record(self.title)),
                element("p", from_record(self.detail), class_="soft"),
                element("p", self._verdict(), ": ", from_record(self.sentence)),
                element("ul", (element("li", _finding(one)) for one in self._notes.get(0, ())))
                if 0 in self._notes
                else None,
                element("p", from_record(record.comment), class_="comment")
                if record.comment.strip()
                else None,
                element("dl", (_tag(*one) for one in listed if one[1])),
            )
        )

    def _verdict(self) -> Markup:
        return element("b", self.word, class_="good" if self.is_good else "bad")

    def moves(self) -> Markup:
        """Return the list of moves, in rows, with their findings and comments."""
        sides = max(1, len(self.sides))
        first = self.game.start.turn if self.game.start else 0
        count = len(self.game.record.moves)
        rows = [
            element("li", *self._row(number, range(number * sides - first, count), sides))
            for number in range(-(-(count + first) // sides))
        ]
        heads = [element("span", side.title()) for side in self.sides]
        head = element("div", element("span"), heads, class_="sides") if heads else None
        return join((head, element("ol", rows, class_=f"of-{sides}")))

    def _row(self, number: int, indices: range, sides: int) -> Iterator[Child]:
        """Yield the number of a row, its moves, and their findings and comments."""
        yield element("span", f"{number + 1}.", class_="number")
        row = indices[:sides]
        yield [self._move(index) if index >= 0 else element("span") for index in row]
        under = [one for index in row if index >= 0 for one in self._under(index)]
        yield element("div", under, class_="under") if under else None

    def _move(self, index: int) -> Markup:
        """Return a move as a link to its board, or as text if it was not played."""
        detail = self.game.record.details.get(index, {})
        text = _breakable(f"{self.game.record.moves[index]}{detail.get('marks') or ''}")
        if index < len(self.plies):
            kind = "ply" if self.plies[index].move is not None else "ply wrong"
            return element("a", text, href=f"#ply-{index + 1}", class_=kind)
        broken = index == len(self.plies) and not self.game.valid
        return element("s" if broken else "span", text, class_="wrong" if broken else "unplayed")

    def _under(self, index: int) -> Iterator[Markup]:
        """Yield the findings on a move, and its comment."""
        about = element("b", from_record(self.game.record.moves[index]))
        for one in self._notes.get(index + 1, ()):
            kind = "error" if one.violation else "note"
            yield element("p", about, " ", _finding(one), class_=kind, data_ply=index + 1)
        comment = str(self.game.record.details.get(index, {}).get("comment") or "")
        if comment.strip():
            yield element(
                "p", about, " ", from_record(comment), class_="comment", data_ply=index + 1
            )


def _breakable(text: str) -> Markup:
    """Return a move with break opportunities between its parts."""
    parts = list[str | Markup](_PART.findall(text))
    if len(parts) > 1:  # A browser would also break lines after a hyphen.
        parts = [element("span", one, class_="part") if "-" in one else one for one in parts]
    return element("bdi", [[part, element("wbr")] for part in parts[:-1]], parts[-1:])


def _finding(one: Finding) -> Child:
    """Return a finding as a sentence, preceded by its severity, with suggestions."""
    kind = "error" if one.violation else "note"
    meant = f" Did you mean {', '.join(one.suggestions)}?" if one.suggestions else ""
    return [
        element("b", kind, class_="bad" if one.violation else "soft"),
        ": ",
        from_record(f"{one.message}.{meant}" if meant else one.message),
        " ",
        element("code", f"[{one.code}]", class_="soft"),
    ]


def _tag(name: str, text: str) -> Markup:
    return element("div", element("dt", from_record(name)), element("dd", from_record(text)))
