#!/usr/bin/env bash
# Builds the Python package as a source distribution and as a wheel for Linux, and tries each in an
# environment of its own.
#
#   scripts/build-wheels.sh            both, into target/wheels
#   scripts/build-wheels.sh --sdist    the source distribution alone, which is not compiled
#
# The wheel runs on every Linux with glibc 2.17 or newer (manylinux2014) and Python 3.10 or newer: zig
# links it against that version, whatever the machine has. Both compile for some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
  "") both=yes ;;
  --sdist) both= ;;
  *)
    echo "usage: scripts/build-wheels.sh [--sdist]" >&2
    exit 2
    ;;
esac

say() { printf '\n== %s\n' "$*"; }

tools=target/wheel-tools
if ! cmp -s scripts/build-wheels.txt "$tools/installed.txt"; then
  say "installing maturin and zig"
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
    -r scripts/build-wheels.txt
  cp scripts/build-wheels.txt "$tools/installed.txt"
fi
export PATH="$PWD/$tools/bin:$PATH"

out=$PWD/target/wheels
rm -rf "$out"
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "source distribution"
(cd python && maturin sdist --out "$out") 2>&1 | grep -vE 'no documentation, homepage|^ +[|=]|^From `cargo'
tar xzf "$out"/shuban-*.tar.gz -C "$scratch"
unpacked=$(echo "$scratch"/shuban-*)
# What it has is enough for cargo, and every file that a source includes is there.
cargo metadata --manifest-path "$unpacked/Cargo.toml" --format-version 1 >/dev/null
python3 - "$unpacked" <<'PYTHON'
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
included = re.compile(r'\binclude(?:_str|_bytes)?!\(\s*"([^"]+)"')
sources = [path for path in root.rglob("*.rs") if "tests" not in path.parts]
missing = [
    f"{path.relative_to(root)} includes {name}"
    for path in sources
    for name in included.findall(path.read_text())
    if not (path.parent / name).is_file()
]
package = pathlib.Path("python/shuban")
missing += [
    f"shuban/{path.relative_to(package)}"
    for path in package.rglob("*.py*")
    if "__pycache__" not in path.parts and not (root / "shuban" / path.relative_to(package)).is_file()
]
if not sources or missing:
    sys.exit("not in the source distribution: " + ", ".join(missing or ["any source"]))
PYTHON
ls -l "$out"
[ -n "$both" ] || exit 0

# Tries what was installed, far from the sources.
try() {
  (cd "$scratch" && "$1/bin/python" - "$version") <<'PYTHON'
import sys, tempfile

import shuban

assert shuban.__version__ == sys.argv[1], shuban.__version__
with tempfile.TemporaryDirectory() as data:
    shuban.build("half-gammon/contact-1-1", data=data)
    shuban.verify("half-gammon/contact-1-1", data=data)
    db = shuban.open("half-gammon/contact-1-1", data=data)
    answer = db.probe("12|12")
    assert len(db) == 157 and answer["lower"] <= answer["value"] <= answer["upper"]
    assert db.values()["value"][db.index("12|12")] == answer["value"]
    assert shuban.solve("trax/3", data=data)["value"] == "draw"
print("works:", shuban.__file__)
PYTHON
}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)

say "wheel"
(cd python && maturin build --release --locked --zig --compatibility manylinux2014 --out "$out")
python3 -m venv "$scratch/from-wheel"
"$scratch/from-wheel/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
  "$out"/shuban-*.whl
try "$scratch/from-wheel"

say "the source distribution, compiled"
python3 -m venv "$scratch/from-source"
# Crates of others that were compiled here need not be again.
CARGO_TARGET_DIR=$PWD/target "$scratch/from-source/bin/python" -m pip install --quiet \
  --disable-pip-version-check --no-cache-dir "$out"/shuban-*.tar.gz
try "$scratch/from-source"

say "built"
ls -l "$out"
