#!/usr/bin/env python3
"""Checks what the project is compiled from, by `deny.toml`, and lists it.

Every dependency has a licence that is allowed and comes from an allowed registry, and none is there in
two versions, but for those that `deny.toml` names; exceptions that are not needed are faults too. Exits
with 1 and one line for each fault. The reader for engines links few crates. `cargo deny check bans licenses sources` reads the same file, and
takes minutes to install.

    check_dependencies.py               checks
    check_dependencies.py --sbom FILE   also writes the software bill of materials (CycloneDX 1.6)
"""

import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_allowed(expression, allowed):
    """Returns true if an SPDX expression can be met by allowed licences."""
    words = re.findall(r"\(|\)|[\w.+-]+(?: WITH [\w.-]+)?", expression.replace("/", " OR "))
    place = 0

    def one():
        nonlocal place
        word = words[place]
        place += 1
        if word != "(":
            return word in allowed
        inner = either()
        place += 1
        return inner

    def joined(word, part, met_by):
        nonlocal place
        parts = [part()]
        while place < len(words) and words[place] == word:
            place += 1
            parts.append(part())
        return met_by(parts)

    def either():
        return joined("OR", lambda: joined("AND", one, all), any)

    return either()


def faults(packages, rules):
    """Returns a line for each fault of the packages."""
    allowed = set(rules["licenses"]["allow"])
    registries = {f"registry+{address}" for address in rules["sources"]["allow-registry"]}
    skipped = {rule["crate"] for rule in rules["bans"]["skip"]}
    found, versions, used = [], defaultdict(set), set()
    for package in packages:
        name = f"{package['name']} {package['version']}"
        versions[package["name"]].add(package["version"])
        if package["source"] is None:
            continue
        licence = package["license"] or "none"
        if not is_allowed(licence, allowed):
            found.append(f"{name}: its licence is {licence}, which is not allowed")
        used |= {one for one in allowed if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w.-])", licence)}
        if package["source"] not in registries:
            found.append(f"{name}: it comes from {package['source']}, which is not allowed")
    twice = {name for name, all_versions in versions.items() if len(all_versions) > 1}
    for name in sorted(twice - skipped):
        found.append(f"{name}: it is there in versions {', '.join(sorted(versions[name]))}")
    for name in sorted(skipped - twice):
        found.append(f"deny.toml: {name} is there in one version: no exception is needed")
    for name in sorted(allowed - used):
        found.append(f"deny.toml: no dependency has the licence {name}")
    return found


# The reader for engines, and the most crates that may be linked into them with it.
READER, MOST_LINKED = "shuban-probe", 12


def linked_with_reader():
    """Returns the crates that are linked into an engine with the reader: no macros, no build scripts."""
    command = ["cargo", "tree", "--package", READER, "--edges", "normal,no-proc-macro", "--prefix", "none"]
    done = subprocess.run([*command, "--locked"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return sorted({line.split()[0] for line in done.stdout.splitlines() if line} - {READER})


def bill(packages, resolve):
    """Returns the packages as a bill of materials."""

    def address(package):
        return f"pkg:cargo/{package['name']}@{package['version']}"

    by_id = {package["id"]: address(package) for package in packages}
    components = [
        {
            "type": "library",
            "bom-ref": address(package),
            "name": package["name"],
            "version": package["version"],
            "purl": address(package),
            "licenses": [{"expression": (package["license"] or "").replace("/", " OR ")}],
        }
        for package in packages
    ]
    uses = [
        {"ref": by_id[node["id"]], "dependsOn": sorted(by_id[used] for used in node["dependencies"])}
        for node in resolve["nodes"]
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "components": sorted(components, key=lambda one: one["bom-ref"]),
        "dependencies": sorted(uses, key=lambda one: one["ref"]),
    }


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--all-features", "--locked"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    found = json.loads(done.stdout)
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    lines = faults(found["packages"], rules)
    if len(linked := linked_with_reader()) > MOST_LINKED:
        lines.append(f"{READER} links {', '.join(linked)}: more than {MOST_LINKED} crates")
    print("\n".join(lines), end="\n" if lines else "")
    if sys.argv[1:2] == ["--sbom"]:
        document = bill(found["packages"], found["resolve"])
        Path(sys.argv[2]).write_text(json.dumps(document, indent=1) + "\n")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
