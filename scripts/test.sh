#!/usr/bin/env bash
# Sets up what the tests need besides a Rust toolchain, and runs every check there is.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

# A second reader of the file format, in another language, is part of the tests. It has an environment
# of its own, with modules for compressed blocks and checksums.
reader=target/format-reader
if ! "$reader/bin/python" -c 'import xxhash, zstandard' 2>/dev/null; then
  say "setting up Python for the second reader of the file format"
  # Some systems pack venv and ensurepip apart from Python.
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
      apt-get update -qq && apt-get install -y -qq python3 python3-pip python3-venv
    else
      echo "the tests need python3 with its modules venv and ensurepip: please install them" >&2
      exit 1
    fi
  fi
  rm -rf "$reader"
  python3 -m venv "$reader"
  "$reader/bin/python" -m pip install --quiet --disable-pip-version-check xxhash zstandard
fi
export SHUBAN_TEST_PYTHON="$PWD/$reader/bin/python"

if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
  say "installing rustfmt and clippy"
  rustup component add rustfmt clippy
fi

say "format"
cargo fmt --all --check
say "lints"
cargo clippy --workspace --all-targets --locked -- -D warnings
say "optional features"
cargo clippy -p shuban-catalog -p shuban --all-targets --features parquet --locked -- -D warnings
cargo check -p shuban --no-default-features --locked
say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
say "tests"
# With everything that can be built in, so that it is compiled once.
cargo test --workspace --features shuban-catalog/parquet,shuban/parquet --locked
# And what is said where it was left out.
cargo test --workspace --test answers --locked parquet_files_need_a_feature
say "fuzz target, with random inputs"
cargo test --manifest-path crates/shuban-store/fuzz/Cargo.toml --target-dir target/fuzz --locked
