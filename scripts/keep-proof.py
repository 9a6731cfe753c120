#!/usr/bin/env python3
"""Keeps a proof of limited TRAX in docs/proofs, and writes down how it was found.

usage: keep-proof.py PROGRAM FILE ROOT SOLVED PROOF [SOLVED PROOF...]

PROGRAM is `shuban`, with `shuban-check` beside it; FILE the name of the proof in docs/proofs; ROOT the
moves to the position that it is of, or `start`; SOLVED what `PROGRAM solve trax/N [MOVES] --question Q
--proof PROOF --json` printed, and PROOF the proof that it wrote. Several become one. It is kept, in the
place of another one of its name, if `shuban-check` accepts it. Needs the modules `xxhash` and `zstandard`.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs/proofs"
LEDGER = FOLDER / "ledger.json"
sys.path.insert(0, str(FOLDER))

from check import Container  # noqa: E402


def printed(program, *arguments):
    """What a program prints; what it complains of is seen."""
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def provenance(proof):
    return Container(pathlib.Path(proof).read_bytes()).manifest["provenance"]


def keep(program, name, root, searches):
    found = [json.loads(pathlib.Path(solved).read_text()) for solved, _ in searches]
    ((game, asked),) = {(one["game"], one["questions"][0]["question"]) for one in found}
    parts = [proof for _, proof in searches]
    made = [provenance(proof) for proof in parts]
    (version,) = {f"{one['program']} {one['version']}" for one in made}
    file = FOLDER / name
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        packed = pathlib.Path(folder) / name
        joined = ["--root", root]
        told = json.loads(printed(program, "proof", "pack", *parts, *joined, "--to", str(packed), "--json"))
        checker = pathlib.Path(program).resolve().with_name("shuban-check")
        claim = printed(str(checker), str(packed)).splitlines()[0]
        packed.replace(file)

    def solving(number, position, options):
        moves = "" if position == "start" else f" '{position}'"
        return f"shuban solve {game}{moves} --question {asked} {options} --proof part{number}.shuban"

    numbers = range(1, len(parts) + 1)
    names = " ".join(f"part{number}.shuban" for number in numbers)
    asked_of = zip(numbers, found, made)
    commands = [solving(number, one["position"], of["settings"]["options"]) for number, one, of in asked_of]
    commands.append(f"shuban proof pack {names} --root '{root}' --to {file.name}")
    return {
        "file": file.name,
        "game": game,
        "question": asked,
        "result": found[0]["questions"][0]["result"],
        "claim": claim,
        "moves": told["positions"],
        "leaves": told["leaves"],
        "bytes": told["bytes"],
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "content_hash": told["content_hash"],
        "nodes": sum(one["questions"][0]["nodes"] for one in found),
        "seconds": round(sum(one["questions"][0]["seconds"] for one in found), 2),
        "program": version,
        "commands": commands,
    }


def main():
    program, name, root, *files = sys.argv[1:]
    row = keep(program, name, root, list(zip(files[::2], files[1::2], strict=True)))
    rows = json.loads(LEDGER.read_text())["proofs"] if LEDGER.exists() else []
    rows = [other for other in rows if other["file"] != row["file"]] + [row]
    rows.sort(key=lambda row: (row["game"], row["question"], row["file"]))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    head = '"recorded": "proofs of limited TRAX, as `shuban reproduce trax/proofs` checks them"'
    LEDGER.write_text(f'{{{head}, "proofs": [\n{lines}\n]}}\n')


main()
