#!/usr/bin/env python3
"""Sets the version of the project in all places that state it, or checks that they agree.

    set_version.py 0.3.0 2027-03-01     sets version and date, and cuts the changelog
    set_version.py --check              checks: exits with 1 and one line for each fault
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = r"\d+\.\d+\.\d+"
# What stands before a version, by file.
PLACES = {
    "Cargo.toml": [r'^version = "', r'^[\w-]+ = \{ path = "[^"]+", version = "'],
    "examples/*/Cargo.toml": [r'^shuban[\w-]* = \{ path = "[^"]+", version = "'],
    "training/Cargo.toml": [r'^version = "'],
    "CITATION.cff": [r"^version: "],
    "Cargo.lock": [r'^name = "(?:shuban[\w-]*|miniatures)"\nversion = "'],
    "fuzz/Cargo.lock": [r'^name = "shuban-(?!fuzz)[\w-]*"\nversion = "'],
    "training/Cargo.lock": [r'^name = "shuban[\w-]*"\nversion = "'],
}


def places():
    """Yields each file with what stands before a version in it."""
    for names, starts in PLACES.items():
        for path in sorted(ROOT.glob(names)):
            for start in starts:
                yield path, re.compile(f"({start})({VERSION})", re.M)


def check():
    """Yields what disagrees with the version of the workspace."""
    version = re.search(f'^version = "({VERSION})"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    for path, place in places():
        for start, found in place.findall(path.read_text()):
            if found != version:
                yield f"{path.relative_to(ROOT)}: {start.splitlines()[-1]}{found}, not {version}"
    dates = re.findall(r"^date-released: (\S+)", (ROOT / "CITATION.cff").read_text(), re.M)
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    if heads[:2] != ["Unreleased", f"{version} - {dates[0]}"]:
        yield f"CHANGELOG.md: begins with {heads[:2]}, not Unreleased and {version} - {dates[0]}"


def set_version(version, date):
    """Writes a version and its date everywhere."""
    for path, place in places():
        path.write_text(place.sub(rf"\g<1>{version}", path.read_text()))
    citation = ROOT / "CITATION.cff"
    citation.write_text(re.sub(r"(date-released: )\S+", rf"\g<1>{date}", citation.read_text()))
    changes = ROOT / "CHANGELOG.md"
    head = "## Unreleased\n"
    changes.write_text(changes.read_text().replace(head, f"{head}\n## {version} - {date}\n", 1))


def main():
    match sys.argv[1:]:
        case ["--check"]:
            if faults := list(check()):
                sys.exit("\n".join(faults))
        case [version, date] if re.fullmatch(VERSION, version):
            set_version(version, date)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
