"""The build hook for the readme and the addresses of the project in the package's metadata."""

import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class LinkHook(MetadataHookInterface):  # type: ignore[misc]  # typed only where it is installed
    """The metadata hook; the address comes from ``analysis/version.py``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme and the addresses."""
        sys.path.insert(0, self.root)
        from analysis.version import HOME
        from scripts.links import readme, urls

        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, HOME)}
        metadata["urls"] = urls(HOME)
