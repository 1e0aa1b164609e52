#!/usr/bin/env bash
# Compares GraphQL of Galley in the profile `strapi` with a real Strapi's by random operations: see ../README.md.
#
# SEEDS ("1 2 3"), COUNT (500) of operations per seed, NAME (g) and PORT (1471) of the real server.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shared=$(cd "$here/../../../../shared" 2>/dev/null && pwd -P) && [ -d "$shared/oracle" ] || { echo "no real Strapi to compare with: ../shared/oracle is not there, seen from the project root" >&2; exit 2; }

export TMPDIR=${TMPDIR:-/tmp}
port=${PORT:-1471}
oracle=$TMPDIR/galley-oracle/strapi-${NAME:-g}
types=$(mktemp -d)/types.js
node -e 'const { types, components } = JSON.parse(fs.readFileSync(process.argv[1], "utf8")); console.log(`module.exports = ${JSON.stringify({ types, components })};`)' "$shared/spec/vectors/graphql.json" >"$types"

trap '[ ! -f "$oracle/pid" ] || kill "$(cat "$oracle/pid")" 2>/dev/null || true' EXIT
bash "$shared/oracle/up.sh" "${NAME:-g}" "$port" "$types"

differ=0
for seed in ${SEEDS:-1 2 3}; do
  SEED=$seed node --import tsx "$here/run.ts" "http://127.0.0.1:$port" "$oracle/tokens.json" || differ=1
done
exit $differ
