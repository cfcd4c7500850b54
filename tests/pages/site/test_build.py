"""The folder of the page: what is in it, what it says is missing, and how it is served."""

import gzip
import io
import json
import re
import subprocess
import tarfile
import threading
from base64 import b64encode
from hashlib import sha512
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from analysis.cli import cli
from analysis.pages.server import LocalServer
from analysis.pages.site import build
from analysis.pages.site.build import CannotBuild, build_site
from analysis.pages.site.served import site_endpoints


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with the names of Pyodide's files and little in them."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name in (*build.TAKEN, "pyodide-lock.json", "console.html"):
            data = b'{"info": {"python": "3.14.2"}}' if name.endswith("json") else name.encode()
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    # Packed quickly: what is packed is the same.
    monkeypatch.setattr(build, "_packed", lambda data: gzip.compress(data, 1, mtime=0))
    checksum = b64encode(sha512(out.getvalue()).digest()).decode()
    monkeypatch.setattr(build, "INTEGRITY", f"sha512-{checksum}")
    path = tmp_path / "pyodide.tgz"
    path.write_bytes(out.getvalue())
    return path


def test_the_folder_has_the_runtime_the_modules_and_a_page_with_its_policy(tmp_path, package):
    folder = tmp_path / "play"
    sizes = build_site(folder, package)
    assert {path.name: path.stat().st_size for path in folder.iterdir()} == sizes
    assert gzip.decompress((folder / "pyodide.asm.wasm.packed").read_bytes()) == b"pyodide.asm.wasm"
    library = gzip.decompress((folder / "ludograph.packed").read_bytes())
    head, _, rest = library.partition(b"\n")
    files = dict(json.loads(head))
    assert sum(files.values()) == len(rest)
    assert {"records/classics/megiddo-match.txt", "click/core.py", "notation/py.typed"} <= {*files}
    assert not [name for name in files if name.startswith("analysis/plots/")]
    page = (folder / "index.html").read_text(encoding="utf-8")
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[0]
    rules = dict(one.split(" ", 1) for one in policy.replace("&#x27;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self'"
    assert rules["script-src"].endswith("'self' 'wasm-unsafe-eval'")
    assert "'unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "{{" not in page
    said = (folder / "LICENSES.txt").read_text(encoding="utf-8")
    assert build.INTEGRITY in said
    for name in ("MPL-2.0", "PSF-2.0", "click 8", "BSD-3-Clause", "pyparsing 3", "Permission is"):
        assert name in said


def test_the_service_worker_keeps_all_files_under_a_name_of_their_contents(
    tmp_path, package, monkeypatch
):
    def worker() -> tuple[str, set[str]]:
        names = {*build_site(tmp_path / "play", package)}
        text = (tmp_path / "play/offline.js").read_text(encoding="utf-8")
        version = re.findall(r'VERSION = "(\w{16})"', text)[0]
        listed = {*json.loads(re.findall(r"FILES = (\[.*\]);", text)[0])}
        assert listed == (names | {"./"}) - {"offline.js"}
        return version, listed

    first = worker()
    assert worker() == first
    monkeypatch.setattr(build, "LEFT_OUT", (*build.LEFT_OUT, "analysis/repair/"))
    assert worker()[0] != first[0]


def test_another_package_is_refused(tmp_path, package):
    package.write_bytes(package.read_bytes() + b"x")
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "play"), "--pyodide", str(package)])
    assert isinstance(done.exception, CannotBuild)
    assert "its checksum is sha512-" in str(done.exception)
    assert not (tmp_path / "play").exists()


@pytest.mark.parametrize(
    ("npm", "said"),
    [
        (None, r"npm, which brings Pyodide, is missing: install Node.js, or name the file "),
        ("exit 1", r"npm cannot bring Pyodide \(no file came\): or name the file "),
        ("echo 'npm error 404' >&2; exit 1", r"npm cannot bring Pyodide \(npm error 404\)"),
        ("sleep 60", r"npm brought no Pyodide in 0.2 seconds"),
    ],
)
def test_what_npm_lacks_is_said(tmp_path, monkeypatch, npm, said):
    monkeypatch.setattr(build, "SECONDS", 0.2 if npm == "sleep 60" else 60)
    monkeypatch.setattr(build, "which", lambda name: npm and "/bin/sh")
    real = subprocess.run
    monkeypatch.setattr(
        subprocess, "run", lambda words, **how: real(["/bin/sh", "-c", f"exec {npm}"]
        if npm == "sleep 60" else ["/bin/sh", "-c", str(npm)], **how)
    )  # fmt: skip
    with pytest.raises(CannotBuild, match=said):
        build_site(tmp_path / "play")


def test_the_folder_is_served_with_types_and_to_this_machine_only(tmp_path, package):
    folder = tmp_path / "play"
    build_site(folder, package)
    with LocalServer(site_endpoints(folder), token="ludograph") as server:
        running = threading.Thread(target=server.run)
        running.start()
        address = urlsplit(server.address)

        def ask(path: str, host: str = address.netloc) -> tuple[int, str | None, bytes]:
            connection = HTTPConnection("127.0.0.1", address.port or 0, timeout=20)
            connection.request("GET", path, headers={"host": host})
            answer = connection.getresponse()
            found = answer.status, answer.getheader("content-type"), answer.read()
            connection.close()
            return found

        page = (folder / "index.html").read_bytes()
        assert ask("/ludograph/") == (200, "text/html; charset=utf-8", page)
        assert ask("/ludograph/offline.js")[:2] == (200, "text/javascript; charset=utf-8")
        assert ask("/ludograph/none.js")[0] == 404
        assert ask("/ludograph/..%2fpyodide.tgz")[0] == 404
        assert ask("/ludograph/", "elsewhere.example")[0] == 403
        server.stop()
        running.join()
