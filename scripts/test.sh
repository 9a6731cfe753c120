#!/usr/bin/env bash
# Installs what the tests need besides a Rust toolchain, and runs all checks.
set -euo pipefail
cd "$(dirname "$0")/.."

# With the seconds so far, since every step has to be worth its time.
say() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

# Half an hour later the reason would be harder to see. A tree that was tested needs no more.
free=$(df -Pk . | awk 'NR == 2 { print $4 }')
if [ ! -e target/python-package ] && [ "$free" -lt $((4 << 20)) ]; then
  echo "note: the tests take about 4 GB of disk, and $((free >> 10)) MB are free here" >&2
fi

# What is needed of others, and can be had where this may install it.
can_install=
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then can_install=yes; fi
lacking=() python=()
# Some systems package venv and ensurepip separately from Python.
python3 -c 'import ensurepip, venv' 2>/dev/null || python=(python3 python3-pip python3-venv)
# Pages are tested in Chromium, by a script of Node's.
browser() { command -v chromium || command -v chromium-browser || true; }
[ -n "${CHROMIUM:-$(browser)}" ] || lacking+=(chromium)
command -v npm >/dev/null || lacking+=(nodejs npm)
missing=("${python[@]}" "${lacking[@]}")
if [ "${#missing[@]}" -gt 0 ] && [ -z "$can_install" ]; then
  echo "the tests need Python 3 with venv and ensurepip, Chromium, and Node.js 20 or later with npm:" \
    "please install ${missing[*]}" >&2
  exit 1
fi
# The first checks are in Python.
if [ "${#python[@]}" -gt 0 ]; then
  say "installing Python"
  apt-get update -qq && apt-get install -y -qq "${python[@]}" >/dev/null
fi

# Each of these has a process group, so that an end of this script is one of all of it.
running=()
start() {
  set -m
  "$@" &
  set +m
  running+=($!)
}
trap 'kill -- "${running[@]/#/-}" 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
mkdir -p target

# This waits for networks and disks: it is done while crates are compiled.
package=target/python-package
preparations() {
  if [ "${#lacking[@]}" -gt 0 ]; then
    say "installing ${lacking[*]}"
    apt-get update -qq && apt-get install -y -qq "${lacking[@]}" >/dev/null
  fi
  # Published databases are read behind a web server that others wrote, where one can be had.
  if ! command -v nginx >/dev/null && [ -n "$can_install" ]; then
    apt-get install -y -qq nginx-light >/dev/null || true
  fi
  say "modules of Node.js"
  (cd crates/shuban-server/browser && npm ci --silent --no-audit --no-fund)
  say "modules of Python"
  # The list that the environment was made from lies in it: another list makes it anew.
  local needs=python/tests/requirements.txt
  if ! cmp -s "$needs" "$package/requirements.txt"; then
    rm -rf "$package"
    python3 -m venv "$package"
    "$package/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-compile -r "$needs"
    cp "$needs" "$package/requirements.txt"
  fi
  say "theorems"
  scripts/check_theorems.sh
  say "the book"
  # It is built where mdBook is at hand: pip has it ready built for Linux on x86-64.
  local mdbook
  mdbook=$(command -v mdbook || echo "$PWD/target/mdbook/bin/mdbook")
  if [ ! -x "$mdbook" ]; then
    python3 -m venv target/mdbook
    target/mdbook/bin/python -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-compile \
      --only-binary :all: --require-hashes -r scripts/mdbook.txt ||
      echo "NOT TESTED: the book of the documents, for there is no \`mdbook\`" >&2
  fi
  if [ -x "$mdbook" ]; then
    # What mdBook warns about is no fault for it, but it is one here.
    if "$mdbook" build 2>&1 | tee target/book.log | grep -E 'WARN|ERROR'; then exit 1; fi
    grep -q 'HTML book written' target/book.log || { cat target/book.log >&2; exit 1; }
    python3 scripts/check_docs.py target/book
  fi
  say "packages"
  python3 scripts/check_packages.py
}

if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
  say "installing rustfmt and clippy"
  rustup component add rustfmt clippy
fi

start preparations >target/preparations.log 2>&1 </dev/null
say "format"
cargo fmt --all --check
cargo fmt --manifest-path training/Cargo.toml --check
cargo fmt --manifest-path fuzz/Cargo.toml --check
say "structure of the crates"
python3 scripts/check_house.py
say "documents"
python3 scripts/check_docs.py
say "locked versions of the fuzz targets and of the training"
# They have lock files of their own, which a new dependency of a crate makes stale.
for manifest in fuzz/Cargo.toml training/Cargo.toml; do
  cargo metadata --manifest-path "$manifest" --locked --format-version 1 >/dev/null
done
say "dependencies"
python3 scripts/check_dependencies.py --sbom target/sbom.json
say "versions"
python3 scripts/set_version.py --check
say "modules of pages"
# Compiled for WebAssembly they are kept in the repository, for the target takes a network or minutes.
scripts/build-modules.py --check
say "lints"
# Everything that can be built in is, and by one profile, here and below, so that it is compiled once.
cargo clippy --workspace --all-targets --all-features --locked --profile test -- -D warnings
# The tests give random input to all that the fuzz targets do: that these compile is enough here. With the same
# profile most crates of others need not be checked once more.
sed -n '/^\[profile\.test/,/^\[profile\.release/{/^\[profile\.release/!p}' Cargo.toml >target/test-profile.toml
cargo clippy --manifest-path fuzz/Cargo.toml --all-targets --target-dir target --profile test \
  --config target/test-profile.toml --locked -- -D warnings
# The library that learns takes minutes to compile, and nothing else depends on it: so the training is
# checked without it, and its tests are not among these.
cargo clippy --manifest-path training/Cargo.toml --no-default-features --target-dir target --locked \
  -- -D warnings
# A program with a game of its own, without optional features. Its tests run below, with all of them:
# nearly all would be compiled again.
cargo clippy -p pig --all-targets --locked --profile test -- -D warnings
say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features --locked --profile test
say "tests are compiled"
# By one command: what is compiled depends on all that a command compiles, and two would compile most crates twice.
cargo build --workspace --lib --bins --examples --tests --all-features --locked --profile test \
  --message-format=json-render-diagnostics >target/tests.json
say "the preparations have to end"
prepared=0
wait "${running[0]}" || prepared=$?
cat target/preparations.log
[ "$prepared" -eq 0 ] || exit 1
running=()
export CHROMIUM="${CHROMIUM:-$(browser)}" SHUBAN_TEST_NODE=node SHUBAN_TEST_PYTHON="$PWD/$package/bin/python"
say "tests"
# Much of this waits: for pages that load nothing more, for clients and servers that hang up. So all run
# beside each other, and what each says is shown when it has ended.
python_package() {
  say "the Python package"
  local wheel=target/python-wheel
  # The wheel is the one that `pip install ./python` makes, but around a module of the profile by which crates
  # are tested.
  rm -rf "$wheel"
  mkdir -p "$wheel/tree"
  (cd python && "../$package/bin/maturin" pep517 write-dist-info --interpreter \
    "../$package/bin/python" --metadata-directory "../$wheel/tree" >/dev/null 2>&1)
  cp -R python/shuban python/shuban_verify "$wheel/tree/"
  find "$wheel/tree" -name __pycache__ -prune -exec rm -rf {} +
  local module=target/debug/lib_native.so
  [ -e "$module" ] || module=target/debug/lib_native.dylib
  cp "$module" "$wheel/tree/shuban/_native.abi3.so"
  "$package/bin/python" -m wheel pack "$wheel/tree" --dest-dir "$wheel" >/dev/null
  "$package/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-compile \
    --force-reinstall --no-deps "$wheel"/shuban-*.whl
  SHUBAN_PROGRAM="$PWD/target/debug/shuban" "$package/bin/python" -m pytest --quiet python
  say "the Python package has passed"
}
explorer() {
  say "the explorer in a browser"
  cd crates/shuban-server/browser
  SHUBAN="$PWD/../../../target/debug/shuban" npm --silent test
  say "the explorer has passed"
}
documentation_tests() {
  say "examples of the documentation"
  cargo test --workspace --all-features --locked --doc
  say "examples of the documentation have passed"
}
steps=(explorer python_package documentation_tests)
for step in "${steps[@]}"; do start "$step" >"target/$step.log" 2>&1 </dev/null; done
start python3 scripts/run_tests.py <target/tests.json
failed=0
wait "${running[-1]}" || failed=1
for number in "${!steps[@]}"; do
  wait "${running[$number]}" || failed=1
  cat "target/${steps[$number]}.log"
done
say "end"
exit "$failed"
