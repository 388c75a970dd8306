#!/bin/sh
# The primary of deploy/three-servers.sh dies, and its replica takes its place: promoted, and on the primary's port, as
# a moving address would do it on two machines.
#
#   deploy/promote.sh FOLDER
set -eu
folder=$(cd "${1:?expected a folder}" && pwd)
newest=$(ls /usr/lib/postgresql/*/bin/pg_basebackup 2>/dev/null | sort -V | tail -n 1)
bin=$(dirname "${newest:-$(command -v pg_basebackup)}")

as_postgres() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# first make sure that the old primary is dead: two of them would be two truths
as_postgres "$bin/pg_ctl" -D "$folder/primary" -m immediate stop
as_postgres "$bin/pg_ctl" -D "$folder/replica" -w promote
as_postgres "$bin/pg_ctl" -D "$folder/replica" -w -m fast -l "$folder/replica.log" \
    -o "-h 127.0.0.1 -k $folder -p 5440" restart >/dev/null
echo "the replica is the primary now"
