"""Reads a Shuban database file, version 1, from nothing but docs/format.md.

    python3 format_reader.py FILE

prints one JSON document: the header, the manifest and every section's decoded content. Only the
standard library is needed. Compressed blocks are decoded where the module `zstandard` is installed,
and checksums compared where `xxhash` is; without `zstandard`, a section with a compressed block is
given as {"compressed": number of such blocks}. A file that is not as the document says ends the
program with a message and exit code 1.
"""

import json
import struct
import sys

try:
    import xxhash
except ImportError:
    xxhash = None
try:
    import zstandard
except ImportError:
    zstandard = None

MAGIC = b"\x89SHB\r\n\x1a\n"
END_MAGIC = b"SHUBAN\n\x04"
PIECE_BLOCKS = 64
BLOCK, PIECE, DIRECTORY, TRAILER = range(4)


class Malformed(Exception):
    """The file is not as docs/format.md says."""


class Compressed(Exception):
    """A block that cannot be decoded here."""


def require(condition, message):
    if not condition:
        raise Malformed(message)


class File:
    def __init__(self, data):
        self.data = data
        require(len(data) >= 80, f"{len(data)} bytes are no whole file")
        require(data[:8] == MAGIC, "no Shuban file")
        self.version, self.block_size = struct.unpack_from("<II", data, 8)
        require(self.version == 1, f"version {self.version}")
        self.identity = data[16:32]
        (stored,) = struct.unpack_from("<Q", data, 32)
        require(xxhash is None or xxhash.xxh3_64_intdigest(data[:32]) == stored, "header checksum")

        require(data[-8:] == END_MAGIC, "no end mark")
        start, length, directory_sum, trailer_sum = struct.unpack_from("<QQQQ", data, len(data) - 40)
        self.compare(trailer_sum, data[-40:-16], "trailer", TRAILER)
        require(start + length + 40 == len(data), "the directory does not end at the trailer")
        directory = data[start : start + length]
        self.compare(directory_sum, directory, "directory", DIRECTORY)
        self.manifest = json.loads(directory.decode("utf-8"))
        require(self.manifest["format"] == 1, "the manifest's format")

        end = 40
        for section in self.manifest["sections"]:
            for run in section["runs"]:
                require(run["start"] == end, f"a gap before a run of {section['name']}")
                pieces = -(-run["blocks"] // PIECE_BLOCKS)
                end = run["table"] + 12 * run["blocks"] + 16 * pieces
        require(end == start, "a gap before the directory")

    def compare(self, expected, content, name, what, section=0, run=0, length=0, number=0):
        """Compares a checksum, which covers the place of the bytes too."""
        if xxhash is None:
            return
        place = self.identity + struct.pack("<IIIIQ", what, section, run, length, number)
        found = xxhash.xxh3_64_intdigest(content, seed=xxhash.xxh3_64_intdigest(place))
        require(found == expected, f"checksum of {name}")

    def blocks(self, section_number, run_number):
        """The stored blocks of a run, in order: (whether compressed, bytes)."""
        run = self.manifest["sections"][section_number]["runs"][run_number]
        blocks, at, expected = [], run["table"], run["start"]
        for first in range(0, run["blocks"], PIECE_BLOCKS):
            count = min(PIECE_BLOCKS, run["blocks"] - first)
            piece = self.data[at : at + 8 + 12 * count]
            (stored,) = struct.unpack_from("<Q", self.data, at + len(piece))
            place = {"section": section_number, "run": run_number}
            self.compare(stored, piece, "block table", PIECE, number=first // PIECE_BLOCKS, **place)
            base = run["start"] + struct.unpack_from("<Q", piece)[0]
            start = base
            for block in range(count):
                word, checksum = struct.unpack_from("<IQ", piece, 8 + 12 * block)
                compressed, end = word >> 31 == 1, base + (word & 0x7FFFFFFF)
                require(start == expected and start <= end <= run["table"], "blocks do not follow one another")
                length = end - start | word & 0x80000000
                content = self.data[start:end]
                self.compare(checksum, content, "block", BLOCK, length=length, number=first + block, **place)
                blocks.append((compressed, content))
                start = expected = end
            at += len(piece) + 8
        require(expected == run["table"], "a gap before the block table")
        return blocks

    def decoded(self, block, length):
        compressed, content = block
        if compressed:
            if zstandard is None:
                raise Compressed
            content = zstandard.ZstdDecompressor().decompress(content, max_output_size=length)
        require(len(content) == length, f"a block of {len(content)} bytes, expected {length}")
        return content

    def table(self, section, run, widths, rows):
        """The records of a table: raw numbers, as lists."""
        per_block = records_per_block(widths, self.block_size)
        blocks = self.blocks(section, run)
        require(len(blocks) == -(-rows // per_block), "the number of blocks")
        records = []
        for number, block in enumerate(blocks):
            count = min(per_block, rows - number * per_block)
            content = self.decoded(block, sum((count * bits + 7) // 8 for bits in widths))
            at, columns = 0, []
            for bits in widths:
                length = (count * bits + 7) // 8
                columns.append(read_column(content[at : at + length], bits, count))
                at += length
            records.extend(list(record) for record in zip(*columns))
        return records

    def stream(self, section, entries, length):
        """The entries of a stream."""
        blocks = self.blocks(section, 0)
        require(len(blocks) == -(-length // self.block_size), "the number of blocks")
        content = b"".join(
            self.decoded(block, min(self.block_size, length - number * self.block_size))
            for number, block in enumerate(blocks)
        )
        offsets = [offset for (offset,) in self.table(section, 1, [64], entries + 1)]
        require(offsets[0] == 0 and offsets[-1] == length, "the offsets' ends")
        require(offsets == sorted(offsets), "the offsets' order")
        return [content[start:end] for start, end in zip(offsets, offsets[1:])]

    def section(self, number):
        section = self.manifest["sections"][number]
        try:
            if section["kind"] == "table":
                widths = [column["bits"] for column in section["columns"]]
                return {"rows": self.table(number, 0, widths, section["rows"])}
            if section["kind"] == "stream":
                return {"entries": [entry.hex() for entry in self.stream(number, section["entries"], section["bytes"])]}
            return {"unknown": section["kind"]}
        except Compressed:
            runs = range(len(section["runs"]))
            return {"compressed": sum(block[0] for run in runs for block in self.blocks(number, run))}


def records_per_block(widths, block_size):
    count = 8 * block_size // sum(widths)
    return max(count, 1) if count < 8 else count // 8 * 8


def read_column(content, bits, count):
    if bits % 8 == 0:
        planes = [content[plane * count : (plane + 1) * count] for plane in range(bits // 8)]
        return [int.from_bytes(bytes(values), "little") for values in zip(*planes)]
    packed = int.from_bytes(content, "little")
    return [packed >> record * bits & (1 << bits) - 1 for record in range(count)]


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[1], "rb") as opened:
        data = opened.read()
    try:
        file = File(data)
        sections = file.manifest["sections"]
        document = {
            "version": file.version,
            "block_size": file.block_size,
            "identity": file.identity.hex(),
            "manifest": file.manifest,
            "sections": {section["name"]: file.section(number) for number, section in enumerate(sections)},
        }
    except (Malformed, struct.error, KeyError, ValueError) as error:
        print(f"{arguments[1]}: {error!r}", file=sys.stderr)
        return 1
    json.dump(document, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
