# shellcheck shell=bash
# Builds and runs images without a container engine's service. try-image.sh and try-one.sh source this file.
# Needs root on Debian. If the base image cannot be pulled, builds one from Debian packages.

BASE=docker.io/library/node:26-bookworm-slim
base=$BASE
work=$(mktemp -d /tmp/vitrine-image-XXXXXX)
chmod 755 "$work"
store=(--root "$work/store" --runroot "$work/run")

remove_images() {
  podman_ rm --all --force --time 0 >/dev/null 2>&1 || true
  podman_ rmi --all --force >/dev/null 2>&1 || true
  # Unmount layers that are still mounted.
  awk -v work="$work/" 'index($2, work) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r umount --lazy
  rm -rf "$work"
}

# runc with these limits also works inside a container; crun and podman's defaults do not.
podman_() { podman "${store[@]}" --runtime runc --cgroup-manager cgroupfs "$@"; }

step() {
  local start=$SECONDS
  "$@"
  printf '%4d s  %s\n' $((SECONDS - start)) "$*"
}

install_tools() {
  command -v podman buildah debootstrap runc >/dev/null && return
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends podman buildah debootstrap runc >/dev/null
}

# Like the official image: a slim Debian with Node.js and npm in /usr/local.
make_base() {
  timeout 60 podman "${store[@]}" pull --quiet "$BASE" >/dev/null 2>&1 && return
  base=localhost/node
  local root=$work/base
  debootstrap --variant=minbase --include=libatomic1,libstdc++6 bookworm "$root" >/dev/null
  rm -rf "$root"/usr/share/{man,locale,info} "$root"/var/{cache/apt,lib/apt/lists}/*
  install "$(node -p process.execPath)" "$root/usr/local/bin/node"
  echo 'Stands for the license of Node.js.' >"$root/usr/local/LICENSE"
  install -d "$root/usr/local/lib/node_modules"
  cp -rL "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  # npm in the image trusts the same certificate authorities as this machine.
  install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  tar -C "$root" -c . | podman_ import --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
    - "$base" >/dev/null 2>&1
  rm -rf "$root"
}

# build TAG [options]
build() {
  local tag=$1
  shift
  # The Docker format, because OCI images have no HEALTHCHECK.
  buildah "${store[@]}" bud --isolation chroot --network host --format docker --layers --quiet \
    --build-arg "BASE=$base" --tag "$tag" "$@" . >"$work/build.log" 2>&1 || {
    tail -n 30 "$work/build.log" >&2
    return 1
  }
}
