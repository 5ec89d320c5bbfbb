#!/usr/bin/env bash
# Installs packages of Debian that are not there yet, without starting what is in them. Needs root.
#   tools/install-packages.sh PACKAGE…
set -euo pipefail

if dpkg -s "$@" >/dev/null 2>&1; then exit; fi
echo "Installing $*." >&2
# Debian would start them with its own settings; ours are enough.
policy=/usr/sbin/policy-rc.d
made=
if [ ! -e $policy ]; then
  made=$policy
  trap 'rm -f "$made"' EXIT
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod +x $policy
fi
{
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
} >/dev/null
