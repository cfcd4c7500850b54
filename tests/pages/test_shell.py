"""All pages have the elements that their scripts and style sheets name."""

import re
from collections import Counter
from collections.abc import Callable

from analysis import replay
from analysis.pages.explore import endpoints as explorer
from analysis.pages.site import build as site
from analysis.pages.transcribe import page as workbench
from analysis.pages.view import game_page
from records import read
from tests.cases import each_case

PAGES = {
    "explore": lambda: explorer.build_page("games.ludo"),
    "site": lambda: site.build_page("1", {}),
    "transcribe": lambda: workbench.build_page("game.txt", 1),
    "view": lambda: game_page([replay(one) for one in read("classic:megiddo-match")]),
}


@each_case("page", PAGES.values(), ids=PAGES)
def test_an_identifier_names_one_element_and_those_that_scripts_ask_for_are_there(
    page: Callable[[], str],
):
    html = page()
    names = Counter(re.findall(r'<[a-z][^<>]*? id="([^"]+)"', html))
    assert len(names) > 9
    assert [name for name, times in names.items() if times > 1] == []
    assert set(re.findall(r'byId\("([^"]+)"\)', html)) - set(names) == set()
