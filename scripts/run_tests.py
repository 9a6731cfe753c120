"""Runs the test programs that Cargo has compiled, several at once, and shows what each says when it has ended.

    cargo test --no-run --message-format=json-render-diagnostics | python3 scripts/run_tests.py

`cargo test` runs them one after the other, and a processor is idle whenever the last tests of one wait or are long.
"""

import concurrent.futures
import json
import os
import subprocess
import sys
import time
from pathlib import Path


def compiled(messages):
    """Yields the test programs in Cargo's messages: each with the folder of its package, and a name."""
    for message in map(json.loads, messages):
        if message.get("executable") and message["profile"]["test"]:
            folder = Path(message["manifest_path"]).parent
            yield message["executable"], folder, f"{folder.name} {message['target']['name']}"


def run(program):
    """Runs a test program as Cargo does; returns whether it has passed."""
    executable, folder, name = program
    begun = time.monotonic()
    environment = dict(os.environ, CARGO_MANIFEST_DIR=str(folder))
    ended = subprocess.run(
        [executable],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said = ended.stdout.decode(errors="replace")
    how = "" if ended.returncode == 0 else f", exit status {ended.returncode}"
    print(f"-- {name} ({time.monotonic() - begun:.0f} s{how})\n{said}", flush=True)
    return ended.returncode == 0


def main():
    programs = list(compiled(sys.stdin))
    if not programs:
        sys.exit("no test program was compiled")
    with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        passed = list(pool.map(run, programs))
    failed = [name for (_, _, name), good in zip(programs, passed) if not good]
    if failed:
        sys.exit("failed: " + ", ".join(failed))
    print(f"{len(programs)} test programs have passed")


main()
