#!/usr/bin/env python3
"""Checks the documents: pages are listed, links, anchors and names of files lead somewhere.

Each page of docs has to be in docs/SUMMARY.md and in docs/README.md. Links are those of all Markdown
files of the project that lead to its own files; anchors are made of headings as GitHub and mdBook do.
`check_docs.py FOLDER` checks the links of the pages in a built book instead. Exits with 1 and one line
for each fault.
"""

import html
import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
FENCED = re.compile(r"^ *(```|~~~).*?^ *\1 *$", re.S | re.M)
LINK = re.compile(r"\]\(([^()\s]+)\)|(?:src|href)=\"([^\"]+)\"")
PATH = re.compile(r"`((?:crates|programs|examples|scripts|docs)/[\w./-]+)`")
OUTSIDE = re.compile(r"[a-z]+:|//")
NOT_OURS = {".git", "data", "node_modules", "target"}


def markdown(folder):
    """Yields the Markdown files of the project."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - NOT_OURS)
        yield from (Path(place, name) for name in sorted(names) if name.endswith(".md"))


def prose(page):
    """Returns the text of a page without fenced code."""
    return FENCED.sub("", page.read_text())


def without_code(text):
    """Returns a text without code in its lines, in which brackets are no links."""
    return re.sub(r"(?<!\[)`[^`\n]*`(?!\])", "", text)


def anchors(page, known={}):
    """Returns the anchors of a page's headings."""
    if page not in known:
        found, times = set(), {}
        for heading in re.findall(r"^#{1,6} +(.+?) *#*$", prose(page), re.M):
            heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
            slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            found.add(f"{slug}-{times[slug]}" if times.get(slug) else slug)
            times[slug] = times.get(slug, 0) + 1
        known[page] = found | set(re.findall(r'<a (?:id|name)="([^"]+)"', prose(page)))
    return known[page]


def links(page):
    """Yields the links of a page to files of the project."""
    for match in LINK.finditer(without_code(prose(page))):
        link = match[1] or match[2]
        if not OUTSIDE.match(link):
            yield link


def faults_of_links(page):
    """Yields links of a page that lead nowhere."""
    for link in links(page):
        path, _, anchor = link.partition("#")
        there = (page.parent / unquote(path)).resolve() if path else page
        if not there.exists():
            yield f"{page.relative_to(ROOT)}: {link}: there is no such file"
        elif anchor and there.suffix == ".md" and unquote(anchor) not in anchors(there):
            yield f"{page.relative_to(ROOT)}: {link}: there is no such heading"


def faults_of_paths(page):
    """Yields files that a page names in its text and that are not there."""
    for path in PATH.findall(prose(page)):
        if not (ROOT / path).exists():
            yield f"{page.relative_to(ROOT)}: `{path}`: there is no such file"


def faults_of_lists(pages):
    """Yields pages of docs that a list of pages lacks."""
    for name in ("SUMMARY.md", "README.md"):
        listed = {(DOCS / link.partition("#")[0]).resolve() for link in links(DOCS / name)}
        for page in sorted(pages - listed - {DOCS / "SUMMARY.md", DOCS / "README.md"}):
            yield f"docs/{name} does not list {page.relative_to(DOCS)}"


def faults_of_book(folder):
    """Yields links of a book's pages that lead nowhere."""
    pages = {page: page.read_text() for page in sorted(folder.rglob("*.html"))}
    marks = {page: set(re.findall(r' id="([^"]+)"', text)) for page, text in pages.items()}
    for page, text in pages.items():
        # The page for printing has all others in it, the one for wrong addresses their links.
        if page.name in ("print.html", "404.html", "toc.html"):
            continue
        main = text.partition("<main>")[2].partition("</main>")[0]
        for link in map(html.unescape, re.findall(r'(?:href|src)="([^"]+)"', main)):
            path, _, anchor = unquote(link).partition("#")
            there = (page.parent / path).resolve() if path else page
            if not OUTSIDE.match(link) and not there.exists():
                yield f"{page.relative_to(folder)}: {link}: there is no such file"
            elif there in marks and anchor and anchor not in marks[there]:
                yield f"{page.relative_to(folder)}: {link}: there is no such heading"


def main():
    if len(sys.argv) > 1:
        faults = list(faults_of_book(Path(sys.argv[1]).resolve()))
    else:
        pages = list(markdown(ROOT))
        faults = [fault for page in pages for fault in faults_of_links(page)]
        faults += [fault for page in pages for fault in faults_of_paths(page)]
        faults += faults_of_lists({page for page in pages if DOCS in page.parents})
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
