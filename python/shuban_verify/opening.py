"""Open the files that are asked for, and tell their names from what they hold."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from .layouts import check_layout, is_name, layout_of
from .reader import File, require

KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class NotThere(Exception):
    """A file that cannot be read."""


def opened(path: Path) -> File:
    """Open a regular file. Nothing else is opened, as a pipe would be waited for."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind = KINDS.get(stat.S_IFMT(mode), "something else")
            raise NotThere(f"{path}: {kind}, and no file")
        return File(path)
    except FileNotFoundError:
        raise NotThere(f"{path}: no such file") from None
    except OSError as error:
        raise NotThere(f"{path}: {error.strerror}") from None


def check_name(path: Path, domain: str) -> None:
    """Compare a path that ends in a layer's name, as those in a data folder do, with the domain."""
    parts = list(Path(os.path.abspath(path)).parts)
    parts[-1] = parts[-1].removesuffix(".shuban").removesuffix(".compact")
    for first in range(len(parts)):
        name = "/".join(parts[first:])
        require(name == domain or not is_name(name), f"at this name there is {domain}")


def needed(path: Path, file: File) -> list[File]:
    """Open the layers that a layer needs, beside it in the data folder.

    These are smaller ones of the same family, so that no values rest on each other in a circle.
    """
    own = layout_of(file.directory["domain"])
    folder, found = path.resolve(), []
    for _ in file.directory["domain"].split("/"):
        folder = folder.parent
    for need in file.directory["needs"]:
        domain = need["domain"]
        layout = layout_of(domain)
        require(layout and layout.family == own.family, f"needs {domain}")
        require(layout.size < own.size, f"needs {domain}, which is not smaller")
        layer = opened(folder / f"{domain}.shuban")
        there = layer.directory["domain"]
        require(there == domain, f"needs {domain}, but at that name there is {there}")
        check_layout(layer, layout)
        for below in layer.directory["needs"]:
            under = layout_of(below["domain"])
            smaller = under and under.size < layout.size
            require(smaller, f"needs {domain}, and that {below['domain']}, which is not smaller")
        same = layer.directory["content_hash"] == need["content_hash"]
        require(same, f"needs {domain} with another content hash than the file beside it")
        found.append(layer)
    return found
