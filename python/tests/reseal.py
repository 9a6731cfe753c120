"""Writes files of the format with right checksums, whatever they say: to forge some for tests."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
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


def packed(table: Table, number: int, change: tuple[int, Change] | None) -> bytes:
    """Encode a block of a table, perhaps with a record changed."""
    columns = [column.tolist() for column in table.raw(number)]
    if change and change[0] // table.in_block == number:
        place = change[0] % table.in_block
        record = [column[place] for column in columns]
        change[1](record)
        for column, value in zip(columns, record, strict=True):
            column[place] = value
    content = b""
    for bits, column in zip(table.bits, columns, strict=True):
        if bits % 8 == 0:
            planes = [value.to_bytes(bits // 8, "little") for value in column]
            content += np.frombuffer(b"".join(planes), np.uint8).reshape(-1, bits // 8).T.tobytes()
        else:
            whole = sum(value << i * bits for i, value in enumerate(column))
            content += whole.to_bytes(-(-len(column) * bits // 8), "little")
    return content


def resealed(
    path: Path,
    to: Path,
    section: str | None = None,
    rank: int = 0,
    change: Change | None = None,
    directory: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Path:
    """Write a file anew, with a record or the directory changed, and all checksums right."""
    file = File(path)
    described = json.loads(json.dumps(file.directory))
    writer = Writer(file)
    for number, (name, (_, entry)) in enumerate(file.sections.items()):
        if entry["kind"] == "table":
            table = Table(file, name)
            wanted = (rank, change) if name == section and change else None
            blocks = [packed(table, block, wanted) for block in range(table.run.blocks)]
            runs = [writer.run(number, 0, blocks)]
        else:
            stream = Stream(file, name)
            content = b"".join(stream.entries())
            cut = range(0, len(content), file.block_size)
            offsets = [
                packed(stream.offsets, block, None) for block in range(stream.offsets.run.blocks)
            ]
            blocks = [content[at : at + file.block_size] for at in cut]
            runs = [writer.run(number, 0, blocks), writer.run(number, 1, offsets)]
        described["sections"][number]["runs"] = runs
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
