"""HTML elements: content that is not markup is escaped, and links stay in the report."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pages.html import VOID, Markup, element, join
from tests.cases import each_case

ANY_TEXT = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(
    ["<script>alert(1)</script>", '" onload="x', "'><b>", "&lt;", "]]>", "<!--", "\ud800", "\0"]
)


class Reader(HTMLParser):
    """Collects elements with their attributes, and text.

    An unclosed element and a repeated attribute are errors.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs)
        if tag not in VOID | {"input"}:
            assert not (tag == "p" and "p" in self.open)
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.cdata_elem is None:  # not in a style or a script
            self.text += data


def read(html: str, is_whole: bool = True) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [] or not is_whole
    return reader


@given(ANY_TEXT)
def test_text_is_text_in_elements_and_in_attributes(text):
    html = element("p", text, title=text, class_="odd")
    html.encode()
    reader = read(html)
    assert [name for name, _ in reader.elements] == ["p"]
    ((_, attributes),) = reader.elements
    assert attributes.keys() == {"title", "class"}
    assert attributes["title"] == reader.text
    assert len(reader.text) == len(text)
    assert all(
        there == here or there == "\ufffd" for here, there in zip(text, reader.text, strict=True)
    )


def test_elements_hold_markup_numbers_nothing_and_many_things():
    html = element("p", "a", None, [element("b", 1234), [" c", element("br")]], hidden=True)
    assert html == "<p hidden>a<b>1,234</b> c<br></p>"
    assert isinstance(html, Markup)
    assert join(["<", Markup("<i>")]) == "&lt;<i>"
    assert element("p", id=None, hidden=False) == "<p></p>"
    assert element("td", colspan=2, aria_label="x") == '<td colspan="2" aria-label="x"></td>'
    assert element("meta", name="a") == '<meta name="a">'


def test_markup_that_was_cut_is_text_again():
    assert element("p", Markup("<b>x</b>")[:3]) == "<p>&lt;b&gt;</p>"


def test_void_elements_have_no_content():
    with pytest.raises(ValueError, match="the element br has no content"):
        element("br", "x")


ADDRESSES = ["plots/lengths.svg", "#games", "tables/plies/part-00000.parquet", "index.html"]

OUTSIDE = [
    *("javascript:alert(1)", "https://example.org/", "//example.org", "/etc/passwd", "../x"),
    *("a/../../x", "data:text/html,x", "JAVASCRIPT:x", " javascript:x", "a b", "x?y", ""),
    *("\\\\host", "x\n"),
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_inside_the_report_are_let_in(address):
    assert element("a", href=address) == f'<a href="{address}"></a>'


@each_case("address", OUTSIDE)
@each_case("attribute", ["href", "src"])
def test_addresses_that_may_lead_elsewhere_are_refused(attribute, address):
    with pytest.raises(ValueError, match="may lead out of the report"):
        element("a", **{attribute: address})
