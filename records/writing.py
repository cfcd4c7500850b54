"""Writing records."""

from records.containers import find
from records.model import Record


def write(record: Record, format: str = "text") -> str:  # noqa: A002 (the command line's word)
    """Return one record as a container holds it; a file is the records one after the other.

    Raises:
        UnknownName: there is no such format.
        CannotWrite: the format would lose something that the record says.
    """
    return find(format).write(record)
