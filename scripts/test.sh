#!/usr/bin/env bash
# Installs what the tests need besides a Rust toolchain, and runs all checks.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

# The tests include a second reader of the file format, in Python. It has its own environment with
# modules for compressed blocks and checksums.
reader=target/format-reader
if ! "$reader/bin/python" -c 'import xxhash, zstandard' 2>/dev/null; then
  say "setting up Python for the second reader of the file format"
  # Some systems package venv and ensurepip separately from Python.
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
      apt-get update -qq && apt-get install -y -qq python3 python3-pip python3-venv
    else
      echo "the tests need python3 with the modules venv and ensurepip: please install them" >&2
      exit 1
    fi
  fi
  rm -rf "$reader"
  python3 -m venv "$reader"
  "$reader/bin/python" -m pip install --quiet --disable-pip-version-check xxhash zstandard
fi
export SHUBAN_TEST_PYTHON="$PWD/$reader/bin/python"

# Pages are tested in Chromium, by a script of Node's.
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
if [ -z "$chromium" ] || ! command -v npm >/dev/null; then
  say "installing a browser"
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    [ -n "$chromium" ] || apt-get install -y -qq chromium
    command -v npm >/dev/null || apt-get install -y -qq nodejs npm
    chromium=${chromium:-$(command -v chromium)}
  else
    echo "the tests need Chromium, and Node.js 20 or later with npm: please install them" >&2
    exit 1
  fi
fi
export CHROMIUM="$chromium"

if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
  say "installing rustfmt and clippy"
  rustup component add rustfmt clippy
fi

say "format"
cargo fmt --all --check
say "lints"
# Everything that can be built in is, here and below, so that it is compiled once.
cargo clippy --workspace --all-targets --all-features --locked -- -D warnings
say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features --locked
say "tests"
cargo test --workspace --all-features --locked
say "the Python package: a wheel from what the tests have compiled"
package=target/python-package
needs=python/tests/requirements.txt
if ! cmp -s "$needs" "$package/requirements.txt"; then
  rm -rf "$package"
  python3 -m venv "$package"
  "$package/bin/python" -m pip install --quiet --disable-pip-version-check -r "$needs"
  cp "$needs" "$package/requirements.txt"
fi
rm -rf target/wheels
"$package/bin/maturin" build --manifest-path python/Cargo.toml --profile test --target-dir target \
  --all-features --locked --interpreter "$package/bin/python" --out target/wheels
"$package/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall \
  --no-deps target/wheels/shuban-*.whl
SHUBAN_PROGRAM="$PWD/target/debug/shuban" "$package/bin/python" -m pytest --quiet python
say "the explorer in a browser"
browser=crates/shuban-server/browser
(cd "$browser" && npm ci --silent --no-audit --no-fund)
(cd "$browser" && SHUBAN="$PWD/../../../target/debug/shuban" npm --silent test)
say "a program with a game of its own, without optional features"
cargo test -p pig --locked
say "fuzz targets, with random inputs"
for crate in shuban-store shuban-solve; do
  cargo test --manifest-path "crates/$crate/fuzz/Cargo.toml" --target-dir target --locked
done
