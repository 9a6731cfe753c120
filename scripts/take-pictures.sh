#!/usr/bin/env bash
# Takes the pictures of the explorer in docs/images/explorer. Needs Chromium and Node.js.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release
export SHUBAN="$PWD/target/release/shuban"
cd crates/shuban-server/browser
npm ci --silent --no-audit --no-fund
npm --silent run pictures
