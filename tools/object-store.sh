#!/usr/bin/env bash
# Runs an object store on this machine: OpenStack Swift with its S3 gateway and three replicas.
# Prints the settings for Vitrine. Needs root on Debian.
#
#   tools/object-store.sh start [FOLDER] [--port N]   the gateway listens on N, the other servers on the next ten ports
#   tools/object-store.sh revive FOLDER NAME          restarts a killed server, for example object2
#   tools/object-store.sh stop FOLDER
#
# All data is in FOLDER, on a file system with extended attributes. FOLDER/run/NAME.pid lets a test
# kill one process: object1, object2 or object3.
set -euo pipefail

usage() {
  sed -n 's/^# \{0,1\}//; 2,10p' "$0" >&2
  exit 1
}

action=${1:-}
shift || usage
folder=
server=
port=
while [ $# -gt 0 ]; do
  case $1 in
    --port) port=${2:?} && shift 2 ;;
    *) if [ -z "$folder" ]; then folder=$1; else server=$1; fi && shift ;;
  esac
done

start() {
  "$(dirname "$0")/install-packages.sh" swift-proxy swift-account swift-container swift-object memcached
  folder=$(realpath -m "${folder:-$(mktemp -d /tmp/vitrine-object-store-XXXXXX)}")
  if [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
    echo "$folder is not empty." >&2
    exit 1
  fi
  mkdir -p "$folder"/{conf,run,log,cache,devices/d1,devices/d2,devices/d3}
  touch "$folder/vitrine-object-store"
  # Clean up if a step fails.
  trap stop ERR
  read -ra ports <<<"$(choose_ports)"
  proxy=${ports[0]}
  memcache=${ports[1]}
  for kind in account container object; do make_ring "$kind"; done
  write_proxy_conf
  write_updater_conf

  run memcached memcached -u root -m 16 -l 127.0.0.1 -p "$memcache" -P "$folder/run/memcached.own"
  for kind in account container object; do
    for n in 1 2 3; do run_server "$kind$n"; done
  done
  run proxy swift-proxy-server "$folder/conf/proxy.conf"
  # Bring a replica up to date after it missed an update.
  run object-updater swift-object-updater "$folder/conf/object-updater.conf"
  for n in 1 2 3; do
    run "container-replicator$n" swift-container-replicator "$folder/conf/container$n.conf"
  done
  wait_for_gateway
  make_bucket
  cat <<SETTINGS
S3_ENDPOINT=http://127.0.0.1:$proxy
S3_BUCKET=vitrine
S3_REGION=us-east-1
S3_ACCESS_KEY=test:tester
S3_SECRET_KEY=testing
OBJECT_STORE_FOLDER=$folder
SETTINGS
}

# One port for the gateway, one for memcached and nine for the servers.
choose_ports() {
  if [ -n "$port" ]; then
    seq -s ' ' "$port" "$((port + 10))"
    return
  fi
  node -e '
    const { createServer } = require("node:net");
    const opened = Array.from({ length: 11 }, () => createServer().listen(0, "127.0.0.1"));
    Promise.all(opened.map((one) => new Promise((done) => one.once("listening", done)))).then(() => {
      console.log(opened.map((one) => one.address().port).join(" "));
      for (const one of opened) one.close();
    });'
}

make_ring() {
  local kind=$1 n at first
  case $kind in account) first=2 ;; container) first=5 ;; object) first=8 ;; esac
  local builder="$folder/conf/$kind.builder"
  swift-ring-builder "$builder" create 6 3 0 >/dev/null
  for n in 1 2 3; do
    at=${ports[$((first + n - 1))]}
    swift-ring-builder "$builder" add "r1z$n-127.0.0.1:$at/d$n" 1 >/dev/null
    write_server_conf "$kind" "$n" "$at"
  done
  swift-ring-builder "$builder" rebalance >/dev/null
}

# Other settings come from Debian's /etc/swift/swift.conf, which stays unchanged.
common() {
  cat <<CONF
[DEFAULT]
user = root
swift_dir = $folder/conf
devices = $folder/devices
mount_check = false
disable_fallocate = true
recon_cache_path = $folder/cache
CONF
}

write_server_conf() {
  local kind=$1 n=$2 at=$3
  {
    common
    cat <<CONF
bind_ip = 127.0.0.1
bind_port = $at
workers = 0

[pipeline:main]
pipeline = $kind-server

[app:$kind-server]
use = egg:swift#$kind

[$kind-replicator]
interval = 5
recon_cache_path = $folder/cache
CONF
  } >"$folder/conf/$kind$n.conf"
}

# One updater serves all three devices.
write_updater_conf() {
  {
    common
    cat <<CONF

[object-updater]
interval = 5
concurrency = 1
recon_cache_path = $folder/cache
CONF
  } >"$folder/conf/object-updater.conf"
}

write_proxy_conf() {
  {
    common
    cat <<CONF
bind_ip = 127.0.0.1
bind_port = $proxy
workers = 0

[pipeline:main]
pipeline = catch_errors healthcheck proxy-logging cache listing_formats bulk s3api tempauth copy slo dlo proxy-logging proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
# Tolerate a busy machine.
conn_timeout = 5
node_timeout = 30

[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$memcache

CONF
    for name in catch_errors healthcheck proxy-logging:proxy_logging listing_formats bulk copy slo dlo; do
      printf '[filter:%s]\nuse = egg:swift#%s\n\n' "${name%:*}" "${name#*:}"
    done
  } >"$folder/conf/proxy.conf"
}

run() {
  local name=$1
  shift
  setsid "$@" >"$folder/log/$name" 2>&1 </dev/null &
  echo $! >"$folder/run/$name.pid"
  disown
}

run_server() {
  run "$1" "swift-${1%?}-server" "$folder/conf/$1.conf"
}

wait_for_gateway() {
  for _ in $(seq 120); do
    if curl -fsS -m 5 "http://127.0.0.1:$proxy/healthcheck" >/dev/null 2>&1; then return; fi
    sleep 0.5
  done
  echo "The object store did not start: $folder/log" >&2
  return 1
}

# Uses Swift's own API, because curl cannot sign S3 requests. Retries until the servers are up.
make_bucket() {
  local at="http://127.0.0.1:$proxy" token
  for _ in $(seq 60); do
    token=$(curl -fsS -m 30 -D - -o /dev/null -H 'X-Auth-User: test:tester' -H 'X-Auth-Key: testing' \
      "$at/auth/v1.0" 2>"$folder/log/bucket" | tr -d '\r' | sed -n 's/^X-Auth-Token: //ip') || token=
    if [ -n "$token" ] && curl -fsS -m 30 -X PUT -H "X-Auth-Token: $token" \
      "$at/v1/AUTH_test/vitrine" 2>"$folder/log/bucket"; then return; fi
    sleep 0.5
  done
  cat "$folder/log/bucket" >&2
  return 1
}

# Another process may have reused the ID.
is_ours() {
  tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -qF "$folder/"
}

stop() {
  [ -n "$folder" ] || usage
  folder=$(realpath -m "$folder")
  if [ ! -e "$folder/vitrine-object-store" ]; then
    echo "There is no object store in $folder." >&2
    exit 1
  fi
  local pids=() pid
  for pid in $(cat "$folder"/run/*.pid 2>/dev/null); do
    if is_ours "$pid"; then pids+=("$pid"); fi
  done
  # Kill the process groups, including child processes.
  for pid in "${pids[@]}"; do kill -KILL -- "-$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do while is_ours "$pid"; do sleep 0.1; done; done
  rm -rf "$folder"
}

case $action in
  start) start ;;
  revive)
    folder=$(realpath "$folder")
    run_server "${server:?}"
    ;;
  stop) stop ;;
  *) usage ;;
esac
