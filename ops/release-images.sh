#!/usr/bin/env bash
# Builds both images, pushes them, and attaches a signed SBOM and provenance to each. Then checks them
# like anyone can, and moves the short tag. The release workflow and its rehearsal run it.
#   IMAGE_NAME            image to publish, with its registry. "-one" is appended for the second one
#   IMAGE_REGISTRY_USER   account in the registry
#   IMAGE_REGISTRY_TOKEN  its access token
#   PLATFORMS             default linux/amd64,linux/arm64
#   BASE                  base image, if it is not that of the Dockerfile
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p 'require("./package.json").version')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# attest.ts reads it as well.
export REGISTRY_AUTH_FILE=$HOME/.docker/config.json

# publish NAME [options of the build]
publish() {
  local name=$1
  shift
  # The Docker format, because OCI images have no HEALTHCHECK.
  buildah build --format docker --network host --build-arg BASE --platform "${PLATFORMS:-linux/amd64,linux/arm64}" \
    "$@" --manifest "$name:$version" .
  push "$name" "$version"
  list_system "$name:$version" | node tools/release/sbom.ts --image >"$work/sbom.json"
  node tools/release/attest.ts "$name" "$(cat "$work/digest")" "$work/sbom.json"
  node tools/release/verify.ts "$name:$version" "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"
  # Installations follow this tag, so it names only what is signed.
  push "$name" "${version%.*}"
}

# push NAME TAG
push() {
  buildah manifest push --all --format v2s2 --digestfile "$work/digest" "$1:$version" "docker://$1:$2"
}

# The Debian packages in the image of this machine's platform, and the version of Node.js.
list_system() {
  local container folder file
  container=$(buildah from --pull=false "$1")
  folder=$(buildah mount "$container")
  for file in "$folder"/var/lib/dpkg/status "$folder"/var/lib/dpkg/status.d/*; do
    [ ! -f "$file" ] || { cat "$file" && echo; }
  done
  grep -aom1 'node\.js/v[0-9.]*' "$folder/usr/local/bin/node"
  buildah rm "$container" >/dev/null
}

mkdir -p "$(dirname "$REGISTRY_AUTH_FILE")"
buildah login --username "$IMAGE_REGISTRY_USER" --password-stdin "${IMAGE_NAME%%/*}" <<<"$IMAGE_REGISTRY_TOKEN"
publish "$IMAGE_NAME"
publish "$IMAGE_NAME-one" --target one
