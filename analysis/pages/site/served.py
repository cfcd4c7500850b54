"""The server of the page's folder, for a browser on this machine."""

from pathlib import Path

from starlette.responses import FileResponse, Response

from analysis.pages.server import Asked, Endpoint, failure

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".txt": "text/plain; charset=utf-8",
}
"""Media types by suffix; all other files are bytes."""

HEADERS = {"cache-control": "no-cache", "content-security-policy": "frame-ancestors 'none'"}
"""Response headers. The page has its policy in its head, and its worker inherits that."""


def site_endpoints(folder: Path) -> list[Endpoint]:
    """Return the endpoints: the page, and the files beside it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())

    def answer(asked: Asked) -> Response:
        name = asked.path.get("name", "index.html")
        if name not in names:
            return failure("there is no such file", 404)
        kind = KINDS.get(Path(name).suffix, "application/octet-stream")
        return FileResponse(folder / name, media_type=kind, headers=HEADERS)

    return [Endpoint("/", answer), Endpoint("/{name}", answer)]
