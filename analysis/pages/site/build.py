"""Building the folder of the browser page: Pyodide, the packed modules, and the page itself.

Pyodide is CPython as WebAssembly. It is downloaded from the npm registry when a folder is built, in
a fixed version with a known checksum. The modules of ludograph, click and pyparsing are copied from
the installation that builds the folder.
"""

import gzip
import json
import subprocess
import tarfile
import tempfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256, sha512
from importlib.metadata import distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath
from shutil import which

from analysis.pages.html import Markup
from analysis.pages.shell import part, program
from analysis.pages.transcribe.page import HERE as EDITOR
from analysis.pages.transcribe.page import SCRIPTS, TRUSTED, editor_page
from notation import LudographError
from records.target import completed

HERE = "analysis.pages.site"

VERSION = "314.0.7"
"""The version of Pyodide."""

INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+"
    "SNvi/6V5JEsOlD2R1A=="
)
"""The checksum of its package, as the npm registry writes it."""

SECONDS = 300
"""Time limit in seconds for the download."""

TAKEN = {
    "pyodide.mjs": "pyodide.mjs",
    "pyodide.asm.mjs": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm.packed",
    "python_stdlib.zip": "python_stdlib.zip",
}
"""Files of the package, with the names they get in the folder."""

PACKAGES = ("ludograph", "notation", "records", "analysis", "click", "pyparsing")

LEFT_OUT = (
    "analysis/language_server/",
    "analysis/library/",
    "analysis/pages/explore/",
    "analysis/plots/",
    "analysis/report/",
    "pyparsing/diagram/",
)
"""Folders of modules that the page does not use; they need compiled packages, or a server."""

NO_SCRIPT = (
    "This page checks games in your browser. It needs JavaScript and WebAssembly: Chrome or Edge "
    "from version 105, Firefox from 114, or Safari from 16.4. Nothing that you type leaves it."
)


class CannotBuild(LudographError):
    """The folder cannot be built, because Pyodide is not available."""


def build_site(folder: Path, package: Path | None = None) -> dict[str, int]:
    """Build the folder, and return the names and sizes of its files.

    Args:
        folder: the folder; it is created, and its other files are kept.
        package: the npm package of Pyodide as a file; None to download it.

    Raises:
        CannotBuild: Pyodide cannot be downloaded, or is another version.
        OSError: the folder cannot be written.
    """
    files = dict(_runtime(package.read_bytes() if package else _download()))
    lock = json.loads(files.pop("pyodide-lock.json"))["info"]
    files["ludograph.packed"] = _packed(_library())
    files["LICENSES.txt"] = _licenses().encode()
    version = _version(files, *(part(HERE, name) for name in ("site.js", "worker.js", "site.css")))
    files["offline.js"] = _offline(version, files).encode()
    files["index.html"] = build_page(version, lock).encode()
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        with completed(folder / name) as out:
            out.write(content)
    return {name: len(content) for name, content in files.items()}


def _download() -> bytes:
    """Return the package of Pyodide from the npm registry."""
    npm = which("npm")
    other = f"or name the file pyodide-{VERSION}.tgz of the npm registry with --pyodide"
    if npm is None:
        raise CannotBuild(f"npm, which downloads Pyodide, is missing: install Node.js, {other}")
    with tempfile.TemporaryDirectory(prefix="ludograph-site-") as folder:
        words = [npm, "pack", "--silent", f"pyodide@{VERSION}", "--pack-destination", folder]
        try:
            done = subprocess.run(
                words, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise CannotBuild(
                f"npm did not download Pyodide within {SECONDS} seconds: {other}"
            ) from None
        found = list(Path(folder).glob("*.tgz"))
        if done.returncode or len(found) != 1:
            why = (done.stderr.strip().splitlines() or ["no file came"])[-1]
            raise CannotBuild(f"npm cannot download Pyodide ({why}): {other}")
        return found[0].read_bytes()


def _runtime(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of Pyodide with their names."""
    found = f"sha512-{b64encode(sha512(package).digest()).decode()}"
    if found != INTEGRITY:
        raise CannotBuild(f"this is not the package of Pyodide {VERSION}: its checksum is {found}")
    with tarfile.open(fileobj=BytesIO(package), mode="r:gz") as archive:
        for name in (*TAKEN, "pyodide-lock.json"):
            content = archive.extractfile(f"package/{name}")
            data = content.read() if content else b""
            written = TAKEN.get(name, name)
            yield written, _packed(data) if written.endswith(".packed") else data


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _library() -> bytes:
    """Return the packed modules: a line of JSON with paths and lengths, then the files."""
    files = {}
    for name in PACKAGES:
        spec = find_spec(name)
        home = Path(next(iter(spec.submodule_search_locations or [""]))) if spec else Path()
        for path in sorted(home.rglob("*")):
            inside = str(PurePosixPath(name, *path.relative_to(home).parts))
            is_wanted = path.is_file() and "__pycache__" not in path.parts
            if is_wanted and not inside.startswith(LEFT_OUT):
                files[inside] = path.read_bytes()
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    return b"".join([head.encode(), b"\n", *files.values()])


def _version(files: Mapping[str, bytes], *texts: str) -> str:
    """Return a digest of the files, which serves as a version."""
    found = sha256()
    for content in (*files.values(), *(text.encode() for text in texts)):
        found.update(sha256(content).digest())
    return found.hexdigest()[:16]


def _offline(version: str, files: Mapping[str, bytes]) -> str:
    """Return the script of the service worker."""
    names = json.dumps(["./", *files, "index.html"])
    return part(HERE, "offline.js").replace("{{version}}", version).replace("{{files}}", names)


def build_page(version: str, lock: object) -> str:
    """Return the page as HTML; ``lock`` is the ``info`` of Pyodide's lock file."""
    known = {"version": version, "worker": part(HERE, "worker.js"),
             "lock": {"info": lock, "packages": {}}}  # fmt: skip
    data = json.dumps(known).replace("<", "\\u003c")
    script = program(EDITOR, *SCRIPTS, start=f"const SITE = {data};\n", asks=True)
    script += f"{part(HERE, 'site.js')}\nbegin();\n"
    allowed = {
        "connect-src": "'self'",
        "img-src": "blob: data:",
        "script-src": "'self' 'wasm-unsafe-eval'",
        "worker-src": "'self' blob:",
        **TRUSTED,
        "trusted-types": "ludograph",
    }
    return editor_page(
        "ludograph",
        script,
        allowed,
        part(HERE, "site.css"),
        name="game.txt",
        heading="ludograph",
        tools=Markup(part(HERE, "tools.html")),
        budget=Markup(part(HERE, "budget.html")),
        placeholder="Type or paste a game, drop a file here, or choose an example.",
        keys=Markup(
            "<dt><kbd>Ctrl O</kbd> <kbd>Ctrl S</kbd></dt><dd>open files, save the text</dd>"
        ),
        more=Markup(part(HERE, "more.html")),
        noscript=NO_SCRIPT,
    )


def _licenses() -> str:
    """Return the licences of the files in the folder."""
    parts = [
        "Contents of this folder, with versions and licences.\n",
        f"pyodide.*: Pyodide {VERSION}, MPL-2.0, from the npm registry, unchanged but packed\n"
        f"  checksum {INTEGRITY}\n"
        f"  source https://github.com/pyodide/pyodide/tree/{VERSION}\n"
        f"  licence https://www.mozilla.org/MPL/2.0/\n",
        "python_stdlib.zip, and part of pyodide.asm.wasm: CPython 3.14, PSF-2.0\n"
        "  source https://github.com/python/cpython, licence https://docs.python.org/3.14/license.html\n",
    ]
    for name in ("ludograph", "click", "pyparsing"):
        found = distribution(name)
        known = found.metadata["License-Expression"]
        texts = [
            path.read_text()
            for path in found.files or ()
            if path.name.startswith("LICENSE") and ".dist-info" in path.parts[0]
        ]
        parts.append(f"ludograph.packed: {name} {found.version}, {known}\n\n{''.join(texts)}")
    return "\n".join(parts)
