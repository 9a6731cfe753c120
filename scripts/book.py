#!/usr/bin/env python3
"""Takes pages outside docs into the book: a preprocessor of mdBook, which book.toml names.

SUMMARY.md lists them as `../NAME.md`, which would be written outside the book. Here they get a path
in it, and all links to them and from them follow. Links to what the book does not have, such as
sources, lead to `git-repository-url` of book.toml if it is set there; else only their text stays.
"""

import json
import posixpath
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r'(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)|(<img src=")([^"]+)(")')


def book_path(source):
    """Returns where a file of the project is in the book, or None."""
    if source.startswith("docs/"):
        return source.removeprefix("docs/")
    return "project/" + source.replace("/", "-") if source.endswith(".md") else None


class Book:
    """The book: its chapters, and where links may lead."""

    def __init__(self, context, book):
        html = context["config"].get("output", {}).get("html", {})
        self.sources = html.get("git-repository-url", "").rstrip("/")
        self.chapters = list(chapters(book.get("items") or book.get("sections")))
        self.pages = {project_path(chapter["path"]) for chapter in self.chapters}

    def target(self, source, place, target):
        """Returns a link of a page at `place` in the book, or None if nothing is there."""
        path, mark, anchor = target.partition("#")
        if "://" in target or target.startswith(("mailto:", "#")):
            return target
        project = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        copied = project.startswith("docs/") and not project.endswith(".md") and (ROOT / project).is_file()
        if copied or project in self.pages:
            # mdBook names the page of a folder's README `index`, and leaves links to it as they are.
            there = re.sub(r"(^|/)README\.md$", r"\1index.md", book_path(project))
            return posixpath.relpath(there, posixpath.dirname(place) or ".") + mark + anchor
        return f"{self.sources}/blob/HEAD/{project}{mark}{anchor}" if self.sources else None

    def rewrite(self, chapter):
        """Gives a chapter its place in the book, and links that hold there."""
        source = project_path(chapter["path"])
        place = book_path(source)

        def link(match):
            picture, text, target, before, image, after = match.groups()
            if image:
                return before + (self.target(source, place, image) or image) + after
            if not picture:
                text = LINK.sub(link, text)
            found = self.target(source, place, target)
            return f"{picture}[{text}]({found})" if found else text

        parts = re.split(r"(^```.*?^```$)", chapter["content"], flags=re.S | re.M)
        parts[::2] = [LINK.sub(link, part) for part in parts[::2]]
        chapter["content"] = "".join(parts)
        chapter["path"] = place


def project_path(path):
    """Returns the path of a chapter from the root of the project."""
    return posixpath.normpath(posixpath.join("docs", path))


def chapters(items):
    """Yields the chapters, each before those below it."""
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from chapters(item["Chapter"]["sub_items"])


def main():
    if sys.argv[1:2] == ["supports"]:
        sys.exit(sys.argv[2] != "html")
    context, book = json.load(sys.stdin)
    whole = Book(context, book)
    for chapter in whole.chapters:
        whole.rewrite(chapter)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
