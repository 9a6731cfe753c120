#!/usr/bin/env bash
# Sets up what the tests need besides a Rust toolchain, and runs every check there is.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

# A second reader of the file format, in another language, is part of the tests.
if ! command -v python3 >/dev/null; then
  say "installing python3"
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq python3
  else
    echo "the tests need python3: please install it" >&2
    exit 1
  fi
fi

if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
  say "installing rustfmt and clippy"
  rustup component add rustfmt clippy
fi

say "format"
cargo fmt --all --check
say "lints"
cargo clippy --workspace --all-targets --locked -- -D warnings
say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
say "tests"
cargo test --workspace --locked
