"""The copy of the project in which every function chooses between itself and its changed copies."""

import json
import re
import shutil
import subprocess
from pathlib import Path

SWITCH = (Path(__file__).parent / "switch.rs").read_text()


def leave(function):
    """Leaves a function as it is, for it cannot choose between copies of itself."""
    for change in function.changes:
        change.outcome = "left"


class Tree:
    """The copy, in which what does not compile is left out."""

    def __init__(self, root, work, sources, functions):
        self.root, self.work, self.tree = root, work, work / "tree"
        self.sources = sources
        self.switch = SWITCH.replace("FUNCTIONS]", f"{functions}]")
        self.packages = sorted({source.package for source in sources})
        for source in sources:
            for function in source.functions:
                if function.is_opaque:
                    leave(function)

    def programs(self, packages):
        """Compiles the tests of some packages, and returns them as the compiler's messages say."""
        while (programs := self.compile(self.write(), packages)) is None:
            print(f"  {self.left_out()} do not compile, or are left", flush=True)
        return programs

    def left_out(self):
        """Returns how many changes are no part of the copy."""
        changes = [change for source in self.sources for function in source.functions for change in function.changes]
        return sum(change.outcome in ("does not compile", "left") for change in changes)

    def write(self):
        """Writes what has changed, so that little is compiled again; returns the copies of each file."""
        texts, copies = {}, {}
        for package in self.packages:
            for name in ("lib.rs", "main.rs"):
                path = f"crates/{package}/src/{name}"
                if (self.root / path).exists():
                    texts[path] = (self.root / path).read_text()
        crates = set(texts)
        for source in self.sources:
            texts[source.path], copies[source.path] = source.with_choices()
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=self.root, check=True, capture_output=True).stdout
        for path in filter(None, listed.decode().split("\0")):
            original, target = self.root / path, self.tree / path
            if not original.is_file():
                continue
            content = original.read_bytes()
            if path in texts:
                content = (texts[path] + (self.switch if path in crates else "")).encode()
            if not target.exists() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
                shutil.copymode(original, target)
        return copies

    def compile(self, copies, packages):
        """Compiles; returns None if copies had to be left out first."""
        command = ["cargo", "build", "--tests", "--profile=test", "--all-features", "--locked", "--keep-going"]
        command += ["--message-format=json"]
        for package in self.packages:
            # So much code is compiled in hours with all optimisations.
            command += ["--config", f"profile.test.package.{package}.opt-level=1"]
        for package in packages:
            command += ["-p", package]
        log = self.work / "build.log"
        with log.open("w") as errors:
            run = subprocess.run(command, cwd=self.tree, stdout=subprocess.PIPE, stderr=errors, text=True)
        messages = [json.loads(line) for line in run.stdout.splitlines()]
        if run.returncode == 0:
            return [
                m for m in messages
                if m["reason"] == "compiler-artifact" and m.get("executable") and m["profile"]["test"]
            ]
        before = self.left_out()
        errors = [m["message"] for m in messages if m["reason"] == "compiler-message" and m["message"]["level"] == "error"]
        for error in errors:
            self.leave_out(error, copies)
        if before == self.left_out():
            raise SystemExit("\n".join(error["rendered"] for error in errors[:5]) or f"see {log}")
        return None

    def leave_out(self, error, copies):
        """Leaves out what an error of the compiler is about."""
        if (error.get("code") or {}).get("code") == "E0015":
            # A constant calls the function, which the message names.
            called = re.sub(r"<[^<>]*>", "", re.search(r"`([^`]*)`", error["message"]).group(1)).split("::")
            for source in self.sources:
                for function in source.functions:
                    parts = re.sub(r"<[^<>]*>", "", function.name.replace("impl ", "")).split("::")
                    same_owner = len(called) < 2 or len(parts) < 2 or called[-2].islower() or called[-2] == parts[-2].strip()
                    if function.is_const and parts[-1] == called[-1] and same_owner:
                        leave(function)
            return
        for span in error["spans"]:
            if not span["is_primary"]:
                continue
            for (first, last), change, function in copies.get(span["file_name"], []):
                if first <= span["line_start"] and span["line_end"] <= last:
                    if change is None:
                        leave(function)
                    else:
                        change.outcome = "does not compile"
