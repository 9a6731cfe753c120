#!/usr/bin/env bash
# Takes the pictures of the explorer in docs/images/explorer. Needs Chromium, Node.js and a Japanese font.
set -euo pipefail
cd "$(dirname "$0")/.."

# Without one, Japanese is drawn as boxes.
if command -v fc-list >/dev/null && [ -z "$(fc-list :lang=ja)" ]; then
  echo "no Japanese font: install one, such as the package fonts-noto-cjk" >&2
  exit 1
fi

cargo build --release
export SHUBAN="$PWD/target/release/shuban"
cd crates/shuban-server/browser
npm ci --silent --no-audit --no-fund
npm --silent run pictures
