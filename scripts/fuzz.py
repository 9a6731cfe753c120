#!/usr/bin/env python3
"""Gives the fuzz targets to a fuzzer that is guided by coverage, one after the other, and keeps inputs.

    scripts/fuzz.py MINUTES [TARGET…]

starts from the inputs of `fuzz/corpus` and those of earlier runs in `fuzz/target/inputs`, lets each
target, or those that are named, run for so many minutes, and ends each by writing the fewest inputs
that reach what all of them reach into `fuzz/corpus`. Those are short ones, and not more than the tests
replay in seconds; 0 minutes do this alone. It prints a table in Markdown: what each target has
executed, the edges of its code that were covered, the inputs kept, and the findings.

A finding is an input in `fuzz/target/findings`, and the exit status is 1. It needs a nightly toolchain
and `cargo install cargo-bolero`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).resolve().parent.parent / "fuzz"
KEPT = FUZZ / "corpus"
WORK = FUZZ / "target"
#: Bytes of an input that the fuzzer makes: of a script of changes, and of a text.
SCRIPT, TEXT = 96, 2_000
#: Bytes of an input that is kept, and of all scripts and all texts of a target.
MOST_OF_ONE = 600
MOST_SCRIPTS, MOST_TEXTS = 6_000, 24_000
#: Seconds that an input may take.
TIMEOUT = 60


def targets() -> list[str]:
    """Returns the names of all targets, in their order in `lib.rs`."""
    found, module = [], ""
    for line in (FUZZ / "lib.rs").read_text().splitlines():
        if heads := re.match(r"mod (\w+) \{", line):
            module = heads[1]
        if target := re.match(r"    target!\((\w+),", line):
            found.append(f"{module}::{target[1]}")
    return found


def is_script(target: str) -> bool:
    """Returns true if the inputs of a target are changes of something, and false if they are texts."""
    return target.startswith(("files::", "searches::"))


def escaped(data: bytes) -> str:
    """Returns an input as a line of the corpus."""
    letters = {9: "\\t", 10: "\\n", 13: "\\r", 92: "\\\\"}
    plain = lambda byte: chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}"
    return "".join(letters.get(byte) or plain(byte) for byte in data)


def unescaped(line: str) -> bytes:
    """Returns the input of a line of the corpus."""
    return line.encode().decode("unicode_escape").encode("latin-1")


def run(target: str, corpus: Path, *options: str) -> tuple[int, str]:
    """Runs the fuzzer on a target; returns its exit status and what it said."""
    findings = WORK / "findings" / target
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    length = SCRIPT if is_script(target) else TEXT
    command = ["cargo", "+nightly", "bolero", "test", target, "--sanitizer", "NONE"]
    command += ["--corpus-dir", corpus, "--crashes-dir", findings, "--timeout", f"{TIMEOUT}s"]
    command += ["--max-input-length", str(length), *(f"--engine-args={option}" for option in options)]
    # Many targets write files that nobody needs to find again.
    memory = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
    told = subprocess.run(
        command, cwd=FUZZ, env=os.environ | memory, stderr=subprocess.STDOUT, stdout=subprocess.PIPE
    )
    text = told.stdout.decode(errors="replace")
    (WORK / f"{target}.log").write_text(text)
    return told.returncode, text


def kept(target: str) -> Path:
    """Returns the text of the inputs of a target that are kept."""
    return KEPT / f"{target.replace('::', '.')}.txt"


def fuzz(target: str, seconds: int) -> dict[str, int]:
    """Fuzzes a target for some time, and keeps the inputs; returns what came of it."""
    inputs = WORK / "inputs" / target
    inputs.mkdir(parents=True, exist_ok=True)
    if kept(target).exists():
        for number, line in enumerate(kept(target).read_text().splitlines()):
            (inputs / f"kept-{number}").write_bytes(unescaped(line))
    done = dict.fromkeys(("executions", "edges", "kept", "findings"), 0)
    if seconds:
        # Scripts are short enough to begin with long ones.
        control = 0 if is_script(target) else 20
        # Weighing inputs by rare features takes more time than most targets do.
        options = "-entropic=0", f"-len_control={control}", "-print_final_stats=1"
        status, text = run(target, inputs, f"-max_total_time={seconds}", *options)
        done["executions"] = last(r"^stat::number_of_executed_units: *(\d+)", text)
        done["edges"] = last(r"^#\d+\s.* cov: (\d+)", text)
        done["findings"] = int(status != 0)
    done["kept"] = keep(target, inputs)
    return done


def last(pattern: str, text: str) -> int:
    """Returns the last number of a pattern in a text."""
    found = re.findall(pattern, text, re.M)
    return int(found[-1]) if found else 0


def keep(target: str, inputs: Path) -> int:
    """Keeps the fewest of the short inputs that reach what all of these reach; returns their number."""
    short, fewest = (inputs.with_name(f"{target}.{name}") for name in ("short", "fewest"))
    for folder in (short, fewest):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for file in inputs.iterdir():
        if file.stat().st_size <= MOST_OF_ONE:
            shutil.copy(file, short)
    status, _ = run(target, fewest, "-set_cover_merge=1", str(short))
    if status:
        sys.exit(f"{target}: the inputs cannot be merged: see {WORK / target}.log")
    lines, left = [], MOST_SCRIPTS if is_script(target) else MOST_TEXTS
    for data in sorted((file.read_bytes() for file in fewest.iterdir()), key=lambda data: (len(data), data)):
        left -= len(data)
        if left >= 0:
            lines.append(escaped(data))
    KEPT.mkdir(exist_ok=True)
    kept(target).write_text("".join(f"{line}\n" for line in lines))
    shutil.rmtree(short)
    shutil.rmtree(fewest)
    return len(lines)


def main() -> None:
    if len(sys.argv) < 2 or not re.fullmatch(r"\d+(\.\d+)?", sys.argv[1]):
        sys.exit(__doc__)
    seconds, named = int(60 * float(sys.argv[1])), sys.argv[2:] or targets()
    if unknown := set(named) - set(targets()):
        sys.exit(f"there is no target {', '.join(unknown)}")
    rows = [(target, fuzz(target, seconds)) for target in named]
    print("| target | executions | edges | inputs kept | findings |")
    print("| --- | --- | --- | --- | --- |")
    for target, done in rows:
        print(f"| `{target}` | " + " | ".join(f"{number:,}" for number in done.values()) + " |")
    sys.exit(any(done["findings"] for _, done in rows))


if __name__ == "__main__":
    main()
