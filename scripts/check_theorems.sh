#!/usr/bin/env bash
# Checks the theorems about certified values with Coq, in target/theorems: that every proof is
# accepted, and that none rests on an assumption.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v coqc >/dev/null; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    # 250 MB to fetch, 1 GB on disk. Without what is only recommended there is no editor.
    apt-get update -qq && apt-get install -y -qq --no-install-recommends coq >/dev/null || true
  fi
  if ! command -v coqc >/dev/null; then
    echo "NOT TESTED: the theorems about certified values, for there is no \`coqc\`" >&2
    exit 0
  fi
fi

fail() {
  echo "theorems: $*" >&2
  exit 1
}

# Proofs that were given up, and axioms. What is printed below tells them, too, but only of theorems
# that are listed there.
if grep -nE '\b(Admitted|admit)\b|^ *(Axioms?|Parameters?|Conjecture)\b' theorems/*.v; then
  fail "something is assumed"
fi

listed=$(sed -n 's/\.v$//p' theorems/_CoqProject)
for file in theorems/*.v; do
  grep -qxF "$(basename "$file")" theorems/_CoqProject || fail "_CoqProject does not list $file"
done

# Each file needs earlier ones: from the first that has changed, all are compiled again.
compiled=target/theorems
mkdir -p "$compiled"
is_changed=
for name in $listed; do
  if [ -z "$is_changed" ] && [ -e "$compiled/$name.vo" ] && cmp -s {theorems,"$compiled"}/"$name.v"; then
    continue
  fi
  is_changed=yes
  rm -f "$compiled/$name".*
  cp "theorems/$name.v" "$compiled/"
  (cd "$compiled" && coqc -q -R . Shuban "$name.v" >"$name.out") || fail "$name.v is not accepted"
done
cd "$compiled"

if [ "$(cat assumptions.out)" != "Closed under the global context" ]; then
  cat assumptions.out >&2
  fail "some theorem rests on assumptions"
fi
cd ../..

# The page names theorems by their files.
python3 - <<'PYTHON'
import re
import sys
from pathlib import Path

page = Path("docs/certified-values.md").read_text()
printed = Path("theorems/assumptions.v").read_text()
for names, file in re.findall(r"\[([^\[\]]*)\]\(\.\./(theorems/\w+\.v)\)", page):
    for name in re.findall(r"`(\w+)`", names):
        kind = re.search(rf"^(Theorem|Lemma|Definition|Fixpoint) {name}\b", Path(file).read_text(), re.M)
        if not kind:
            sys.exit(f"theorems: the page names {name} of {file}, which is not there")
        if kind[1] in ("Theorem", "Lemma") and not re.search(rf"@{name}\b", printed):
            sys.exit(f"theorems: assumptions.v does not list {name}, which the page names")
PYTHON
echo "$(grep -c '^  @' theorems/assumptions.v) theorems, closed under the global context"
