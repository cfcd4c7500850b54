"""Serving a page to a browser on this machine, until Ctrl-C."""

import threading
import webbrowser
from collections.abc import Sequence
from functools import partial

from analysis.cli.terminal import echo
from analysis.pages.server import Endpoint, LocalServer


def serve(
    endpoints: Sequence[Endpoint],
    name: str,
    port: int,
    browse: bool,
    threads: int = 1,
    token: str = "",
) -> None:
    """Serve a page until Ctrl-C.

    Args:
        endpoints: what the server answers.
        name: what the page shows, printed before its address.
        port: the port; 0 for any that is free.
        browse: whether the browser is opened.
        threads: number of answers that are given at once.
        token: what its addresses begin with; a random one by default.

    Raises:
        OSError: the port is taken, or not allowed.
    """
    with LocalServer(endpoints, port, token, threads=threads) as server:
        echo(f"{name}: {server.address}")
        echo("Ctrl-C ends it.", err=True)
        if browse:
            # Some browsers run in the terminal, and come back only when they are left.
            work = partial(webbrowser.open, server.address)
            threading.Thread(target=work, daemon=True).start()
        server.run()
