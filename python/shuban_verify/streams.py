"""Read streams: lists of byte strings."""

from __future__ import annotations

from itertools import pairwise

from .reader import File, Run, Table, require


class Stream:
    """A section that is a list of byte strings."""

    def __init__(self, file: File, name: str) -> None:
        number, entry = file.sections[name]
        self.name, self.size, self.block_size = name, entry["bytes"], file.block_size
        blocks = -(-self.size // self.block_size)
        self.run = Run(file, name, (number, 0), entry["runs"][0], blocks)
        column = {"name": "offset", "bits": 64, "codec": "unsigned"}
        self.offsets = Table(file, name, 1, {"rows": entry["entries"] + 1, "columns": [column]})

    def entries(self) -> list[bytes]:
        """Return the byte strings."""
        starts = range(0, self.size, self.block_size)
        lengths = [min(self.block_size, self.size - start) for start in starts]
        content = b"".join(self.run.block(*block) for block in enumerate(lengths))
        blocks = range(self.offsets.run.blocks)
        at = [int(offset) for number in blocks for offset in self.offsets.raw(number)[0]]
        require(at[0] == 0 and at[-1] == len(content), f"{self.name}: the ends of its offsets")
        require(at == sorted(at), f"{self.name}: the order of its offsets")
        return [content[start:end] for start, end in pairwise(at)]
