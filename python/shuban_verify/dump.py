"""Print a file, or one record, as JSON: `python -m shuban_verify.dump FILE [PART RANK]`.

Of a file: its header, its directory, and the decoded content of every section, records as raw
numbers and entries in hexadecimal digits. Of a record: its columns as numbers, and its status if
the part has one.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from .reader import Damaged, File, Table, require
from .streams import Stream
from .whole import MALFORMED, check_whole

STATUSES = ["loss", "valued", "unknown", "win"]


def section(file: File, name: str) -> dict[str, Any]:
    """Return the content of a section."""
    if file.sections[name][1]["kind"] == "stream":
        return {"entries": [entry.hex() for entry in Stream(file, name).entries()]}
    table = Table(file, name)
    rows = []
    for number in range(table.run.blocks):
        columns = [column.tolist() for column in table.raw(number)]
        rows += map(list, zip(*columns, strict=True))
    return {"rows": rows}


def everything(file: File) -> dict[str, Any]:
    """Return the whole file."""
    return {
        "version": 1,
        "block_size": file.block_size,
        "identity": file.identity.hex(),
        "manifest": file.directory,
        "sections": {name: section(file, name) for name in file.sections},
    }


def record(file: File, name: str, rank: int) -> dict[str, float]:
    """Return the numbers of a record."""
    require(name in file.sections, f"no part {name}")
    table = Table(file, name)
    found = {name: int(numbers[0]) for name, numbers in table.read(np.array([rank])).items()}
    for column in table.columns:
        if fraction := column.get("fraction_bits", 0):
            found[column["name"]] /= 1 << fraction
    return found


def probe(file: File, part: str, rank: int) -> dict[str, Any]:
    """Return what a part says of a position."""
    found: dict[str, Any] = {"columns": record(file, part, rank)}
    if f"{part}/status" in file.sections:
        found["status"] = STATUSES[int(record(file, f"{part}/status", rank)["status"])]
    return found


def main(arguments: list[str]) -> int:
    """Print a file or a record; return the exit code."""
    if len(arguments) not in (1, 3):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        file = File(arguments[0])
        if len(arguments) == 3:
            found = probe(file, arguments[1], int(arguments[2]))
        else:
            check_whole(file)
            found = everything(file)
    except (Damaged, OSError, *MALFORMED) as error:
        print(f"{arguments[0]}: {error!r}", file=sys.stderr)
        return 1
    json.dump(found, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
