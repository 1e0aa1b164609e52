#!/bin/sh
# Runs tests under Node 24, whichever Node runs this: test/node24.sh [vitest filter...]
# Without a filter, those of the HTTP adapters: there uWebSockets.js needs a newer glibc than many systems have, and
# node:http takes its place.
set -eu

cd "$(dirname "$0")/.."
folder="${TMPDIR:-/tmp}/galley-node24"
node="$folder/node_modules/node/bin/node"

if [ ! -x "$node" ]; then
  mkdir -p "$folder"
  npm install --silent --no-save --no-audit --no-fund --prefix "$folder" node@24 ||
    { echo "Node 24 cannot be installed from the npm registry: nothing was tested." >&2; exit 1; }
fi

[ $# -gt 0 ] || set -- test/transport/adapters
echo "Node $("$node" --version)"
exec "$node" node_modules/vitest/vitest.mjs run --config test/vitest.config.ts "$@"
