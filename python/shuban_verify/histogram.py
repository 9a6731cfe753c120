"""Compare the histogram of a file with the classes of all its positions."""

from __future__ import annotations

import json
from collections import Counter
from itertools import zip_longest

from .reader import File, require
from .streams import Stream

# An entry of a class: nothing, a number or a text.
Entry = int | str | None
Class = tuple[Entry, ...]


def in_order(kind: Class) -> list[tuple[int, int, str]]:
    """Return what classes are sorted by: nothing, then numbers, then texts."""
    return [
        (0, 0, "") if entry is None else (2, 0, entry) if isinstance(entry, str) else (1, entry, "")
        for entry in kind
    ]


def check_histogram(file: File, columns: list[str], classes: Counter[Class]) -> str:
    """Compare the classes with those that the file states, if it does; say what was compared."""
    if "histogram" not in file.sections:
        return ""
    counted = [columns, *([*kind, classes[kind]] for kind in sorted(classes, key=in_order))]
    stored = [read(entry) for entry in Stream(file, "histogram").entries()]
    for number, (found, told) in enumerate(zip_longest(stored, counted)):
        require(
            json.dumps(found) == json.dumps(told),
            f"histogram, entry {number}: {json.dumps(found)}, counted {json.dumps(told)}",
        )
    return f", {len(classes):,} classes were counted again"


def read(entry: bytes) -> object:
    """Return the content of an entry."""
    try:
        return json.loads(entry)
    except ValueError:
        return entry.hex()
