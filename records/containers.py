"""The registry of containers: the formats that records are kept in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from notation import UnknownName
from records.hints import Hints
from records.jsonl import read_jsonl, write_jsonl
from records.model import Record
from records.text import read_text
from records.text_writer import write_text


@dataclass(frozen=True, slots=True)
class Container:
    """A format for records.

    Attributes:
        name: as the command line takes it.
        suffixes: endings of the names of such files.
        sniff: tells from the beginning of a text whether it is of this format.
        read: yields the records of a text; takes its blocks, the name of the source, and hints.
        write: returns one record as text.
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    read: Callable[[Iterable[str], str, Hints], Iterator[Record]]
    write: Callable[[Record], str]


CONTAINERS: dict[str, Container] = {
    container.name: container
    for container in (
        Container(
            "jsonl",
            (".jsonl", ".ndjson"),
            lambda head: head.lstrip()[:1] == "{" and '"moves"' in head.lstrip().partition("\n")[0],
            read_jsonl,
            write_jsonl,
        ),
        Container("text", (".txt", ".text"), lambda head: True, read_text, write_text),
    )
}
"""By name; the first whose `sniff` agrees reads a text, so plain text comes last."""


def find(name: str) -> Container:
    """Return a container by name.

    Raises:
        UnknownName: there is no such container.
    """
    try:
        return CONTAINERS[name]
    except KeyError:
        raise UnknownName(f"no format {name!r}; there are: {', '.join(CONTAINERS)}") from None


def sniff(head: str, path: str = "") -> Container:
    """Return the container that a text is in, judged by its beginning or the name of its file."""
    name = path.lower().removesuffix(".gz").removesuffix(".zst")
    return next(
        container
        for container in CONTAINERS.values()
        if container.sniff(head) or name.endswith(container.suffixes)
    )
