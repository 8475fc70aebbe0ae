#!/bin/sh
# Installs, starts, stops and removes the agent of this bundle on this machine, as root or as any user, with or without systemd.
set -eu
umask 022

usage() {
  cat <<'TEXT'
install.sh [install] --server ADDRESS --token TOKEN [--name NAME] [--data DIR] [--prefix DIR] [--log DIR] [--user NAME] [--no-start]
install.sh start | stop | restart | status [--prefix DIR]
install.sh uninstall [--prefix DIR] [--purge]

  --server ADDRESS   the server, e.g. http://192.168.1.5:8600
  --token TOKEN      the join token; better in PONE_AGENT_TOKEN, where other users cannot see it
  --name NAME        the name shown in the cluster; default: the host's name
  --data DIR         folder of its key and results; default: PREFIX/data
  --prefix DIR       where it is installed; default: /opt/pone-agent as root, else ~/.local/share/pone-agent
  --log DIR          folder of its log; default: PREFIX, or the journal where systemd runs it
  --user NAME        account that runs it when root installs; made when missing; default: pone-agent
  --no-start         install only
  --purge            uninstall removes the data folder as well

Installing again renews the program and keeps its key and data; settings that are not given stay as they are.
Exit codes: 0 done, 2 wrong options, 3 this machine cannot run it, 4 a folder cannot be written,
5 installed, but it has not reached the server within half a minute, 6 not running (status).
TEXT
}

say() { printf '%s\n' "pone-agent: $*" >&2; }
fail() { exit_code=$1; shift; say "$*"; exit "$exit_code"; }
is_root() { [ "$(id -u)" = 0 ]; }
has_systemd() { is_root && [ -d /run/systemd/system ] && command -v systemctl >/dev/null 2>&1; }
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

action=install
case ${1-} in
  install | start | stop | restart | status | uninstall) action=$1; shift ;;
esac
server=${PONE_SERVER_URL-} token=${PONE_AGENT_TOKEN-} name=${PONE_AGENT_NAME-} data=
prefix= log= user=pone-agent starts=yes purges=
while [ $# -gt 0 ]; do
  case $1 in
    --server | --token | --name | --data | --prefix | --log | --user)
      [ $# -ge 2 ] || fail 2 "$1 needs a value; see --help"
      case $1 in
        --server) server=$2 ;;
        --token) token=$2 ;;
        --name) name=$2 ;;
        --data) data=$2 ;;
        --prefix) prefix=$2 ;;
        --log) log=$2/agent.log ;;
        --user) user=$2 ;;
      esac
      shift 2
      ;;
    --no-start) starts=; shift ;;
    --purge) purges=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) fail 2 "'$1' is not understood; see --help" ;;
  esac
done

bundle=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
if [ -z "$prefix" ]; then
  # Called from an installation, it is about that one.
  if [ -f "$(dirname "$bundle")/agent.env" ]; then prefix=$(dirname "$bundle")
  elif is_root; then prefix=/opt/pone-agent
  else prefix=${HOME:?}/.local/share/pone-agent; fi
fi
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
case $prefix in *[!A-Za-z0-9/._+@-]* | / | */..*) fail 2 "the folder '$prefix' cannot be used" ;; esac
case $log in '' | /*) ;; *) log=$PWD/$log ;; esac
case $log in *[!A-Za-z0-9/._+@-]* | */..*) fail 2 "the folder of the log '$log' cannot be used" ;; esac
app=$prefix/app
settings=$prefix/agent.env
unit=/etc/systemd/system/pone-agent.service
pid_file=$prefix/agent.pid
uses_unit() { has_systemd && [ -f "$unit" ] && grep -q "ExecStart=$app/bin/pone-agent" "$unit"; }

# The launcher's process, when it runs; never one that merely got its number.
launcher_pid() {
  pid=$(cat "$pid_file" 2>/dev/null || true)
  [ -n "$pid" ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$app/bin/pone-agent" && echo "$pid"
}

log_file() { ( [ ! -f "$settings" ] || . "$settings"; printf '%s' "${PONE_AGENT_LOG:-$prefix/agent.log}" ); }

data_folder() { ( . "$settings"; printf '%s' "${PONE_AGENT_DATA-}" ); }

is_running() {
  if uses_unit; then systemctl is-active --quiet pone-agent; else [ -n "$(launcher_pid || true)" ]; fi
}

stop_agent() {
  if uses_unit; then systemctl stop pone-agent; return; fi
  pid=$(launcher_pid || true)
  [ -n "$pid" ] || return 0
  kill -TERM "$pid" 2>/dev/null || true
  waited=0
  while kill -0 "$pid" 2>/dev/null; do
    [ "$waited" -lt 20 ] || { kill -KILL "$pid" 2>/dev/null || true; break; }
    sleep 1
    waited=$((waited + 1))
  done
  rm -f "$pid_file"
}

start_agent() {
  is_running && return 0
  rm -f "$(data_folder)/connected"
  if uses_unit; then systemctl start pone-agent; return; fi
  log=$(log_file)
  mkdir -p "$(dirname "$log")" 2>/dev/null || fail 4 "the folder of the log $log cannot be made"
  [ ! -f "$log" ] || mv -f "$log" "$log.1"
  if is_root && id "$user" >/dev/null 2>&1 && command -v setpriv >/dev/null 2>&1; then
    setsid setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups "$app/bin/pone-agent" >"$log" 2>&1 </dev/null &
  else
    setsid "$app/bin/pone-agent" >"$log" 2>&1 </dev/null &
  fi
  echo $! >"$pid_file"
}

await_connection() {
  waited=0
  while [ "$waited" -lt 30 ]; do
    if [ -f "$(data_folder)/connected" ]; then say 'connected to the server'; return 0; fi
    sleep 1
    waited=$((waited + 1))
  done
  log=$(log_file)
  if [ -f "$log" ]; then tail -n 5 "$log" >&2; fi
  fail 5 'installed, but it has not reached the server yet; it goes on trying'
}

remember_settings() {
  if [ -f "$settings" ]; then
    # What was set before stays unless it is given anew.
    old=$( . "$settings"; printf '%s\n%s\n%s\n%s\n%s\n' "${PONE_SERVER_URL-}" "${PONE_AGENT_TOKEN-}" "${PONE_AGENT_NAME-}" "${PONE_AGENT_DATA-}" "${PONE_AGENT_LOG-}" )
    server=${server:-$(printf '%s\n' "$old" | sed -n 1p)}
    token=${token:-$(printf '%s\n' "$old" | sed -n 2p)}
    name=${name:-$(printf '%s\n' "$old" | sed -n 3p)}
    data=${data:-$(printf '%s\n' "$old" | sed -n 4p)}
    log=${log:-$(printf '%s\n' "$old" | sed -n 5p)}
  fi
  data=${data:-$prefix/data}
  case $data in /*) ;; *) data=$PWD/$data ;; esac
  case $server in http://* | https://*) ;; *) fail 2 'name the server with --server, e.g. http://192.168.1.5:8600' ;; esac
  [ -n "$token" ] || [ -f "$data/identity.json" ] || fail 2 'give the join token with --token or in PONE_AGENT_TOKEN'
}

write_settings() {
  ( umask 077
    {
      printf 'PONE_SERVER_URL=%s\n' "$(quoted "$server")"
      [ -z "$token" ] || printf 'PONE_AGENT_TOKEN=%s\n' "$(quoted "$token")"
      [ -z "$name" ] || printf 'PONE_AGENT_NAME=%s\n' "$(quoted "$name")"
      printf 'PONE_AGENT_DATA=%s\n' "$(quoted "$data")"
      [ -z "$log" ] || printf 'PONE_AGENT_LOG=%s\n' "$(quoted "$log")"
    } >"$settings.new" )
  mv -f "$settings.new" "$settings"
}

check_machine() {
  "$bundle/runtime/bin/node" --version >/dev/null 2>&1 || fail 3 \
    "this machine cannot run the bundle: it needs Linux with glibc 2.28 or newer and libstdc++, and the bundle for its processor ($(uname -m))"
}

install_agent() {
  check_machine
  remember_settings
  mkdir -p "$prefix" "$data" 2>/dev/null || fail 4 "$prefix and $data cannot be written by this user"
  if [ "$bundle" != "$app" ]; then
    rm -rf "$app.new"
    cp -R "$bundle" "$app.new" || fail 4 "$prefix cannot be written, or its disk is full"
  fi
  if [ -d "$app" ]; then stop_agent; fi
  if [ "$bundle" != "$app" ]; then
    rm -rf "$app.old"
    [ ! -d "$app" ] || mv "$app" "$app.old"
    mv "$app.new" "$app"
    rm -rf "$app.old"
  fi
  write_settings
  # What is installed now is the version to run, whatever upgrades there were.
  rm -f "$data/upgrade/current" "$data/upgrade/previous" "$data/upgrade/trial" "$data/upgrade/pending.json"
  if is_root; then
    id "$user" >/dev/null 2>&1 || make_user
    chown -R "$user" "$data" "$settings"
  fi
  chmod 700 "$data"
  if has_systemd; then
    # Without a folder of its own the journal has the log.
    output=journal
    if [ -n "$log" ]; then mkdir -p "$(dirname "$log")"; output=append:$log; fi
    sed -e "s|@PREFIX@|$prefix|" -e "s|@USER@|$user|" -e "s|@DATA@|$data|" -e "s|@OUTPUT@|$output|" \
      -e "s|@HOMES@|$(homes)|" "$app/pone-agent.service" >"$unit"
    systemctl daemon-reload
    systemctl enable --quiet pone-agent
  fi
  say "installed in $prefix"
  [ -z "$starts" ] || { start_agent; await_connection; }
}

# Whether the unit hides people's homes: not from an agent that runs as one of them, or lies in one.
homes() {
  [ "$user" = pone-agent ] || { echo no; return; }
  case $prefix:$data:$log in *:/home/* | *:/root/* | /home/* | /root/*) echo no ;; *) echo yes ;; esac
}

make_user() {
  if command -v useradd >/dev/null 2>&1; then
    useradd --system --no-create-home --home-dir "$data" --shell /usr/sbin/nologin "$user"
  else
    adduser -S -D -H -h "$data" -s /sbin/nologin "$user"
  fi || fail 4 "the account $user cannot be made; name another one with --user"
}

uninstall_agent() {
  [ -d "$app" ] || [ -f "$settings" ] || fail 2 "nothing is installed in $prefix"
  held=$(data_folder 2>/dev/null || true)
  log=$(log_file)
  if uses_unit; then
    systemctl disable --quiet --now pone-agent || true
    rm -f "$unit"
    systemctl daemon-reload
  else
    stop_agent
  fi
  rm -rf "$app" "$app.new" "$app.old"
  rm -f "$settings" "$log" "$log.1" "$pid_file"
  if [ -n "$purges" ] && [ -n "$held" ] && [ -d "$held" ]; then rm -rf "$held"; fi
  rmdir "$prefix" 2>/dev/null || true
  say "removed from $prefix"
}

installed() { [ -x "$app/bin/pone-agent" ] && [ -f "$settings" ] || fail 2 "nothing is installed in $prefix"; }

case $action in
  install) install_agent ;;
  start) installed; start_agent; await_connection ;;
  stop) installed; stop_agent; say 'stopped' ;;
  restart) installed; stop_agent; start_agent; await_connection ;;
  status) installed; if is_running; then say 'running'; else fail 6 'not running'; fi ;;
  uninstall) uninstall_agent ;;
esac
