"""The version of ludograph, and the address of its documents."""

__version__ = "0.1.0"

HOME = "https://example.org/ludograph"
"""Where the project is published, without a slash at its end. The name is reserved for examples:
while it stands here, metadata and the readme of packages have no addresses."""


def finding_address(code: str) -> str:
    """Return the address of the page on the findings of a code."""
    return f"{HOME}/docs/findings.html#{code}"
