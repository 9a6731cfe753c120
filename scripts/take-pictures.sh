#!/usr/bin/env bash
# Takes the pictures of the explorer in docs/images. Needs chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

data=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$data"' EXIT
cargo build --release --features serve
target/release/shuban --data "$data" build half-gammon/contact-3-3 --quiet
target/release/shuban --data "$data" serve --listen 127.0.0.1:7879 >/dev/null &
server=$!
sleep 1
position='http://127.0.0.1:7879/position?game=half-gammon&position=10,11,12%7C10,11,12&roll=3-3'
chromium --headless --no-sandbox --hide-scrollbars --window-size=1280,720 \
  --screenshot=docs/images/explorer.png "$position"
