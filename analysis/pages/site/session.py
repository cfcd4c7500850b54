"""The worker of the browser page: a text under edit, and commands run on it.

Requests and answers are JSON, as in the workbench (`analysis.pages.transcribe.session`). One folder
of the worker has the files dropped on the page, the text, and the output of commands.
"""

import gc
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from analysis.batch import InputOptions
from analysis.editing.document import Document, PlacedGame
from analysis.games import GAMES
from analysis.pages.shell import part
from analysis.pages.transcribe.place import Caret, Json
from analysis.pages.transcribe.session import (
    Asked,
    FoundRepair,
    InvalidRequest,
    TextSession,
    UnusableText,
    whole,
)
from analysis.pages.transcribe.sheets import DONE, Scan, UnusableScan, scans_of
from analysis.pages.view.game import GameText
from notation import LudographError, dialects
from records.classics import classics
from records.formats import by_suffix, sniff
from records.sources.boundary import UnreadableFile
from records.sources.names import streams

SCANNED = ("hocr", "alto", "tsv")
"""Formats of texts recognised in scans."""

TOUR = "tour"
"""The name of the example that is not a bundled game."""

WRITTEN = {"text": ".txt", "jsonl": ".jsonl", "csv": ".csv", "csv-games": ".games.csv",
           "abstractplay-json": ".json", "sgf": ".sgf"}  # fmt: skip
"""Formats that can be written, with their suffixes. Parquet is missing: it needs compiled code."""

UNREAD = (
    "No text of the scan was dropped, and a browser reads no pictures: type the text on it, or "
    "run tesseract (tesseract sheet.png sheet hocr), and drop sheet.png and sheet.hocr together."
)

_UNPICTURED = Path()

RunCommand = Callable[[Sequence[str], Path], Json]
"""Runs a command line in a folder; returns its ``status``, ``out`` and ``err``."""


class BrowserSession(TextSession):
    """The session of a text under edit in a browser.

    Args:
        folder: the folder for the text, opened files and output.
        command: runs command lines in that folder.
    """

    def __init__(self, folder: Path, command: RunCommand) -> None:
        super().__init__("game.txt", "", InputOptions())
        self._folder, self._command, self._notes = folder, command, list[str]()

    @property
    def answers(self) -> dict[str, Callable[[Asked], Json]]:
        """Name of a request -> function of the parameters that returns the answer."""
        return super().answers | {
            "open": lambda asked: self.open(_texts(asked, "names")),
            "example": lambda asked: self.example(str(asked.get("name"))),
            "seek": lambda asked: self.seek(
                whole(asked, "line"), whole(asked, "seconds")
            )._asdict(),
            "adopt": lambda asked: self.adopt(_repair(asked)),
            "games": lambda _: self.games(),
            "run": lambda asked: self.run(_texts(asked, "words"), str(asked.get("output") or "")),
            "picture": lambda asked: self.picture(whole(asked, "line"), whole(asked, "units")),
        }

    def state(self) -> Json:
        """Return the data with which a page starts."""
        return super().state() | {
            "name": self._name,
            "notes": self._notes,
            "formats": WRITTEN,
            "dialects": {game: [one.name for one in dialects(game)] for game in GAMES},
            "examples": [TOUR, *classics()],
        }

    def open(self, names: Sequence[str]) -> Json:
        """Open files of the folder, texts or scans with recognised text; remove all other files."""
        self._notes = []
        for old in self._folder.iterdir():
            if old.is_file() and old.name not in names:
                old.unlink()
        pictures: list[str] = []
        recognised: list[tuple[str, str]] = []
        texts: list[tuple[str, str]] = []
        for name in names:
            path = str(self._folder / name)
            form = by_suffix(path)
            if form and form.name == "image":
                pictures.append(path)
                continue
            text = self._read(path)
            is_scan = sniff(text, path).name in SCANNED
            (recognised if is_scan else texts).append((path, text))
        if pictures or recognised:
            self._open_scans([*(path for path, _ in recognised), *pictures])
        else:
            self._take_scans(())
        if texts:
            self._open_texts(texts)
        return self.state()

    def _read(self, path: str) -> str:
        """Return the text of a file, whatever its encoding."""
        texts = []
        for stream in streams([path]):
            try:
                texts.append("".join(stream.blocks()))
            except UnreadableFile as error:
                raise UnusableText(f"{Path(path).name}: {error}") from None
            self._notes += [f"{note.message}." for note in stream.findings]
        return "\n".join(texts)

    def _open_scans(self, paths: Sequence[str]) -> None:
        found: dict[Path, list[Scan]] = {}
        for path in paths:
            try:
                pages = scans_of(path)
            except UnusableScan:
                if by_suffix(path) and by_suffix(path).name == "image":  # type: ignore[union-attr]
                    raise
                pages = [Scan(_UNPICTURED, Path(path), b"", "")]
            found.setdefault(pages[0].path or Path(path), pages)
        self._take_scans([page for pages in found.values() for page in pages])
        self._reader.read()
        if self._reader.state == DONE:
            self._rename("game.txt")
            self._change(self._reader.text, False)
        elif any(scan.source == scan.path for scan in self.scans):
            self._reader.why = UNREAD

    def _open_texts(self, texts: Sequence[tuple[str, str]]) -> None:
        """Open texts; other formats are converted to plain text if all their games can be."""
        path, text = texts[-1]
        form = sniff(text, path)
        name = Path(path).name
        if len(texts) > 1:
            text = "\n\n".join(text for _, text in texts)
            self._notes.append(f"The texts of {len(texts)} files are shown one below the other.")
        elif form.name != "text":
            done = self._command(["convert", name, "--to", "text"], self._folder)
            if done["status"] == 0:
                name, text = f"{Path(name).stem}.txt", str(done["out"])
                self._notes.append(f"Converted from {form.name} to text.")
            else:
                self._notes.append(f"Shown as {form.name}: it has errors, and is not converted.")
        self._rename(name)
        self._change(text, False)

    def _rename(self, name: str) -> None:
        self._name = name
        self._document = Document(quote(name), self._document.lines, self.revision, self._reading)

    def example(self, name: str) -> Json:
        """Open an example: a bundled game, or the tour, a text with typical errors."""
        self._notes = []
        self._take_scans(())
        if name == TOUR:
            text = part("analysis.pages.site", "tour.txt")
        elif name in classics():
            text = self._read(f"classic:{name}")
        else:
            raise InvalidRequest(f"there is no example {name!r:.40}")
        self._rename(f"{name}.txt")
        self._change(text, False)
        return self.state()

    def place(self, caret: Caret) -> Json:
        """Return the board and the moves for a caret position, and the rules of the game."""
        game = self._document.game_at(caret.line)
        about = GameText(game.replay).rules if game else ""
        return super().place(caret) | {"about": about}

    def games(self) -> Json:
        """Return a row of data for each game of the text."""
        return {"games": list(map(_game_row, self._games))}

    def picture(self, line: int, units: int) -> Json:
        """Draw the position at a place in the text as SVG.

        Args:
            line: the line, from 0.
            units: offset in the line, in UTF-16 units.
        """
        game = self._document.game_at(line)
        if game is None:
            raise InvalidRequest("there is no game at this place")
        column = self._document.lines.column(line, units)
        index = game.ply_at(line, column)
        ply = game.plies_before(line, column) if index is None else index + 1
        shown = str(min(ply, len(game.plies)))
        return self.run(["show", "{}", "--nth", str(game.number), "--ply", shown], "board.svg")

    def run(self, words: Sequence[str], output: str = "") -> Json:
        """Run a command line on the text.

        Args:
            words: the command and its options, with ``{}`` for the name of the text.
            output: name of the output file; empty if there is none.

        Returns:
            ``status``, the printed texts ``out`` and ``err``, and ``made``: the path of the output
            file, or an empty text.
        """
        (self._folder / self._name).write_bytes(self._text.encode())
        made = self._folder / "made" / Path(output).name if output else None
        if made:
            made.parent.mkdir(exist_ok=True)
            made.unlink(missing_ok=True)
        named = [self._name if word == "{}" else word for word in words]
        done = self._command([*named, *(("-o", str(made)) if made else ())], self._folder)
        return done | {"made": str(made) if made and made.exists() else ""}


def _game_row(placed: PlacedGame) -> Json:
    game = GameText(placed.replay)
    record = game.game.record
    # The game was read by itself, and so has the number 1.
    sentence = game.sentence.replace(f" {record.source.game} ", f" {placed.number} ", 1)
    return {
        "line": placed.first_line,
        "title": game.title,
        "rules": game.rules,
        "result": record.result,
        "plies": len(record.moves),
        "played": game.game.played,
        "word": game.word,
        "sentence": sentence,
        "good": game.is_good,
    }


def _texts(asked: Asked, name: str) -> list[str]:
    found = asked.get(name)
    if not (isinstance(found, list) and all(isinstance(one, str) for one in found)):
        raise InvalidRequest(f"{name} must be texts")
    return found


def _repair(asked: Asked) -> FoundRepair:
    try:
        return FoundRepair(**asked)  # type: ignore[arg-type]  # as `seek` has written it
    except TypeError:
        raise InvalidRequest("this is not a repair") from None


def answerer(folder: str, command: RunCommand) -> Callable[[str, str], str]:
    """Return a function that answers requests.

    It takes the name of a request and its parameters as JSON, and returns the answer as JSON. The
    answer to a failed request is ``{"error": SENTENCE}``. The folder is created if it does not
    exist.
    """
    Path(folder).mkdir(exist_ok=True)
    session = BrowserSession(Path(folder), command)

    def answer(name: str, asked: str) -> str:
        try:
            return json.dumps(session.answers[name](json.loads(asked)))
        except (LudographError, OSError) as error:
            return json.dumps({"error": str(error)})
        except Exception as error:
            mistake = f"a mistake in ludograph: {type(error).__name__}: {error}"
            return json.dumps({"error": mistake})

    return answer


def warm(folder: str, command: RunCommand) -> None:
    """Load the modules that most texts need, before a snapshot of the memory is taken."""
    answer = answerer(folder, command)
    for at, name in enumerate([TOUR, *classics()]):
        text = json.dumps({"name": name})
        found = json.loads(answer("example", text))
        line, units = found["end"] or (0, 0)
        for question, asked in _WARMING:
            answer(question, json.dumps({**asked, "line": line, "units": units}))
        if at == 0:
            answer("seek", json.dumps({"line": line, "seconds": 1}))
    gc.collect()  # closes open files before the snapshot


_WARMING: Sequence[tuple[str, Mapping[str, object]]] = (
    ("place", {}),
    ("games", {}),
    ("picture", {}),
    ("run", {"words": ["convert", "{}", "--to", "jsonl"], "output": "warm.jsonl"}),
    ("run", {"words": ["view", "{}", "--no-browser"], "output": "warm.html"}),
    ("run", {"words": ["score", "{}"]}),
)
