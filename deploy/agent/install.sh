#!/bin/sh
# Installs, starts, stops and removes the agent of this bundle on this machine, as root or as any user, with or without systemd.
set -eu
umask 022

usage() {
  cat <<'TEXT'
install.sh [install] --server ADDRESS --token TOKEN [--ca FILE | --pin SHA256] [--name NAME] [--data DIR] [--prefix DIR] [--log DIR] [--user NAME]
                     [--from DIR] [--no-start]
install.sh start | stop | restart | status [--prefix DIR]
install.sh uninstall [--prefix DIR] [--purge]

  --server ADDRESS   the server, e.g. https://pone.example.com:8600
  --ca FILE          certificates (PEM) that the server may be signed with, besides those of this machine; copied to PREFIX
  --pin SHA256       fingerprint by which the server is known instead, as the server's page shows it
  --token TOKEN      the join token; better in PONE_AGENT_TOKEN, where other users cannot see it
  --name NAME        the name shown in the cluster; default: the host's name
  --data DIR         folder of its key and results; default: PREFIX/data
  --prefix DIR       where it is installed; default: /opt/pone-agent as root, else ~/.local/share/pone-agent
  --log DIR          folder of its log; default: PREFIX, or the journal where systemd runs it
  --user NAME        account that runs it when root installs; made when missing; default: pone-agent
  --from DIR         moves the agent that is installed in DIR to PREFIX, with its key, data and settings
  --no-start         install only
  --purge            uninstall removes the data folder as well, and the account that the installation made

Installing again renews the program and keeps its key and data; settings that are not given stay as they are.
Exit codes: 0 done, 2 wrong options, 3 this machine cannot run it, 4 a folder cannot be written,
5 installed, but it has not reached the server within half a minute, 6 not running (status),
7 the server refuses it, 8 the folder belongs to the system, to another program or to another agent.
An installation that fails with another code than 5 leaves nothing behind, and one that was there before as it was.
TEXT
}

say() { printf '%s\n' "pone-agent: $*" >&2; }
fail() { exit_code=$1; shift; say "$*"; exit "$exit_code"; }
is_within() { case $1/ in "$2"/*) return 0 ;; *) return 1 ;; esac; }
is_root() { [ "$(id -u)" = 0 ]; }
has_systemd() { is_root && [ -d /run/systemd/system ] && command -v systemctl >/dev/null 2>&1; }
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

action=install
case ${1-} in
  install | start | stop | restart | status | uninstall) action=$1; shift ;;
esac
server=${PONE_SERVER_URL-} token=${PONE_AGENT_TOKEN-} name=${PONE_AGENT_NAME-} data=
ca=${PONE_AGENT_CA-} pin=${PONE_AGENT_PIN-}
prefix= log= user=pone-agent own_user= from= starts=yes purges=
while [ $# -gt 0 ]; do
  case $1 in
    --server | --token | --ca | --pin | --name | --data | --prefix | --log | --user | --from)
      [ $# -ge 2 ] || fail 2 "$1 needs a value; see --help"
      case $1 in
        --server) server=$2 ;;
        --token) token=$2 ;;
        --ca) ca=$2 ;;
        --pin) pin=$2 ;;
        --name) name=$2 ;;
        --data) data=$2 ;;
        --prefix) prefix=$2 ;;
        --log) log=$2/agent.log ;;
        --user) user=$2 ;;
        --from) from=$2 ;;
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
case $from in '' | /*) ;; *) from=$PWD/$from ;; esac
[ -z "$from" ] || [ -f "$from/agent.env" ] || fail 2 "no agent is installed in $from"
[ "$from" != "$prefix" ] || from=
case $log in '' | /*) ;; *) log=$PWD/$log ;; esac
case $log in *[!A-Za-z0-9/._+@-]* | */..*) fail 2 "the folder of the log '$log' cannot be used" ;; esac
app=$prefix/app
settings=$prefix/agent.env
unit=/etc/systemd/system/pone-agent.service
pid_file=$prefix/agent.pid
unit_is_of() { has_systemd && [ -f "$unit" ] && grep -q "^ExecStart=$1/app/bin/pone-agent$" "$unit"; }
uses_unit() { unit_is_of "$prefix"; }

# The launcher's process, when it runs; never one that merely got its number.
launcher_pid() {
  pid=$(cat "$pid_file" 2>/dev/null || true)
  [ -n "$pid" ] && { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qF "$app/bin/pone-agent" && echo "$pid"
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
  # Not 'kill -0': a process that has ended stays in the table until its parent takes note.
  while [ -n "$(launcher_pid || true)" ]; do
    [ "$waited" -lt 20 ] || { kill -KILL "$pid" 2>/dev/null || true; break; }
    sleep 1
    waited=$((waited + 1))
  done
  rm -f "$pid_file"
}

start_agent() {
  is_running && return 0
  rm -f "$(data_folder)/connected" "$(data_folder)/refused"
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
    held=$(data_folder)
    if [ -f "$held/connected" ]; then say 'connected to the server'; return 0; fi
    if [ -f "$held/refused" ]; then
      fail 7 "the server refuses this agent ($(cat "$held/refused")): the join token is wrong, revoked, expired or used up; make a new one"
    fi
    sleep 1
    waited=$((waited + 1))
  done
  settle
  log=$(log_file)
  if [ -f "$log" ]; then tail -n 5 "$log" >&2; fi
  fail 5 'installed, but it has not reached the server yet; it goes on trying'
}

# What monitors and captures may read of the machine is its owner's to say, and stays as it is when the agent is installed again. Prints
# the lines of the settings; a list that is empty allows nothing, which is not the same as none.
machine_limits() {
  ( [ ! -f "$1" ] || . "$1"
    for variable in PONE_AGENT_SLOW_LOGS PONE_AGENT_DATABASE_SOCKETS PONE_AGENT_CONTAINER_SOCKETS PONE_AGENT_JVM_ACCOUNTS PONE_AGENT_CAPTURES PONE_AGENT_RECORDING_PORTS PONE_AGENT_ACCESS_LOGS PONE_AGENT_WARM_UP; do
      eval "is_set=\${$variable+yes} value=\${$variable-}"
      [ -z "$is_set" ] || printf '%s=%s\n' "$variable" "$(quoted "$value")"
    done )
}

remember_settings() {
  before=$settings
  [ -z "$from" ] || before=$from/agent.env
  if [ -f "$before" ]; then
    # What was set before stays unless it is given anew.
    old=$( . "$before"; printf '%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n' "${PONE_SERVER_URL-}" "${PONE_AGENT_TOKEN-}" "${PONE_AGENT_NAME-}" "${PONE_AGENT_DATA-}" \
      "${PONE_AGENT_LOG-}" "${PONE_AGENT_OWN_USER-}" "${PONE_AGENT_CA-}" "${PONE_AGENT_PIN-}" )
    server=${server:-$(printf '%s\n' "$old" | sed -n 1p)}
    token=${token:-$(printf '%s\n' "$old" | sed -n 2p)}
    name=${name:-$(printf '%s\n' "$old" | sed -n 3p)}
    was_in=$(printf '%s\n' "$old" | sed -n 4p)
    # What lies in the folder that is left moves along.
    if [ -z "$from" ] || ! is_within "$was_in" "$from"; then data=${data:-$was_in}; fi
    was_log=$(printf '%s\n' "$old" | sed -n 5p)
    if [ -z "$from" ] || ! is_within "$was_log" "$from"; then log=${log:-$was_log}; fi
    own_user=$(printf '%s\n' "$old" | sed -n 6p)
    ca=${ca:-$(printf '%s\n' "$old" | sed -n 7p)}
    pin=${pin:-$(printf '%s\n' "$old" | sed -n 8p)}
  fi
  limits=$(machine_limits "$before")
  data=${data:-$prefix/data}
  case $data in /*) ;; *) data=$PWD/$data ;; esac
  case $data in *[!A-Za-z0-9/._+@-]* | / | */..*) fail 2 "the data folder '$data' cannot be used" ;; esac
  case $server in http://* | https://*) ;; *) fail 2 'name the server with --server, e.g. http://192.168.1.5:8600' ;; esac
  case $pin in *[!A-Fa-f0-9:]*) fail 2 'the fingerprint of --pin has to be hexadecimal' ;; esac
  [ -z "$ca" ] || grep -q 'BEGIN CERTIFICATE' "$ca" 2>/dev/null || fail 2 "$ca holds no certificate (PEM), or cannot be read"
  [ -n "$token" ] || [ -f "$data/identity.json" ] || fail 2 'give the join token with --token or in PONE_AGENT_TOKEN'
}

write_settings() {
  if [ -n "$ca" ] && [ "$ca" != "$prefix/server-ca.pem" ]; then
    cp "$ca" "$prefix/server-ca.pem" || fail 4 "$prefix cannot be written"
    chmod 644 "$prefix/server-ca.pem"
  fi
  ( umask 077
    {
      printf 'PONE_SERVER_URL=%s\n' "$(quoted "$server")"
      [ -z "$token" ] || printf 'PONE_AGENT_TOKEN=%s\n' "$(quoted "$token")"
      [ -z "$ca" ] || printf 'PONE_AGENT_CA=%s\n' "$(quoted "$prefix/server-ca.pem")"
      [ -z "$pin" ] || printf 'PONE_AGENT_PIN=%s\n' "$(quoted "$pin")"
      [ -z "$name" ] || printf 'PONE_AGENT_NAME=%s\n' "$(quoted "$name")"
      printf 'PONE_AGENT_DATA=%s\n' "$(quoted "$data")"
      [ -z "$log" ] || printf 'PONE_AGENT_LOG=%s\n' "$(quoted "$log")"
      [ -z "$own_user" ] || printf 'PONE_AGENT_OWN_USER=%s\n' "$(quoted "$own_user")"
      [ -z "$limits" ] || printf '%s\n' "$limits"
    } >"$settings.new" )
  mv -f "$settings.new" "$settings"
}

check_machine() {
  "$bundle/runtime/bin/node" --version >/dev/null 2>&1 || fail 3 \
    "this machine cannot run the bundle: it needs Linux with glibc 2.28 or newer and libstdc++, and the bundle for its processor ($(uname -m))"
}

check_folders() {
  . "$bundle/check-folder.sh"
  [ "$bundle" = "$app" ] || check_folder "$prefix"
  case ${folder_problem-} in
    '') ;;
    systemFolder) fail 8 "$folder_detail is a folder of the system; choose one of its own with --prefix" ;;
    foreignFolder) fail 8 "$folder_detail holds files of another program; choose another folder with --prefix" ;;
    *) fail 4 "$folder_detail cannot be written by this user" ;;
  esac
  if has_systemd && [ -f "$unit" ] && ! uses_unit && ! unit_is_of "$from"; then
    fail 8 "another agent of this machine runs as $unit ($(sed -n 's/^ExecStart=//p' "$unit")); uninstall that one first"
  fi
}

# The first folder above $1, or $1 itself, that does not exist; empty when all do.
first_missing() {
  missing= at=$1
  while [ ! -e "$at" ]; do missing=$at; at=$(dirname "$at"); done
  printf '%s' "$missing"
}

# From here on a failure takes back what this call has made; nothing is taken back where an agent was before.
begin() {
  if [ -d "$app" ] || [ -f "$settings" ]; then return; fi
  rolls_back=yes made_user= moved=
  made_prefix=$(first_missing "$prefix") made_data=$(first_missing "$data") made_log=
  [ -z "$log" ] || made_log=$(first_missing "$(dirname "$log")")
  trap roll_back EXIT
  trap 'exit 130' HUP INT TERM
}

roll_back() {
  exit_code=$?
  trap - EXIT HUP INT TERM
  [ -n "$rolls_back" ] && [ "$exit_code" != 0 ] || exit "$exit_code"
  say 'taking back what was installed so far'
  set +e
  if uses_unit; then remove_unit; else stop_agent; fi
  [ -z "$moved" ] || mv "$data" "$moved"
  rm -rf "$app" "$app.new" "$settings" "$settings.new" "$pid_file" "$prefix/agent.log" "$prefix/agent.log.1" "$prefix/server-ca.pem"
  [ -z "$log" ] || rm -f "$log" "$log.1"
  if [ -n "$made_data" ]; then rm -rf "$data"; else rm -f "$data/refused"; fi
  [ -z "$made_user" ] || remove_user "$made_user"
  remove_empty "$data" "$made_data"
  [ -z "$log" ] || remove_empty "$(dirname "$log")" "$made_log"
  remove_empty "$prefix" "$made_prefix"
  if [ -n "$from" ] && [ -f "$unit.before" ]; then
    mv "$unit.before" "$unit"
    systemctl daemon-reload
    systemctl enable --quiet --now pone-agent
  elif [ -n "$moved" ]; then
    sh "$from/app/install.sh" start --prefix "$from"
  fi
  exit "$exit_code"
}

# Stops the agent that is moved, and takes its data.
take_from() {
  [ -n "$from" ] || return 0
  if unit_is_of "$from"; then
    systemctl stop pone-agent
    cp "$unit" "$unit.before"
  else
    sh "$from/app/install.sh" stop --prefix "$from"
  fi
  if is_within "$was_in" "$from"; then
    rmdir "$data"
    mv "$was_in" "$data" || fail 4 "$was_in could not be moved to $data"
    moved=$was_in
  fi
}

# The installation stands: what was there before is not needed any more.
settle() {
  rolls_back=
  if [ -n "$from" ]; then
    rm -rf "$from/app" "$from/app.new" "$from/app.old"
    rm -f "$from/agent.env" "$from/agent.log" "$from/agent.log.1" "$from/agent.pid" "$from/server-ca.pem" "$unit.before"
    rmdir "$from" 2>/dev/null || true
  fi
}

# Removes $1 and the folders above it up to $2, as long as they are empty.
remove_empty() {
  at=$1
  while [ -n "$2" ] && is_within "$at" "$2"; do
    [ ! -d "$at" ] || rmdir "$at" 2>/dev/null || return 0
    at=$(dirname "$at")
  done
}

remove_user() { userdel "$1" 2>/dev/null || deluser "$1" 2>/dev/null || say "the account $1 could not be removed"; }

remove_unit() {
  systemctl disable --quiet --now pone-agent || true
  rm -f "$unit"
  systemctl daemon-reload
}

install_agent() {
  check_machine
  remember_settings
  check_folders
  begin
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
  if is_root; then id "$user" >/dev/null 2>&1 || make_user; fi
  take_from
  write_settings
  # What is installed now is the version to run, whatever upgrades there were.
  rm -f "$data/upgrade/current" "$data/upgrade/previous" "$data/upgrade/trial" "$data/upgrade/pending.json"
  if is_root; then
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
  settle
}

# Whether the unit hides people's homes: not from an agent that runs as one of them, or lies in one.
homes() {
  [ "$user" = pone-agent ] || { echo no; return; }
  case $prefix:$data:$log in *:/home/* | *:/root/* | /home/* | /root/*) echo no ;; *) echo yes ;; esac
}

make_user() {
  made_user=$user own_user=$user
  if command -v useradd >/dev/null 2>&1; then
    useradd --system --no-create-home --home-dir "$data" --shell /usr/sbin/nologin "$user"
  else
    adduser -S -D -H -h "$data" -s /sbin/nologin "$user"
  fi || fail 4 "the account $user cannot be made; name another one with --user"
}

uninstall_agent() {
  [ -d "$app" ] || [ -f "$settings" ] || fail 2 "nothing is installed in $prefix"
  held=$(data_folder 2>/dev/null || true)
  own_user=$( . "$settings" 2>/dev/null; printf '%s' "${PONE_AGENT_OWN_USER-}" )
  log=$(log_file)
  if uses_unit; then
    remove_unit
  else
    stop_agent
  fi
  rm -rf "$app" "$app.new" "$app.old"
  rm -f "$settings" "$prefix/server-ca.pem" "$log" "$log.1" "$pid_file"
  if [ -n "$purges" ] && [ -n "$held" ] && [ -d "$held" ]; then
    rm -rf "$held"
    [ -z "$own_user" ] || remove_user "$own_user"
  fi
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
