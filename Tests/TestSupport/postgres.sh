#!/usr/bin/env bash
# A PostgreSQL server for tests, in a folder of its own and reached by a socket there alone: postgres.sh FOLDER. It says `ready`, is
# crashed and started again by each line `crash`, stopped and started by `stop` and `start`, and ends with its standard input.
set -euo pipefail
folder=$1
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi

start() {
  "${as[@]}" "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=1000 -c max_pred_locks_per_transaction=256 \
    >>"$folder/log" 2>&1 </dev/null &
  server=$!
  until "$bin/pg_isready" -q -h "$folder" -U usher -d postgres; do
    kill -0 "$server" || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
  done
  echo ready
}
end() {
  kill "-$1" "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
}

"${as[@]}" "$bin/initdb" -D "$folder/data" --auth=trust --username=usher --encoding=UTF8 --locale=C --no-sync \
  >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
start
while read -r word; do
  case $word in
    crash) end QUIT; start ;;
    stop) end INT; echo stopped ;;
    start) start ;;
  esac
done
end QUIT
