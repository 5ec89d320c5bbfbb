#!/usr/bin/env bash
# Runs the tests of the object store on one that it starts and ends: `RESILIENCE=long` for full size.
set -euo pipefail
cd "$(dirname "$0")/.."

# One of the tests has several processes behind a proxy.
tools/install-packages.sh nginx-light
folder=$(mktemp -d /tmp/vitrine-object-store-XXXXXX)
trap 'tools/object-store.sh stop "$folder"' EXIT
settings=$(tools/object-store.sh start "$folder")
while IFS= read -r line; do export "${line?}"; done <<<"$settings"
# One after the other: a test may kill a server of the store.
npx vitest run --config resilience/vitest.config.ts --no-file-parallelism \
  --reporter=verbose --reporter=./resilience/support/figures.ts \
  resilience/object-store "$@"
