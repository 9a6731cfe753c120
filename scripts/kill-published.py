#!/usr/bin/env python3
"""Kills programs that publish, fetch and look up, at moments at random, and looks at what they leave.

    kill-published.py PROGRAM DATA LAYER KILLS

PROGRAM is `shuban`, DATA a folder in which the layer is built. It is published behind nginx on this machine. KILLS
times each, `publish` into another folder, `fetch` and `probe` from the host are killed (SIGKILL), all probes with one
cache. After each kill, what is published and what is fetched is whole or not there, and once the killed command is
given again it ends well, with the same bytes and the same answer as without kills. The exit status is 1 at the first
difference.
"""

import filecmp
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from published_host import nginx, positions


def killed(command, environment, moment):
    """Runs a command for at most so many seconds; returns true if it was killed."""
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() != 0


def files(folder):
    """Returns the files in a folder that are no leavings of what was killed, by their path in it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path for path in found if ".partial" not in path.name and ".lock" not in path.name}


def same(one, other, what):
    """Ends the program unless two folders have the same files."""
    one, other = files(one), files(other)
    if one.keys() != other.keys():
        sys.exit(f"{what}: not the same files: {sorted(one.keys() ^ other.keys())}")
    for name, path in one.items():
        if not filecmp.cmp(path, other[name], shallow=False):
            sys.exit(f"{what}: {name} has other bytes")


def main():
    program, data, layer, kills = sys.argv[1:]
    numbers = random.Random(45)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = dict(os.environ, SHUBAN_CACHE=str(folder / "cache"))

        def command(*words):
            return [program, *words, "--quiet"]

        def run(*words):
            return subprocess.run(command(*words), env=environment, check=True, capture_output=True).stdout

        def publish(to):
            return ["publish", layer, "--to", to, "--data", data, "--piece", "1M"]

        run(*publish(folder / "published"))
        process, address = nginx(folder)

        def fetch(to):
            return ["fetch", layer, "--from", address, "--data", to]

        try:
            run(*fetch(folder / "whole"))
            texts = positions(program, data, layer, 100)
            answers = [run("probe", layer, text, "--json", "--data", data) for text in texts]
            steps = {
                "publish": (publish, "again", folder / "published", "catalogue.json"),
                "fetch": (fetch, "fetched", folder / "whole", f"{layer}.shuban"),
            }
            for step, (words, name, whole, last) in steps.items():
                to, hit = folder / name, 0
                begun = time.monotonic()
                run(*words(to))
                usual = time.monotonic() - begun
                for _ in range(int(kills)):
                    shutil.rmtree(to)
                    hit += killed(command(*words(to)), environment, numbers.uniform(0, usual))
                    if (to / last).exists() and not filecmp.cmp(to / last, whole / last, shallow=False):
                        sys.exit(f"{step}: {last} is there and not whole")
                    run(*words(to))
                    same(to, whole, step)
                print(f"{step}: {hit} of {kills} killed before they ended; all went on to the same bytes", flush=True)
            hit, usual = 0, 0.05
            for number in range(int(kills)):
                text, answer = texts[number % len(texts)], answers[number % len(texts)]
                if number % len(texts) == 0:
                    shutil.rmtree(folder / "cache", ignore_errors=True)
                ask = ["probe", layer, text, "--json", "--data", address]
                hit += killed(command(*ask), environment, numbers.uniform(0, usual))
                if run(*ask) != answer:
                    sys.exit(f"probe {text}: another answer after a kill")
            print(f"probe: {hit} of {kills} killed before they ended; the cache gives the same answers")
        finally:
            process.terminate()
            process.wait()


main()
