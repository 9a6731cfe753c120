"""Reads a Shuban database file, version 1, using only docs/format.md.

    python3 format_reader.py FILE            prints the whole file
    python3 format_reader.py FILE PART RANK  probes one position and reads only a few blocks

Both print one JSON document: the first the header, the manifest and every section's decoded
content; the second the columns of the position's record as numbers, and its status if the part has
one. Only the standard library is needed. With the module `zstandard` it decodes compressed blocks,
with `xxhash` it compares checksums; the member `modules` says which of them are installed. Without
`zstandard`, a section with a compressed block is given as {"compressed": number of such blocks}. If
the file is not as the document says, the program exits with a message and code 1.
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
STATUSES = ["loss", "valued", "unknown", "win"]


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

    def piece(self, section, run, number):
        """A piece of a block table: (start, end, whether compressed, checksum) of each of its blocks."""
        entry = self.manifest["sections"][section]["runs"][run]
        count = min(PIECE_BLOCKS, entry["blocks"] - number * PIECE_BLOCKS)
        at = entry["table"] + 784 * number
        content = self.data[at : at + 8 + 12 * count]
        (stored,) = struct.unpack_from("<Q", self.data, at + len(content))
        self.compare(stored, content, "block table", PIECE, section=section, run=run, number=number)
        base = entry["start"] + struct.unpack_from("<Q", content)[0]
        start, blocks = base, []
        for block in range(count):
            word, checksum = struct.unpack_from("<IQ", content, 8 + 12 * block)
            end = base + (word & 0x7FFFFFFF)
            require(start <= end <= entry["table"], "a block's end")
            blocks.append((start, end, word >> 31 == 1, checksum))
            start = end
        return blocks

    def stored(self, section, run, number, block):
        """A block as it is stored: (whether compressed, bytes)."""
        start, end, compressed, checksum = block
        content = self.data[start:end]
        length = end - start | compressed << 31
        place = {"section": section, "run": run, "length": length, "number": number}
        self.compare(checksum, content, "block", BLOCK, **place)
        return compressed, content

    def block(self, section, run, number):
        """One stored block of a run."""
        piece = self.piece(section, run, number // PIECE_BLOCKS)
        return self.stored(section, run, number, piece[number % PIECE_BLOCKS])

    def blocks(self, section, run):
        """The stored blocks of a run, in order."""
        entry = self.manifest["sections"][section]["runs"][run]
        blocks, expected = [], entry["start"]
        for number in range(-(-entry["blocks"] // PIECE_BLOCKS)):
            for block in self.piece(section, run, number):
                require(block[0] == expected, "blocks do not follow one another")
                blocks.append(self.stored(section, run, len(blocks), block))
                expected = block[1]
        require(expected == entry["table"], "a gap before the block table")
        return blocks

    def decoded(self, block, length):
        compressed, content = block
        if compressed:
            if zstandard is None:
                raise Compressed
            content = zstandard.ZstdDecompressor().decompress(content, max_output_size=length)
        require(len(content) == length, f"a block of {len(content)} bytes, expected {length}")
        return content

    def records(self, block, widths, count):
        """The records of a block: raw numbers, as lists."""
        content = self.decoded(block, sum((count * bits + 7) // 8 for bits in widths))
        at, columns = 0, []
        for bits in widths:
            length = (count * bits + 7) // 8
            columns.append(read_column(content[at : at + length], bits, count))
            at += length
        return [list(record) for record in zip(*columns)]

    def table(self, section, run, widths, rows):
        """All records of a table."""
        per_block = records_per_block(widths, self.block_size)
        blocks = self.blocks(section, run)
        require(len(blocks) == -(-rows // per_block), "the number of blocks")
        records = []
        for number, block in enumerate(blocks):
            records.extend(self.records(block, widths, min(per_block, rows - number * per_block)))
        return records

    def record(self, name, rank):
        """One record of a table as {column: number}, by way of the one block that holds it."""
        names = [section["name"] for section in self.manifest["sections"]]
        number = names.index(name)
        table = self.manifest["sections"][number]
        require(table["kind"] == "table" and 0 <= rank < table["rows"], f"no record {rank} of {name}")
        widths = [column["bits"] for column in table["columns"]]
        per_block = records_per_block(widths, self.block_size)
        count = min(per_block, table["rows"] - rank // per_block * per_block)
        records = self.records(self.block(number, 0, rank // per_block), widths, count)
        raw = records[rank % per_block]
        return {column["name"]: meaning(value, column) for column, value in zip(table["columns"], raw)}

    def probe(self, part, rank):
        """What is known of a position: its value's columns, and its status."""
        found = {"columns": self.record(part, rank)}
        status = f"{part}/status"
        if any(section["name"] == status for section in self.manifest["sections"]):
            found["status"] = STATUSES[self.record(status, rank)["status"]]
        return found

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


def meaning(raw, column):
    """What a raw number of a column stands for."""
    if column["codec"] in ("signed", "fixed") and raw >> column["bits"] - 1:
        raw -= 1 << column["bits"]
    fraction_bits = column.get("fraction_bits", 0)
    return raw / (1 << fraction_bits) if fraction_bits else raw


def everything(file):
    sections = file.manifest["sections"]
    return {
        "version": file.version,
        "block_size": file.block_size,
        "identity": file.identity.hex(),
        "manifest": file.manifest,
        "sections": {section["name"]: file.section(number) for number, section in enumerate(sections)},
    }


def main(arguments):
    if len(arguments) not in (2, 4):
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[1], "rb") as opened:
        data = opened.read()
    try:
        file = File(data)
        document = file.probe(arguments[2], int(arguments[3])) if len(arguments) == 4 else everything(file)
        document["modules"] = {"xxhash": xxhash is not None, "zstandard": zstandard is not None}
    except (Malformed, Compressed, struct.error, KeyError, ValueError) as error:
        print(f"{arguments[1]}: {error!r}", file=sys.stderr)
        return 1
    json.dump(document, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
