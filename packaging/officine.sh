#!/bin/sh
# Runs a command of Officine with the Node of this folder and, where it is installed, the settings of its service.
here=$(dirname "$(readlink -f "$0")")
case "$1" in
  serve) program=src/server/main.ts ;;
  install) program=src/server/officine.ts ;;
  update) program=src/server/officine.ts ;;
  backup:key) program=src/server/start/backup-key.ts ;;
  backup:restore) program=src/server/start/backup-restore.ts ;;
  standby) program=src/server/standby.ts ;;
  postgres:upgrade) program=src/server/start/postgres-upgrade.ts ;;
  admin:create) program=src/server/start/admin-create.ts ;;
  secrets:rotate) program=src/server/start/secrets-rotate.ts ;;
  audit:check) program=src/server/start/audit-check.ts ;;
  *)
    echo 'officine install | update | serve | backup:key | backup:restore | standby | postgres:upgrade | admin:create | secrets:rotate | audit:check' >&2
    exit 1
    ;;
esac
case "$1" in install | update) ;; *) shift ;; esac
settings=
[ -r /etc/officine/officine.env ] && settings=--env-file=/etc/officine/officine.env
exec "$here/bin/node" $settings --import "$here/node_modules/tsx/dist/loader.mjs" "$here/$program" "$@"
