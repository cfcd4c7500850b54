"""What the server of a workbench answers."""

import json
from collections.abc import Callable

from starlette.responses import Response

from analysis.games import find
from analysis.pages.server import Asked, Endpoint, page
from analysis.pages.transcribe.page import build_page
from analysis.pages.transcribe.place import Caret, Json, cells_json
from analysis.pages.transcribe.workbench import Workbench
from notation import LudographError

LONGEST = 9
"""Digits of a number in an address."""


class InvalidRequest(LudographError):
    """A request that no page of the workbench sends."""


class WorkbenchEndpoints:
    """The endpoints of a workbench.

    Args:
        bench: the workbench.
    """

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    @property
    def all(self) -> list[Endpoint]:
        """The endpoints."""
        asked: dict[str, Callable[[Asked], Json]] = {
            "state": lambda _: self._bench.state(),
            "news": lambda one: self._bench.news(
                _number(one, "revision"), one.query.get("reading", "")
            ),
            "place": lambda one: self._bench.place(_caret(one)),
            "cells": _cells,
            "printed": lambda one: self._bench.printed_at(
                _number(one, "page"), _number(one, "x"), _number(one, "y")
            ),
        }
        told: dict[str, Callable[[Json], Json]] = {
            "edit": self._edit,
            "undo": lambda _: self._bench.undo(True),
            "redo": lambda _: self._bench.undo(False),
            "mend": lambda _: self._bench.mend(),
            "repair": lambda one: self._bench.repair(_whole(one, "line")),
            "resolve": lambda one: self._bench.resolve(one.get("keep") is True),
            "confirm": lambda one: self._bench.confirm(_whole(one, "line"), _whole(one, "units")),
        }
        return [
            Endpoint("/", lambda _: page(build_page(self._bench.name, len(self._bench.scans)))),
            Endpoint("/scan/{number:int}", self._scan),
            *(Endpoint(f"/{name}", _reading(one)) for name, one in asked.items()),
            *(Endpoint(f"/{name}", _writing(one), "POST") for name, one in told.items()),
        ]

    def _scan(self, asked: Asked) -> Response:
        number = int(asked.path["number"])
        if not 0 <= number < len(self._bench.scans):
            raise InvalidRequest(f"there is no scan {number}")
        scan = self._bench.scans[number]
        return Response(scan.data, media_type=scan.kind)

    def _edit(self, sent: Json) -> Json:
        text = sent.get("text")
        if not isinstance(text, str):
            raise InvalidRequest("a text is missing")
        return self._bench.edit(_whole(sent, "revision"), text, sent.get("typed") is True)


def _reading(answer: Callable[[Asked], Json]) -> Callable[[Asked], Response]:
    return lambda asked: _json(answer(asked))


def _writing(answer: Callable[[Json], Json]) -> Callable[[Asked], Response]:
    def respond(asked: Asked) -> Response:
        try:
            sent = json.loads(asked.body)
        except (ValueError, RecursionError):
            raise InvalidRequest("what was sent is no JSON") from None
        if not isinstance(sent, dict):
            raise InvalidRequest("what was sent is no object of JSON")
        return _json(answer(sent))

    return respond


def _json(content: Json) -> Response:
    return Response(json.dumps(content), media_type="application/json")


def _number(asked: Asked, name: str) -> int:
    """Return a number in an address.

    Raises:
        InvalidRequest: there is none.
    """
    text = asked.query.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST):
        raise InvalidRequest(f"{name} is no number: {text!r:.40}")
    return int(text)


def _whole(sent: Json, name: str) -> int:
    """Return a number in what was sent.

    Raises:
        InvalidRequest: there is none.
    """
    found = sent.get(name)
    if not isinstance(found, int) or not 0 <= found < 10**LONGEST:
        raise InvalidRequest(f"{name} is no number: {found!r:.40}")
    return found


def _caret(asked: Asked) -> Caret:
    flags = (bool(asked.query.get(name)) for name in ("flip", "other"))
    return Caret(_number(asked, "line"), _number(asked, "units"), *flags)


def _cells(asked: Asked) -> Json:
    query = asked.query
    variant = find(query.get("game", "")).variant(query.get("variant", ""))
    return cells_json(variant, query.get("labels", ""), bool(query.get("flip")))
