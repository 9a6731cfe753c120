#!/usr/bin/env python3
"""Keeps a proof of limited TRAX: packs it into docs/proofs, and writes down how it was found.

usage: keep-proof.py PROGRAM SOLVED LIST [LIST...]

PROGRAM is `shuban`; SOLVED what `PROGRAM solve trax/N --question Q --proof LIST --json` printed; LIST
the proof that it wrote, or several of positions that play from the start comes to.
"""

import hashlib
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs/proofs"
LEDGER = FOLDER / "ledger.json"


def packed(program, lists, file):
    command = [program, "proof", "pack", *lists, "--root", "start", "--to", str(file), "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    program, solved, *lists = sys.argv[1:]
    found = json.loads(pathlib.Path(solved).read_text())
    (question,) = found["questions"]
    game, asked = found["game"], question["question"]
    file = FOLDER / f"{game.replace('/', '-')}-{asked}.shuban"
    told = packed(program, lists, file)
    holds = "wins" if told["claim"] == "win" else "wins or draws"
    row = {
        "file": file.name,
        "game": game,
        "question": asked,
        "result": question["result"],
        "claim": f"{game}: {told['side']} {holds} from the start",
        "moves": told["positions"],
        "leaves": told["leaves"],
        "bytes": told["bytes"],
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "content_hash": told["content_hash"],
        "nodes": question["nodes"],
        "seconds": round(question["seconds"], 2),
        "program": "shuban 0.1.0",
        "commands": [
            f"shuban solve {game} --question {asked} --threads 1 --proof list.shuban",
            f"shuban proof pack list.shuban --to {file.name}",
        ],
    }
    rows = json.loads(LEDGER.read_text())["proofs"] if LEDGER.exists() else []
    rows = [other for other in rows if other["file"] != row["file"]] + [row]
    rows.sort(key=lambda row: (row["game"], row["question"]))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    head = '"recorded": "proofs of limited TRAX from the start, as `shuban reproduce trax/proofs` checks them"'
    LEDGER.write_text(f'{{{head}, "proofs": [\n{lines}\n]}}\n')


main()
