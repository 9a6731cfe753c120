#!/usr/bin/env python3
"""Checks the packages of all crates that are published, as a registry would get them.

Each has what a registry shows of it, no source includes a file from outside its package, and
`cargo package` makes all of them together without compiling. Exits with 1 and one line for each fault.

    check_packages.py              checks
    check_packages.py --list       names the crates in an order in which they can be published
"""

import json
import posixpath
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDED = re.compile(r'\binclude(?:_str|_bytes)?!\(\s*"([^"]+)"')
SHOWN = ("description", "license", "readme", "keywords", "categories")


def cargo(*arguments):
    """Runs cargo and returns what it prints."""
    done = subprocess.run(["cargo", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"cargo {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def published():
    """Returns the packages that are published, each after those that it uses."""
    packages = json.loads(cargo("metadata", "--no-deps", "--locked", "--format-version", "1"))["packages"]
    left = {package["name"]: package for package in packages if package["publish"] is None}
    ordered = []
    while left:
        for name, package in sorted(left.items()):
            uses = {used["name"] for used in package["dependencies"] if used["kind"] != "dev"}
            if not uses & (left.keys() - {name}):
                ordered.append(left.pop(name))
                break
    return ordered


def faults(package):
    """Yields what a registry would lack of a package."""
    name = package["name"]
    for member in SHOWN:
        if not package[member]:
            yield f"{name}: no {member} in its Cargo.toml"
    files = set(cargo("package", "--list", "--allow-dirty", "--locked", "-p", name).splitlines())
    folder = Path(package["manifest_path"]).parent
    for file in sorted(file for file in files if file.endswith(".rs")):
        for path in INCLUDED.findall((folder / file).read_text()):
            there = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
            if there not in files:
                yield f"{name}: {file} includes {path}, which is not in the package"
    for used in package["dependencies"]:
        if used.get("path") and used["kind"] != "dev" and used["req"] == "*":
            yield f"{name}: its dependency {used['name']} has no version"


def main():
    packages = published()
    names = [package["name"] for package in packages]
    if sys.argv[1:] == ["--list"]:
        print("\n".join(names))
        return
    found = [fault for package in packages for fault in faults(package)]
    if found:
        sys.exit("\n".join(found))
    chosen = [part for name in names for part in ("-p", name)]
    cargo("package", "--no-verify", "--allow-dirty", "--locked", *chosen)


if __name__ == "__main__":
    main()
