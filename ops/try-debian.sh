#!/usr/bin/env bash
# Follows docs/deployment.md on a fresh Debian: installs Vitrine, signs in, uses every helper process, backs
# up, restores, and runs the installer again as an upgrade. Prints how long each command takes.
# Needs root on Debian. Leaves nothing behind except the package debootstrap.
#   ops/try-debian.sh [bookworm|trixie]
set -euo pipefail
cd "$(dirname "$0")/.."

release=${1:-bookworm}
# Caddy issues its own certificates for these names, so that TLS works without internet access.
domain=localhost
site=site.localhost
work=$(mktemp -d /tmp/vitrine-debian-XXXXXX)
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT

command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap >/dev/null; }
echo "Creating a fresh Debian $release …"
debootstrap --variant=minbase "$release" "$root" >"$work/debootstrap.log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# Trust the same certificate authorities as this machine.
install -d "$root/usr/local/share/ca-certificates"
find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$root/usr/local/share/ca-certificates" {} +

# The repository to clone: this folder with its uncommitted changes.
git clone --quiet . "$root/srv/vitrine.git"
git ls-files --cached --others --exclude-standard -z | tar --null --files-from=- --ignore-failed-read -c 2>/dev/null | tar -x -C "$root/srv/vitrine.git"
git -C "$root/srv/vitrine.git" add --all
git -C "$root/srv/vitrine.git" -c user.name=try -c user.email=try@localhost commit --quiet --allow-empty --message 'Current state'

cat >"$root/try.sh" <<'END'
set -euo pipefail
mount -t proc proc /proc
cd /root
started=$SECONDS
exec 3>&1
# Runs a command that a person would type, and prints how long it takes.
type() {
  local start=$SECONDS
  echo "$1" >>/tmp/typed
  echo "# $*" >&3
  "$@"
  echo "  ($((SECONDS - start)) s)" >&3
}
response=/tmp/response
call() {
  local path=$1
  shift
  curl -sS --fail-with-body --cacert "$authority" -o "$response" -c /tmp/cookies -b /tmp/cookies -H "Origin: $url" "$url/api/v1$path" "$@" || {
    cat "$response"
    return 1
  }
}
visit() { curl -fsS --cacert "$authority" "$@"; }

type apt-get update -qq
type apt-get install -y -qq git >/dev/null 2>&1
type git clone --quiet /srv/vitrine.git vitrine
. vitrine/ops/try-helpers.sh
type vitrine/ops/install-debian.sh --no-systemd "$DOMAIN" "$SITE" | tee /tmp/installed
url=$(sed -n 's/^Vitrine is running. Open //p' /tmp/installed)
code=$(sed -n 's/^Setup code: \([^ ]*\).*/\1/p' /tmp/installed)
authority=$(find / -xdev -path '*/pki/authorities/local/root.crt' | head -n 1)

call /setup --json "{\"code\":\"$code\",\"fullName\":\"Ada\",\"email\":\"ada@example.com\",\"password\":\"a long one for trying\"}"
(cd /opt/vitrine/app && ../node/bin/node -e "require('sharp')({ create: { width: 1600, height: 900, channels: 3, background: 'teal' } }).png().toFile('/tmp/banner.png')")
call /project/add -F title=Example -F description=Example -F technologies=Node -F stack='Full Stack' -F deployed=No -F projectBanner=@/tmp/banner.png
grep -o '"projectBanner":{"url":"[^"]*"' "$response"
echo "Signed in and uploaded a banner: $(wc -l </tmp/typed) commands, $((SECONDS - started)) s."

visit --fail-early -H 'Accept: text/html' -o /dev/null "$url/login" -o /dev/null "$url/client.js"
site_url=https://$SITE
try_helpers
# The site has no API.
[ "$(curl -sS --cacert "$authority" -o /dev/null -w '%{http_code}' "https://$SITE/api/v1/setup")" = 404 ]

# The event stream passes through Caddy without buffering.
{ curl -sN --max-time 3 --cacert "$authority" -b /tmp/cookies "$url/api/v1/message/events" || true; } | grep -q 'retry: 3000'
vitrine doctor
vitrine backup /var/backups/vitrine/mine.tar
vitrine backup - >before.tar
# The trial restore of docs/backup-and-restore.md.
(cd / && runuser -u postgres -- createdb -O vitrine vitrine_try)
sh -c 'DATABASE_URL=$(sed -n s/^DATABASE_URL=//p /etc/vitrine/env)_try MEDIA_DIR=/var/lib/vitrine/try vitrine restore /var/backups/vitrine/mine.tar'
(cd / && runuser -u postgres -- dropdb vitrine_try) && rm -r /var/lib/vitrine/try
vitrine restore - --replace <before.tar
# The service cannot change its own code, and other users cannot read its settings.
[ -z "$(find /opt/vitrine -user vitrine -print -quit)" ]
stat -c '%a %U:%G %n' /etc/vitrine/env
[ "$(stat -c %U "/proc/$(cat /run/vitrine.pid)")" = vitrine ]

echo 'Upgrading:'
settings=$(sha256sum </etc/vitrine/env)
type vitrine/ops/install-debian.sh --no-systemd "$DOMAIN"
[ "$settings" = "$(sha256sum </etc/vitrine/env)" ]
call /user/login --json '{"email":"ada@example.com","password":"a long one for trying"}'
call /project/getall
grep -q '"title":"Example"' "$response"
echo 'The project and the settings are unchanged.'
for _ in {1..30}; do compgen -G '/var/backups/vitrine/nightly-*.tar' && break || sleep 1; done
[ "$(stat -c '%a %U' /var/backups/vitrine/nightly-*.tar)" = '600 vitrine' ]
echo 'The service has taken a backup.'
END

# In separate namespaces, so that all its processes and mounts end with the script.
PORT=${PORT:-4078} DOMAIN=$domain SITE=$site PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  env -u SSL_CERT_FILE -u CURL_CA_BUNDLE -u NODE_EXTRA_CA_CERTS -u GIT_SSL_CAINFO \
  unshare --mount --pid --ipc --uts --fork --kill-child chroot "$root" bash /try.sh
