"""Read Shuban files of version 1, as docs/format.md describes them."""

import json
import mmap
import struct
from functools import lru_cache

import numpy as np
import zstandard
from xxhash import xxh3_64_intdigest as xxh3


class Damaged(Exception):
    """A file that is not as the document says, or whose values do not follow from the rules."""


def require(condition, message):
    """Refuse a file unless the condition holds."""
    if not condition:
        raise Damaged(message)


class File:
    """An open file with a sound header, trailer and directory. Blocks are read when asked for."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        require(len(self.bytes) >= 80, "shorter than a header and a trailer")
        header, trailer = self.bytes[:40], self.bytes[-40:]
        require(header[:8] == b"\x89SHB\r\n\x1a\n", "no Shuban file")
        version, self.block_size, self.identity, stored = struct.unpack("<8xII16sQ", header)
        require(xxh3(header[:32]) == stored, "checksum of the header")
        require(version == 1 and 64 <= self.block_size <= 1 << 20, "version or block size")
        require(trailer[32:] == b"SHUBAN\n\x04", "no end mark")
        start, length, directory_sum, stored = struct.unpack_from("<QQQQ", trailer)
        self.compare(stored, trailer[:24], "the trailer", 3)
        require(start + length + 40 == len(self.bytes), "the directory does not end at the trailer")
        self.end, directory = start, self.bytes[start : start + length]
        self.compare(directory_sum, directory, "the directory", 2)
        self.directory = json.loads(directory)
        sections = enumerate(self.directory["sections"])
        self.sections = {entry["name"]: (number, entry) for number, entry in sections}

    def compare(self, stored, content, what, kind, section=0, run=0, length=0, number=0):
        """Compare a checksum, which covers the bytes and their place."""
        place = self.identity + struct.pack("<IIIIQ", kind, section, run, length, number)
        require(xxh3(content, seed=xxh3(place)) == stored, f"checksum of {what}")


class Run:
    """The blocks of a section, and their table."""

    def __init__(self, file, name, place, entry, blocks):
        self.file, self.name, self.place = file, name, place
        self.start, self.table, self.blocks = entry["start"], entry["table"], entry["blocks"]
        self.end = self.table + 12 * blocks + 16 * -(-blocks // 64)
        sound = 40 <= self.start <= self.table <= self.end <= file.end and self.blocks == blocks
        require(sound, f"section {name}: its place or number of blocks")
        self.piece = lru_cache(64)(self.read_piece)

    def read_piece(self, number):
        """Return start, end, stored length with the bit for zstd, checksum of up to 64 blocks."""
        at, count = self.table + 784 * number, min(64, self.blocks - 64 * number)
        content, what = self.file.bytes[at : at + 16 + 12 * count], f"{self.name}, its block table"
        (stored,) = struct.unpack("<Q", content[-8:])
        self.file.compare(stored, content[:-8], what, 1, *self.place, 0, number)
        base = start = self.start + struct.unpack_from("<Q", content)[0]
        blocks = []
        for word, checksum in struct.iter_unpack("<IQ", content[8:-8]):
            end = base + (word & 0x7FFFFFFF)
            require(start <= end <= self.table, f"{what}: the end of a block")
            blocks.append((start, end, end - start | word & 1 << 31, checksum))
            start = end
        return blocks

    def block(self, number, length):
        """Return a block, decoded."""
        start, end, stored, checksum = self.piece(number // 64)[number % 64]
        content, what = self.file.bytes[start:end], f"{self.name}, block {number}"
        self.file.compare(checksum, content, what, 0, *self.place, stored, number)
        if stored >> 31:
            try:
                content = zstandard.ZstdDecompressor().stream_reader(content).read(length + 1)
            except zstandard.ZstdError as error:
                raise Damaged(f"{what}: {error}") from None
        require(len(content) == length, f"{what}: {len(content)} bytes in place of {length}")
        return content


class Table:
    """The records of a section, in columns of 1 to 64 bits."""

    def __init__(self, file, name, run=0, shape=None):
        number, entry = file.sections[name]
        self.rows, self.columns = (shape or entry)["rows"], (shape or entry)["columns"]
        self.bits = [column["bits"] for column in self.columns]
        require(all(1 <= bits <= 64 for bits in self.bits), f"section {name}: its columns")
        many = 8 * file.block_size // sum(self.bits)
        self.name, self.in_block = name, many // 8 * 8 or max(many, 1)
        blocks = -(-self.rows // self.in_block)
        self.run = Run(file, name, (number, run), entry["runs"][run], blocks)
        self.raw = lru_cache(1 << 14)(self.read_raw)

    def read_raw(self, number):
        """Return the raw numbers of a block, column by column."""
        count, at, columns = min(self.in_block, self.rows - number * self.in_block), 0, []
        lengths = [-(-count * bits // 8) for bits in self.bits]
        content = self.run.block(number, sum(lengths))
        for bits, length in zip(self.bits, lengths, strict=True):
            column = np.frombuffer(content, np.uint8, length, at)
            if bits % 8 == 0:
                digits, base = column.reshape(bits // 8, count), 8
            else:
                digits = np.unpackbits(column, count=count * bits, bitorder="little")
                digits, base = digits.reshape(count, bits).T, 1
            shifts = np.arange(0, bits, base, dtype=np.uint64)[:, None]
            columns.append((digits.astype(np.uint64) << shifts).sum(0, dtype=np.uint64))
            at += length
        return columns

    def read(self, ranks):
        """Return the records of these ranks: by name of the column, integers in its unit."""
        require(((ranks >= 0) & (ranks < self.rows)).all(), f"{self.name}: no such record")
        found = np.zeros((len(self.bits), len(ranks)), np.uint64)
        blocks, order = ranks // self.in_block, np.argsort(ranks, kind="stable")
        numbers, starts = np.unique(blocks[order], return_index=True)
        for number, asked in zip(numbers.tolist(), np.split(order, starts[1:]), strict=False):
            for column, raw in enumerate(self.raw(number)):
                found[column, asked] = raw[ranks[asked] % self.in_block]
        for column, numbers in zip(self.columns, found.view(np.int64), strict=True):
            if column["codec"] in ("signed", "fixed"):
                numbers[:] = numbers << 64 - column["bits"] >> 64 - column["bits"]
            elif (numbers < 0).any():
                raise Damaged(f"{self.name}, {column['name']}: a number beyond 63 bits")
        return dict(zip((c["name"] for c in self.columns), found.view(np.int64), strict=True))
