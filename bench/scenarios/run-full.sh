#!/bin/sh
# Starts the shop of nginx.conf, runs full.yaml against it, and compares what Pone reports with the shop's access log.
# Options are passed on to ./pone run. Exit code 0 only if every request is in both.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
folder=$(mktemp -d)
shop=
cleanup() {
  [ -z "$shop" ] || kill -TERM "$shop" 2>/dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

nginx=$(command -v nginx || command -v /usr/sbin/nginx || true)
[ -n "$nginx" ] || { echo 'nginx is missing: apt-get install nginx-light' >&2; exit 3; }
cp "$here/nginx.conf" "$folder/"
"$nginx" -p "$folder" -e "$folder/error.log" -c nginx.conf 2>"$folder/start.log" &
shop=$!
tries=0
until [ -s "$folder/nginx.pid" ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 100 ] || ! kill -0 "$shop" 2>/dev/null; then
    cat "$folder/start.log" "$folder/error.log" >&2
    exit 3
  fi
  sleep 0.1
done

code=0
"$here/../../pone" run "$here/full.yaml" --json "$@" >"$folder/result.json" || code=$?
kill -QUIT "$shop"
wait "$shop" || true
shop=
[ -s "$folder/result.json" ] || exit "$code"
cat "$folder/result.json"

sent=$(sed -n 's/.*"sent":\([0-9]*\).*/\1/p' "$folder/result.json" | head -n 1)
lines=$(wc -l <"$folder/access.log" | tr -d ' ')
echo "sent $sent, lines in the access log $lines" >&2
[ "$sent" = "$lines" ] || { echo 'the counts differ' >&2; exit 1; }
exit "$code"
