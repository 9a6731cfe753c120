#!/usr/bin/env python3
"""Counts the requests of cold questions to published layers, through nginx on this machine.

    measure-published.py PROGRAM DATA [--pages] LAYER [LAYER...]

PROGRAM is `shuban`, DATA a folder in which the layers are built. They are published in a temporary folder;
of 100 positions of each, spread evenly, every one is asked with all rolls and moves, with nothing kept from
before, and the answer is compared with that of the data folder. With `--pages` the pages of the same positions
are timed in Chromium instead.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from published_host import nginx, positions

POSITIONS = 100
PAGES = Path(__file__).parent.parent / "crates/shuban-server/browser/cold-pages.mjs"


def of_99(numbers):
    """Returns the most of the smallest 99 in 100."""
    return sorted(numbers)[len(numbers) * 99 // 100 - 1]


def main():
    program, data, *layers = sys.argv[1:]
    pages = "--pages" in layers
    layers = [layer for layer in layers if layer != "--pages"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        where = ["--to", folder / "published", "--data", data, "--quiet"]
        where += ["--site"] if pages else []
        subprocess.run([program, "publish", *layers, *where], check=True)
        process, address = nginx(folder)
        try:
            for layer in layers:
                if pages:
                    texts = positions(program, data, layer, POSITIONS)
                    subprocess.run(
                        ["node", PAGES, address, layer], input="\n".join(texts), text=True, check=True
                    )
                    continue
                requests, seconds = [], []
                for number, text in enumerate(
                    positions(program, data, layer, POSITIONS)
                ):
                    ask = [program, "probe", layer, text, "--json", "--data"]
                    near = subprocess.run([*ask, data], capture_output=True, check=True).stdout
                    cache = dict(
                        os.environ,
                        SHUBAN_CACHE=str(folder / f"cache-{layer.replace('/', '-')}-{number}"),
                    )
                    before, begun = (folder / "requests").read_text().count("\n"), time.monotonic()
                    far = subprocess.run(
                        [*ask, address], capture_output=True, env=cache, check=True
                    ).stdout
                    seconds.append(time.monotonic() - begun)
                    requests.append((folder / "requests").read_text().count("\n") - before)
                    if near != far:
                        sys.exit(f"{layer} {text}: another answer than that of the data folder")
                print(
                    f"{layer}: {statistics.median(requests):.0f} requests, of 99 in 100 at most "
                    f"{of_99(requests)}; {statistics.median(seconds):.3f} s, at most "
                    f"{of_99(seconds):.3f}"
                )
        finally:
            process.terminate()
            process.wait()


main()
