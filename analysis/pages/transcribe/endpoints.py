"""The endpoints of the workbench: its page, its scans, and the requests of the page."""

import json
from collections.abc import Callable

from starlette.responses import Response

from analysis.pages.server import Asked, Endpoint, answer_json, page
from analysis.pages.transcribe.page import build_page
from analysis.pages.transcribe.place import Json
from analysis.pages.transcribe.session import READS, InvalidRequest
from analysis.pages.transcribe.workbench import Workbench

READING = (*READS, "news", "printed")
"""The requests that change nothing; all others need the server's own Origin header."""


def workbench_endpoints(bench: Workbench) -> list[Endpoint]:
    """Return the endpoints of a workbench."""

    def scan(asked: Asked) -> Response:
        number = int(asked.path["number"])
        if not 0 <= number < len(bench.scans):
            raise InvalidRequest(f"there is no scan {number}")
        return Response(bench.scans[number].data, media_type=bench.scans[number].kind)

    return [
        Endpoint("/", lambda _: page(build_page(bench.name, len(bench.scans)))),
        Endpoint("/scan/{number:int}", scan),
        *(_endpoint(name, answer) for name, answer in bench.answers.items()),
    ]


def _endpoint(name: str, answer: Callable[..., Json]) -> Endpoint:
    if name in READING:
        return Endpoint(f"/{name}", lambda asked: answer_json(answer(asked.query)))
    return Endpoint(f"/{name}", lambda asked: answer_json(answer(_sent(asked.body))), "POST")


def _sent(body: bytes) -> Json:
    """Return the JSON object in the body of a request.

    Raises:
        InvalidRequest: the body is no JSON object.
    """
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        raise InvalidRequest("the request is not JSON") from None
    if not isinstance(sent, dict):
        raise InvalidRequest("the request is not a JSON object")
    return sent
