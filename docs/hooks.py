"""What MkDocs does for the manual: pages from other files of the repository, and links that work on the site.

MkDocs calls the functions named ``on_...``. It is installed with `nonet[docs]`, so nothing of it is imported above.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]

OTHER_PAGES = {
    "overview.md": "README.md",
    "overview.zh.md": "README.zh.md",
    "examples.md": "examples/README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "license.md": "LICENSE",
}
"""The pages that are files outside docs/, by their names on the site."""

REFERENCE = {
    "search": "nonet.search",
    "engine": "nonet.engine",
    "transforms": "nonet.transforms",
    "variants": "nonet.variants nonet.variants.fields nonet.variants.primitives",
    "formats": "nonet.formats",
    "logic": "nonet.logic",
    "create": "nonet.create",
    "drawing": "nonet.drawing",
    "bulk": "nonet.bulk",
    "tables": "nonet.tables nonet.tables.polars nonet.tables.pandas nonet.tables.duckdb",
    "judge": "nonet.judge nonet.judge.leetcode",
    "web": "nonet.web",
}
"""The pages of the reference, with the modules on each."""

ICON = "icon.svg"
SOURCE_LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".js": "js", ".py": "py"}
ENGLISH_ONLY = ("reference/", "source/")
"""The folders of the site that are built once, in English."""

_NOTE = '!!! note ""\n    本页只有英文版。\n\n'
_FENCE = re.compile(r"^( *)(```+)([^\n]*)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")
_HAN = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_CHINESE_LINES = re.compile(rf"(?<={_HAN})\n *(?={_HAN})")
"""The end of a line inside a Chinese sentence, which browsers show as a space."""
_NAMED_HEADING = re.compile(r'^<a id="([\w-]+)"></a>\n+(##+ [^\n]+)$', re.MULTILINE)
"""A heading after a name of its own, the same in all languages; on the site it is the name of the heading itself."""
_LANGUAGE_LINE = re.compile(r"^\*\[(?:中文|English)\]\([^)]*\)\*\n+", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Leave the reference out of the navigation of the Chinese site: it is in English only, and is built once.

    The search of both sites learns the Chinese terms first.
    """
    if _language(config) == "zh":
        config.nav = [section for section in config.nav if "Reference" not in section]
    else:
        _learn_terms()
    return config


on_config.mkdocs_priority = -200  # after the plugin for languages, which sets the navigation of each language


def _learn_terms() -> None:
    """Add the Chinese terms of the glossary to the words that the search finds."""
    import jieba

    jieba.setLogLevel("WARNING")
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    for term in map(str.strip, rows):
        if re.fullmatch(f"{_HAN}+", term):
            jieba.add_word(term, freq=10**6)  # a term is never cut into other words


def _language(config: MkDocsConfig) -> str:
    """Return the language of the site that is being built."""
    return config.plugins["i18n"].current_language


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/, and the icon."""
    from mkdocs.structure.files import File

    names = [*OTHER_PAGES]
    if _language(config) == "en":
        names += ["reference/index.md", *(f"reference/{page}.md" for page in REFERENCE), *source_pages()]
    for name in names:
        files.append(File(name, config.docs_dir, config.site_dir, config.use_directory_urls))
    static = str(ROOT / "src/nonet/web/static")
    files.append(File(ICON, static, config.site_dir, config.use_directory_urls))
    return files


def on_nav(nav: Any, config: MkDocsConfig, files: Files) -> Any:
    """Link the Chinese site to the reference, and the pages that are in English only to the Chinese home."""
    from mkdocs.structure.nav import Link

    if _language(config) == "zh":
        nav.items.insert(-1, Link("API 参考", "reference/index.html"))
    else:
        home = files.get_file_from_path("index.md")
        for file in files.documentation_pages():
            if file.src_uri.startswith(ENGLISH_ONLY):
                file.alternates["zh"] = home.alternates["zh"]
    return nav


def on_page_read_source(page: Page, config: MkDocsConfig) -> str | None:
    """Return the text of a page that is not in docs/."""
    name = page.file.src_uri
    if name == "license.md":
        return f"# MIT license\n\n```text\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}```\n"
    if name in OTHER_PAGES:
        return (ROOT / OTHER_PAGES[name]).read_text(encoding="utf-8")
    if name in source_pages():
        path = ROOT / source_pages()[name]
        language = SOURCE_LANGUAGES[path.suffix]
        title = path.relative_to(ROOT).as_posix()
        code = path.read_text(encoding="utf-8")
        return f"---\nsearch: {{exclude: true}}\n---\n\n# {title}\n\n`````{language}\n{code}`````\n"
    if name == "reference/index.md":
        return reference_index()
    folder, stem = posixpath.split(name.removesuffix(".md"))
    return reference_page(REFERENCE[stem].split()) if folder == "reference" else None


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make the links work on the site, and mark an English page of the Chinese site."""
    source = OTHER_PAGES.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    language = page.file.locale_alternate_of
    text = for_site(markdown, source, page.file.src_uri, language)
    return text if language == page.file.locale else text.replace("\n\n", f"\n\n{_NOTE}", 1)


def for_site(markdown: str, source: str, page: str, language: str) -> str:
    """Return the text of a page for the site, given its file in the repository and its name on the site.

    >>> print(for_site("See [it](src/nonet/search), [more](docs/create.md).", "README.md", "overview.md", "en"))
    See `src/nonet/search`, [more](create.md).
    """
    markdown = _NAMED_HEADING.sub(r"\2 { #\1 }", _LANGUAGE_LINE.sub("", markdown, count=1))
    parts, end = [], 0
    for fence in _FENCE.finditer(markdown):
        parts += [_with_links(markdown[end : fence.start()], source, page, language), _with_prompts(fence)]
        end = fence.end()
    return "".join([*parts, _with_links(markdown[end:], source, page, language)])


def _with_prompts(fence: re.Match[str]) -> str:
    """Return a fenced block without options of doctest; a Python session is called one, so prompts are not copied."""
    indent, ticks, tag, body = fence.groups()
    body = re.sub(r" *# doctest: .*", "", body)
    tag = "pycon" if tag.strip() == "python" and ">>>" in body else tag
    return f"{indent}{ticks}{tag}\n{body}{indent}{ticks}"


def _with_links(text: str, source: str, page: str, language: str) -> str:
    if language == "zh":
        text = _CHINESE_LINES.sub("", text)
    return _LINK.sub(lambda link: _with_link(link, source, page, language), text)


def _with_link(link: re.Match[str], source: str, page: str, language: str) -> str:
    """Return a link for the site: to a page, to a page in the other language, or no link to a folder of the source."""
    mark, text, target = link.groups()
    path, name = _target(target, source)
    if not path:
        return link[0]
    if not name:
        return text if "`" in text else f"`{path}`"
    fragment = urlsplit(target).fragment
    anchor = f"#{fragment}" if fragment else ""
    here = posixpath.dirname(page)
    is_chinese = name.endswith(".zh.md")
    name = name.replace(".zh.md", ".md")
    if is_chinese and language == "en":
        other, there, here = "zh", f"zh/{name}", here or "."
    elif name.startswith(ENGLISH_ONLY) and language == "zh":
        other, there, here = "en", name, f"zh/{here}"
    else:
        return f"{mark}[{text}]({posixpath.relpath(name, here or '.')}{anchor})"
    there = posixpath.relpath(there, here).replace("README.md", "index.html").replace(".md", ".html")
    return f'<a href="{there}{anchor}" hreflang="{other}" markdown="span">{text}</a>'


def _target(target: str, source: str) -> tuple[str, str]:
    """Return the file of the repository that a page links to, and its page on the site; "" if there is none.

    >>> _target("../src/nonet/search/mrv.py", "docs/algorithms.md")
    ('src/nonet/search/mrv.py', 'source/src/nonet/search/mrv-py.md')
    >>> _target("#undo", "docs/algorithms.md"), _target("../src/nonet/search", "docs/algorithms.md")
    (('', ''), ('src/nonet/search', ''))
    """
    address = urlsplit(target)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), address.path))
    if address.scheme or not address.path:
        return "", ""
    if path.startswith("docs/"):
        return path, path.removeprefix("docs/")
    if not (ROOT / path).exists():
        return "", ""  # MkDocs reports the link
    others = {file: name for name, file in OTHER_PAGES.items()}
    is_source = posixpath.splitext(path)[1] in SOURCE_LANGUAGES
    # a dot in the name would be taken for a language
    return path, others.get(path, f"source/{path.replace('.', '-')}.md" if is_source else "")


@cache
def source_pages() -> dict[str, str]:
    """Return the source files that the pages link to, by the names of their pages."""
    pages = [*OTHER_PAGES.values(), *(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]
    links = (
        _target(link[3], page)
        for page in pages
        for link in _LINK.finditer(_FENCE.sub("", (ROOT / page).read_text(encoding="utf-8")))
    )
    return {name: path for path, name in links if name.startswith("source/")}


@cache
def reference_index() -> str:
    """Return the page of nonet itself: tables of all public names, then those that belong to no package."""
    import griffe

    package = griffe.load("nonet", search_paths=[ROOT / "src"])
    tables: dict[str, list[str]] = {"Functions": [], "Classes": [], "Exceptions": [], "Packages": []}
    own = []
    for name in map(str, package.exports):
        value = package[name]
        home = value.path if value.is_module else value.target_path
        is_error = value.is_class and home.startswith("nonet.errors.")
        table = (
            "Exceptions" if is_error else {"class": "Classes", "module": "Packages"}.get(value.kind.value, "Functions")
        )
        if home.count(".") > 1 and home.split(".")[1] not in REFERENCE:
            own.append(name)
            home = f"nonet.{name}"
        target = f"({name}.md)" if value.is_module else f"[{home}]"
        tables[table].append(f"| [`{name}`]{target} | {value.docstring.value.splitlines()[0]} |")
    sections = [
        f"## {title}\n\n| name | description |\n| --- | --- |\n" + "\n".join(rows) for title, rows in tables.items()
    ]
    own_names = [f"::: nonet.{name}\n    options: {{heading_level: 3, show_root_heading: true}}" for name in own]
    return "\n\n".join(["# nonet", *sections, "## Names that belong to no package", *own_names])


def reference_page(modules: list[str]) -> str:
    """Return a page of the reference.

    >>> print(reference_page(["nonet.judge"]))
    # nonet.judge
    <BLANKLINE>
    ::: nonet.judge
    """
    parts = [f"# {modules[0]}", f"::: {modules[0]}"]
    for module in modules[1:]:
        parts += [f"## {module}", f"::: {module}\n    options: {{heading_level: 3}}"]
    return "\n\n".join(parts)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Remove the links to other languages from the head: the theme would look for a site map beside each."""
    return re.sub(r'<link rel="alternate"[^>]*>\s*', "", output)


def on_post_build(config: MkDocsConfig) -> None:
    """Write the index of the search for pages that are opened as files, and check the links of the site.

    The build stops if a link leads nowhere, or if a page loads something from another host.
    """
    if config.plugins["i18n"].building:
        return
    site = Path(config.site_dir)
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "search/search_index.js").write_text(f"var __index = {index}", encoding="utf-8")
    problems = site_problems(site)
    if problems:
        from mkdocs.exceptions import PluginError

        raise PluginError("\n".join(problems))


on_post_build.mkdocs_priority = -200  # after the plugin for languages, which builds the other site here


class _PageLinks(HTMLParser):
    """The links, loaded files and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what a tag links to, loads and names."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if "src" in values or tag == "link":
            self.loaded.add(values.get("src", values.get("href", "")))
        elif "href" in values:
            self.links.add(values["href"])


def site_problems(site: Path) -> list[str]:
    """Return what is wrong with the links of the pages of a site."""
    files = {path.resolve(): path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    pages = {path: _PageLinks(path.read_text(encoding="utf-8")) for path in files if path.suffix == ".html"}
    problems = []
    for path, page in pages.items():
        if files[path] == "404.html":  # its links are relative to a place that is not known
            continue
        problems += [f"{files[path]} loads {target}" for target in page.loaded if urlsplit(target).netloc]
        for target in page.links | page.loaded:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                continue
            there = (path.parent / unquote(address.path)).resolve() if address.path else path
            anchor = unquote(address.fragment)
            if there not in files or (there in pages and anchor not in pages[there].anchors):
                problems.append(f"{files[path]} links to {target}, which does not exist")
    return problems
