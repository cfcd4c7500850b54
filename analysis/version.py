"""The version of ludograph, and the address of its documents."""

__version__ = "0.1.0"

HOME = "https://example.org/ludograph"
"""The address of the project, without a slash at its end. The name is reserved for examples: as
long as it is, metadata and the readme of packages have no addresses."""


def finding_address(code: str) -> str:
    """Return the address of the page on the findings of a code."""
    return f"{HOME}/docs/findings.html#{code}"
