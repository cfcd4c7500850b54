"""Man pages of all commands, from their help; a wheel brings them along.

python -m scripts.man_pages build/man
"""

from collections.abc import Iterator
from pathlib import Path

import click

from analysis.version import __version__
from scripts.commands import EXIT_STATUS, HelpPage, every_command

SECTION = 1


def man_page(page: HelpPage) -> str:
    """Return the man page of a command in roff."""
    return "\n".join(_lines(page)) + "\n"


def _lines(page: HelpPage) -> Iterator[str]:
    title = page.file.upper()
    yield f'.TH "{title}" "{SECTION}" "" "ludograph {__version__}" "ludograph"'
    yield from (".nh", ".ad l")
    yield from (".SH NAME", f"{_plain(page.file)} \\- {_plain(page.line)}")
    yield from (".SH SYNOPSIS", f".B {_plain(page.name)}", _plain(page.usage))
    yield ".SH DESCRIPTION"
    for paragraph in page.paragraphs:
        yield from (".PP", _plain(paragraph))
    for heading, rows in ("COMMANDS", page.commands), ("OPTIONS", page.options):
        if rows:
            yield f".SH {heading}"
            yield from _terms(rows)
    yield from (".SH EXIT STATUS", *_terms(EXIT_STATUS))
    if page.examples:
        yield from (".SH EXAMPLES", ".nf", *map(_plain, page.examples), ".fi")
    yield ".SH SEE ALSO"
    group = page.name.rpartition(" ")[0].replace(" ", "-")
    others = [f"{page.file}-{name}" for name, _ in page.commands] or [group or "ludograph"]
    yield ",\n".join(f".BR {_plain(name)} ({SECTION})" for name in others).replace(",\n", " ,\n")


def _terms(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, text in rows:
        yield from (".TP", f"\\fB{_plain(term)}\\fR", _plain(text))


def _plain(text: str) -> str:
    """Return a text that roff prints as it stands."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("|", "|\\:")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def write(folder: Path) -> list[Path]:
    """Write the man pages of all commands into a folder, and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for page in every_command():
        path = folder / f"{page.file}.{SECTION}"
        path.write_text(man_page(page), encoding="utf-8", newline="\n")
        written.append(path)
    return written


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Write the man pages into FOLDER."""
    write(folder)


if __name__ == "__main__":
    main()
