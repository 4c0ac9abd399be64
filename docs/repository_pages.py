"""Puts the pages of the repository's root on the site, and makes their links work in both places.

Links are written as they work in the repository (`docs/architecture.md` in the README, `../README.md` in a
page), and point to the same page on the site. A link to a file that is no page, such as a suite, becomes its
text there.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "license.md",
}
SOURCES = {page: source for source, page in PAGES.items()}
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add one page for each file of the table that exists."""
    for source, page in PAGES.items():
        if (ROOT / source).is_file():
            files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links from the repository's layout to the site's."""
    here = page.file.src_uri
    source = SOURCES.get(here, f"docs/{here}")

    def relink(match: re.Match[str]) -> str:
        text, link, anchor = match.group(1), match.group(2), match.group(3) or ""
        target = normpath(join(dirname(source), link))
        uri = PAGES.get(target, target.removeprefix("docs/"))
        if files.get_file_from_path(uri) is not None:
            return f"[{text}]({relpath(uri, dirname(here) or '.')}{anchor})"
        return text if (ROOT / target).exists() else match.group(0)

    return LINK.sub(relink, markdown)
