"""Writes files of the format with right checksums, whatever they say: to forge some for tests."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import xxhash

from shuban_verify.reader import File, Table
from shuban_verify.streams import Stream
from shuban_verify.whole import blake3, stream_hash, subject_of, table_hash, text

BLOCK, PIECE, DIRECTORY, TRAILER = range(4)

# Changes a record, given by section and rank: its raw numbers, column by column.
Change = Callable[[list[int]], None]


class Writer:
    """A file that is written, uncompressed."""

    def __init__(self, file: File) -> None:
        subject = subject_of(file.directory)
        self.identity = blake3([b"shuban identity\0", struct.pack("<I", 1), subject])[:16]
        head = b"\x89SHB\r\n\x1a\n" + struct.pack("<II", 1, file.block_size) + self.identity
        self.bytes = head + struct.pack("<Q", xxhash.xxh3_64_intdigest(head))

    def sum(self, content: bytes, kind: int, *place: int) -> bytes:
        """Return the checksum of bytes in a place."""
        where = self.identity + struct.pack("<IIIIQ", kind, *(place or (0, 0, 0, 0)))
        seed = xxhash.xxh3_64_intdigest(where)
        return struct.pack("<Q", xxhash.xxh3_64_intdigest(content, seed=seed))

    def run(self, section: int, run: int, blocks: list[bytes]) -> dict[str, int]:
        """Write blocks and their table; return what the directory says of them."""
        start = len(self.bytes)
        self.bytes += b"".join(blocks)
        table, base = len(self.bytes), 0
        for piece in range(0, len(blocks), 64):
            content, end = struct.pack("<Q", base), 0
            for number, block in enumerate(blocks[piece : piece + 64], piece):
                end += len(block)
                content += struct.pack("<I", end)
                content += self.sum(block, BLOCK, section, run, len(block), number)
            self.bytes += content + self.sum(content, PIECE, section, run, 0, piece // 64)
            base += end
        return {"blocks": len(blocks), "start": start, "table": table}

    def close(self, directory: dict[str, Any]) -> bytes:
        """Write directory and trailer; return the whole file."""
        content = json.dumps(directory).encode()
        trailer = struct.pack("<QQ", len(self.bytes), len(content)) + self.sum(content, DIRECTORY)
        trailer += self.sum(trailer, TRAILER)
        return self.bytes + content + trailer + b"SHUBAN\n\x04"


def packed(bits: list[int], columns: list[list[int]]) -> bytes:
    """Encode a block of a table."""
    content = b""
    for size, column in zip(bits, columns, strict=True):
        if size % 8 == 0:
            planes = [value.to_bytes(size // 8, "little") for value in column]
            content += np.frombuffer(b"".join(planes), np.uint8).reshape(-1, size // 8).T.tobytes()
        else:
            whole = sum(value << i * size for i, value in enumerate(column))
            content += whole.to_bytes(-(-len(column) * size // 8), "little")
    return content


def blocks_of(table: Table, rank: int | None = None, change: Change | None = None) -> list[bytes]:
    """Return the blocks of a table, perhaps with one record changed, or all."""
    blocks = []
    for number in range(table.run.blocks):
        records = list(zip(*(column.tolist() for column in table.raw(number)), strict=True))
        for place in range(len(records)):
            if change and rank in (None, number * table.in_block + place):
                change(record := list(records[place]))
                records[place] = record
        blocks.append(packed(table.bits, list(map(list, zip(*records, strict=True)))))
    return blocks


def runs_of(entries: list[bytes], size: int) -> tuple[list[bytes], list[bytes]]:
    """Return the blocks of a stream: of its content, and of its offsets."""
    content = b"".join(entries)
    ends = list(accumulate(map(len, entries), initial=0))
    offsets = [packed([64], [ends[at : at + size // 8]]) for at in range(0, len(ends), size // 8)]
    return [content[at : at + size] for at in range(0, len(content), size)], offsets


def resealed(
    path: Path,
    to: Path,
    section: str | None = None,
    rank: int | None = 0,
    change: Change | None = None,
    directory: Callable[[dict[str, Any]], None] = lambda _: None,
    entries: Callable[[list[bytes]], None] = lambda _: None,
    without: tuple[str, ...] = (),
) -> Path:
    """Write a file anew with all checksums right.

    A record of a section is changed, or each of them if the rank is none; or the directory; or the
    entries of streams. Some sections are left out.
    """
    file = File(path)
    described = json.loads(json.dumps(file.directory))
    described["sections"] = [one for one in described["sections"] if one["name"] not in without]
    for part in described["parts"]:
        part["sections"] = [name for name in part["sections"] if name not in without]
    writer = Writer(file)
    for number, entry in enumerate(described["sections"]):
        name = entry["name"]
        if entry["kind"] == "table":
            wanted = change if name == section else None
            entry["runs"] = [writer.run(number, 0, blocks_of(Table(file, name), rank, wanted))]
        else:
            entries(strings := Stream(file, name).entries())
            entry["bytes"], entry["entries"] = sum(map(len, strings)), len(strings)
            runs = enumerate(runs_of(strings, file.block_size))
            entry["runs"] = [writer.run(number, run, blocks) for run, blocks in runs]
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(writer.close(described))
    # Now that the sections can be read, their hashes can be computed.
    changed = File(to)
    content = b"shuban content\0" + subject_of(described) + struct.pack("<Q", len(changed.sections))
    for entry in described["sections"]:
        table = entry["kind"] == "table"
        name = entry["name"]
        entry["hash"] = (
            table_hash(Table(changed, name)) if table else stream_hash(Stream(changed, name))
        )
        content += text(entry["hash"])
    described["content_hash"] = blake3([content]).hex()
    directory(described)
    to.write_bytes(writer.close(described))
    return to
