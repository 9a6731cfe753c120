#!/usr/bin/env python3
"""Checks the structure of the crates: what ARCHITECTURE.md promises and a compiler does not see.

Exits with 1 and one line for each violation. Exceptions are in scripts/house.toml.

    check_house.py                      checks
    check_house.py --record             lowers the figures of house.toml to those of today
    check_house.py --raise "reason"     records what has grown too, with the reason
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import module_circles

ROOT = Path(__file__).resolve().parent.parent
EXCEPTIONS = ROOT / "scripts/house.toml"
HEAD = "# Exceptions of check_house.py, which writes them. Figures may fall; --raise lets one rise.\n"
MOST_LINES = 500
MOST_EXPORTS = {"shuban-core": 90}
GENERIC = "core answer store search cgt solve catalog play server conformance".split()
GAME_WORD = re.compile("cube|crawford|jacoby|gammon|trax|amazons|tanhinmin|daihinmin|makebearoff", re.I)
QUESTION = re.compile(r"\s*//[/!] (What|How|Whether|Who|Whoever|Whose|Why|When|Where|Which)\b")
GAMES = {"shuban-gammon", "shuban-amazons", "shuban-trax", "shuban-tanhinmin"}
# What no crate of games may depend on: files and threads are the engine's.
NOT_IN_GAMES = {"shuban-store", "memmap2", "rayon", "serde"}
# Calls that follow links, or wait for the other end of a pipe.
OPENS_FILES = re.compile(r"\b(?:File::(?:open|create|options)|OpenOptions|fs::(?:read|write|copy|read_to_string))\b")
MAY_OPEN_FILES = (
    "crates/shuban-store/src/disk.rs",
    "crates/shuban-store/src/user_file.rs",
    # Files of the system alone.
    "crates/shuban-solve/src/machine.rs",
    "programs/shuban-bench/src/",
)
WITHOUT_SUFFIX = {".ci/run", "Dockerfile", "LICENSE-APACHE", "LICENSE-MIT", "theorems/_CoqProject"}
# Checkers of what the rest computes, and the crates that they may share with it: the file reader.
CHECKERS = {"shuban-check", "shuban-referee"}
SHARED = {"shuban-store", "shuban-probe", "shuban-core"}
ADVICE = {
    "exports": "export fewer names in lib.rs",
    "files": "split the file by ideas",
    "games": "say it without a game's notion, or move it to the game's crate",
    "lines": "say it in fewer lines",
    "questions": "begin doc comments with a noun or a verb",
}


class Crate:
    """A crate of the workspace: its folder, its sources and what it depends on."""

    def __init__(self, manifest):
        self.folder = manifest.parent
        self.manifest = tomllib.loads(manifest.read_text())
        self.name = self.manifest["package"]["name"]
        self.texts = {file: file.read_text() for file in sorted(self.folder.glob("src/**/*.rs"))}
        self.lines = sum(len(text.splitlines()) for text in self.texts.values())

    def dependencies(self, optional):
        """Returns the crates that it depends on; of optional ones all, or those of default features."""
        features, enabled, todo = self.manifest.get("features", {}), set(), ["default"]
        while todo:
            name = todo.pop()
            enabled.add(name.removeprefix("dep:"))
            todo += features.get(name, [])
        return {
            name
            for name, entry in self.manifest.get("dependencies", {}).items()
            if optional or name in enabled or not (isinstance(entry, dict) and entry.get("optional"))
        }

    def exports(self):
        """Counts the names that lib.rs exports."""
        code = module_circles.code_of(self.texts.get(self.folder / "src/lib.rs", ""))
        trees = re.findall(r"^pub use ([^;]+);", code, re.M)
        used = sum(len(list(module_circles.branches(" ".join(tree.split())))) for tree in trees)
        return used + len(re.findall(r"^pub (?!use\b)\w", code, re.M))


def used_by(crates, start, optional):
    """Returns a crate and all that it uses, directly or through others."""
    found, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += crates[name].dependencies(optional) & crates.keys()
    return found


def default_program(crates):
    """Returns the crates of the program with default features."""
    return used_by(crates, "shuban", False)


def figures(crates):
    """Measures what has a figure: by group and name, with the most that is allowed without one."""
    found = {}
    ours = [crate for crate in crates.values() if crate.folder.parent.name in ("crates", "programs")]
    found["lines", "default"] = sum(crates[name].lines for name in default_program(crates)), 0
    found["lines", "all"] = sum(crate.lines for crate in ours), 0
    for crate in ours:
        found["exports", crate.name] = crate.exports(), MOST_EXPORTS.get(crate.name, 40)
        words = questions = 0
        for file, text in crate.texts.items():
            lines = text.splitlines()
            found["files", str(file.relative_to(ROOT))] = len(lines), MOST_LINES
            questions += sum(
                bool(QUESTION.match(line)) and not before.lstrip().startswith(line.lstrip()[:3])
                for before, line in zip(["", *lines], lines)
            )
            words += sum(map(bool, map(GAME_WORD.search, module_circles.without_tests(text).splitlines())))
        found["questions", crate.name] = questions, 0
        if crate.name.removeprefix("shuban-") in (*GENERIC, "shuban"):
            found["games", crate.name] = words, 0
    return found


def circles(crates):
    """Yields the circles of modules and of scripts, each as the arrows that tie it."""
    for crate in crates.values():
        source = crate.folder / "src"
        arrows = module_circles.Modules(source).arrows()
        for arrows in (arrows, module_circles.script_arrows(source)):
            for circle in module_circles.circles(arrows):
                ties = [
                    f"{file.relative_to(source)} -> {other.relative_to(source)} ({min(names)})"
                    for file in circle
                    for other, names in arrows[file].items()
                    if other in circle
                ]
                files = f"{len(circle)} files of {crate.name}"
                yield f"a circle of {files}: move what ties them apart: {'; '.join(ties)}"


def wrong_arrows(crates):
    """Yields dependencies between crates that ARCHITECTURE.md does not list, and those it lists in vain."""
    block = re.search(r"^```uses\n(.*?)^```", (ROOT / "ARCHITECTURE.md").read_text(), re.S | re.M)
    listed = dict(line.split(":") for line in block[1].splitlines())
    short = {name: name.removeprefix("shuban-") for name in crates}
    for name, crate in sorted(crates.items()):
        uses = sorted(short[used] for used in crate.dependencies(True) & crates.keys())
        if sorted(listed.pop(short[name], "-").split()) != uses:
            line = f"{short[name]}: {' '.join(uses)}".rstrip()
            yield f"{name} uses other crates than ARCHITECTURE.md says: if it shall, write `{line}` there"
    for name in listed:
        yield f"ARCHITECTURE.md lists what {name} uses, which is not in the workspace: strike the line"


def dependent_checkers(crates):
    """Yields checkers that share more with what they check than the file reader."""
    for checker in sorted(CHECKERS & crates.keys()):
        if wrong := used_by(crates, checker, True) - SHARED - {checker}:
            names = ", ".join(sorted(wrong))
            yield f"{checker} uses {names}: a checker shares the file reader alone with what it checks"


def impure_games(crates):
    """Yields the crates of games that depend on files or threads."""
    for game in GAMES & crates.keys():
        tree = ["cargo", "tree", "-p", game, "-e", "normal", "--prefix", "none", "--locked"]
        out = subprocess.run(tree, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        if wrong := {line.split()[0] for line in out.splitlines() if line} & NOT_IN_GAMES:
            yield f"{game} depends on {', '.join(sorted(wrong))}: a game's crate has no files and no threads"


def unguarded_files(crates):
    """Yields the lines that open or write files past the store, which follows no links and waits for no pipe."""
    for crate in crates.values():
        for file, text in crate.texts.items():
            place = str(file.relative_to(ROOT))
            if not place.startswith(MAY_OPEN_FILES):
                for call in OPENS_FILES.findall(module_circles.without_tests(text)):
                    yield f"{place} calls `{call}`: read and write files through shuban-store"


def sleeping_tests(crates):
    """Yields tests that never run: those in the sources of a crate that says that there are none."""
    for crate in crates.values():
        if crate.manifest.get("lib", {}).get("test") is False:
            for file, text in crate.texts.items():
                if "#[cfg(test)]" in text:
                    yield f"{file.relative_to(ROOT)} has tests, and `[lib] test = false` leaves them out"


def strays():
    """Yields tracked files of unknown kind: what a test has written where it ran, and somebody added."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    for place in listed.stdout.split("\n") if listed.returncode == 0 else ():
        if place and "." not in place.rpartition("/")[2] and place not in WITHOUT_SUFFIX:
            yield f"{place} has no suffix: is it a file that a test has left?"


def main():
    options = sys.argv[1:]
    reason = options[1] if options[:1] == ["--raise"] and len(options) == 2 else None
    if options not in ([], ["--record"]) and not reason:
        sys.exit(__doc__)
    places = ("crates/*/Cargo.toml", "programs/*/Cargo.toml", "python/Cargo.toml")
    all_crates = [Crate(path) for place in places for path in sorted(ROOT.glob(place))]
    crates = {crate.name: crate for crate in all_crates}
    exceptions = tomllib.loads(EXCEPTIONS.read_text()) if EXCEPTIONS.exists() else {}
    reasons, written = exceptions.get("reasons", {}), {}
    wrong = [*wrong_arrows(crates), *dependent_checkers(crates), *impure_games(crates), *circles(crates)]
    wrong += [*unguarded_files(crates), *sleeping_tests(crates), *strays()]
    notes = []
    for (group, name), (measured, most) in sorted(figures(crates).items()):
        recorded = exceptions.get(group, {}).get(name)
        written.setdefault(group, {})
        rounded = -(-measured // 500) * 500 if group == "lines" else measured
        if measured > max(most, recorded or 0):
            wrong.append(f"{group} of {name}: {measured}, at most {recorded or most}: {ADVICE[group]}")
            if exceptions:
                reasons[f"{group}.{name}"] = reason
        elif recorded and rounded < recorded:
            notes.append(f"{group} of {name}: {recorded} can be lowered to {rounded}")
        if measured > most:
            written[group][name] = rounded
    if reason or (options and not wrong):
        write(written, reasons)
    elif wrong:
        sys.exit("\n".join(wrong))
    elif notes:
        print("\n".join([*notes, "check_house.py --record records this"]))


def write(written, reasons):
    """Writes the exceptions."""
    live = {f"{group}.{name}" for group, names in written.items() for name in names}
    reasons = {place: text for place, text in reasons.items() if place in live}
    parts = [HEAD]
    for group, entries in [*written.items(), ("reasons", reasons)]:
        rows = [f"{json.dumps(name)} = {json.dumps(value)}" for name, value in sorted(entries.items())]
        parts.append("\n".join([f"[{group}]", *rows, ""]) if rows else "")
    EXCEPTIONS.write_text("\n".join(part for part in parts if part))


if __name__ == "__main__":
    main()
