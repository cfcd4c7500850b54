"""The reader of one game, or of several under one title, from their lines.

It blanks text beside the moves, puts lines in reading order, determines game and dialect from all
lines, and splits the lines into tokens (`tokens`). If numbers or plies are damaged or missing, the
rows are repaired (`table`) and get new tokens.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from notation import Dialect, Finding
from notation.characters import INVISIBLE
from notation.findings import note
from notation.numbers import plural
from notation.pattern import lazy_pattern
from notation.printing import quoted
from records.assumptions import AUTO, BLOCKS, SIDES, Assumptions, candidates, installed_candidates
from records.model import NOTHING, UNDECIDED, USUAL, Place
from records.results import SIDES as COLOURS
from records.results import ends_in_points, match_result, may_state, stated, told
from records.sites import is_variant_string
from records.text.cut import GameLines
from records.text.game import RecordBuilder
from records.text.layout import (
    LEAST_ROWS,
    LONG_WORD,
    NEAR,
    ROW_NUMBER,
    SAMPLE,
    Word,
    in_reading_order,
    running_rows,
)
from records.text.lines import HOLDER, Kind, TextLine, Token, joined
from records.text.plain import tied, vouching
from records.text.recurring import (
    moves_in_turn,
    posters,
    without_dashes,
    without_joints,
    without_recurring,
)
from records.text.table import mend
from records.text.titles import (
    NO_HEADING,
    FileHeading,
    bare,
    head_of_mail,
    is_columns,
    is_heading,
    labelled,
    only_side,
    players_of,
    side_and_player,
    title_lines,
    variant_of,
)
from records.text.tokens import (
    NUMBERED,
    PLIES,
    SENTENCE,
    LineTokens,
    likely_dialect,
    remarked,
    take_apart,
    without_dots,
    without_end_dashes,
    without_replies,
)
from records.which_game import possible_dialects, which_game
from records.words import (
    RULES,
    colour,
    game_named,
    listed_tags,
    plain,
    rules_named,
    variant_meant,
    variant_of_piece,
)

_WORD = lazy_pattern(r"\S+")
_GROUPS = lazy_pattern(r"(?:\([^()]*\)\s*)+")
_SEVERAL = lazy_pattern(rf"(?<!\S){ROW_NUMBER}(?!\S).*(?<!\S){ROW_NUMBER}(?!\S)")

_WORDS_OF = lazy_pattern(r"[^\W\d_]+")
_STOPS = (".", "!", "?", "\N{HORIZONTAL ELLIPSIS}")
_PLAIN_WORD = lazy_pattern(r"(?<!\S)[^\W\d_]{2,}(?![^\s.,;:!?])")

_WORDS = (Kind.MOVE, Kind.SUSPECT, Kind.WORD)

_OF_PROGRAM = ("# ludograph:", "; ludograph:")
"""Beginning of a comment that lists the findings to ignore in the game below."""


class GameReader:
    """Reads the lines of one game, or of several under one title."""

    def __init__(
        self,
        part: GameLines,
        path: str,
        assumptions: Assumptions,
        heading: FileHeading = NO_HEADING,
    ) -> None:
        self.part, self.assumptions, self.path, self.heading = part, assumptions, path, heading
        self.games: list[RecordBuilder] = []
        self.game = self._begin(part.first)
        self.game.diagrams = part.diagrams
        self.among: tuple[Dialect[object], ...] = ()
        """The dialects that the game may be in."""
        self.titled: str | None = None
        """The game that a title names."""
        self.odd: set[str] = set()
        self.above = [line.text for line in part.above]
        self.beside: list[tuple[int, str, str, int]] = []
        """Tags of games side by side: index of the game, name, value and number of the line."""

    def _begin(self, line: int) -> RecordBuilder:
        game = RecordBuilder(self.path, line, self.assumptions)
        self.games.append(game)
        return game

    def _begin_next(self, line: int) -> None:
        """Begin the next game, with the same game and dialect."""
        game = self.game
        self.game = self._begin(line)
        self.game.guess, self.game.dialect = game.guess, game.dialect

    @property
    def _pattern(self) -> re.Pattern[str] | None:
        return self.game.dialect.lenient_pattern if self.game.dialect else None

    @property
    def is_named(self) -> bool:
        """Whether the caller or a tag names the game."""
        return bool(self.assumptions.game or self.game.tags.get("Game"))

    def read(self) -> list[RecordBuilder]:
        """Read all lines, and return the games."""
        part, game = self.part, self.game
        self._take_tags()
        body = [*part.body, *part.after]
        self.among = possible_dialects(self.assumptions, game.tags)
        self._find_title()
        if self._take_plain(body, part.above):
            self._take_heading()
            return self.games
        last = [line for line in part.above if line.text.strip()][-1:]
        head = last[0].text if last else ""
        words = _WORDS_OF.findall(head) if is_heading(head) else []
        sides = [side for side in map(colour, words) if side]
        game.headed = len({*sides})
        behind = part.after if part.is_ended else []
        lines, players = self._laid_out(body[: len(body) - len(behind)], head)
        places = [at for at, line in enumerate(body) if line.is_row]
        self._take_player_of_side([*last, *body[: max(places, default=0)]])
        taken, dialect = self._take_apart(lines)
        self._take_players(players)
        rows = self._without_marks(taken)
        near = [LineTokens(line, []) for line in part.above[-SAMPLE:] if line.text.strip()]
        layout = self.assumptions.layout
        mended = mend(near, rows, dialect, layout, game.headed) if dialect else None
        games, notes, first = mended or ([rows], [], len(near))
        pattern = dialect.lenient_pattern if dialect else None
        games[-1] += self._without_marks([take_apart(line, pattern) for line in behind])
        rows_of_table = {id(row.line) for row in near[first:]}
        self.take_above([line for line in part.above if id(line) not in rows_of_table])
        order = tuple(sides or _sides_of(rows))
        firsts = list[int]()
        for index, game_rows in enumerate(games):
            if index:
                self._begin_next(next(row.line.number for row in game_rows if row.is_row))
                self._take_beside(index)
            firsts.append(len(self.games) - 1)
            self._take_rows(game_rows)
            if order == self.game.sides[::-1]:
                self.game.exchange_columns()
        taken_lines = [*part.above[-NEAR:], *body]
        with_moves = sum(line.is_row and line.first >= 0 for line in body)
        are_alone = with_moves <= len(self.game.moves) < 2 * with_moves
        self._take_players(posters(taken_lines) if are_alone else [])
        self._take_beside(len(self.beside))
        self._take_heading()
        for first, end, noted in zip(firsts, [*firsts[1:], len(self.games)], notes, strict=False):
            for one in noted:
                begun = [game for game in self.games[first:end] if game.line <= (one.line or 0)]
                (begun[-1] if begun else self.games[first]).notes.findings.append(one)
        return self.games

    def _laid_out(self, body: list[TextLine], head: str) -> tuple[list[TextLine], list[str]]:
        """Rearrange lines to one row each, in order of play.

        Args:
            body: the lines.
            head: the last line above them.

        Returns:
            The new lines, and the names of players that stood beside the moves.
        """
        notes, layout, players = self.game.notes, self.assumptions.layout, list[str]()
        apart = layout in (AUTO, SIDES)
        lines, how = moves_in_turn(body, only_side(head)) if apart else ([], "")
        if not (how or (lines := _running_text(body, layout))):
            players = without_recurring(body, notes, self.among or candidates(None, None))
            lines, how = _in_order(body, layout)
        if how:
            notes.add("layout", how, _first(lines))
        return lines, players

    def _without_marks(self, taken: Sequence[LineTokens]) -> list[LineTokens]:
        """Turn remarks into comments, and remove dots and dashes that stand for no ply."""
        width = max(USUAL, len(self.game.sides))
        rows = without_replies(without_dots(taken), width)
        kept = without_end_dashes(rows, width, self.game.notes)
        return [remarked(one, width) for one in kept]

    def _take_player_of_side(self, lines: Sequence[TextLine]) -> None:
        """Read the players of lines such as ``White (Anna)``, and leave only the side there."""
        for line in (line for line in lines if line.first < 0):
            if (named := side_and_player(line.text)) and named[1]:
                self.game.tags.setdefault(*named)
                message = f"read as tags: {listed_tags([named])}"
                self.game.notes.add("tag-words", message, line.place(0))
                words = (one.span() for one in _WORDS_OF.finditer(line.text) if colour(one[0]))
                start, end = next(words, (0, len(line.text)))
                line.blank(0, start)
                line.blank(end, len(line.text))

    def _take_players(self, players: Sequence[str]) -> None:
        """Add the names before the moves as tags of the players, unless tags name them."""
        game = self.game
        if players and game.tags.keys().isdisjoint(game.sides):
            found = dict(zip(game.sides, players, strict=False))
            game.tags |= found
            message = f"the names before the moves are read as tags: {listed_tags(found.items())}"
            game.notes.add("tag-words", message, (game.line, 1))

    def _take_players_below(self, line: TextLine) -> bool:
        """Read the tags in a line below the moves, such as ``White: Anna``; else return False."""
        game = self.game
        found = labelled(line.text, self.among) if game.moves else None
        named = dict(found.tags) if found and not found.before else {}
        if not named or not {*game.sides, "Winner"} - game.tags.keys() >= named.keys():
            return False
        game.tags |= named
        message = f"read as tags: {listed_tags(named.items())}"
        game.notes.add("tag-words", message, line.place(0), line.text.strip())
        return True

    def _take_plain(self, body: Sequence[TextLine], above: Sequence[TextLine]) -> bool:
        """Read a game of canonical moves if lines begin with row numbers; else return False."""
        game, lines = self.game, [line for line in body if line.text.strip()]
        if self.assumptions.layout != AUTO or any(line.comments or line.folded for line in lines):
            return False
        dialect, moves, rows = vouching(self.among, "\n".join(line.text for line in lines))
        if dialect is None or rows is None or self._decide(moves) is not dialect:
            return False
        if not rows.are_of(len(game.sides)):
            return False
        words = [(line, word) for line in lines
                 for word in _WORD.finditer(tied(line.text, dialect.inner_blanks))]  # fmt: skip
        size, end = rows.width + 1, rows.numbered + len(moves)
        begins = (
            at for at, (line, _) in enumerate(words) if not at or words[at - 1][0] is not line
        )
        if len(words) != end + bool(rows.result) or any(at % size and at < end for at in begins):
            return False
        game.dialect, ply = dialect, iter(moves)
        self.take_above(above)  # Comments there are of the game, not of its last move.
        for at, (line, word) in enumerate(words):
            place = line.place(word.start())
            if at == end:
                if result := match_result(word[0]):
                    game.ending.take(result, place)
            elif at % size:
                game.add_move(next(ply), place)
            else:
                game.numbers.take(at // size + 1, len(game.moves), place)
        return True

    # The lines above the moves.

    def _take_tags(self) -> None:
        """Read tags, also in lines such as ``Rouge : Paul``."""
        part, game = self.part, self.game
        # Values are kept as written; names of tags keep all their characters.
        hidden = {
            line.number: bool(INVISIBLE.search(line.written.partition('"')[2] or line.written))
            for line in {id(line): line for _, line in part.tags}.values()
        }
        for tag, line in part.tags:
            game.add_tag(tag.name, tag.value, line.number, hidden[line.number])
            if tag.is_loose:
                told = f"read as the tag {tag.name}: {tag.value!r}"
                game.notes.add("tag-words", told, (line.number, 1), line.written.strip())
        among = possible_dialects(self.assumptions, game.tags)
        mail = set(head_of_mail([line.written for line in part.above]))
        game.notes.findings += skipped([part.above[at] for at in sorted(mail)], is_above=True)
        above, part.above = [one for at, one in enumerate(part.above) if at not in mail], []
        head = next((line for line in above[::-1] if line.text.strip()), None)
        for line in above:
            text = line.shown(0, len(line.text))
            found = labelled(text, among)
            beside = found.before if found else text
            rules = None if {"Variant", "Title"} & game.tags.keys() else rules_named(beside)
            if rules and not game_named(beside):
                game.add_tag("Variant", rules, line.number, True)
                told = f"read as tags: {listed_tags([('Variant', rules)])}"
                game.notes.add("tag-words", told, (line.number, 1), text.strip())
            if found is None or (line is head and side_and_player(text) and self._has_sides()):
                part.above.append(line)
                continue
            seen = Counter[str]()
            for name, value in found.tags:
                usual = "Variant" if name in map(plain, RULES) else name
                self.beside.append((seen[usual], usual, value, line.number))
                seen[usual] += 1
            self._take_beside(0)
            place, message = (line.number, 1), f"read as tags: {listed_tags(found.tags)}"
            game.notes.add("tag-words", message, place, line.written.strip())
            if found.before:
                part.above.append(TextLine(line.number, found.before, found.before))

    def _take_beside(self, index: int) -> None:
        """Add the tags in `beside` for the games up to an index, from 0."""
        mine = [one for one in self.beside if one[0] <= index]
        self.beside = [one for one in self.beside if one[0] > index]
        for _, name, value, line in mine:
            self.game.add_tag(name, value, line, True)

    def _has_sides(self) -> bool:
        """Whether a line between the rows names a side, like a heading above its moves."""
        return any(side_and_player(line.text) for line in self.part.body if not line.is_row)

    def _find_title(self) -> None:
        """Find the game that a title names, if more than one game is possible."""
        if len({dialect.game for dialect in self.among}) == 1:
            return
        texts = [line.text for line in self.part.above]
        beside = [line.text[: max(line.first, 0)] for line in self.part.body[:1]]
        near = [self.game.tags.get("Title", ""), *texts[:NEAR], *texts[-NEAR:], *beside]
        named = next(filter(None, map(game_named, near)), None)
        self.titled = named[0] if named else self.heading.game

    def _take_heading(self) -> None:
        """Add the variant in the heading of the file as a tag, unless the game names its own."""
        game, (named, variant) = self.game, self.heading
        is_own = "Variant" in game.tags or variant_of(game.tags, game.game or "")[1]
        for text in self.above if game.game and not is_own else ():
            if meant := variant_of_piece(text, game.game or ""):
                game.tags["Variant"], is_own = meant, meant
                message = f"{text.strip()!r} names the variant {meant}"
                game.notes.add("tag-words", message, (game.line, 1))
                break
        if variant and game.game and not is_own and named in (None, game.game):
            meant = variant_meant(game.game, variant)
            if is_variant_string(game.game, meant):
                game.tags["Variant"] = variant
                message = f"the heading of the file names the rules: {variant!r}"
                game.notes.add("title", message, (game.line, 1))

    def take_above(self, above: Sequence[TextLine]) -> None:
        """Read the title among the lines above the moves, and note the other lines."""
        game = self.game
        for line in above:
            if HOLDER in line.text:
                for token in line.comments.values():
                    game.add_comment(token.text)
                line.text = line.text.replace(HOLDER, " ")
            if (remark := line.text.strip()).startswith(_OF_PROGRAM):
                game.add_comment(remark.lstrip("#; "))
                line.text = ""
        lines = [(line.number, line.text) for line in above]
        if title := [] if "Title" in game.tags or not lines else title_lines(lines):
            lines = [entry for entry in lines if entry not in title]
            text, place = " ".join(bare(one) for _, one in title), (title[0][0], 1)
            game.tags["Title"] = text
            message = f"read as the title: {text!r}"
            found = dict[str, str]()
            for one in dict.fromkeys((text, *(bare(one) for _, one in title))):
                found |= players_of(one, game.game)
            scores = (match_result(text, word.start()) for word in _WORD.finditer(text))
            is_scored = may_state(text) or any(one and one.value != UNDECIDED for one in scores)
            if is_scored and "Result" not in found:
                message += "; a result in it is not read"
            game.notes.add("title", message, place)
            for name, value in found.items():
                if name not in game.tags:
                    game.tags[name] = value
                    game.notes.add("tag-words", f"read as tags: {name} {value!r}", place)
        taken = [TextLine(number, text, text) for number, text in lines]
        game.notes.findings += skipped(taken, is_above=True)

    # Game and dialect.

    def _decide(self, moves: Sequence[str]) -> Dialect[object] | None:
        """Return the dialect of moves, and store the guess; None if no dialect reads any move."""
        found = which_game(moves, self.among, self.titled, self.is_named) if moves else None
        if found is None:
            return None
        self.game.guess = found
        dialects = ((one.game, one.name) for one in self.among)
        return self.among[[*dialects].index((found.game or "", found.dialect or ""))]

    def _take_apart(
        self, lines: Sequence[TextLine]
    ) -> tuple[list[LineTokens], Dialect[object] | None]:
        """Return the tokens of lines, and the dialect that fits best; None without dialects."""
        if not self.among:
            return [take_apart(line, None) for line in lines], None
        dialect, found = self._in_dialect(lines)
        if found is None and not self.is_named:
            installed = installed_candidates(self.assumptions.dialect)
            among, self.among = self.among, installed
            if installed:
                dialect, found = self._in_dialect(lines)
            self.among = among
        self.game.dialect = found
        _joined(lines, dialect, self.game)
        own = [one for one in self.among if one.game == dialect.game]
        without_dashes(lines, dialect, own, self.game.notes)
        without_joints(lines, dialect, self.game.notes)
        return [take_apart(line, dialect.lenient_pattern) for line in lines], dialect

    def _in_dialect(
        self, lines: Sequence[TextLine]
    ) -> tuple[Dialect[object], Dialect[object] | None]:
        """Return the dialect that splits lines best into tokens, and the dialect of their moves.

        The second is None if no dialect reads a move; else both are the same.
        """
        cut = likely_dialect(lines, self.among, self.titled)
        rows = [take_apart(line, cut.lenient_pattern) for line in lines]
        moves = [one.text for row in rows for one in row.tokens if one.kind is Kind.MOVE]
        found = self._decide([text for text in moves if text != NOTHING])
        return found or cut, found

    # Tokens.

    def _take_rows(self, rows: Sequence[LineTokens]) -> None:
        """Read the tokens of lines in order; row number 1 may begin the next game."""
        prose: list[TextLine] = []
        for line, found, is_sure in rows:
            if is_sure is False:
                self.game.notes.findings += skipped([line], is_above=True)
                continue
            is_heard = line.mover is not None and _is_damaged_ply(line, found)
            if is_heard:
                label = found[:1] if len(found) > 1 and found[0].kind is Kind.NUMBER else []
                start, end = found[len(label)].start, found[-1].end
                whole = line.text[start:].strip()
                found = [*label, Token(Kind.SUSPECT, whole, start, end, whole)]
            elif line.mover is not None and _is_ply_and_remark(found):
                is_heard, (move, first, *_) = True, found
                said = line.shown(first.start, len(line.text))
                found = [move, Token(Kind.COMMENT, said, first.start, len(line.text.rstrip()))]
            bare = line.text.strip()
            is_bracketed = self.game.moves and bare[:1] == "[" and bare[-1:] == "]"
            if is_bracketed and (result := stated(bare[1:-1])):
                self._skip(prose)
                prose = []
                self.game.ending.take(result, line.place(line.text.index("[")))
                continue
            is_game = is_sure or is_heard or line.is_row
            if (
                is_game
                and not (is_sure or is_heard)
                and len(found) == 1
                and any(one.text.strip() for one in prose)
            ):
                # A name below a letter, such as Al, is not a move.
                dialect = self.game.dialect
                is_odd = found[0].kind in PLIES and dialect is not None
                is_game = not (is_odd and dialect and not dialect.are_canonical([found[0].text]))
            if not is_game:
                if won := self.game.ending.named(line.text.strip()):
                    self.game.ending.take(won, line.place(0))
                elif not self._take_players_below(line):
                    prose.append(line)
                continue
            if self.game.moves and _is_prose(prose):
                self._take_prose(prose)
            else:
                self._skip(prose)
            prose = []
            self._note_odd(self.game, line)
            self._take_tokens(line, found, bool(is_sure))
        self._skip(self._take_told(prose))
        self._take_told_beside()

    def _due_words(self, found: Sequence[Token]) -> list[Token]:
        """Return the words that may be misread moves, if a line has the next row number."""
        last = self.game.numbers.last
        is_numbered = bool(found) and found[0].kind is Kind.NUMBER and bool(found[0].written)
        if not is_numbered or (last is not None and int(found[0].text) != last + 1):
            return []
        words = [one for one in found[1:] if one.kind in (Kind.WORD, Kind.SUSPECT)]
        if moves := sum(one.kind is Kind.MOVE for one in found):
            is_like = any(
                any(map(str.isdigit, one.text)) or (one.text.isalpha() and len(one.text) < 4)
                for one in words
            )
            return words if moves == len(words) == 1 and is_like else []
        return words if last is not None and len(words) <= 2 * USUAL else []

    def _take_prose(self, lines: Sequence[TextLine]) -> None:
        """Read sentences between two rows as a comment on the move above."""
        written = [line for line in lines if line.text.strip()]
        text = " ".join(" ".join(line.written.split()) for line in written)
        self.game.add_comment(text)
        tokens = [one for line in written for one in take_apart(line, self._pattern).tokens]
        if any(map(_is_like_move, tokens)):
            message = f"{quoted(text)} is read as a comment: no move in it is played"
            self.game.notes.add("comment", message, written[0].place(0), text)

    def _take_told(self, lines: Sequence[TextLine]) -> list[TextLine]:
        """Read a sentence below the moves that tells the result, unless it is known.

        Return the other lines.
        """
        ending = self.game.ending
        for at, line in enumerate(lines[:NEAR] if self.game.moves and not ending.value else ()):
            if found := told(ending.by_side(line.text)):
                ending.take(replace(found, written=line.text.strip()), line.place(0))
                return [*lines[:at], *lines[at + 1 :]]
        return [*lines]

    def _take_told_beside(self) -> None:
        """Read the result from the comment on the last move, if the text states no other."""
        game, ending = self.game, self.game.ending
        said = game.details.get(len(game.moves) - 1, {}).get("comment")
        if isinstance(said, str) and not ending.value and (found := told(ending.by_side(said))):
            ending.take(replace(found, written=said), game.places[-1])

    def _skip(self, lines: Sequence[TextLine]) -> None:
        """Add notes on lines without moves between the rows."""
        rows = [take_apart(line, self._pattern).tokens for line in lines]
        likely = [[one for one in row if _is_like_move(one)] for row in rows]
        more = "; no move in it is played" if any(likely) else ""
        for one in skipped(lines, is_above=True):
            self.game.notes.findings.append(one.at(message=f"{one.message}{more}"))
        lost = [
            line
            for line, row, moves in zip(lines, rows, likely, strict=True)
            if len(moves) > 1 and 2 * len(moves) > sum(one.kind in _WORDS for one in row)
        ]
        if lost:
            message = f"moves of {plural(len(lost), 'line')} may be missing: no row could be read"
            self.game.notes.add("missing-moves", message, lost[0].place(0))

    def _take_tokens(self, line: TextLine, found: Sequence[Token], is_sure: bool) -> None:
        due = self._due_words(found)
        tokens = [one._replace(kind=Kind.SUSPECT) if one in due else one for one in found]
        mover = None if is_sure else line.mover
        for index, token in enumerate(tokens):
            game = self.game
            if token.kind is Kind.NUMBER:
                number, last = int(token.text), game.numbers.last or 0
                if 0 < index == len(tokens) - 1 and number - last not in (0, 1):
                    text = line.text[token.start : token.end]
                    token = token._replace(kind=Kind.COMMENT, text=text, written=text)
            if mover is not None and token.kind in PLIES:
                self.game.take_mover(*mover, line.place(token.start))
                mover = None
            self.game.take(token, line)

    def _note_odd(self, game: RecordBuilder, line: TextLine) -> None:
        """Note that unusual characters of a line were replaced, once for each kind."""
        for one in (line, *(below for _, below in line.below)):
            if one.folded and not {odd for _, odd in one.folded.odd} <= self.odd:
                known = {found.code for found in game.notes.findings}
                notes = [found.at(line=one.number) for found in one.folded.notes()]
                game.notes.findings += [found for found in notes if found.code not in known]
                self.odd |= {odd for _, odd in one.folded.odd}


def _sides_of(rows: Sequence[LineTokens]) -> list[str]:
    """Return the sides in the order of their moves in a row; empty if no row names a side."""
    tokens = next((row.tokens for row in rows if row.has(Kind.NUMBER) and row.has(Kind.SIDE)), [])
    kinds = [one.kind for one in tokens]
    named = [one.text for one in tokens if one.kind is Kind.SIDE]
    first = kinds.index(Kind.MOVE) if Kind.MOVE in kinds else len(kinds)
    if len(named) == 1 and kinds.index(Kind.SIDE) > first:
        pair = next((one for one in COLOURS if named[0] in one), ())
        named = [*({*pair} - {*named}), *named]
    return named


def _is_prose(lines: Sequence[TextLine]) -> bool:
    """Whether lines are sentences: a full stop at the end, and several words or no digits."""
    text = " ".join(line.text.strip() for line in lines).strip()
    are_words = not any(map(str.isdigit, text)) and LONG_WORD.search(text) is not None
    return text[-1:] in _STOPS and (are_words or len(_PLAIN_WORD.findall(text)) > SENTENCE)


def _is_like_move(token: Token) -> bool:
    is_odd = token.kind is Kind.SUSPECT and any(map(str.isdigit, token.text))
    return token.kind is Kind.MOVE or is_odd


def _is_ply_and_remark(found: Sequence[Token]) -> bool:
    """Whether tokens are a move and one or two words: ``E1 nice``."""
    kinds = [one.kind for one in found]
    return kinds in ([Kind.MOVE, Kind.WORD], [Kind.MOVE, Kind.WORD, Kind.WORD])


def _is_damaged_ply(line: TextLine, found: Sequence[Token]) -> bool:
    """Whether the text after a side's name is no move and no result, and may be a damaged move."""
    plies = [one.kind is Kind.MOVE for one in found if one.kind in PLIES]
    is_read = bool(plies) and all(plies)
    is_result = any(one.kind is Kind.RESULT for one in found)
    return bool(found) and not (is_read or is_result) and any(map(str.isalnum, line.text))


def _first(lines: Sequence[TextLine]) -> Place:
    """Return the place of the first non-blank character in lines."""
    line = next((one for one in lines if one.text.strip()), lines[0])
    return line.place(len(line.text) - len(line.text.lstrip()))


def _running_text(lines: Sequence[TextLine], layout: str) -> list[TextLine]:
    """Return one line for each row of running text; none if the lines have another layout."""
    rows = [_row_line(lines, row) for row in running_rows(_words(lines))] if layout == AUTO else []
    for row in rows:
        row.is_row |= NUMBERED.match(row.text) is not None
    return rows


def _in_order(lines: list[TextLine], layout: str) -> tuple[list[TextLine], str]:
    """Return lines cut into one row each, in order of play, and a sentence on the layout.

    The sentence is empty if each line had one row.
    """
    several = sum(bool(_SEVERAL.search(line.text)) for line in lines)
    if layout not in (AUTO, BLOCKS) or not several:
        return lines, ""
    words = _words(lines)
    ordered, how = in_reading_order(words)
    if len(ordered) <= len(words):
        return lines, ""
    parts = [_row_line(lines, row) for row in ordered]
    return parts, f"the sheet is read as {how}" if how else ""


def _words(lines: Sequence[TextLine]) -> list[list[Word]]:
    """Return the words of each line with text, with their places; bars are left out."""
    words = [
        [Word(one[0], index, one.start()) for one in _WORD.finditer(line.text) if one[0].strip("|")]
        for index, line in enumerate(lines)
    ]
    return [one for one in words if one]


def _row_line(lines: Sequence[TextLine], row: Sequence[Word]) -> TextLine:
    """Return a row as one line; its words may come from several of the lines."""
    parts = list[TextLine]()
    for at, found in groupby(row, key=lambda word: word.line):
        words = list(found)
        parts.append(lines[at].part(words[0].column, words[-1].column + len(words[-1].text)))
    return joined(parts)


def _joined(lines: Sequence[TextLine], dialect: Dialect[object], game: RecordBuilder) -> None:
    """Join the parts of a move that is split over two lines: ``9.9.2SW-`` above ``2x1``.

    The second part is moved up to the first. Removals on a line below their turn are moved up, too.
    """
    latest = None
    for line in lines:
        if not line.text.strip():
            continue
        above, latest = latest, line
        head, text = above.text.rstrip() if above else "", line.text.strip()
        if above is None or not (head and text) or line.comments or above.comments:
            continue
        for whole, end in _wholes(above, text, dialect):
            spans = replace(above, text=whole).moves(dialect.lenient_pattern)
            start, stop = spans[-1] if spans else (0, 0)
            if stop == len(whole) and start < len(head) - 1:
                message = (
                    f"{text[:end]!r} is read as the end of {whole[start:]!r}, on the line above"
                )
                game.notes.add("row-cut", message, line.place(line.text.index(text)), text[:end])
                above.text = whole
                line.text = " " * (len(line.text.rstrip()) - len(text) + end) + text[end:]
                latest = line if line.text.strip() else above  # More of the turn may follow.
                break


def _wholes(above: TextLine, text: str, dialect: Dialect[object]) -> Iterator[tuple[str, int]]:
    """Yield ways to complete a line with the beginning of the next line.

    Args:
        above: the line.
        text: the next line, without blanks around it.

    Yields:
        The completed line, and the number of characters taken from the next.
    """
    head = above.text.rstrip()
    end = text.index(")") + 1 if head.count("(") > head.count(")") and ")" in text else 0
    end = end or len(text.split(maxsplit=1)[0])
    if head[-1] == "-":
        ways = [f"{head[:-1]}{text[:end]}", f"{head}{text[:end]}"]
        # The dash is a hyphen, or part of the move.
        ways.sort(key=lambda whole: not dialect.are_canonical(whole.split()[-1:]))
        yield from ((whole, end) for whole in ways)
    elif head[-1] == ",":
        yield f"{head} {text[:end]}", end
    elif dialect.continues_turn(part := text.split(", ", 1)[0]):
        yield f"{head} {part}", len(part)
    elif groups := _GROUPS.match(text):
        part, moves = groups[0].rstrip(), above.moves(dialect.lenient_pattern)
        # Where moves have counts, such as that of the reserve, one may begin a line.
        has_counts = dialect.counts and any(
            dialect.counts.search(head[slice(*one)]) for one in moves
        )
        if has_counts or dialect.continues_turn(part):
            yield f"{head} {part}", len(part)


def skipped(lines: Sequence[TextLine], is_above: bool = False) -> list[Finding]:
    """Return notes on lines that are not read.

    Args:
        lines: the lines.
        is_above: whether headings of a table at their end get notes of their own.
    """
    written = [(line.number, line.written.strip()) for line in lines if line.text.strip()]
    notes: list[Finding] = []
    while is_above and written and (is_heading(written[-1][1]) or is_columns(written[-1][1])):
        number, text = written.pop()
        message = f"{' '.join(text.split())!r} is read as the heading of the table"
        notes.append(note("heading", message).at(line=number, column=1))
    if written:
        first, last = written[0][0], written[-1][0]
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        message = f"skipped {where}: text that belongs to no game"
        if len(written) <= LEAST_ROWS and any(
            may_state(text) or ends_in_points(text) for _, text in written
        ):
            message = f"{message}; it may state a result, and is not understood"
        notes.append(note("skipped-text", message).at(line=first, column=1))
    return notes[::-1]
