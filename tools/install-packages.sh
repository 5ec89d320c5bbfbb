#!/usr/bin/env bash
# Installs Debian packages that are missing, without starting their services. Needs root.
#   tools/install-packages.sh PACKAGE…
set -euo pipefail

if dpkg -s "$@" >/dev/null 2>&1; then exit; fi
echo "Installing $*." >&2
# Debian starts services after installation. The tests start their own.
policy=/usr/sbin/policy-rc.d
created=
if [ ! -e $policy ]; then
  created=$policy
  trap 'rm -f "$created"' EXIT
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod +x $policy
fi
{
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
} >/dev/null
