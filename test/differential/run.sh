#!/usr/bin/env bash
# Compares Galley in the profile `strapi` with a real Strapi by random requests and prints how many agree, and why others do not: see README.md.
#
#     test/differential/run.sh [reads] [writes]       both when none is named
#
# SEEDS ("1 2 3"), READS (2000) and WRITES (100) per seed, NAME (d) and PORT (1455, and the one after it) of the real server, OUT (folder for the reports), TYPES (other content types than the oracle's own).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
shared=$(cd "$root/../shared" 2>/dev/null && pwd -P) && [ -d "$shared/oracle" ] || { echo "no real Strapi to compare with: ../shared/oracle is not there, seen from the project root" >&2; exit 2; }

kinds=${*:-reads writes}
port=${PORT:-1455}
out=${OUT:-$(mktemp -d)}
mkdir -p "$out"
export TMPDIR=${TMPDIR:-/tmp}
oracle=$TMPDIR/galley-oracle/strapi-${NAME:-d}
token() { node --print 'JSON.parse(fs.readFileSync(process.argv[1], "utf8"))[process.argv[2]]' "$oracle/tokens.json" "$1"; }

stop() { [ -z "${galley:-}" ] || kill "$galley" 2>/dev/null || true; [ ! -f "$oracle/pid" ] || kill "$(cat "$oracle/pid")" 2>/dev/null || true; }
trap stop EXIT

bash "$shared/oracle/up.sh" "${NAME:-d}" "$port" ${TYPES:+"$TYPES"}
export A_URL=http://127.0.0.1:$port A_TOKEN A_READ_TOKEN
A_TOKEN=$(token full) A_READ_TOKEN=$(token read)

export B_URL=http://127.0.0.1:$((port + 1)) B_TOKEN=full-access-to-galley B_READ_TOKEN=read-only-to-galley
node --import tsx "$root/test/differential/serve.ts" "$oracle" $((port + 1)) "$B_TOKEN" "$B_READ_TOKEN" >"$out/galley.log" 2>&1 &
galley=$!
for _ in $(seq 50); do grep -q '^listening' "$out/galley.log" && break; sleep 0.2; done
grep -q '^listening' "$out/galley.log" || { cat "$out/galley.log" >&2; exit 1; }

differ=0
for kind in $kinds; do
  for seed in ${SEEDS:-1 2 3}; do
    case $kind in
      reads) set -- ; n=${READS:-2000} ;;
      writes) set -- --writes; n=${WRITES:-100} ;;
      *) echo "usage: run.sh [reads] [writes]" >&2; exit 2 ;;
    esac
    mkdir -p "$out/$kind-$seed"
    SEED=$seed N=$n OUT=$out/$kind-$seed node "$shared/oracle/differential/fuzz.mjs" "$@" >"$out/$kind-$seed/output.txt" 2>&1 || true
    node --import tsx "$root/test/differential/summarise.ts" "$out/$kind-$seed" "$kind, seed $seed" || differ=1
  done
done
echo "reports: $out"
exit $differ
