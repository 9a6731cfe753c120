#!/usr/bin/env python3
"""Counts the requests of cold questions to published layers, through nginx on this machine.

    measure-published.py PROGRAM DATA [--pages | --many] LAYER [LAYER...]

PROGRAM is `shuban`, DATA a folder in which the layers are built. They are published in a temporary folder;
of 100 positions of each, spread evenly, every one is asked with all rolls and moves, with nothing kept from
before, and the answer is compared with that of the data folder. With `--pages` the pages of the same positions
are timed in Chromium instead. With `--many`, which needs the Python package `shuban`, 10,000 positions at random are
looked up at once, with nothing kept, and kept by another process, and in the data folder; then `fetch` is timed.
"""

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from published_host import nginx, positions

POSITIONS, MANY = 100, 10_000
PAGES = Path(__file__).parent.parent / "crates/shuban-server/browser/cold-pages.mjs"


def of_99(numbers):
    """Returns the most of the smallest 99 in 100."""
    return sorted(numbers)[len(numbers) * 99 // 100 - 1]


def look_up_many(program, data, layer, folder, address):
    """Prints how fast many positions are looked up, and how fast a layer is fetched."""
    import shuban

    os.environ["SHUBAN_CACHE"] = str(folder / "cache")
    near = shuban.Database(layer, data=data)
    numbers = random.Random(1)
    texts = [near.position(numbers.randrange(len(near))).text for _ in range(MANY)]
    before = (folder / "requests").read_text().count("\n")
    expected = None
    for how, where in [("nothing kept", address), ("kept", address), ("data folder", data)]:
        # Opened anew, so that what is kept is kept on the disk.
        times = []
        for _ in range(1 if how == "nothing kept" else 5):
            begun = time.monotonic()
            found = shuban.Database(layer, data=where).probe_many(texts)
            times.append(time.monotonic() - begun)
        found = {name: list(column) for name, column in found.items()}
        expected = expected or found
        if found != expected:
            sys.exit(f"{layer}: other values than those of the data folder")
        told = (folder / "requests").read_text().count("\n")
        print(f"{layer}, {how}: {MANY / statistics.median(times):,.0f} positions a second, {told - before} requests")
        before = told
    for how, where in [("kept", shuban.Database(layer, data=address)), ("data folder", near)]:
        # What another handle had in memory alone is fetched in the first rounds.
        for _ in range(4):
            begun = time.monotonic()
            for text in texts[:1000]:
                where.probe(text)
            spent = time.monotonic() - begun
        # Of a thousand positions, so that seconds are milliseconds of one.
        print(f"{layer}, {how}: {spent:.2f} ms for a position with all rolls and moves, in memory")
    times, length = [], 0
    for _ in range(3):
        shutil.rmtree(folder / "fetched", ignore_errors=True)
        begun = time.monotonic()
        subprocess.run([program, "fetch", layer, "--from", address, "--data", folder / "fetched", "--quiet"], check=True)
        times.append(time.monotonic() - begun)
        length = sum(file.stat().st_size for file in (folder / "fetched").rglob("*.shuban"))
    print(f"{layer}, fetched: {length / 1e6 / statistics.median(times):,.0f} MB a second")


def main():
    program, data, *layers = sys.argv[1:]
    pages, many = "--pages" in layers, "--many" in layers
    layers = [layer for layer in layers if not layer.startswith("--")]
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
                if many:
                    look_up_many(program, data, layer, folder, address)
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
