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

# Comments may speak of them. A proof that is left open, or an axiom, is also told below; but only of
# theorems that are listed.
if grep -nE '^[^(]*\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Abort)\b' theorems/*.v; then
  fail "a proof is left open"
fi

listed=$(sed -n 's/\.v$//p' theorems/_CoqProject)
for file in theorems/*.v; do
  grep -qxF "$(basename "$file")" theorems/_CoqProject || fail "_CoqProject does not list $file"
done

compiled=target/theorems
rm -rf "$compiled"
mkdir -p "$compiled"
cp theorems/*.v "$compiled/"
cd "$compiled"
for name in $listed; do
  coqc -q -R . Shuban "$name.v" >"$name.out" || fail "$name.v is not accepted"
done

asked=$(grep -c '^Print Assumptions' assumptions.v)
closed=$(grep -c '^Closed under the global context$' assumptions.out || true)
if [ "$asked" -ne "$closed" ] || [ "$(wc -l <assumptions.out)" -ne "$closed" ]; then
  cat assumptions.out >&2
  fail "some theorem rests on assumptions"
fi
echo "$closed theorems, closed under the global context"
