#!/usr/bin/env bash
# Runs a command with DATABASE_URL set to a temporary PostgreSQL 15 from Debian. Its locale is C, which
# lowercases only ASCII characters; packages/testing/src/postgres.ts uses C.UTF-8.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
if [ ! -x "$bin/postgres" ]; then
  apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-15 >/dev/null
fi

folder=$(mktemp -d /tmp/vitrine-postgres-15-XXXXXX)
port=$(node -e 'import(process.argv[1]).then(async ({ freePort }) => console.log(await freePort()))' \
  "$(realpath "$(dirname "$0")/../packages/testing/src/postgres.ts")")
as_postgres=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as_postgres=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
cleanup() {
  "${as_postgres[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap cleanup EXIT

cd_safe() { (cd "$folder" && "$@"); }
cd_safe "${as_postgres[@]}" "$bin/initdb" -D "$folder/data" -U vitrine --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null
cd_safe "${as_postgres[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off -c synchronous_commit=off \
    -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0" start >/dev/null

# A statement takes less time through a socket than through TCP.
DATABASE_LOCALE=C DATABASE_URL="postgres://vitrine@127.0.0.1:$port/postgres?host=$folder" "$@"
