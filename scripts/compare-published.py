#!/usr/bin/env python3
"""Compares answers of published layers, behind nginx, with those of their files, member for member.

    compare-published.py PROGRAM DATA LAYER [LAYER...]

PROGRAM is `shuban`, DATA a folder in which the layers are built. They are published in a temporary folder with
pages; of 50 positions of each, spread evenly, every one is asked by the program, by the Python package `shuban`, and
by the pages in Chromium.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import shuban
from published_host import nginx, positions

POSITIONS = 50
PAGES = Path(__file__).parent.parent / "crates/shuban-server/browser/ask-pages.mjs"


def main():
    program, data, *layers = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["SHUBAN_CACHE"] = str(folder / "cache")
        where = ["--to", folder / "published", "--data", data, "--site", "--quiet"]
        subprocess.run([program, "publish", *layers, *where], check=True)
        process, address = nginx(folder)
        try:
            for layer in layers:
                texts = positions(program, data, layer, POSITIONS)

                def by_program(place, layer=layer, texts=texts):
                    ask = [program, "probe", layer, "--json", "--data", place]
                    for text in texts:
                        yield json.loads(subprocess.run([*ask, text], capture_output=True, check=True).stdout)

                def by_python(place, layer=layer, texts=texts):
                    database = shuban.Database(layer, data=place)
                    return [database.probe(text) for text in texts]

                answers = list(by_program(data))
                if list(by_program(address)) != answers:
                    sys.exit(f"{layer}: the program gives another answer")
                if by_python(address) != by_python(data):
                    sys.exit(f"{layer}: Python gives another answer")
                ask = ["node", PAGES, address, layer]
                told = subprocess.run(ask, input="\n".join(texts), text=True, check=True, stdout=subprocess.PIPE).stdout
                if [json.loads(line) for line in told.splitlines()] != answers:
                    sys.exit(f"{layer}: pages give another answer")
                print(f"{layer}: {len(answers)} positions, the same answers three times", flush=True)
        finally:
            process.terminate()
            process.wait()


main()
