"""The build hook for the man pages and shell scripts of a wheel."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHELL_FILES = {
    "bash": "share/bash-completion/completions/ludograph",
    "zsh": "share/zsh/site-functions/_ludograph",
    "fish": "share/fish/vendor_completions.d/ludograph.fish",
}
"""The folders of completion scripts, under the prefix of an installation."""


class ShareHook(BuildHookInterface):  # type: ignore[misc]  # typed only where it is installed
    """The build hook; an editable install skips it."""

    _made: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files, and list them as data of the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from analysis.cli.config import script
        from scripts.manual import write_man_pages

        self._made = tempfile.TemporaryDirectory(prefix="ludograph-share-")
        folder = Path(self._made.name)
        data = {str(path): f"share/man/man1/{path.name}" for path in write_man_pages(folder)}
        for shell, place in SHELL_FILES.items():
            path = folder / shell
            path.write_text(script(shell), encoding="utf-8", newline="\n")
            data[str(path)] = place
        build_data["shared_data"] = {**build_data.get("shared_data", {}), **data}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files, which are now in the wheel."""
        if self._made:
            self._made.cleanup()
