#!/usr/bin/env bash
# Starts an object store, runs its tests and stops it. RESILIENCE=long runs them at full size.
set -euo pipefail
cd "$(dirname "$0")/.."

# One test runs several processes behind nginx.
tools/install-packages.sh nginx-light
folder=$(mktemp -d /tmp/vitrine-object-store-XXXXXX)
trap 'tools/object-store.sh stop "$folder"' EXIT
settings=$(tools/object-store.sh start "$folder")
while IFS= read -r line; do export "${line?}"; done <<<"$settings"
# Not in parallel: a test may kill a server of the store.
npx vitest run --config resilience/vitest.config.ts --no-file-parallelism \
  --reporter=verbose --reporter=./resilience/support/figures.ts \
  resilience/object-store "$@"
