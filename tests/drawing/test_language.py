"""Every picture, page and text of a board has its words in the language that was asked for."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import nonet
from nonet import ArgumentError, Position
from nonet.logic import Explanation, explain

SMALL = "1... ..2. .3.. ...4"
X_WING = "7..1....53.......9.5.93.........5..323..4.6.......6.4..8.5...76.......1...4.1..9."
SVG = "{http://www.w3.org/2000/svg}"


def english_words(text: str) -> set[str]:
    """Return the English words of a text, apart from the names of cells and the size of a board."""
    return set(re.findall(r"[A-Za-z]{2,}", re.sub(r"r\d+c\d+|\d+x\d+", "", text)))


def words_of_svg(text: str) -> list[str]:
    """Return the title, the description and all texts of a picture."""
    document = ElementTree.fromstring(text)
    return [element.text or "" for tag in ("title", "desc", "text") for element in document.iter(f"{SVG}{tag}")]


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return explain(SMALL)


def subjects() -> dict[str, object]:
    """Return a value of each kind that has words in its picture or about it."""
    position = Position(SMALL).place("r1c2", 2)
    before = explain(X_WING, techniques=["full-house", "naked-single", "hidden-single"]).end
    return {
        "grid": nonet.Grid(SMALL),
        "position": position,
        "hint": nonet.hint(position),
        "elimination": nonet.hint(before),
        "mistake": nonet.hint(Position(SMALL).place("r1c2", 4)),
        "conflict": nonet.Grid("11.. .... .... ...."),
        "explanation": explain(SMALL),
        "unsolved": explain(X_WING, techniques=["naked-single"]),
    }


@pytest.mark.parametrize(("name", "value"), subjects().items(), ids=subjects())
class TestChinese:
    def test_a_picture_has_a_chinese_title_description_and_legend(self, name: str, value: nonet.Grid) -> None:
        picture = nonet.draw(value, language="zh")
        title, description, *_ = words = words_of_svg(picture)
        assert re.search("[一-鿿]", title)
        assert re.search("[一-鿿]", description)
        assert {word for text in words for word in english_words(text)} == set()
        assert ' lang="zh"' in picture

    def test_a_page_has_its_language(self, name: str, value: nonet.Grid) -> None:
        page = nonet.draw(value, to="html", language="zh")
        assert '<html lang="zh">' in page
        for picture in re.findall(r"<svg .*?</svg>", page, re.DOTALL):
            assert {word for text in words_of_svg(picture) for word in english_words(text)} == set()
        headings = re.findall(r"<(?:title|h1|h2)>(.*?)</", page)
        assert headings
        assert {word for heading in headings for word in english_words(heading)} == set()

    def test_a_text_has_no_english(self, name: str, value: nonet.Grid) -> None:
        assert english_words(nonet.draw(value, to="text", language="zh")) == set()


def test_english_has_no_language_attribute_and_no_chinese(explanation: Explanation) -> None:
    picture = nonet.draw(explanation)
    assert " lang=" not in picture
    assert not re.search("[一-鿿]", picture)


def test_the_list_of_steps_is_aligned_in_both_languages(explanation: Explanation) -> None:
    for language in ("en", "zh"):
        lines = str(nonet.draw(explanation, to="text", language=language)).splitlines()
        widths = {sum(2 if ord(letter) > 0x2E80 else 1 for letter in line.partition("r")[0]) for line in lines}
        assert len(lines) == len(explanation.steps)
        if language == "zh":
            assert len(widths) == 1


@pytest.mark.parametrize("to", ["svg", "text", "html"])
def test_an_unknown_language_is_an_error(to: str) -> None:
    for value in (nonet.Grid(SMALL), nonet.hint(SMALL), explain(SMALL)):
        with pytest.raises(ArgumentError, match="unknown language 'fr'; expected one of en, zh"):
            nonet.draw(value, to=to, language="fr")  # type: ignore[call-overload]
