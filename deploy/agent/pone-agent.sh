#!/bin/sh
# Starts the agent of this bundle and keeps it running: after a crash again, after an upgrade the new version,
# and the version before when the new one does not come up.
set -u

usage() {
  cat <<'TEXT'
pone-agent --server ADDRESS --token TOKEN [--ca FILE | --pin SHA256] [--name NAME] [--data DIR]

Runs a load machine's agent; everything it needs is in this folder.

  --server ADDRESS   the server, e.g. http://192.168.1.5:8600
  --token TOKEN      the join token, needed the first time; better in PONE_AGENT_TOKEN, where other users cannot see it
  --ca FILE          certificates (PEM) that the server may be signed with, besides those of this machine
  --pin SHA256       fingerprint by which the server is known instead
  --name NAME        the name shown in the cluster; default: the host's name
  --data DIR         folder of its key, of results not yet sent and of upgrades; default: data beside this folder
  --self-test        checks that this bundle works on this machine, and ends
  --version          prints the version, and ends

Settings may also lie in agent.env beside this folder, as install.sh writes them.
TEXT
}

say() { printf '%s pone-agent: %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$*" >&2; }
usage_error() { say "$*; see --help"; exit 2; }

self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in /*) self=$target ;; *) self=$(dirname "$self")/$target ;; esac
done
base=$(CDPATH='' cd -- "$(dirname -- "$self")/.." && pwd -P)

# What is given on the command line or in the environment wins over the file.
given_server=${PONE_SERVER_URL-} given_token=${PONE_AGENT_TOKEN-}
given_name=${PONE_AGENT_NAME-} given_data=${PONE_AGENT_DATA-}
settings=$(dirname "$base")/agent.env
if [ -r "$settings" ]; then
  set -a
  . "$settings"
  set +a
fi
PONE_SERVER_URL=${given_server:-${PONE_SERVER_URL-}}
PONE_AGENT_TOKEN=${given_token:-${PONE_AGENT_TOKEN-}}
PONE_AGENT_NAME=${given_name:-${PONE_AGENT_NAME-}}
PONE_AGENT_DATA=${given_data:-${PONE_AGENT_DATA-}}

run_program() { exec "$base/runtime/bin/node" --disable-warning=ExperimentalWarning "$base/packages/agent/src/main.ts" "$@"; }

while [ $# -gt 0 ]; do
  case $1 in
    --server | --token | --ca | --pin | --name | --data)
      [ $# -ge 2 ] || usage_error "$1 needs a value"
      case $1 in
        --server) PONE_SERVER_URL=$2 ;;
        --token) PONE_AGENT_TOKEN=$2 ;;
        --ca) export PONE_AGENT_CA="$2" ;;
        --pin) export PONE_AGENT_PIN="$2" ;;
        --name) PONE_AGENT_NAME=$2 ;;
        --data) PONE_AGENT_DATA=$2 ;;
      esac
      shift 2
      ;;
    --self-test) PONE_AGENT_BUNDLE=$base; export PONE_AGENT_BUNDLE; run_program --self-test ;;
    --version) run_program --version ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "'$1' is not understood" ;;
  esac
done

[ -n "$PONE_SERVER_URL" ] || usage_error 'name the server with --server'
PONE_AGENT_DATA=${PONE_AGENT_DATA:-$(dirname "$base")/data}
mkdir -p "$PONE_AGENT_DATA/upgrade" && chmod 700 "$PONE_AGENT_DATA" || { say "the folder $PONE_AGENT_DATA cannot be used"; exit 4; }
PONE_AGENT_DATA=$(CDPATH='' cd -- "$PONE_AGENT_DATA" && pwd -P)
# Not where it was called: that folder may be removed, and Java does not start in one that is gone.
cd "$PONE_AGENT_DATA" || exit 4
export PONE_SERVER_URL PONE_AGENT_DATA
if [ -n "$PONE_AGENT_TOKEN" ]; then export PONE_AGENT_TOKEN; else unset PONE_AGENT_TOKEN; fi
if [ -n "$PONE_AGENT_NAME" ]; then export PONE_AGENT_NAME; else unset PONE_AGENT_NAME; fi

state=$PONE_AGENT_DATA/upgrade
upgrade_code=75
refused_code=78
trial_seconds=${PONE_AGENT_TRIAL_SECONDS:-60}
longest_pause=60
stopping=
child=

on_stop() {
  stopping=yes
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
}
trap on_stop TERM INT HUP

# Sets bundle to the folder of the version that is to run.
choose() {
  version=$(cat "$state/current" 2>/dev/null || true)
  bundle=$state/versions/$version
  [ -n "$version" ] && [ -x "$bundle/runtime/bin/node" ] || bundle=$base
}

fall_back() {
  failed=$(cat "$state/current" 2>/dev/null || true)
  say "version $failed does not come up ($1), going back to the one before"
  printf '%s\n%s\n' "$failed" "$1" >"$state/failed"
  mv -f "$state/previous" "$state/current" 2>/dev/null || rm -f "$state/current"
  rm -f "$state/trial"
}

# A new version that the server has not welcomed in time is ended.
watch_trial() {
  waited=0
  while [ -f "$state/trial" ] && kill -0 "$1" 2>/dev/null; do
    if [ "$waited" -ge "$trial_seconds" ]; then
      : >"$state/overdue"
      kill -KILL "$1" 2>/dev/null
      return
    fi
    sleep 1
    waited=$((waited + 1))
  done
}

# The agent ends when its standard input does, so that it never outlives this script.
run_once() {
  pipe=$state/stdin
  rm -f "$pipe" "$state/overdue"
  mkfifo -m 600 "$pipe" || { say "no pipe can be made in $state"; code=1; return; }
  PONE_AGENT_BUNDLE=$bundle "$bundle/runtime/bin/node" --disable-warning=ExperimentalWarning \
    "$bundle/packages/agent/src/main.ts" <"$pipe" &
  child=$!
  exec 3>"$pipe"
  rm -f "$pipe"
  if [ -f "$state/trial" ]; then watch_trial "$child" 3>&- </dev/null >/dev/null & fi
  [ -z "$stopping" ] || kill -TERM "$child" 2>/dev/null
  while :; do
    wait "$child"
    code=$?
    kill -0 "$child" 2>/dev/null || break
  done
  child=
  exec 3>&-
}

pause=1
while [ -z "$stopping" ]; do
  choose
  was_trial=
  [ ! -f "$state/trial" ] || was_trial=yes
  began=$(date +%s)
  run_once
  [ -z "$stopping" ] || break
  if [ "$code" -eq "$refused_code" ]; then
    say "the server refuses this agent ($(cat "$PONE_AGENT_DATA/refused" 2>/dev/null)); install it again with a valid join token"
    exit "$refused_code"
  elif [ "$code" -eq "$upgrade_code" ]; then
    say 'starting the new version'
    pause=1
  elif [ -n "$was_trial" ] && [ -f "$state/trial" ]; then
    if [ -f "$state/overdue" ]; then fall_back 'notConnected'; else fall_back "exit code $code"; fi
    pause=1
  else
    [ $(($(date +%s) - began)) -lt "$longest_pause" ] || pause=1
    say "the agent ended (exit code $code) and is started again in $pause s"
    sleep "$pause" &
    wait $!
    pause=$((pause * 2))
    [ "$pause" -le "$longest_pause" ] || pause=$longest_pause
  fi
done
exit 0
