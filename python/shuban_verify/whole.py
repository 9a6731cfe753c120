"""Check all bytes of a file: that there are no gaps, all checksums, and what it says of itself."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np

from .blake3 import blake3
from .reader import File, Run, Table, require
from .streams import Stream

# What may come of a directory that no build writes.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, struct.error)


def text(string: str) -> bytes:
    """Encode a text for a hash: its length, then its bytes."""
    return struct.pack("<Q", len(string.encode())) + string.encode()


def check_whole(file: File) -> None:
    """Read every block, and compare all hashes with what the directory says."""
    directory = file.directory
    require(directory["format"] == 1, "the directory's format")
    subject = subject_of(directory)
    identity = blake3([b"shuban identity\0", struct.pack("<I", 1), subject])[:16]
    require(identity == file.identity, "the identity is not that of the directory")
    listed = [entry["name"] for entry in directory["sections"]]
    require(listed == list(file.sections), "two sections of one name")
    end = 40
    content = b"shuban content\0" + subject + struct.pack("<Q", len(file.sections))
    for name, (_, entry) in file.sections.items():
        section = {"table": Table, "stream": Stream}[entry["kind"]](file, name)
        runs = [section.run] if isinstance(section, Table) else [section.run, section.offsets.run]
        require(len(entry["runs"]) == len(runs), f"section {name}: its runs")
        for run in runs:
            require(run.start == end, f"section {name}: a gap before it")
            check_blocks(run)
            end = run.end
        found = table_hash(section) if isinstance(section, Table) else stream_hash(section)
        require(found == entry["hash"], f"section {name}: its hash")
        content += text(found)
    require(end == file.end, "a gap before the directory")
    require(blake3([content]).hex() == directory["content_hash"], "the content hash")


def subject_of(directory: dict) -> bytes:
    """Encode what the file is about."""
    parameters = directory["parameters"]
    subject = text(directory["domain"]) + struct.pack("<Q", len(parameters))
    for name in sorted(parameters, key=str.encode):
        subject += text(name) + text(parameters[name])
    return subject


def check_parts(file: File) -> None:
    """Compare the sections with those that the parts name."""
    named = []
    for part in file.directory["parts"]:
        named += part["sections"]
        rows = file.sections[part["name"]][1]["rows"]
        require(part["positions"] == rows, f"part {part['name']}: its number of positions")
    named += [name for name in ("histogram", "dictionary") if name in file.sections]
    require(list(file.sections) == named, "sections that the parts do not name")


def check_blocks(run: Run) -> None:
    """Check that blocks follow one another up to the block table."""
    at = run.start
    for number in range(run.blocks):
        start, end, *_ = run.piece(number // 64)[number % 64]
        require(start == at, f"{run.name}: a gap before block {number}")
        at = end
    require(at == run.table, f"{run.name}: a gap before its block table")


def table_hash(table: Table) -> str:
    """Return the hash of all records."""
    head = b"shuban section\0" + text("table") + text(table.name)
    head += struct.pack("<Q", len(table.columns))
    for column in table.columns:
        fraction = column.get("fraction_bits", 0)
        head += text(column["name"]) + text(column["codec"]) + bytes([column["bits"], fraction])
    return blake3([head, *records(table), struct.pack("<Q", table.rows)]).hex()


def records(table: Table) -> Iterator[bytes]:
    """Return the records as the hash covers them, block by block."""
    widths = [-(-bits // 8) for bits in table.bits]
    for number in range(table.run.blocks):
        columns = [raw.astype("<u8").view(np.uint8).reshape(-1, 8) for raw in table.raw(number)]
        kept = [column[:, :width] for column, width in zip(columns, widths, strict=True)]
        yield np.concatenate(kept, 1).tobytes()


def stream_hash(stream: Stream) -> str:
    """Return the hash of all entries."""
    head = b"shuban section\0" + text("stream") + text(stream.name)
    entries = stream.entries()
    content = [struct.pack("<Q", len(entry)) + entry for entry in entries]
    return blake3([head, *content, struct.pack("<Q", len(entries))]).hex()
