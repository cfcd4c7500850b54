"""The settings of a folder: ``ludograph.toml``, or ``[tool.ludograph]`` of ``pyproject.toml``.

The settings of the nearest file in a folder or its parents apply. If a folder has both files, those
of ``ludograph.toml`` apply.
"""

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from analysis.replay.findings import Policy
from notation.errors import LudographError, UnknownName, did_you_mean
from notation.registry import dialects, loadable, name_of
from records.sources.names import FileFilter, path_pattern

OWN, SHARED = "ludograph.toml", "pyproject.toml"

FORMATS = ("full", "concise", "json", "github", "sarif", "junit")
"""The output formats of ``ludograph check``."""


class InvalidSettings(LudographError):
    """A settings file cannot be read, or has an unknown or invalid setting."""


class Settings(NamedTuple):
    """The settings of a file. A field has its default if the file does not set it.

    Attributes:
        path: path of the file.
        game: name of the game, where it cannot be guessed.
        variant: variant of all records.
        dialect: notation of all moves.
        include: patterns of the files in folders that are read.
        exclude: patterns of files and folders that are not read.
        select: the codes of findings that count.
        ignore: the codes of findings that do not count.
        strict: whether a note on data of the source that were left out is an error.
        output_format: output format of ``check``, one of `FORMATS`.
    """

    path: str
    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    output_format: str | None = None

    def value(self, name: str, game: str | None = None) -> Any:
        """Return a setting, or None if it is not set.

        Patterns of paths are returned with the folder of the file before them.

        Args:
            name: the name of the setting in this class.
            game: the game named by the user; None if none is. A variant or dialect that the file
                sets for another game is not returned.
        """
        if name in ("variant", "dialect") and game is not None and game != self.game:
            return None
        value = getattr(self, name)
        if name in ("include", "exclude"):
            return tuple(path_pattern(one, os.path.dirname(self.path)) for one in value)
        return value or None

    def named(self) -> dict[str, Any]:
        """Return the settings that are set, by their names in the file."""
        found = self._asdict()
        return {one: found[field] for one, field in KEYS.items() if found[field] not in ((), None)}

    def policy(self) -> Policy:
        """Return the policy on which findings count."""
        return Policy(frozenset(self.select), frozenset(self.ignore), self.strict)

    def files(self) -> FileFilter:
        """Return the filter of the files that are read."""
        return FileFilter(self.value("include"), self.value("exclude"))


KEYS = {field.replace("_", "-"): field for field in Settings._fields[1:]}
"""The names of settings in a file, and the fields that they set."""


def find_settings(folder: str) -> Settings | None:
    """Return the settings that apply in a folder; None if no file sets anything.

    Raises:
        InvalidSettings: the file cannot be read, or a setting is invalid.
    """
    folder = os.path.abspath(folder)
    while True:
        for name in (OWN, SHARED):
            path = os.path.join(folder, name)
            try:
                changed = os.stat(path).st_mtime_ns
            except OSError:
                continue
            if found := _read(path, changed):
                return found
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


@lru_cache(maxsize=64)
def _read(path: str, changed: int) -> Settings | None:
    """Return the settings in a file; None if it has none.

    Args:
        path: path of the file.
        changed: the time of its last change; a changed file is read again.
    """
    try:
        with open(path, "rb") as file:
            content = file.read()
        is_own = os.path.basename(path) == OWN
        if not is_own and b"tool.ludograph" not in content:
            return None
        # Loaded here: most commands find no settings.
        import tomllib

        found: Any = tomllib.loads(content.decode())
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidSettings(f"{path}: cannot be read: {error}") from None
    if not is_own:
        tools = found.get("tool")
        found = tools.get("ludograph") if isinstance(tools, dict) else None
        if found is None:
            return None
    return _settings(path, found)


def _settings(path: str, found: object) -> Settings:
    """Return the settings of a table.

    Raises:
        InvalidSettings: a setting is unknown, has a wrong type, or names something unknown.
    """
    if not isinstance(found, Mapping):
        raise InvalidSettings(f"{path}: tool.ludograph must be a table")
    values = dict[str, Any]()
    for name, value in found.items():
        if name not in KEYS:
            known = f"{did_you_mean(name, KEYS)}; there are: {', '.join(KEYS)}"
            raise InvalidSettings(f"{path}: no setting {name!r}{known}")
        values[KEYS[name]] = _typed(path, name, value)
    made = Settings(path, **values)
    try:
        if made.game:
            made = made._replace(game=name_of(made.game))
        if made.dialect and not any(
            made.dialect.casefold() == one.name for family in loadable(dialects) for one in family
        ):
            raise UnknownName(f"no game has the dialect {made.dialect!r}")
        if made.output_format and made.output_format not in FORMATS:
            raise UnknownName.among("output-format", made.output_format, FORMATS)
        check_codes((*made.select, *made.ignore))
    except UnknownName as error:
        raise InvalidSettings(f"{path}: {error}") from None
    return made


def _typed(path: str, name: str, value: object) -> object:
    """Return the value of a setting, with a list as a tuple, after checking its type."""
    usual = Settings._field_defaults[KEYS[name]]
    if isinstance(usual, bool):
        fits, what = isinstance(value, bool), "true or false"
    elif isinstance(usual, tuple):
        fits, what = isinstance(value, list) and all(isinstance(one, str) for one in value), "texts"
    else:
        fits, what = isinstance(value, str), "a text"
    if not fits:
        raise InvalidSettings(f"{path}: {name} must be {what}, not {value!r}")
    return tuple(value) if isinstance(value, list) else value


def check_codes(codes: Iterable[str]) -> None:
    """Check that all codes are those of findings.

    Raises:
        UnknownName: a code is unknown.
    """
    if codes := list(codes):
        from notation.catalogue import catalogue

        known = {kind.code for kind in catalogue()}
        for code in codes:
            if code not in known:
                meant = did_you_mean(code, known)
                raise UnknownName(f"no finding has the code {code!r}{meant}; see docs/findings.md")
