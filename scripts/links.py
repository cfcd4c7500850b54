"""Links in the readme, and addresses in the metadata, of a package whose project has an address."""

import re

LINK = re.compile(r"\]\((?!https?://|#)")


def is_home(address: str) -> bool:
    """Whether an address is real, not in a domain reserved for examples."""
    return "://example." not in address


def readme(text: str, home: str) -> str:
    """Return a readme whose links to files are addresses; unchanged if no address is known."""
    return LINK.sub(f"]({home}/", text) if is_home(home) else text


def urls(home: str) -> dict[str, str]:
    """Return the addresses of the project; empty if none is known."""
    pages = {"Documentation": "docs/index.html", "Changelog": "CHANGELOG.md"}
    known = {"Homepage": home, **{name: f"{home}/{page}" for name, page in pages.items()}}
    return known if is_home(home) else {}
