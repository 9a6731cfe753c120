#!/usr/bin/env python3
"""Compares a program with a model, over random sequences of commands, kills, full disks and damage.

    python3 scripts/model_tester.py PROGRAM [--sequences 200] [--seed 1]
    python3 scripts/model_tester.py PROGRAM --replay '[["build", "trax/2"], …]'

The model knows of each file of a data folder only whether it is there and sound, by its bytes: those of
an undisturbed build. It says what may come of each step:

- No command leaves a file other than it was, than the undisturbed one, or gone if it was to go; a build
  that ends well leaves the layer and what it needs sound, unless they were damaged before in a way that
  opening them does not show, and nothing half done beside them.
- `verify` passes a sound file alone. `probe` answers from a sound file as from the undisturbed one, and
  from a damaged one so or not at all.
- A file outside that a link in the folder leads to stays as it is.
- Every command ends with an exit code of 0 to 3 and without a panic.

A sequence that fails is made shorter as long as it still fails, and printed for `--replay`; the exit
status is 1.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

LAYERS = [
    "half-gammon/contact-1-1",
    "half-gammon/contact-2-1",
    "amazons/3",
    "trax/2",
    "tanhinmin/2p-4",
]
WORK = [".partial", ".lock", ".checkpoint"]
PRECIOUS = b"not to be touched\n"

Step = list[Any]


class Fault(Exception):
    """What a step did that it may not do."""


class Reference:
    """What undisturbed builds leave, and answers from it."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder
        for layer in LAYERS:
            self.run("build", layer)
        self.files = contents(folder)
        self.compact: dict[str, bytes] = {}
        with tempfile.TemporaryDirectory() as other:
            subprocess.run(
                [program, "build", LAYERS[1], "--compact", "--quiet", "--data", other], check=True
            )
            for path, found in contents(Path(other)).items():
                if self.files.get(path) != found:
                    self.compact[path] = found
        self.needs = {layer: self.needed(layer) for layer in LAYERS}
        self.answers: dict[tuple[str, int], tuple[str, str]] = {}

    def run(self, *arguments: str) -> str:
        command = [self.program, *arguments, "--data", str(self.folder)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def needed(self, layer: str) -> set[str]:
        """The layers that one needs, with itself."""
        info = json.loads(self.run("info", layer, "--json"))
        return {layer}.union(*(self.needed(need["domain"]) for need in info["needs"]))

    def answer(self, layer: str, number: int) -> tuple[str, str]:
        """The position of a number in a layer, and the answer about it."""
        key = (layer, number)
        if key not in self.answers:
            rows = list(csv.DictReader(self.run("export", layer, "--to", "-").splitlines()))
            position = rows[number % len(rows)]["position"]
            self.answers[key] = position, self.run("probe", layer, position, "--json")
        return self.answers[key]


def path_of(layer: str) -> str:
    return f"{layer}.shuban"


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, by their paths in it; of a link what it leads to."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class Trial:
    """A data folder that the steps of one sequence come upon."""

    def __init__(self, reference: Reference, folder: Path) -> None:
        self.reference, self.data = reference, folder / "data"
        self.data.mkdir()
        self.precious = folder / "precious"
        self.precious.write_bytes(PRECIOUS)

    def run(
        self,
        arguments: list[str],
        *,
        kill: float | None = None,
        how: int = 0,
        room: int | None = None,
    ) -> int:
        """Runs the program; returns its exit code, or the signal that ended it, negative."""

        def limited() -> None:
            if room is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        command = [self.reference.program, *arguments, "--data", str(self.data), "--quiet"]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limited,
            # Python ignores the signal of a file that is too large, and so does the program then: it
            # is told of an error, as where a disk is full.
            restore_signals=room is None,
        )
        if kill is not None:
            time.sleep(kill)
            process.send_signal(how)
        self.out, self.err = process.communicate(timeout=60)
        code = process.returncode
        # Either signal may come before the program has begun to listen.
        usual = (0, 1, 2, 3) if kill is None else (0, 1, 2, 3, -how)
        if "panicked" in self.err or code not in usual:
            raise Fault(f"{' '.join(arguments)}: exit code {code}: {self.err.strip()}")
        return code

    def is_sound(self, layer: str, files: dict[str, bytes]) -> bool:
        path = path_of(layer)
        return files.get(path) == self.reference.files[path]

    def step(self, step: Step) -> None:
        """Does a step and compares what came of it."""
        before = contents(self.data)
        getattr(self, step[0])(*step[1:], before=before)
        if self.precious.read_bytes() != PRECIOUS:
            raise Fault("a file outside was written through a link")

    def compare(self, before: dict[str, bytes], may_go: set[str]) -> dict[str, bytes]:
        """Compares the files with those before, and returns them."""
        after = contents(self.data)
        for path in before.keys() | after.keys():
            if not path.endswith(".shuban"):
                continue
            was, now = before.get(path), after.get(path)
            allowed = [was, self.reference.files.get(path), self.reference.compact.get(path)]
            if now is None and was is not None and path not in may_go:
                raise Fault(f"{path} is gone")
            if now is not None and now not in allowed:
                raise Fault(f"{path} is neither as it was nor as an undisturbed build leaves it")
            if (self.data / path).is_symlink() and now != was:
                raise Fault(f"{path} is a link")
        return after

    def build(self, layer: str, *flags: str, before: dict[str, bytes], **how: Any) -> None:
        code = self.run(["build", layer, *flags], **how)
        needed = self.reference.needs[layer]
        # A compact file takes the place of the other one.
        may_go = {path_of(one) for one in needed} if "--compact" in flags else set()
        may_go |= set(self.reference.compact)
        after = self.compare(before, may_go)
        paths = [path_of(one) for one in needed]
        disturbed = bool(how) or any(
            path in before and before[path] != self.reference.files.get(path) for path in paths
        )
        # A lock goes through no link: the build is refused as long as there is one.
        disturbed |= any((self.data / (path + ".lock")).is_symlink() for path in paths)
        compact = "--compact" in flags or self.reference.compact.keys() & before.keys()
        if code == 0 and not compact and not disturbed:
            for one in needed:
                if not self.is_sound(one, after):
                    raise Fault(f"build {layer}: {one} is not as an undisturbed build leaves it")
            # Somebody else's link where this build writes nothing may stay.
            left = [
                path
                for path in after
                if path.startswith(layer)
                and path.endswith(tuple(WORK))
                and not (self.data / path).is_symlink()
            ]
            if left:
                raise Fault(f"build {layer}: it left {', '.join(left)}")
        if code != 0 and not compact and not disturbed:
            raise Fault(f"build {layer}: exit code {code}: {self.err.strip()}")

    def kill(self, layer: str, after: float, *flags: str, before: dict[str, bytes]) -> None:
        self.build(layer, *flags, before=before, kill=after, how=signal.SIGKILL)

    def end(self, layer: str, after: float, *flags: str, before: dict[str, bytes]) -> None:
        self.build(layer, *flags, before=before, kill=after, how=signal.SIGTERM)

    def full(self, layer: str, room: int, *flags: str, before: dict[str, bytes]) -> None:
        self.build(layer, *flags, before=before, room=room)

    def verify(self, layer: str, before: dict[str, bytes]) -> None:
        code = self.run(["verify", layer])
        self.compare(before, set())
        needed = self.reference.needs[layer]
        # What a sound layer was built from is looked up, where it is not compared.
        if all(self.is_sound(one, before) for one in needed):
            if code != 0:
                raise Fault(f"verify {layer}: exit code {code}: {self.err.strip()} {self.out}")
        elif (
            code == 0
            and not self.is_sound(layer, before)
            and not self.reference.compact.keys() & before.keys()
        ):
            raise Fault(f"verify {layer} passes a damaged file")

    def probe(self, layer: str, number: int, before: dict[str, bytes]) -> None:
        position, expected = self.reference.answer(layer, number)
        code = self.run(["probe", layer, position, "--json"])
        self.compare(before, set())
        sound = all(self.is_sound(one, before) for one in self.reference.needs[layer])
        # A search may answer instead, in its own words; a compact file in wider intervals.
        is_stored = code == 0 and json.loads(self.out)["domain"] is not None
        is_told_apart = is_stored and not self.reference.compact.keys() & before.keys()
        if (is_told_apart and self.out != expected) or (sound and code != 0):
            raise Fault(f"probe {layer} {position}: exit code {code}: {self.out} {self.err}")

    def damage(self, layer: str, place: int, before: dict[str, bytes]) -> None:
        self.change(layer, before, lambda old: flipped(old, place))

    def cut(self, layer: str, length: int, before: dict[str, bytes]) -> None:
        self.change(layer, before, lambda old: old[: length % max(len(old), 1)])

    def exchange(self, layer: str, other: str, before: dict[str, bytes]) -> None:
        self.change(layer, before, lambda _: self.reference.files[path_of(other)])

    def change(self, layer: str, before: dict[str, bytes], how: Any) -> None:
        path = path_of(layer)
        if path in before:
            (self.data / path).write_bytes(how(before[path]))

    def remove(self, layer: str, before: dict[str, bytes]) -> None:
        (self.data / path_of(layer)).unlink(missing_ok=True)

    def link(self, layer: str, suffix: str, before: dict[str, bytes]) -> None:
        """A link where the program is going to write."""
        path = self.data / (path_of(layer) + suffix)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(self.precious)


def flipped(old: bytes, place: int) -> bytes:
    if not old:
        return old
    new = bytearray(old)
    new[place % len(old)] ^= 1 << place % 8
    return bytes(new)


def some_step(chosen: random.Random) -> Step:
    layer = chosen.choice(LAYERS)
    flags = chosen.choice([[], [], ["--rebuild"], ["--threads", "1"]])
    if layer == LAYERS[1]:
        flags = chosen.choice([flags, flags, ["--compact"], ["--certificate"]])
    number = chosen.randrange(1 << 20)
    steps: list[Step] = [
        ["build", layer, *flags],
        ["kill", layer, round(chosen.uniform(0, 0.08), 4), *flags],
        ["end", layer, round(chosen.uniform(0, 0.08), 4), *flags],
        ["full", layer, chosen.choice([0, 100, 1_000, 5_000]), *flags],
        ["verify", layer],
        ["probe", layer, number % 100],
        ["damage", layer, number],
        ["cut", layer, number],
        ["exchange", layer, chosen.choice(LAYERS)],
        ["remove", layer],
        ["link", layer, chosen.choice([".partial", ".lock", ".checkpoint.partial"])],
    ]
    return chosen.choices(steps, [6, 4, 2, 3, 3, 3, 2, 1, 1, 2, 1])[0]


def fault_of(reference: Reference, steps: list[Step]) -> tuple[int, str] | None:
    """Returns the number of the step that fails, and why."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(reference, Path(folder))
        for number, step in enumerate(steps):
            try:
                trial.step(step)
            except Fault as fault:
                return number, str(fault)
    return None


def shrunk(reference: Reference, steps: list[Step]) -> list[Step]:
    """Returns a part of the steps that fails and of which every step is needed. Kills come at another
    moment each time, so that each part has three tries."""
    at = len(steps) - 1
    while at >= 0:
        fewer = steps[:at] + steps[at + 1 :]
        if any(fault_of(reference, fewer) for _ in range(3)):
            steps = fewer
        at -= 1
    return steps


def main() -> int:
    reader = argparse.ArgumentParser(description="Compares a program with a model.")
    reader.add_argument("program")
    reader.add_argument("--sequences", type=int, default=200)
    reader.add_argument("--steps", type=int, default=25)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--replay", type=json.loads)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        reference = Reference(str(Path(asked.program).resolve()), Path(folder))
        if asked.replay is not None:
            found = fault_of(reference, asked.replay)
            print(found or "no fault")
            return 1 if found else 0
        for number in range(asked.sequences):
            chosen = random.Random(f"{asked.seed} {number}")
            steps = [some_step(chosen) for _ in range(asked.steps)]
            if (found := fault_of(reference, steps)) is None:
                continue
            at, why = found
            steps = shrunk(reference, steps[: at + 1])
            print(f"sequence {number}: {why}\n  --replay '{json.dumps(steps)}'")
            return 1
    print(f"{asked.sequences} sequences of {asked.steps} steps: no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
