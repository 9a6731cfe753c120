"""The command line: `python -m shuban_verify FILE.shuban... [--sample N | --all] [--seed S]`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

from . import amazons, bearoff, contact, hypergammon, races, tanhinmin
from .reader import Damaged, File, require
from .whole import check_parts, check_whole

Check = Callable[[File, list[File], int | None, int], str]

# By the name of the family, what checks its values.
FAMILIES: list[tuple[str, Check]] = [
    (r"[a-z-]+/(contact|money)", contact.check),
    (r"[a-z-]+/bearoff", bearoff.check),
    (r"[a-z-]+/bearoff2", races.check_bearing_off),
    (r"backgammon/race-\d+", races.check),
    (r"hypergammon/\d(-as-gnubg)?", hypergammon.check),
    (r"tanhinmin/.+", tanhinmin.check),
    (r"amazons", amazons.check),
]


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
        require(".." not in need["domain"], "needs: a layer elsewhere")
        layer = opened(folder / f"{need['domain']}.shuban")
        same = layer.directory["content_hash"] == need["content_hash"]
        require(same, f"needs {need['domain']} with another content hash than the file beside it")
        require(layer.directory["domain"] == need["domain"], f"needs {need['domain']}")
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
    for name, check in FAMILIES:
        if re.fullmatch(name, file.directory["family"]):
            return f"{whole}, {check(file, needed(path, file), sample, seed)}"
    return f"{whole}; no rules are known for {file.directory['family']}, so no values are checked"


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
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            # Checksums fit, but the directory says something that no build writes.
            print(f"{path}: not as the document says: {error!r}", file=sys.stderr)
            code = code or 1
        except (MemoryError, RecursionError) as error:
            print(f"{path}: more than can be read: {error!r}", file=sys.stderr)
            code = code or 1
    return code


if __name__ == "__main__":
    sys.exit(main())
