"""The files of the page as the service sends them. These tests need no browser."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from base64 import b64encode
from collections import Counter
from pathlib import Path

import pytest

from nonet.web import page
from nonet.web.page import STATIC, page_files, start_modules


def test_the_first_load_is_two_small_files() -> None:
    index, start = page_files()["index.html"], page_files()["js/start.js"]
    assert len(index.compressed) + len(start.compressed) < 80_000
    named = set(re.findall(r'(?:src|href)="([^"#]+)"', index.data.decode()))
    assert named == {"js/start.js", "icon.svg"}
    assert re.findall(r"^import\b", start.data.decode(), re.MULTILINE) == []


def test_the_names_of_modules_that_are_sent_as_one_differ() -> None:
    name = re.compile(r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)", re.MULTILINE)
    names = Counter(found for module in start_modules() for found in name.findall((STATIC / module).read_text("utf-8")))
    assert [each for each, count in names.items() if count > 1] == []


def test_other_modules_find_what_they_import() -> None:
    """A module is a file of its own or a part of start.js. The import map lists the parts."""
    files = page_files()
    index = files["index.html"].data.decode()
    found = re.search(r'<script type="importmap">(.*?)</script>', index)
    assert found
    mapped = json.loads(found[1])["imports"]
    assert set(mapped) == {f"./{name}" for name in start_modules()}
    assert set(mapped.values()) == {"./js/start.js"}
    modules = {path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js")}
    assert modules - files.keys() == set(start_modules())


def test_the_content_policy_allows_exactly_the_scripts_and_styles_of_the_page() -> None:
    index = page_files()["index.html"]
    html, policy = index.data.decode(), index.headers["Content-Security-Policy"]
    inline = re.findall(r"<(?:script|style)(?![^>]*\ssrc=)[^>]*>(.*?)</", html, re.DOTALL)
    hashes = [b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline]
    assert sorted(re.findall(r"'sha256-([^']+)'", policy)) == sorted(hashes)
    assert re.findall(r"\sstyle=|\son\w+=|(?:src|href)=\"/", html) == []


def test_a_changed_file_is_sent_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    monkeypatch.setattr(page, "STATIC", folder)
    before = page_files()["js/start.js"]
    (folder / "js" / "main.js").write_text("// changed\n", encoding="utf-8")
    after = page_files()["js/start.js"]
    assert after.data == b"// changed\n"
    assert before.headers["ETag"] != after.headers["ETag"]


def test_files_refer_to_no_other_host() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    named = {host for path in files for host in re.findall(r"https?://([\w.]+)", path.read_text(encoding="utf-8"))}
    assert named == {"www.w3.org"}


def test_both_languages_have_the_same_texts_and_parts() -> None:
    english, chinese = (texts(STATIC / "js" / "text" / f"{name}.js") for name in ("en", "zh"))
    assert english.keys() == chinese.keys()
    parts = re.compile(r"\{\w+\}")
    for name, text in english.items():
        assert sorted(parts.findall(text)) == sorted(parts.findall(chinese[name])), name


def test_every_chinese_text_is_chinese() -> None:
    """Some are names, keys and symbols."""
    foreign = {
        name for name, text in texts(STATIC / "js" / "text" / "zh.js").items() if not re.search("[\u4e00-\u9fff]", text)
    }
    names = {"otherLanguage", "explainer", "exampleSmall", "exampleSix", "exampleTwelve", "exampleLarge", "mask-lowbit"}
    symbols = {"comma", "listComma", "cellDigit", "batchPlaceholder", "importPlaceholder"}
    keys = {"keysHome", "keysDigit", "keysModes", "keysUndo", "keysAll", "keysHint", "keysLab", "keysHelp"}
    assert foreign == names | symbols | keys


def test_all_texts_of_the_page_exist() -> None:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    named = set(re.findall(r"data-(?:t|label|placeholder)=\"([^\"]+)\"", html))
    for path in STATIC.rglob("*.js"):
        named |= set(re.findall(r"\bt\(\"([^\"]+)\"", path.read_text(encoding="utf-8")))
    assert named - texts(STATIC / "js" / "text" / "en.js").keys() == set()


def texts(path: Path) -> dict[str, str]:
    """Return the texts of a language by name."""
    found = re.findall(r"^  \"?([\w-]+)\"?:\s*(\".*\"),$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: json.loads(text) for name, text in found}
