#!/usr/bin/env bash
# Builds the image with PostgreSQL inside (docs/one-container.md) and runs it: read-only, without capabilities,
# not as root. tools/try-one.ts then installs it in Chromium on a private network, and starts, kills, stops and
# upgrades containers of it. With FIGURES, it writes the measured values to that file.
#
# Needs root on Debian, and `npm ci` in this folder. Leaves nothing behind except Debian packages.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/use-node.sh
. ops/try-container.sh
trap clean_up EXIT

# The machine at home is a network namespace, with a private address and its own firewall rules.
home=${work##*/}
home_address=192.168.233.20

clean_up() {
  remove_images
  ip link delete vitrine-home
  ip netns delete "$home"
}

install_browser() {
  [ -z "${CHROMIUM_PATH:-}" ] || return 0
  command -v chromium-headless-shell chromium >/dev/null || npx playwright install --with-deps --only-shell chromium
}

# This machine is the other device at home: the browser runs here.
make_home() {
  ip netns add "$home"
  ip -n "$home" link set lo up
  ip link add vitrine-home type veth peer name eth0 netns "$home"
  ip address add 192.168.233.7/24 dev vitrine-home
  ip -n "$home" address add $home_address/24 dev eth0
  ip link set vitrine-home up
  ip -n "$home" link set eth0 up
}

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
  local podman="podman ${store[*]} --runtime runc --cgroup-manager cgroupfs"
  PODMAN=$podman HOME_PODMAN="nsenter --net=/run/netns/$home $podman" HOME_ADDRESS=$home_address \
    FOLDER=$work VERSIONS="$old $new" node tools/try-one.ts
}

step install_tools
step tools/install-packages.sh iproute2 iptables
step install_browser
step make_home
step make_base
choose_versions
step build vitrine
step build_one one "$new"
step build_one one-before "$old"
step build_one one-upgrade "$new" "$old"
step try_one
