#!/usr/bin/env bash
# Compiles the program in two folders of different names, and compares the bytes.
#
#     check_reproducible.sh [PROFILE]     `release` by default
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Messages of panics name source files: of this folder relatively, of packages from the registry's.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
export RUSTFLAGS="--remap-path-prefix=$cargo_home=/cargo ${RUSTFLAGS:-}"
for folder in "$work/one" "$work/another/folder"; do
  git clone --quiet . "$folder"
  (
    cd "$folder"
    RUSTFLAGS="$RUSTFLAGS --remap-path-prefix=$folder=/shuban" \
      cargo build --quiet --locked -p shuban --profile "$profile" --target-dir target
  )
done
output=$profile
if [ "$profile" = dev ] || [ "$profile" = test ]; then output=debug; fi
if ! cmp "$work/one/target/$output/shuban" "$work/another/folder/target/$output/shuban"; then
  echo "the two programs differ" >&2
  exit 1
fi
sha256sum "$work/one/target/$output/shuban" | cut -d' ' -f1
