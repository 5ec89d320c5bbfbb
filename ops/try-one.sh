#!/usr/bin/env bash
# Builds the image with PostgreSQL inside (docs/one-container.md) and runs it: read-only, without capabilities,
# not as root. tools/try-one.ts then starts, kills, stops and upgrades containers of it. With FIGURES, it
# writes the measured values to that file.
#
# Needs root on Debian, and `npm ci` in this folder. Leaves nothing behind except Debian packages.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/use-node.sh
. ops/try-container.sh
trap remove_images EXIT

# Where the repository of the PostgreSQL project cannot be reached, Debian has two versions: its own and that of
# the next release.
choose_versions() {
  new=18 old=17 source=pgdg
  curl -fsIo /dev/null --max-time 10 https://apt.postgresql.org/pub/repos/apt/ && return
  new=17 old=15 source='deb http://deb.debian.org/debian trixie main'
}

# build_one TAG VERSION [OLDER VERSION]
build_one() {
  build "$1" --target one --build-arg "POSTGRES_SOURCE=$source" --build-arg "POSTGRES=$2" --build-arg "POSTGRES_FROM=${3:-}"
}

try_one() {
  PODMAN="podman ${store[*]} --runtime runc --cgroup-manager cgroupfs" FOLDER=$work VERSIONS="$old $new" node tools/try-one.ts
}

step install_tools
step make_base
choose_versions
step build vitrine
step build_one one "$new"
step build_one one-before "$old"
step build_one one-upgrade "$new" "$old"
step try_one
