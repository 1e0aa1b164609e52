#!/usr/bin/env bash
# Compares GraphQL of Galley in the profile `strapi` with a real Strapi's by random operations: see ../README.md.
#
# SEEDS ("1 2 3"), COUNT (500) of operations per seed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

differ=0
for seed in ${SEEDS:-1 2 3}; do
  SEED=$seed node --import tsx "$here/run.ts" || differ=1
done
exit $differ
