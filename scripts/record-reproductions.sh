#!/usr/bin/env bash
# Recomputes all published tables and keeps them in crates/shuban/reproduced.json, which the explorer shows
# until somebody recomputes them. Takes about an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked -p shuban-reproduce
reproduce=target/release/shuban-reproduce
all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT
"$reproduce" --json >"$all/list.json"
for id in $(grep -o '"id": *"[^"]*"' "$all/list.json" | cut -d'"' -f4); do
  "$reproduce" "$id" --json --quiet --to "$all/figures" >"$all/${id//\//+}.json"
  echo "$id"
done
python3 - "$all" crates/shuban/reproduced.json <<'PYTHON'
import json, pathlib, sys

folder = pathlib.Path(sys.argv[1])
tables = json.loads((folder / "list.json").read_text())["reproductions"]
with open(sys.argv[2], "w") as out:
    # A row a line, so that changes can be read.
    out.write("[")
    for number, table in enumerate(tables):
        document = json.loads((folder / f"{table['id'].replace('/', '+')}.json").read_text())
        rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in document["rows"])
        head = json.dumps({**table, "passed": document["passed"]}, ensure_ascii=False)
        out.write(",\n" if number else "\n")
        out.write(f'{head[:-1]},\n "rows": [\n{rows}\n]}}')
    out.write("\n]\n")
PYTHON
