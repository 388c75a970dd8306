#!/bin/sh
# Three servers on a PostgreSQL pair, all on this machine and on loopback: to try out what docs/hosting.md says.
#
#   deploy/three-servers.sh FOLDER        starts everything, with data and logs in FOLDER (which must not exist)
#   deploy/three-servers.sh FOLDER stop   stops everything that was started there
#
# The primary is on port 5440, its replica on 5441, the servers on 4000, 4001 and 4002. HEXWRIGHT names the program.
# As root, PostgreSQL runs as the user postgres.
set -eu
folder=${1:?expected a folder}
program=${HEXWRIGHT:-hexwright}
newest=$(ls /usr/lib/postgresql/*/bin/pg_basebackup 2>/dev/null | sort -V | tail -n 1)
bin=$(dirname "${newest:-$(command -v pg_basebackup)}")

as_postgres() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

if [ "${2:-}" = stop ]; then
    for pid in "$folder"/server-*.pid; do
        kill "$(cat "$pid")" 2>/dev/null || true
    done
    for data in replica primary; do
        as_postgres "$bin/pg_ctl" -D "$folder/$data" -m fast stop || true
    done
    exit 0
fi

mkdir "$folder"
folder=$(cd "$folder" && pwd)
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
database="postgres://hexwright@127.0.0.1:5440/postgres"

start() { # a cluster and its port
    as_postgres "$bin/pg_ctl" -D "$folder/$1" -w -l "$folder/$1.log" -o "-h 127.0.0.1 -k $folder -p $2" start >/dev/null
}

as_postgres "$bin/initdb" -D "$folder/primary" -A trust -U hexwright >"$folder/initdb.log"
start primary 5440
as_postgres "$bin/pg_basebackup" -D "$folder/replica" -R -c fast -h 127.0.0.1 -p 5440 -U hexwright
start replica 5441
# from now on a commit is answered when the replica has it; the replica itself must not have this setting
"$bin/psql" -q "$database" -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c "SELECT pg_reload_conf()" >/dev/null

for i in 0 1 2; do
    "$program" serve --address "127.0.0.1:400$i" --internal "127.0.0.1:410$i" --database "$database" \
        >"$folder/server-$i.log" 2>&1 &
    echo $! >"$folder/server-$i.pid"
done
echo "http://127.0.0.1:4000/, :4001/ and :4002/ are one house; deploy/promote.sh $folder lets the replica take over"
