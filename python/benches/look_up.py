"""How long a million positions take, to set beside the same loop in Rust.

    python benches/look_up.py DATA TEXTS
    cargo bench -p shuban-gammon --bench look_up -- DATA TEXTS

builds ``half-gammon/contact-3-3`` in the folder DATA if it is not there, writes a million random
positions of it into the file TEXTS, and looks them up.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import shuban

LAYER = "half-gammon/contact-3-3"
COUNT = 1_000_000


def main(data: str, texts: str) -> None:
    """Build, write and measure."""
    shuban.build(LAYER, data=data, progress=True)
    db = shuban.open(LAYER, data)
    positions = random.Random(1).choices(db.positions(), k=COUNT)
    Path(texts).write_text("\n".join(positions) + "\n")
    for threads in (1, 1, 2):
        started = time.perf_counter()
        values = db.probe_many(positions, threads=threads)
        seconds = time.perf_counter() - started
        total = values["value"].sum()
        print(f"{COUNT} positions in {seconds:.3f} s, {threads} threads, sum of values {total:.9f}")
    started = time.perf_counter()
    count = len(db.values(threads=1)["value"])
    seconds = time.perf_counter() - started
    print(f"values of a part: {count} in {seconds:.3f} s")
    started = time.perf_counter()
    count = len(db.records()["lower"])
    print(f"records of a part: {count} in {time.perf_counter() - started:.3f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
