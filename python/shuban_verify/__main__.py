"""The command line: `python -m shuban_verify FILE.shuban... [--sample N | --all] [--seed S]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from . import amazons, bearoff, contact, hypergammon, races, tanhinmin
from .layouts import check_layout, layout_of
from .reader import Damaged, File, require
from .whole import MALFORMED, check_parts, check_whole

Check = Callable[[File, list[File], int | None, int], str]

# What checks the values of each kind of layers.
CHECKS: dict[str, Check] = {
    "contact": contact.check,
    "bearoff": bearoff.check,
    "bearoff2": races.check_bearing_off,
    "race": races.check,
    "hypergammon": hypergammon.check,
    "tanhinmin": tanhinmin.check,
    "amazons": amazons.check,
}


class NotThere(Exception):
    """A file that cannot be read."""


def opened(path: Path) -> File:
    """Open a file."""
    if not path.is_file():
        raise NotThere(f"{path}: no such file")
    try:
        return File(path)
    except OSError as error:
        raise NotThere(f"{path}: {error.strerror}") from None


def needed(path: Path, file: File) -> list[File]:
    """Open the layers that a layer needs, beside it in the data folder."""
    folder, found = path.resolve(), []
    for _ in file.directory["domain"].split("/"):
        folder = folder.parent
    for need in file.directory["needs"]:
        domain = need["domain"]
        layout = layout_of(domain)
        require(layout and layout.family == file.directory["family"], f"needs {domain}")
        layer = opened(folder / f"{domain}.shuban")
        check_layout(layer, layout)
        require(layer.directory["domain"] == domain, f"needs {domain}, but beside it is another")
        same = layer.directory["content_hash"] == need["content_hash"]
        require(same, f"needs {domain} with another content hash than the file beside it")
        found.append(layer)
    return found


def verdict(path: Path, sample: int | None, seed: int) -> str:
    """Check a file, and say what was checked."""
    file = opened(path)
    check_whole(file)
    check_parts(file)
    whole = f"{len(file.bytes):,} bytes are sound"
    if path.name.endswith(".compact.shuban"):
        return f"{whole}; what proves the values is the layer's own file"
    layout = layout_of(file.directory["domain"])
    if layout is None:
        return (
            f"{whole}; no values are checked, as this has no rules for {file.directory['domain']}"
        )
    check_layout(file, layout)
    return f"{whole}, {CHECKS[layout.kind](file, needed(path, file), sample, seed)}"


def main(arguments: list[str] | None = None) -> int:
    """Check files; return the exit code: 0 sound, 1 wrong, 2 bad input."""
    parser = argparse.ArgumentParser("shuban_verify", description="Checks Shuban files.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.shuban")
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument("--sample", type=int, default=1000, help="positions of each file (1000)")
    how_many.add_argument("--all", action="store_true", help="all positions")
    parser.add_argument("--seed", type=int, default=0, help="which positions a sample has (0)")
    options = parser.parse_args(arguments)
    if options.sample < 1:
        parser.error("--sample has to be at least 1")
    code = 0
    for path in options.files:
        try:
            print(f"{path}: {verdict(path, None if options.all else options.sample, options.seed)}")
        except NotThere as error:
            print(error, file=sys.stderr)
            code = 2
        except Damaged as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = code or 1
        except MALFORMED as error:
            # Checksums fit, but the directory says something that no build writes.
            print(f"{path}: not as the document says: {error!r}", file=sys.stderr)
            code = code or 1
        except (MemoryError, RecursionError) as error:
            print(f"{path}: more than can be read: {error!r}", file=sys.stderr)
            code = code or 1
    return code


if __name__ == "__main__":
    sys.exit(main())
