"""The command line: `python -m shuban_verify FILE.shuban... [--sample N | --all] [--seed S]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .modules import missing


def printable(line: str) -> str:
    """Escape what a terminal would obey: names come from files."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)


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
    if what := missing():
        print(what, file=sys.stderr)
        return 2
    # These import the modules that may be missing.
    from .verdict import verdict

    codes = set()
    for path in options.files:
        code, line = verdict(path, None if options.all else options.sample, options.seed)
        print(printable(line), file=sys.stderr if code else sys.stdout)
        codes.add(code)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
