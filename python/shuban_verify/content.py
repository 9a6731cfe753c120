"""The content of a file, or of one record, as `shuban_verify.dump` prints it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .reader import File, Table, require
from .streams import Stream

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
