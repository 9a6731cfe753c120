#!/usr/bin/env bash
# Recomputes all published tables and keeps them in docs/reproduced.json, which the explorer shows
# until somebody recomputes them. Takes about twelve minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked
shuban=target/release/shuban
all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT
for id in $("$shuban" reproduce --json | grep -o '"id": *"[^"]*"' | cut -d'"' -f4); do
  "$shuban" reproduce "$id" --json --quiet --to "$all/figures" >"$all/${id//\//+}.json"
  echo "$id"
done
python3 - "$all" docs/reproduced.json <<'PYTHON'
import json, pathlib, sys

documents = [json.loads(path.read_text()) for path in pathlib.Path(sys.argv[1]).glob("*.json")]
with open(sys.argv[2], "w") as out:
    # A row a line, so that changes can be read.
    out.write("[")
    for number, document in enumerate(sorted(documents, key=lambda document: document["id"])):
        rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in document["rows"])
        head = json.dumps({"id": document["id"], "passed": document["passed"]})
        out.write(",\n" if number else "\n")
        out.write(f'{head[:-1]}, "rows": [\n{rows}\n]}}')
    out.write("\n]\n")
PYTHON
