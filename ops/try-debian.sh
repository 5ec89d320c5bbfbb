#!/usr/bin/env bash
# Follows docs/deployment.md on an empty Debian, start to finish: the commands that a person types, then
# signing in and uploading a banner, a backup and a restore, then the same command again as an upgrade.
# Says how long it took.
# Needs root on Debian. Leaves nothing behind but the package debootstrap.
#   ops/try-debian.sh [bookworm|trixie]
set -euo pipefail
cd "$(dirname "$0")/.."

release=${1:-bookworm}
# Caddy makes its own certificate for this name, so that TLS can be tried without the Internet.
domain=localhost
work=$(mktemp -d /tmp/vitrine-debian-XXXXXX)
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT

command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap >/dev/null; }
echo "An empty Debian $release …"
debootstrap --variant=minbase "$release" "$root" http://deb.debian.org/debian >"$work/debootstrap.log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# Whom this machine trusts, and not the public alone.
install -d "$root/usr/local/share/ca-certificates"
find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$root/usr/local/share/ca-certificates" {} +

# In place of the address to clone from: this folder as it is now, committed or not.
git clone --quiet . "$root/srv/vitrine.git"
git ls-files --cached --others --exclude-standard -z | tar --null --files-from=- --ignore-failed-read -c 2>/dev/null | tar -x -C "$root/srv/vitrine.git"
git -C "$root/srv/vitrine.git" add --all
git -C "$root/srv/vitrine.git" -c user.name=try -c user.email=try@localhost commit --quiet --allow-empty --message 'as it is now'

cat >"$root/try.sh" <<'END'
set -euo pipefail
mount -t proc proc /proc
cd /root
began=$SECONDS
exec 3>&1
# What a person types, and how long it takes.
type() {
  local now=$SECONDS
  echo "$1" >>/tmp/typed
  echo "# $*" >&3
  "$@"
  echo "  ($((SECONDS - now)) s)" >&3
}
call() {
  local path=$1
  shift
  curl -sS --fail-with-body --cacert "$authority" -o /tmp/answer -c /tmp/jar -b /tmp/jar -H "Origin: $url" "$url/api/v1$path" "$@" || {
    cat /tmp/answer
    return 1
  }
}

type apt-get update -qq
type apt-get install -y -qq git >/dev/null 2>&1
type git clone --quiet /srv/vitrine.git vitrine
type vitrine/ops/install-debian.sh --no-systemd "$DOMAIN" | tee /tmp/told
url=$(sed -n 's/^Vitrine runs. Open //p' /tmp/told)
code=$(sed -n 's/^Set-up code: \([^ ]*\).*/\1/p' /tmp/told)
authority=$(find / -xdev -path '*/pki/authorities/local/root.crt' | head -n 1)

call /setup --json "{\"code\":\"$code\",\"fullName\":\"Ada\",\"email\":\"ada@example.com\",\"password\":\"a long one for trying\"}"
(cd /opt/vitrine/app && ../node/bin/node -e "require('sharp')({ create: { width: 1600, height: 900, channels: 3, background: 'teal' } }).png().toFile('/tmp/banner.png')")
call /project/add -F title=Tried -F description=Tried -F technologies=Node -F stack='Full Stack' -F deployed=No -F projectBanner=@/tmp/banner.png
curl -fsS --fail-early --cacert "$authority" -H 'Accept: text/html' -o /dev/null "$url/login" -o /dev/null "$url/client.js"
grep -o '"projectBanner":{"url":"[^"]*"' /tmp/answer
echo "Signed in, and the banner is there: $(wc -l </tmp/typed) commands, $((SECONDS - began)) s."

# One event stream through Caddy says at once that it is there.
{ curl -sN --max-time 3 --cacert "$authority" -b /tmp/jar "$url/api/v1/message/events" || true; } | grep -q 'retry: 3000'
vitrine doctor
/usr/local/bin/vitrine backup "/var/backups/vitrine/$(date +%u).tar"
vitrine backup - >before.tar
# The trial restore of docs/backup-and-restore.md.
(cd / && runuser -u postgres -- createdb -O vitrine vitrine_try)
sh -c 'DATABASE_URL=$(sed -n s/^DATABASE_URL=//p /etc/vitrine/env)_try MEDIA_DIR=/var/lib/vitrine/try vitrine restore "/var/backups/vitrine/$(date +%u).tar"'
(cd / && runuser -u postgres -- dropdb vitrine_try) && rm -r /var/lib/vitrine/try
vitrine restore - --replace <before.tar
# Nothing that the service runs is its own to change, and its settings are not everybody's.
[ -z "$(find /opt/vitrine -user vitrine -print -quit)" ]
stat -c '%a %U:%G %n' /etc/vitrine/env
[ "$(stat -c %U "/proc/$(cat /run/vitrine.pid)")" = vitrine ]

echo 'Once more, as an upgrade:'
settings=$(sha256sum </etc/vitrine/env)
type vitrine/ops/install-debian.sh --no-systemd "$DOMAIN"
[ "$settings" = "$(sha256sum </etc/vitrine/env)" ]
call /user/login --json '{"email":"ada@example.com","password":"a long one for trying"}'
call /project/getall
grep -q '"title":"Tried"' /tmp/answer
echo 'The project is still there, and the settings are the same.'
END

# In a space of its own: when the script ends, so do all processes in it and all mounts.
PORT=${PORT:-4078} DOMAIN=$domain PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  env -u SSL_CERT_FILE -u CURL_CA_BUNDLE -u NODE_EXTRA_CA_CERTS -u GIT_SSL_CAINFO \
  unshare --mount --pid --ipc --uts --fork --kill-child chroot "$root" bash /try.sh
